"""The client as handlers see it: the use cases, wired in one place, and where an interaction comes from."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from random import SystemRandom
from time import monotonic
from typing import Any, TypeVar

import discord
from cachetools import LRUCache
from discord import ComponentType, InteractionType, ui
from discord.app_commands import AppInstallationType

from bot.clock import Clock
from bot.computer import Analyses, Computer, ComputerTurns
from bot.fair_queue import Intake
from bot.replays import Replays
from bot.store.connections.database import Database
from bot.store.connections.transactions import context_of_shared_work
from bot.ui.context.limits import Limits
from bot.ui.context.looks import LookingClient
from bot.ui.context.requests import LONGEST
from bot.ui.context.sight import Memberships, Sight
from bot.ui.message.content import LONGEST_CONTENT, LONGEST_TEXTS
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.text.typesetting import typeset, typeset_message
from bot.ui.text.words import UNKNOWN_COMMANDS, KnownCommands
from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.computer_games import ComputerGames
from bot.use_cases.challenges.limits import Blocks
from bot.use_cases.challenges.rematches import Rematches
from bot.use_cases.clocks.downtime import Downtime, DueTimes
from bot.use_cases.clocks.vacations import Vacations
from bot.use_cases.crowds import CrowdGames, Duels
from bot.use_cases.daily_games.days import DailyGames
from bot.use_cases.daily_games.results import DailyResults
from bot.use_cases.events.cups import Cups
from bot.use_cases.events.events import Events
from bot.use_cases.events.leagues import Leagues
from bot.use_cases.events.lobbies import Lobbies
from bot.use_cases.events.nights import Nights
from bot.use_cases.events.team_matches import TeamMatches
from bot.use_cases.fair_play import FairPlay
from bot.use_cases.games.games import Games
from bot.use_cases.games.notes import Notes
from bot.use_cases.games.queries import GameQueries
from bot.use_cases.guesses import Guesses
from bot.use_cases.preferences import Preferences
from bot.use_cases.privacy import Deletions, Exports, RemovedServers
from bot.use_cases.processes import Interactions, Leadership, SyncedCommands
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles, PuzzleLeaderboards
from bot.use_cases.puzzles.game_puzzles import GamePuzzleBook
from bot.use_cases.puzzles.puzzles import Puzzles
from bot.use_cases.puzzles.rushes import Rushes
from bot.use_cases.reviews import Histories, Reviews, Shares
from bot.use_cases.searches import OpponentSearches
from bot.use_cases.servers import Announcements, Moderation, Reports
from bot.use_cases.standings.badges import Badges
from bot.use_cases.standings.leaderboards import Leaderboards
from bot.use_cases.standings.openings import Openings
from bot.use_cases.standings.profiles import Profiles
from bot.use_cases.standings.rating_roles import RatingRoles
from bot.use_cases.standings.ratings import Ratings
from bot.use_cases.standings.seasons import Seasons
from bot.use_cases.status import Statuses
from bot.use_cases.training import Training
from bot.values.players import Place, Player, shown
from engine import puzzles

T = TypeVar("T")

_GIVING_UP = 0.25
"""Maximum number of seconds for what was given up to end."""

DeleteMessage = Callable[[], Coroutine[Any, Any, None]]
"""Deletes a message."""

MOST_REMEMBERED = 1000
"""Maximum number of messages to remember. Discord lets no one delete a private one after 15 minutes."""

_KINDS = {
    InteractionType.application_command: "command",
    InteractionType.autocomplete: "completion",
    InteractionType.modal_submit: "form",
}


class Mailboxes:
    """Work about one subject, one piece after another, without anyone holding a lock.

    Each subject has a mailbox. While its work is being done, more may be handed in, and then everything that
    has come in meanwhile is done together: usually, only the newest matters.
    """

    def __init__(self) -> None:
        self._waiting: defaultdict[Hashable, list[tuple[Any, asyncio.Future[None]]]] = defaultdict(list)
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}

    async def hand_in(
        self, subject: Hashable, item: T, work: Callable[[Sequence[T]], Awaitable[None]]
    ) -> None:
        """Hand in an item, and wait until ``work``, the same for all of a subject, has done it.

        It's given everything that has come in for the subject, in order. If the caller gives up, the work is
        done all the same.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[subject].append((item, done))
        if subject not in self._tasks:
            # It also works for others than the one who begins it.
            task = asyncio.create_task(self._empty(subject, work), context=context_of_shared_work())
            self._tasks[subject] = task
        await asyncio.shield(done)

    async def close(self) -> None:
        """Cancel everything that is in progress."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _empty(self, subject: Hashable, work: Callable[[Sequence[Any]], Awaitable[None]]) -> None:
        error: BaseException | None
        try:
            while letters := self._waiting.pop(subject, []):
                error = asyncio.CancelledError()
                try:
                    await work([item for item, _ in letters])
                    error = None
                except Exception as failure:  # noqa: BLE001 - whoever handed it in handles it
                    error = failure
                finally:
                    for _, done in letters:
                        _end(done, error)
        finally:
            del self._tasks[subject]
            for _, done in self._waiting.pop(subject, []):
                done.cancel()


def _end(done: asyncio.Future[None], error: BaseException | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    elif isinstance(error, asyncio.CancelledError):
        done.cancel()
    else:
        done.set_exception(error)
        # Whoever handed it in may have given up.
        done.exception()


class Services:
    """The use cases of one bot. They share its database, clock and computer.

    ``pause`` is how many seconds the computer waits before it answers a move.
    """

    def __init__(  # noqa: PLR0915 - one statement for each use case
        self, database: Database, clock: Clock, computer: Computer, *, pause: float, downtime: Downtime
    ) -> None:
        random, known_puzzles = SystemRandom(), puzzles()
        self.clock, self.downtime = clock, downtime
        self.challenges = Challenges(database, clock)
        self.games, self.computer = Games(database, clock), computer
        self.daily_games = DailyGames(database, clock, computer)
        self.computer_turns = ComputerTurns(self.games, self.daily_games, computer, pause=pause)
        self.analyses = Analyses(computer)
        self.computer_games = ComputerGames(database, clock)
        self.opponent_searches = OpponentSearches(database, clock)
        self.crowd_games = CrowdGames(database, clock, self.games)
        self.duels = Duels(database, clock)
        self.cups = Cups(database, clock)
        self.leagues = Leagues(database, clock)
        self.team_matches = TeamMatches(database, clock, random)
        self.nights = Nights(database, clock)
        self.events: tuple[Events[Any], ...] = (self.cups, self.team_matches, self.nights)
        self.interactions = Interactions(database, clock)
        self.leadership = Leadership(database, self.downtime.is_away)
        self.synced_commands = SyncedCommands(database)
        self.game_queries = GameQueries(database)
        self.guesses = Guesses(database, clock)
        self.leaderboards = Leaderboards(database, clock)
        self.badges = Badges(database, clock)
        self.profiles = Profiles(database, clock)
        self.puzzles = Puzzles(database, clock, known_puzzles)
        self.rushes = Rushes(database, clock, known_puzzles)
        self.game_puzzles = GamePuzzleBook(database, clock, computer)
        self.daily_puzzles = DailyPuzzles(database, clock, known_puzzles)
        self.fair_play = FairPlay(database, clock, known_puzzles)
        self.puzzle_leaderboards = PuzzleLeaderboards(database, clock)
        self.preferences = Preferences(database, clock)
        self.blocks = Blocks(database, clock)
        self.announcements = Announcements(database, clock)
        self.lobbies = Lobbies(database, clock)
        self.moderation = Moderation(database, clock)
        self.due_times = DueTimes(database, clock, self.downtime)
        self.vacations = Vacations(database, clock)
        self.replays = Replays()
        self.notes = Notes(database, clock)
        self.reports = Reports(database, clock)
        self.rematches = Rematches(database, self.challenges, self.computer_games)
        self.reviews = Reviews(database, clock, computer)
        self.daily_results = DailyResults(database, clock, self.reviews)
        self.ratings = Ratings(database)
        self.rating_roles = RatingRoles(database, clock)
        self.seasons = Seasons(database, clock)
        self.exports = Exports(database)
        self.deletions = Deletions(database, clock, self.games)
        self.removed_servers = RemovedServers(database, clock)
        self.shares = Shares(database, clock)
        self.openings = Openings(database)
        self.training = Training(database, clock)
        self.histories = Histories(database)
        self.statuses = Statuses(database, clock)


class NewestMessages:
    """The newest private message about each subject, which is any value.

    After a restart, none is known: then an old message stays until the person dismisses it.
    """

    def __init__(self) -> None:
        self._deletions: LRUCache[Hashable, DeleteMessage] = LRUCache(MOST_REMEMBERED)

    def put(self, subject: Hashable, delete: DeleteMessage) -> DeleteMessage | None:
        """Remember how to delete the newest message about ``subject``, and return how for the one before."""
        older = self._deletions.pop(subject, None)
        self._deletions[subject] = delete
        return older


class ReplacedMessages:
    """The messages that were replaced lately. What was read before then doesn't know."""

    def __init__(self) -> None:
        self._ids: LRUCache[int, None] = LRUCache(MOST_REMEMBERED)

    def __contains__(self, message_id: int | None) -> bool:
        return message_id in self._ids

    def add(self, message_id: int) -> None:
        """Remember a message, and forget the oldest if there are too many."""
        self._ids[message_id] = None


