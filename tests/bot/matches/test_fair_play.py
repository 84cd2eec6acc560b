"""Which positions would help people in what they're still playing."""

import pytest

from bot.matches.errors import HelpInPuzzleError
from bot.matches.fair_play import FairPlay
from bot.matches.match.match import Match
from bot.matches.match.match_errors import HelpInGameError
from bot.matches.puzzles.daily_puzzles import DailyPuzzles
from bot.matches.puzzles.puzzles import Puzzles
from engine import Position, Symmetry, puzzles
from tests.bot.matches.clocked import ADA, BLAISE, CHIYO, DAY, Clocked
from tests.bot.matches.made_puzzles import post

pytestmark = pytest.mark.quick

GUILD, ELSEWHERE = 10, 11
MOVES = ("Sb2", "Ta2e", "Cc2")


@pytest.fixture
def fair_play(clocked: Clocked) -> FairPlay:
    return FairPlay(clocked.database, clocked.clock, puzzles())


async def play(clocked: Clocked, *, hints: bool = False) -> Match:
    """Return a running game of Ada and Blaise."""
    return await clocked.move(await clocked.agree(hints=hints), " ".join(MOVES))


async def test_a_position_with_all_pieces_of_a_running_game_is_barred_however_it_is_turned(
    clocked: Clocked, fair_play: FairPlay
) -> None:
    match = await play(clocked)
    turned = [match.position.transformed(symmetry) for symmetry in Symmetry]
    for position in (*turned, *(each.play(each.legal_moves[0]) for each in turned)):
        for player in (ADA, BLAISE):
            with pytest.raises(HelpInGameError) as barred:
                await fair_play.check(player.id, position)
            assert barred.value.game.number == match.number
        await fair_play.check(CHIYO.id, position)


async def test_earlier_and_other_positions_are_not_and_another_ruleset_does_not_help(
    clocked: Clocked, fair_play: FairPlay
) -> None:
    await play(clocked)
    await fair_play.check(ADA.id, Position.replay("pyrga", MOVES[:-1]))
    await fair_play.check(ADA.id, Position.replay("pyrga", ["Sb2", "Ta2e", "Cb2"]))
    with pytest.raises(HelpInGameError):
        await fair_play.check(ADA.id, Position.replay("pilotis", MOVES))


async def test_games_with_hints_and_games_that_are_over_bar_nothing(
    clocked: Clocked, fair_play: FairPlay
) -> None:
    await play(clocked, hints=True)
    over = await play(clocked)
    await clocked.resign(over, ADA)
    await fair_play.check(ADA.id, over.position)


async def test_a_puzzle_is_barred_only_in_its_own_position(clocked: Clocked, fair_play: FairPlay) -> None:
    match = await play(clocked)
    later = match.position.play(match.position.legal_moves[0])
    await fair_play.check_puzzle(ADA.id, later)
    with pytest.raises(HelpInGameError):
        await fair_play.check_puzzle(ADA.id, match.position.transformed(Symmetry.HALF_TURN))


async def test_an_unsolved_puzzle_of_the_day_is_barred_in_its_server(
    clocked: Clocked, fair_play: FairPlay
) -> None:
    daily = DailyPuzzles(clocked.database, clocked.clock, puzzles())
    await daily.switch_on(GUILD, channel_id=20, language="en-US")
    (posted,) = await post(daily)
    puzzle = posted.puzzle
    with pytest.raises(HelpInPuzzleError):
        await fair_play.check(ADA.id, puzzle.position, guild_id=GUILD)
    await fair_play.check(ADA.id, puzzle.position, guild_id=ELSEWHERE)

    solving = Puzzles(clocked.database, clocked.clock, puzzles())
    await solving.attempt(ADA, puzzle, puzzle.solution, GUILD)
    await fair_play.check(ADA.id, puzzle.position, guild_id=GUILD)
    clocked.clock.move(2 * DAY)
    await fair_play.check(BLAISE.id, puzzle.position, guild_id=GUILD)


async def test_someone_who_has_solved_one_there_is_barred_from_outside_too(
    clocked: Clocked, fair_play: FairPlay
) -> None:
    daily = DailyPuzzles(clocked.database, clocked.clock, puzzles())
    solving = Puzzles(clocked.database, clocked.clock, puzzles())
    await daily.switch_on(GUILD, channel_id=20, language="en-US")
    (first,) = await post(daily)
    await solving.attempt(ADA, first.puzzle, first.puzzle.solution, GUILD)
    clocked.clock.move(DAY)
    (second,) = await post(daily)
    with pytest.raises(HelpInPuzzleError):
        await fair_play.check(ADA.id, second.puzzle.position)
    await fair_play.check(BLAISE.id, second.puzzle.position)
