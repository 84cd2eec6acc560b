"""Starts a game of a channel against the computer."""

from dataclasses import dataclass

from bot.computer.errors import ComputerUnavailableError
from bot.locale import Words, words_for
from bot.ui.challenges.computer_games import post_board
from bot.ui.context.context import Context
from bot.ui.context.permissions import check_can_post, check_channel, check_may_host
from bot.ui.text.words import computer_name
from bot.use_cases.crowds.crowd_games import CrowdTerms
from bot.values.challenges import ColorChoice
from bot.values.crowds import Crowd, VotingWindow
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Ruleset


@dataclass(frozen=True, slots=True)
class CrowdWish:
    """How someone wants a channel to play. The defaults are the server's step and its ruleset."""

    level: int | None
    ruleset: Ruleset | None
    color: ColorChoice
    window: VotingWindow
    crowd: Crowd


def channel_name(words: Words) -> str:
    # Translators: everyone who votes in a channel, as a player: stands where a person's name would.
    return words.label("name of a player", "The channel")


async def begin_in_channel(context: Context, wish: CrowdWish) -> Game:
    """Post the board of a new game that the channel plays against the computer; return the game."""
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)
    services = context.services
    if not services.computer.available:
        raise ComputerUnavailableError
    server = await services.preferences.guild(context.guild_id)
    language = await context.public_language()
    words = words_for(language)
    level = wish.level or await services.crowd_games.next_level(context.guild_id)
    terms = CrowdTerms(
        channel_name(words),
        wish.ruleset or server.ruleset,
        wish.color,
        wish.window,
        wish.crowd,
        language,
        in_words=context.reply.in_words,
    )
    computer = Player(level, computer_name(words, level))
    return await post_board(context, await services.crowd_games.begin(context.place, terms, computer))
