"""A team match in sentences: its name, terms, rules, boards, and score; and its card in each server."""

from collections.abc import Iterator, Sequence

import discord
from discord.utils import format_dt

from bot.locale import Words, words_for
from bot.ui.events import cup_words
from bot.ui.events.cup_words import length_sentence, listed_names, number_text, people_in, time_sentence
from bot.ui.message.content import BLUE, GOLD, Button, Content, boxed, rows_of
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.status import duration_name
from bot.ui.text.words import (
    escaped,
    link_to,
    on_one_line,
    rated_name,
    relative_time,
    rules_lines,
    score_text,
)
from bot.use_cases.games.storing import MOST_RATED
from bot.values.events.event import NO_SHOW_GRACE
from bot.values.events.parts import Card, EventStatus, Group
from bot.values.events.team_match import FEWEST_BOARDS, SIDES, TeamMatch, TeamTerms

_LONGEST_LIST = 700
"""Maximum number of characters of the names of one side on a card."""


def server_of(card: Card) -> str:
    """Return what a server of a team match is called, safe inside a message."""
    return escaped(on_one_line(card.server_name))


def team_match_name(match: TeamMatch) -> str:
    """Return what a team match is called: the names of both servers."""
    first, second = map(server_of, match.cards)
    return f"{first} \N{EN DASH} {second}"


def linked_team_match(match: TeamMatch, side: int) -> str:
    """Return the name of a team match as a link to the card of a side, or to its channel."""
    card = match.cards[side]
    return f"[{team_match_name(match)}]({link_to(card.place, card.message_id)})"


def match_score(match: TeamMatch) -> str:
    """Return the score, between the names of the servers."""
    score = score_text(*map(number_text, match.score))
    return f"{server_of(match.cards[0])} **{score}** {server_of(match.cards[1])}"


def term_lines(words: Words, terms: TeamTerms) -> list[str]:
    """Return what the games are like, and how many there are, with one sentence for each term."""
    boards = words.count(
        "Up to {count} board, with two games on each: reversed colors, and different balanced starts.",
        "Up to {count} boards, with two games on each: reversed colors, and different balanced starts.",
        terms.boards,
        count=terms.boards,
    )
    return [
        *rules_lines(words, terms.ruleset),
        time_sentence(words, terms.move_seconds),
        boards,
        words.count(
            "Rated, in the ratings of all servers only: up to {count} game a day (UTC) with the same person. "
            "All games count here.",
            "Rated, in the ratings of all servers only: up to {count} games a day (UTC) with the same "
            "person. All games count here.",
            MOST_RATED,
            count=MOST_RATED,
        ),
        length_sentence(words, terms.days),
    ]


def sign_up_line(words: Words, match: TeamMatch) -> str:
    """Return when sign-up ends, and it starts."""
    if match.postponed_until is not None:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 20 hours".
        sentence = words.say(
            "Not enough people signed up in time, so it starts a day later: {start} ({time})."
        )
    else:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 2 days".
        sentence = words.say("Sign-up closes and play starts {start} ({time}).")
    return sentence.format(start=format_dt(match.starts_at, "f"), time=relative_time(match.starts_at))


def signed_up_line(words: Words, match: TeamMatch, side: int) -> str:
    """Return how many people have signed up for a side, and who, as far as there's room."""
    server, members = server_of(match.cards[side]), match.members(side)
    if not members:
        # Translators: {server} is the name of a server.
        return words.say("**{server}**: no one yet", server=server)
    names = listed_names(members, longest=_LONGEST_LIST)
    # Translators: {server} is the name of a server, and {names} are names of people, separated by commas.
    return words.count(
        "**{server}**, {count} person: {names}",
        "**{server}**, {count} people: {names}",
        len(members),
        server=server,
        count=len(members),
        names=names,
    )


def games_line(words: Words, match: TeamMatch) -> str:
    """Return how many games are over, and until when the others have to be."""
    line = cup_words.games_line(words, match.games)
    if match.stage is None or match.ended_at is not None:
        return line
    end = match.stage.ends_at
    # Translators: Discord shows {end} as a date and time, and {time} relative to now: "in 12 days".
    ends = words.say("Play ends {end} ({time}).", end=format_dt(end, "f"), time=relative_time(end))
    return f"{line} {ends}"


def board_lines(words: Words, match: TeamMatch) -> Iterator[str]:
    """Return who plays on each board, with what points, and who waits to take someone's place."""
    for number, board in enumerate(match.boards, start=1):
        first, second = (_rated(match, player_id) for player_id in board.people)
        yield f"{number}. {first} \N{EN DASH} {second}{_points(board)}"
    for side, card in enumerate(match.cards):
        reserves = match.reserves(side)
        if reserves and match.ended_at is None:
            # Translators: who waits to take someone's place: {server} is the name of a server.
            sentence = words.say(
                "-# Reserves of {server}: {names}",
                server=server_of(card),
                names=listed_names(reserves, longest=_LONGEST_LIST),
            )
            yield sentence


def _rated(match: TeamMatch, player_id: int) -> str:
    member = match.entrant(player_id)
    if member is None:
        raise LookupError(player_id)
    return rated_name(member.player, member.strength.shown)


def _points(board: Group) -> str:
    """Return the points on a board, with a sign for each game that was decided by its exact value."""
    counting = [game for game in board.games if game.counts]
    if not counting:
        return ""
    points = (
        number_text(sum(game.score_of(player_id) for game in counting if player_id in game.players))
        for player_id in board.people
    )
    stars = "\\*" * sum(game.adjudicated for game in counting)
    running = "" if all(game.is_settled for game in board.games) else " …"
    return f" · **{score_text(*points)}**{stars}{running}"


