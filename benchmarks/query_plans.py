"""Shows how PostgreSQL runs the bot's statements, without a change to either."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, text

_LARGE = 10_000
"""Reading a whole table counts from this number of rows on."""

_EXPLAINABLE = ("SELECT", "WITH", "INSERT", "UPDATE", "DELETE")


@dataclass
class Plans:
    """How many statements were explained, and the tables that were read completely, each with a statement."""

    rows: Mapping[str, float]
    statements: int = 0
    scanned: dict[str, str] = field(default_factory=dict)

    def explain(self, _: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        """Look at a statement's plan right before it runs on the same cursor."""
        if not statement.lstrip(" (\n").upper().startswith(_EXPLAINABLE):
            return
        one = parameters[0] if rest[-1] else parameters
        cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}", one)
        self.statements += 1
        for node in _nodes(cursor.fetchall()[0][0][0]["Plan"]):
            table = node.get("Relation Name", "")
            if node["Node Type"] == "Seq Scan" and self.rows.get(table, 0) >= _LARGE:
                self.scanned[table] = statement


@contextmanager
def plans_watched(url: URL) -> Iterator[Plans]:
    """Explain every statement in the block, on any connection."""
    engine = create_engine(url)
    with engine.connect() as connection:
        sizes = connection.execute(text("SELECT relname, reltuples FROM pg_class WHERE relkind = 'r'"))
        plans = Plans({row.relname: row.reltuples for row in sizes})
    engine.dispose()
    event.listen(Engine, "before_cursor_execute", plans.explain)
    try:
        yield plans
    finally:
        event.remove(Engine, "before_cursor_execute", plans.explain)


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for inner in node.get("Plans", ()):
        yield from _nodes(inner)
