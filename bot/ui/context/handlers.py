"""Which function answers which button, menu or form.

A handler registers itself beside the button that it answers::

    @on_click(GameButton, GameAction.HINT)
    async def give_hint(context: Context, clicked: GameButton) -> None: ...

A custom_id is parsed once, and its family and action lead to the one handler. ``bot.ui.rooms`` imports every
module with handlers, so that all of them are registered.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import discord
import structlog

from bot.ui.context.context import Context
from bot.ui.message.custom_ids import ButtonId, UnknownButtonError
from bot.ui.message.form_ids import NoteForm
from bot.ui.message.select_ids import SelectId

Handler = Callable[..., Awaitable[None]]
H = TypeVar("H", bound=Handler)
K = TypeVar("K")

_clicks: defaultdict[type[ButtonId], dict[Hashable, Handler]] = defaultdict(dict)
_choices: dict[type[SelectId], Handler] = {}
_forms: dict[type[NoteForm], Handler] = {}


def on_click(family: type[ButtonId], *actions: Hashable) -> Callable[[H], H]:
    """Register the handler of those buttons of ``family`` whose ``action_key`` is one of ``actions``.

    It's given the context and the button.

    Raises:
        ValueError: they already have a handler.
    """
    return _registration(_clicks[family], *actions)


def on_choice(family: type[SelectId]) -> Callable[[H], H]:
    """Register the handler of the menus of ``family``.

    It's given the context, the menu and what was chosen: values, ids of channels, or people.

    Raises:
        ValueError: they already have a handler.
    """
    return _registration(_choices, family)


def on_form(family: type[NoteForm]) -> Callable[[H], H]:
    """Register the handler of the forms of ``family``.

    It's given the context, the form and what Discord sends of it.

    Raises:
        ValueError: they already have a handler.
    """
    return _registration(_forms, family)


async def answer_click(context: Context, clicked: ButtonId) -> None:
    """Do what a clicked button says.

    Raises:
        UnknownButtonError: this button no longer exists.
        MatchError: it can't be done.
    """
    _log_game(clicked)
    handler = _clicks[type(clicked)].get(clicked.action_key)
    if handler is None:
        raise UnknownButtonError(str(clicked))
    await handler(context, clicked)


async def answer_choice(
    context: Context, used: SelectId, chosen: Sequence[str | discord.Member | discord.User]
) -> None:
    """Do what was chosen in a menu.

    Raises:
        MatchError: it can't be done.
    """
    _log_game(used)
    await _choices[type(used)](context, used, chosen)


async def answer_form(context: Context, form: NoteForm, data: Mapping[str, Any]) -> None:
    """Do what was written in a form, of which Discord sends ``data``.

    Raises:
        MatchError: it can't be done.
    """
    await _forms[type(form)](context, form, data)


def _log_game(used: ButtonId | SelectId) -> None:
    """Let everything that's logged from here on in this task carry the game that a button or menu names."""
    game: int | None = getattr(used, "game", None)
    if game is not None:
        structlog.contextvars.bind_contextvars(game=game)


def _registration(handlers: dict[K, Handler], *keys: K) -> Callable[[H], H]:
    def register(handler: H) -> H:
        for key in keys:
            if key in handlers:
                raise ValueError(key)
            handlers[key] = handler
        return handler

    return register
