"""The use cases that clicks, commands and jobs can reach, wired in one place."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Self

from bot.clock import Clock
from bot.computer import Computer, ComputerTurns, Searches
from bot.matches.analysis.shared_positions import PositionShares
from bot.matches.challenges.blocks import Blocks
from bot.matches.challenges.challenges import Challenges
from bot.matches.challenges.computer_games import ComputerGames
from bot.matches.challenges.rematches import Rematches
from bot.matches.clocks.due import DueTimes
from bot.matches.clocks.vacations import Vacations
from bot.matches.games.games import Games
from bot.matches.games.notes import Notes
from bot.matches.games.queries import GameQueries
from bot.matches.privacy.deletions import Deletions
from bot.matches.privacy.exports import Exports
from bot.matches.privacy.removed_servers import RemovedServers
from bot.matches.processes.assignments import Interactions, SyncedCommands
from bot.matches.processes.leadership import Leadership
from bot.matches.puzzles.daily_puzzles import DailyPuzzles
from bot.matches.puzzles.puzzle_leaderboards import PuzzleLeaderboards
from bot.matches.puzzles.puzzles import Puzzles
from bot.matches.review.histories import Histories
from bot.matches.review.reviews import Reviews, Shares
from bot.matches.servers.announcements import Announcements
from bot.matches.servers.moderation import Moderation
from bot.matches.settings.preferences import Preferences
from bot.matches.standings.badges import Badges
from bot.matches.standings.leaderboards import Leaderboards
from bot.matches.standings.openings import Openings
from bot.matches.standings.profiles import Profiles
from bot.matches.standings.ratings import Ratings
from bot.matches.standings.seasons import Seasons
from bot.matches.training.training import Training
from bot.replays import Replays
from bot.store.connections.database import Database
from engine import puzzles


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of one bot. They share its database, clock and computer."""

    challenges: Challenges
    games: Games
    computer: Computer
    computer_turns: ComputerTurns
    searches: Searches
    computer_games: ComputerGames
    interactions: Interactions
    leadership: Leadership
    synced_commands: SyncedCommands
    game_queries: GameQueries
    leaderboards: Leaderboards
    badges: Badges
    profiles: Profiles
    puzzles: Puzzles
    daily_puzzles: DailyPuzzles
    puzzle_leaderboards: PuzzleLeaderboards
    preferences: Preferences
    blocks: Blocks
    announcements: Announcements
    moderation: Moderation
    due_times: DueTimes
    vacations: Vacations
    replays: Replays
    notes: Notes
    rematches: Rematches
    reviews: Reviews
    ratings: Ratings
    seasons: Seasons
    exports: Exports
    deletions: Deletions
    removed_servers: RemovedServers
    shares: Shares
    position_shares: PositionShares
    openings: Openings
    training: Training
    histories: Histories

    @classmethod
    def create(cls, database: Database, clock: Clock, computer: Computer, *, pause: float) -> Self:
        """Wire the use cases of one database.

        ``pause`` is how many seconds the computer waits before it answers a move.
        """
        games = Games(database, clock)
        challenges = Challenges(database, clock, SystemRandom())
        computer_games = ComputerGames(database, clock, SystemRandom())
        known_puzzles = puzzles()
        return cls(
            challenges=challenges,
            games=games,
            computer=computer,
            computer_turns=ComputerTurns(games, computer, pause=pause),
            searches=Searches(computer),
            computer_games=computer_games,
            interactions=Interactions(database, clock),
            leadership=Leadership(database),
            synced_commands=SyncedCommands(database),
            game_queries=GameQueries(database),
            leaderboards=Leaderboards(database, clock),
            badges=Badges(database, clock),
            profiles=Profiles(database, clock),
            puzzles=Puzzles(database, clock, known_puzzles),
            daily_puzzles=DailyPuzzles(database, clock, known_puzzles),
            puzzle_leaderboards=PuzzleLeaderboards(database, clock),
            preferences=Preferences(database, clock),
            blocks=Blocks(database, clock),
            announcements=Announcements(database, clock),
            moderation=Moderation(database, clock),
            due_times=DueTimes(database, clock),
            vacations=Vacations(database, clock),
            replays=Replays(),
            notes=Notes(database, clock),
            rematches=Rematches(database, challenges, computer_games),
            reviews=Reviews(database, clock, games, computer),
            ratings=Ratings(database),
            seasons=Seasons(database, clock),
            exports=Exports(database),
            deletions=Deletions(database, clock, games, SystemRandom()),
            removed_servers=RemovedServers(database, clock),
            shares=Shares(database, clock),
            position_shares=PositionShares(database, clock),
            openings=Openings(database),
            training=Training(database, clock),
            histories=Histories(database),
        )
