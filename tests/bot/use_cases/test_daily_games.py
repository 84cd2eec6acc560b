"""The game of the day: one try for each person, seen in a way of their own."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from bot.store import daily_games as store
from bot.store.daily_games import JudgedRow
from bot.store.standings import badges
from bot.store.standings.leaderboards import highest_beaten
from bot.use_cases.daily_games.days import DailyGames
from bot.use_cases.daily_games.results import DailyResults
from bot.use_cases.fair_play import FairPlay
from bot.use_cases.reviews import Reviews
from bot.use_cases.standings.badges import recompute
from bot.values.badges import Badge
from bot.values.errors import DayBegunError, HelpInDayError
from bot.values.game import endings
from bot.values.game.daily_games import Day, day_at
from bot.values.game.daily_results import Square, result_of
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import HintsNotAllowedError, TooLateError
from bot.values.game.presence import check_may_have_hint
from bot.values.players import Player, ThemeName
from bot.values.standings import DailyStreak, streaks_over
from engine import (
    Color,
    Distance,
    Move,
    Outcome,
    Position,
    Reason,
    Review,
    ReviewedMove,
    Solution,
    Symmetry,
    Value,
)
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, HERE, Clocked
from tests.bot.use_cases.club import Oracle
from tests.bot.use_cases.made_days import COURSE, NoSolver, made_day, make_day

pytestmark = pytest.mark.quick

BOARD = Board(replace(HERE, reachable=False), "en-US", ThemeName.AEGEAN, hidden=True)


class Week(Clocked):
    """Days whose games are known, and the people who play them."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.daily_games = DailyGames(self.database, self.clock, NoSolver())
        self.fair_play = FairPlay(self.database, self.clock, ())
        lost = Oracle([LOSS] * 30)
        self.results = DailyResults(self.database, self.clock, Reviews(self.database, self.clock, lost))

    async def today(self) -> Day:
        return await make_day(self.database, day_at(self.now))

    async def play_today(self, person: Player = ADA) -> Game:
        """Return a person's game of the day, which begins unless it has."""
        day = await self.today()
        return await self.daily_games.begin(day, person, Player(day.level, "Computer"), BOARD)

    async def badges(self) -> dict[Badge, int]:
        """Return the badges that Ada has earned with games, each with the number of the game."""
        async with self.database.reading() as connection:
            rows = await badges.of_player(connection, ADA.id)
        return {Badge(row.badge): row.game_id or 0 for row in rows}

    async def closes(self, position: Position, person: Player) -> bool:
        """Return whether values of a position aren't shown to a person because of the day."""
        found = (await self.fair_play.off_limits(person.id)).closing(position)
        return found is not None and isinstance(await self.fair_play.refusal(found), HelpInDayError)


@pytest.fixture
def week(clocked: Clocked) -> Week:
    return Week(clocked)


async def test_each_person_has_one_game_a_day_however_often_they_ask(week: Week) -> None:
    games = await asyncio.gather(*(week.play_today() for _ in range(3)))
    assert len({game.number for game in games}) == 1
    game = games[0]
    assert (game.level, game.hints, game.rated, game.has_takebacks) == (4, False, False, False)
    assert game.position.canonical() == (await week.today()).start.canonical()
    with pytest.raises(TooLateError):
        await week.games.change(game.number, lambda game, now: endings.cancel(game, now, player_id=ADA.id))
    with pytest.raises(HintsNotAllowedError):
        check_may_have_hint(game, player_id=ADA.id)
    await acts.resign(week.games, game.number, player_id=ADA.id)
    assert (await week.play_today()).number == game.number, "no second try"
    assert (await week.play_today(BLAISE)).number != game.number


async def test_a_game_that_isn_t_over_when_the_day_ends_is_finished_as_that_days(week: Week) -> None:
    begun = await week.play_today()
    week.clock.move(DAY)
    assert (await week.play_today()).number == begun.number
    await acts.resign(week.games, begun.number, player_id=ADA.id)
    ended, following = await week.games.get(begun.number), await week.play_today()
    assert (ended.day, following.day) == (day_at(week.now - DAY), day_at(week.now))


