"""What people do in a stored game besides moving, each with one change of it."""

from datetime import datetime
from functools import partial
from typing import Protocol

from bot.use_cases.games.games import Games
from bot.values.clocks import Due
from bot.values.game import boards, endings, offers, presence, turns
from bot.values.game.game import ConditionalTree, Game, PlannedLine
from bot.values.players import Place


class Act(Protocol):
    """What a player does at an instant with a button made at a revision."""

    def __call__(self, game: Game, now: datetime, *, revision: int, player_id: int) -> Game: ...


class Players:
    """The people who play the games of one database. All of them return the game after what they did."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def swap(self, number: int, revision: int, player_id: int) -> Game:
        return await self._click(number, revision, player_id, turns.swap)

    async def cancel(self, number: int, player_id: int) -> Game:
        return await self._games.change(
            number, lambda game, now: endings.cancel(game, now, player_id=player_id)
        )

    async def offer_draw(self, number: int, revision: int, player_id: int) -> Game:
        return await self._games.change(
            number, lambda game, _: offers.offer_draw(game, revision, player_id=player_id)
        )

    async def take_back(self, number: int, revision: int, player_id: int) -> Game:
        return await self._click(number, revision, player_id, offers.take_back)

    async def accept(self, number: int, revision: int, player_id: int) -> Game:
        return await self._click(number, revision, player_id, offers.accept)

    async def decline(self, number: int, revision: int, player_id: int) -> Game:
        return await self._click(number, revision, player_id, offers.decline)

    async def claim(self, number: int, revision: int, player_id: int) -> Game:
        return await self._click(number, revision, player_id, turns.claim)

    async def give_time(self, number: int, revision: int, player_id: int) -> Game:
        return await self._click(number, revision, player_id, turns.give_time)

    async def planned(self, number: int, player_id: int) -> ConditionalTree:
        """Return the conditional moves of someone who may plan some."""
        return turns.planned_by(await self._games.get(number), player_id)

    async def plan(self, number: int, revision: int, player_id: int, line: PlannedLine, move: str) -> Game:
        return await self._games.change(
            number, lambda game, _: turns.plan(game, revision, line, move, player_id=player_id)
        )

    async def forget_plan(self, number: int, revision: int, player_id: int, line: PlannedLine) -> Game:
        return await self._games.change(
            number, lambda game, _: turns.forget_plan(game, revision, line, player_id=player_id)
        )

    async def see_hint(self, game: Game, player_id: int) -> Game:
        """Get a hint about the game as it was known."""
        return await self._games.update(
            game.number, lambda current, _: presence.give_hint(current, game.revision, player_id=player_id)
        )

    async def stall(self, game: Game) -> Game:
        """Wait in vain for the computer to move in the game as it was known."""
        return await self._games.update(game.number, lambda current, _: turns.stall(current, game.revision))

    async def let_claim_lapse(self, due: Due) -> Game:
        """Don't claim the win before that comes due."""
        return await self._games.update(due.about, turns.on_due(due, turns.lose_by_time))

    async def have_board(self, number: int, place: Place, message_id: int) -> Game:
        """See the game on a new message for everyone."""
        return await self._games.update(
            number, lambda game, now: boards.put(game, place, now, message_id=message_id)
        )

    async def see_all_boards(self, game: Game) -> None:
        """See the game, as it was known, on each of its messages."""
        messages = [board.message_id for board in game.boards if board.message_id is not None]
        await self._games.note_shown(game, messages)

    async def _click(self, number: int, revision: int, player_id: int, act: Act) -> Game:
        return await self._games.change(number, partial(act, revision=revision, player_id=player_id))
