"""The words for what a person asked for but can't have: what an error says, with its facts.

Few errors need more than one sentence: those are here.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from string import Formatter
from typing import Any

from discord.utils import format_dt

from bot.locale import Words
from bot.store.connections.errors import UnusableDatabaseError
from bot.ui.context import context_errors
from bot.ui.context.requests import RequestError
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
from bot.values import challenge_errors, errors
from bot.values.challenges import Challenge, SimulGame
from bot.values.errors import Refusal
from bot.values.events import event_errors
from bot.values.events.cup import Cup
from bot.values.events.night import Night
from bot.values.game import game_errors
from bot.values.game.game import Game
from bot.values.players import Player

# A link can have 90 characters, and a refusal 2,000.
_MOST_LINKS = 15

TellableError = Refusal | UnusableDatabaseError | RequestError
"""An error that says what a person can't have, and why."""


def refusal(words: Words, error: TellableError) -> str:
    """Return one or two friendly sentences for the person who caused ``error``."""
    for kind, said in _SENTENCES.items():
        if isinstance(error, kind):
            return said(words, error)
    facts = _facts(words, error)
    if isinstance(error.says, str):
        return words.say(error.says, **facts)
    return words.count(*error.says, facts["number"], **facts)


def unfit_value(words: Words, value: object) -> str:
    """Return what to say about a value that an option of a command can't have."""
    return words.say("{value} isn't one of the choices. Pick one from the list.", value=echoed(str(value)))


def obsolete_command(words: Words) -> str:
    """Return what to say about a command of another version of the bot."""
    return words.say("This command has just changed. Please try again in a minute.")


def _facts(words: Words, error: TellableError) -> dict[str, Any]:
    """Return what an error carries, and what its class knows, by the names that sentences have for it."""
    facts: dict[str, Any] = {}
    for field, value in vars(error).items():
        facts |= _told(words, field, value)
    for _, known, _, _ in Formatter().parse("".join(error.says)):
        if known is not None and hasattr(type(error), known):
            value = getattr(error, known)
            facts[known] = name(value) if isinstance(value, Player) else value
    return facts


def _told(words: Words, field: str, value: Any) -> dict[str, Any]:  # noqa: PLR0911 - one for each kind of fact
    match value:
        case str():
            return {field: echoed(value)}
        case Player():
            return {"name": name(value)}
        case datetime():
            return {"time": relative_time(value)}
        case Game():
            return {"game": f"**{game_name(value.number)}**", "link": message_link(value)}
        case [Game(), *_]:
            return {"games": _linked(value)}
        case Challenge():
            challenger = name(value.challenger)
            return {"name": challenger, "challenger": challenger, "link": card_link(value)}
        case SimulGame():
            return {"link": link_to(value.place, value.message_id)}
        case Night():
            return {"link": link_to(value.card.place, value.card.message_id)}
        case Cup():
            return {"cup": f"**{escaped(cup_title(words, value.terms))}**"}
    return {field: value}


def _linked(listed: Sequence[Game]) -> str:
    links = [f"[{game_name(game.number)}]({message_link(game)})" for game in listed[:_MOST_LINKS]]
    return ", ".join([*links, *(["…"] if len(listed) > _MOST_LINKS else [])])


def _not_challenged(words: Words, error: challenge_errors.NotChallengedError) -> str:
    if error.challenge.opponent is None:
        return words.say("This challenge is open to everyone, so there's nothing to decline.")
    return words.say("Only {name} can answer this challenge.", name=name(error.challenge.opponent))


def _not_a_player(words: Words, error: game_errors.NotAPlayerError) -> str:
    game = error.game
    if game.crowd is not None:
        return words.say("A whole channel plays this game: press a move on its board to vote.")
    if game.level is not None:
        player = name(game.opponent_of(game.level))
        return words.say("This is {name}'s game. Start your own with /pyrga play.", name=player)
    return words.say(
        "This is {white} and {black}'s game. Start your own with /pyrga challenge.",
        white=name(game.white),
        black=name(game.black),
    )