@dataclass(slots=True)
class _Edits:
    """The edits of a message, one after the other. ``shown`` is the click whose answer it shows."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    shown: int = 0


class ClickOrder:
    """Which click on a message came last: the answer to that one stays, no matter how long each takes."""

    def __init__(self) -> None:
        self._edits: LRUCache[int, _Edits] = LRUCache(MOST_REMEMBERED)

    @asynccontextmanager
    async def turn(self, message_id: int | None, *, click_id: int) -> AsyncIterator[bool]:
        """Wait until no answer to another click is on its way. Yields False if a later click is answered.

        Whatever isn't a click on a message always has its turn.
        """
        if message_id is None:
            yield True
            return
        edits = self._edits.setdefault(message_id, _Edits())
        async with edits.lock:
            is_last = click_id >= edits.shown
            edits.shown = max(edits.shown, click_id)
            yield is_last


class ServingClient(LookingClient):
    """A Discord client with the bot's use cases, icons, mentions of commands, and queue of clicks."""

    services: Services
    icons: Icons = NO_ICONS
    commands: KnownCommands = UNKNOWN_COMMANDS

    def __init__(self, **options: Any) -> None:
        self.limits = Limits()
        super().__init__(max_ratelimit_timeout=LONGEST, http_trace=self.limits.trace(), **options)
        self.intake = Intake()
        self.memberships = Memberships()
        self.mailboxes = Mailboxes()
        self.newest = NewestMessages()
        self.clicks = ClickOrder()
        self.replaced = ReplacedMessages()
        self.search_panels: LRUCache[int, Any] = LRUCache(MOST_REMEMBERED)
        """What was last shown of people's searches, by their ids, as long as it can be kept up to date."""
        self.sight = Sight()
        self.leftovers: LRUCache[int, Callable[[], Awaitable[object]]] = LRUCache(MOST_REMEMBERED)
        """How to clear away messages that no longer show a game, and couldn't be cleared away yet, by ids."""
        self._answering: set[asyncio.Task[Any]] = set()

    def finish(self, view: ui.LayoutView) -> None:
        """Put mentions of commands into all texts of a message, and typeset them."""
        self.commands.link(view)
        typeset_message(view, self.icons, LONGEST_TEXTS)

    def finished(self, text: str) -> str:
        """Return a text with mentions of commands, typeset."""
        return typeset(self.commands.linked(text), self.icons, LONGEST_CONTENT)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note that the current task is answering an interaction for as long as the block lasts."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("an interaction that no task answers")
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def finish_answering(self, patience: float) -> None:
        """Wait until no interaction is being answered, for up to ``patience`` seconds; then give up.

        Those that come in the meantime are waited for, too.
        """
        until = monotonic() + patience
        while self._answering and (left := until - monotonic()) > 0:
            await asyncio.wait(self._answering, timeout=left)
        unfinished = {*self._answering}
        for task in unfinished:
            task.cancel()
        if unfinished:
            await asyncio.wait(unfinished, timeout=_GIVING_UP)


