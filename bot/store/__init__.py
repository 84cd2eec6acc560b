"""What is kept: tables, queries and migrations. SQL lives here and nowhere else.

Each query is a function that takes an open connection, so that a use case decides what belongs in one
transaction.
"""
