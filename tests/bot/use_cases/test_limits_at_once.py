"""Every limit on how many there can be holds when eight try to pass it at once, and each is told so."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

import bot
from bot.store.connections.database import Database
from bot.store.events import cups as cup_rows
from bot.use_cases.challenges import computer_games, proposing
from bot.use_cases.events import cups, following, team_matches
from bot.use_cases.events.nights import Nights
from bot.use_cases.games import storing
from bot.use_cases.puzzles.puzzles import Merit
from bot.use_cases.searches import MOST_GAMES, Asked
from bot.use_cases.standings import rating_roles
from bot.use_cases.standings.rating_roles import RatingRole, RatingRoles
from bot.use_cases.standings.seasons import Seasons
from bot.values import challenge_errors, crowds, errors, searches
from bot.values.errors import Refusal
from bot.values.events import cup_changes, event_errors, night_changes, team_changes
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.night import NightTerms
from bot.values.events.parts import Card, EventStatus
from bot.values.events.team_match import TeamTerms
from bot.values.game import boards, game_errors
from bot.values.game.game import MOST_WATCHED, Board, Game
from bot.values.players import Place, Player, ThemeName
from bot.values.searches import SearchClock, SearchTerms
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.clocked import ADA, BLAISE, DAY, HERE, MINUTE, TERMS
from tests.bot.use_cases.crowds.test_duels import AWAY, HOME
from tests.bot.use_cases.evening import CARD
from tests.bot.use_cases.evening import PEOPLE as GUESTS
from tests.bot.use_cases.made_puzzles import RIGHT
from tests.bot.use_cases.teams.rivals import CLUB
from tests.bot.use_cases.town import PUZZLE, Town

pytestmark = pytest.mark.thorough

TOGETHER: Final = 8
"""How many come at once."""

PEOPLE = tuple(Player(300 + number, f"Person {number}") for number in range(TOGETHER))
PLACES = tuple(Place(10, 40 + number) for number in range(TOGETHER))
SERVERS = tuple(Place(50 + number, 60 + number) for number in range(TOGETHER))


Try = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Rush:
    """What eight try at once. ``most`` of them can have it, and the others are refused with this error.

    Who isn't refused has it if ``has_it`` says so of their result. Limits that are higher are ``lowered`` to
    ``most``.
    """

    tries: Sequence[Try]
    most: int
    refusal: type[Refusal] = Refusal
    has_it: Callable[[Any], bool] = lambda _: True
    lowered: Sequence[tuple[ModuleType, str]] = ()


Gather = Callable[[Town], Awaitable[Rush]]
RUSHES: Final[dict[str, Gather]] = {}
"""How people gather for each rush."""

TRIED: Final[set[str]] = set()
"""The limits of the bot that are tried."""


def limit(*names: str) -> Callable[[Gather], Gather]:
    """Note a rush, and the names of the limits that it's about, if they have some."""

    def note(gather: Gather) -> Gather:
        RUSHES[gather.__name__] = gather
        TRIED.update(names)
        return gather

    return note


@limit()
async def games_of_one_channel(town: Town) -> Rush:
    return Rush([partial(town.channels.open, place=HERE)] * TOGETHER, 1, game_errors.ChannelPlaysError)


@limit("values.crowds.MOST_CROWDS")
async def games_of_the_channels_of_a_server(town: Town) -> Rush:
    tries = [partial(town.channels.open, place=place) for place in PLACES]
    return Rush(tries, crowds.MOST_CROWDS, game_errors.TooManyChannelsPlayError)


@limit()
async def games_of_the_channels_of_a_server_against_others(town: Town) -> Rush:
    offered = [replace(HOME, guild_id=each.guild_id or 0, channel_id=each.channel_id) for each in SERVERS]
    codes = [await town.channels.offer(side) for side in offered]
    sides = [replace(AWAY, guild_id=10, channel_id=place.channel_id) for place in PLACES]
    tries = [partial(town.channels.duels.accept, *each) for each in zip(codes, sides, strict=True)]
    return Rush(tries, crowds.MOST_CROWDS, game_errors.TooManyChannelsPlayError)


@limit()
async def games_of_a_channel_that_has_offered_several(town: Town) -> Rush:
    codes = [await town.channels.offer() for _ in SERVERS]
    sides = [replace(AWAY, guild_id=each.guild_id or 0, channel_id=each.channel_id) for each in SERVERS]
    tries = [partial(town.channels.duels.accept, *each) for each in zip(codes, sides, strict=True)]
    return Rush(tries, 1, game_errors.OtherChannelPlaysError)


