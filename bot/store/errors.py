"""What can be wrong with the database."""


class BusyDatabaseError(Exception):
    """Others used the database for longer than a click can wait. Nothing was changed."""
