"""How frozen values are stored, made from their fields: as columns, as JSON, and back.

The type of a field says how, and a ``Shape`` what's different in a class:

=======================  ===================================================
text, a number, a bool   as it is
an enum                  its value
an instant               as it is in a column, in ISO 8601 in JSON
a tuple                  a JSON array
a dataclass              a JSON object, or the columns of its fields
``X | None``             null, if it's None
=======================  ===================================================

Where null is stored, or nothing, a field has its default.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from sqlalchemy import Table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Form:
    """How something is written and read: functions of that, and of the context of the whole value.

    The context is what its parts are relative to: when a game began, or who is in a cup.
    """

    write: Callable[[Any, Any], Any]
    read: Callable[[Any, Any], Any]


AS_IS: Final = Form(lambda value, _: value, lambda stored, _: stored)
_ISO: Final = Form(lambda at, _: at.isoformat(), lambda text, _: datetime.fromisoformat(text))


def optional(form: Form) -> Form:
    """Return the form of what may be None."""
    return Form(
        lambda value, context: None if value is None else form.write(value, context),
        lambda stored, context: None if stored is None else form.read(stored, context),
    )


def several(form: Form) -> Form:
    """Return the form of a tuple, given that of its members."""
    return Form(
        lambda values, context: [form.write(value, context) for value in values],
        lambda stored, context: tuple([form.read(each, context) for each in stored]),
    )


@dataclass(frozen=True, slots=True)
class Shape:
    """What's different about how the fields of a dataclass are stored.

    Those of a dataclass ``total`` that has no column of its own are called ``total_seconds`` and so on.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    """What fields are called where they're stored."""

    forms: Mapping[str, Form] = field(default_factory=dict)
    """The forms of fields whose types don't say it."""

    flat: Collection[str] = ()
    """Fields that are dataclasses, whose own fields are stored beside the others, under their own names."""

    without: Collection[str] = ()
    """Fields that aren't stored."""

    is_array: bool = False
    """Whether it's an array in JSON, instead of an object."""

    with_nulls: bool = False
    """Whether the object also has the fields that are None."""


USUAL: Final = Shape()
ARRAY: Final = Shape(is_array=True)


class Json:
    """How values are stored as JSON, given the forms or shapes of types that aren't stored as usual."""

    def __init__(self, unusual: Mapping[Any, Form | Shape], *, ascii_only: bool = True) -> None:
        self._unusual = unusual
        self._encoded = json.JSONEncoder(ensure_ascii=ascii_only, separators=(",", ":")).encode

    def text(self, form: Form) -> Form:
        """Return the form of a text, given that of what's in it."""
        return Form(
            lambda value, context: self._encoded(form.write(value, context)),
            lambda text, context: form.read(json.loads(text), context),
        )

    def form(self, kind: Any, shape: Shape | None = None) -> Form:
        """Return the form of a type, or of a dataclass in this shape, as what JSON can hold."""
        unusual = shape or self._unusual.get(kind, USUAL)
        if isinstance(unusual, Form):
            return unusual
        if _known(kind) is not kind:
            return optional(self.form(_known(kind)))
        if get_origin(kind) is tuple:
            return several(self.form(get_args(kind)[0]))
        if is_dataclass(kind):
            return self._array(kind, unusual) if unusual.is_array else self._object(kind, unusual)
        return _ISO if kind is datetime else _plain(kind)

    def _array(self, kind: Any, shape: Shape) -> Form:
        hints = get_type_hints(kind).items()
        forms = [(name, shape.forms.get(name) or self.form(hint)) for name, hint in hints]
        members = [(index, form) for index, (_, form) in enumerate(forms) if form is not AS_IS]
        facts_of = attrgetter(*[name for name, _ in forms])

        def write(value: Any, context: Any) -> list[Any]:
            stored = [*facts_of(value)]
            for index, form in members:
                stored[index] = form.write(stored[index], context)
            return stored

        def read(stored: list[Any], context: Any) -> Any:
            facts = [*stored]
            for index, form in members:
                facts[index] = form.read(facts[index], context)
            return kind(*facts)

        return Form(write, read)

    def _object(self, kind: Any, shape: Shape) -> Form:
        parts = _parts(kind, shape, lambda _name, hint, _default: self.form(hint))

        def write(value: Any, context: Any) -> dict[str, Any]:
            stored = _write(parts, value, context)
            return {name: each for name, each in stored.items() if each is not None or shape.with_nulls}

        return Form(write, lambda stored, context: kind(**_read(parts, stored, context)))


PLAIN_JSON: Final = Json({})


