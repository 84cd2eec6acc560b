"""The public card of a team match, one in each server: who has signed up, then the boards and the score."""

from collections.abc import Sequence

import discord

from bot.locale import Words, words_for
from bot.ui.events.team_words import (
    board_lines,
    games_line,
    result_sentence,
    score_text,
    server_of,
    sign_up_line,
    signed_up_line,
    team_match_name,
    term_lines,
)
from bot.ui.message.content import BLUE, GOLD, Button, Content, boxed, rows_of
from bot.ui.message.custom_ids import CustomId, button
from bot.values.events.parts import EventStatus
from bot.values.events.team_match import FEWEST_BOARDS, SIDES, TeamMatch

_CLOSED = discord.Color(0x5F788E)


class SignUp(CustomId, word="team-join"):
    """Signs up for the server's side of the team ``match``."""

    match: int


class LeaveTeam(CustomId, word="team-leave"):
    """Leaves the team ``match``, after a question if it's being played."""

    match: int


class ShowTeamRules(CustomId, word="team-rules"):
    """Explains the team ``match`` to the person."""

    match: int


class ShowTeamGames(CustomId, word="team-games"):
    """Lists the person's own games in the team ``match``."""

    match: int


class ManageTeam(CustomId, word="team-manage"):
    """Shows what moderators can do to the team ``match``."""

    match: int


def team_card(match: TeamMatch, side: int) -> Content:
    """Return the card of a side for a team match's current state, in the side's language."""
    words = words_for(match.cards[side].language)
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
    return ["\n".join([*said, score_text(match)]), *_boards(words, match), games_line(words, match)]


def _boards(words: Words, match: TeamMatch) -> Sequence[str]:
    return ["\n".join(board_lines(words, match))]


def result_text(words: Words, match: TeamMatch) -> str:
    """Return what's announced of a team match that's over."""
    return "\n".join([result_sentence(words, match), score_text(match), *board_lines(words, match)])


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
        # Translators: button (about 20 characters): sign up for a team match.
        join = button(SignUp(number), words.say("Sign up"), style.success)
        leave = button(LeaveTeam(number), words.label("a cup", "Leave"), style.secondary)
        return [join, leave, rules, manage]
    if match.status is EventStatus.RUNNING:
        games = button(ShowTeamGames(number), words.label("in a cup", "My games"), style.primary)
        return [games, rules, manage]
    return []
