"""The words for what a person asked for but can't have.

One table holds a sentence for each error. Every sentence says what happened, then what to do about it.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from discord import RateLimited
from discord.utils import format_dt

from bot.computer.errors import ComputerFailedError, ComputerUnavailableError
from bot.locale import Words
from bot.store.connections.errors import (
    BusyDatabaseError,
    DamagedDatabaseError,
    LostDatabaseError,
    UnreachableDatabaseError,
    UnusableDatabaseError,
    UnwritableDatabaseError,
)
from bot.ui.context import context_errors
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.incoming import UnfitValueError
from bot.ui.text.words import (
    card_link,
    cup_title,
    echoed,
    escaped,
    game_name,
    link_to,
    message_link,
    name,
    permission_name,
    relative_time,
)
from bot.values import challenge_errors, errors, standings_errors
from bot.values.challenges import FEWEST_SEATS, MOST_SEATS, Challenge
from bot.values.crowds import FIRST_RESIGNATION
from bot.values.cups import cup_errors
from bot.values.cups.cup import FEWEST, LONGEST_NAME, MOST, Cup
from bot.values.errors import Refusal
from bot.values.game import game_errors
from bot.values.game.game import MOST_ANSWERS, MOST_PAIRS, MOST_WATCHED, Game
from bot.values.players import Player
from bot.values.searches import search_errors
from bot.values.teams import team_errors
from bot.values.teams.team_match import MOST_MEMBERS

# A link can have 90 characters, and a refusal 2,000.
_MOST_LINKS = 15

TellableError = Refusal | UnusableDatabaseError | RateLimited
"""An error that says what a person can't have, and why."""


def refusal(words: Words, error: TellableError) -> str:
    """Return one or two friendly sentences for the person who caused ``error``."""
    said = next(_SENTENCES[kind] for kind in type(error).__mro__ if kind in _SENTENCES)
    return words.say(said, **_facts(words, error)) if isinstance(said, str) else said(words, error)


def unfit_value(words: Words, value: object) -> str:
    """Return what to say about a value that an option of a command can't have."""
    return words.say("{value} isn't one of the choices. Pick one from the list.", value=echoed(str(value)))


def obsolete_command(words: Words) -> str:
    """Return what to say about a command of another version of the bot."""
    return words.say("This command has just changed. Please try again in a minute.")


def _(sentence: str) -> str:
    """Mark a sentence for the translators' list. It is translated when it is used."""
    return sentence


def _with(sentence: str, facts: Callable[[Any], dict[str, object]]) -> Callable[[Words, Any], str]:
    """Return a function that fills more facts than the error's own into a sentence."""
    return lambda words, error: words.say(sentence, **_facts(words, error) | facts(error))


def _facts(words: Words, error: TellableError) -> dict[str, object]:
    """Return what an error carries, by the names that sentences have for it."""
    facts: dict[str, object] = {}
    for field, value in vars(error).items():
        match value:
            case str():
                facts[field] = echoed(value)
            case Player():
                facts["name"] = name(value)
            case datetime():
                facts["time"] = relative_time(value)
            case Game():
                facts |= {"game": f"**{game_name(value.number)}**", "link": message_link(value)}
            case [Game(), *_]:
                facts["games"] = _linked(value)
            case Challenge():
                facts |= dict.fromkeys(("name", "challenger"), name(value.challenger))
                facts["link"] = card_link(value)
            case Cup():
                facts["cup"] = f"**{escaped(cup_title(words, value.terms))}**"
    return facts


def _linked(listed: Sequence[Game]) -> str:
    links = [f"[{game_name(game.number)}]({message_link(game)})" for game in listed[:_MOST_LINKS]]
    return ", ".join([*links, *(["…"] if len(listed) > _MOST_LINKS else [])])


def _opponent(error: challenge_errors.TakenChallengeError | challenge_errors.RepeatedChallengeError) -> str:
    return name(error.challenge.opponent or error.challenge.challenger)