async def test_who_deletes_their_data_does_not_get_a_second_try(week: Week) -> None:
    game = await week.play_today()
    await week.deletions.delete(ADA.id)
    assert (await week.games.get(game.number)).outcome is not None
    with pytest.raises(DayBegunError):
        await week.play_today()
    week.clock.move(DAY)
    assert (await week.play_today()).number != game.number


async def test_nothing_is_kept_of_a_game_whose_player_deletes_their_data_while_it_is_judged(
    week: Week,
) -> None:
    class Interrupted(Oracle):
        async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
            await week.deletions.delete(ADA.id)
            return await super().solve(position, player_id, **wanted)

    game = await week.play_today()
    await week.move(game, str(game.position.legal_moves[0]))
    await acts.resign(week.games, game.number, player_id=ADA.id)
    reviews = Reviews(week.database, week.clock, Interrupted([LOSS] * 30))
    over = await week.games.get(game.number)
    assert await DailyResults(week.database, week.clock, reviews).of_game(over) is None
    async with week.database.reading() as connection:
        assert await store.to_judge(connection, 1) == []
        assert await badges.of_player(connection, ADA.id) == []


@pytest.mark.parametrize("hours", [-12, 0, 14])
def test_the_day_is_the_same_everywhere_on_earth(hours: int) -> None:
    there = timezone(timedelta(hours=hours))
    for hour, day in ((0, 1), (23, 1), (24, 2)):
        now = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(hours=hour)
        assert day_at(now.astimezone(there)) == date(2026, 3, day)


async def test_from_the_evening_on_the_games_of_the_next_two_days_are_made(week: Week) -> None:
    await week.daily_games.prepare()
    week.clock.move(timedelta(hours=6))
    for days in (1, 2):
        with pytest.raises(AssertionError):
            await week.daily_games.prepare()
        await make_day(week.database, day_at(week.now + days * DAY))
    await week.daily_games.prepare()


async def test_no_one_is_shown_values_after_the_start_however_it_is_turned_until_the_day_ends(
    week: Week,
) -> None:
    start = (await week.today()).start
    shown = [start.transformed(each) for each in Symmetry]
    shown += [each.play(each.legal_moves[0]) for each in shown]
    game = await week.play_today()
    await acts.resign(week.games, game.number, player_id=ADA.id)
    for person in (ADA, BLAISE):
        assert all([await week.closes(position, person) for position in shown])
    assert (await week.fair_play.off_limits_in_public(None)).closing(start)
    over = await week.games.get(game.number)
    assert await week.fair_play.may_review(over, player_id=ADA.id)
    assert not await week.fair_play.may_review(over, player_id=BLAISE.id)
    week.clock.move(DAY)
    assert not any([await week.closes(position, BLAISE) for position in shown])


def test_people_see_the_start_in_eight_ways_each_of_which_is_known_from_their_moves() -> None:
    day = made_day(date(2026, 3, 1))
    seen = {tuple(day.moves_for(person)) for person in range(200)}
    assert len(seen) == len(Symmetry)
    for texts in seen:
        moves = [Move.parse(text) for text in texts]
        back = day.symmetry_of(moves).inverse
        assert " ".join(str(back.move(move)) for move in moves) == COURSE


def test_a_streak_is_kept_by_a_freeze_that_a_week_earns() -> None:
    first = date(2026, 3, 1)
    week = [first + n * DAY for n in range(7)]
    assert streaks_over(week)[-1] == DailyStreak(7, freezes=1)
    assert streaks_over([*week, first + 8 * DAY])[-1] == DailyStreak(8, freezes=0)
    assert streaks_over([*week, first + 9 * DAY])[-1].length == 1


async def test_a_won_game_is_no_step_on_the_ladder_because_friends_can_tell_its_replies(week: Week) -> None:
    game = await week.play_today()
    await acts.resign(week.games, game.number, player_id=game.black.id)
    assert (await week.games.get(game.number)).winner == ADA
    async with week.database.reading() as connection:
        assert await highest_beaten(connection, None, player_id=ADA.id) is None
    assert await week.badges() == {}


