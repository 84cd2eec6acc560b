"""Badges: what earns each of them, and what doesn't."""

from datetime import timedelta

import pytest

from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.standings.badges import give
from bot.values.badges import RULES, Badge
from bot.values.game.endings import adjudicate
from bot.values.game.game import BestPlay, Game
from bot.values.players import Player
from engine import Color, Puzzle, Ruleset, Start, Value
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, HERE, OUTSIDE, THERE, Clocked
from tests.bot.use_cases.club import FOUR, POINTS, QUICK, SLOW, TIED, Club
from tests.bot.use_cases.made_puzzles import RIGHT, WRONG, made_puzzle, post

pytestmark = pytest.mark.thorough

W, L, D, U = Value.WIN, Value.LOSS, Value.DRAW, Value.UNKNOWN


@pytest.fixture
def club(clocked: Clocked) -> Club:
    """Return the use cases around games, on a database of each kind."""
    return Club(clocked)


def brought(game: Game, player: Player) -> list[Badge]:
    return [one.badge for one in game.badges if one.player_id == player.id]


async def test_the_first_win_earns_a_badge_and_the_second_does_not(club: Club) -> None:
    first = await club.resigned(await club.start(), BLAISE)
    assert brought(first, ADA) == [Badge.FIRST_GAME, Badge.FIRST_WIN]
    assert brought(first, BLAISE) == [Badge.FIRST_GAME]
    assert (await club.resigned(await club.start(), BLAISE)).badges == ()
    assert await club.held(ADA) == [Badge.FIRST_GAME, Badge.FIRST_WIN]
    assert await club.held(BLAISE) == [Badge.FIRST_GAME]


@pytest.mark.default
@pytest.mark.parametrize(
    ("moves", "badges"),
    [
        (SLOW, [Badge.FIRST_WIN, Badge.BLACK_WIN, Badge.TOWER_WIN]),
        (QUICK, [Badge.FIRST_WIN, Badge.TOWER_WIN, Badge.QUICK_WIN]),
        (POINTS, [Badge.FIRST_WIN, Badge.POINTS_WIN]),
    ],
    ids=["as Black", "quickly", "on points"],
)
async def test_each_way_to_win_earns_its_badge(club: Club, moves: str, badges: list[Badge]) -> None:
    game = await club.move(await club.start(), moves)
    assert game.winner is not None
    assert brought(game, game.winner) == [Badge.FIRST_GAME, *badges]
    assert brought(game, game.opponent_of(game.winner.id)) == [Badge.FIRST_GAME]
    assert (await club.games.get(game.number)).badges == game.badges


async def test_winning_with_a_fair_start_earns_a_badge(club: Club) -> None:
    game = await club.resigned(await club.start(start=Start.SWAP), BLAISE)
    assert brought(game, ADA) == [Badge.FIRST_GAME, Badge.FIRST_WIN, Badge.FAIR_PLAY]


async def test_a_complete_tie_earns_both_players_a_badge(club: Club) -> None:
    game = await club.move(await club.start(), TIED)
    for player in (ADA, BLAISE):
        assert brought(game, player) == [Badge.FIRST_GAME, Badge.DRAW_HELD]


async def test_ten_different_opponents_earn_a_badge_and_repeated_ones_do_not_count(club: Club) -> None:
    people = [Player(200 + number, f"member {number}") for number in range(10)]
    for number, player in enumerate([people[0], people[0], *people[1:9]]):
        white, black = (ADA, player) if number % 2 else (player, ADA)
        game = await club.resigned(await club.start(white, black), ADA)
        assert brought(game, ADA) == [Badge.FIRST_GAME] * (not number)
    await club.move(await club.start(ADA, people[9]), "Sb2 Ta2e")
    await club.resigned(await club.start_with_computer(1), ADA)
    assert await club.held(ADA) == [Badge.FIRST_GAME]
    assert brought(await club.resigned(await club.start(ADA, people[9]), ADA), ADA) == [Badge.TEN_OPPONENTS]


