"""Which positions would help people in what they're still playing."""

from datetime import timedelta

import pytest

from bot.matches.errors import HelpInPuzzleError
from bot.matches.fair_play import FairPlay
from bot.matches.games.games import Games
from bot.matches.games.storing import begin
from bot.matches.match.match import Match
from bot.matches.match.match_errors import HelpInGameError
from bot.matches.puzzles.daily_puzzles import DailyPuzzles
from bot.matches.puzzles.puzzles import Puzzles
from bot.matches.values.players import Player
from bot.store.connections.database import Database
from bot.store.settings.guilds import remember_guild
from bot.store.settings.players import remember_player
from engine import Position, Symmetry, puzzles
from tests.bot.clocks import StandingClock
from tests.bot.matches.made_matches import made_match

pytestmark = pytest.mark.quick

ADA, BLAISE, CHIYO = Player(101, "Ada"), Player(102, "Blaise"), Player(103, "Chiyo")
GUILD, ELSEWHERE = 10, 11
MOVES = ("Sb2", "Ta2e", "Cc2")


@pytest.fixture
def fair_play(database: Database, clock: StandingClock) -> FairPlay:
    return FairPlay(database, clock, puzzles())


async def play(database: Database, clock: StandingClock, *, hints: bool = False) -> Match:
    """Return a running game of Ada and Blaise."""
    async with database.writing() as connection:
        await remember_guild(connection, GUILD, clock.now())
        for player in (ADA, BLAISE):
            await remember_player(connection, player.id, player.name, clock.now())
        return await begin(connection, made_match(ADA, BLAISE, MOVES, hints=hints), clock.now())


async def test_a_position_with_all_pieces_of_a_running_game_is_barred_however_it_is_turned(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    match = await play(database, clock)
    turned = [match.position.transformed(symmetry) for symmetry in Symmetry]
    for position in (*turned, *(each.play(each.legal_moves[0]) for each in turned)):
        for player in (ADA, BLAISE):
            with pytest.raises(HelpInGameError) as barred:
                await fair_play.check(player.id, position)
            assert barred.value.game.number == match.number
        await fair_play.check(CHIYO.id, position)


async def test_earlier_and_other_positions_are_not(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    await play(database, clock)
    await fair_play.check(ADA.id, Position.replay("pyrga", MOVES[:-1]))
    await fair_play.check(ADA.id, Position.replay("pyrga", ["Sb2", "Ta2e", "Cb2"]))


async def test_another_ruleset_does_not_help(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    await play(database, clock)
    with pytest.raises(HelpInGameError):
        await fair_play.check(ADA.id, Position.replay("pilotis", MOVES))


async def test_games_with_hints_and_games_that_are_over_bar_nothing(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    await play(database, clock, hints=True)
    over = await play(database, clock)
    await Games(database, clock).resign(over.number, player_id=ADA.id)
    await fair_play.check(ADA.id, over.position)


async def test_a_puzzle_is_barred_only_in_its_own_position(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    match = await play(database, clock)
    later = match.position.play(match.position.legal_moves[0])
    await fair_play.check_puzzle(ADA.id, later)
    with pytest.raises(HelpInGameError):
        await fair_play.check_puzzle(ADA.id, match.position.transformed(Symmetry.HALF_TURN))


async def test_an_unsolved_puzzle_of_the_day_is_barred_in_its_server(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    daily = DailyPuzzles(database, clock, puzzles())
    await daily.switch_on(GUILD, channel_id=20, language="en-US")
    (wanted,) = await daily.due()
    posted = await daily.claim(wanted)
    assert posted is not None
    puzzle = posted.puzzle
    with pytest.raises(HelpInPuzzleError):
        await fair_play.check(ADA.id, puzzle.position, guild_id=GUILD)
    await fair_play.check(ADA.id, puzzle.position, guild_id=ELSEWHERE)

    solving = Puzzles(database, clock, puzzles())
    await solving.attempt(ADA, puzzle, puzzle.solution, GUILD)
    await fair_play.check(ADA.id, puzzle.position, guild_id=GUILD)
    clock.move(timedelta(days=2))
    await fair_play.check(BLAISE.id, puzzle.position, guild_id=GUILD)


async def test_someone_who_has_solved_one_there_is_barred_from_outside_too(
    database: Database, clock: StandingClock, fair_play: FairPlay
) -> None:
    daily, solving = DailyPuzzles(database, clock, puzzles()), Puzzles(database, clock, puzzles())
    await daily.switch_on(GUILD, channel_id=20, language="en-US")
    for solves in (True, False):
        (wanted,) = await daily.due()
        posted = await daily.claim(wanted)
        assert posted is not None
        if solves:
            await solving.attempt(ADA, posted.puzzle, posted.puzzle.solution, GUILD)
            clock.move(timedelta(days=1))
        else:
            with pytest.raises(HelpInPuzzleError):
                await fair_play.check(ADA.id, posted.puzzle.position)
            await fair_play.check(BLAISE.id, posted.puzzle.position)
