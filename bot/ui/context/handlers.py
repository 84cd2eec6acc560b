"""Which function answers which button, menu or form.

A handler registers itself beside the button that it answers::

    @on_click(GameButton, GameAction.HINT)
    async def give_hint(context: Context, clicked: GameButton) -> None: ...

A custom_id is parsed once, and its family and action lead to the one handler. ``bot.ui.rooms`` imports every
module with handlers, so that all of them are registered.
"""

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from bot.ui.context.context import Context
from bot.ui.message.custom_ids import ButtonId, NoteForm, UnknownButtonError
from bot.ui.message.select_ids import SelectId

Click = TypeVar("Click", bound=Callable[[Context, Any], Awaitable[None]])
Choice = TypeVar("Choice", bound=Callable[[Context, Any, Sequence[str]], Awaitable[None]])
Form = TypeVar("Form", bound=Callable[[Context, Any, Mapping[str, Any]], Awaitable[None]])

_clicks: dict[tuple[type[ButtonId], Hashable], Callable[[Context, Any], Awaitable[None]]] = {}
_choices: dict[type[SelectId], Callable[[Context, Any, Sequence[str]], Awaitable[None]]] = {}
_forms: dict[type[NoteForm], Callable[[Context, Any, Mapping[str, Any]], Awaitable[None]]] = {}


def on_click(family: type[ButtonId], *actions: Hashable) -> Callable[[Click], Click]:
    """Register the handler of those buttons of ``family`` whose ``action_key`` is one of ``actions``.

    Raises:
        ValueError: they already have a handler.
    """

    def register(handler: Click) -> Click:
        for action in actions:
            if (family, action) in _clicks:
                raise ValueError(action)
            _clicks[family, action] = handler
        return handler

    return register


def on_choice(family: type[SelectId]) -> Callable[[Choice], Choice]:
    """Register the handler of the menus of ``family``; it's also given the values that were chosen.

    Raises:
        ValueError: they already have a handler.
    """

    def register(handler: Choice) -> Choice:
        if family in _choices:
            raise ValueError(family)
        _choices[family] = handler
        return handler

    return register


def on_form(family: type[NoteForm]) -> Callable[[Form], Form]:
    """Register the handler of the forms of ``family``; it's also given what Discord sends of them.

    Raises:
        ValueError: they already have a handler.
    """

    def register(handler: Form) -> Form:
        if family in _forms:
            raise ValueError(family)
        _forms[family] = handler
        return handler

    return register


async def answer_click(context: Context, clicked: ButtonId) -> None:
    """Do what a clicked button says.

    Raises:
        UnknownButtonError: this button no longer exists.
        MatchError: it can't be done.
    """
    handler = _clicks.get((type(clicked), clicked.action_key))
    if handler is None:
        raise UnknownButtonError(str(clicked))
    await handler(context, clicked)


async def answer_choice(context: Context, used: SelectId, chosen: Sequence[str]) -> None:
    """Do what was chosen in a menu.

    Raises:
        MatchError: it can't be done.
    """
    await _choices[type(used)](context, used, chosen)


async def answer_form(context: Context, form: NoteForm, data: Mapping[str, Any]) -> None:
    """Do what was written in a form, of which Discord sends ``data``.

    Raises:
        MatchError: it can't be done.
    """
    await _forms[type(form)](context, form, data)
