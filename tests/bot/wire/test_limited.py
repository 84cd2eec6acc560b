"""How often the bot asks in vain: 700 boards wait to be shown while Discord accepts nothing."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from bot.jobs.rounds import REPAIR_INTERVAL
from bot.store.connections.database import Database
from bot.store.schema import tables
from bot.store.settings.guilds import remember_guild
from bot.ui.context import limits
from bot.use_cases.games import storing
from bot.use_cases.names import remember
from bot.values.players import Place, Player
from tests.bot.use_cases.made_games import made_game
from tests.bot.wire.conftest import GUILD, Wire
from tests.loopback.kinds import BANNED, BLOCKED, LIMITED_LONG, NO_PERMISSION, Kind, limited

pytestmark = pytest.mark.thorough

BOARDS, MINUTES = 700, 4
FIRST_CHANNEL = FIRST_PERSON = 1_000_000_000_000_000_000


async def let_boards_wait(wire: Wire) -> None:
    """Store games whose boards, each in a channel and of people of its own, don't show what they should."""
    database, now = Database(wire.settings.database()), wire.clock.now()
    async with database.writing() as connection:
        await remember_guild(connection, GUILD, now)
        for number in range(BOARDS):
            players = tuple(Player(FIRST_PERSON + 2 * number + side, f"Player {number}") for side in (0, 1))
            for player in players:
                await remember(connection, player, now)
            place = Place(GUILD, FIRST_CHANNEL + number)
            game = made_game(
                players[0], players[1], place=place, created_at=now, message_id=FIRST_CHANNEL + number
            )
            await storing.begin(connection, game, now)
        await connection.execute(update(tables.games).values(dirty=True))
    await database.close()


@pytest.mark.parametrize(
    "kind",
    [
        BANNED,
        limited(600.0, "global"),
        NO_PERMISSION,
        *(pytest.param(kind, marks=pytest.mark.soak) for kind in (BLOCKED, limited(600.0), LIMITED_LONG)),
    ],
    ids=lambda kind: kind.name,
)
async def test_700_boards_that_wait_are_asked_for_once_a_minute(
    wire: Wire, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wire.client.stop_jobs()
    await let_boards_wait(wire)
    now = 1000.0
    monkeypatch.setattr(limits, "monotonic", lambda: now)
    # Nothing waits for a turn that isn't now: time stands still within a round.
    monkeypatch.setattr(limits, "SHORT", 0.0)
    wire.discord.weather.block(kind)
    asked = []
    for _ in range(int(MINUTES * 60 / REPAIR_INTERVAL)):
        before = len(wire.discord.invalid)
        await wire.client.run_jobs_once()
        asked.append(len(wire.discord.invalid) - before)
        now += REPAIR_INTERVAL
        await wire.live(timedelta(seconds=REPAIR_INTERVAL))
    first, *later = (sum(asked[each : each + 2]) for each in range(0, len(asked), 2))
    assert 0 < first <= 60
    assert max(later) <= 1
