"""In which language someone is spoken to who hasn't just clicked."""

from gettext import NullTranslations

import structlog

from bot.locale import first_known, words_for
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.context.client import ServingClient
from bot.ui.context.failures import FAILURES

log = structlog.get_logger(__name__)


async def words_to(client: ServingClient, player: Player, game: Game) -> NullTranslations:
    """Return the words for telling a player something about a game in private.

    Discord tells the language of a person only when they click, so without a choice of theirs it's the
    game's.
    """
    return words_for(first_known(await client.services.preferences.language(player.id), game.language))


async def server_words(client: ServingClient, guild_id: int) -> NullTranslations:
    """Return the words for posting something in a server: its choice, or else its language on Discord."""
    chosen = (await client.services.preferences.guild(guild_id)).language
    return words_for(chosen or first_known(await _locale(client, guild_id)))


async def _locale(client: ServingClient, guild_id: int) -> str | None:
    try:
        return str((await client.fetch_guild(guild_id, with_counts=False)).preferred_locale)
    except FAILURES as error:
        log.info("language of a server not found out", guild=guild_id, error=str(error))
        return None
