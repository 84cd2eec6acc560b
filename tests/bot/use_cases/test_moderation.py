"""Moderators end games without a result, and the log shows it, on both databases."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.use_cases.servers import PATIENCE, Act
from bot.values.acts import ActKind
from bot.values.clocks import DueKind
from bot.values.errors import UnknownActError
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, OwnGameError
from bot.values.players import Player
from engine import Outcome, Reason
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, HOUR, Clocked

pytestmark = pytest.mark.quick

GUILD, OTHER = 10, 11
MOD = Player(900, "Mod")


async def ask(clocked: Clocked, game: Game, reason: str | None = "spam") -> Act:
    return await clocked.moderation.propose_annulment(game, MOD, reason)


async def logged_acts(clocked: Clocked, guild_id: int = GUILD) -> list[Act]:
    found, more = await clocked.moderation.log(guild_id, page=0, size=10)
    assert not more
    return [act for act in found if isinstance(act, Act)]


async def test_a_question_ends_nothing_and_is_not_in_the_log(clocked: Clocked) -> None:
    game = await clocked.begin(None)
    act = await ask(clocked, game)
    assert act.done_at is None
    assert (await clocked.games.get(game.number)).outcome is None
    assert await logged_acts(clocked) == []


async def test_an_annulled_game_is_over_and_counts_for_no_one(clocked: Clocked) -> None:
    game = await clocked.begin(HOUR)
    await clocked.choose_for(GUILD, announcement_channel_id=30)
    ended = await clocked.moderation.annul(await ask(clocked, game))
    assert ended == await clocked.games.get(game.number)
    assert (ended.outcome, ended.revision, ended.shown) == (Outcome(None, Reason.ANNULLED), 1, False)
    for player in (ADA, BLAISE):
        with pytest.raises(FinishedGameError):
            await acts.play(clocked.games, game.number, revision=0, text="Sa1", player_id=player.id)
    assert await clocked.announcements.due(5) == []
    await clocked.live(2 * HOUR)
    assert [due.kind for due in await clocked.due_times.overdue(5)] == [DueKind.NOTIFICATION]


@pytest.mark.parametrize("own", [ADA, BLAISE])
async def test_no_one_annuls_a_game_that_they_play_or_have_played(clocked: Clocked, own: Player) -> None:
    game = await clocked.begin(None)
    act = await ask(clocked, game)
    for ends in (True, False):
        with pytest.raises(OwnGameError):
            await clocked.moderation.propose_annulment(game, own, None)
        with pytest.raises(OwnGameError):
            await clocked.moderation.annul(replace(act, moderator=own))
        assert await clocked.games.get(game.number) == game
        if ends:
            game = await clocked.resign(game, BLAISE)
    with_computer = await clocked.begin_with_computer(person=own)
    with pytest.raises(OwnGameError):
        await clocked.moderation.propose_annulment(with_computer, own, None)
    assert await logged_acts(clocked) == []


async def test_the_log_says_who_when_which_game_and_why(clocked: Clocked) -> None:
    games = [await clocked.begin(None, opponent=Player(200 + number, "x")) for number in range(3)]
    for game, reason in zip(games, ("first", None, "third"), strict=True):
        clocked.clock.move(timedelta(minutes=1))
        await clocked.moderation.annul(await ask(clocked, game, reason))
    logged = await logged_acts(clocked)
    assert [(act.game.number, act.reason) for act in logged] == [
        (games[2].number, "third"),
        (games[1].number, None),
        (games[0].number, "first"),
    ]
    assert {(act.moderator, act.kind) for act in logged} == {(MOD, ActKind.END)}
    assert logged[0].done_at == clocked.now
    assert await logged_acts(clocked, OTHER) == []
    page, more = await clocked.moderation.log(GUILD, page=1, size=2)
    assert ([act.reason for act in page if isinstance(act, Act)], more) == (["first"], False)
    page, more = await clocked.moderation.log(GUILD, page=0, size=2)
    assert (len(page), more) == (2, True)


async def test_only_one_of_many_confirmations_ends_the_game(clocked: Clocked) -> None:
    game = await clocked.begin(None)
    first, second = await ask(clocked, game), await ask(clocked, game)
    results = await asyncio.gather(
        *(clocked.moderation.annul(act) for act in (first, first, second)), return_exceptions=True
    )
    assert Counter(map(type, results)) == {Game: 1, FinishedGameError: 2}
    assert len(await logged_acts(clocked)) == 1


async def test_moves_and_an_offer_made_meanwhile_do_not_prevent_it(clocked: Clocked) -> None:
    game = await clocked.begin(None)
    act = await ask(clocked, game)
    played = await clocked.play(game, 2)
    await clocked.players.offer_draw(game.number, played.revision, ADA.id)
    ended = await clocked.moderation.annul(act)
    assert (ended.position, ended.revision, ended.offer) == (played.position, 4, None)
    assert ended == await clocked.games.get(game.number)


async def test_a_game_that_ended_after_the_question_keeps_its_result(clocked: Clocked) -> None:
    game = await clocked.begin(None)
    act = await ask(clocked, game)
    resigned = await clocked.resign(game, ADA)
    with pytest.raises(FinishedGameError):
        await clocked.moderation.annul(act)
    assert (await clocked.games.get(game.number)).outcome == resigned.outcome
    assert await logged_acts(clocked) == []


async def test_the_result_of_a_finished_game_is_taken_away_once(clocked: Clocked) -> None:
    game = await clocked.begin(None)
    resigned = await clocked.resign(game, ADA)
    act = await ask(clocked, resigned)
    annulled = await clocked.moderation.annul(act)
    assert annulled == await clocked.games.get(game.number)
    assert (annulled.outcome, annulled.revision) == (Outcome(None, Reason.ANNULLED), resigned.revision + 1)
    for attempt in (clocked.moderation.annul(act), ask(clocked, annulled)):
        with pytest.raises(FinishedGameError):
            await attempt
    assert [act.kind for act in await logged_acts(clocked)] == [ActKind.ANNUL]
    assert await clocked.announcements.due(5) == []


async def test_a_question_is_only_for_its_moderator_and_server_and_for_an_hour(clocked: Clocked) -> None:
    act = await ask(clocked, await clocked.begin(None))
    assert await clocked.moderation.proposed(GUILD, moderator_id=MOD.id, number=act.number) == act

    for guild_id, person, number in ((OTHER, MOD, 0), (GUILD, ADA, 0), (GUILD, MOD, 1)):
        with pytest.raises(UnknownActError):
            await clocked.moderation.proposed(guild_id, moderator_id=person.id, number=act.number + number)
    clocked.clock.move(PATIENCE + timedelta(seconds=1))
    with pytest.raises(UnknownActError):
        await clocked.moderation.proposed(GUILD, moderator_id=MOD.id, number=act.number)


async def test_another_question_leaves_one_that_can_still_be_answered(clocked: Clocked) -> None:
    first, second = await clocked.begin(None), await clocked.begin(None)
    asked = await ask(clocked, first)
    clocked.clock.move(PATIENCE - timedelta(seconds=1))
    await ask(clocked, second)
    assert (
        await clocked.moderation.proposed(GUILD, moderator_id=MOD.id, number=asked.number)
    ).game.number == first.number