def _too_early(words: Words, error: game_errors.TooEarlyError) -> str:
    if error.game.event is not None:
        return words.say("You can't offer a draw until both players have moved.")
    return words.say(
        "You can't offer a draw until both players have moved. To cancel the game, press **Cancel game**."
    )


def _rematched(words: Words, error: game_errors.RematchedError) -> str:
    game, link = game_name(error.game.number), message_link(error.game)
    if error.game.level is None:
        return words.say("The rematch has already started: [game {game}]({link}).", game=game, link=link)
    return words.say("Your next game has already started: [game {game}]({link}).", game=game, link=link)


def _not_a_record(words: Words, error: errors.NotARecordError) -> str:
    facts = {"move": error.move, "line": error.line}
    if error.line is None and error.move is None:
        wrong = words.say("I can't read this record of a game.")
    elif error.move is None:
        wrong = words.say("I can't read line {line} of this record.", **facts)
    elif error.line is None:
        wrong = words.say("Move {move} of this record isn't legal, or I can't read it.", **facts)
    else:
        wrong = words.say("Move {move}, on line {line}, isn't legal, or I can't read it.", **facts)
    # Translators: Record is the label of a button.
    example = words.say("To see how a record is written, press **Record** on a finished game.")
    return f"{wrong} {example}"


def _late_vote(words: Words, error: game_errors.LateVoteError) -> str:
    # Translators: Discord shows both times in the reader's language, such as "18:00:00".
    return words.say(
        "Voting on move {move} closed at {closed}, and your vote came at {voted}, so it doesn't count.",
        move=error.ply + 1,
        closed=format_dt(error.closed_at, "T"),
        voted=format_dt(error.voted_at, "T"),
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


def _too_many_team_matches(words: Words, error: event_errors.TooManyTeamMatchesError) -> str:
    if error.elsewhere:
        return words.say("The other server has too many team matches right now. Try again later.")
    return words.count(
        "This server already has {number} team match, the maximum. Wait until it's over, or cancel it.",
        "This server already has {number} team matches, the maximum. Wait until one is over, or cancel it.",
        error.limit,
    )


def _servers_apart(words: Words, error: event_errors.ServersApartError) -> str:
    if error.elsewhere:
        return words.say("The other server no longer allows games across servers.")
    return words.say(
        "This server doesn't allow games across servers. People who manage it can change that in "
        "/pyrga-server settings."
    )


def _on_vacation(words: Words, error: errors.OnVacationError) -> str:
    end = format_dt(error.until, "D")
    # Translators: Discord shows {end} as a date in the reader's language.
    return words.say("You're already on vacation until {end}. Use /pyrga vacation to end it.", end=end)


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


def _forbidden_channel(words: Words, error: context_errors.ForbiddenChannelError) -> str:
    channels = ", ".join(f"<#{channel}>" for channel in sorted(error.allowed))
    # Translators: {channels} is a list of links to channels.
    return words.say("Games aren't allowed in this channel. Play in {channels}.", channels=channels)


def _role_problem(words: Words, error: context_errors.RoleProblemError) -> str:
    return words.say(error.problem.value, role=f"<@&{error.role_id}>")


def _unfit_value(words: Words, error: UnfitValueError) -> str:
    return unfit_value(words, error.value)


_SENTENCES: dict[type[Refusal], Callable[[Words, Any], str]] = {
    challenge_errors.NotChallengedError: _not_challenged,
    game_errors.NotAPlayerError: _not_a_player,
    game_errors.TooEarlyError: _too_early,
    game_errors.RematchedError: _rematched,
    game_errors.LateVoteError: _late_vote,
    game_errors.TooManyComputerGamesError: _too_many_computer_games,
    event_errors.TooManyTeamMatchesError: _too_many_team_matches,
    event_errors.ServersApartError: _servers_apart,
    errors.NotARecordError: _not_a_record,
    errors.OnVacationError: _on_vacation,
    errors.NoVacationDaysError: _no_vacation_days,
    context_errors.MissingPermissionsError: _missing_permissions,
    context_errors.ForbiddenChannelError: _forbidden_channel,
    context_errors.RoleProblemError: _role_problem,
    UnfitValueError: _unfit_value,
}
"""What's said of errors for which it isn't always the same sentence, or whose facts are computed."""
