"""What people do in a stored match besides moving, each with one change of it."""

from datetime import datetime
from typing import Protocol

from bot.use_cases.games.games import Games
from bot.values.clocks import Due
from bot.values.game import boards, endings, offers, presence, turns
from bot.values.game.game import ConditionalTree, Match, PlannedLine
from bot.values.players import Place


class Act(Protocol):
    """What a player does at an instant with a button made at a revision."""

    def __call__(self, match: Match, revision: int, now: datetime, *, player_id: int) -> Match: ...


class Players:
    """The people who play the matches of one database. All of them return the match after what they did."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def swap(self, number: int, revision: int, player_id: int) -> Match:
        return await self._click(number, revision, player_id, turns.swap)

    async def cancel(self, number: int, player_id: int) -> Match:
        return await self._games.change(number, lambda match, now: endings.cancel(match, player_id, now))

    async def offer_draw(self, number: int, revision: int, player_id: int) -> Match:
        return await self._games.change(
            number, lambda match, _: offers.offer_draw(match, revision, player_id=player_id)
        )

    async def take_back(self, number: int, revision: int, player_id: int) -> Match:
        return await self._click(number, revision, player_id, offers.take_back)

    async def accept(self, number: int, revision: int, player_id: int) -> Match:
        return await self._click(number, revision, player_id, offers.accept)

    async def decline(self, number: int, revision: int, player_id: int) -> Match:
        return await self._click(number, revision, player_id, offers.decline)

    async def claim(self, number: int, revision: int, player_id: int) -> Match:
        return await self._click(number, revision, player_id, turns.claim)

    async def give_time(self, number: int, revision: int, player_id: int) -> Match:
        return await self._click(number, revision, player_id, turns.give_time)

    async def planned(self, number: int, player_id: int) -> ConditionalTree:
        """Return the conditional moves of someone who may plan some."""
        return turns.planned_by(await self._games.get(number), player_id)

    async def plan(self, number: int, revision: int, player_id: int, line: PlannedLine, move: str) -> Match:
        return await self._games.change(
            number, lambda match, _: turns.plan(match, revision, line, move, player_id=player_id)
        )

    async def forget_plan(self, number: int, revision: int, player_id: int, line: PlannedLine) -> Match:
        return await self._games.change(
            number, lambda match, _: turns.forget_plan(match, revision, line, player_id=player_id)
        )

    async def see_hint(self, game: Match, player_id: int) -> Match:
        """Get a hint about the match as it was known."""
        return await self._games.update(
            game.number, lambda match, _: presence.give_hint(match, game.revision, player_id=player_id)
        )

    async def stall(self, game: Match) -> Match:
        """Wait in vain for the computer to move in the match as it was known."""
        return await self._games.update(game.number, lambda match, _: turns.stall(match, game.revision))

    async def let_claim_lapse(self, due: Due) -> Match | None:
        """Don't claim the win before that comes due."""
        return await self._games.on_due(due, turns.lose_by_time)

    async def have_board(self, number: int, place: Place, message_id: int) -> Match:
        """See the match on a new message for everyone."""
        return await self._games.update(
            number, lambda match, now: boards.put(match, place, now, message_id=message_id)
        )

    async def see_all_boards(self, game: Match) -> None:
        """See the match, as it was known, on each of its messages."""
        messages = [board.message_id for board in game.boards if board.message_id is not None]
        await self._games.note_shown(game, messages)

    async def _click(self, number: int, revision: int, player_id: int, act: Act) -> Match:
        return await self._games.change(
            number, lambda match, now: act(match, revision, now, player_id=player_id)
        )
