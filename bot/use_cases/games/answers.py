"""Whether the computer may answer in a game: not if that would help the person in another one."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import daily_games, games
from bot.use_cases.games.storing import load
from bot.values.crowds import RESIGN
from bot.values.errors import HelpInDayError
from bot.values.game.daily_games import day_at
from bot.values.game.fair_play import FEWEST_PIECES, STRONG_LEVELS, OffLimits
from bot.values.game.game import Game
from bot.values.game.game_errors import HelpfulAnswerError, HelpfulVoteError


async def check_answer(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Check that if the computer is to move in a game, its answer wouldn't help anyone elsewhere.

    What a channel's people play elsewhere was looked at when they voted.

    Raises:
        HelpfulAnswerError, HelpInDayError: it's a strong level, in a position that's closed to them.
    """
    if not game.computer_moves or game.day is not None or game.level not in STRONG_LEVELS:
        return
    if game.crowd is None:
        person = game.opponent_of(game.to_move.id).id
        protected = await games.running_without_hints(connection, person)
        protected += await games.running_where_people_vote(connection, person, guild_id=game.place.guild_id)
        found = OffLimits(tuple(protected)).known.closing(game.position)
        if found is not None and found.game is not None:
            raise HelpfulAnswerError(await load(connection, found.game), game.level, game.number)
    start = await daily_games.protected(connection, day_at(now))
    if start is not None and start.closes(game.position):
        raise HelpInDayError


async def check_vote(
    connection: AsyncConnection, game: Game, choice: str, now: datetime, *, player_id: int
) -> None:
    """Check that the computer's answer to a move that someone votes for wouldn't help them elsewhere.

    Votes in openings aren't barred, nor for a move that ends the game.

    Raises:
        HelpfulVoteError, HelpInDayError: it's a strong level, and its position is closed to them.
    """
    if choice == RESIGN or game.level not in STRONG_LEVELS:
        return
    position = game.position.play(choice)
    for each in await games.running_without_hints(connection, player_id):
        is_opening = each.position.ply < FEWEST_PIECES
        if each.game is not None and not is_opening and position.outcome() is None and each.closes(position):
            raise HelpfulVoteError(await load(connection, each.game), game.level)
    start = await daily_games.protected(connection, day_at(now))
    if start is not None and position.outcome() is None and start.closes(position):
        raise HelpInDayError


async def may_answer(connection: AsyncConnection, game: Game, now: datetime) -> bool:
    """Return whether the computer's answer in a game wouldn't help anyone elsewhere."""
    try:
        await check_answer(connection, game, now)
    except (HelpfulAnswerError, HelpInDayError):
        return False
    return True
