"""Moderators end games without a result, and the log shows it, on both databases."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.matches.errors import MatchError, UnknownActError
from bot.matches.match.match import Match
from bot.matches.match.match_errors import FinishedGameError
from bot.matches.preferences import Preferences
from bot.matches.servers.announcements import Announcements
from bot.matches.servers.moderation import PATIENCE, Act, Moderation
from bot.matches.values.acts import ActKind
from bot.matches.values.clocks import DueKind
from bot.matches.values.players import Player
from bot.store.connections.database import Database
from engine import Outcome, Reason
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import ADA, BLAISE, HOUR, Clocked

pytestmark = pytest.mark.quick

GUILD, OTHER = 10, 11
MOD = Player(900, "Mod")


@pytest.fixture
def moderation(database: Database, clock: StandingClock) -> Moderation:
    return Moderation(database, clock)


async def ask(moderation: Moderation, game: Match, reason: str | None = "spam") -> Act:
    return await moderation.propose_annulment(game, MOD, reason)


async def acts(moderation: Moderation, guild_id: int = GUILD) -> list[Act]:
    found, more = await moderation.log(guild_id, page=0, size=10)
    assert not more
    return [act for act in found if isinstance(act, Act)]


async def test_a_question_ends_nothing_and_is_not_in_the_log(
    clocked: Clocked, moderation: Moderation
) -> None:
    game = await clocked.begin(None)
    act = await ask(moderation, game)
    assert act.done_at is None
    assert (await clocked.games.get(game.number)).outcome is None
    assert await acts(moderation) == []


async def test_an_annulled_game_is_over_and_counts_for_no_one(
    clocked: Clocked, moderation: Moderation
) -> None:
    game = await clocked.begin(HOUR)
    await Preferences(clocked.database, clocked.clock).change_guild(
        GUILD, lambda old: replace(old, announcement_channel=30)
    )
    ended = await moderation.annul(await ask(moderation, game))
    assert ended == await clocked.games.get(game.number)
    assert (ended.outcome, ended.revision, ended.shown) == (Outcome(None, Reason.ANNULLED), 1, False)
    for player in (ADA, BLAISE):
        with pytest.raises(FinishedGameError):
            await clocked.games.play(game.number, revision=0, text="Sa1", player_id=player.id)
    assert await Announcements(clocked.database, clocked.clock).due(5) == []
    await clocked.live(2 * HOUR)
    assert [due.kind for due in await clocked.due_times.overdue(5)] == [DueKind.NOTIFICATION]


async def test_the_log_says_who_when_which_game_and_why(clocked: Clocked, moderation: Moderation) -> None:
    games = [await clocked.begin(None, opponent=Player(200 + number, "x")) for number in range(3)]
    for game, reason in zip(games, ("first", None, "third"), strict=True):
        clocked.clock.move(timedelta(minutes=1))
        await moderation.annul(await ask(moderation, game, reason))
    logged = await acts(moderation)
    assert [(act.game.number, act.reason) for act in logged] == [
        (games[2].number, "third"),
        (games[1].number, None),
        (games[0].number, "first"),
    ]
    assert {(act.moderator, act.kind) for act in logged} == {(MOD, ActKind.END)}
    assert logged[0].done_at == clocked.now
    assert await acts(moderation, OTHER) == []
    page, more = await moderation.log(GUILD, page=1, size=2)
    assert ([act.reason for act in page if isinstance(act, Act)], more) == (["first"], False)
    page, more = await moderation.log(GUILD, page=0, size=2)
    assert (len(page), more) == (2, True)


async def test_only_one_of_many_confirmations_ends_the_game(clocked: Clocked, moderation: Moderation) -> None:
    game = await clocked.begin(None)
    first, second = await ask(moderation, game), await ask(moderation, game)
    results = await asyncio.gather(
        *(moderation.annul(act) for act in (first, first, second)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == [
        "FinishedGameError",
        "FinishedGameError",
        "Match",
    ]
    assert len(await acts(moderation)) == 1


async def test_a_move_made_meanwhile_does_not_prevent_it(clocked: Clocked, moderation: Moderation) -> None:
    game = await clocked.begin(None)
    act = await ask(moderation, game)
    played = await clocked.play(game)
    ended = await moderation.annul(act)
    assert (ended.position, ended.revision) == (played.position, 2)


async def test_an_open_offer_ends_with_the_game(clocked: Clocked, moderation: Moderation) -> None:
    game = await clocked.begin(None)
    for _ in range(2):
        game = await clocked.play(game)
    await clocked.players.offer_draw(game.number, game.revision, ADA.id)
    ended = await moderation.annul(await ask(moderation, game))
    assert ended.offer is None
    assert ended == await clocked.games.get(game.number)


async def test_a_game_that_ended_after_the_question_keeps_its_result(
    clocked: Clocked, moderation: Moderation
) -> None:
    game = await clocked.begin(None)
    act = await ask(moderation, game)
    resigned = await clocked.games.resign(game.number, player_id=ADA.id)
    with pytest.raises(FinishedGameError):
        await moderation.annul(act)
    assert (await clocked.games.get(game.number)).outcome == resigned.outcome
    assert await acts(moderation) == []


async def test_the_result_of_a_finished_game_is_taken_away_once(
    clocked: Clocked, moderation: Moderation
) -> None:
    game = await clocked.begin(None)
    resigned = await clocked.games.resign(game.number, player_id=ADA.id)
    act = await ask(moderation, resigned)
    annulled = await moderation.annul(act)
    assert annulled == await clocked.games.get(game.number)
    assert (annulled.outcome, annulled.revision) == (Outcome(None, Reason.ANNULLED), resigned.revision + 1)
    for attempt in (moderation.annul(act), ask(moderation, annulled)):
        with pytest.raises(FinishedGameError):
            await attempt
    assert [act.kind for act in await acts(moderation)] == [ActKind.ANNUL]
    assert await Announcements(clocked.database, clocked.clock).due(5) == []


async def test_a_question_is_only_for_its_moderator_and_server_and_for_an_hour(
    clocked: Clocked, moderation: Moderation
) -> None:
    act = await ask(moderation, await clocked.begin(None))
    assert await moderation.proposed(GUILD, moderator_id=MOD.id, number=act.number) == act

    async def is_unknown(guild_id: int, moderator_id: int, number: int) -> bool:
        try:
            await moderation.proposed(guild_id, moderator_id=moderator_id, number=number)
        except MatchError as error:
            return isinstance(error, UnknownActError)
        return False

    assert await is_unknown(OTHER, MOD.id, act.number)
    assert await is_unknown(GUILD, ADA.id, act.number)
    assert await is_unknown(GUILD, MOD.id, act.number + 1)
    clocked.clock.move(PATIENCE + timedelta(seconds=1))
    assert await is_unknown(GUILD, MOD.id, act.number)


async def test_another_question_leaves_one_that_can_still_be_answered(
    clocked: Clocked, moderation: Moderation
) -> None:
    first, second = await clocked.begin(None), await clocked.begin(None)
    asked = await ask(moderation, first)
    clocked.clock.move(PATIENCE - timedelta(seconds=1))
    await ask(moderation, second)
    assert (
        await moderation.proposed(GUILD, moderator_id=MOD.id, number=asked.number)
    ).game.number == first.number
