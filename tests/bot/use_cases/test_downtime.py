"""Time during which the bot was down, on real databases."""

import asyncio
from datetime import timedelta

import pytest

from bot.shards import Shard
from bot.store.clocks import heartbeats
from bot.store.connections.database import Database
from bot.use_cases.clocks.downtime import LONGEST_SILENCE, Downtime, DueTimes, give_back
from bot.use_cases.searches import Asked, OpponentSearches
from bot.values.clocks import DueKind
from bot.values.game.game_errors import FinishedGameError
from bot.values.players import Place
from bot.values.searches import SearchClock, SearchTerms
from engine import Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.personal_rows import contents
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HOUR, MINUTE, Clocked, until

pytestmark = pytest.mark.quick

SECOND = timedelta(seconds=1)
EVERYTHING = Shard(0, 1)


async def test_a_deadline_that_began_during_the_silence_does_not_exceed_the_time_per_move(
    clocked: Clocked,
) -> None:
    await clocked.downtime.beat()
    clocked.clock.move(3 * HOUR)
    game = await clocked.begin(HOUR)
    await clocked.downtime.beat()
    assert until(await clocked.games.get(game.number)) == until(game)


@pytest.mark.thorough
async def test_reminders_and_claims_move_too_but_vacations_do_not(clocked: Clocked) -> None:
    first = await clocked.expired(DAY)
    second = await clocked.begin(3 * DAY)
    book = await clocked.vacations.start(BLAISE, 2)
    clocked.clock.move(30 * DAY)
    await clocked.downtime.beat()
    assert until(await clocked.games.get(first.number)) == until(first) + 30 * DAY
    await clocked.live(3 * DAY - 12 * HOUR)
    assert (DueKind.REMINDER, second.number) in await clocked.overdue()
    assert book.current is not None
    assert (await clocked.vacations.book(BLAISE.id)).current is None


@pytest.mark.thorough
@pytest.mark.parametrize(("silence", "times"), [(LONGEST_SILENCE, 1), (15 * SECOND, 20)])
async def test_a_short_silence_and_a_bot_that_lives_give_nothing_back(
    clocked: Clocked, silence: timedelta, times: int
) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(HOUR)
    for _ in range(times):
        clocked.clock.move(silence)
        await clocked.downtime.beat()
    assert await clocked.games.get(game.number) == game


async def test_only_one_of_many_processes_that_start_together_gives_time_back(
    clocked: Clocked, clock: StandingClock, database: Database
) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(HOUR)
    clock.move(3 * HOUR)
    await asyncio.gather(*(Downtime(database, clock).beat() for _ in range(5)))
    assert until(await clocked.games.get(game.number)) == until(game) + 3 * HOUR


async def test_processes_whose_clocks_differ_give_nothing_back_to_each_other(
    clocked: Clocked, database: Database
) -> None:
    async def beat_both() -> None:
        for ahead in (0 * SECOND, 2 * MINUTE):
            async with database.writing() as connection:
                await give_back(connection, {EVERYTHING: clocked.now + ahead}, clocked.now + ahead)

    await beat_both()
    game = await clocked.begin(HOUR)
    for _ in range(5):
        clocked.clock.move(15 * SECOND)
        await beat_both()
    assert await clocked.games.get(game.number) == game


async def test_anything_due_during_a_downtime_waits_even_if_the_task_notices_first(clocked: Clocked) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(HOUR)
    clocked.clock.move(3 * HOUR)
    assert await clocked.overdue() == []
    await clocked.live(HOUR)
    assert await clocked.overdue() == [(DueKind.DEADLINE, game.number)]


async def test_a_click_after_a_downtime_is_not_too_late(clocked: Clocked) -> None:
    await clocked.downtime.beat()
    game = await clocked.begin(5 * MINUTE)
    clocked.clock.move(HOUR)
    played = await clocked.play(game)
    assert played.outcome is None
    await clocked.live(5 * MINUTE)
    with pytest.raises(FinishedGameError):
        await acts.play(clocked.games, game.number, revision=1, text="Cb1", player_id=BLAISE.id)
    with pytest.raises(FinishedGameError):
        await clocked.resign(game, ADA)


