"""Guesses at the next move, and the people who guess best, on both databases."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from bot.matches.errors import PastTheEndError
from bot.matches.guesses import Guesses
from bot.matches.match.match import NO_GUESSES, Guessing, Match
from bot.matches.match.match_errors import (
    FinishedGameError,
    ForbiddenMoveError,
    GuessedError,
    NotAPlayerError,
    OnlyMoveError,
    StaleRevisionError,
)
from bot.matches.preferences import Preferences
from bot.matches.privacy.deletions import Deletions
from bot.matches.values.players import Player
from bot.store.connections.database import Database
from tests.bot.clocks import StandingClock
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, Clocked

pytestmark = pytest.mark.thorough

GUILD = 10
DORA = Player(104, "Dora")


class Crowd:
    """Ada and Blaise play in a server, and others watch and guess."""

    def __init__(self, database: Database, clock: StandingClock, clocked: Clocked) -> None:
        self.guesses = Guesses(database, clock)
        self.clocked = clocked

    async def begin(self) -> Match:
        return await self.clocked.begin(None)

    async def guess(self, match: Match, who: Player, move: str, guild_id: int = GUILD) -> Match:
        return await self.guesses.guess(
            match.number, revision=match.revision, text=move, guesser=who, guild_id=guild_id
        )

    async def play(self, match: Match, move: str) -> Match:
        games = self.clocked.games
        return await games.play(match.number, revision=match.revision, text=move, player_id=match.to_move.id)

    async def best(self, page: int = 0) -> list[tuple[int, str, int, int]]:
        """Return the ranks and names of the month, with how many of how many guesses were right."""
        found = await self.guesses.guessers(GUILD, reader_id=CHIYO.id, page=page)
        return [(line.rank, line.player.name, line.right, line.total) for line in found.guessers]


@pytest.fixture
def crowd(database: Database, clock: StandingClock, clocked: Clocked) -> Crowd:
    return Crowd(database, clock, clocked)


@pytest.mark.default
async def test_the_match_says_how_many_guesses_were_right_until_the_next_person_moves(crowd: Crowd) -> None:
    match = await crowd.begin()
    await crowd.guess(match, CHIYO, "Sb2")
    guessed = await crowd.guess(match, DORA, "Cc2")
    assert (guessed.revision, guessed.guessing) == (match.revision, Guessing(is_open=True))
    moved = await crowd.play(match, "Sb2")
    assert moved.guessing == Guessing(move="Sb2", right=1, total=2)
    assert (await crowd.clocked.games.get(match.number)).guessing == moved.guessing
    assert (await crowd.play(moved, "Ta2e")).guessing == NO_GUESSES


async def test_the_last_of_several_guesses_counts(crowd: Crowd) -> None:
    match = await crowd.begin()
    await crowd.guess(match, CHIYO, "Sb2")
    await crowd.guess(match, CHIYO, "Cc2")
    assert (await crowd.play(match, "Cc2")).guessing == Guessing(move="Cc2", right=1, total=1)


async def test_guesses_at_a_move_that_is_taken_back_are_forgotten(crowd: Crowd) -> None:
    match = await crowd.begin()
    match = await crowd.guess(match, CHIYO, "Cc2")
    for move in ("Sb2", "Ta2e"):
        match = await crowd.play(match, move)
    await crowd.guess(match, DORA, "Cb2")
    match = await crowd.clocked.players.take_back(match.number, match.revision, ADA.id)
    match = await crowd.clocked.players.accept(match.number, match.revision, BLAISE.id)
    assert (len(match.moves), match.guessing) == (0, NO_GUESSES)
    with pytest.raises(GuessedError):
        await crowd.guess(match, CHIYO, "Sb2")
    await crowd.guess(match, DORA, "Sb2")
    assert (await crowd.play(match, "Sb2")).guessing == Guessing(move="Sb2", right=1, total=1)
    assert await crowd.best() == [(1, "Dora", 1, 1)]


async def test_the_best_guessers_come_first_and_equal_ones_share_a_rank(crowd: Crowd) -> None:
    match = await crowd.begin()
    for player, move in ((CHIYO, "Sb2"), (DORA, "Sb2"), (Player(105, "Emmy"), "Cb2")):
        await crowd.guess(match, player, move)
    match = await crowd.play(match, "Sb2")
    assert await crowd.best() == [(1, "Chiyo", 1, 1), (1, "Dora", 1, 1)]
    await crowd.guess(match, DORA, "Ca2")
    await crowd.play(match, "Ta2e")
    assert await crowd.best() == [(1, "Chiyo", 1, 1), (2, "Dora", 1, 2)]
    page = await crowd.guesses.guessers(GUILD, reader_id=DORA.id, page=0, without={CHIYO.id})
    assert (page.own, page.own_page, page.more) == (page.guessers[0], 0, False)
    with pytest.raises(PastTheEndError):
        await crowd.best(1)


async def test_a_new_month_begins_without_guesses(crowd: Crowd, clock: StandingClock) -> None:
    match = await crowd.begin()
    await crowd.guess(match, CHIYO, "Sb2")
    await crowd.play(match, "Sb2")
    clock.move(timedelta(days=31))
    assert await crowd.best() == []


async def test_only_people_who_watch_there_can_guess_a_move_that_is_legal(crowd: Crowd) -> None:
    match = await crowd.begin()
    for player in (ADA, BLAISE):
        with pytest.raises(NotAPlayerError):
            await crowd.guess(match, player, "Sb2")
    with pytest.raises(NotAPlayerError):
        await crowd.guess(match, CHIYO, "Sb2", GUILD + 1)
    with pytest.raises(ForbiddenMoveError):
        await crowd.guess(match, CHIYO, "Tb2")
    moved = await crowd.play(match, "Sb2")
    with pytest.raises(StaleRevisionError):
        await crowd.guess(match, CHIYO, "Ca2")
    assert moved.guessing == NO_GUESSES
    await crowd.clocked.games.resign(match.number, player_id=ADA.id)
    with pytest.raises(FinishedGameError):
        await crowd.guess(moved, CHIYO, "Ca2")


async def test_a_move_without_a_choice_is_not_guessed(crowd: Crowd) -> None:
    match = await crowd.begin()
    while len(match.position.legal_moves) > 1:
        fewest = min(
            match.position.legal_moves, key=lambda move: len(match.position.play(move).legal_moves) or 99
        )
        match = await crowd.play(match, str(fewest))
    with pytest.raises(OnlyMoveError):
        await crowd.guess(match, CHIYO, str(match.position.legal_moves[0]))


async def test_players_and_servers_can_switch_guesses_off(
    crowd: Crowd, database: Database, clock: StandingClock
) -> None:
    preferences = Preferences(database, clock)
    match = await crowd.begin()
    await preferences.change_player(ADA, lambda old: replace(old, guessable=False))
    with pytest.raises(NotAPlayerError):
        await crowd.guess(match, CHIYO, "Sb2")
    match = await crowd.play(match, "Sb2")
    await crowd.guess(match, CHIYO, "Ca2")
    await preferences.change_guild(GUILD, lambda old: replace(old, guessing=False))
    with pytest.raises(NotAPlayerError):
        await crowd.guess(match, DORA, "Ca2")


async def test_guesses_of_a_deleted_person_still_count_but_name_no_one(
    crowd: Crowd, database: Database, clock: StandingClock
) -> None:
    match = await crowd.begin()
    await crowd.guess(match, CHIYO, "Sb2")
    await crowd.guess(match, DORA, "Cb2")
    await Deletions(database, clock, crowd.clocked.games, Random(1)).delete(CHIYO.id)
    moved = await crowd.play(match, "Sb2")
    assert moved.guessing == Guessing(move="Sb2", right=1, total=2)
    assert await crowd.best() == []