def _awaited(error: game_errors.GameError) -> dict[str, object]:
    return {"name": name(error.game.awaited)}


def _waiting(error: game_errors.GameError) -> dict[str, object]:
    return {"name": name(error.game.opponent_of(error.game.to_move.id))}


def _too_many_challenges(words: Words, error: challenge_errors.TooManyChallengesError) -> str:
    return words.count(
        "You already have {number} open challenge here, the maximum. Cancel it or wait for an answer.",
        "You already have {number} open challenges here, the maximum. Cancel one or wait for an answer.",
        error.limit,
    )


def _too_many_searches(words: Words, error: search_errors.TooManySearchesError) -> str:
    return words.count(
        "You already have {number} search, the maximum. Cancel it first: /pyrga find shows it.",
        "You already have {number} searches, the maximum. Cancel one first: /pyrga find shows them.",
        error.limit,
    )


def _too_many_computer_games(words: Words, error: game_errors.TooManyComputerGamesError) -> str:
    count = len(error.games)
    # Translators: {games} are links to games, separated by commas.
    return words.count(
        "You already have {count} game against the computer here: {games}. Finish or resign it first.",
        "You already have {count} games against the computer here: {games}. Finish or resign one first.",
        count,
        count=count,
        games=_linked(error.games),
    )


def _not_challenged(words: Words, error: challenge_errors.NotChallengedError) -> str:
    if error.challenge.opponent is None:
        return words.say("This challenge is open to everyone, so there's nothing to decline.")
    return words.say("Only {name} can answer this challenge.", name=name(error.challenge.opponent))


def _not_a_player(words: Words, error: game_errors.NotAPlayerError) -> str:
    game = error.game
    if game.crowd is not None:
        return words.say("A whole channel plays this game: press a move on its board to vote.")
    if game.level is not None:
        sentence = words.say("This is {name}'s game. Start your own with /pyrga play.")
        return sentence.format(name=name(game.opponent_of(game.level)))
    sentence = words.say("This is {white} and {black}'s game. Start your own with /pyrga challenge.")
    return sentence.format(white=name(game.white), black=name(game.black))


def _offered_lately(words: Words, error: game_errors.OfferedLatelyError) -> str:
    return words.count(
        "You just asked that. You can ask again after {number} more move.",
        "You just asked that. You can ask again after {number} more moves.",
        error.plies,
    )


def _too_early(words: Words, error: game_errors.TooEarlyError) -> str:
    if error.game.event is not None:
        return words.say("You can't offer a draw until both players have moved.")
    return words.say(
        "You can't offer a draw until both players have moved. To cancel the game, press **Cancel game**."
    )


def _rematched(words: Words, error: game_errors.RematchedError) -> str:
    if error.game.level is None:
        sentence = words.say("The rematch has already started: [game {game}]({link}).")
    else:
        sentence = words.say("Your next game has already started: [game {game}]({link}).")
    return sentence.format(game=game_name(error.game.number), link=message_link(error.game))


def _too_many_cups(words: Words, error: cup_errors.TooManyCupsError) -> str:
    return words.count(
        "This server already has {number} open cup, the maximum. Wait until it starts, or cancel it.",
        "This server already has {number} open cups, the maximum. Wait until one starts, or cancel it.",
        error.limit,
    )


def _too_many_team_matches(words: Words, error: team_errors.TooManyTeamMatchesError) -> str:
    if error.elsewhere:
        return words.say("The other server has too many team matches right now. Try again later.")
    return words.count(
        "This server already has {number} team match, the maximum. Wait until it's over, or cancel it.",
        "This server already has {number} team matches, the maximum. Wait until one is over, or cancel it.",
        error.limit,
    )


def _servers_apart(words: Words, error: team_errors.ServersApartError) -> str:
    if error.elsewhere:
        return words.say("The other server no longer allows games across servers.")
    return words.say(
        "This server doesn't allow games across servers. People who manage it can change that in "
        "/pyrga-server settings."
    )


