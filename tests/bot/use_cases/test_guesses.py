"""Guesses at the next move, and the people who guess best, on both databases."""

from dataclasses import replace

import pytest

from bot.store.privacy import removal_times
from bot.use_cases.games import storing
from bot.use_cases.guesses import Guesses
from bot.use_cases.names import remember
from bot.values.errors import PastTheEndError
from bot.values.game import game_errors
from bot.values.game.game import NO_GUESSES, Game, Guessing
from bot.values.players import Player
from engine import Start
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, Clocked
from tests.bot.use_cases.made_games import made_in_two_places

pytestmark = pytest.mark.thorough

GUILD = 10
DORA = Player(104, "Dora")


class Crowd(Clocked):
    """Ada and Blaise play in a server, and others watch and guess."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.guesses = Guesses(self.database, self.clock)

    async def guess(self, game: Game, who: Player, move: str, guild_id: int = GUILD) -> Game:
        return await self.guesses.guess(
            game.number, revision=game.revision, text=move, guesser=who, guild_id=guild_id
        )

    async def best(self, page: int = 0) -> list[tuple[int, str, int, int]]:
        """Return the ranks and names of the month, with how many of how many guesses were right."""
        found = await self.guesses.guessers(page, guild_id=GUILD, reader_id=CHIYO.id)
        return [(line.rank, line.player.name, line.right, line.total) for line in found.lines]


@pytest.fixture
def crowd(clocked: Clocked) -> Crowd:
    return Crowd(clocked)


@pytest.mark.default
async def test_the_match_says_how_many_guesses_were_right_until_the_next_person_moves(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    await crowd.guess(game, CHIYO, "Sb2")
    guessed = await crowd.guess(game, DORA, "Cc2")
    assert (guessed.revision, guessed.guessing) == (game.revision, Guessing(is_open=True))
    moved = await crowd.move(game, "Sb2")
    assert moved.guessing == Guessing(move="Sb2", right=1, total=2)
    assert (await crowd.games.get(game.number)).guessing == moved.guessing
    assert (await crowd.move(moved, "Ta2e")).guessing == NO_GUESSES


async def test_the_last_of_several_guesses_counts(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    await crowd.guess(game, CHIYO, "Sb2")
    await crowd.guess(game, CHIYO, "Cc2")
    assert (await crowd.move(game, "Cc2")).guessing == Guessing(move="Cc2", right=1, total=1)


async def test_guesses_at_a_move_that_is_taken_back_are_forgotten(crowd: Crowd) -> None:
    game = await crowd.guess(await crowd.begin(None), CHIYO, "Cc2")
    game = await crowd.move(game, "Sb2 Ta2e")
    await crowd.guess(game, DORA, "Cb2")
    game = await crowd.players.take_back(game.number, game.revision, ADA.id)
    game = await crowd.players.accept(game.number, game.revision, BLAISE.id)
    assert (len(game.moves), game.guessing) == (0, NO_GUESSES)
    with pytest.raises(game_errors.GuessedError):
        await crowd.guess(game, CHIYO, "Sb2")
    await crowd.guess(game, DORA, "Sb2")
    assert (await crowd.move(game, "Sb2")).guessing == Guessing(move="Sb2", right=1, total=1)
    assert await crowd.best() == [(1, "Dora", 1, 1)]


@pytest.mark.default
async def test_a_guess_from_before_a_swap_is_dropped_because_someone_else_moves_now(crowd: Crowd) -> None:
    game = await crowd.move(await crowd.begin(None, Start.SWAP), "Sb2")
    await crowd.guess(game, CHIYO, "Ta2e")
    await crowd.guess(game, DORA, "Ta2e")
    swapped = await crowd.players.swap(game.number, game.revision, BLAISE.id)
    assert (swapped.to_move, swapped.guessing) == (ADA, NO_GUESSES)
    await crowd.guess(swapped, DORA, "Ca2")
    assert (await crowd.move(swapped, "Ta2e")).guessing == Guessing(move="Ta2e", right=0, total=1)


async def test_another_position_at_the_same_move_can_be_guessed_after_a_takeback(crowd: Crowd) -> None:
    game = await crowd.move(await crowd.begin(None), "Sb2 Ta2e")
    await crowd.guess(game, CHIYO, "Cb2")
    game = await crowd.move(game, "Cb2")
    for player, other in ((ADA, BLAISE), (BLAISE, ADA)):
        game = await crowd.players.take_back(game.number, game.revision, player.id)
        game = await crowd.players.accept(game.number, game.revision, other.id)
    crowd.clock.move(DAY)
    game = await crowd.guess(await crowd.move(game, "Ca2"), CHIYO, "Ta2n")
    assert (len(game.moves), game.guessing.is_open) == (2, True)
    assert (await crowd.move(game, "Ta2n")).guessing == Guessing(move="Ta2n", right=1, total=1)


async def test_the_best_guessers_come_first_and_equal_ones_share_a_rank(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    for player, move in ((CHIYO, "Sb2"), (DORA, "Sb2"), (Player(105, "Emmy"), "Cb2")):
        await crowd.guess(game, player, move)
    game = await crowd.move(game, "Sb2")
    assert await crowd.best() == [(1, "Chiyo", 1, 1), (1, "Dora", 1, 1)]
    await crowd.guess(game, DORA, "Ca2")
    await crowd.move(game, "Ta2e")
    assert await crowd.best() == [(1, "Chiyo", 1, 1), (2, "Dora", 1, 2)]
    page = await crowd.guesses.guessers(None, {CHIYO.id}, guild_id=GUILD, reader_id=DORA.id)
    assert (page.own, page.page, page.more) == (page.lines[0], 0, False)
    with pytest.raises(PastTheEndError):
        await crowd.best(1)


async def test_a_new_month_begins_without_guesses(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    await crowd.guess(game, CHIYO, "Sb2")
    await crowd.move(game, "Sb2")
    crowd.clock.move(31 * DAY)
    assert await crowd.best() == []


async def test_only_people_who_watch_there_can_guess_a_move_that_is_legal(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    for player in (ADA, BLAISE):
        with pytest.raises(game_errors.NotAPlayerError):
            await crowd.guess(game, player, "Sb2")
    with pytest.raises(game_errors.NotAPlayerError):
        await crowd.guess(game, CHIYO, "Sb2", GUILD + 1)
    with pytest.raises(game_errors.ForbiddenMoveError):
        await crowd.guess(game, CHIYO, "Tb2")
    moved = await crowd.move(game, "Sb2")
    with pytest.raises(game_errors.StaleRevisionError):
        await crowd.guess(game, CHIYO, "Ca2")
    assert moved.guessing == NO_GUESSES
    await crowd.resign(game, ADA)
    with pytest.raises(game_errors.FinishedGameError):
        await crowd.guess(moved, CHIYO, "Ca2")


async def test_a_guess_can_be_the_first_that_is_known_of_a_server(crowd: Crowd) -> None:
    made, now = made_in_two_places(ADA, BLAISE), crowd.clock.now()
    async with crowd.database.writing() as connection:
        for player in (ADA, BLAISE):
            await remember(connection, player, now)
        game = await storing.begin(connection, replace(made, created_at=now), now)
    assert 11 not in await crowd.database.read_once(removal_times)
    await crowd.guess(game, CHIYO, "Sb2", 11)
    assert (await crowd.move(game, "Sb2")).guessing == Guessing(move="Sb2", right=1, total=1)


async def test_a_move_without_a_choice_is_not_guessed(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    while len(game.position.legal_moves) > 1:
        fewest = min(
            game.position.legal_moves, key=lambda move: len(game.position.play(move).legal_moves) or 99
        )
        game = await crowd.move(game, str(fewest))
    with pytest.raises(game_errors.OnlyMoveError):
        await crowd.guess(game, CHIYO, str(game.position.legal_moves[0]))


async def test_players_and_servers_can_switch_guesses_off(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    await crowd.choose(ADA, guesses=False)
    with pytest.raises(game_errors.NotAPlayerError):
        await crowd.guess(game, CHIYO, "Sb2")
    game = await crowd.move(game, "Sb2")
    await crowd.guess(game, CHIYO, "Ca2")
    await crowd.choose_for(GUILD, guesses=False)
    with pytest.raises(game_errors.NotAPlayerError):
        await crowd.guess(game, DORA, "Ca2")


async def test_guesses_of_a_deleted_person_still_count_but_name_no_one(crowd: Crowd) -> None:
    game = await crowd.begin(None)
    await crowd.guess(game, CHIYO, "Sb2")
    await crowd.guess(game, DORA, "Cb2")
    await crowd.deletions.delete(CHIYO.id)
    moved = await crowd.move(game, "Sb2")
    assert moved.guessing == Guessing(move="Sb2", right=1, total=2)
    assert await crowd.best() == []
