"""What a team match is called, and its terms, rules, boards, and score in sentences."""

from collections.abc import Iterator
from gettext import NullTranslations

from discord.utils import format_dt

from bot.ui.cups.words import length_sentence, listed_names, number_text, time_sentence
from bot.ui.text.status import duration_name
from bot.ui.text.words import (
    after_dash,
    escaped,
    link_to,
    on_one_line,
    rated_name,
    relative_time,
    rules_sentence,
)
from bot.values.events.event import NO_SHOW_GRACE
from bot.values.players import Player
from bot.values.teams.team_match import Side, TeamBoard, TeamMatch, TeamTerms

_LONGEST_LIST = 700
"""Maximum number of characters of the names of one side on a card."""


def server_of(side: Side) -> str:
    """Return what a side is called, safe inside a message."""
    return escaped(on_one_line(side.name))


def team_match_name(match: TeamMatch) -> str:
    """Return what a team match is called: the names of both servers."""
    first, second = map(server_of, match.sides)
    return f"{first} \N{EN DASH} {second}"


def linked_team_match(match: TeamMatch, index: int) -> str:
    """Return the name of a team match as a link to the card of a side, or to its channel."""
    side = match.sides[index]
    return f"[{team_match_name(match)}]({link_to(side.place, side.message_id)})"


def score_text(match: TeamMatch) -> str:
    """Return the score, between the names of the servers."""
    first, second = map(number_text, match.score)
    score = f"{first}\N{NO-BREAK SPACE}\N{EN DASH}\N{NO-BREAK SPACE}{second}"
    return f"{server_of(match.sides[0])} **{score}** {server_of(match.sides[1])}"


def term_lines(words: NullTranslations, terms: TeamTerms) -> list[str]:
    """Return what the games are like, and how many there are, with one sentence for each term."""
    _, ngettext = words.gettext, words.ngettext
    boards = ngettext(
        "Up to {count} board, with two games on each: reversed colors, and different balanced starts.",
        "Up to {count} boards, with two games on each: reversed colors, and different balanced starts.",
        terms.boards,
    )
    return [
        rules_sentence(words, terms.ruleset),
        time_sentence(words, terms.move_seconds),
        boards.format(count=terms.boards),
        _("Rated, in the ratings of all servers only."),
        length_sentence(words, terms.days),
    ]


def sign_up_line(words: NullTranslations, match: TeamMatch) -> str:
    """Return when sign-up ends, and it starts."""
    _ = words.gettext
    if match.postponed_until is not None:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 20 hours".
        sentence = _("Not enough people signed up in time, so it starts a day later: {start} ({time}).")
    else:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 2 days".
        sentence = _("Sign-up closes and play starts {start} ({time}).")
    return sentence.format(start=format_dt(match.starts_at, "f"), time=relative_time(match.starts_at))


def signed_up_line(words: NullTranslations, side: Side) -> str:
    """Return how many people have signed up for a side, and who, as far as there's room."""
    if not side.members:
        # Translators: {server} is the name of a server.
        return words.gettext("**{server}**: no one yet").format(server=server_of(side))
    # Translators: {server} is the name of a server, and {names} are names of people, separated by commas.
    sentence = words.ngettext(
        "**{server}**, {count} person: {names}", "**{server}**, {count} people: {names}", len(side.members)
    )
    names = listed_names(side.members, longest=_LONGEST_LIST)
    return sentence.format(server=server_of(side), count=len(side.members), names=names)


def games_line(words: NullTranslations, match: TeamMatch) -> str:
    """Return how many games are over, and until when the others have to be."""
    played = [game for game in match.games if not game.struck]
    sentence = words.ngettext("{done} of {all} game is over.", "{done} of {all} games are over.", len(played))
    line = sentence.format(done=sum(game.counts for game in played), all=len(played))
    if match.ends_at is None or match.ended_at is not None:
        return line
    # Translators: Discord shows {end} as a date and time, and {time} relative to now: "in 12 days".
    ends = words.gettext("Play ends {end} ({time}).")
    return f"{line} {ends.format(end=format_dt(match.ends_at, 'f'), time=relative_time(match.ends_at))}"


def board_lines(words: NullTranslations, match: TeamMatch) -> Iterator[str]:
    """Return who plays on each board, with what points, and who waits to take someone's place."""
    for number, board in enumerate(match.boards, start=1):
        first, second = (_rated(match, player_id) for player_id in board.players)
        yield f"{number}. {first} \N{EN DASH} {second}{_points(board)}"
    for index, side in enumerate(match.sides):
        reserves = match.reserves(index)
        if reserves and match.ended_at is None:
            # Translators: who waits to take someone's place: {server} is the name of a server.
            sentence = words.gettext("-# Reserves of {server}: {names}")
            yield sentence.format(server=server_of(side), names=listed_names(reserves, longest=_LONGEST_LIST))


def player_in(match: TeamMatch, player_id: int) -> Player:
    """Return the player with this id, who is or was in a team match."""
    member = match.member(player_id)
    if member is None:
        raise LookupError(player_id)
    return member.player


def _rated(match: TeamMatch, player_id: int) -> str:
    member = match.member(player_id)
    if member is None:
        raise LookupError(player_id)
    return rated_name(member.player, member.strength.shown)


def _points(board: TeamBoard) -> str:
    """Return the points on a board, with a sign for each game that was decided by its exact value."""
    counting = [game for game in board.games if game.counts]
    if not counting:
        return ""
    first, second = (
        number_text(sum(game.score_of(player_id) for game in counting if player_id in game.players))
        for player_id in board.players
    )
    stars = "\\*" * sum(game.adjudicated for game in counting)
    running = "" if all(game.is_settled for game in board.games) else " …"
    return f" · **{first}\N{EN DASH}{after_dash(second)}**{stars}{running}"


def result_sentence(words: NullTranslations, match: TeamMatch) -> str:
    """Return who has won a team match that's over."""
    first, second = match.score
    if first == second:
        return words.gettext("The team match is over. It's a draw.")
    winner = match.sides[0 if first > second else 1]
    # Translators: {server} is the name of the server that has won.
    return words.gettext("The team match is over. {server} won.").format(server=f"**{server_of(winner)}**")


def rules_text(words: NullTranslations, match: TeamMatch) -> str:
    """Return the terms of a team match, and the rules of all team matches."""
    _ = words.gettext
    # Translators: a heading; {match} is the names of two servers.
    title = _("Rules of {match}").format(match=team_match_name(match))
    no_shows = _(
        "Make your first move within {duration}. Otherwise a reserve takes your place, or your games count "
        "as lost."
    ).format(duration=duration_name(words, match.terms.move_seconds + int(NO_SHOW_GRACE.total_seconds())))
    rules = [
        _("You play for one server only, even if you're in both."),
        _(
            "Each side is sorted by rating: the strongest play each other, and so on. Those without a board "
            "are reserves. People who have blocked each other don't meet."
        ),
        _("A win is 1 point, and a draw is ½. The server with more points wins."),
        _("No one can give you more time. Vacations pause your clocks for up to 7 days."),
        no_shows,
        _("If you leave, your games that aren't over count as lost."),
        _(
            "Games still being played when time is up are decided by their exact value: what perfect play "
            "leads to. They're marked with * and aren't rated."
        ),
        _("The other server sees the names and ratings of those who play, and the name of this server."),
    ]
    return "\n".join([f"### {title}", *(f"- {line}" for line in [*term_lines(words, match.terms), *rules])])
