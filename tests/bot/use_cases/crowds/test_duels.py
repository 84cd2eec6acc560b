"""Games between the channels of two servers, on real databases."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.store.connections.database import Database
from bot.use_cases.crowds import Duels, DuelSide
from bot.values.crowds import FIRST_RESIGNATION, RESIGN, VotingWindow
from bot.values.errors import OwnCodeError, UsedCodeError
from bot.values.game import game_errors
from bot.values.game.game import Game
from bot.values.players import Place, Player
from engine import Color, Outcome, Reason, Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.crowds.test_crowd_games import ADA, BLAISE, CHIYO, DORA, WINDOW, Club

pytestmark = pytest.mark.thorough

HOME, AWAY = DuelSide(1000, 20, "Café", "en-GB"), DuelSide(2000, 30, "Bistro", "fr")
VOTERS = {Color.WHITE: ADA, Color.BLACK: BLAISE}


class DuelClub(Club):
    """A club with games between channels."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        super().__init__(database, clock)
        self.duels = Duels(database, clock, Random(2))

    async def offer(self, side: DuelSide = HOME) -> str:
        offered = await self.duels.offer(side, Ruleset.PYRGA, VotingWindow.HALF_DAY, DORA)
        return offered.text

    async def duel(self) -> Game:
        return await self.duels.accept(await self.offer(), AWAY)

    async def annul_for(self, game: Game, guild_id: int) -> Game:
        """Have a moderator of a server end a game, or take its result away."""
        act = await self.moderation.propose_annulment(game, DORA, None, guild_id=guild_id)
        return await self.moderation.annul(act)

    async def vote_in(self, game: Game, person: Player, place: Place, choice: str | None = None) -> Game:
        move = choice or str(game.position.legal_moves[0])
        return await self.crowds.vote(
            game.number, ply=game.position.ply, choice=move, voter=person, place=place
        )


@pytest.fixture
def club(database: Database, clock: StandingClock) -> DuelClub:
    return DuelClub(database, clock)


def place_to_move(game: Game) -> Place:
    return game.home_of(game.position.turn).place


def place_waiting(game: Game) -> Place:
    return game.home_of(game.position.turn.opponent).place


@pytest.mark.default
async def test_a_code_starts_a_game_in_two_places_with_a_fair_start(club: DuelClub) -> None:
    game = await club.duel()
    assert {game.white.name, game.black.name} == {"Café", "Bistro"}
    assert {home.place for home in game.homes} == {HOME.place, AWAY.place}
    assert {home.language for home in game.homes} == {"en-GB", "fr"}
    assert [home.side for home in game.boards] == list(Color)
    assert game.position.ply == 1
    assert game.clock is not None
    assert game.clock.until == club.clock.now() + WINDOW
    assert not game.is_counted
    assert await club.games.get(game.number) == game


async def test_two_servers_that_enter_a_code_at_once_start_one_game(club: DuelClub) -> None:
    code = await club.offer()
    with pytest.raises(OwnCodeError):
        await club.duels.accept(code, replace(HOME, channel_id=21))
    other = replace(AWAY, guild_id=3000, channel_id=40)
    results = await asyncio.gather(
        club.duels.accept(code, AWAY), club.duels.accept(code, other), return_exceptions=True
    )
    assert Counter(map(type, results)) == {Game: 1, UsedCodeError: 1}


async def test_channels_that_play_or_are_kept_apart_start_none(club: DuelClub) -> None:
    code, other = await club.offer(), await club.offer()
    await club.duels.accept(code, AWAY)
    with pytest.raises(game_errors.ChannelPlaysError):
        await club.offer()
    with pytest.raises(game_errors.ChannelPlaysError):
        await club.duels.accept(other, AWAY)
    with pytest.raises(game_errors.OtherChannelPlaysError):
        await club.duels.accept(other, replace(AWAY, channel_id=31))
    await club.choose_for(3000, across_servers=False)
    with pytest.raises(game_errors.ApartError):
        await club.offer(replace(HOME, guild_id=3000, channel_id=40))


