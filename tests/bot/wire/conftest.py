"""The whole bot, connected through real HTTP and a real WebSocket to the stand-in for Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import PyrgaClient, create_client
from bot.jobs import events
from bot.settings import Settings
from bot.shards import Shards
from bot.store.connections.database import Database
from bot.use_cases import processes
from tests.bot.clocks import StandingClock, stay_up
from tests.bot.failing_wire import FailingWire
from tests.bot.postgresql import Cluster
from tests.loopback import answers
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback

TOKEN = "a-token.of-the.stand-in"
GUILD = 500

ADA, BLAISE, CHIYO = Person(101, "Ada"), Person(102, "Blaise", has_app=False), Person(103, "Chiyo", "fr")
CAFE = Channel(601, Context.GUILD, (ADA, BLAISE, CHIYO), guild_id=GUILD)


@dataclass(frozen=True, slots=True)
class Sharding:
    """What Discord says about shards, the pause that the bot makes, and the shards of the first process.

    As it stands, a process may follow another one at once.
    """

    recommended: int = 1
    max_concurrency: int = 1
    pause: float = 0
    interval: timedelta = timedelta()
    first: Shards | None = None


@dataclass(slots=True)
class Wire:
    """The bot, and the stand-in that it is connected to."""

    client: PyrgaClient
    discord: LoopbackDiscord
    people: People
    clock: StandingClock
    settings: Settings

    def private(self, person: Person) -> Channel:
        """Return the channel of the bot's DMs with a person."""
        return self.discord.answers.open_private(person)

    async def challenge(self, channel: Channel | None = None) -> Message:
        """Have Ada, who wants White, challenge Blaise, usually in the café; return the card."""
        options = {"opponent": BLAISE, "color": "white", "rated": False}
        return (await self.people.slash(ADA, channel or CAFE, "challenge", **options)).message

    async def begin(self, channel: Channel | None = None) -> Message:
        """Have Blaise accept such a challenge; return the board."""
        card = await self.challenge(channel)
        await self.people.click(BLAISE, card, "Accept")
        return card

    async def resign(self, person: Person, channel: Channel | None = None) -> None:
        """Have someone resign in a private panel."""
        panel = (await self.people.slash(person, channel or CAFE, "resign")).message
        await self.people.click(person, panel, "Resign")

    @asynccontextmanager
    async def another_process(self, shards: Shards | None = None) -> AsyncIterator[PyrgaClient]:
        """Yield the bot once more, with the same database and sessions of its own, as during a deploy."""
        async with _running(self.discord, self.settings, self.clock, shards) as client:
            yield client

    async def live(self, step: timedelta) -> None:
        """Let time pass with the bot up the whole time."""
        database = Database(self.settings.database())
        # Before any process could think that it was down.
        await stay_up(database, self.clock.now() + step)
        self.clock.move(step)
        await database.close()


@asynccontextmanager
async def connected(
    settings: Settings,
    clock: StandingClock,
    monkeypatch: pytest.MonkeyPatch,
    *,
    checked: bool = True,
    sharding: Sharding = Sharding(),
) -> AsyncIterator[Wire]:
    """Run the bot in the stand-in. At the end every request must match Discord's description, if checked."""
    async with loopback(TOKEN, checked=checked) as server:
        monkeypatch.setattr(Route, "BASE", str(server.address / "api/v10"))
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", server.gateway.address)
        monkeypatch.setattr(processes, "INTERVAL", sharding.interval)
        server.gateway.pause = sharding.pause
        server.gateway.recommended = sharding.recommended
        server.gateway.max_concurrency = sharding.max_concurrency
        server.members[GUILD] = set(CAFE.people)
        for person in CAFE.people:
            server.people[person.id] = person
        server.answers.channels[CAFE.id] = CAFE
        async with _running(server, settings, clock, sharding.first) as client:
            yield Wire(client, server, People(server), clock, settings)
        assert server.violations == []


@asynccontextmanager
async def _running(
    server: LoopbackDiscord, settings: Settings, clock: StandingClock, shards: Shards | None
) -> AsyncIterator[PyrgaClient]:
    client = create_client(settings, clock=clock, pause=0, shards=shards)
    server.identified.clear()
    running = asyncio.create_task(client.start(TOKEN))
    identified = asyncio.create_task(_identified(server, shards))
    await asyncio.wait({running, identified}, return_when=asyncio.FIRST_COMPLETED)
    if not identified.done():
        identified.cancel()
        # It couldn't start, and says why.
        await running
    try:
        yield client
    finally:
        await client.close()
        await running


async def _identified(server: LoopbackDiscord, shards: Shards | None) -> None:
    if shards is None:
        await server.identified.wait()
    else:
        await server.gateway.connected(*shards.ids)


@pytest.fixture(autouse=True)
def unhurried(unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the speed of the machine from changing what Discord accepts, either."""
    del unhurried
    # The stand-in opens any number of threads.
    monkeypatch.setattr(events, "PAUSE", 0)
    monkeypatch.setattr(events, "PAUSE_WITHOUT_THREAD", 0)
    monkeypatch.setattr(answers, "LONGEST_SILENCE", PATIENCE)


@pytest.fixture
async def wire(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Wire]:
    """Yield the bot without a computer."""
    async with connected(settings, clock, monkeypatch) as wire:
        yield wire


@pytest.fixture
async def wire_on_postgresql(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, postgresql: str
) -> AsyncIterator[Wire]:
    """Yield the bot on a database that several processes can use."""
    shared = replace(settings, database_url=postgresql)
    async with connected(shared, clock, monkeypatch) as wire:
        yield wire


@pytest.fixture
async def wire_on_restartable(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, restartable: Cluster
) -> AsyncIterator[Wire]:
    """Yield the bot on a PostgreSQL server that the test may stop if it starts it again."""
    served = replace(settings, database_url=restartable.address, statement_seconds=5)
    async with connected(served, clock, monkeypatch) as wire:
        yield wire


@pytest.fixture
async def wire_on_failing_wire(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch, failing_wire: FailingWire
) -> AsyncIterator[Wire]:
    """Yield the bot on a PostgreSQL server that it reaches over a wire that may fail."""
    cut_off = replace(settings, database_url=failing_wire.address)
    async with connected(cut_off, clock, monkeypatch) as wire:
        yield wire