@limit()
async def games_from_one_code(town: Town) -> Rush:
    code = await town.channels.offer()
    sides = [replace(AWAY, guild_id=each.guild_id or 0, channel_id=each.channel_id) for each in SERVERS]
    return Rush([partial(town.channels.duels.accept, code, side) for side in sides], 1, errors.UsedCodeError)


@limit("use_cases.events.cups.MOST_OPEN")
async def open_cups(town: Town) -> Rush:
    terms = CupTerms("Winter", Ruleset.PYRGA, wanted=8)
    create = partial(town.cups.cups.create, HERE, terms=terms, language="en-US", theme=ThemeName.AEGEAN)
    return Rush(
        [partial(create, host=host) for host in PEOPLE], cups.MOST_OPEN, event_errors.TooManyCupsError
    )


@limit("use_cases.events.cups.MOST_RUNNING")
async def cups_that_are_played(town: Town) -> Rush:
    cup = await town.cups.open(PEOPLE[:3])
    async with town.database.writing() as connection:
        numbers = [await cup_rows.add(connection, cup) for _ in range(TOGETHER)]
    await town.cups.live(DAY)

    def is_played(cup: Cup) -> bool:
        return cup.status is EventStatus.RUNNING

    tries = [partial(town.cups.cups.advance, number) for number in numbers]
    return Rush(tries, cups.MOST_RUNNING, has_it=is_played)


@limit("values.events.cup.MOST")
async def people_in_a_cup(town: Town) -> Rush:
    cup = await town.cups.open([])
    tries = [partial(town.cups.cups.join, cup, person) for person in PEOPLE]
    return Rush(tries, 3, event_errors.CupFullError, lowered=[(cup_changes, "MOST")])


@limit("values.events.night.MOST")
async def people_in_a_game_night(town: Town) -> Rush:
    nights = Nights(town.clocked.database, town.clocked.clock)
    night = await nights.create(GUESTS[0], CARD, NightTerms(Ruleset.PYRGA))
    tries = [partial(nights.join, night, person) for person in PEOPLE]
    return Rush(tries, 3, event_errors.CupFullError, lowered=[(night_changes, "MOST")])


@limit("use_cases.events.following.MOST_GAMES")
async def games_of_events_that_someone_plays(town: Town) -> Rush:
    numbers = []
    for _ in range(cups.MOST_RUNNING):
        cup = await town.cups.open(PEOPLE[:3])
        await town.cups.live(DAY)
        numbers.append((await town.cups.cups.advance(cup.number)).number)
    tries = [partial(town.cups.cups.begin_next, numbers[each % len(numbers)]) for each in range(TOGETHER)]
    lowered = [(following, "MOST_GAMES")]
    return Rush(tries, 1, has_it=lambda game: game is not None, lowered=lowered)


@limit()
async def leagues_of_a_ruleset(town: Town) -> Rush:
    create = partial(
        town.cups.leagues.create,
        HERE,
        ruleset=Ruleset.PYRGA,
        move_seconds=86_400,
        language="en-US",
        theme=ThemeName.AEGEAN,
    )
    return Rush([partial(create, host=host) for host in PEOPLE], 1, event_errors.LeagueExistsError)


def cards_of_servers() -> list[Card]:
    """Return the card of a team match in each server, whose host is one of the people."""
    places = zip(SERVERS, PEOPLE, strict=True)
    return [replace(CLUB, place=place, host_id=host.id) for place, host in places]


@limit("use_cases.events.team_matches.MOST_CURRENT")
async def team_matches_of_a_server_that_answers(town: Town) -> Rush:
    terms = TeamTerms(ruleset=Ruleset.PYRGA)
    offers = [town.teams.matches.offer(*each, terms) for each in zip(PEOPLE, cards_of_servers(), strict=True)]
    codes = [(await each).text for each in offers]
    cards = [replace(CLUB, host_id=host.id) for host in PEOPLE]
    tries = [partial(town.teams.matches.accept, *each) for each in zip(codes, PEOPLE, cards, strict=True)]
    return Rush(tries, team_matches.MOST_CURRENT, event_errors.TooManyTeamMatchesError)


@limit()
async def team_matches_of_a_server_that_is_answered(town: Town) -> Rush:
    codes = [(await town.teams.offer()).text for _ in PEOPLE]
    cards = cards_of_servers()
    tries = [partial(town.teams.matches.accept, *each) for each in zip(codes, PEOPLE, cards, strict=True)]
    return Rush(tries, team_matches.MOST_CURRENT, event_errors.TooManyTeamMatchesError)