def _no_vacation_days(words: Words, error: errors.NoVacationDaysError) -> str:
    if error.most == 0:
        return words.say("You have no vacation days left this year.")
    return words.count(
        "You can take {days} vacation day now.",
        "You can take up to {days} vacation days now.",
        error.most,
        days=error.most,
    )


def _missing_permissions(words: Words, error: context_errors.MissingPermissionsError) -> str:
    missing = [echoed(permission_name(words, key)) for key in error.permissions]
    # Translators: {permissions} are names of permissions, as Discord calls them, separated by commas.
    return words.count(
        "I need this permission in this channel: {permissions}. Please ask a moderator to grant it.",
        "I need these permissions in this channel: {permissions}. Please ask a moderator to grant them.",
        len(error.permissions),
        permissions=", ".join(missing),
    )


def _role_problem(words: Words, error: context_errors.RoleProblemError) -> str:
    problem = context_errors.RoleProblem
    # Translators: {role} is a role on Discord.
    sentence = {
        problem.PERMISSION: words.say(
            "I need the permission **Manage Roles** in this server to give {role}."
        ),
        problem.TOO_HIGH: words.say(
            "My own role has to be above {role}. Move it up in the server settings on Discord, under Roles."
        ),
        problem.UNFIT: words.say("Bots can't give {role}. Pick another role, or make a new one."),
        problem.POWERFUL: words.say(
            "{role} lets people moderate or manage the server, so I don't give it for a rating. Pick another "
            "role."
        ),
        problem.NOT_YOURS: words.say(
            "Only people with the Manage Roles permission, and with a role above it, can have {role} given."
        ),
    }[error.problem]
    return sentence.format(role=f"<@&{error.role_id}>")


_GAME_MOVED_ON = _("The game has moved on. Check the board and try again.")