async def test_each_side_votes_in_its_turn_and_only_sees_its_own_count(club: DuelClub) -> None:
    game = await club.duel()
    with pytest.raises(game_errors.NotYourTurnError):
        await club.vote_in(game, ADA, place_waiting(game))
    await club.vote_in(game, ADA, place_to_move(game))
    stored = await club.games.get(game.number)
    voting, waiting = (stored.home_of(color) for color in (game.position.turn, game.position.turn.opponent))
    assert len(stored.as_seen_on(voting).ballots) == 1
    assert stored.as_seen_on(waiting).ballots == ()
    assert [stored.as_seen_on(each).crowd_votes_here for each in (voting, waiting)] == [True, False]
    closed = await club.deadline()
    assert closed.position.ply == 2
    await club.vote_in(closed, BLAISE, place_to_move(closed))


async def test_the_first_vote_binds(club: DuelClub) -> None:
    game = await club.duel()
    await club.vote_in(game, ADA, place_to_move(game))
    closed = await club.deadline()
    with pytest.raises(game_errors.OtherSideError):
        await club.vote_in(closed, ADA, place_to_move(closed))
    await club.vote_in(closed, BLAISE, place_to_move(closed))
    again = await club.deadline()
    await club.vote_in(again, ADA, place_to_move(again))


async def test_two_windows_without_a_vote_lose_on_time(club: DuelClub) -> None:
    game = await club.duel()
    assert (await club.deadline()).outcome is None
    assert (await club.deadline()).outcome == Outcome(game.position.turn.opponent, Reason.TIMEOUT)
    assert await club.crowds.next_level(HOME.guild_id) == 2


async def test_a_vote_to_resign_that_is_left_out_of_the_count_saves_no_game(club: DuelClub) -> None:
    game = await club.duel()
    while game.position.ply < FIRST_RESIGNATION:
        await club.vote_in(game, VOTERS[game.position.turn], place_to_move(game))
        game = await club.deadline()
    await club.vote_in(game, VOTERS[game.position.turn], place_to_move(game), RESIGN)
    await club.deadline()
    assert (await club.deadline()).outcome == Outcome(game.position.turn.opponent, Reason.TIMEOUT)


async def test_a_vote_in_the_second_window_saves_the_game(club: DuelClub) -> None:
    game = await club.duel()
    extended = await club.deadline()
    await club.vote_in(extended, CHIYO, place_to_move(game))
    assert (await club.deadline()).outcome is None


async def test_a_moderator_only_excludes_people_on_their_side(club: DuelClub) -> None:
    game = await club.duel()
    await club.vote_in(game, ADA, place_to_move(game))
    other = place_waiting(game).guild_id
    assert other is not None
    await club.crowds.exclude(game.number, ADA, DORA, guild_id=other)
    assert len((await club.games.get(game.number)).ballots) == 1
    await club.vote_in(game, ADA, place_to_move(game), str(game.position.legal_moves[1]))
    own = place_to_move(game).guild_id
    assert own is not None
    await club.crowds.exclude(game.number, ADA, DORA, guild_id=own)
    extended = await club.deadline()
    assert (extended.position.ply, len((await club.games.get(game.number)).ballots)) == (1, 1)


async def test_moderators_of_either_server_end_a_running_game(club: DuelClub) -> None:
    for guild_id in (HOME.guild_id, AWAY.guild_id):
        game = await club.duel()
        assert [one.number for one in await club.moderation.running(5, guild_id=guild_id)] == [game.number]
        ended = await club.annul_for(game, guild_id)
        assert ended.outcome == Outcome(None, Reason.ANNULLED)
        ((act,), _) = await club.moderation.log(guild_id, page=0, size=5)
        assert act.moderator == DORA
    await club.duel()
    await club.deadline()
    with pytest.raises(game_errors.FinishedGameError):
        await club.annul_for(await club.deadline(), AWAY.guild_id)


async def test_a_game_in_two_places_counts_for_both_servers_limits(club: DuelClub) -> None:
    await club.duel()
    for place in (HOME.place, AWAY.place):
        with pytest.raises(game_errors.ChannelPlaysError):
            await club.open(place=place)
    await club.open(place=Place(HOME.guild_id, 25))
    club.clock.move(timedelta(seconds=1))
