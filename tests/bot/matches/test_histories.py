"""Which finished games a player's history has, and in what order, on both databases."""

from datetime import timedelta
from random import Random

import pytest

from bot.matches.challenges.computer_games import ComputerGames, ComputerTerms
from bot.matches.match.match import Match
from bot.matches.pages import LONGEST_LIST
from bot.matches.review.histories import Histories
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Place, Player
from bot.matches.values.standings import ANY_LEVEL, HistoryFilter, PastGame, Result
from bot.store.connections.database import Database
from engine import Reason, Ruleset
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, Clocked

pytestmark = pytest.mark.quick

HERE, THERE, OUTSIDE = Place(10, 20), Place(11, 21), Place(None, 22)
RATED = ("Sb2", "Cb3", "Tb3n", "Sb4")
ALL = HistoryFilter()


@pytest.fixture
def histories(database: Database) -> Histories:
    return Histories(database)


async def play(
    clocked: Clocked,
    white: Player,
    black: Player,
    *moves: str,
    place: Place = HERE,
    ruleset: Ruleset = Ruleset.PYRGA,
    rated: bool = False,
) -> Match:
    """Return a game that White resigns after these moves; the next one is later."""
    terms = Terms(ruleset, ColorChoice.WHITE, "en-GB", rated=rated)
    challenge = await clocked.challenges.propose(place, white, black, terms, opponent_is_bot=False)
    game = await clocked.challenges.accept(challenge.number, black, message_id=100 + challenge.number)
    for move in moves:
        game = await clocked.games.play(
            game.number, revision=game.revision, text=move, player_id=game.to_move.id
        )
    clocked.clock.move(timedelta(hours=1))
    return await clocked.games.resign(game.number, player_id=white.id)


async def listed(
    histories: Histories,
    player: Player,
    wanted: HistoryFilter = ALL,
    guild_id: int | None = HERE.guild_id,
    page: int = 0,
) -> list[PastGame]:
    return (await histories.games(guild_id, player_id=player.id, wanted=wanted, page=page, size=3))[0]


def numbers(games: list[PastGame]) -> list[int]:
    return [game.number for game in games]


async def test_a_game_is_listed_from_both_sides(clocked: Clocked, histories: Histories) -> None:
    ended = await play(clocked, ADA, BLAISE, *RATED, rated=True)
    (mine,), (theirs,) = await listed(histories, ADA), await listed(histories, BLAISE)
    assert (mine.player, mine.opponent, mine.result) == (ADA, BLAISE, Result.LOST)
    assert (theirs.player, theirs.opponent, theirs.result) == (BLAISE, ADA, Result.WON)
    for each in (mine, theirs):
        assert (each.number, each.plies, each.reason) == (ended.number, 4, Reason.RESIGNATION)
        assert each.finished_at == clocked.now
    assert (mine.change, theirs.change) == ended.rating_changes


async def test_the_latest_games_come_first_on_successive_pages(
    clocked: Clocked, histories: Histories
) -> None:
    played = [
        (await play(clocked, *((ADA, BLAISE) if number % 2 else (BLAISE, ADA)))).number for number in range(7)
    ]
    pages = [
        await histories.games(HERE.guild_id, player_id=ADA.id, wanted=ALL, page=page, size=3)
        for page in range(4)
    ]
    assert [number for games, _ in pages for number in numbers(games)] == played[::-1]
    assert [(len(games), more) for games, more in pages] == [(3, True), (3, True), (1, False), (0, False)]
    assert await histories.games(HERE.guild_id, player_id=ADA.id, wanted=ALL, page=LONGEST_LIST, size=3) == (
        [],
        False,
    )


async def test_filters_combine(clocked: Clocked, histories: Histories) -> None:
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
        assert numbers(await listed(histories, ADA, wanted)) == [game.number for game in expected], wanted


async def test_a_draw_is_neither_a_win_nor_a_game_without_a_result(
    clocked: Clocked, histories: Histories
) -> None:
    game = await clocked.begin(None)
    for _ in range(2):
        game = await clocked.play(game)
    offered = await clocked.players.offer_draw(game.number, game.revision, ADA.id)
    await clocked.players.accept(game.number, offered.revision, BLAISE.id)
    canceled = await clocked.begin(None)
    await clocked.players.cancel(canceled.number, ADA.id)
    (drawn,) = await listed(histories, ADA)
    assert (drawn.number, drawn.result, drawn.reason) == (game.number, Result.DRAWN, Reason.AGREEMENT)
    assert numbers(await listed(histories, BLAISE, HistoryFilter(result=Result.DRAWN))) == [game.number]
    assert await listed(histories, ADA, HistoryFilter(result=Result.WON)) == []


async def test_the_computer_is_one_opponent_at_all_levels(
    clocked: Clocked, histories: Histories, database: Database
) -> None:
    await play(clocked, ADA, BLAISE)
    computer_games = ComputerGames(database, clocked.clock, Random(1))
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-GB")
    for level in (1, 8):
        game = await computer_games.begin(HERE, ADA, Player(level, f"Computer, level {level}"), terms)
        clocked.clock.move(timedelta(hours=1))
        await clocked.games.resign(game.number, player_id=ADA.id)
    found = await listed(histories, ADA, HistoryFilter(opponent=ANY_LEVEL))
    assert [game.opponent.level for game in found] == [8, 1]


async def test_a_server_only_has_its_own_games_and_their_ratings(
    clocked: Clocked, histories: Histories
) -> None:
    here = await play(clocked, ADA, BLAISE, *RATED, rated=True)
    there = await play(clocked, ADA, BLAISE, *RATED, place=THERE, rated=True)
    outside = await play(clocked, ADA, BLAISE, place=OUTSIDE)
    assert numbers(await listed(histories, ADA)) == [here.number]
    assert numbers(await listed(histories, ADA, guild_id=THERE.guild_id)) == [there.number]
    everywhere = await listed(histories, ADA, guild_id=None)
    assert numbers(everywhere) == [outside.number, there.number, here.number]
    # In each server, it was their first rated game.
    assert [game.change and game.change.before for game in everywhere] == [None, 1500.0, 1500.0]


async def test_names_are_those_at_the_time_of_the_game(clocked: Clocked, histories: Histories) -> None:
    await play(clocked, ADA, BLAISE)
    await play(clocked, Player(ADA.id, "Countess"), BLAISE)
    assert [game.player.name for game in await listed(histories, ADA)] == ["Countess", "Ada"]
