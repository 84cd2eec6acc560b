"""The computer of the demo, for which no click waits."""

import simcord

from bot.computer import Computer
from engine import Level, Move, Position


class BackgroundComputer(Computer):
    """Thinks about its moves while the page takes other clicks.

    Compiled code is kept in the user's cache folder, because the demo's own folder may be gone after it.

    A click in simcord ends when the bot has nothing left to do, and until then the page refuses all others. A
    move that takes long would block it, most of all the first one, before which the solver is compiled.
    """

    def __init__(self, *, megabytes: int) -> None:
        super().__init__(megabytes=megabytes, cache_folder=None)
        self._env: simcord.Env | None = None

    def live_in(self, env: simcord.Env) -> None:
        """Think in the background of this environment from now on."""
        self._env = env

    async def choose(self, position: Position, player_id: int, level: Level) -> Move:
        """Return the move as ``Computer.choose`` does, and let clicks end in the meantime."""
        if self._env is None:
            return await super().choose(position, player_id, level)
        try:
            move: Move = await self._env.external_wait(
                super().choose(position, player_id, level), reason="the computer is thinking"
            )
        except simcord.SetupError:
            # A job asks, and simcord doesn't wait for those.
            return await super().choose(position, player_id, level)
        return move