async def test_a_week_earns_a_badge_also_if_an_earlier_day_is_judged_last(week: Week) -> None:
    games = []
    for _ in range(7):
        game = await week.play_today()
        await week.move(game, str(game.position.legal_moves[0]))
        await acts.resign(week.games, game.number, player_id=ADA.id)
        games.append(await week.games.get(game.number))
        week.clock.move(DAY)
    for game in (*games[:2], *games[3:]):
        await week.results.of_game(game)
    assert await week.badges() == {Badge.PERFECT_DAY: 1}
    await week.results.of_game(games[2])
    assert await week.badges() == {Badge.PERFECT_DAY: 1, Badge.DAY_WEEK: 7}
    async with week.database.writing() as connection:
        assert await recompute(connection, ()) == 0


async def test_who_never_moves_gives_the_game_away_however_it_ends(week: Week) -> None:
    game = await week.play_today()
    given = Review((valued(DRAW, DRAW),) * game.given_moves, game.given_moves)
    for outcome in (Outcome(Color.BLACK, Reason.RESIGNATION), Outcome(None, Reason.ANNULLED)):
        found = result_of(replace(game, outcome=outcome), given)
        assert found is not None
        assert (found.squares, found.quality) == ((AWAY,), 0)


KEPT, LITTLE, AWAY = Square.KEPT, Square.LITTLE, Square.AWAY
WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS


def valued(before: Value, after: Value, soon: int = 1, late: int = 1) -> ReviewedMove:
    """Return a move with these values, after a position that could have been won as soon as that."""
    return ReviewedMove(
        Move.parse("Sa1"),
        before,
        after,
        decision=True,
        distance_before=Distance(soon, soon),
        distance_after=Distance(late, late),
    )


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (valued(DRAW, DRAW), KEPT),
        (valued(LOSS, LOSS), KEPT),
        (valued(WIN, WIN, 5, 5), KEPT),
        (valued(WIN, WIN, 5, 7), LITTLE),
        (valued(WIN, DRAW), LITTLE),
        (valued(WIN, LOSS), AWAY),
        (valued(DRAW, LOSS), AWAY),
    ],
)
async def test_a_square_says_what_a_move_did(week: Week, own: ReviewedMove, expected: Square) -> None:
    game = await week.play_today()
    given = [valued(DRAW, DRAW)] * game.given_moves
    moved = await week.move(game, str(game.position.legal_moves[0]))
    over = replace(moved, outcome=Outcome(None, Reason.DRAW))
    found = result_of(over, Review((*given, own), game.given_moves))
    assert found is not None
    assert found.squares == (expected,)
    resigned = replace(moved, outcome=Outcome(Color.BLACK, Reason.RESIGNATION))
    found = result_of(resigned, Review((*given, own), game.given_moves))
    assert found is not None
    assert found.squares == (expected,) if own.after is LOSS else (expected, AWAY)


@pytest.mark.parametrize("people", [5, pytest.param(200, marks=pytest.mark.thorough)])
async def test_however_many_share_at_once_a_card_knows_them_all_and_ranks_them(
    week: Week, people: int
) -> None:
    players = [Player(1000 + n, f"P{n:03}") for n in range(people)]
    games = [await week.play_today(player) for player in players]
    for number, game in enumerate(games):
        await acts.resign(week.games, game.number, player_id=players[number].id)
        judged = JudgedRow(HERE.guild_id, "k", "lost", 5 * number, 9)
        await week.database.write(store.judge, game.number, judged)
    shared = await asyncio.gather(*(week.results.share(game, HERE, "en-US") for game in games))
    assert None not in shared
    assert await week.results.share(games[0], HERE, "en-US") is None, "once each"
    (row,) = await week.results.outdated()
    card = await week.results.card(row.key)
    assert card is not None
    assert (card.number, card.streak) == (people, 1)
    assert [each.player.name for each in card.best[:2]] == [players[-1].name, players[-2].name]
    await week.results.note_shown(card.row, 77)
    assert await week.results.outdated() == []
    page = await week.results.month(0, guild_id=10, reader_id=players[0].id)
    assert [(line.rank, line.player.name, line.days) for line in page.lines[:2]] == [
        (1, players[-1].name, 1),
        (2, players[-2].name, 1),
    ]
    await week.deletions.delete(players[-1].id)
    (row,) = await week.results.outdated()
    card = await week.results.card(row.key)
    assert card is not None
    assert (card.number, card.best[0].player.name) == (people - 1, players[-2].name)
