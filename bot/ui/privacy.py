"""The panel about what's stored about a person, and the click that deletes it."""

import asyncio
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import discord

from bot.locale import Words, words_for
from bot.ui.board.display import announce
from bot.ui.board.messages import edit_card
from bot.ui.challenges.card import challenge_card
from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.client import ServingClient
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, Download, Row, boxed, unboxed
from bot.ui.message.custom_ids import Ask, CustomId, button
from bot.ui.servers.rating_roles import take_away
from bot.ui.text.words import deleted_name
from bot.use_cases.privacy import Deletion

LARGEST_FILE = 9_000_000
"""Maximum size of a file in bytes, slightly below Discord's limit of ten megabytes."""

_FILE = "pyrga-data.json"
_PART = 2**16


class DeleteData(CustomId, word="delete"):
    """Deletes everything about the person who clicks."""


async def _deletion_question(context: Context, clicked: DeleteData) -> Content:
    words = context.words
    question = words.say("Delete everything that's stored about you, in all servers? It can't be undone.")
    confirm, keep = words.say("Delete my data"), words.say("Keep my data")
    return confirm_panel(question, clicked, confirm, keep, kept=Keep(Kept.DATA))


@on_click(DeleteData, asks=_deletion_question)
async def delete_data(context: Context, clicked: DeleteData) -> None:
    """Delete what's stored about the person who clicks, and show others that their games are over."""
    del clicked
    services = context.services
    language = await context.public_language()
    deletion = await services.deletions.delete(context.user.id, deleted_name(words_for(language)))
    services.preferences.forget(context.user.id)
    done = context.words.say(
        "Your data has been deleted. If you play again, you start as a new player, and you can send "
        "challenges again in a day. Boards that show your name are being updated. Other old messages stay in "
        "Discord."
    )
    await context.reply.replace(unboxed(done))
    for removal in await services.rating_roles.removals_of(context.user.id):
        await take_away(context.client, removal)
    if deletion is not None:
        await _show(context.client, deletion)


async def _show(client: ServingClient, deletion: Deletion) -> None:
    """Show what ended. If the bot dies meanwhile, its jobs and the next click on a card do that."""
    services = client.services
    for number in deletion.games:
        await announce(client, await services.games.get(number))
    for challenge in deletion.challenges:
        await edit_card(client, challenge, await challenge_card(challenge))


async def show_privacy_panel(context: Context) -> None:
    """Show a person the file and the button that deletes what's in it."""
    await context.admit_extra()
    exported = await context.services.exports.export(context.user.id)
    if exported is None:
        sentence = context.words.say(
            "Nothing is stored about you. That changes with your first game or puzzle."
        )
        await context.reply.private(sentence)
        return
    await context.reply.private(privacy_panel(context.words, await fitting_file(exported)))


def privacy_panel(words: Words, file: Download | None) -> Content:
    """Return what's in the file, and what deleting means. Without a ``file``, it's too large for Discord."""
    title = words.say("### Your data")
    if file is None:
        explanation = words.say(
            "There's too much stored about you to send it here. Ask the person who runs this bot."
        )
    else:
        explanation = words.say(
            "This file has everything that's stored about you: your games and their moves, challenges, "
            "ratings, settings, notes, and the rest. Only you can see it here."
        )
    meaning = words.say(
        "**Delete my data** resigns your running games, withdraws your challenges, and deletes your name, "
        "settings, notes, conditional moves, blocks, vacations, and puzzles. The games you've played stay "
        "available to your opponents, as games of a “Deleted player”."
    )
    row = Row(button(Ask(DeleteData()), words.say("Delete my data"), discord.ButtonStyle.danger))
    return boxed(f"{title}\n{explanation}", file or "", meaning, rows=[row])


async def fitting_file(exported: bytes) -> Download | None:
    """Return the file as is, or compressed if it's large; None if Discord wouldn't accept it even then."""
    if len(exported) <= LARGEST_FILE:
        return Download(_FILE, exported)
    compressed = await asyncio.to_thread(_compressed, exported)
    return Download(f"{_FILE}.zip", compressed) if len(compressed) <= LARGEST_FILE else None


def _compressed(exported: bytes) -> bytes:
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive, archive.open(_FILE, "w") as entry:
        # In small parts, so that other threads get their turn.
        for first in range(0, len(exported), _PART):
            entry.write(exported[first : first + _PART])
    return target.getvalue()