async def test_wins_under_all_rulesets_earn_a_badge(club: Club) -> None:
    for ruleset in (Ruleset.PYRGA, Ruleset.CLASSIC, Ruleset.CLASSIC):
        game = await club.resigned(await club.start(ruleset=ruleset), BLAISE)
        assert Badge.ALL_RULESETS not in brought(game, ADA)
    lost = await club.resigned(await club.start(ruleset=Ruleset.PILOTIS), ADA)
    assert Badge.ALL_RULESETS not in brought(lost, ADA)
    game = await club.resigned(await club.start(ruleset=Ruleset.PILOTIS), BLAISE)
    assert brought(game, ADA) == [Badge.ALL_RULESETS]


async def test_a_win_by_adjudication_does_not_take_the_place_of_one_that_earns_a_badge(club: Club) -> None:
    won = BestPlay(Color.WHITE)
    for ruleset in Ruleset:
        game = await club.move(await club.start(ruleset=ruleset), FOUR)
        adjudicated = await club.games.change(game.number, lambda game, now: adjudicate(game, won, now))
        assert (adjudicated.winner, adjudicated.badges) == (ADA, ())
    assert await club.held(ADA) == []
    brought_by = [
        brought(await club.resigned(await club.start(ruleset=ruleset), BLAISE), ADA) for ruleset in Ruleset
    ]
    assert [Badge.ALL_RULESETS in each for each in brought_by] == [False, False, True]


async def test_beating_a_level_earns_its_badge_and_those_below(club: Club) -> None:
    game = await club.resigned(await club.start_with_computer(4), Player(4, "computer"))
    assert brought(game, ADA) == [Badge.LEVEL_1, Badge.LEVEL_3]


@pytest.mark.parametrize("help_of", ["a hint", "a takeback"])
async def test_a_win_with_help_against_the_computer_earns_no_badge(club: Club, help_of: str) -> None:
    game = await club.move(await club.start_with_computer(8), "Sb2 Ta2e")
    if help_of == "a hint":
        await club.players.see_hint(game, ADA.id)
    else:
        game = await club.players.take_back(game.number, game.revision, ADA.id)
        game = await club.move(game, "Sb2 Ta2e")
    game = await acts.resign(club.games, (await club.move(game, "Tc2n Sc3")).number, player_id=8)
    assert game.badges == ()
    assert await club.held(ADA) == []


async def test_a_badge_belongs_to_the_person_and_is_earned_in_only_one_place(club: Club) -> None:
    for place, earns in ((THERE, True), (HERE, False), (OUTSIDE, False)):
        assert bool((await club.resigned(await club.start(place=place), BLAISE)).badges) is earns


PERFECT = [W] * 24
LOST_THREE_TIMES = [W, *[L] * 7, *[W] * 16]
"""The values for White before each move of the game that White wins on points."""


@pytest.mark.parametrize(
    ("values", "badges"),
    [
        (PERFECT, [Badge.PERFECT_GAME]),
        ([*[D] * 8, *[W] * 16], [Badge.PERFECT_GAME]),
        ([*[W] * 7, L, *[W] * 16], []),
        ([W, L, *[W] * 22], []),
        (LOST_THREE_TIMES, [Badge.COMEBACK]),
        ([*[W] * 3, *[L] * 5, *[W] * 16], []),
        ([W, U, *PERFECT[2:]], []),
    ],
    ids=[
        "won throughout",
        "drawn at first",
        "a mistake",
        "an early one",
        "lost three times",
        "lost twice",
        "a gap",
    ],
)
async def test_what_a_review_finds_earns_badges(club: Club, values: list[Value], badges: list[Badge]) -> None:
    game = await club.move(await club.start(), POINTS)
    await club.review(game, values)
    found = await club.games.get(game.number)
    assert [one for one in brought(found, ADA) if one not in brought(game, ADA)] == badges
    assert brought(found, BLAISE) == [Badge.FIRST_GAME]