@limit()
async def team_matches_from_one_code(town: Town) -> Rush:
    code, cards = (await town.teams.offer()).text, cards_of_servers()
    tries = [partial(town.teams.matches.accept, code, *each) for each in zip(PEOPLE, cards, strict=True)]
    return Rush(tries, 1, errors.UsedCodeError)


@limit("values.events.team_match.MOST_MEMBERS")
async def people_on_a_side(town: Town) -> Rush:
    match = await town.teams.agree()
    for person in PEOPLE:
        await town.clocked.choose(person, across_servers=True)
    sign_up = partial(town.teams.matches.sign_up, match, guild_id=10)
    return Rush(
        [partial(sign_up, person) for person in PEOPLE],
        3,
        event_errors.SideFullError,
        lowered=[(team_changes, "MOST_MEMBERS")],
    )


@limit("use_cases.standings.rating_roles.MOST_ROLES")
async def rating_roles_of_a_server(town: Town) -> Rush:
    roles = RatingRoles(town.database, town.clock)
    tries = [partial(roles.put, 10, RatingRole(70 + number, 1500 + number)) for number in range(TOGETHER)]
    return Rush(tries, rating_roles.MOST_ROLES, errors.TooManyRolesError)


@limit()
async def seasons_of_a_server(town: Town) -> Rush:
    return Rush(
        [partial(Seasons(town.database, town.clock).start, 10)] * TOGETHER, 1, errors.RunningSeasonError
    )


@limit("use_cases.challenges.proposing.MOST_OPEN")
async def open_challenges(town: Town) -> Rush:
    for _ in range(proposing.MOST_OPEN - 1):
        await town.clocked.challenges.propose_to_all(HERE, ADA, TERMS)
        town.clock.move(MINUTE)
    challenge = partial(town.clocked.challenges.propose_to_all, HERE, ADA, TERMS)
    return Rush([challenge] * TOGETHER, 1, challenge_errors.TooManyChallengesError)


@limit()
async def challenges_within_half_a_minute(town: Town) -> Rush:
    tries = [partial(town.clocked.propose, person) for person in PEOPLE]
    return Rush(tries, 1, challenge_errors.TooSoonError)


