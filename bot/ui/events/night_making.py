"""Makes game nights, and what anyone can do there: come, pause, read the table and the rules, call it off."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import discord
import structlog

from bot.locale import words_for
from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NOT_POSTED
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel, check_may_host, check_may_manage
from bot.ui.context.requests import RequestError, SavedError, ask
from bot.ui.events.clicks import event_here, show_changed
from bot.ui.events.cup_words import people_in
from bot.ui.events.night_card import (
    CancelNight,
    JoinNight,
    PauseNight,
    ShowNightRules,
    ShowNightTable,
    invitation,
    night_card,
    night_title,
    rules_text,
    table_lines,
)
from bot.ui.events.posting import show_event
from bot.ui.message.content import GOLD, Content, boxed, unboxed
from bot.ui.text.words import link_to, unmarked
from bot.values.clocks import TotalTime
from bot.values.events import event_changes
from bot.values.events.event_errors import EventEndedError
from bot.values.events.night import Night, NightTerms
from bot.values.events.parts import Card
from engine import Ruleset

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class NightWish:
    """What someone wants a game night to be like. What they left open is up to the server."""

    begins: datetime | timedelta | None
    minutes: int
    total: TotalTime
    rated: bool | None
    ruleset: Ruleset | None


async def begin_night(context: Context, wish: NightWish) -> None:
    """Make a game night, and post its card as the answer."""
    await check_may_host(context)
    await check_channel(context)
    check_can_post(context)
    nights, server = context.services.nights, await context.services.preferences.guild(context.guild_id)
    rated = server.rated is not False if wish.rated is None else wish.rated
    terms = NightTerms(wish.ruleset or server.ruleset, wish.total, wish.minutes, rated)
    card = Card(context.place, context.user.id, await context.public_language(), server.theme)
    night = await nights.create(context.user, card, terms, wish.begins)
    try:
        message_id = await context.reply.public(await night_card(night))
    except NOT_POSTED:
        # No one has seen it, so no one could ever come or cancel it.
        await nights.discard(night.number)
        raise
    except RequestError as error:
        # It's posted with the next round.
        raise SavedError("card not posted") from error
    posted = await nights.put_card(night, 0, channel_id=context.place.channel_id, message_id=message_id)
    revision = night.revision
    shown = await nights.note(posted, lambda each, now: event_changes.show(each, 0, revision, now))
    if wish.begins is not None and context.interaction.app_permissions.create_events:
        await _schedule(context, shown)


async def _schedule(context: Context, night: Night) -> None:
    """Make Discord's own event about a game night. Without one, nothing is missing."""
    guild, words = context.interaction.guild, words_for(night.card.language)
    if guild is None:
        return
    making = guild.create_scheduled_event(
        name=f"🌙 {night_title(words)}",
        description=unmarked(invitation(words)),
        start_time=night.starts_at,
        end_time=night.starts_at + night.terms.length,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=link_to(night.card.place, night.card.message_id),
    )
    try:
        made = await ask(making)
    except RequestError as error:
        log.info("game night not scheduled", number=night.number, error=str(error))
    else:
        await context.services.nights.note(night, lambda each, _: replace(each, scheduled_id=made.id))


async def _night_here(context: Context, number: int) -> Night:
    night, _ = await event_here(context, context.services.nights, number)
    return night


@on_click(JoinNight)
async def join_night(context: Context, clicked: JoinNight) -> None:
    """Be paired from now on."""
    night = await _night_here(context, clicked.night)
    await show_changed(context, night, 0, context.services.nights.join(night, context.user))
    said = context.words.say(
        "You're in. As soon as you're paired, I'll mention you on your board. Press **Pause** when you need "
        "a break."
    )
    await context.reply.private(unboxed(said))


@on_click(PauseNight)
async def pause_night(context: Context, clicked: PauseNight) -> None:
    """Not be paired anymore, or for now."""
    night = await _night_here(context, clicked.night)
    leaving = context.services.nights.leave(night.number, player_id=context.user.id)
    await show_changed(context, night, 0, leaving)
    said = context.words.say(
        "You won't be paired until you press **I'm in** again. A game that's running goes on."
    )
    await context.reply.private(unboxed(said))


@on_click(ShowNightTable)
async def show_night_table(context: Context, clicked: ShowNightTable) -> None:
    """Show everyone's points in private."""
    await context.admit_extra()
    night = people_in(context.words, await _night_here(context, clicked.night))
    title = f"### {night_title(context.words)}"
    await context.reply.private(boxed("\n".join([title, *table_lines(context.words, night)]), accent=GOLD))


@on_click(ShowNightRules)
async def show_night_rules(context: Context, clicked: ShowNightRules) -> None:
    night = await _night_here(context, clicked.night)
    await context.reply.private(boxed(rules_text(context.words, night)))


async def _managed(context: Context, number: int) -> Night:
    check_may_manage(context)
    night = await _night_here(context, number)
    if night.ended_at is not None:
        raise EventEndedError(night)
    return night


async def _cancellation_question(context: Context, clicked: CancelNight) -> Content:
    await _managed(context, clicked.night)
    words = context.words
    question = words.say("Cancel this game night? Games that are being played continue as casual games.")
    # Translators: button (about 20 characters).
    confirm, keep = words.say("Cancel the night"), words.say("Never mind")
    return confirm_panel(question, clicked, confirm, keep, kept=Keep(Kept.REST))


@on_click(CancelNight, asks=_cancellation_question)
async def cancel_night(context: Context, clicked: CancelNight) -> None:
    """Call a game night off."""
    night = await _managed(context, clicked.night)
    canceled = await context.services.nights.cancel(night.number, context.user, guild_id=context.guild_id)
    said = context.words.say("You canceled the game night. It's in /pyrga-server log.")
    await context.reply.replace(unboxed(said))
    await show_event(context.client, canceled)