async def test_a_review_with_gaps_earns_badges_once_they_are_filled(club: Club) -> None:
    game = await club.move(await club.start(), POINTS)
    await club.review(game, [W, U, *PERFECT[2:]])
    await club.review(game, PERFECT)
    assert Badge.PERFECT_GAME in await club.held(ADA)


@pytest.mark.parametrize("values", [PERFECT, LOST_THREE_TIMES])
async def test_a_hint_rules_out_the_badges_of_the_review(club: Club, values: list[Value]) -> None:
    game = await club.start(hints=True)
    await club.players.see_hint(game, ADA.id)
    await club.review(await club.move(game, POINTS), values)
    assert await club.held(ADA) == [Badge.FIRST_GAME, Badge.FIRST_WIN, Badge.POINTS_WIN]


PUZZLES = [made_puzzle(f"p{number}") for number in range(60)]


async def solve(puzzles: Puzzles, puzzle: Puzzle, guild_id: int | None = None) -> list[Badge]:
    return list((await puzzles.attempt(ADA, puzzle, RIGHT, guild_id)).badges)


async def test_fifty_puzzles_earn_a_badge(club: Club) -> None:
    puzzles = Puzzles(club.database, club.clock, PUZZLES)
    await puzzles.show_answer(ADA, PUZZLES[-1])
    found = {}
    for number, puzzle in enumerate([PUZZLES[-1], *PUZZLES[:55]]):
        assert (await puzzles.attempt(ADA, puzzle, WRONG)).badges == ()
        found[number] = await solve(puzzles, puzzle)
        assert await solve(puzzles, puzzle) == []
    assert {number: badges for number, badges in found.items() if badges} == {50: [Badge.FIFTY_PUZZLES]}


async def test_a_week_of_daily_puzzles_earns_a_badge(club: Club) -> None:
    puzzles = Puzzles(club.database, club.clock, PUZZLES)
    daily = DailyPuzzles(club.database, club.clock, PUZZLES)
    await daily.switch_on(HERE.guild_id or 0, channel_id=20, language="fr")
    found = {}
    for day in range(1, 9):
        (today,) = await post(daily)
        found[day] = await solve(puzzles, today.puzzle, HERE.guild_id)
        club.clock.move(DAY)
    assert [day for day, badges in found.items() if Badge.PUZZLE_WEEK in badges] == [7]


@pytest.mark.default
async def test_the_end_of_the_lesson_earns_a_badge_once(club: Club) -> None:
    assert await club.badges.finish_lesson(CHIYO) == (Badge.LESSON,)
    assert await club.badges.finish_lesson(CHIYO) == ()
    assert await club.held(CHIYO) == [Badge.LESSON]


@pytest.mark.parametrize("badge", sorted(set(Badge) - {rule.badge for rule in RULES}))
async def test_badges_without_a_rule_are_given(club: Club, badge: Badge) -> None:
    await club.start()
    async with club.database.writing() as connection:
        assert await give(connection, ADA.id, {badge}, club.now) == (badge,)
        assert await give(connection, ADA.id, {badge}, club.now + timedelta(days=1)) == ()
    (held,) = await club.badges.badges_of(ADA.id)
    assert (held.badge, held.earned_at) == (badge, club.now)


async def test_badges_of_an_annulled_game_go_to_the_next_game_that_earns_them(club: Club) -> None:
    first = await club.move(await club.start(), QUICK)
    second = await club.resigned(await club.start(), BLAISE)
    assert first.badges != () == second.badges
    annulled = await club.annul(first)
    assert annulled.badges == () == (await club.games.get(first.number)).badges
    assert brought(await club.games.get(second.number), BLAISE) == [Badge.FIRST_GAME]
    assert await club.held(ADA) == [Badge.FIRST_GAME, Badge.FIRST_WIN]
