"""A cup in the whole bot: how it's made, joined, and played, and what its card says."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import simcord

from bot.jobs.events import keep_cups
from bot.values.events.cup import Cup
from bot.values.game.game import FEWEST_COUNTED_PLIES
from tests.bot import acts
from tests.bot.servers import Server, answer, read
from tests.bot.whole.scenes import live

DAY = timedelta(days=1)
FORM = {"name": "Winter Cup", "time": "86400", "begin": ["2d"], "length": "28", "extras": ["rated"]}


@dataclass(frozen=True, slots=True)
class Club:
    """A server with a cup, its manager, and people who can join it."""

    server: Server
    manager: simcord.MemberActor
    people: Sequence[simcord.MemberActor]
    card: simcord.ResponseMessage

    async def cup(self) -> Cup:
        """Return the cup as it's stored."""
        return await self.server.client.services.cups.get(1)

    async def join(self, *people: simcord.MemberActor) -> None:
        """Have people join with the button on the card; all of them by default."""
        for person in people or self.people:
            await person.click(self.shown(), label="Join")

    async def wait(self, step: timedelta) -> None:
        """Let time pass, and everything that's due happen."""
        await live(self.server, step)
        await keep_cups(self.server.client)
        await self.server.env.settle()

    async def start(self) -> None:
        """Have everyone join, and wait for the start."""
        await self.join()
        await self.wait(2 * DAY)

    def shown(self) -> simcord.ResponseMessage:
        """Return the card as it is now."""
        messages = self.server.env.backend.messages[self.card.channel_id]
        return simcord.ResponseMessage(self.server.env, messages[self.card.id])

    @property
    def text(self) -> str:
        """Return what the card says now."""
        return read(self.shown())

    async def play_all(self) -> None:
        """Have all games of the stage end: whoever joined first wins."""
        cup = await self.cup()
        order = [entrant.player.id for entrant in cup.entrants]
        for game in cup.running:
            assert game.number is not None
            await play_short(self.server, game.number, max(game.players, key=order.index))
        await self.wait(timedelta(minutes=2))


async def due_by(server: Server, number: int) -> datetime:
    """Return when the next move of a game is due."""
    clock = (await server.client.services.games.get(number)).clock
    assert clock is not None
    return clock.until


async def play_short(server: Server, number: int, loser_id: int) -> None:
    """Play a game until it counts, and have someone give it up."""
    games = server.client.services.games
    game = await games.get(number)
    while game.position.ply < FEWEST_COUNTED_PLIES:
        move = str(game.position.legal_moves[0])
        game = await acts.play(games, number, revision=game.revision, text=move, player_id=game.to_move.id)
    await acts.resign(games, number, player_id=loser_id)


async def make_cup(
    server: Server, host: simcord.MemberActor, options: dict[str, Any] | None = None, **fields: Any
) -> simcord.InteractionResult:
    """Have someone fill in the form for a cup; ``fields`` differ from the usual ones."""
    form = await host.slash(server.channel, "pyrga-event cup", **(options or {}))
    wanted = {name: value for name, value in (FORM | fields).items() if value is not None}
    return await host.submit_modal(form, wanted)


async def open_club(server: Server, manager: simcord.MemberActor, **fields: Any) -> Club:
    """Return a server with an open cup that no one has joined yet."""
    made = await make_cup(server, manager, **fields)
    return Club(server, manager, server.members, answer(made))
