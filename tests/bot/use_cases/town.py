"""Everything that people do, on one database."""

from random import Random

from bot.store.connections.database import Database
from bot.use_cases.guesses import Guesses
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.searches import OpponentSearches
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import Clocked
from tests.bot.use_cases.crowds.test_duels import DuelClub
from tests.bot.use_cases.cups.club import CupClub
from tests.bot.use_cases.made_puzzles import made_puzzle
from tests.bot.use_cases.teams.rivals import Rivals

PUZZLE = made_puzzle("e0")


class Town:
    """The use cases of one database around which there's something to share."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.database, self.clock = database, clock
        self.clocked, self.channels = Clocked(database, clock), DuelClub(database, clock)
        self.cups, self.teams = CupClub(database, clock), Rivals(database, clock)
        self.searches = OpponentSearches(database, clock, Random(1))
        self.guesses = Guesses(database, clock)
        self.puzzles = Puzzles(database, clock, [PUZZLE])
