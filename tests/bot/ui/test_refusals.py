"""Every error is told in words that fit it: who has to do something, which game, and when."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.computer.computer import ComputerFailedError, ComputerUnavailableError
from bot.locale import ENGLISH, words_for
from bot.store.connections.errors import (
    BusyDatabaseError,
    DamagedDatabaseError,
    LostDatabaseError,
    RefusedConnectionError,
    UnreachableDatabaseError,
    UnusableDatabaseError,
    UnwritableDatabaseError,
)
from bot.ui.context import context_errors
from bot.ui.context.context_errors import RoleProblem
from bot.ui.context.refusals import TellableError, refusal
from bot.ui.context.requests import LimitedError, RefusedError, UnreachableError
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.incoming import UnfitValueError
from bot.values import challenge_errors, errors
from bot.values.challenges import Challenge, ChallengeStatus, ColorChoice, SimulGame, Terms
from bot.values.errors import Refusal
from bot.values.events import event_errors
from bot.values.events.night import Night, NightTerms
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.game import game_errors, offers
from bot.values.game.game import MOST_WATCHED, Game
from bot.values.players import Player, ThemeName
from engine import Color, Ruleset
from tests.bot.made_cups import open_cup
from tests.bot.use_cases.clocked import ADA, BLAISE
from tests.bot.use_cases.made_games import HERE, NOW, made_game
from tests.bot.use_cases.teams.rivals import CAFE, CLUB

pytestmark = pytest.mark.quick

SOON = "<t:1772366400:R>"
GAME = replace(made_game(ADA, BLAISE, ["Sb2"], message_id=30), number=7)
"""Blaise is to move."""

OF_CUP = replace(GAME, event=1)

ASKED = replace(offers.offer_draw(made_game(ADA, BLAISE, ["Sb2", "Ta2e"]), 2, player_id=ADA.id), number=8)
"""Ada asks Blaise something, and it's her turn."""

WITH_COMPUTER = replace(made_game(Player(3, "Computer"), BLAISE, message_id=31), number=9)
GAME_LINK, COMPUTER_LINK = (f"https://discord.com/channels/10/20/{message}" for message in (30, 31))
TERMS = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
CHALLENGE = Challenge(
    *(1, HERE, 40, ADA, BLAISE, TERMS, ThemeName.AEGEAN, NOW),
    status=ChallengeStatus.OPEN,
    expires_at=NOW,
)
TO_ALL = replace(CHALLENGE, opponent=None)
SIMUL = replace(
    TO_ALL,
    terms=replace(TERMS, seats=2),
    games=(SimulGame(7, BLAISE, Color.WHITE, HERE, 30, is_posted=True, outcome=None),),
)
CARD = "(https://discord.com/channels/10/20/40)"
ADAS, BLAISES = "**Ada**", "**Blaise**"
CUP, NAMED = open_cup(1), "**Winter Cup**"


def games(count: int) -> tuple[Game, ...]:
    return tuple(replace(GAME, number=number) for number in range(1, count + 1))