Interaction = discord.Interaction[ServingClient]


def kind_of(interaction: Interaction) -> str:
    """Return what a person did: gave a command, pressed a button, and so on."""
    data: dict[str, object] = dict(interaction.data or {})
    is_button = data.get("component_type") == ComponentType.button.value
    return _KINDS.get(interaction.type, "button" if is_button else "menu")


def player_of(person: discord.Member | discord.User) -> Player:
    """Return a person as they're known where they were just seen: in a server by their name there, too."""
    # What they log in with is made of letters and digits, so it can always be shown.
    account_name = shown(person.global_name or "") or person.name
    if isinstance(person, discord.Member):
        return Player(person.id, person.display_name, account_name)
    return Player(person.id, account_name)


def place_of(interaction: Interaction) -> Place:
    """Return the channel that an interaction came from, with its server if it's in one."""
    if interaction.channel_id is None:
        raise RuntimeError("an interaction without a channel")
    # Who installed the bot: a server, a person or both. The library's answer only applies if that person is
    # the one who clicks.
    owners, guild_id = interaction._integration_owners.keys(), interaction.guild_id  # noqa: SLF001
    brought_along = guild_id is not None and owners == {AppInstallationType.USER}
    return Place(guild_id, interaction.channel_id, not (brought_along or interaction.context.private_channel))
