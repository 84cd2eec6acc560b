"""People look for an opponent, and games come from that, in one transaction each."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.use_cases.privacy import RemovedServers
from bot.use_cases.searches import Asked, Looking, OpponentSearches
from bot.values.challenge_errors import DeletedLatelyError
from bot.values.errors import (
    NoChallengesWantedError,
    OwnServersOnlyError,
    ServerApartError,
    TooManySearchesError,
)
from bot.values.game.game import Game
from bot.values.players import ChallengePolicy, Place, Player
from bot.values.searches import MOST, SearchClock, SearchTerms
from engine import Color, Ruleset, Start
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import (
    ADA,
    BLAISE,
    CHIYO,
    DAY,
    HERE,
    HOUR,
    MINUTE,
    OUTSIDE,
    THERE,
    Clocked,
    stay_in,
)
from tests.bot.use_cases.rated_games import RatedGames

CAFE, LIBRARY, DIRECT = HERE, THERE, OUTSIDE
RATED = SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=True)
CASUAL = replace(RATED, rated=False)


class Lobby(Clocked):
    """The searches on one database. Everyone agreed to play people from other servers."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.searches = OpponentSearches(self.database, self.clock, Random(1))

    async def open_up(self, *people: Player) -> None:
        """Have these people agree to play people from other servers."""
        for player in people:
            await self.choose(player, across_servers=True)

    async def look(
        self,
        player: Player,
        place: Place = CAFE,
        terms: SearchTerms = RATED,
        *,
        everywhere: bool = True,
    ) -> None:
        """Look for an opponent. A minute has passed since the last one did."""
        self.clock.move(MINUTE)
        await self.searches.ask(player, Asked(place, terms, "en-US", everywhere))

    async def numbers(self, player: Player) -> list[int]:
        return [search.number for search in await self.searches.of_player(player.id)]

    async def look_both(self) -> None:
        """Have Ada and Blaise look for a rated game in the same server."""
        await self.look(ADA)
        await self.look(BLAISE)

    async def matched(self) -> list[set[int]]:
        """Return the ids of the people who would play each other now."""
        return [{pair.first.player.id, pair.second.player.id} for pair in await self.searches.pairs()]

    async def start(self, *, together: bool = True, seed: int = 1) -> Game:
        """Return the one game that comes from the searches now."""
        (pair,) = await self.searches.pairs()
        searches = OpponentSearches(self.database, self.clock, Random(seed))
        game = await searches.begin(pair, together=together)
        assert game is not None
        return game


@pytest.fixture
async def lobby(clocked: Clocked) -> Lobby:
    lobby = Lobby(clocked)
    await lobby.open_up(ADA, BLAISE, CHIYO)
    return lobby


@pytest.mark.thorough
async def test_two_searches_become_a_balanced_game(lobby: Lobby) -> None:
    await lobby.look(ADA, Place(10, 29), everywhere=False)
    assert await lobby.matched() == []
    await lobby.look(BLAISE)
    game = await lobby.start()
    assert {game.white, game.black} == {ADA, BLAISE}
    assert (game.start, game.position.ply, game.rated, game.move_seconds) == (Start.BALANCED, 1, True, 86_400)
    assert [board.place for board in game.boards] == [Place(10, 29)]
    assert await lobby.numbers(ADA) == await lobby.numbers(BLAISE) == []
    assert await lobby.games.get(game.number) == game


async def test_a_game_in_two_places_has_a_board_for_each_player(lobby: Lobby) -> None:
    await lobby.look(ADA)
    await lobby.look(BLAISE, LIBRARY)
    game = await lobby.start(together=False)
    assert game.guild_id is None
    assert game.home_of(game.color_of(ADA.id) or Color.WHITE).place == CAFE
    assert game.home_of(game.color_of(BLAISE.id) or Color.WHITE).place == LIBRARY
    assert await lobby.games.get(game.number) == game


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("place", "together", "points"),
    [(CAFE, True, {1259, 1741}), (LIBRARY, True, {1500}), (LIBRARY, False, {1259, 1741})],
)
async def test_a_rated_game_shows_the_ratings_that_count_where_it_is_played(
    lobby: Lobby, clock: StandingClock, place: Place, *, together: bool, points: set[int]
) -> None:
    await RatedGames(lobby.database, clock).win(ADA.id, BLAISE.id, guild_id=10)
    await lobby.look(ADA, place if together else DIRECT)
    await lobby.look(BLAISE, place)
    # Until players this far apart are good enough for each other.
    clock.move(5 * DAY)
    game = await lobby.start(together=together)
    assert {seat.rating and seat.rating.points for seat in (game.white_seat, game.black_seat)} == points


async def test_a_casual_game_between_two_who_searched_shows_no_ratings(lobby: Lobby) -> None:
    for player in (ADA, BLAISE):
        await lobby.look(player, terms=CASUAL)
    game = await lobby.start()
    assert (game.white_seat.rating, game.black_seat.rating) == (None, None)