def result_sentence(words: Words, match: TeamMatch) -> str:
    """Return who has won a team match that's over."""
    first, second = match.score
    if first == second:
        return words.say("The team match is over. It's a draw.")
    winner = match.cards[0 if first > second else 1]
    # Translators: {server} is the name of the server that has won.
    return words.say("The team match is over. {server} won.", server=f"**{server_of(winner)}**")


def rules_text(words: Words, match: TeamMatch) -> str:
    """Return the terms of a team match, and the rules of all team matches."""
    # Translators: a heading; {match} is the names of two servers.
    title = words.say("Rules of {match}", match=team_match_name(match))
    no_shows = words.say(
        "Make your first move within {duration}. Otherwise a reserve takes your place, or your games count "
        "as lost.",
        duration=duration_name(words, match.terms.move_seconds + int(NO_SHOW_GRACE.total_seconds())),
    )
    rules = [
        words.say("You play for one server only, even if you're in both."),
        words.say(
            "Each side is sorted by rating: the strongest play each other, and so on. Those without a board "
            "are reserves. People who have blocked each other don't meet."
        ),
        words.say("A win is 1 point, and a draw is ½. The server with more points wins."),
        words.say("No one can give you more time. Vacations pause your clocks for up to 7 days."),
        no_shows,
        words.say("If you leave, your games that aren't over count as lost."),
        words.say(
            "Games still being played when time is up are decided by their exact value: what perfect play "
            "leads to. They're marked with * and aren't rated."
        ),
        words.say(
            "The other server sees the names and ratings of those who play, and the name of this server."
        ),
    ]
    return "\n".join([f"### {title}", *(f"- {line}" for line in [*term_lines(words, match.terms), *rules])])


_CLOSED = discord.Color(0x5F788E)


# Translators: button (about 20 characters): sign up for a team match.
class SignUp(CustomId, word="team-join", label=lambda words: words.say("Sign up")):
    """Signs up for the server's side of the team ``match``."""

    match: int


class LeaveTeam(CustomId, word="team-leave", label=lambda words: words.label("a cup", "Leave")):
    """Leaves the team ``match``, after a question if it's being played."""

    match: int


class ShowTeamRules(CustomId, word="team-rules"):
    """Explains the team ``match`` to the person."""

    match: int


class ShowTeamGames(CustomId, word="team-games", label=lambda words: words.label("in a cup", "My games")):
    """Lists the person's own games in the team ``match``."""

    match: int


class ManageTeam(CustomId, word="team-manage"):
    """Shows what moderators can do to the team ``match``."""

    match: int


def team_card(match: TeamMatch, side: int) -> Content:
    """Return the card of a side for a team match's current state, in the side's language."""
    words = words_for(match.cards[side].language)
    match = people_in(words, match)
    color = {EventStatus.RUNNING: BLUE, EventStatus.CANCELED: _CLOSED}.get(match.status, GOLD)
    texts = [f"### ⚔️ {team_match_name(match)}", *_texts(words, match, side)]
    return boxed(*texts, rows=rows_of(_buttons(words, match)), accent=color)


def _texts(words: Words, match: TeamMatch, side: int) -> list[str]:
    if match.status is EventStatus.CANCELED:
        return [_canceled_text(words, match)]
    if match.status is EventStatus.OPEN:
        own, other = (server_of(match.cards[each]) for each in (side, 1 - side))
        # Translators: {own} and {other} are the names of two servers.
        sentence = words.say(
            "Play for {own} against {other}: you get two games against one of them.",
            own=f"**{own}**",
            other=f"**{other}**",
        )
        return [
            sentence,
            "\n".join(f"- {line}" for line in term_lines(words, match.terms)),
            *(signed_up_line(words, match, each) for each in (side, 1 - side)),
            sign_up_line(words, match),
        ]
    said = [result_sentence(words, match)] if match.status is EventStatus.OVER else []
    return ["\n".join([*said, match_score(match)]), *_boards(words, match), games_line(words, match)]


def _boards(words: Words, match: TeamMatch) -> Sequence[str]:
    return ["\n".join(board_lines(words, match))]


def result_text(words: Words, match: TeamMatch) -> str:
    """Return what's announced of a team match that's over."""
    return "\n".join([result_sentence(words, match), match_score(match), *board_lines(words, match)])


def _canceled_text(words: Words, match: TeamMatch) -> str:
    if match.boards:
        return words.say("A moderator canceled the team match. Its games continue as casual games.")
    fewest = min(len(match.members(side)) for side in SIDES)
    if fewest < FEWEST_BOARDS and match.postponed_until is not None:
        return words.count(
            "The team match was canceled because fewer than {count} person had signed up on one side.",
            "The team match was canceled because fewer than {count} people had signed up on one side.",
            FEWEST_BOARDS,
            count=FEWEST_BOARDS,
        )
    return words.say("The team match was canceled.")


def _buttons(words: Words, match: TeamMatch) -> list[Button]:
    style, number = discord.ButtonStyle, match.number
    rules = button(ShowTeamRules(number), words.label("of a cup", "Rules"), style.secondary)
    manage = button(ManageTeam(number), words.say("Manage…"), style.secondary)
    if match.status is EventStatus.OPEN:
        join = button(SignUp(number), words, style.success)
        leave = button(LeaveTeam(number), words, style.secondary)
        return [join, leave, rules, manage]
    if match.status is EventStatus.RUNNING:
        games = button(ShowTeamGames(number), words, style.primary)
        return [games, rules, manage]
    return []
