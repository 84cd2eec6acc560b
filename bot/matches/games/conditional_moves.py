"""Conditional moves: a player prepares answers while it's the other's turn. No one else sees them."""

from bot.matches.games.errors import (
    FinishedGameError,
    ForbiddenMoveError,
    OwnTurnError,
    PlanLimitError,
    StaleRevisionError,
    WithComputerError,
)
from bot.matches.games.games import Games, check_player
from bot.matches.games.loading import load
from bot.matches.values.conditional_moves import MOST_ANSWERS, MOST_PAIRS, ConditionalTree, Line
from bot.matches.values.games import Game
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.games import conditional_moves as plan_rows
from engine import EngineError, Move, Position


class ConditionalMoves:
    """The conditional moves in one database."""

    def __init__(self, database: Database, games: Games) -> None:
        self._database = database
        self._games = games

    @retried
    async def get(self, number: int, player_id: int) -> tuple[Game, ConditionalTree]:
        """Return a game as it stands and a player's conditional moves in it.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            WithComputerError: they are playing the computer.
            OwnTurnError: it is their own turn.
        """
        async with self._database.reading_once() as connection:
            game = await load(connection, number)
        _check_may_plan(game, player_id)
        return game, game.seat_of(player_id).conditional_moves

    @retried
    async def answer(
        self, number: int, revision: int, player_id: int, line: Line, move: str
    ) -> tuple[Game, ConditionalTree]:
        """Add ``move`` as the answer to the last move of ``line``, with a panel made at ``revision``.

        Raises:
            MatchError: as in ``get``.
            StaleRevisionError: the game went on since, or the beginning of ``line`` is no longer planned.
            ForbiddenMoveError: one of the moves is against the rules.
            PlanLimitError: it is too far ahead, or there are too many answers.
        """
        async with self._games.changing(number) as (connection, game):
            _check_may_plan(game, player_id)
            tree = game.seat_of(player_id).conditional_moves
            if revision != game.revision or not _leads_on(tree, line):
                raise StaleRevisionError(game)
            position_after(game, (*line, move))
            planned = tree.with_answer(line, move)
            if len(line) >= 2 * MOST_PAIRS or len(planned.answers) > MOST_ANSWERS:
                raise PlanLimitError(game)
            await plan_rows.keep(connection, number, player_id, planned.lines())
            return game, planned

    @retried
    async def forget(
        self, number: int, revision: int, player_id: int, line: Line
    ) -> tuple[Game, ConditionalTree]:
        """Remove the answer to the last move of ``line`` and what follows; all answers if ``line`` is empty.

        Raises:
            MatchError: as in ``get``.
            StaleRevisionError: the game went on since.
        """
        async with self._games.changing(number) as (connection, game):
            _check_may_plan(game, player_id)
            if revision != game.revision:
                raise StaleRevisionError(game)
            tree = game.seat_of(player_id).conditional_moves.without(line)
            await plan_rows.keep(connection, number, player_id, tree.lines())
            return game, tree


def position_after(game: Game, line: Line) -> Position:
    """Return the position of a game after these further moves.

    Raises:
        ForbiddenMoveError: one of them is against the rules.
    """
    position = game.position
    for text in line:
        try:
            position = position.play(Move.parse(text))
        except EngineError as error:
            raise ForbiddenMoveError(game, text) from error
    return position


def _check_may_plan(game: Game, player_id: int) -> None:
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if game.level is not None:
        raise WithComputerError(game)
    if color is game.position.turn:
        raise OwnTurnError(game)


def _leads_on(tree: ConditionalTree, line: Line) -> bool:
    """Return whether each of the player's own moves in ``line`` is what they planned there."""
    return all(tree.answers.get(line[:index]) == line[index] for index in range(1, len(line), 2))