async def test_someone_in_dms_has_a_board_of_their_own_there(lobby: Lobby) -> None:
    await lobby.look(ADA, DIRECT)
    await lobby.look(BLAISE, LIBRARY)
    game = await lobby.start(together=False)
    board = game.private_board_of(ADA.id)
    assert board is not None
    assert board.place == DIRECT
    assert board.side is board.reader is game.color_of(ADA.id)


async def test_people_in_another_server_see_the_names_of_accounts(lobby: Lobby) -> None:
    countess, gambler = Player(ADA.id, "Countess", "Ada"), Player(BLAISE.id, "Gambler", "Blaise")
    await lobby.look(countess)
    await lobby.look(gambler, LIBRARY)
    assert (await lobby.start(together=False)).white.name in {"Ada", "Blaise"}
    await lobby.look(countess)
    await lobby.look(gambler)
    assert (await lobby.start()).white.name in {"Countess", "Gambler"}


async def test_only_one_of_two_processes_starts_the_game(lobby: Lobby) -> None:
    await lobby.look_both()
    (pair,) = await lobby.searches.pairs()
    others = [OpponentSearches(lobby.database, lobby.clock, Random(each)) for each in range(4)]
    begun = await asyncio.gather(*(other.begin(pair, together=True) for other in others))
    assert len([game for game in begun if game is not None]) == 1


async def test_a_pair_that_no_longer_fits_starts_no_game(lobby: Lobby) -> None:
    await lobby.look_both()
    (pair,) = await lobby.searches.pairs()
    await lobby.blocks.block(ADA, BLAISE)
    assert await lobby.searches.begin(pair, together=True) is None
    assert await lobby.matched() == []
    await lobby.blocks.unblock(ADA.id, other_id=BLAISE.id)
    await lobby.searches.cancel((await lobby.numbers(ADA))[0], player_id=ADA.id)
    assert await lobby.searches.begin(pair, together=True) is None


@pytest.mark.thorough
async def test_a_block_outlasts_that_someone_deletes_their_data(lobby: Lobby) -> None:
    await lobby.blocks.block(BLAISE, ADA)
    await lobby.deletions.delete(ADA.id)
    with pytest.raises(OwnServersOnlyError):
        await lobby.look(ADA)
    await lobby.open_up(ADA)
    with pytest.raises(DeletedLatelyError):
        await lobby.look(ADA)
    lobby.clock.move(2 * DAY)
    await lobby.look_both()
    assert await lobby.matched() == []


async def test_two_people_start_at_most_two_games_a_day_even_if_one_has_ended(lobby: Lobby) -> None:
    await lobby.look_both()
    await lobby.resign(await lobby.start(), ADA)
    await lobby.look_both()
    await lobby.start()
    await lobby.look_both()
    assert await lobby.matched() == []
    lobby.clock.move(DAY - 3 * MINUTE)
    assert await lobby.matched() == [{ADA.id, BLAISE.id}]


@pytest.mark.thorough
async def test_white_is_who_had_it_less_in_their_last_ten_games(lobby: Lobby) -> None:
    for opponent in range(201, 204):
        await lobby.agree(Player(opponent, "Someone"))
    for seed in range(2):
        await lobby.look_both()
        assert (await lobby.start(seed=seed)).white == BLAISE


@pytest.mark.thorough
async def test_running_games_count_before_those_that_ended_last(lobby: Lobby, clock: StandingClock) -> None:
    played = RatedGames(lobby.database, clock)
    await played.win(201, BLAISE.id, times=9)
    await played.win(BLAISE.id, 201, times=9)
    await played.win(ADA.id, 202, times=10)
    await played.begin(2 * [(202, ADA.id)])
    await lobby.look_both()
    # Until players this far apart are good enough for each other.
    clock.move(5 * DAY)
    assert (await lobby.start()).white.id == ADA.id


@pytest.mark.thorough
async def test_without_earlier_games_colors_are_random(lobby: Lobby) -> None:
    whites = set()
    for seed in range(8):
        people = [Player(300 + 2 * seed, "One"), Player(301 + 2 * seed, "Other")]
        await lobby.open_up(*people)
        for player in people:
            await lobby.look(player)
        whites.add((await lobby.start(seed=seed)).white.id % 2)
    assert whites == {0, 1}


async def test_a_person_has_at_most_three_searches_and_the_same_one_only_once(lobby: Lobby) -> None:
    for ruleset in Ruleset:
        await lobby.look(ADA, terms=replace(RATED, ruleset=ruleset))
    assert len(await lobby.numbers(ADA)) == MOST == 3
    with pytest.raises(TooManySearchesError):
        await lobby.look(ADA, terms=CASUAL)
    await lobby.look(ADA, Place(10, 29))
    searches = await lobby.searches.of_player(ADA.id)
    assert [search.place.channel_id for search in searches] == [29, 20, 20]
    await lobby.searches.cancel(searches[0].number, player_id=BLAISE.id)
    assert len(await lobby.numbers(ADA)) == MOST
    await lobby.searches.cancel(searches[0].number, player_id=ADA.id)
    await lobby.look(ADA, terms=CASUAL)


