"""Agrees on team matches: the form, the code that comes from it, and the other server's answer."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.ui.components.forms import chosen_of, form_with, menu_field, radio_field
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click, on_form
from bot.ui.context.permissions import check_can_post, check_channel, check_may_manage, threadless_note
from bot.ui.context.sight import server_name
from bot.ui.events.posting import show_event
from bot.ui.events.team_card import linked_team_match, server_of, term_lines
from bot.ui.message.content import GOLD, Row, boxed, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.message.selects import Option
from bot.ui.text.status import clock_name
from bot.ui.text.words import relative_time
from bot.values.events.parts import LENGTHS, Card
from bot.values.events.team_match import FEWEST_BOARDS, MOST_BOARDS, MOVE_TIMES, SIGN_UP_DAYS, TeamTerms
from engine import Ruleset

_TIME, _BOARDS, _SIGN_UP, _LENGTH = "time", "boards", "sign-up", "length"
_AS_USUAL = TeamTerms(Ruleset.PYRGA)
_BOARD_COUNTS = range(FEWEST_BOARDS, MOST_BOARDS + 1)


class TeamForm(CustomId, word="team-form"):
    """The form for a team match."""

    ruleset: Ruleset


class AcceptTeamMatch(CustomId, word="team-accept"):
    """Agrees to what ``code``, in lower case, offers. The card is posted in the channel of the click."""

    code: str


async def open_team_form(context: Context, ruleset: Ruleset | None) -> None:
    """Open the form for a team match."""
    await _check_place(context)
    server = await context.services.preferences.guild(context.guild_id)
    await context.reply.form(await _form(context, TeamForm(ruleset or server.ruleset)))


async def _form(context: Context, form: TeamForm) -> ui.Modal:
    words = context.words
    times = [Option(str(seconds), clock_name(words, seconds)) for seconds in MOVE_TIMES]
    boards = [
        Option(str(count), words.count("{count} board", "{count} boards", count, count=count))
        for count in _BOARD_COUNTS
    ]
    sign_up = [
        Option(str(days), words.count("{count} day", "{count} days", days, count=days))
        for days in SIGN_UP_DAYS
    ]
    lengths = [
        Option(str(days), words.count("After {count} day", "After {count} days", days, count=days))
        for days in LENGTHS
    ]
    return form_with(
        form,
        # Translators: the title of a form (at most 45 characters).
        words.say("New team match"),
        # Translators: fields of a form (at most 45 characters each).
        radio_field(_TIME, words.say("Clock"), times, str(_AS_USUAL.move_seconds)),
        menu_field(
            _BOARDS,
            words.say("Maximum number of boards"),
            boards,
            str(_AS_USUAL.boards),
            # Translators: below a field of a form (at most 100 characters).
            words.say("Two games on each. More people are reserves."),
        ),
        menu_field(_SIGN_UP, words.say("How long people can sign up"), sign_up, str(_AS_USUAL.sign_up_days)),
        radio_field(
            _LENGTH, words.say("When play ends"), lengths, str(_AS_USUAL.days), threadless_note(context)
        ),
    )


def _filled(form: TeamForm, data: Mapping[str, Any]) -> TeamTerms:
    def number(field: str, offered: tuple[int, ...] | range) -> int:
        return int(chosen_of(data, field, [str(each) for each in offered]))

    return TeamTerms(
        form.ruleset,
        number(_TIME, MOVE_TIMES),
        number(_BOARDS, _BOARD_COUNTS),
        number(_SIGN_UP, SIGN_UP_DAYS),
        number(_LENGTH, LENGTHS),
    )


@on_form(TeamForm, again=_form)
async def offer_team_match(context: Context, form: TeamForm, data: Mapping[str, Any]) -> None:
    """Make a code for the other server, and show it to the manager only."""
    await _check_place(context)
    terms = _filled(form, data)
    code = await context.services.team_matches.offer(context.user, await _card(context), terms)
    # Translators: {code} is such as "K7M4QX"; Discord shows {time} in the reader's language: "in 7 days".
    text = context.words.say(
        "### Your code: {code}\n"
        "Give it to someone who manages another server. There, they enter /pyrga-event team-match with this "
        "code, and agree to the terms. It works once, and expires {time}.\n"
        "Then the card for signing up appears in this channel.",
        code=f"`{code.text}`",
        time=relative_time(code.expires_at),
    )
    lines = "\n".join(f"- {line}" for line in term_lines(context.words, terms))
    await context.reply.private(boxed(text, lines, accent=GOLD))


async def show_offer(context: Context, text: str) -> None:
    """Show what a code offers, with a button to agree to it."""
    await _check_place(context)
    offer = await context.services.team_matches.read(text, context.guild_id)
    words = context.words
    # Translators: a heading; {server} is the name of another server.
    title = words.say("Team match against {server}", server=server_of(offer.card))
    lines = "\n".join(f"- {line}" for line in term_lines(words, offer.terms))
    sign_up = words.count(
        "People in both servers can sign up for {count} day. The card is posted here.",
        "People in both servers can sign up for {count} days. The card is posted here.",
        offer.terms.sign_up_days,
        count=offer.terms.sign_up_days,
    )
    seen = words.say(
        "The other server sees the names and ratings of those who play, and the name of this server."
    )
    # Translators: button (about 20 characters): agree to a team match.
    label = words.say("Accept")
    accept = button(AcceptTeamMatch(offer.code.text.lower()), label, discord.ButtonStyle.success)
    texts = [sign_up, seen, *filter(None, [threadless_note(context)])]
    panel = boxed(f"### {title}", lines, "\n".join(texts), rows=[Row(accept)], accent=GOLD)
    await context.reply.private(panel)


@on_click(AcceptTeamMatch)
async def accept_team_match(context: Context, clicked: AcceptTeamMatch) -> None:
    """Agree to a team match, and post its cards in both servers."""
    await _check_place(context)
    matches = context.services.team_matches
    match = await matches.accept(clicked.code, context.user, await _card(context))
    for side in (1, 0):
        match = await show_event(context.client, match, side)
    # Translators: {match} is a link to the card.
    text = context.words.say(
        "It's agreed: {match}. People can sign up now.", match=linked_team_match(match, 1)
    )
    await context.reply.replace(unboxed(text))


async def _check_place(context: Context) -> None:
    check_may_manage(context)
    await check_channel(context)
    check_can_post(context)


async def _card(context: Context) -> Card:
    """Return the card that a team match would have where someone is."""
    name = await server_name(context.client, context.place)
    theme = (await context.services.preferences.guild(context.guild_id)).theme
    language = await context.public_language()
    return Card(context.place, context.user.id, language, theme, name or str(context.guild_id))
