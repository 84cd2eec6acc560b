"""What a review says about votes, and the badge for good ones."""

from datetime import datetime
from itertools import count
from random import Random
from typing import Any

import pytest

from bot.store.connections.database import Database
from bot.use_cases.reviews import Reviews
from bot.use_cases.standings.badges import Badges
from bot.values.badges import Badge
from bot.values.game import endings
from bot.values.game.game import Game, Transition
from bot.values.players import Player
from bot.values.standings import OPENING_MOVES
from engine import Color, Move, Position, Solution, Value
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.crowds.test_crowd_games import ADA, BLAISE, CHIYO, DORA, Club

pytestmark = pytest.mark.thorough


class Oracle:
    """It says that the last of several moves loses, and that all others draw."""

    async def solve(self, position: Position, player_id: int, **wanted: Any) -> Solution:
        del player_id, wanted
        first, *others = position.legal_moves
        values = dict.fromkeys((first, *others), Value.DRAW)
        if others:
            values[others[-1]] = Value.LOSS
        return Solution(Value.DRAW, values, Value.DRAW, None, (), nodes=0)


@pytest.fixture
def club(database: Database, clock: StandingClock) -> Club:
    return Club(database, clock)


def long_line(plies: int) -> list[str]:
    """Return the moves of a longer game in which White always has a choice and avoids the last move."""
    for seed in count():
        random, position, line = Random(seed), Position.start(), list[str]()
        while position.legal_moves and len(line) < plies:
            moves = position.legal_moves[:-1] if position.turn is Color.WHITE else position.legal_moves
            if not moves:
                break
            line.append(str(random.choice(moves)))
            position = position.play(Move.parse(line[-1]))
        if len(line) == plies and len(position.legal_moves) > 1:
            return line
    raise AssertionError


async def voted(club: Club, turns: int, end: Transition = endings.abandon) -> Game:
    """Play a game in which Ada always votes well, Blaise badly, and Chiyo well, but in one turn less."""
    game, line = await club.open(), long_line(2 * turns)
    for turn in range(turns):
        good, bad = line[2 * turn], str(game.position.legal_moves[-1])
        for person, move in ((ADA, good), (DORA, good), (BLAISE, bad), (CHIYO, good))[: 4 if turn else 3]:
            await club.vote(game, person, move)
        closed = await club.deadline()
        game = await acts.play(
            club.games,
            game.number,
            revision=closed.revision,
            text=line[2 * turn + 1],
            player_id=closed.to_move.id,
        )
        assert game.crowd_votes
    return await club.games.update(game.number, end)


async def review(club: Club, game: Game) -> None:
    """Have someone ask for the review of a game."""
    reviewing = await Reviews(club.database, club.clock, Oracle()).begin(game, ADA.id)
    await reviewing.result()


async def badges_of(club: Club, person: Player) -> set[Badge]:
    held = await Badges(club.database, club.clock).badges_of(person.id)
    return {one.badge for one in held}


@pytest.mark.parametrize(("turns", "earns"), [(10, True), (9, False)])
async def test_ten_votes_of_which_none_gave_anything_away_earn_a_badge(
    club: Club, turns: int, *, earns: bool
) -> None:
    game = await voted(club, turns)
    await review(club, game)
    judged = turns - OPENING_MOVES // 2
    for person, kept in ((ADA, judged), (BLAISE, 0)):
        score = await club.crowds.score(game.number, player_id=person.id)
        assert (score.votes, score.kept, score.judged) == (turns, kept, judged)
    assert await badges_of(club, ADA) == ({Badge.GOOD_VOTES} if earns else set())
    assert await badges_of(club, BLAISE) == await badges_of(club, CHIYO) == set()
    counts = await club.crowds.counts(game.number)
    assert [one.kept for one in counts[0]] == [None, None]
    assert [one.kept for one in counts[OPENING_MOVES]] == [True, False]


def give_up(game: Game, now: datetime) -> Game:
    """Have the channel resign."""
    return endings.resign(game, now, player_id=game.white.id)


async def test_an_annulled_game_takes_its_badge_back_unless_another_one_earns_it(club: Club) -> None:
    first, second, third = [await voted(club, 10, give_up) for _ in range(3)]
    for game in (first, second):
        await review(club, game)
    await club.annul(first)
    assert await badges_of(club, ADA) == {Badge.GOOD_VOTES}
    await club.annul(second)
    assert await badges_of(club, ADA) == await badges_of(club, DORA) == set()
    await review(club, await club.annul(third))
    assert await badges_of(club, ADA) == set()