async def test_searches_expire(lobby: Lobby) -> None:
    live = replace(RATED, clock=SearchClock.MINUTES)
    await lobby.look(ADA)
    await lobby.look(ADA, terms=live)
    await lobby.look(BLAISE)
    await lobby.look(BLAISE, terms=live)
    lobby.clock.move(HOUR)
    assert [search.terms for search in await lobby.searches.of_player(ADA.id)] == [RATED]
    assert await lobby.matched() == [{ADA.id, BLAISE.id}]
    await lobby.live(7 * DAY)
    assert await lobby.numbers(ADA) == []
    assert await lobby.matched() == []
    await lobby.searches.drop_expired()
    lobby.clock.move(-8 * DAY)
    assert await lobby.numbers(ADA) == []


async def test_no_one_searches_everywhere_against_their_will_or_the_servers(lobby: Lobby) -> None:
    dora = Player(104, "Dora")
    with pytest.raises(OwnServersOnlyError):
        await lobby.look(dora)
    await lobby.look(dora, everywhere=False)
    await lobby.choose_for(11, across_servers=False)
    with pytest.raises(ServerApartError):
        await lobby.look(ADA, LIBRARY)
    await lobby.choose(ADA, challenge_policy=ChallengePolicy.NOBODY)
    with pytest.raises(NoChallengesWantedError):
        await lobby.look(ADA)


async def test_a_later_choice_counts_at_once(lobby: Lobby) -> None:
    await lobby.look(ADA)
    await lobby.look(BLAISE, LIBRARY)
    assert len(await lobby.matched()) == 1
    for allowed in (False, True):
        await lobby.choose_for(11, across_servers=allowed)
        assert len(await lobby.matched()) == allowed
    for agreed in (False, True):
        await lobby.choose(ADA, across_servers=agreed)
        assert len(await lobby.matched()) == agreed
    for policy in ChallengePolicy:
        await lobby.choose(BLAISE, challenge_policy=policy)
        assert len(await lobby.matched()) == (policy is ChallengePolicy.EVERYONE)


async def test_whoever_plays_only_people_they_know_is_brought_together_with_them(lobby: Lobby) -> None:
    await lobby.begin(None)
    lobby.clock.move(DAY)
    await lobby.choose(BLAISE, challenge_policy=ChallengePolicy.ACQUAINTANCES)
    await lobby.look(CHIYO)
    await lobby.look(BLAISE)
    assert await lobby.matched() == []
    await lobby.searches.cancel((await lobby.numbers(CHIYO))[0], player_id=CHIYO.id)
    await lobby.look(ADA)
    assert await lobby.matched() == [{ADA.id, BLAISE.id}]


async def test_the_ratings_of_a_server_bring_its_members_together(lobby: Lobby, clock: StandingClock) -> None:
    await RatedGames(lobby.database, clock).win(ADA.id, BLAISE.id, times=3)
    lobby.clock.move(DAY)
    await lobby.look(ADA, LIBRARY, everywhere=False)
    await lobby.look(BLAISE, LIBRARY, everywhere=False)
    assert await lobby.matched() == [{ADA.id, BLAISE.id}]
    for player in (ADA, BLAISE):
        await lobby.searches.cancel((await lobby.numbers(player))[0], player_id=player.id)
        await lobby.look(player, CAFE, everywhere=False)
    assert await lobby.matched() == []


async def test_people_are_told_how_many_look_and_when_a_game_last_began(lobby: Lobby) -> None:
    async def people(guild_id: int | None, player: Player = ADA, *, everywhere: bool = True) -> int:
        found = await lobby.searches.looking(guild_id, player_id=player.id, everywhere=everywhere)
        return found.people

    assert await lobby.searches.looking(10, player_id=ADA.id, everywhere=True) == Looking(0, None)
    await lobby.look(BLAISE)
    await lobby.look(BLAISE, terms=CASUAL)
    await lobby.look(CHIYO, LIBRARY, everywhere=False)
    assert [await people(10), await people(11), await people(11, everywhere=False)] == [1, 2, 1]
    assert await people(None, BLAISE) == 0
    await lobby.choose(BLAISE, across_servers=False)
    assert await people(11) == 1
    await lobby.choose(BLAISE, across_servers=True, challenge_policy=ChallengePolicy.NOBODY)
    assert await people(11) == 1
    await lobby.choose(BLAISE, challenge_policy=ChallengePolicy.EVERYONE)
    await lobby.look(ADA)
    game = await lobby.start()
    assert (await lobby.searches.looking(10, player_id=ADA.id, everywhere=True)).last_began == game.created_at


async def test_searches_in_a_server_that_removes_the_bot_find_no_one(lobby: Lobby) -> None:
    await lobby.look(ADA)
    await lobby.look(BLAISE, LIBRARY)
    await stay_in(RemovedServers(lobby.database, lobby.clock), 10)
    assert [search.player.id for search in await lobby.searches.stranded()] == [BLAISE.id]
