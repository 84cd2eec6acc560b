"""No door shows values of what may follow from the start of the game of the day, in any of the eight ways."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final

import pytest
import simcord

from bot.jobs.due import do_due
from bot.jobs.rounds import let_computers_play
from bot.store import daily_games
from bot.store.connections.database import Database
from bot.ui.analysis import PlayInAnalysis
from bot.ui.board.controls import CastVote, PlayMove, ShowCrowdPanel, ShowOwnVotes, ShowVotes, TakeHint
from bot.ui.message.custom_ids import CustomId, OpenAnyPuzzle, decode
from bot.ui.openings import ShowOpenings
from bot.ui.puzzles.rush import BeginRush, ChooseInRush, OpenRush, TryInRush
from bot.ui.puzzles.view import (
    FIRST_PLY,
    ChooseInPuzzle,
    OpenPuzzle,
    PlayItOut,
    ShowAnswer,
    ShowRest,
    TryMove,
)
from bot.ui.retries import PlayInRetry, ShowRetryAnswer
from bot.ui.review.page import OpenRetry, ShareReview, ShowReviewPage
from bot.ui.review.variations import ShowPosition, ShowVariation, VariationKind
from bot.ui.review.viewer import SharePosition
from bot.ui.training import PlayInTraining, TryAgain
from bot.values.game.daily_games import day_at
from bot.values.game.game import Game
from bot.values.lines import Line
from bot.values.players import GamePuzzles
from engine import Move, Position, Puzzle, Ruleset, Symmetry, print_record, puzzles
from tests.bot import acts
from tests.bot.clocks import stay_up
from tests.bot.servers import Server, answer, heard, offered
from tests.bot.use_cases.made_days import COURSE, made_day
from tests.bot.use_cases.made_puzzles import keep_of_game

pytestmark = pytest.mark.thorough

ONE_DAY: Final = timedelta(days=1)
MINUTE: Final = timedelta(minutes=1)

MOVES: Final = tuple(map(Move.parse, COURSE.split()))
START: Final = Position.replay(Ruleset.PYRGA, MOVES)
PLIES: Final = len(MOVES)
LINE: Final = Line(Position.start(), MOVES, PLIES)
WRONG, REPLY, RIGHT = map(Move.parse, ("Sb3", "Tb4e", "Ca4"))
"""What gives the draw away at the start, what wins then, and what would have kept it."""

PUZZLE: Final = next(each for each in puzzles() if each.number == "vmono")
"""It has all pieces of the start, but no line leads from there."""

BY_NUMBER: Final = {puzzle.number: puzzle for puzzle in puzzles()}

VALUES: Final = re.compile(
    "[Bb]est play|Looking for|gave away|keep|wins by force|still win|work out|Correct|Only one move|answered"
    "|Hint: |Your votes?|moves of a game are counted"
)
"""What's said where values are shown, or would be as soon as they're known."""

BARRED: Final = "game of the day"

Press = Callable[[], Awaitable[str]]
"""Uses a door, and returns all that the person is told."""

Doors = Mapping[str, Press]


@dataclass(slots=True)
class House:
    """A server with doors that show values, which Ada uses, and what's behind them."""

    server: Server
    manager: simcord.MemberActor

    async def slash(self, command: str, **options: Any) -> str:
        return heard(await self.server.ada.slash(self.server.channel, command, **options))

    def opening(self, command: str, **options: Any) -> Press:
        """Return the use of a command."""
        return lambda: self.slash(command, **options)

    async def pressing(self, *buttons: CustomId) -> Doors:
        """Return the use of each of these buttons, on some private message."""
        message = answer(await self.server.ada.slash(self.server.channel, "pyrga help"))

        async def press(button: CustomId) -> str:
            (result,) = await self.server.press_unoffered((self.server.ada, message, str(button)))
            return heard(result)

        return {str(each): partial(press, each) for each in buttons}

    async def press(self, button: CustomId) -> str:
        """Press one button now."""
        return await (await self.pressing(button))[str(button)]()

    async def play(self, number: int, *moves: Move) -> Game:
        """Have a game come so far."""
        games = self.server.client.services.games
        game = await games.get(number)
        for move in moves:
            game = await acts.move(games, game, str(move))
        return game

    async def gather(self, **options: Any) -> int:
        """Return the number of a game in which the channel plays White, and has come to the start."""
        result = await self.manager.slash(
            self.server.channel, "pyrga-event channel", color="white", **options
        )
        number = next(
            each.game for each in map(decode, ids(answer(result))) if isinstance(each, ShowCrowdPanel)
        )
        await self.play(number, *MOVES)
        return number

    async def lose(self, number: int) -> None:
        """Have White resign."""
        game = await self.play(number)
        await acts.resign(self.server.client.services.games, number, player_id=game.white.id)


