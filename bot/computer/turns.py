"""The computer's turns in games: it thinks and plays, and then the game is shown."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import structlog

from bot.computer.computer import Computer, ComputerFailedError, ComputerUnavailableError
from bot.store.connections.transactions import context_of_shared_work
from bot.use_cases.daily_games.days import DailyGames
from bot.use_cases.games.games import Games
from bot.values.errors import Refusal
from bot.values.game import turns
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, StaleRevisionError
from engine import Level, Move, Position

Show = Callable[[Game], Awaitable[object]]
"""Shows a game to its players."""

log = structlog.get_logger(__name__)


class ComputerTurns:
    """Plays for the computer, each turn in its own task.

    If a turn fails, the game keeps waiting for the computer, and ``bot.jobs.rounds`` tries again. If there
    is no solver, the board says so until then. Two tasks or two processes may think about the same turn; the
    revision decides whose move is played. What would help someone elsewhere isn't played for now. Between a
    person's move and the answer, at least ``pause`` seconds pass, so that both are seen.
    """

    def __init__(self, games: Games, daily_games: DailyGames, computer: Computer, *, pause: float) -> None:
        self._games = games
        self._daily_games = daily_games
        self._computer = computer
        self._pause = pause
        # By the game and the revision at which the computer moves.
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}
        self._answers: dict[tuple[int, int], Show] = {}

    def begin(self, game: Game, show: Show, show_stalled: Show, *, answer: Show | None = None) -> None:
        """Have the computer, whose turn it is, move in ``game``, unless it's already thinking about that.

        ``show`` is called with the game after the move, or ``show_stalled`` with the game if it turns out
        that the computer can't move. The latest ``answer`` is called before them if the board can only be
        edited by answering an interaction.
        """
        turn = game.number, game.revision
        if answer is not None:
            self._answers[turn] = answer
        if turn not in self._tasks:
            taking = self._take(game, show, show_stalled)
            task = asyncio.create_task(taking, context=context_of_shared_work())
            self._tasks[turn] = task
            task.add_done_callback(lambda _: self._end(turn))

    async def stop(self) -> None:
        """Cancel every turn that is in progress."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _take(self, game: Game, show: Show, show_stalled: Show) -> None:
        try:
            if not await self._games.may_answer(game):
                return
            move, _ = await asyncio.gather(self._choose(game), asyncio.sleep(self._pause))
            await self._play(game, move, show)
        except (ComputerUnavailableError, ComputerFailedError) as error:
            log.warning("the computer can't move", game=game.number, error=repr(error))
            await self._stall(game, show_stalled)
        except Refusal as error:
            log.warning("the computer couldn't move", game=game.number, error=repr(error))
        except Exception:
            # No one awaits this task, so no one else would report it.
            log.exception("the computer's turn failed", game=game.number)

    async def _choose(self, game: Game) -> Move:
        level = Level(game.to_move.id)
        person = game.opponent_of(level).id
        day = None if game.day is None else await self._daily_games.find(game.day)
        if day is None:
            return await self._computer.choose(game.position, person, level)
        # Everyone gets the same replies to the same moves, apart from how they see the board.
        moves = [Move.parse(move.text) for move in game.moves]
        seen = day.symmetry_of(moves)
        played = [seen.inverse.move(move) for move in moves]
        position, seed = Position.replay(day.ruleset, played), day.seed_after(played)
        return seen.move(await self._computer.choose(position, person, level, seed=seed))

    async def _play(self, game: Game, move: Move, show: Show) -> None:
        who = game.to_move.id
        try:
            played = partial(turns.play, revision=game.revision, text=str(move), player_id=who)
            after = await self._games.change(game.number, played, by=who)
        except (FinishedGameError, StaleRevisionError):
            # The person resigned in the meantime, or another process was faster.
            return
        await self._tell(after, game.revision, show)

    async def _stall(self, game: Game, show: Show) -> None:
        if game.stalled:
            return
        try:
            stalled = await self._games.update(
                game.number, lambda current, _: turns.stall(current, game.revision)
            )
            if stalled.stalled:
                await self._tell(stalled, game.revision, show)
        except Exception:
            log.exception("not told that the computer can't move", game=game.number)

    async def _tell(self, game: Game, revision: int, show: Show) -> None:
        answer = self._answers.get((game.number, revision))
        if answer is not None and not game.place.reachable:
            await answer(game)
        await show(game)

    def _end(self, turn: tuple[int, int]) -> None:
        self._tasks.pop(turn, None)
        self._answers.pop(turn, None)
