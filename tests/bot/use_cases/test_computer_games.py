"""Games with the computer, hints and the ladder, on real databases."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.store.standings import records
from bot.use_cases.challenges.computer_games import LONGEST_TURN
from bot.use_cases.games.queries import GameQueries
from bot.use_cases.standings.leaderboards import PAGE_SIZE, Leaderboards
from bot.values.challenges import ColorChoice
from bot.values.errors import PastTheEndError
from bot.values.game import endings
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.game.game_errors import (
    NotAPlayerError,
    RematchedError,
    StaleRevisionError,
    TooManyComputerGamesError,
)
from bot.values.players import Place, Player
from engine import Outcome, Reason
from tests.bot import acts
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, HERE, MINUTE, OUTSIDE, THERE, Clocked

pytestmark = pytest.mark.quick

GUILD = 10


class Computers(Clocked):
    """The use cases around games with the computer."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.leaderboards = Leaderboards(self.database, self.clock)

    async def start(self, level: int = 3, person: Player = ADA, place: Place = HERE, **color: Any) -> Game:
        """Return a game with the computer that has its message."""
        game = await self.begin_with_computer(level, person, place, **color)
        return await self.players.have_board(game.number, place, message_id=game.number)

    async def win(self, level: int, person: Player = ADA, place: Place = HERE, *, hint: bool = False) -> None:
        """Beat the computer by having it resign."""
        game = await self.start(level, person, place)
        if hint:
            game = await self.players.see_hint(game, person.id)
        game = await self.play(game, FEWEST_COUNTED_PLIES)
        self.clock.move(MINUTE)
        await acts.resign(self.games, game.number, player_id=level)

    async def waiting(self) -> list[int]:
        return [game.number for game in await self.computer_games.waiting(10)]

    async def ladder(self, place: Place = HERE) -> list[tuple[int, str, int, int]]:
        page = await self.leaderboards.ladder(0, guild_id=place.guild_id, reader_id=ADA.id)
        return [(rung.rank, rung.player.name, rung.level, rung.wins) for rung in page.lines]


@pytest.fixture
def club(clocked: Clocked) -> Computers:
    return Computers(clocked)


async def test_a_game_with_the_computer_is_never_rated_and_allows_hints(club: Computers) -> None:
    game = await club.start(level=5, color=ColorChoice.BLACK)
    assert (game.white, game.black) == (Player(5, "Computer 5"), ADA)
    assert (game.level, game.rated, game.hints, game.revision) == (5, False, True, 0)


@pytest.mark.thorough
async def test_the_colors_are_random(club: Computers) -> None:
    seats = set()
    for _ in range(20):
        game = await club.start(color=ColorChoice.RANDOM)
        seats.add(game.white)
        await club.resign(game, ADA)
    assert seats == {ADA, Player(3, "Computer 3")}


async def test_a_game_waits_for_the_computer_if_it_is_its_turn_and_the_game_has_a_message(
    club: Computers,
) -> None:
    unposted = await club.begin_with_computer(color=ColorChoice.BLACK)
    as_white, as_black = await club.start(), await club.start(color=ColorChoice.BLACK)
    assert not unposted.message_id
    assert not as_white.computer_moves
    assert as_black.computer_moves

    async def waiting_long() -> list[int]:
        club.clock.move(LONGEST_TURN)
        return await club.waiting()

    assert await waiting_long() == [as_black.number]
    await acts.play(club.games, as_white.number, revision=0, text="Sa1", player_id=ADA.id)
    assert await waiting_long() == [as_black.number, as_white.number]
    await acts.play(club.games, as_black.number, revision=0, text="Sa1", player_id=3)
    assert await waiting_long() == [as_white.number]
    await club.resign(as_white, ADA)
    assert await waiting_long() == []


async def test_a_game_is_stalled_until_the_next_move(club: Computers) -> None:
    game = await club.start(color=ColorChoice.BLACK)
    await club.players.see_all_boards(game)
    stalled = await club.players.stall(game)
    assert stalled == await club.games.get(game.number) == replace(game, stalled=True)
    assert not stalled.shown
    assert await club.players.stall(game) == stalled
    after = await club.play(game)
    assert not after.stalled
    assert after == await club.games.get(game.number)
    assert await club.players.stall(game) == await club.players.stall(after) == after


