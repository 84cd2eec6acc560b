"""Which function answers which button, menu or form.

A handler registers itself beside the class that says what the button means::

    @on_click(ConfirmResignation)
    async def resign(context: Context, clicked: ConfirmResignation) -> None: ...

A custom_id is read once, and its class leads to the one handler. ``bot.ui.rooms`` imports every module with
handlers, so that all of them are registered. A client can send any custom_id, so one that isn't on the
clicked message is answered without reaching a handler.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, TypeVar

import discord
import structlog
from discord import AppCommandOptionType, ComponentType, InteractionType, ui
from discord.app_commands import Namespace

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NoGameShownError
from bot.ui.context.editing import EditForm, refill, refused_form
from bot.ui.message.content import Content
from bot.ui.message.custom_ids import Ask, CustomId, UnknownButtonError, decode
from bot.ui.message.selects import Menu

Handler = Callable[..., Awaitable[Any]]
Opener = Callable[..., Awaitable[ui.Modal]]
H = TypeVar("H", bound=Handler)
C = TypeVar("C", bound=CustomId)


class _Use(Enum):
    """What a person can do to something that has a custom_id."""

    CLICK = auto()
    ASK = auto()
    CHOOSE = auto()
    CHOOSE_PERSON = auto()
    SUBMIT = auto()


_USES = {
    ComponentType.button.value: _Use.CLICK,
    ComponentType.select.value: _Use.CHOOSE,
    ComponentType.channel_select.value: _Use.CHOOSE,
    ComponentType.user_select.value: _Use.CHOOSE_PERSON,
}


@dataclass(frozen=True, slots=True)
class _Registered:
    """A handler, and how it answers, as in ``on_click``."""

    handler: Handler
    claims: bool = False
    opens_form: bool = False
    again: Opener | None = None


_handlers: dict[tuple[_Use, type[CustomId]], _Registered] = {}


def on_click(
    family: type[C],
    *,
    asks: Callable[[Context, C], Awaitable[Content | None]] | None = None,
    claims: bool = False,
    opens_form: bool = False,
) -> Callable[[H], H]:
    """Register the handler of the buttons of ``family``. It's given the context and the button.

    A button ``Ask(family(…))`` first shows what ``asks`` returns: a question as of ``confirm_panel``, or None
    if there's nothing to ask. With ``claims``, the handler itself claims the interactions, and its context
    ``is_brief``. With ``opens_form``, its answer is a form: it does nothing first that could take a second.
    """

    def register(handler: H) -> H:
        if asks is not None:
            _registration(_Use.ASK, family)(partial(_ask_first, asks, handler))
        return _registration(_Use.CLICK, family, claims=claims, opens_form=opens_form)(handler)

    return register


async def _ask_first(asks: Handler, handler: Handler, context: Context, clicked: CustomId) -> None:
    question = await asks(context, clicked)
    if question is None:
        await handler(context, clicked)
    else:
        await context.reply.private(question, in_place=True)


def on_choice(family: type[CustomId]) -> Callable[[H], H]:
    """Register the handler of the menus of ``family``.

    It's given the context, the menu, and any number of values or of ids of channels.
    """
    return _registration(_Use.CHOOSE, family)


def on_person(family: type[CustomId]) -> Callable[[H], H]:
    """Register the handler of the menus of people of ``family``.

    It's given the context, the menu, and the person who was chosen.
    """
    return _registration(_Use.CHOOSE_PERSON, family)


def on_form(family: type[C], again: Callable[[Context, C], Awaitable[ui.Modal]]) -> Callable[[H], H]:
    """Register the handler of the forms of ``family``.

    It's given the context, the form and what Discord sends of it. If it refuses that, the person can open the
    form that ``again`` returns, with what they filled in.
    """
    return _registration(_Use.SUBMIT, family, again=again)


async def handle(interaction: Interaction) -> None:
    """Answer a click, a choice or a form, unless another process does."""
    # As it was sent: that's what is on the message. The context cleans it.
    custom_id = str(dict(interaction.data or {}).get("custom_id", ""))
    context = Context.of(interaction)
    found = _find(interaction, custom_id)
    context.is_form = found is not None and found[0].opens_form
    if found is not None and found[0].claims:
        if not context.services.interactions.accepted:
            return
        context.is_brief = True
    elif not await context.claims():
        return
    async with context:
        if found is None:
            raise UnknownButtonError
        registered, used, more = found
        game: int | None = getattr(used, "game", None)
        if game is not None:
            structlog.contextvars.bind_contextvars(game=game)
        if registered.again is not None:
            context.refused = partial(refused_form, form=used, data=more[0])
        await registered.handler(context, used, *more)


def _find(interaction: Interaction, custom_id: str) -> tuple[_Registered, CustomId, Sequence[Any]] | None:
    """Return what answers an interaction, what was used, and what else was sent; None if nothing does."""
    data: Mapping[str, Any] = dict(interaction.data or {})
    try:
        used = decode(custom_id)
        if interaction.type is InteractionType.modal_submit:
            return _handlers[_Use.SUBMIT, type(used)], used, [data]
        use, values = _USES[data.get("component_type", 0)], [*map(str, data.get("values", ()))]
        component = _component(interaction.message, custom_id)
        if isinstance(used, Menu):
            (value,) = values
            offered = [option.value for option in getattr(component, "options", ())]
            use, used = _Use.CLICK, decode(offered[offered.index(value)])
        if use is _Use.CLICK and isinstance(used, Ask):
            use, used = _Use.ASK, used.about
        registered = _handlers[use, type(used)]
        if use in {_Use.CLICK, _Use.ASK}:
            return registered, used, ()
        return registered, used, [values if use is _Use.CHOOSE else person_with(interaction, values)]
    except (UnknownButtonError, LookupError, ValueError):
        return None


def meanings_on(context: Context, message: discord.Message) -> list[CustomId]:
    """Return what the buttons and menus on a message of the bot mean, in order; nothing on someone else's."""
    found = []
    for component in _components(message.components if message.author == context.client.user else ()):
        with suppress(UnknownButtonError):
            found.append(decode(getattr(component, "custom_id", None) or ""))
    return found


