"""A move is played, and with it the answers that were planned."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.game_errors import ForbiddenMoveError, StaleRevisionError
from bot.matches.plan import Plan
from bot.matches.turns import begin_turn, finish
from bot.matches.values import Game
from bot.store import games as game_rows
from bot.store import plans as plan_rows
from bot.store.games import MoveRow
from engine import EngineError, Move, Position


async def play_move(connection: AsyncConnection, game: Game, text: str, now: datetime) -> None:
    """Play a move for the player to move, then what the two have planned, and begin the turn after it.

    Every move raises the revision by one.

    Raises:
        ForbiddenMoveError: ``text`` is against the rules.
        StaleRevisionError: another click was faster.
    """
    played = await _play(connection, game, text, now)
    while (answer := await _planned_answer(connection, played)) is not None:
        played = await _play(connection, played, answer, now)
    await begin_turn(connection, played, now)


async def _play(connection: AsyncConnection, game: Game, text: str, now: datetime) -> Game:
    after = _position_after(game, text)
    if not await game_rows.advance(connection, game.number, game.revision):
        raise StaleRevisionError(game)
    row = MoveRow(game.number, game.position.ply, str(after.last_move), game.revision)
    await game_rows.add_move(connection, row, now)
    outcome = after.outcome()
    if outcome is not None:
        await finish(connection, game, outcome, now)
    return replace(game, position=after, outcome=outcome, revision=game.revision + 1, offer=None)


async def _planned_answer(connection: AsyncConnection, game: Game) -> str | None:
    """What the player to move has planned for the move just played; his other plans are dropped."""
    if game.outcome is not None:
        return None
    planner = game.to_move.id
    plan = Plan.of_lines(await plan_rows.lines_of(connection, game.number, planner))
    if not plan.answers:
        return None
    answer, rest = plan.after(str(game.position.last_move))
    await plan_rows.keep(connection, game.number, planner, rest.lines())
    return answer


def _position_after(game: Game, text: str) -> Position:
    try:
        return game.position.play(Move.parse(text))
    except EngineError as error:
        raise ForbiddenMoveError(game, text) from error