async def test_a_process_counts_until_it_has_been_silent_for_a_day(
    clocked: Clocked, database: Database
) -> None:
    async def processes_after_a_beat() -> list[str]:
        await clocked.downtime.beat()
        return sorted(row.process for row in (await contents(database))["heartbeats"])

    async with database.writing() as connection:
        await heartbeats.beat(connection, "another", clocked.now)
    clocked.clock.move(DAY)
    assert await processes_after_a_beat() == ["another", database.process]
    clocked.clock.move(SECOND)
    assert await processes_after_a_beat() == [database.process]


class Apart(Clocked):
    """The use cases of a process with both of two shards, whose gateway may fall silent on either."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        super().__init__(database, clock)
        self.silent: set[int] = set()
        self._silences = {Shard(0, 2): 0.0, Shard(1, 2): 0.0}
        self.downtime = Downtime(database, clock, lambda: self._silences)
        self.due_times = DueTimes(database, clock, self.downtime)
        self.searches = OpponentSearches(database, clock)

    async def pass_time(self, span: timedelta) -> None:
        """Let time pass while the bot is up, and hears from the gateway all the time on shards not silent."""
        self.clock.move(span)
        for shard in self._silences:
            is_silent = shard.id in self.silent
            self._silences[shard] = is_silent * (self._silences[shard] + span.total_seconds())
        async with self.database.writing() as connection:
            heard = {shard: self.now for shard, silence in self._silences.items() if not silence}
            await heartbeats.note_answered(connection, heard)
        await self.downtime.beat()

    async def fall_silent(self, span: timedelta, *shards: int) -> None:
        """Let time pass in which these shards hear nothing, and then all do again."""
        self.silent = set(shards)
        await self.pass_time(span)
        await self.hear_again()

    async def hear_again(self) -> None:
        """Hear from the gateway on every shard."""
        self.silent, self._silences = set(), dict.fromkeys(self._silences, 0.0)
        await self.downtime.beat()


@pytest.fixture
async def apart(database: Database, clock: StandingClock) -> Apart:
    process = Apart(database, clock)
    await process.downtime.beat()
    return process


IN_FIRST, IN_SECOND, IN_PRIVATE = Place(10, 20), Place(1 << 22 | 10, 21), Place(None, 22)


@pytest.mark.thorough
async def test_time_is_given_back_only_in_the_servers_of_a_shard_that_was_silent(apart: Apart) -> None:
    places = (IN_FIRST, IN_SECOND, IN_PRIVATE)
    games = [await apart.agree(place=place, move_seconds=3600) for place in places]
    left = [until(game) - apart.now for game in games]
    await apart.fall_silent(10 * MINUTE, 1)
    after = [until(await apart.games.get(game.number)) - apart.now for game in games]
    passed = [before - now for before, now in zip(left, after, strict=True)]
    assert passed == [10 * MINUTE, 0 * SECOND, 10 * MINUTE]
    await apart.fall_silent(10 * MINUTE, 0)
    assert until(await apart.games.get(games[2].number)) - apart.now == after[2]


@pytest.mark.thorough
async def test_in_a_game_in_two_places_the_place_of_the_player_to_move_decides(apart: Apart) -> None:
    terms = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=False)
    for player, place in ((ADA, IN_FIRST), (BLAISE, IN_SECOND)):
        await apart.choose(player, across_servers=True)
        await apart.searches.ask(player, Asked(place, terms, "en-GB", everywhere=True))
    (pair,) = await apart.searches.pairs()
    game = await apart.searches.begin(pair, together=False)
    assert game is not None
    shard = 0 if game.to_move == ADA else 1
    before = until(game)
    await apart.fall_silent(HOUR, 1 - shard)
    assert until(await apart.games.get(game.number)) == before
    await apart.fall_silent(HOUR, shard)
    assert until(await apart.games.get(game.number)) == before + HOUR


@pytest.mark.thorough
async def test_challenges_and_searches_get_time_back_where_no_one_could_answer_them(apart: Apart) -> None:
    people = {IN_FIRST: ADA, IN_SECOND: CHIYO}
    offers = {place: await apart.propose(place=place, challenger=each) for place, each in people.items()}
    terms = SearchTerms(Ruleset.PYRGA, SearchClock.MINUTES, rated=False)
    await apart.searches.ask(ADA, Asked(IN_FIRST, terms, "en-GB", everywhere=False))
    await apart.searches.ask(ADA, Asked(IN_SECOND, terms, "en-GB", everywhere=False))
    await apart.fall_silent(4 * DAY, 1)
    await apart.searches.drop_expired()
    assert [search.place for search in await apart.searches.of_player(ADA.id)] == [IN_SECOND]
    (due,) = await apart.overdue()
    assert due == (DueKind.CHALLENGE, offers[IN_FIRST].number)
    game = await apart.challenges.accept(offers[IN_SECOND].number, BLAISE, message_id=1)
    assert game.outcome is None


@pytest.mark.thorough
async def test_whatever_comes_due_where_no_one_can_play_waits(apart: Apart) -> None:
    games = [await apart.agree(place=place, move_seconds=300) for place in (IN_FIRST, IN_SECOND)]
    await apart.propose(place=IN_SECOND)
    await apart.searches.ask(
        ADA,
        Asked(
            IN_SECOND, SearchTerms(Ruleset.PYRGA, SearchClock.MINUTES, rated=False), "en-GB", everywhere=False
        ),
    )
    apart.silent = {1}
    await apart.pass_time(4 * HOUR)
    assert await apart.overdue() == [(DueKind.DEADLINE, games[0].number)]
    # The job doesn't look again and again for what has to wait.
    for due in await apart.due_times.overdue(50):
        await apart.due_times.take(due)
    assert await apart.due_times.wait(MINUTE) == MINUTE
    await apart.searches.drop_expired()
    await apart.hear_again()
    assert len(await apart.searches.of_player(ADA.id)) == 1
    assert until(await apart.games.get(games[1].number)) - apart.now == 300 * SECOND


async def test_a_move_from_elsewhere_counts_while_the_server_of_the_game_is_cut_off(apart: Apart) -> None:
    game = await apart.agree(place=IN_SECOND, move_seconds=300)
    apart.silent = {1}
    await apart.pass_time(HOUR)
    assert (await apart.play(game)).outcome is None


async def test_time_before_the_number_of_shards_changed_is_given_back_once(
    database: Database, clock: StandingClock
) -> None:
    before = Clocked(database, clock)
    await before.downtime.beat()
    game = await before.agree(place=IN_SECOND, move_seconds=3600)
    clock.move(3 * HOUR)
    # Processes with either number may run side by side for a while.
    for process in (Apart(database, clock), before):
        await process.downtime.beat()
        assert until(await before.games.get(game.number)) == until(game) + 3 * HOUR


@pytest.mark.thorough
async def test_time_that_ran_out_before_the_silence_is_not_given_back(apart: Apart) -> None:
    game = await apart.agree(place=IN_FIRST, move_seconds=300)
    await apart.pass_time(5 * MINUTE)
    await apart.fall_silent(HOUR, 0, 1)
    assert until(await apart.games.get(game.number)) == until(game)
    assert await apart.overdue() == [(DueKind.DEADLINE, game.number)]


async def test_a_process_that_hears_nothing_at_all_is_away(apart: Apart) -> None:
    apart.silent = {1}
    await apart.pass_time(10 * MINUTE)
    assert not apart.downtime.is_away()
    apart.silent = {0, 1}
    await apart.pass_time(45 * SECOND)
    assert not apart.downtime.is_away()
    await apart.pass_time(15 * SECOND)
    assert apart.downtime.is_away()