class Columns(Generic[T]):
    """How values of a class are stored in a table.

    A dataclass for which there's no column has columns for its fields. What the table has no column for is
    only read: it comes from another table. In a column, tuples and dataclasses are JSON; if it can be null,
    null is the default.
    """

    def __init__(  # noqa: PLR0913 - what's different
        self,
        kind: Callable[..., T],
        table: Table,
        shape: Shape = USUAL,
        json: Json = PLAIN_JSON,
        *,
        context: Callable[[T], Any] = lambda _: None,
        derived: Callable[[T], dict[str, Any]] = lambda _: {},
    ) -> None:
        """Make what stores values of ``kind``, given their ``context`` and columns ``derived`` from them."""
        self._kind, self._table, self._json = kind, table, json
        self._context, self._derived = context, derived
        self._names = frozenset(table.c.keys())
        self._parts = _parts(kind, shape, self._form, self._names)

    def write(self, value: T) -> dict[str, Any]:
        """Return what's stored of a value, by the names of columns."""
        return self._write(self._parts, value)

    def changes(self, before: T, after: T) -> dict[str, Any]:
        """Return what's stored differently after a change."""
        parts, old = self._parts, self._derived(before)
        if self._context(before) == self._context(after):
            parts = [part for part in parts if getattr(before, part.field) != getattr(after, part.field)]
        else:
            old |= _write(parts, before, self._context(before))
        new = self._write(parts, after).items()
        return {name: stored for name, stored in new if name not in old or stored != old[name]}

    def fields(self, row: Mapping[str, Any], context: Any = None) -> dict[str, Any]:
        """Return those fields of a value that are in a row, by their names."""
        return _read(self._parts, row, context)

    def read(self, row: Mapping[str, Any], context: Any = None, **others: Any) -> T:
        """Return the value in a row, given its fields that aren't stored there."""
        return self._kind(**self.fields(row, context), **others)

    def _write(self, parts: Iterable["_Part"], value: T) -> dict[str, Any]:
        stored = _write(parts, value, self._context(value)) | self._derived(value)
        return {name: each for name, each in stored.items() if name in self._names}

    def _form(self, name: str, hint: Any, default: Any) -> Form:
        kind = _known(hint)
        if not is_dataclass(kind) and get_origin(kind) is None:
            return AS_IS if kind is datetime else _plain(kind)
        text = self._json.text(self._json.form(kind))
        if not self._table.c[name].nullable:
            return text
        return Form(
            lambda value, context: None if value == default else text.write(value, context), text.read
        )


@dataclass(frozen=True, slots=True)
class _Part:
    """A field, what it's called where it's stored in a mapping, and its form.

    Without a name, it's a dataclass whose own fields are stored there.
    """

    field: str
    name: str | None
    form: Form
    default: Any
    names: Collection[str]


def _write(parts: Iterable[_Part], value: Any, context: Any) -> dict[str, Any]:
    stored: dict[str, Any] = {}
    for part in parts:
        fact = getattr(value, part.field)
        if part.name is None:
            stored |= part.form.write(fact, context)
        else:
            stored[part.name] = None if fact is None else part.form.write(fact, context)
    return stored


def _read(parts: Iterable[_Part], stored: Mapping[str, Any], context: Any) -> dict[str, Any]:
    facts = {}
    for part in parts:
        found = stored if part.name is None else stored.get(part.name)
        facts[part.field] = part.default if found is None else part.form.read(found, context)
    return facts


def _parts(
    kind: Any,
    shape: Shape,
    form_of: Callable[[str, Any, Any], Form],
    columns: Collection[str] | None = None,
    prefix: str = "",
) -> Sequence[_Part]:
    hints, parts = get_type_hints(kind), []
    for each in fields(kind):
        usual, hint, default = prefix + each.name, hints[each.name], _default(each)
        name, is_flat = shape.names.get(usual, usual), usual in shape.flat
        has_columns = columns is not None and is_dataclass(_known(hint)) and name not in columns
        if usual in shape.without:
            continue
        if usual in shape.forms:
            parts.append(_Part(each.name, name, shape.forms[usual], default, {name}))
        elif is_flat or has_columns:
            inner = _parts(_known(hint), shape, form_of, columns, prefix if is_flat else f"{usual}_")
            names = [name for part in inner for name in part.names]
            form = _spread(_known(hint), inner, names, default)
            parts.append(_Part(each.name, None, form, default, names))
        else:
            parts.append(_Part(each.name, name, form_of(name, hint, default), default, {name}))
    return parts


def _spread(kind: Any, parts: Sequence[_Part], names: Collection[str], default: Any) -> Form:
    """Return the form of a dataclass whose own fields are stored beside the others."""
    nulls = dict.fromkeys(names)

    def write(value: Any, context: Any) -> Mapping[str, Any]:
        return nulls if value is None else _write(parts, value, context)

    def read(stored: Mapping[str, Any], context: Any) -> Any:
        if all(stored.get(name) is None for name in nulls):
            return default
        return kind(**_read(parts, stored, context))

    return Form(write, read)


def _default(of: Field[Any]) -> Any:
    if of.default_factory is not MISSING:
        return of.default_factory()
    return None if of.default is MISSING else of.default


def _known(kind: Any) -> Any:
    """Return a type without None."""
    if get_origin(kind) not in {Union, UnionType}:
        return kind
    (known,) = (each for each in get_args(kind) if each is not NoneType)
    return known


def _plain(kind: Any) -> Form:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Form(lambda member, _: member.value, lambda stored, _: kind(stored))
    return AS_IS