async def boards(house: House) -> Doors:
    """Return the doors where people look at any position, and those of games with hints."""
    await house.slash("pyrga-learn train")
    await house.server.begin(hints=True)
    await house.play(1, *MOVES)
    return {
        "analyze": house.opening("pyrga-learn analyze", position=str(START.play(WRONG))),
        **await house.pressing(
            PlayInAnalysis(LINE, WRONG),
            ShowOpenings(LINE),
            PlayInTraining(1, LINE, WRONG),
            TryAgain(1, LINE),
            TakeHint(1),
        ),
    }


async def reviews(house: House) -> Doors:
    """Return the doors to the review of a game that Ada has lost, which came to the start."""
    await house.server.begin()
    await house.play(1, *MOVES, WRONG, REPLY)
    await house.lose(1)
    assert VALUES.search(await house.slash("pyrga-learn review", game="1"))
    record = print_record((await house.play(1)).record)
    return {
        "review": house.opening("pyrga-learn review", game="1"),
        "record": house.opening("pyrga-learn review", record=record),
        **await house.pressing(
            ShowReviewPage(1, 1, None),
            ShowPosition(1, PLIES + 1),
            ShowVariation(1, PLIES, VariationKind.REFUTATION, 1),
            ShareReview(1),
            SharePosition(1, PLIES + 1),
            OpenRetry(1, PLIES),
            PlayInRetry(1, PLIES, RIGHT),
            ShowRetryAnswer(1, PLIES),
        ),
    }


async def strong_levels(house: House) -> Doors:
    """Return the doors where level 8 would show what to play, and what a channel's votes were worth."""
    number = await house.gather(level=1)
    await house.press(CastVote(number, PLIES, WRONG))
    await house.play(number, WRONG, REPLY)
    await house.lose(number)
    await house.slash("pyrga play", level=8, color="white")
    alone = number + 1
    await house.play(alone, *MOVES)

    async def vote() -> str:
        number = await house.gather(level=8)
        told = await house.press(CastVote(number, PLIES, WRONG))
        await house.lose(number)
        return told

    async def play() -> str:
        game = await house.play(alone)
        played = PlayMove(alone, game.revision, game.position.legal_moves[0])
        told = await house.press(played)
        is_answered = (await house.play(alone)).position.ply > game.position.ply
        return f"{told} answered" if is_answered else told

    return {
        "vote": vote,
        "play": play,
        **await house.pressing(ShowVotes(number), ShowOwnVotes(number)),
    }


async def channel(house: House) -> Doors:
    """Return the door where level 8 answers what a channel decided before midnight."""
    decided = await house.gather(level=8)
    await house.press(CastVote(decided, PLIES, WRONG))

    async def answer_channel() -> str:
        client, database = house.server.client, Database(house.server.settings.database())
        await stay_up(database, house.server.clock.now())
        await database.close()
        await do_due(client)
        await let_computers_play(client)
        await asyncio.gather(*client.services.computer_turns._tasks.values())
        played = (await house.play(decided)).moves[PLIES:]
        assert str(WRONG) == played[0].text
        return "" if len(played) == 1 else "answered"

    return {"answer": answer_channel}


