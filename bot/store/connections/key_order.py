"""Locks the rows of a DELETE in the order of their key, for PostgreSQL. SQLite has one writer at a time."""

from typing import Any

from sqlalchemy import Column, ColumnElement, select


def in_key_order(key: Column[Any], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition of a DELETE of the rows that meet the conditions, by the ``key`` of their table.

    It locks them in the same order everywhere, so that two transactions never wait for each other.
    """
    return key.in_(select(key).where(*conditions).order_by(key).with_for_update())