OF_CHALLENGES: list[tuple[TellableError, tuple[str, ...]]] = [
    (challenge_errors.SelfChallengeError(), ("can't challenge yourself",)),
    (challenge_errors.BotChallengeError("*Bot*"), (r"**\*Bot\*** is a bot", "/pyrga play")),
    (challenge_errors.RatedHintsError(), ("Rated games can't have hints",)),
    (challenge_errors.RatedAdvantageError(), ("Rated games can't start with an advantage",)),
    (challenge_errors.TooManyChallengesError(1), ("1 open challenge here", "Cancel it")),
    (challenge_errors.TooManyChallengesError(5), ("5 open challenges here", "Cancel one")),
    (challenge_errors.TooSoonError(NOW), ("just sent a challenge", SOON)),
    (challenge_errors.DeclinedLatelyError(BLAISE, NOW), (f"{BLAISES} just declined", SOON)),
    (challenge_errors.DeletedLatelyError(NOW), ("just deleted your data", SOON)),
    (challenge_errors.RepeatedChallengeError(CHALLENGE), (f"{BLAISES} hasn't answered", CARD)),
    (challenge_errors.CounterChallengeError(CHALLENGE), (f"{ADAS} has already challenged you", CARD)),
    (challenge_errors.UnwelcomeError(BLAISE), (f"{BLAISES} isn't accepting challenges",)),
    (challenge_errors.BlockedByYouError(BLAISE), (f"You blocked {BLAISES}", "/pyrga block")),
    (challenge_errors.SelfBlockError(), ("can't block yourself",)),
    (challenge_errors.OwnChallengeError(), ("your own challenge",)),
    (challenge_errors.UnknownCodeError("k7"), ("no open challenge with the code **k7**",)),
    (challenge_errors.UnfitSeatsError(), ("2 to 20 people",)),
    (challenge_errors.ShortWeekendsError(), ("at least a day per move",)),
    (challenge_errors.BothSimulError(), ("either that or both colors",)),
    (challenge_errors.FullSimulError(SIMUL), (f"{ADAS}'s simul is full",)),
    (challenge_errors.AlreadyJoinedError(SIMUL, SIMUL.games[0]), ("already joined", GAME_LINK)),
    (challenge_errors.TakenChallengeError(CHALLENGE), (f"{ADAS} and {BLAISES} are already playing",)),
    (challenge_errors.AbsentOpponentError("Dora"), ("**Dora** isn't in this server",)),
    (challenge_errors.UnknownChallengeError(), ("challenge no longer exists",)),
    (challenge_errors.ClosedChallengeError(CHALLENGE), ("already been answered",)),
    (challenge_errors.NotChallengedError(CHALLENGE), (f"Only {BLAISES} can answer",)),
    (challenge_errors.NotChallengedError(TO_ALL), ("open to everyone",)),
    (challenge_errors.NotChallengerError(CHALLENGE), (f"Only {ADAS} can cancel",)),
    (challenge_errors.UnfitClockError("1s"), ("**1s** isn't a valid time",)),
    (errors.TooManySearchesError(1), ("1 search, the maximum", "Cancel it")),
    (errors.TooManySearchesError(3), ("3 searches, the maximum", "Cancel one")),
    (errors.NoChallengesWantedError(), ("chosen not to be challenged", "/pyrga settings")),
    (errors.OwnServersOnlyError(), ("only in your servers", "/pyrga settings")),
    (errors.ServerApartError(), ("doesn't allow games across servers", "/pyrga find")),
    (errors.OutOfReachError(), ("can't post a board here later", "/pyrga find")),
    (challenge_errors.NobodyElseHereError(), ("Only you and I", "challenge code")),
]
OF_GAMES: list[tuple[TellableError, tuple[str, ...]]] = [
    (game_errors.UnknownGameError("zz"), ("no game **zz** here", "/pyrga games")),
    (game_errors.NotAPlayerError(GAME), (f"{ADAS} and {BLAISES}'s game", "/pyrga challenge")),
    (game_errors.NotAPlayerError(WITH_COMPUTER), (f"{BLAISES}'s game", "/pyrga play")),
    (game_errors.NotYourTurnError(GAME), (f"It's {BLAISES}'s turn",)),
    (game_errors.NotWaitingError(GAME), (f"That's {ADAS}'s choice",)),
    (game_errors.FinishedGameError(GAME), ("**#7** is already over",)),
    (game_errors.OnlyMoveError(GAME), ("Only one move is possible", "nothing to guess")),
    (game_errors.GuessedError(GAME), ("before it was taken back", "Guess the next one")),
    (game_errors.RunningGameError(GAME), ("**#7** isn't over yet",)),
    (game_errors.OwnTurnError(GAME), ("your turn to move", "conditional moves")),
    (game_errors.ClaimableGameError(GAME), (f"Waiting for {ADAS} to claim",)),
    (game_errors.WithComputerError(GAME), ("can't offer a draw to the computer",)),
    (game_errors.NotAddressedError(ASKED), (f"Only {BLAISES} can answer",)),
    (game_errors.NotOfferedError(ASKED), (f"Only {ADAS} can withdraw",)),
    (game_errors.OpenOfferError(ASKED), (f"{BLAISES} has to answer it first",)),
    (game_errors.OfferedLatelyError(GAME, 1), ("after 1 more move.",)),
    (game_errors.OfferedLatelyError(GAME, 3), ("after 3 more moves.",)),
    (game_errors.TextWantedError(GAME, ADA), (f"{ADAS} uses text mode",)),
    (game_errors.OnePlaceError(GAME), ("Only games in two places are reported",)),
    (game_errors.TwoPlacesError(GAME), ("**#7** is also played in another place",)),
    (game_errors.BoardLimitError(GAME), (f"**#7** is already shown in {MOST_WATCHED} other channels",)),
    (game_errors.TooEarlyError(GAME), ("until both players have moved. To cancel the game",)),
    (game_errors.TooEarlyError(OF_CUP), ("You can't offer a draw until both players have moved.\n",)),
    (game_errors.EventGameError(GAME), ("resign this one",)),
    (game_errors.OwnGameError(GAME), ("Game **#7** is yours", "Someone else")),
    (game_errors.TwoPlacesRematchError(GAME), ("Game **#7** was played in two places",)),
    (game_errors.EventRematchError(GAME), ("Game **#7** was part of an event",)),
    (game_errors.TooLateError(GAME), ("can't be canceled anymore",)),
    (game_errors.NothingToTakeBackError(GAME), ("no move to take back",)),
    (game_errors.RatedTakeBackError(GAME), ("aren't allowed in rated games",)),
    (game_errors.ComputerThinksError(GAME), ("computer is about to move",)),
    (game_errors.PlanLimitError(GAME), ("up to 30 replies, 5 moves deep",)),
    (game_errors.RematchedError(GAME), (f"The rematch has already started: [game #7]({GAME_LINK})",)),
    (
        game_errors.RematchedError(WITH_COMPUTER),
        (f"Your next game has already started: [game #9]({COMPUTER_LINK})",),
    ),
    (game_errors.AnnulledGameError(GAME), ("A moderator ended game **#7**",)),
    (game_errors.DeletedOpponentError(GAME), ("other player of game **#7** deleted their data",)),
    (game_errors.StaleRevisionError(GAME), ("has moved on",)),
    (game_errors.RepeatedMoveError(GAME), ("has moved on",)),
    (game_errors.ForbiddenMoveError(GAME, "Sb2"), ("can't play that move now",)),
    (game_errors.HintsNotAllowedError(GAME), ("This game has no hints",)),
    (game_errors.HelpInGameError(GAME), ("playing game **#7**, in which hints aren't allowed",)),
    (game_errors.HelpfulAnswerError(GAME, 8, 9), ("Level 8 hardly ever goes wrong", "game **#7**")),
    (game_errors.HelpfulVoteError(GAME, 8), ("Level 8 hardly ever goes wrong", "Vote for another move")),
    (game_errors.HelpInVoteError(GAME), ("A channel is playing game **#7**",)),
    (
        game_errors.LateVoteError(GAME, 6, NOW, NOW),
        ("move 7 closed at <t:1772366400:T>", "your vote came at <t:1772366400:T>", "doesn't count"),
    ),
    (game_errors.TooEarlyToResignError(GAME), ("from move 7 on",)),
    (game_errors.ExcludedVoterError(GAME), ("A moderator has excluded you",)),
    (game_errors.FormerVoterError(GAME), ("You deleted your data", "vote in it anymore")),
    (game_errors.OtherSideError(GAME), ("voted for the other channel",)),
    (game_errors.OtherChannelPlaysError(), ("other server's channel is already playing",)),
    (game_errors.ApartError(), ("doesn't allow games across servers", "/pyrga-server settings")),
    (game_errors.ChannelPlaysError(GAME), (f"already playing: [game **#7**]({GAME_LINK})",)),
    (game_errors.TooManyChannelsPlayError(games(3)), (f"[#1]({GAME_LINK}), [#2]", "until one is done")),
    (game_errors.RunningComputerGameError(GAME), (f"[game **#7**]({GAME_LINK})",)),
    (
        game_errors.TooManyComputerGamesError(games(1)),
        ("1 game against", f"[#1]({GAME_LINK}).", "resign it first"),
    ),
    (
        game_errors.TooManyComputerGamesError(games(2)),
        ("2 games against", f"[#1]({GAME_LINK}), [#2]", "one first"),
    ),
    (game_errors.NoRunningGameError(), ("no games in progress here",)),
    (game_errors.NoFinishedGameError(), ("haven't finished a game here yet",)),
    (game_errors.ChooseGameError(games(15)), (f"[#14]({GAME_LINK}), [#15]({GAME_LINK}). Add",)),
    (game_errors.ChooseGameError(games(16)), (f"[#15]({GAME_LINK}), …. Add",)),
    (context_errors.HiddenGameError(GAME), ("can see the channel of game **#7**",)),
    (game_errors.OnePlaceError(GAME), ("Only games in two places", "moderator of this server")),
    (game_errors.TwoPlacesError(GAME), ("Game **#7** is also played in another place", "**Report…**")),
    (game_errors.BoardLimitError(GAME), ("Game **#7**", "5 other channels")),
    (context_errors.HiddenGameError(GAME), ("the channel of game **#7**",)),
    (context_errors.ElsewhereError(GAME), ("Game **#7** is played elsewhere", GAME_LINK)),
]
OF_CUPS: list[tuple[TellableError, tuple[str, ...]]] = [
    (event_errors.UnknownCupError(), ("no longer exists", "/pyrga-event cups")),
    (event_errors.EventClosedError(CUP), (f"can't join {NAMED} anymore",)),
    (event_errors.CupFullError(CUP), (f"{NAMED} is full: it has 64 people",)),
    (event_errors.AlreadyJoinedError(CUP), (f"already in {NAMED}",)),
    (event_errors.LeftBeforeError(CUP), (f"You've left {NAMED}",)),
    (event_errors.NotInEventError(CUP), (f"You aren't playing in {NAMED}",)),
    (event_errors.NoSuchEntrantError(CUP), (f"That person isn't playing in {NAMED}",)),
    (event_errors.OwnRivalError(CUP), (f"You play in {NAMED} yourself",)),
    (event_errors.EventEndedError(CUP), (f"{NAMED} is already over",)),
    (event_errors.EventNotRunningError(CUP), (f"{NAMED} hasn't started yet",)),
    (event_errors.EventStartedError(CUP), (f"{NAMED} has already started",)),
    (event_errors.OwnEventError(CUP), (f"You've joined {NAMED}", "Someone else")),
    (event_errors.EventMovedOnError(CUP), (f"{NAMED} has moved on",)),
    (event_errors.StageNotOverError(CUP), (f"{NAMED} still has games",)),
    (event_errors.AlreadyProlongedError(CUP), ("only possible once",)),
    (event_errors.BlockedEntrantError(CUP, ["Chiyo"]), (f"In {NAMED}, you might play someone",)),
    (event_errors.BarredError(NOW), (f"join cups again {SOON}",)),
    (event_errors.TooManyCupsError(1), ("1 open cup, the maximum",)),
    (event_errors.TooManyCupsError(2), ("2 open cups, the maximum",)),
    (event_errors.BadNameError(), ("up to 60 characters", "without mentions")),
    (event_errors.BadStartError(), ("within the next 60 days",)),
    (event_errors.BadSizeError(), ("from 3 to 64 people",)),
    (event_errors.UnknownLeagueError(), ("league no longer exists",)),
    (event_errors.LeagueStoppedError(), ("league has ended",)),
    (event_errors.AlreadyMemberError(), ("already in this league",)),
    (event_errors.NotMemberError(), ("aren't in this league",)),
    (event_errors.LeagueExistsError(), ("already has a league",)),
    (event_errors.UnfairStartError(), ("balanced start or a swap start",)),
    (context_errors.NotAHostError(), ("Manage Server", "/pyrga-server settings")),
    (context_errors.TwoStartsError(), ("either when the cup starts",)),
    (context_errors.UnfitStartError("soon"), ("**soon** isn't a time", "@time")),
]
OTHERS: list[tuple[TellableError, tuple[str, ...]]] = [
    (errors.NotAPositionError("x"), ("**x** isn't a valid position", "`pyrga white Cb2 Sb3 Cb2`")),
    (errors.NotARecordError(), ("can't read this record", "press **Record**")),
    (errors.NotARecordError(line=4), ("can't read line 4",)),
    (errors.NotARecordError(move=2), ("Move 2 of this record isn't legal",)),
    (errors.NotARecordError(line=4, move=2), ("Move 2, on line 4, isn't legal",)),
    (errors.RecordTooLargeError(64), ("up to 64 kilobytes",)),
    (errors.TwoSubjectsError(), ("only one of these options",)),
    (errors.UnknownPuzzleError("e1"), ("no longer available", "/pyrga-learn puzzle")),
    (errors.NoSuchPuzzleError("e1"), ("no puzzle **e1**",)),
    (errors.PlayedHereError(), ("playing a position of this game",)),
    (errors.HelpInPuzzleError(), ("give away a puzzle of the day",)),
    (errors.HelpInDayError(), ("help with the game of the day",)),
    (errors.DayBegunError(), ("before you deleted your data",)),
    (errors.NoGameOfDayError(), ("found no fair start",)),
    (errors.OnVacationError(NOW), ("on vacation until <t:1772366400:D>",)),
    (errors.NoVacationDaysError(0), ("no vacation days left this year",)),
    (errors.NoVacationDaysError(1), ("can take 1 vacation day now",)),
    (errors.NoVacationDaysError(2), ("up to 2 vacation days",)),
    (ComputerUnavailableError(), ("computer isn't available",)),
    (ComputerFailedError(), ("computer isn't responding",)),
    (errors.TooBusyError(), ("swamped with moves",)),
    (errors.StillWorkingError(), ("still working on your last request",)),
    (BusyDatabaseError(), ("database is busy",)),
    (UnreachableDatabaseError(1), ("can't reach my database",)),
    (RefusedConnectionError(1), ("can't reach my database",)),
    (LostDatabaseError(), ("database is missing",)),
    (DamagedDatabaseError(), ("database is damaged",)),
    (UnwritableDatabaseError(), ("the disk is full",)),
    (LimitedError(1), ("Discord is slowing me down",)),
    (UnreachableError(), ("can't reach Discord",)),
    (RefusedError(), ("doesn't let me do that",)),
    (context_errors.UnshownMoveError(), ("Your move counts",)),
    (context_errors.UnshownChangeError(), ("That counts",)),
    (UnfitValueError("x"), ("**x** isn't one of the choices",)),
    (UnknownButtonError(), ("button no longer works",)),
    (errors.UnknownActError(), ("confirmation has expired",)),
    (errors.RunningSeasonError(3), ("Season 3 is already running",)),
    (errors.NoSeasonError(), ("No season is running",)),
    (errors.UnknownSeasonError(), ("No such season has ended",)),
    (errors.EmptyProfileError(), ("nothing on this profile yet",)),
    (errors.OthersGamesError(), ("only see your own games",)),
    (errors.OneselfError(), ("two different people",)),
    (errors.PastTheEndError(), ("list is shorter now",)),
    (errors.OutsideServerError(), ("only works in servers",)),
    (context_errors.PrivateAnswersOnlyError(), ("Only you would see the board",)),
    (context_errors.NoComputerForDayError(), ("no game of the day",)),
    (context_errors.RoleProblemError(RoleProblem.PERMISSION, 7), ("**Manage Roles**", "<@&7>")),
    (context_errors.RoleProblemError(RoleProblem.TOO_HIGH, 7), ("My own role has to be above <@&7>",)),
    (context_errors.RoleProblemError(RoleProblem.UNFIT, 7), ("Bots can't give <@&7>", "another role")),
    (context_errors.RoleProblemError(RoleProblem.POWERFUL, 7), ("<@&7> lets people do more",)),
    (context_errors.RoleProblemError(RoleProblem.NOT_YOURS, 7), ("a role above it", "<@&7>")),
    (errors.TooManyRolesError(), ("as many roles as possible", "Remove one first")),
    (context_errors.NoGameShownError(), ("no game on this message", "Pick one with a board")),
    (context_errors.OutOfSightError(), ("channel you can't see",)),
    (
        context_errors.MissingPermissionsError(("attach_files",)),
        ("this permission", ": **Attach Files**.", "grant it"),
    ),
    (
        context_errors.MissingPermissionsError(("send_messages", "attach_files")),
        ("these permissions", ": **Send Messages**, **Attach Files**.", "grant them"),
    ),
    (context_errors.ForbiddenChannelError(frozenset({8, 7})), ("Play in <#7>, <#8>.",)),
    (context_errors.NotAPersonError("Bot"), ("**Bot** is a bot", "/pyrga leaderboard")),
    (context_errors.NotAllowedError(), ("Manage Server permission",)),
    (context_errors.SimulOpponentError(), ("Anyone can join a simul",)),
    (context_errors.SimulPlaceError(), ("a server that has added me",)),
    (context_errors.NoThreadHereError(), ("can't have a thread",)),
    (errors.UnknownOfferError("k7"), ("no code **k7**",)),
    (errors.OwnCodeError("K7M4QX"), ("K7M4QX was made in this server",)),
    (errors.ExpiredCodeError("K7M4QX"), ("K7M4QX has expired",)),
    (errors.UsedCodeError("K7M4QX"), ("K7M4QX has already been used",)),
]
TEAM_MATCH = TeamMatch(number=1, terms=TeamTerms(Ruleset.PYRGA), cards=(CAFE, CLUB), created_at=NOW)
OF_TEAM_MATCHES: list[tuple[TellableError, tuple[str, ...]]] = [
    (event_errors.UnknownTeamMatchError(), ("no longer exists", "/pyrga-event team-matches")),
    (event_errors.TooManyTeamMatchesError(3, elsewhere=False), ("already has 3 team matches",)),
    (event_errors.TooManyTeamMatchesError(3, elsewhere=True), ("The other server has too many",)),
    (
        event_errors.ServersApartError(elsewhere=False),
        ("This server doesn't allow", "/pyrga-server settings"),
    ),
    (event_errors.ServersApartError(elsewhere=True), ("The other server no longer allows",)),
    (event_errors.EventClosedError(TEAM_MATCH), ("Sign-up for this team match is over",)),
    (event_errors.SideFullError(TEAM_MATCH), ("64 people have already signed up",)),
    (event_errors.AlreadyJoinedError(TEAM_MATCH), ("You've already signed up",)),
    (event_errors.OtherSideError(TEAM_MATCH), ("already play for the other server",)),
    (event_errors.NotInEventError(TEAM_MATCH), ("You aren't in this team match",)),
    (event_errors.NoSuchEntrantError(TEAM_MATCH), ("doesn't play for this server",)),
    (event_errors.EventEndedError(TEAM_MATCH), ("already over",)),
    (event_errors.EventNotRunningError(TEAM_MATCH), ("isn't being played",)),
    (event_errors.EventMovedOnError(TEAM_MATCH), ("has moved on",)),
]
NIGHT = Night(number=1, terms=NightTerms(Ruleset.PYRGA), cards=(CAFE,), created_at=NOW)
OF_NIGHTS: list[tuple[TellableError, tuple[str, ...]]] = [
    (event_errors.UnknownNightError(), ("no longer exists", "/pyrga-event night")),
    (event_errors.TwoNightsError(NIGHT), ("already a game night in this channel", "channels/10/20")),
    (event_errors.EventClosedError(NIGHT), ("This game night is over, or almost",)),
    (event_errors.CupFullError(NIGHT), ("This game night is full: it has 64 people",)),
    (event_errors.AlreadyJoinedError(NIGHT), ("You're in already",)),
    (event_errors.NotInEventError(NIGHT), ("You aren't being paired", "**I'm in**")),
    (event_errors.EventEndedError(NIGHT), ("This game night is already over",)),
    (event_errors.EventNotRunningError(NIGHT), ("hasn't started yet",)),
    (event_errors.OwnEventError(NIGHT), ("You've joined this game night", "Someone else")),
]
FAMILIES = {
    event_errors.EventError,
    *(game_errors.GameError, challenge_errors.ChallengeError, challenge_errors.PersonError),
    *(challenge_errors.NamedPersonError, event_errors.EventError, errors.CodeError),
}
"""Errors that are only raised as one of their kinds."""


@pytest.mark.parametrize(
    ("error", "facts"), [*OF_CHALLENGES, *OF_GAMES, *OF_CUPS, *OF_TEAM_MATCHES, *OF_NIGHTS, *OTHERS]
)
def test_an_error_is_told_with_its_facts(error: TellableError, facts: tuple[str, ...]) -> None:
    said = refusal(words_for(ENGLISH), error)
    for fact in facts:
        assert fact in f"{said}\n"
    assert "{" not in said
    # No one else has to do anything.
    named = "".join(facts)
    assert [who in said for who in (ADAS, BLAISES)] == [who in named for who in (ADAS, BLAISES)]


def kinds(of: type[Exception]) -> Iterator[type[Exception]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_no_error_is_left_out() -> None:
    told = {
        type(error)
        for error, _ in (*OF_CHALLENGES, *OF_GAMES, *OF_CUPS, *OF_TEAM_MATCHES, *OF_NIGHTS, *OTHERS)
    }
    assert {*kinds(Refusal), *kinds(UnusableDatabaseError)} - FAMILIES <= told
