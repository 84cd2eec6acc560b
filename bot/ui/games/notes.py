"""The forms in which a player writes about a game: a private note, or a report to the host."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.locale import Words
from bot.ui.components.forms import form_with
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click, on_form
from bot.ui.games.more_panel import OpenNote, OpenReport, more_panel
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.incoming import typed_text
from bot.ui.text.words import game_name
from bot.use_cases.games import notes
from bot.use_cases.servers import moderation

_FIELD = "text"


class NoteForm(CustomId, word="note-form"):
    """The form for a private note about ``game``."""

    game: int


def note_form(words: Words, number: int, note: str) -> ui.Modal:
    """Return the form for the note about the game with this ``number``, with the note as it stands."""
    title = words.say("Game {game}", game=game_name(number))
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=_FIELD,
        style=discord.TextStyle.paragraph,
        default=note or None,
        required=False,
        max_length=notes.LONGEST,
    )
    label = ui.Label(
        text=words.say("Private note"), description=words.say("Only you can see it."), component=field
    )
    return form_with(NoteForm(number), title, label)


@on_click(OpenNote, opens_form=True)
async def open_note(context: Context, clicked: OpenNote) -> None:
    """Open the form. Whether the person plays in the game is checked when it comes back."""
    note = await context.services.notes.read(clicked.game, player_id=context.user.id)
    await context.reply.form(note_form(context.words, clicked.game, note))


@on_form(NoteForm)
async def answer_note(context: Context, form: NoteForm, data: Mapping[str, Any]) -> None:
    """Store what was written, and show it on the panel that the form came from."""
    services, who, words = context.services, context.user.id, context.words
    game = await services.notes.write(form.game, typed_text(data, _FIELD), player_id=who)
    note = await services.notes.read(game.number, player_id=who)
    said = words.say("Note saved.") if note else words.say("Note deleted.")
    await context.reply.private(more_panel(words, game, who, note, said), in_place=True)


class ReportForm(CustomId, word="report-form"):
    """The form for a report about ``game``."""

    game: int


def report_form(words: Words, number: int) -> ui.Modal:
    """Return the form for a report about the game with this ``number``."""
    title = words.say("Report game {game}", game=game_name(number))
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=_FIELD, style=discord.TextStyle.paragraph, min_length=1, max_length=moderation.LONGEST
    )
    whom = words.say("Whoever runs this bot will read it, with your name and your opponent's.")
    label = ui.Label(text=words.say("What happened?"), description=whom, component=field)
    return form_with(ReportForm(number), title, label)


@on_click(OpenReport, opens_form=True)
async def open_report(context: Context, clicked: OpenReport) -> None:
    """Open the form. Whether the person plays in the game is checked when it comes back."""
    await context.reply.form(report_form(context.words, clicked.game))


@on_form(ReportForm)
async def answer_report(context: Context, form: ReportForm, data: Mapping[str, Any]) -> None:
    """Store the report."""
    await context.services.reports.report(form.game, typed_text(data, _FIELD), player_id=context.user.id)
    sentence = context.words.say(
        "Thanks, your report is on its way to whoever runs this bot. Press **Block** under **More…** to "
        "never meet this player again."
    )
    await context.reply.private(sentence)
