"""Which finished games a player's history has, and in what order, on both databases."""

from typing import Any

import pytest

from bot.values.game.game import Game
from bot.values.pages import LONGEST_LIST
from bot.values.players import Place, Player
from bot.values.standings import ANY_LEVEL, HistoryFilter, PastGame, Result
from engine import Reason, Ruleset
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, HOUR, OUTSIDE, THERE, Clocked
from tests.bot.use_cases.club import FOUR

pytestmark = pytest.mark.quick

ALL = HistoryFilter()


async def play(
    clocked: Clocked, white: Player, black: Player, moves: str = "", place: Place = HERE, **terms: Any
) -> Game:
    """Return a game that White resigns after these moves; the next one is later."""
    game = await clocked.move(await clocked.agree(black, place, white, **terms), moves)
    clocked.clock.move(HOUR)
    return await clocked.resign(game, white)


async def listed(
    clocked: Clocked,
    player: Player,
    wanted: HistoryFilter = ALL,
    guild_id: int | None = HERE.guild_id,
    page: int = 0,
) -> list[PastGame]:
    return (await clocked.histories.games(guild_id, player_id=player.id, wanted=wanted, page=page, size=3))[0]


def numbers(games: list[PastGame]) -> list[int]:
    return [game.number for game in games]


async def test_a_game_is_listed_from_both_sides(clocked: Clocked) -> None:
    ended = await play(clocked, ADA, BLAISE, FOUR, rated=True)
    (mine,), (theirs,) = await listed(clocked, ADA), await listed(clocked, BLAISE)
    assert (mine.player, mine.opponent, mine.result) == (ADA, BLAISE, Result.LOST)
    assert (theirs.player, theirs.opponent, theirs.result) == (BLAISE, ADA, Result.WON)
    for each in (mine, theirs):
        assert (each.number, each.plies, each.reason) == (ended.number, 4, Reason.RESIGNATION)
        assert each.finished_at == clocked.now
    assert (mine.change, theirs.change) == ended.rating_changes


async def test_the_latest_games_come_first_on_successive_pages(clocked: Clocked) -> None:
    played = [
        (await play(clocked, *((ADA, BLAISE) if number % 2 else (BLAISE, ADA)))).number for number in range(7)
    ]
    pages = [
        await clocked.histories.games(HERE.guild_id, player_id=ADA.id, wanted=ALL, page=page, size=3)
        for page in (0, 1, 2, 3, LONGEST_LIST)
    ]
    assert [number for games, _ in pages for number in numbers(games)] == played[::-1]
    ends = [(len(games), more) for games, more in pages]
    assert ends == [(3, True), (3, True), (1, False), (0, False), (0, False)]


async def test_filters_combine(clocked: Clocked) -> None:
    first = await play(clocked, ADA, BLAISE, ruleset=Ruleset.CLASSIC)
    second = await play(clocked, BLAISE, ADA, ruleset=Ruleset.CLASSIC)
    third = await play(clocked, CHIYO, ADA)
    for wanted, expected in (
        (HistoryFilter(ruleset=Ruleset.CLASSIC), [second, first]),
        (HistoryFilter(result=Result.WON), [third, second]),
        (HistoryFilter(result=Result.DRAWN), []),
        (HistoryFilter(opponent=CHIYO.id), [third]),
        (HistoryFilter(BLAISE.id, Ruleset.CLASSIC, Result.LOST), [first]),
        (HistoryFilter(opponent=ADA.id), []),
    ):
        assert numbers(await listed(clocked, ADA, wanted)) == [game.number for game in expected], wanted


async def test_a_draw_is_neither_a_win_nor_a_game_without_a_result(clocked: Clocked) -> None:
    game = await clocked.draw(await clocked.play(await clocked.begin(None), 2))
    canceled = await clocked.begin(None)
    await clocked.players.cancel(canceled.number, ADA.id)
    (drawn,) = await listed(clocked, ADA)
    assert (drawn.number, drawn.result, drawn.reason) == (game.number, Result.DRAWN, Reason.AGREEMENT)
    assert numbers(await listed(clocked, BLAISE, HistoryFilter(result=Result.DRAWN))) == [game.number]
    assert await listed(clocked, ADA, HistoryFilter(result=Result.WON)) == []


async def test_the_computer_is_one_opponent_at_all_levels(clocked: Clocked) -> None:
    await play(clocked, ADA, BLAISE)
    for level in (1, 8):
        game = await clocked.begin_with_computer(level)
        clocked.clock.move(HOUR)
        await clocked.resign(game, ADA)
    found = await listed(clocked, ADA, HistoryFilter(opponent=ANY_LEVEL))
    assert [game.opponent.level for game in found] == [8, 1]


async def test_a_server_only_has_its_own_games_and_their_ratings(clocked: Clocked) -> None:
    here = await play(clocked, ADA, BLAISE, FOUR, rated=True)
    there = await play(clocked, ADA, BLAISE, FOUR, place=THERE, rated=True)
    outside = await play(clocked, ADA, BLAISE, place=OUTSIDE)
    assert numbers(await listed(clocked, ADA)) == [here.number]
    assert numbers(await listed(clocked, ADA, guild_id=THERE.guild_id)) == [there.number]
    everywhere = await listed(clocked, ADA, guild_id=None)
    assert numbers(everywhere) == [outside.number, there.number, here.number]
    # In each server, it was their first rated game.
    assert [game.change and game.change.before for game in everywhere] == [None, 1500.0, 1500.0]


async def test_names_are_those_at_the_time_of_the_game(clocked: Clocked) -> None:
    await play(clocked, ADA, BLAISE)
    await play(clocked, Player(ADA.id, "Countess"), BLAISE)
    assert [game.player.name for game in await listed(clocked, ADA)] == ["Countess", "Ada"]
