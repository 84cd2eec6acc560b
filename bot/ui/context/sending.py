"""Sends and edits messages, typeset. What Discord refuses with its ornaments, it gets without them."""

from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import discord
import structlog

import render
from bot.ui.context.requests import GoneError, RefusedError, Thing, ask
from bot.ui.message.content import LONGEST_CONTENT, LONGEST_TEXTS, Content
from bot.ui.message.icons import icon_name
from bot.ui.message.plain import make_plain
from bot.ui.text.typesetting import typeset, typeset_message
from bot.ui.text.words import SIGNS

T = TypeVar("T")

_SIGN_OF_FACE: Final = {face: sign for sign, face in SIGNS.items()}
_SIGNS: Final = {icon_name(piece): _SIGN_OF_FACE[piece.kind, piece.direction] for piece in render.PIECES}

log = structlog.get_logger(__name__)


async def say(request: Callable[..., Coroutine[Any, Any, T]], text: str, **options: Any) -> T:
    """Ask Discord for a new message that's only a text.

    Raises:
        RequestError: Discord refuses it, or can't be reached.
    """
    return await ask(request(typeset(text, {}, LONGEST_CONTENT), **options))


async def send(request: Callable[..., Coroutine[Any, Any, T]], content: Content, **options: Any) -> T:
    """Ask Discord for a new message; ``request`` is what the library has for that.

    Raises:
        RequestError: Discord refuses it even without ornaments, or can't be reached.
    """
    return await _ask(lambda shown: request(view=shown.view, files=shown.files(), **options), content)


async def change(request: Callable[..., Coroutine[Any, Any, T]], content: Content, **options: Any) -> T:
    """Ask Discord to replace a message, as `send` does for a new one."""
    return await _ask(lambda shown: request(view=shown.view, attachments=shown.files(), **options), content)


async def _ask(request: Callable[[Content], Coroutine[Any, Any, T]], content: Content) -> T:
    # What has icons has got them before.
    typeset_message(content.view, {}, LONGEST_TEXTS)
    try:
        return await ask(request(content))
    except (RefusedError, GoneError) as error:
        if error.gone not in {None, Thing.EMOJI}:
            raise
        log.info("message refused, tried without ornaments", error=str(error))
        return await ask(request(make_plain(content, _sign_of)))


def _sign_of(icon: discord.PartialEmoji) -> str:
    return _SIGNS.get(icon.name, "")