_SENTENCES: dict[type[TellableError], str | Callable[[Words, Any], str]] = {
    # Challenges
    challenge_errors.SelfChallengeError: _("You can't challenge yourself. Pick someone else."),
    challenge_errors.BotChallengeError: _(
        "{name} is a bot and can't take challenges. To play the computer, use /pyrga play."
    ),
    challenge_errors.RatedHintsError: _("Rated games can't have hints. Pick one or the other."),
    challenge_errors.RatedAdvantageError: _(
        "Rated games can't start with an advantage. Pick one or the other."
    ),
    challenge_errors.TooManyChallengesError: _too_many_challenges,
    challenge_errors.TooSoonError: (
        # Translators: Discord shows {time} in the reader's language, such as "in 2 minutes".
        _("You just sent a challenge. You can send another {time}.")
    ),
    challenge_errors.DeclinedLatelyError: (
        # Translators: Discord shows {time} in the reader's language, such as "in 2 minutes".
        _("{name} just declined. You can challenge {name} again {time}.")
    ),
    challenge_errors.DeletedLatelyError: (
        # Translators: Discord shows {time} in the reader's language, such as "in 20 hours".
        _("You've just deleted your data. You can send challenges again {time}.")
    ),
    challenge_errors.RepeatedChallengeError: _with(
        _("{name} hasn't answered [your challenge]({link}) yet."),
        lambda error: {"name": _opponent(error)},
    ),
    challenge_errors.CounterChallengeError: _("{name} has already challenged you: [accept here]({link})."),
    challenge_errors.UnwelcomeError: _("{name} isn't accepting challenges right now. Pick someone else."),
    challenge_errors.BlockedByYouError: _("You blocked {name}. Use /pyrga block to see and unblock people."),
    challenge_errors.SelfBlockError: _("You can't block yourself. Pick someone else."),
    challenge_errors.OwnChallengeError: _("This is your own challenge. Someone else has to join it."),
    challenge_errors.UnknownCodeError: (
        # Translators: {code} is what someone typed.
        _("There's no open challenge with the code {code}.")
    ),
    challenge_errors.TakenChallengeError: _with(
        _("{challenger} and {opponent} are already playing this game. Next time!"),
        lambda error: {"opponent": _opponent(error)},
    ),
    challenge_errors.AbsentOpponentError: _("{name} isn't in this server. Pick someone who is."),
    challenge_errors.UnknownChallengeError: _(
        "This challenge no longer exists. Start a new one with /pyrga challenge."
    ),
    challenge_errors.UnfitSeatsError: _with(
        _("A simul is for {fewest} to {most} people."),
        lambda _error: {"fewest": FEWEST_SEATS, "most": MOST_SEATS},
    ),
    challenge_errors.FullSimulError: _("{challenger}'s simul is full. Next time!"),
    challenge_errors.AlreadyJoinedError: _with(
        _("You've already joined. [Open your game]({link})"),
        lambda error: {"link": link_to(error.game.place, error.game.message_id)},
    ),
    challenge_errors.ClosedChallengeError: _("This challenge has already been answered."),
    challenge_errors.NotChallengedError: _not_challenged,
    challenge_errors.NotChallengerError: _("Only {name} can cancel this challenge."),
    challenge_errors.UnfitClockError: (
        # Translators: {text} is what someone typed; name times as they're typed in your language.
        _(
            "{text} isn't a valid time. For each move, use 1 minute to 14 days, such as 90m or 2d 12h, or "
            "none. For the whole game, use up to 180 minutes and up to 180 seconds per move, such as 10+5."
        )
    ),
    challenge_errors.NobodyElseHereError: _(
        "Only you and I can see this channel. Leave the opponent empty and give a friend the challenge code, "
        "or play the computer with /pyrga play."
    ),
    # Codes
    errors.UnknownOfferError: _with(
        # Translators: {code} is what someone typed.
        _("There's no code {code}. Check it with the person who gave it to you."),
        lambda error: {"code": echoed(error.text)},
    ),
    errors.OwnCodeError: _with(
        _("The code {code} was made in this server. Someone who manages another server has to use it."),
        lambda error: {"code": error.text},
    ),
    errors.ExpiredCodeError: _with(
        _("The code {code} has expired. Ask for a new one."), lambda error: {"code": error.text}
    ),
    errors.UsedCodeError: _with(
        _("The code {code} has already been used, and each works only once. Ask for a new one."),
        lambda error: {"code": error.text},
    ),
    # Searches
    search_errors.TooManySearchesError: _too_many_searches,
    search_errors.NoChallengesWantedError: _(
        "You've chosen not to be challenged, so no one can play you. Change that in /pyrga settings first."
    ),
    search_errors.OwnServersOnlyError: _(
        "You've chosen to play only in your servers. To play elsewhere, change that in /pyrga settings."
    ),
    search_errors.ServerApartError: _(
        "This server doesn't allow games across servers. Look in this server only, or use /pyrga find in DMs "
        "with me."
    ),
    search_errors.OutOfReachError: _(
        "I can't post a board here later on my own. Use /pyrga find in DMs with me, or in a server that has "
        "added me."
    ),
    # Cups
    cup_errors.UnknownCupError: _("This cup no longer exists. See /pyrga-event cups."),
    cup_errors.CupClosedError: _("You can't join {cup} anymore. See /pyrga-event cups."),
    cup_errors.CupFullError: _with(_("{cup} is full: it has {count} people."), lambda _: {"count": MOST}),
    cup_errors.AlreadyJoinedError: _("You're already in {cup}."),
    cup_errors.LeftBeforeError: _("You've left {cup}, so you can't join it again."),
    cup_errors.NotInCupError: _("You aren't playing in {cup}."),
    cup_errors.NoSuchEntrantError: _("That person isn't playing in {cup}."),
    cup_errors.CupEndedError: _("{cup} is already over."),
    cup_errors.CupNotRunningError: _("{cup} hasn't started yet."),
    cup_errors.CupStartedError: _("{cup} has already started."),
    cup_errors.CupMovedOnError: _("{cup} has moved on. Open it again and try once more."),
    cup_errors.StageNotOverError: _("{cup} still has games to play."),
    cup_errors.AlreadyProlongedError: _(
        "The end of this stage of {cup} was already moved, which is only possible once."
    ),
    cup_errors.BlockedEntrantError: _(
        "In {cup}, you might play someone you don't usually play. Press **Join** again."
    ),
    cup_errors.BarredError: (
        # Translators: Discord shows {time} in the reader's language, such as "in 5 days".
        _("You didn't play in a cup that you had joined. You can join cups again {time}.")
    ),
    cup_errors.TooManyCupsError: _too_many_cups,
    cup_errors.BadNameError: _with(
        _("A cup's name has to be plain text of up to {count} characters, without mentions."),
        lambda _: {"count": LONGEST_NAME},
    ),
    cup_errors.BadStartError: _(
        "A cup can't start then. Pick a time in the future, within the next 60 days, such as 2d 12h."
    ),
    cup_errors.BadSizeError: _with(
        # Translators: both placeholders are numbers.
        _("A cup has from {fewest} to {most} people."),
        lambda _: {"fewest": FEWEST, "most": MOST},
    ),
    cup_errors.UnknownLeagueError: _("This league no longer exists. See /pyrga-event league."),
    cup_errors.LeagueStoppedError: _("This league has ended. See /pyrga-event league."),
    cup_errors.AlreadyMemberError: _("You're already in this league."),
    cup_errors.NotMemberError: _("You aren't in this league."),
    cup_errors.LeagueExistsError: _("This server already has a league for this ruleset."),
    cup_errors.UnfairStartError: _("Rated cups need a balanced start or a swap start, or White would win."),
    context_errors.NotAHostError: _(
        "Only people with the Manage Server permission can set up cups and games of channels here. They can "
        "allow it for everyone in /pyrga-server settings."
    ),
    context_errors.TwoStartsError: _("Choose either when the cup starts, or with how many people."),
    context_errors.UnfitStartError: (
        # Translators: {text} is what someone typed; name times as they're typed in your language. Leave @time
        # as it is.
        _(
            "{text} isn't a time. Say how long until the start, such as 90m or 2d 12h, or type @time to pick "
            "a date."
        )
    ),
    # Team matches
    team_errors.UnknownTeamMatchError: _("This team match no longer exists. See /pyrga-event team-matches."),
    team_errors.TooManyTeamMatchesError: _too_many_team_matches,
    team_errors.ServersApartError: _servers_apart,
    team_errors.SignUpClosedError: _("Sign-up for this team match is over."),
    team_errors.SideFullError: _with(
        _("{count} people have already signed up here, the maximum."), lambda _error: {"count": MOST_MEMBERS}
    ),
    team_errors.AlreadySignedUpError: _("You've already signed up for this team match."),
    team_errors.OtherSideError: _("You already play for the other server in this team match."),
    team_errors.NotOnSideError: _("You aren't in this team match."),
    team_errors.NoSuchMemberError: _("That person doesn't play for this server in this team match."),
    team_errors.TeamMatchEndedError: _("This team match is already over."),
    team_errors.TeamMatchNotRunningError: _("This team match isn't being played."),
    team_errors.TeamMatchMovedOnError: _("This team match has moved on. Open it again and try once more."),
    # Games
    game_errors.UnknownGameError: _("There's no game {game} here. Use /pyrga games to see yours."),
    game_errors.NotAPlayerError: _not_a_player,
    game_errors.NotYourTurnError: _with(
        _("It's {name}'s turn. Please wait for yours."), lambda error: {"name": name(error.game.to_move)}
    ),
    game_errors.NotWaitingError: _with(_("That's {name}'s choice. Until then you can still move."), _waiting),
    game_errors.FinishedGameError: _("Game {game} is already over."),
    context_errors.NoGameShownError: _("There's no game on this message. Pick one with a board."),
    game_errors.RunningGameError: _("Game {game} isn't over yet. You can review and analyze it once it is."),
    game_errors.OnlyMoveError: _("Only one move is possible, so there's nothing to guess."),
    game_errors.GuessedError: _("You guessed this move before it was taken back. Guess the next one."),
    game_errors.OwnTurnError: _("It's your turn to move. You can set up conditional moves after that."),
    game_errors.ClaimableGameError: _with(
        _("Time has run out. Waiting for {name} to claim the win or give more time."), _waiting
    ),
    game_errors.WithComputerError: _(
        "You can't offer a draw to the computer or set up conditional moves against it."
    ),
    game_errors.NotAddressedError: _with(
        _("Only {name} can answer this. Any move also cancels it."), _awaited
    ),
    game_errors.NotOfferedError: _with(
        _("Only {name} can withdraw this offer. You can accept or decline it."),
        lambda error: {"name": name(error.game.opponent_of(error.game.awaited.id))},
    ),
    game_errors.OpenOfferError: _with(
        _("There's already an offer on the board. {name} has to answer it first."), _awaited
    ),
    game_errors.OfferedLatelyError: _offered_lately,
    game_errors.TextWantedError: _("{name} uses text mode, so this board stays in words."),
    game_errors.OnePlaceError: _("Only games in two places are reported. Ask a moderator of this server."),
    game_errors.TwoPlacesError: _(
        "Game {game} is also played in another place, so you can't decide about it here. Its players can "
        "report it to whoever runs this bot: press **More…** below the board, then **Report…**."
    ),
    game_errors.BoardLimitError: _with(
        _("Game {game} is already shown in {count} other channels, and more aren't possible."),
        lambda _: {"count": MOST_WATCHED},
    ),
    game_errors.TooEarlyError: _too_early,
    game_errors.EventGameError: _(
        "Games of cups and team matches can't be canceled. You can resign this one."
    ),
    game_errors.TwoPlacesRematchError: _(
        "Game {game} was played in two places, so it has no rematch. Find an opponent with /pyrga find."
    ),
    game_errors.EventRematchError: _(
        "Game {game} was part of an event, so it has no rematch. Start a new game with /pyrga challenge."
    ),
    game_errors.TooLateError: _("Both players have moved, so the game can't be canceled anymore."),
    game_errors.NothingToTakeBackError: _("You have no move to take back."),
    game_errors.RatedTakeBackError: _("Takebacks aren't allowed in rated games, cups, and team matches."),
    game_errors.ComputerThinksError: _(
        "The computer is about to move. You can take your move back after that."
    ),
    game_errors.PlanLimitError: _with(
        # Translators: both placeholders are numbers.
        _("Conditional moves can have up to {answers} replies, {pairs} moves deep."),
        lambda _: {"answers": MOST_ANSWERS, "pairs": MOST_PAIRS},
    ),
    game_errors.RematchedError: _rematched,
    game_errors.AnnulledGameError: _(
        "A moderator ended game {game}, so it has no rematch. Start a new game with /pyrga challenge."
    ),
    game_errors.DeletedOpponentError: _(
        "The other player of game {game} deleted their data, so there's no one to ask for a rematch. "
        "Start a new game with /pyrga challenge."
    ),
    game_errors.StaleRevisionError: _GAME_MOVED_ON,
    game_errors.RepeatedMoveError: _GAME_MOVED_ON,
    game_errors.ForbiddenMoveError: _("You can't play that move now. Please use one of the buttons."),
    game_errors.HintsNotAllowedError: _(
        "This game has no hints. You can allow them when you challenge someone to a casual game, and games "
        "against the computer always have them."
    ),
    game_errors.HelpInGameError: _(
        "You're playing game {game}, in which hints aren't allowed, and this would help you there. You "
        "can see what moves are worth once it's over."
    ),
    game_errors.HelpInVoteError: _(
        "A channel is playing game {game}, and this would help there. You can see what moves are worth once "
        "it's over."
    ),
    game_errors.RunningComputerGameError: _(
        "You're already playing the computer: [game {game}]({link}). To start another, use /pyrga play."
    ),
    game_errors.TooManyComputerGamesError: _too_many_computer_games,
    game_errors.NoRunningGameError: _(
        "You have no games in progress here. Start one with /pyrga challenge or /pyrga play."
    ),
    game_errors.NoFinishedGameError: _("You haven't finished a game here yet, so there's nothing to review."),
    game_errors.ChooseGameError: (
        # Translators: {games} are links to games, separated by commas.
        _("You're playing several games here: {games}. Add the one you mean to the command.")
    ),
    game_errors.LateVoteError: _with(
        # Translators: Discord shows both times in the reader's language, such as "18:00:00".
        _("Voting on move {move} closed at {closed}, and your vote came at {voted}, so it doesn't count."),
        lambda error: {
            "move": error.ply + 1,
            "closed": format_dt(error.closed_at, "T"),
            "voted": format_dt(error.voted_at, "T"),
        },
    ),
    game_errors.TooEarlyToResignError: _with(
        _("You can vote to resign from move {move} on."), lambda _: {"move": FIRST_RESIGNATION + 1}
    ),
    game_errors.ExcludedVoterError: _("A moderator has excluded you from voting in this game."),
    game_errors.FormerVoterError: _(
        "You deleted your data while this game was being played, so you can't vote in it anymore."
    ),
    game_errors.OtherSideError: _(
        "You've voted for the other channel in this game, so you can't vote for this one."
    ),
    game_errors.OtherChannelPlaysError: _(
        "The other server's channel is already playing. Try again once that game is over."
    ),
    game_errors.ApartError: _(
        "This server doesn't allow games across servers. Someone who manages it can change that in "
        "/pyrga-server settings."
    ),
    game_errors.ChannelPlaysError: _("This channel is already playing: [game {game}]({link})."),
    game_errors.TooManyChannelsPlayError: (
        # Translators: {games} are links to games, separated by commas.
        _("As many channels as possible are already playing in this server: {games}. Wait until one is done.")
    ),
    context_errors.ElsewhereError: _("Game {game} is played elsewhere: [open the board]({link})"),
    context_errors.HiddenGameError: _(
        "Not everyone here can see the channel of game {game}, so it can't be shown here."
    ),
    # Analysis boards
    errors.NotAPositionError: _with(
        # Translators: {text} is what someone typed, {example} the text of a position.
        _(
            "{text} isn't a valid position. A position has five parts: the ruleset, the side to move, "
            "the last piece, White's pieces, and Black's pieces. Example: {example}"
        ),
        lambda _: {"example": "`pyrga white Cb2 Sb3 Cb2`"},
    ),
    errors.TwoSubjectsError: _("Name either a game or a position, not both."),
    # Puzzles and vacations
    errors.UnknownPuzzleError: _("This puzzle is no longer available. Get another one with /pyrga puzzle."),
    errors.NoSuchPuzzleError: (
        # Translators: {typed} is what someone typed.
        _(
            "There's no puzzle {typed}. A puzzle's number is above its board, such as e66p4. Leave it out to "
            "get the next puzzle that fits you."
        )
    ),
    errors.HelpInPuzzleError: _(
        "This would give away a puzzle of the day that you haven't solved yet. Solve it first, or come back "
        "tomorrow."
    ),
    errors.OnVacationError: _with(
        # Translators: Discord shows {end} as a date in the reader's language.
        _("You're already on vacation until {end}. Use /pyrga vacation to end it."),
        lambda error: {"end": format_dt(error.until, "D")},
    ),
    errors.NoVacationDaysError: _no_vacation_days,
    # The computer and the bot itself
    ComputerUnavailableError: _(
        "The computer isn't available on this host. Use /pyrga challenge to play someone here."
    ),
    ComputerFailedError: _("The computer isn't responding right now. Please try again in a minute."),
    errors.TooBusyError: _("I'm swamped with moves right now. Please try again in a minute."),
    errors.StillWorkingError: _("I'm still working on your last request. Please try again soon."),
    BusyDatabaseError: _("My database is busy right now. Nothing has changed. Please try again in a minute."),
    UnreachableDatabaseError: _(
        "I can't reach my database right now, so that may not have counted. Everything from before is safe. "
        "Please try again in a minute."
    ),
    LostDatabaseError: _(
        "My database is missing, so I can't save anything. Please tell the person who runs this bot."
    ),
    DamagedDatabaseError: _(
        "My database is damaged, so I can't save anything. Please tell the person who runs this bot."
    ),
    UnwritableDatabaseError: _(
        "I can't save anything right now, so that didn't count. Everything from before is safe. Please tell "
        "the person who runs this bot that the disk is full or can't be written to."
    ),
    RateLimited: _("Discord is slowing me down right now. Your game is safe. Please try again in a minute."),
    UnfitValueError: lambda words, error: unfit_value(words, error.value),
    UnknownButtonError: _("This button no longer works. See /pyrga help."),
    # Servers and channels
    errors.UnknownActError: _("This confirmation has expired or isn't yours. Please run the command again."),
    standings_errors.RunningSeasonError: _with(
        _("Season {number} is already running. End it first with /pyrga-server season end."),
        lambda error: {"number": error.season.number},
    ),
    standings_errors.NoSeasonError: _("No season is running. Start one with /pyrga-server season start."),
    standings_errors.UnknownSeasonError: _(
        "No such season has ended here. For the running one, choose **this season** in /pyrga leaderboard."
    ),
    standings_errors.EmptyProfileError: _(
        "There's nothing on this profile yet. It fills up with finished games and wins against the computer: "
        "start with /pyrga challenge or /pyrga play."
    ),
    standings_errors.OthersGamesError: _(
        "Outside servers, you can only see your own games. For other people's, use this command in a server."
    ),
    standings_errors.OneselfError: _("Pick someone else, or two different people."),
    errors.PastTheEndError: _("The list is shorter now. Go back to its first page."),
    errors.OutsideServerError: _("This only works in servers."),
    context_errors.PrivateAnswersOnlyError: _(
        "Only you would see the board in this server. Play in DMs with me instead, or ask someone who "
        "manages the server to add me."
    ),
    context_errors.OutOfSightError: _(
        "This challenge is in a channel you can't see. Join it in DMs with me, and you'll get a board there."
    ),
    context_errors.MissingPermissionsError: _missing_permissions,
    context_errors.RoleProblemError: _role_problem,
    standings_errors.TooManyRolesError: _(
        "This server already gives as many roles as possible. Remove one first."
    ),
    context_errors.ForbiddenChannelError: _with(
        # Translators: {channels} is a list of links to channels.
        _("Games aren't allowed in this channel. Play in {channels}."),
        lambda error: {"channels": ", ".join(f"<#{channel}>" for channel in sorted(error.allowed))},
    ),
    context_errors.NotAPersonError: _(
        "{name} is a bot, and only people have a profile and a score. For games against the computer, "
        "see **Computer** in /pyrga leaderboard."
    ),
    context_errors.NotAllowedError: _("Only people with the Manage Server permission can do that."),
    context_errors.SimulOpponentError: _("Anyone can join a simul. Leave the opponent empty."),
    context_errors.SimulPlaceError: _("A simul needs a channel of a server that has added me."),
    context_errors.NoThreadHereError: _(
        "This channel can't have a thread for the game. Leave out the thread option to play here."
    ),
}
"""What to say about each error: a sentence, or a function that puts facts into one."""
