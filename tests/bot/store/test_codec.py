"""Values made into columns and JSON, and made again."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import pytest
from sqlalchemy import Boolean, Column, Integer, MetaData, String, Table, Text

from bot.store.codec import ARRAY, Columns, Form, Json, Shape, optional, several

pytestmark = pytest.mark.quick

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Color(StrEnum):
    RED = "red"
    GREEN = "green"


@dataclass(frozen=True)
class Size:
    width: int
    depth: int = 1


@dataclass(frozen=True)
class Maker:
    id: int
    name: str
    nickname: str = "nobody"


@dataclass(frozen=True)
class Part:
    name: str
    made_at: datetime
    size: Size | None = None
    places: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Toy:
    number: int
    maker: Maker
    main: Part
    color: Color = Color.RED
    size: Size | None = None
    packed: Size | None = None
    parts: tuple[Part, ...] = ()
    spare: tuple[Part, ...] = ()
    heard: bool = True
    comment: str | None = None


TOYS = Table(
    "toys",
    MetaData(),
    *(
        Column(name, Integer)
        for name in ("id", "maker_id", "width", "height", "packed_width", "packed_depth")
    ),
    *(
        Column("color", String),
        Column("heard", Boolean),
        Column("comment", String),
        Column("name_length", Integer),
    ),
    *(Column("main", Text, nullable=False), Column("parts", Text), Column("spare", Text, nullable=False)),
    Column("maker_name", String),
)
"""What a toy's maker is called otherwise is in another table."""

SINCE = Form(
    lambda at, began: (at - began) // timedelta(seconds=1),
    lambda seconds, began: began + timedelta(seconds=seconds),
)
PLACES = several(optional(Form(lambda place, _: place + 100, lambda stored, _: stored - 100)))
STORED = Columns(
    Toy,
    TOYS,
    Shape(names={"number": "id", "depth": "height"}, flat={"size"}),
    Json({datetime: SINCE, Size: ARRAY, Part: Shape(names={"made_at": "made"}, forms={"places": PLACES})}),
    context=lambda _: NOON,
    derived=lambda toy: {"name_length": len(toy.maker.name)},
)

PART = Part("ear", NOON + timedelta(seconds=5), Size(3, 2), (1, None))
BEAR = Toy(7, Maker(3, "Ada"), PART, Color.GREEN, Size(30, 20), None, (PART, Part("eye", NOON)), heard=False)
ROW = {
    "id": 7,
    "maker_id": 3,
    "maker_name": "Ada",
    "color": "green",
    "width": 30,
    "height": 20,
    "packed_width": None,
    "packed_depth": None,
    "main": '{"name":"ear","made":5,"size":[3,2],"places":[101,null]}',
    "parts": '[{"name":"ear","made":5,"size":[3,2],"places":[101,null]},{"name":"eye","made":0,"places":[]}]',
    "spare": "[]",
    "heard": False,
    "comment": None,
    "name_length": 3,
}


def test_the_fields_of_a_value_are_columns() -> None:
    assert STORED.write(BEAR) == ROW
    assert STORED.read(ROW, NOON) == BEAR


def test_what_the_table_has_no_column_for_is_only_read() -> None:
    named = STORED.read({**ROW, "maker_nickname": "Countess"}, NOON)
    assert named == replace(BEAR, maker=Maker(3, "Ada", "Countess"))
    assert STORED.write(named) == ROW


def test_where_there_is_null_a_field_has_its_default() -> None:
    nulls = {**ROW, **dict.fromkeys(("color", "width", "height", "parts", "spare", "heard"))}
    assert STORED.read(nulls, NOON) == Toy(7, Maker(3, "Ada"), PART)
    assert STORED.read({**ROW, "height": None}, NOON).size == Size(30, 1)
    assert STORED.write(Toy(7, Maker(3, "Ada"), PART))["parts"] is None


def test_only_fields_that_differ_are_changed() -> None:
    assert STORED.changes(BEAR, BEAR) == {}
    assert STORED.changes(BEAR, replace(BEAR, size=Size(30, 21), heard=True)) == {
        "width": 30,
        "height": 21,
        "heard": True,
    }
    renamed = replace(BEAR, maker=Maker(3, "Countess"))
    assert STORED.changes(BEAR, renamed) == {"maker_id": 3, "maker_name": "Countess", "name_length": 8}


def test_what_depends_on_the_context_changes_with_it() -> None:
    numbered = Columns(
        Toy,
        TOYS,
        Shape(forms={"comment": Form(lambda text, toy: text * toy, lambda text, _: text)}),
        context=lambda toy: toy.number,
    )
    before = replace(BEAR, comment="so")
    assert numbered.changes(before, replace(before, number=2)) == {"comment": "soso"}


def test_json_without_anything_unusual() -> None:
    form = Json({}, ascii_only=False).form(Part)
    written = {"name": "œil", "made_at": "2026-03-01T12:00:00+00:00", "places": [1, None]}
    part = Part("œil", NOON, None, (1, None))
    assert form.write(part, None) == written
    assert form.read(written, None) == part
    text = Json({}, ascii_only=False).text(form)
    assert text.write(part, None) == '{"name":"œil","made_at":"2026-03-01T12:00:00+00:00","places":[1,null]}'
    assert Json({Part: Shape(with_nulls=True)}).form(Part).write(part, None) == {**written, "size": None}