def _component(message: discord.Message | None, custom_id: str) -> Any:
    """Return the component of a message that has this custom_id. Modified clients send any.

    Raises:
        LookupError: there is none.
    """
    for component in _components([] if message is None else message.components):
        if getattr(component, "custom_id", None) == custom_id:
            return component
    raise LookupError(custom_id)


def _components(among: Iterable[Any]) -> Iterator[Any]:
    for component in among:
        yield component
        yield from _components(getattr(component, "children", ()))
        yield from _components([accessory] if (accessory := getattr(component, "accessory", None)) else ())


def person_with(interaction: Interaction, ids: Sequence[str]) -> discord.Member | discord.User:
    """Return the one person with these ids, whom someone chose.

    Raises:
        LookupError: they aren't those of one person.
    """
    resolved: Any = dict(interaction.data or {}).get("resolved", {})
    if len(ids) != 1 or ids[0] not in resolved.get("users", {}):
        raise LookupError(ids)
    (person_id,) = ids
    # The library resolves people for commands only.
    option: Any = {"type": AppCommandOptionType.user.value, "name": "person", "value": person_id}
    person: discord.Member | discord.User = Namespace(interaction, resolved, [option]).person
    return person


def _registration(use: _Use, family: type[CustomId], **options: Any) -> Callable[[H], H]:
    def register(handler: H) -> H:
        if (use, family) in _handlers:
            raise ValueError(family)
        _handlers[use, family] = _Registered(handler, **options)
        return handler

    return register


@on_click(EditForm, opens_form=True)
async def edit_form(context: Context, clicked: EditForm) -> None:
    """Open a form that was refused, as it was filled in."""
    registered = _handlers.get((_Use.SUBMIT, type(clicked.form)))
    if registered is None or registered.again is None:
        raise UnknownButtonError
    form = await registered.again(context, clicked.form)
    refill(form, clicked.chosen, context.message)
    await context.reply.form(form)


@dataclass(frozen=True, slots=True)
class ShownGame:
    """The game with this ``number``, as it is, or after as many moves as ``ply``."""

    number: int
    ply: int | None


def game_on(context: Context, message: discord.Message) -> ShownGame:
    """Return the game that a message shows, which the person may not be allowed to see."""
    for used in meanings_on(context, message):
        number: int | None = getattr(used, "game", None)
        if number is not None:
            return ShownGame(number, getattr(used, "ply", None))
    raise NoGameShownError
