"""Which positions would help people in what they're still playing."""

import pytest

from bot.store import daily_games
from bot.use_cases.fair_play import FairPlay
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles
from bot.use_cases.puzzles.puzzles import Puzzles, shuffle_key
from bot.values.errors import HelpInPuzzleError
from bot.values.game.daily_games import day_at
from bot.values.game.game import Game
from bot.values.game.game_errors import HelpInGameError
from engine import Position, Puzzle, Ruleset, Symmetry, puzzles
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO, DAY, Clocked
from tests.bot.use_cases.made_days import made_day
from tests.bot.use_cases.made_puzzles import post

pytestmark = pytest.mark.quick

GUILD, ELSEWHERE = 10, 11
MOVES = ("Sb2", "Ta2e", "Cc2")


class Cafe(Clocked):
    """Two people, and what could help them where they play and solve puzzles."""

    def __init__(self, clocked: Clocked) -> None:
        super().__init__(clocked.database, clocked.clock)
        self.fair_play = FairPlay(self.database, self.clock, puzzles())
        self.daily = DailyPuzzles(self.database, self.clock, puzzles())
        self.puzzles = Puzzles(self.database, self.clock, puzzles())

    async def start(self, *, hints: bool = False) -> Game:
        """Return a running game of Ada and Blaise."""
        return await self.move(await self.agree(hints=hints), " ".join(MOVES))

    async def check(self, player_id: int, position: Position, *, guild_id: int | None = None) -> None:
        """Refuse to show someone values of a position that's closed to them, as far as it's known."""
        hidden = await self.fair_play.off_limits(player_id, guild_id=guild_id)
        found = hidden.known.closing(position)
        if found is not None:
            raise await self.fair_play.refusal(found)

    async def post(self) -> Puzzle:
        """Return the puzzle of the day of the server."""
        await self.daily.switch_on(GUILD, channel_id=20, language="en-US")
        (posted,) = await post(self.daily)
        return posted.puzzle


@pytest.fixture
def cafe(clocked: Clocked) -> Cafe:
    return Cafe(clocked)


async def test_a_position_with_all_pieces_of_a_running_game_is_barred_however_it_is_turned(
    cafe: Cafe,
) -> None:
    game = await cafe.start()
    turned = [game.position.transformed(symmetry) for symmetry in Symmetry]
    for position in (*turned, *(each.play(each.legal_moves[0]) for each in turned)):
        for player in (ADA, BLAISE):
            with pytest.raises(HelpInGameError) as barred:
                await cafe.check(player.id, position)
            assert barred.value.game.number == game.number
        await cafe.check(CHIYO.id, position)


async def test_earlier_and_other_positions_are_not_and_another_ruleset_does_not_help(cafe: Cafe) -> None:
    await cafe.start()
    await cafe.check(ADA.id, Position.replay("pyrga", MOVES[:-1]))
    await cafe.check(ADA.id, Position.replay("pyrga", ["Sb2", "Ta2e", "Cb2"]))
    with pytest.raises(HelpInGameError):
        await cafe.check(ADA.id, Position.replay("pilotis", MOVES))


async def test_games_with_hints_and_games_that_are_over_bar_nothing(cafe: Cafe) -> None:
    await cafe.start(hints=True)
    over = await cafe.start()
    await cafe.resign(over, ADA)
    await cafe.check(ADA.id, over.position)


async def test_a_puzzle_is_barred_if_a_running_game_came_from_it_or_may_come_to_it(cafe: Cafe) -> None:
    puzzle = next(each for each in puzzles() if len(each.solution_line) > 1)
    at = puzzle.position.ply
    solved = [*puzzle.moves, puzzle.solution, *puzzle.solution_line]
    for plies in (at - 1, at, at + 1):
        game = await cafe.move(await cafe.agree(ruleset=puzzle.ruleset), " ".join(map(str, solved[:plies])))
        assert [each.game for each in await cafe.fair_play.helped_by(ADA.id, puzzle)] == [game.number]
        assert not await cafe.fair_play.helped_by(ADA.id, puzzles()[100])
        await cafe.resign(game, ADA)
    assert not await cafe.fair_play.helped_by(ADA.id, puzzle)


async def test_an_unsolved_puzzle_of_the_day_is_barred_in_its_server(cafe: Cafe) -> None:
    puzzle = await cafe.post()
    with pytest.raises(HelpInPuzzleError):
        await cafe.check(ADA.id, puzzle.position, guild_id=GUILD)
    await cafe.check(ADA.id, puzzle.position, guild_id=ELSEWHERE)

    await cafe.puzzles.attempt(ADA, puzzle, puzzle.solution, GUILD)
    await cafe.check(ADA.id, puzzle.position, guild_id=GUILD)
    cafe.clock.move(2 * DAY)
    await cafe.check(BLAISE.id, puzzle.position, guild_id=GUILD)


@pytest.mark.parametrize("days", [0, 1, 2])
async def test_a_puzzle_of_the_day_stays_clear_of_the_games_of_its_two_days(cafe: Cafe, days: int) -> None:
    for guild_id, way in enumerate(Symmetry, start=100):
        cafe.clock.move(3 * DAY)
        first = min(
            (each for each in puzzles() if each.ruleset is Ruleset.PYRGA),
            key=lambda puzzle: shuffle_key(guild_id, puzzle.number),
        )
        course = " ".join(str(way.move(move)) for move in first.moves[:6])
        made = made_day(day_at(cafe.now + days * DAY), course=course)
        await cafe.database.write(daily_games.add, made)
        await cafe.daily.switch_on(guild_id, channel_id=20, language="en-US")
        posted = {each.subscription.guild_id: each.puzzle for each in await post(cafe.daily)}
        assert (posted[guild_id] == first) is (days == 2)


async def test_someone_who_has_solved_one_there_is_barred_from_outside_too(cafe: Cafe) -> None:
    first = await cafe.post()
    await cafe.puzzles.attempt(ADA, first, first.solution, GUILD)
    cafe.clock.move(DAY)
    second = await cafe.post()
    with pytest.raises(HelpInPuzzleError):
        await cafe.check(ADA.id, second.position)
    await cafe.check(BLAISE.id, second.position)
