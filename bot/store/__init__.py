"""What is stored: tables, queries and migrations. All SQL is in this package.

Each query is a function that takes an open connection, so that a use case decides what belongs in one
transaction.
"""