async def test_only_the_player_of_a_game_can_go_on_to_the_level_that_it_leads_to(club: Computers) -> None:
    rematches = club.rematches
    next_one = Player(4, "Computer 4")
    game = await club.start()
    with pytest.raises(StaleRevisionError):
        await rematches.begin_next_level(game.number, ADA, next_one)
    await acts.resign(club.games, game.number, player_id=3)
    with pytest.raises(NotAPlayerError):
        await rematches.begin_next_level(game.number, BLAISE, next_one)
    with pytest.raises(StaleRevisionError):
        await rematches.begin_next_level(game.number, ADA, Player(5, "Computer 5"))
    begun = await rematches.begin_next_level(game.number, replace(ADA, name="Countess"), next_one)
    assert (begun.white, begun.black.id) == (next_one, ADA.id)
    with pytest.raises(RematchedError):
        await rematches.begin_next_level(game.number, ADA, next_one)
    lost = await club.start()
    await club.resign(lost, ADA)
    with pytest.raises(StaleRevisionError):
        await rematches.begin_next_level(lost.number, ADA, next_one)
    easier = await rematches.begin_next_level(lost.number, ADA, Player(2, "Computer 2"))
    assert easier.level == 2


async def test_a_turn_of_the_computer_is_left_to_the_process_that_is_thinking_about_it(
    club: Computers,
) -> None:
    found_at_once = not club.database.is_shared
    game = await club.start(color=ColorChoice.BLACK)
    assert (await club.waiting() == [game.number]) is found_at_once
    club.clock.move(LONGEST_TURN)
    assert await club.waiting() == [game.number]
    for _ in range(2):
        game = await club.play(game)
        club.clock.move(timedelta(seconds=1))
    assert (await club.waiting() == [game.number]) is found_at_once
    club.clock.move(LONGEST_TURN)
    assert await club.waiting() == [game.number]


async def test_takebacks_know_which_games_wait_for_the_computer(club: Computers) -> None:
    async def check(*waiting: Game) -> None:
        club.clock.move(LONGEST_TURN)
        found = await club.computer_games.waiting(10)
        assert [game.number for game in found] == [game.number for game in waiting]
        assert all(game.computer_moves for game in found)

    first, second = await club.start(color=ColorChoice.BLACK), await club.start()
    for _ in range(2):
        first = await club.play(first)
    second = await club.play(second)
    await check(second, first)
    second = await club.play(second)
    second = await club.players.take_back(second.number, second.revision, ADA.id)
    await check(first)
    await club.play(first)
    await club.play(second)
    await check(second)


async def test_a_person_can_have_three_games_with_the_computer_in_a_server(club: Computers) -> None:
    numbers = [(await club.start()).number for _ in range(3)]
    with pytest.raises(TooManyComputerGamesError) as raised:
        await club.start()
    assert [game.number for game in raised.value.games] == numbers[::-1]
    await club.start(person=BLAISE)
    await club.start(place=THERE)
    await acts.resign(club.games, numbers[0], player_id=ADA.id)
    await club.start()


async def test_a_game_that_could_not_be_shown_is_canceled(club: Computers) -> None:
    game = await club.start()
    await club.games.change(game.number, endings.call_off)
    assert (await club.games.get(game.number)).outcome == Outcome(None, Reason.ABORTED)
    assert await GameQueries(club.database).running(GUILD, player_id=ADA.id, limit=10) == []


async def test_a_game_with_the_computer_is_not_on_anyones_record(club: Computers) -> None:
    await club.win(1)
    game = await club.start(2, color=ColorChoice.BLACK)
    await club.resign(game, ADA)
    async with club.database.reading() as connection:
        assert await records.of_player(connection, GUILD, player_id=ADA.id) == []


