"""Whatever thousands of interactions say, each is answered once, and nothing is broken or given away."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.game_rows import first_moves, read_boards
from bot.store.schema.tables import games
from bot.use_cases.standings.ratings import recompute as recompute_ratings
from bot.use_cases.standings.recomputing import recompute_standings
from bot.values.events.cup import CupTerms
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.hostile.attacks import Attackers
from tests.bot.hostile.crowd import CAFE, CELLAR, LAIR, VAULT
from tests.bot.hostile.watch import Watch, errors_logged
from tests.bot.wire.conftest import Wire, connected
from tests.engine.naive_rules import NaiveGame
from tests.loopback import answers
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import PATIENCE
from tests.loopback.places import Channel
from tests.memory import resident_bytes

pytestmark = pytest.mark.thorough

FEW, MANY, BATCHES = 500, 5000, 10
"""Interactions in the batch that CI runs; in each of the long run, and how many those are."""

LARGE = [pytest.param(seed, MANY, marks=pytest.mark.soak) for seed in range(1, 1 + BATCHES)]

AT_ONCE, BETWEEN_GAMES, BETWEEN_STORMS, MESSAGES_KEPT = 8, 15, 60, 1000

LONGEST_WAIT = 120.0
"""Seconds after which an interaction counts as unanswered, however slow the machine is."""

MOST_GROWTH = 60_000_000
"""Bytes by which the process may grow while the second half of a batch is sent: caches are still filling."""

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


@pytest.fixture
async def hostile_wire(
    settings: Settings, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Wire]:
    """Yield the bot in several servers. Its requests aren't checked, and none is remembered."""
    monkeypatch.setattr(answers, "LONGEST_SILENCE", LONGEST_WAIT)
    async with connected(settings, clock, monkeypatch, checked=False) as wire:
        for channel in (CAFE, CELLAR, LAIR, VAULT):
            wire.discord.answers.channels[channel.id] = channel
            wire.discord.members.setdefault(channel.guild_id or 0, set()).update(channel.people)
        wire.discord.people.update({person.id: person for person in (*CAFE.people, *VAULT.people)})
        for channel, name in ((CAFE, "Everyone's Cup"), (CELLAR, "Cellarcup"), (VAULT, "Vaultcup")):
            await set_up(wire, channel, name)
        yield wire


async def set_up(wire: Wire, channel: Channel, name: str) -> None:
    """Set up a cup of three, which starts if the channel has so many people, and a league."""
    place = Place(channel.guild_id, channel.id)
    players = [Player(person.id, person.name) for person in channel.people[:3]]
    terms = CupTerms(name, Ruleset.PYRGA, rated=False, wanted=3)
    told: dict[str, Any] = {"language": "en-US", "theme": ThemeName.AEGEAN}
    cup = await wire.client.services.cups.create(place, players[0], terms, **told)
    for player in players:
        await wire.client.services.cups.join(cup, player)
    ruleset = Ruleset.CLASSIC if channel is CELLAR else Ruleset.PYRGA
    await wire.client.services.leagues.create(place, players[0], ruleset, 86400, **told)


@pytest.fixture
def watch(hostile_wire: Wire) -> Watch:
    """Look at everything that the bot sends."""
    return Watch(hostile_wire.discord)


@pytest.mark.parametrize(("seed", "number"), [(0, FEW), *LARGE])
async def test_hostile_interactions_break_nothing_and_learn_nothing(
    hostile_wire: Wire, watch: Watch, seed: int, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    random = Random(seed)
    attackers = Attackers(hostile_wire, random)
    sent, halves = 0, []
    with errors_logged() as errors:
        for half in (number // 2, number):
            while sent < half:
                exchanges = await attack(attackers)
                sent += len(exchanges)
                unanswered = [exchange.payload for exchange in await unanswered_of(exchanges)]
                await hostile_wire.client.finish_answering(PATIENCE)
                watch.read_logs(errors, caplog.records)
                assert (watch.found, unanswered) == ([], []), (seed, sent)
                attackers.learn(exchanges)
                await live(hostile_wire, random)
                hostile_wire.discord.answers.forget(MESSAGES_KEPT)
            halves.append(resident_bytes())
        # What no one has waited for is logged when it's collected.
        gc.collect()
        watch.read_logs(errors, caplog.records)
    assert watch.found == []
    log.info("seed %d: %d interactions, %s bytes, %s", seed, sent, halves, attackers.kinds)
    assert number == FEW or halves[1] - halves[0] < MOST_GROWTH, halves
    assert watch.told
    assert watch.leaked_games(await check_games(hostile_wire.settings)) == []


async def attack(attackers: Attackers) -> list[Exchange]:
    """Send some interactions at once: of every kind, and now and then a storm or a few new games."""
    attackers.turns += 1
    if attackers.turns % BETWEEN_GAMES == 1:
        return await attackers.begin()
    if attackers.turns % BETWEEN_STORMS == BETWEEN_STORMS - 1:
        return await attackers.storm()
    return [await attackers.send_one() for _ in range(AT_ONCE)]


async def unanswered_of(exchanges: list[Exchange]) -> list[Exchange]:
    """Wait for all answers, and return the interactions that got none, or two."""
    waits = [asyncio.create_task(exchange.answered.wait()) for exchange in exchanges]
    await asyncio.wait(waits, timeout=LONGEST_WAIT)
    for wait in waits:
        wait.cancel()
    return [
        exchange
        for exchange in exchanges
        if not exchange.answered.is_set() or exchange.repetitions > exchange.sent_again
    ]


async def live(wire: Wire, random: Random) -> None:
    """Let some time pass."""
    wire.clock.move(timedelta(seconds=random.choice((1, 1, 20, 40, 3600))))
    if random.randrange(BETWEEN_STORMS) == 0:
        await wire.client.run_jobs_once()


async def check_games(settings: Settings) -> dict[int, int]:
    """Check that every game is legal and every count right; return the channel of each game."""
    database = Database(settings.database())
    async with database.writing() as connection:
        assert await recompute_standings(connection) == (0, 0)
        assert await recompute_ratings(connection) == 0
        rows = (await connection.execute(select(games))).all()
        for row in rows:
            played = [move for move, _ in first_moves(row.moves)]
            check_game(row.ruleset, played, row.reason, row.winner)
    await database.close()
    assert rows
    return {row.id: read_boards(row.boards, row.created_at)[0].place.channel_id for row in rows}


def check_game(ruleset: str, played: list[str], reason: str | None, winner: str | None) -> None:
    game = NaiveGame(ruleset)
    for move in played:
        assert move in game.legal(), (played, move)
        game.play(move)
    outcome = game.outcome()
    if outcome is not None:
        assert (winner or "draw", reason) == outcome, played
