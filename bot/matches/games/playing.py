"""Playing a move, together with the conditional moves that follow it."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.games.errors import ForbiddenMoveError, StaleRevisionError
from bot.matches.games.turns import begin_turn, finish
from bot.matches.values.games import Game, PlayedMove
from bot.store.games import conditional_moves as plan_rows
from bot.store.games import games as game_rows
from bot.store.games.game_rows import MoveRow
from bot.store.games.games import PLANNED
from engine import EngineError, Move, Position


async def play_move(connection: AsyncConnection, game: Game, text: str, now: datetime) -> Game:
    """Play a move for the player to move and the conditional moves that follow, and begin the next turn.

    Every move raises the revision by one. Returns the game as it then stands, just as it would be loaded.

    Raises:
        ForbiddenMoveError: ``text`` is against the rules.
        StaleRevisionError: another click was faster.
    """
    played, answer = await _planned_answer(
        connection, await _play(connection, game, text, game.revision, now)
    )
    while answer is not None:
        played, answer = await _planned_answer(
            connection, await _play(connection, played, answer, PLANNED, now)
        )
    return await begin_turn(connection, played, now)


async def _play(connection: AsyncConnection, game: Game, text: str, clicked: int, now: datetime) -> Game:
    """Play one move, made by a click at the revision ``clicked`` unless that is ``PLANNED``."""
    after = position_after(game, text)
    if not await game_rows.advance(connection, game.number, game.revision, after.ply):
        raise StaleRevisionError(game)
    move = PlayedMove(str(after.last_move), clicked)
    await game_rows.add_move(
        connection, MoveRow(game.number, game.position.ply, move.text, move.revision), now
    )
    played = replace(
        game,
        position=after,
        revision=game.revision + 1,
        moves=(*game.moves, move),
        shown=False,
        stalled=False,
        offer=None,
        answered=game.answered if game.answered and game.answered.is_told_at(after.ply) else None,
    )
    outcome = after.outcome()
    return played if outcome is None else await finish(connection, played, outcome, now)


async def _planned_answer(connection: AsyncConnection, game: Game) -> tuple[Game, str | None]:
    """Return the answer that the player to move has planned for this move; drop their other plans."""
    seat = game.seat(game.position.turn)
    if game.outcome is not None or not seat.conditional_moves.answers:
        return game, None
    answer, rest = seat.conditional_moves.after(str(game.position.last_move))
    await plan_rows.keep(connection, game.number, game.to_move.id, rest.lines())
    return game.with_seat(game.to_move.id, replace(seat, conditional_moves=rest)), answer


def position_after(game: Game, text: str) -> Position:
    """Return the position after a move.

    Raises:
        ForbiddenMoveError: ``text`` is against the rules.
    """
    try:
        return game.position.play(Move.parse(text))
    except EngineError as error:
        raise ForbiddenMoveError(game, text) from error
