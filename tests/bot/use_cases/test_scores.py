"""The score between two people is stored with a game when it ends."""

import pytest

from bot.values.players import Place, Player
from bot.values.standings import Score
from engine import Color
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, THERE, Clocked
from tests.bot.use_cases.club import TIED, Club


@pytest.fixture
def club(clocked: Clocked) -> Club:
    """Return a club on a database of each kind."""
    return Club(clocked)


async def score(club: Club, loser: Player, white: Player, black: Player, place: Place = HERE) -> Score | None:
    """Return the score after a game that someone resigned."""
    ended = await club.resigned(await club.start(white, black, place=place), loser)
    assert (await club.games.get(ended.number)).score == ended.score
    return ended.score


async def test_a_game_has_its_own_result_in_the_score_and_those_before_it(club: Club) -> None:
    assert await score(club, BLAISE, ADA, BLAISE) == Score(won=1, lost=0, drawn=0)
    assert await score(club, BLAISE, BLAISE, ADA) == Score(won=0, lost=2, drawn=0), "as White sees it"
    assert await score(club, ADA, ADA, BLAISE) == Score(won=2, lost=1, drawn=0)
    drawn = await club.move(await club.start(), TIED)
    assert drawn.score == Score(won=2, lost=1, drawn=1)
    assert await score(club, CHIYO, ADA, CHIYO) == Score(won=1, lost=0, drawn=0)


async def test_every_server_has_its_own_score(club: Club) -> None:
    await score(club, BLAISE, ADA, BLAISE)
    assert await score(club, BLAISE, ADA, BLAISE, place=THERE) == Score(won=1, lost=0, drawn=0)


async def test_games_that_do_not_count_and_those_with_the_computer_have_no_score(club: Club) -> None:
    short = await acts.resign(club.games, (await club.start()).number, player_id=ADA.id)
    assert short.score is None
    game = await club.resigned(await club.start_with_computer(1), ADA)
    assert (game.outcome is not None, game.outcome and game.outcome.winner) == (True, Color.BLACK)
    assert game.score is None
    assert await score(club, BLAISE, ADA, BLAISE) == Score(won=1, lost=0, drawn=0)
