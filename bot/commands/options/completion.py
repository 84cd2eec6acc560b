"""Suggestions while someone types an option."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any

import structlog
from discord.app_commands import Choice

from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.context.refusals import TellableError
from bot.ui.games.game_list import game_label
from bot.values.base36 import format_number
from bot.values.game.game import Game

MOST_CHOICES = 25
"""Discord's limit."""

Complete = Callable[[Context, str], Awaitable[Sequence[Choice[str]]]]
"""Finds choices for what someone has typed."""

log = structlog.get_logger(__name__)


def completion(complete: Complete) -> Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]:
    """Return the function that discord.py calls while someone types.

    It always answers: with nothing if the person can't use the command or if something fails.
    """

    async def answer(interaction: Interaction, typed: str) -> list[Choice[str]]:
        context = Context.of(interaction)
        if not await context.complete(await _found(complete, context, typed)):
            # The library would try again, and then log an error because Discord refuses that, too.
            raise asyncio.CancelledError
        return []

    return answer


async def _found(complete: Complete, context: Context, typed: str) -> Sequence[Choice[str]]:
    try:
        return await complete(context, typed)
    except Exception as error:
        # What a stop interrupts is no defect.
        if not (isinstance(error, TellableError) or context.client.is_closed()):
            log.exception("completion failed")
        return ()


async def game_choices(context: Context, games: list[Game], typed: str) -> list[Choice[str]]:
    """Return choices for the games whose label contains what someone has typed, the best matches first."""
    words = await context.read_words()
    choices = (
        Choice(name=game_label(words, context.named(game), context.user.id), value=format_number(game.number))
        for game in games
    )
    return best_first(choices, typed.strip().removeprefix("#"))


async def finished_game_choices(context: Context, typed: str) -> list[Choice[str]]:
    """Return choices for the finished games that someone may see, as ``game_choices`` does."""
    queries = context.services.game_queries
    games = await queries.finished(context.place.guild_id, player_id=context.user.id, limit=MOST_CHOICES)
    return await game_choices(context, games, typed)


def best_first(choices: Iterable[Choice[str]], typed: str) -> list[Choice[str]]:
    """Return the choices whose name or value contains what someone has typed.

    Exact matches come first, then those that begin with it; otherwise they keep their order.

    >>> offered = [Choice(name="15 minutes", value="15m"), Choice(name="5 minutes", value="5m")]
    >>> [choice.value for choice in best_first(offered, "5M")]
    ['5m', '15m']
    """
    sought = typed.strip().casefold()
    found = [choice for choice in choices if any(sought in text for text in _texts(choice))]
    return sorted(found, key=lambda choice: min(_unlikeness(text, sought) for text in _texts(choice)))


def _texts(choice: Choice[str]) -> tuple[str, str]:
    return choice.name.casefold(), choice.value.casefold()


def _unlikeness(text: str, sought: str) -> tuple[bool, bool]:
    return text != sought, not text.startswith(sought)