@pytest.mark.thorough
async def test_the_ladder_is_sorted_by_level_then_wins_then_time(club: Computers) -> None:
    await club.win(4, CHIYO)
    for level in (2, 4, 1):
        await club.win(level)
    for level in (4, 4):
        await club.win(level, BLAISE)
    await club.win(8, place=THERE)
    assert await club.ladder() == [(1, "Blaise", 4, 2), (2, "Chiyo", 4, 1), (3, "Ada", 4, 1)]
    assert await club.ladder(THERE) == [(1, "Ada", 8, 1)]


async def test_the_ladder_of_all_servers_counts_every_game_and_lists_everyone_who_wants_to_be_listed(
    club: Computers,
) -> None:
    await club.win(4)
    await club.win(4, place=THERE)
    await club.win(4, BLAISE, place=OUTSIDE)
    assert await club.ladder(OUTSIDE) == []
    for player in (ADA, BLAISE):
        await club.choose(player, listed=True)
    assert await club.ladder(OUTSIDE) == [(1, "Ada", 4, 2), (2, "Blaise", 4, 1)]
    await club.choose(ADA, listed=False)
    assert await club.ladder(OUTSIDE) == [(1, "Blaise", 4, 1)]
    assert await club.ladder() == [(1, "Ada", 4, 1)]


@pytest.mark.thorough
async def test_the_ladder_has_pages(club: Computers) -> None:
    for number in range(PAGE_SIZE + 2):
        await club.win(3, Player(200 + number, f"member {number}"))
    pages = [
        await club.leaderboards.ladder(page, guild_id=GUILD, reader_id=200 + PAGE_SIZE) for page in (0, 1)
    ]
    assert [page.more for page in pages] == [True, False]
    assert [rung.rank for page in pages for rung in page.lines] == [*range(1, PAGE_SIZE + 3)]
    assert [page.own and page.own.rank for page in pages] == [PAGE_SIZE + 1] * 2
    with pytest.raises(PastTheEndError):
        await club.leaderboards.ladder(2, guild_id=GUILD, reader_id=ADA.id)


async def test_those_below_people_who_are_left_out_of_the_ladder_move_up(club: Computers) -> None:
    for level, player in ((5, BLAISE), (4, CHIYO), (3, ADA)):
        await club.win(level, player)
    page = await club.leaderboards.ladder(0, guild_id=GUILD, reader_id=ADA.id, without=[BLAISE.id])
    assert [(rung.rank, rung.player.name) for rung in page.lines] == [(1, "Chiyo"), (2, "Ada")]
    assert page.own == page.lines[1]


async def test_a_win_with_a_hint_is_not_on_the_ladder(club: Computers) -> None:
    await club.win(3)
    await club.win(8, hint=True)
    assert await club.ladder() == [(1, "Ada", 3, 1)]
    assert await club.computer_games.next_level(GUILD, player_id=ADA.id) == 4


@pytest.mark.thorough
async def test_the_next_level_is_one_above_the_highest_beaten_in_the_server(club: Computers) -> None:
    levels = club.computer_games.next_level
    assert await levels(GUILD, player_id=ADA.id) == 1
    await club.win(5)
    assert await levels(GUILD, player_id=ADA.id) == 6
    assert await levels(THERE.guild_id, player_id=ADA.id) == 1
    await club.win(8)
    assert await levels(GUILD, player_id=ADA.id) == 8


async def test_hints_are_counted_once_per_position_and_stay_with_the_game(club: Computers) -> None:
    game = await club.start()
    assert game.is_unaided
    for _ in range(2):
        noted = await club.players.see_hint(game, ADA.id)
        assert (len(noted.white_seat.hints), noted.is_unaided) == (1, False)
    for moves, hints in (("Sa1 Cb1", 2), ("Sa1 Cb1", 2), ("Sa1 Sa2", 3)):
        moved = await club.move(await club.games.get(game.number), moves)
        noted = await club.players.see_hint(moved, ADA.id)
        assert (noted.position.ply, len(noted.white_seat.hints)) == (2, hints)
        back = await club.players.take_back(game.number, noted.revision, ADA.id)
        assert back.position.ply == 0
    ended = await club.resign(game, ADA)
    assert (len(ended.white_seat.hints), ended.black_seat.hints) == (3, ())
    assert await club.games.get(game.number) == ended
