"""The computer's turns: it thinks, plays, and the board is redrawn."""

import asyncio

import structlog

from bot.computer import Computer
from bot.matches.errors import MatchError
from bot.matches.games.errors import FinishedGameError, StaleRevisionError
from bot.matches.values.games import Game
from bot.ui.board.board_message import board_message
from bot.ui.board.shown_games import show_turn
from bot.ui.context.failures import FAILURES
from bot.ui.context.services import Amend, ServingClient
from engine import Level, Move

log = structlog.get_logger(__name__)


class ComputerTurns:
    """Plays for the computer, each turn in a task of its own.

    A turn that fails leaves the game waiting for the computer, and ``bot.jobs.computer`` tries it again. Two
    tasks or two processes may think about one turn; the revision decides whose move is played.

    Args:
        client: Through which the boards are redrawn.
        computer: Who chooses the moves.
        pause: So many seconds at least lie between a person's move and the answer, so that both are seen.
    """

    def __init__(self, client: ServingClient, computer: Computer, *, pause: float) -> None:
        self._client = client
        self._computer = computer
        self._pause = pause
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._amends: dict[int, Amend] = {}

    def begin(self, game: Game, amend: Amend | None = None) -> None:
        """Have the computer move in ``game`` if it is its turn, unless it thinks about that already.

        Where only an answer can change the board, the latest ``amend`` does it.
        """
        if not game.computer_moves:
            return
        if amend is not None:
            self._amends[game.number] = amend
        if game.number not in self._tasks:
            task = asyncio.create_task(self._take(game))
            self._tasks[game.number] = task
            task.add_done_callback(lambda _: self._end(game.number))

    async def stop(self) -> None:
        """Give up every turn that is being thought about."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _take(self, game: Game) -> None:
        try:
            move, _ = await asyncio.gather(self._choose(game), asyncio.sleep(self._pause))
            await self._play(game, move)
        except MatchError as error:
            log.warning("the computer could not move", game=game.number, error=repr(error))
        except Exception:
            # Nobody waits for this task, so nobody else would tell.
            log.exception("the computer's turn failed", game=game.number)

    async def _choose(self, game: Game) -> Move:
        computer = game.to_move.id
        person = game.opponent_of(computer).id
        return await self._computer.choose(game.position, person, Level(computer))

    async def _play(self, game: Game, move: Move) -> None:
        games = self._client.services.games
        async with games.lock(game.number):
            try:
                after = await games.play(game.number, game.revision, str(move), game.to_move.id)
            except (FinishedGameError, StaleRevisionError):
                # The person resigned meanwhile, or another process was faster.
                return
            if not after.place.reachable:
                await self._amend(after)
            await show_turn(self._client, after)

    async def _amend(self, game: Game) -> None:
        """Show the computer's move where only the answer to its opponent's click can change the board."""
        amend = self._amends.get(game.number)
        if amend is None:
            return
        try:
            await amend(await board_message(game, self._client.icons))
        except FAILURES as error:
            # The next click brings the board up to date.
            log.info("board not amended", game=game.number, error=str(error))
        else:
            await self._client.services.games.mark_shown(game)

    def _end(self, number: int) -> None:
        self._tasks.pop(number, None)
        self._amends.pop(number, None)
