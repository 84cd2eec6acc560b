"""Whether the computer may answer in a game: not if that would help the person in another one."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.use_cases.games.storing import load
from bot.values.game.fair_play import STRONG_LEVELS, OffLimits
from bot.values.game.game import Game
from bot.values.game.game_errors import HelpfulAnswerError


async def check_answer(connection: AsyncConnection, game: Game) -> None:
    """Check that if the computer is to move in someone's game, its answer wouldn't help them elsewhere.

    Raises:
        HelpfulAnswerError: it's a strong level, in a position that's closed to them.
    """
    if not game.computer_moves or game.crowd is not None or game.level not in STRONG_LEVELS:
        return
    person = game.opponent_of(game.to_move.id).id
    protected = await games.running_without_hints(connection, person)
    protected += await games.running_where_people_vote(connection, person, guild_id=game.place.guild_id)
    found = OffLimits(tuple(protected)).known.closing(game.position)
    if found is not None and found.game is not None:
        raise HelpfulAnswerError(await load(connection, found.game), game.level, game.number)


async def may_answer(connection: AsyncConnection, game: Game) -> bool:
    """Return whether the computer's answer in a game wouldn't help anyone elsewhere."""
    try:
        await check_answer(connection, game)
    except HelpfulAnswerError:
        return False
    return True