def ids(message: simcord.ResponseMessage) -> list[str]:
    """Return the custom_ids of the buttons on a message."""
    return [str(each["custom_id"]) for each in offered(message)]


async def puzzle_doors(house: House) -> Doors:
    """Return the doors to a puzzle that has the pieces of the start, one of them from a game."""
    await house.server.resigned()
    for member in (house.server.ada, house.server.blaise):
        await house.server.configure_for(member, game_puzzles=GamePuzzles.NAMED)
    database = Database(house.server.settings.database())
    await keep_of_game(database, PUZZLE, house.server.clock.now(), guild_id=house.server.guild.id)
    await database.close()
    name = PUZZLE.number
    await house.press(ShowAnswer(name, None))
    return {
        "puzzle": house.opening("pyrga-learn puzzle", code=name),
        **await house.pressing(
            OpenPuzzle(name, None),
            ShowAnswer(name, None),
            TryMove(name, None, 0, PUZZLE.solution),
            PlayItOut(name, None, FIRST_PLY),
            ShowRest(name, None, FIRST_PLY),
            OpenPuzzle("g0000001", None),
            ShowAnswer("g0000001", None),
        ),
    }


async def store_days(server: Server, moves: Sequence[Move]) -> None:
    """Have the games of the next eight days begin after these moves, each in another of the eight ways."""
    database = Database(server.settings.database())
    for days, way in enumerate(Symmetry, start=1):
        course = " ".join(str(way.move(move)) for move in moves)
        made = made_day(day_at(server.clock.now() + days * ONE_DAY), course=course)
        await database.write(daily_games.add, made)
    await database.close()


@pytest.mark.computer
@pytest.mark.parametrize("kind", [boards, reviews, strong_levels, channel, puzzle_doors])
async def test_no_door_shows_values_until_the_day_ends(
    server: Server, manager: simcord.MemberActor, kind: Callable[[House], Awaitable[Doors]]
) -> None:
    await store_days(server, MOVES)
    doors = await kind(House(server, manager))
    leaks = set()
    for _ in Symmetry:
        server.clock.move(ONE_DAY)
        leaks |= {name for name, press in doors.items() if VALUES.search(await press())}
    assert not leaks
    server.clock.move(ONE_DAY)
    for name, press in doors.items():
        told = await press()
        assert BARRED not in told, name
        assert VALUES.search(told), (name, told)


async def shown_puzzle(house: House, button: CustomId) -> Puzzle:
    """Return the puzzle that a button leads to."""
    message = answer(await house.server.ada.slash(house.server.channel, "pyrga help"))
    (result,) = await house.server.press_unoffered((house.server.ada, message, str(button)))
    meant = map(decode, ids(answer(result)))
    asked = (TryMove, ChooseInPuzzle, TryInRush, ChooseInRush)
    return BY_NUMBER[next(each.puzzle for each in meant if isinstance(each, asked))]


@pytest.mark.parametrize("offer", [OpenAnyPuzzle(), OpenRush()], ids=lambda button: type(button).__name__)
async def test_who_asks_for_a_puzzle_gets_one_that_tells_nothing(
    server: Server, manager: simcord.MemberActor, offer: CustomId
) -> None:
    house, database = House(server, manager), Database(server.settings.database())
    server.clock.move(timedelta(hours=12) - MINUTE)
    for way in Symmetry:
        if isinstance(offer, OpenRush):
            await shown_puzzle(house, BeginRush())
        offered_before = await shown_puzzle(house, offer)
        course = " ".join(str(way.move(move)) for move in offered_before.moves[:PLIES])
        made = made_day(day_at(server.clock.now() + MINUTE), course=course)
        await database.write(daily_games.add, made)
        assert await shown_puzzle(house, offer) == offered_before
        server.clock.move(MINUTE)
        shown = await shown_puzzle(house, offer)
        assert shown != offered_before, way
        assert not shown.position.contains(made.start)
        server.clock.move(ONE_DAY - MINUTE)
    await database.close()