@limit()
async def challenges_between_two(town: Town) -> Rush:
    both = [partial(town.clocked.propose, BLAISE), partial(town.clocked.propose, ADA, challenger=BLAISE)]
    return Rush(both * (TOGETHER // 2), 1, challenge_errors.ChallengeError)


@limit("use_cases.games.storing.MOST_RATED")
async def rated_games_of_two_in_a_day(town: Town) -> Rush:
    made = []
    for number, place in enumerate(SERVERS):
        one, other = (ADA, BLAISE)[:: 1 - 2 * (number % 2)]
        proposed = await town.clocked.challenges.propose_to_all(place, one, replace(TERMS, rated=True))
        made.append((proposed.number, other))
        town.clock.move(MINUTE)
    accept = town.clocked.challenges.accept
    tries = [partial(accept, number, player, message_id=number) for number, player in made]
    return Rush(tries, storing.MOST_RATED, has_it=lambda game: game.rated)


@limit()
async def people_who_join_a_challenge(town: Town) -> Rush:
    made = await town.clocked.challenges.propose_to_all(HERE, ADA, TERMS)
    accept = partial(town.clocked.challenges.accept, made.number, message_id=7)
    return Rush([partial(accept, person) for person in PEOPLE], 1, challenge_errors.TakenChallengeError)


@limit("values.challenges.MOST_SEATS")
async def seats_of_a_simul(town: Town) -> Rush:
    made = await town.clocked.challenges.propose_to_all(HERE, ADA, replace(TERMS, seats=2))
    accept = partial(town.clocked.challenges.accept, made.number)
    return Rush([partial(accept, person) for person in PEOPLE], 2, challenge_errors.FullSimulError)


@limit("use_cases.challenges.computer_games.MOST_GAMES")
async def games_with_the_computer(town: Town) -> Rush:
    begin = town.clocked.begin_with_computer
    return Rush([begin] * TOGETHER, computer_games.MOST_GAMES, game_errors.TooManyComputerGamesError)


@limit("values.searches.MOST")
async def searches_of_one_person(town: Town) -> Rush:
    terms = [SearchTerms(*each) for each in product(Ruleset, SearchClock, (False, True))][:TOGETHER]
    asked = [Asked(HERE, each, "en-US", everywhere=False) for each in terms]
    tries = [partial(town.searches.ask, ADA, each) for each in asked]
    return Rush(tries, searches.MOST, errors.TooManySearchesError)


def casual(clock: SearchClock) -> Asked:
    """Return what someone asks for who only looks in one server."""
    return Asked(HERE, SearchTerms(Ruleset.PYRGA, clock, rated=False), "en-US", everywhere=False)


@limit("use_cases.searches.MOST_GAMES")
async def games_of_two_that_searches_bring_together(town: Town) -> Rush:
    for clock, person in product(SearchClock, (ADA, BLAISE)):
        await town.searches.ask(person, casual(clock))
    pairs = await town.searches.pairs()
    tries = [
        partial(town.searches.begin, pairs[each % len(pairs)], together=True) for each in range(TOGETHER)
    ]
    return Rush(tries, MOST_GAMES, has_it=lambda game: game is not None)


@limit()
async def vacations_of_one_person(town: Town) -> Rush:
    return Rush([partial(town.clocked.vacations.start, ADA, 3)] * TOGETHER, 1, errors.OnVacationError)


@limit("values.game.game.MOST_WATCHED")
async def channels_that_watch_a_game(town: Town) -> Rush:
    game = await town.clocked.agree()

    def watch(place: Place) -> Coroutine[Any, Any, Game]:
        board = Board(place, "en-GB", ThemeName.AEGEAN, message_id=place.channel_id, watched=True)
        return town.clocked.games.update(game.number, lambda each, _: boards.watch(each, board))

    return Rush([partial(watch, place) for place in PLACES], MOST_WATCHED, game_errors.BoardLimitError)


@limit()
async def first_tries_at_a_puzzle(town: Town) -> Rush:
    attempt = partial(town.puzzles.attempt, ADA, PUZZLE, RIGHT)
    return Rush([attempt] * TOGETHER, 1, has_it=lambda attempt: attempt.merit is Merit.FIRST_TRY)


NOT_COUNTED: Final[Mapping[str, str]] = {
    "use_cases.fair_play.MOST": "what's kept in memory",
    "use_cases.preferences.MOST": "what's kept in memory",
    "use_cases.preferences.MOST_CHANNELS": "chosen all at once",
    "values.standings.MOST_FREEZES": "kept in one row, and no one is refused one more",
    "use_cases.puzzles.rushes.MOST_MISTAKES": "one player's, kept in one row",
    "use_cases.servers.MOST": "what's read at a time",
    "values.events.night.MOST_FORFEITS": "one player's, kept in the row of the night",
    "values.events.team_match.MOST_BOARDS": "part of the terms",
    "values.game.game.MOST_ANSWERS": "one player's, of one game",
    "values.game.game.MOST_PAIRS": "one player's, of one game",
}
"""Limits that no one can try to pass together with others, and why."""


def test_no_limit_is_left_out() -> None:
    root = Path(bot.__path__[0])
    found = [
        f"{'.'.join(path.relative_to(root).with_suffix('').parts)}.{name}"
        for layer in ("values", "use_cases")
        for path in (root / layer).rglob("*.py")
        for name in re.findall(r"^MOST\w*", path.read_text(), re.MULTILINE)
    ]
    assert sorted(found) == sorted([*TRIED, *NOT_COUNTED])


async def connect(database: Database) -> None:
    """Open all connections to a server: who waits for one to be opened doesn't come at the same time."""
    async with AsyncExitStack() as stack:
        for _ in range(TOGETHER if database.is_shared else 0):
            await stack.enter_async_context(database.writing())


@pytest.mark.parametrize("gather", RUSHES.values(), ids=RUSHES)
async def test_a_limit_holds_for_eight_at_once(
    gather: Gather, database: Database, clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    town = Town(database, clock)
    # Whoever stores a new server makes others there wait for that alone.
    await town.clocked.choose_for(10)
    rush = await gather(town)
    for module, name in rush.lowered:
        monkeypatch.setattr(module, name, rush.most)
    await connect(database)
    results = await asyncio.gather(*(attempt() for attempt in rush.tries), return_exceptions=True)
    refused = [each for each in results if isinstance(each, BaseException)]
    assert [each for each in refused if not isinstance(each, rush.refusal)] == []
    having = [each for each in results if not isinstance(each, BaseException) and rush.has_it(each)]
    assert len(having) == rush.most
