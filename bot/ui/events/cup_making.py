"""Makes cups: who may, the form, and the card that comes from it."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.ui.context.context import Context
from bot.ui.context.context_errors import PrivateAnswersOnlyError, TwoStartsError
from bot.ui.context.handlers import on_form
from bot.ui.context.permissions import check_can_post, check_channel, check_may_host
from bot.ui.context.requests import FAILURES
from bot.ui.events.cup_card import cup_card
from bot.ui.events.form import CupForm, CupStart, cup_form, filled
from bot.values.events import event_changes
from bot.values.events.event_errors import BadNameError
from engine import Ruleset

# What Discord would read as a mention, if it weren't escaped.
_MENTION = re.compile(r"<[@#/:]|@everyone|@here")

# Letters, numbers, punctuation, and symbols such as emojis.
_READABLE = frozenset("LNPS")


async def open_form(
    context: Context, begins: datetime | timedelta | None, people: int | None, ruleset: Ruleset | None
) -> None:
    """Open the form for a cup. It asks for its start if neither a time nor a number of people is given."""
    if begins is not None and people is not None:
        raise TwoStartsError
    await _check_place(context)
    if begins is not None:
        # Before anyone fills in a form in vain.
        context.services.cups.check_start(begins)
    server = await context.services.preferences.guild(context.guild_id)
    form = CupForm(ruleset or server.ruleset, _start_of(begins, people))
    await context.reply.form(cup_form(context.words, form))


def _start_of(begins: datetime | timedelta | None, people: int | None) -> CupStart:
    if isinstance(begins, datetime):
        return CupStart(at=int(begins.timestamp()))
    return CupStart(seconds=None if begins is None else int(begins.total_seconds()), wanted=people)


async def _check_place(context: Context) -> None:
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)


def _check_name(text: str) -> None:
    """Check that people can read a cup's name, and that Discord wouldn't read a mention in it."""
    if _MENTION.search(text) or not any(unicodedata.category(sign)[0] in _READABLE for sign in text):
        raise BadNameError


@on_form(CupForm)
async def make_cup(context: Context, form: CupForm, data: Mapping[str, Any]) -> None:
    """Make the cup, and post its card."""
    await _check_place(context)
    wanted = filled(form, data)
    _check_name(wanted.terms.name)
    cups, theme = context.services.cups, (await context.services.preferences.guild(context.guild_id)).theme
    cup = await cups.create(
        context.place,
        context.user,
        wanted.terms,
        language=await context.public_language(),
        theme=theme,
        starts_in=wanted.start.delay,
    )
    try:
        message_id = await context.reply.public(await cup_card(cup))
    except (*FAILURES, PrivateAnswersOnlyError):
        # No one has seen it, so no one could ever join or cancel it.
        await cups.discard(cup.number)
        raise
    channel_id, revision = cup.card.place.channel_id, cup.revision
    posted = await cups.put_card(cup, 0, channel_id=channel_id, message_id=message_id)
    await cups.note(posted, lambda each, now: event_changes.show(each, 0, revision, now))
