"""Shows a team match on the cards of both sides, which are pictures of what the database knows."""

from collections.abc import Sequence
from functools import partial

import discord
import structlog

from bot.locale import words_for
from bot.ui.context.announcing import announce_once
from bot.ui.context.cards import answer_clicks, put_card, tell_people
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.requests import FAILURES
from bot.ui.context.sight import has_same_audience
from bot.ui.cups.words import listed_names
from bot.ui.message.content import GOLD, Content, boxed
from bot.ui.teams.card import result_text, team_card
from bot.ui.teams.words import linked_team_match
from bot.values.base36 import format_number
from bot.values.teams.team_match import TeamMatch

log = structlog.get_logger(__name__)


async def show_team_match(
    client: ServingClient, number: int, *, index: int, click: Context | None = None
) -> None:
    """Bring the card of a side up to date: as the answer to the ``click`` on it, or with an edit.

    While Discord is busy with one state, newer ones come in, and then only the newest is shown.
    """
    await client.mailboxes.hand_in(
        ("team", number, index), click, partial(_show, client, number, index=index)
    )


async def _show(client: ServingClient, number: int, clicks: Sequence[Context | None], *, index: int) -> None:
    match = await client.services.team_matches.get(number)
    card = team_card(match, index)
    if await answer_clicks(clicks, card) or await _put(client, match, index, card):
        await client.services.team_matches.note_shown(number, index=index, revision=match.revision)


async def _put(client: ServingClient, match: TeamMatch, index: int, card: Content) -> bool:
    """Edit the card, or post it if there's none; return whether it's shown now."""
    side, channel_id = match.sides[index], match.sides[index].place.channel_id
    again = not match.is_end_shown(index)
    try:
        message_id = await put_card(
            client, match.number, card, channel_id=channel_id, message_id=side.message_id, again=again
        )
    except FAILURES as error:
        await _note_failure(client, match, index, error)
        return False
    if message_id != side.message_id:
        await client.services.team_matches.put_card(
            match.number, index=index, channel_id=channel_id, message_id=message_id
        )
    return True


async def _note_failure(client: ServingClient, match: TeamMatch, index: int, error: Exception) -> None:
    """Note that a channel is gone, or the bot may no longer post there. Others are tried again."""
    log.info("team match not shown", number=match.number, side=index, error=str(error))
    if isinstance(error, discord.NotFound | discord.Forbidden):
        await client.services.team_matches.lose_card(match.number, index=index)


async def tell_start(client: ServingClient, match: TeamMatch, index: int) -> None:
    """Post that a team match has begun, which mentions everyone on a side who plays, once.

    If the bot dies meanwhile and comes back so late that Discord wouldn't notice a repetition, they're only
    named, because they may have been mentioned.
    """
    side = match.sides[index]
    words = words_for(side.language)
    # Translators: {match} is a link to the team match.
    sentence = words.say(
        "{match} has started. Make your first moves: **My games** has the links.",
        match=linked_team_match(match, index),
    )
    calls = await client.services.team_matches.begin_call(match.number, index=index)
    members = match.on_boards(index)
    names = listed_names(members)
    people = [member.player.id for member in members] if calls else []
    text = f"⚔️ {sentence}"
    key = f"{format_number(match.number)}-team-{index}"
    try:
        await tell_people(client, side.place.channel_id, text, people, names=names, key=key)
    except FAILURES as error:
        if calls:
            await client.services.team_matches.drop_call(match.number, index=index)
        await _note_failure(client, match, index, error)
        return
    await client.services.team_matches.note_told(match.number, index=index)


async def announce_end(client: ServingClient, match: TeamMatch, index: int) -> None:
    """Post the result where a side wants results, if anywhere. No one is pinged."""
    side = match.sides[index]
    chosen = (await client.services.preferences.guild(side.guild_id)).announcement_channel_id
    if chosen is not None:
        audience = await has_same_audience(client, side.place, chosen)
        if audience is None:
            return
        text = f"### ⚔️ {linked_team_match(match, index)}\n{result_text(words_for(side.language), match)}"
        content = boxed(text, accent=GOLD)
        key = f"{format_number(match.number)}-result-{index}"
        if audience and not await announce_once(client, chosen, key, view=content.view):
            return
    await client.services.team_matches.note_told(match.number, index=index)
