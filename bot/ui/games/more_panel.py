"""The private panel behind *More…*: what a game offers besides its row of controls.

That includes the forms for a private note about the game and for a report to the host.
"""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.locale import Words
from bot.ui.board.controls import ShowMore
from bot.ui.board.display import announce_after_panel, show
from bot.ui.components.forms import form_with
from bot.ui.components.panels import confirm_panel, level_menu
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click, on_form
from bot.ui.games.conditional_moves import ShowConditionalMoves
from bot.ui.games.endings import Abort, Resign
from bot.ui.message.content import Button, Content, Row, boxed, rows_of
from bot.ui.message.custom_ids import Ask, BlockOpponent, Count, CustomId, ShowHelp, ShowReplay, button
from bot.ui.message.incoming import typed_text
from bot.ui.settings.panel import ShowOwnSettings
from bot.ui.text.words import escaped, game_name
from bot.use_cases import servers
from bot.use_cases.games import notes
from bot.values.challenges import ColorChoice
from bot.values.game import offers
from bot.values.game.boards import hide_text, text_keeper
from bot.values.game.game import Game


class AskForText(CustomId, word="ask-text"):
    """Asks the other player to have the board of ``game`` in words, as it stood at ``revision``."""

    game: int
    revision: Count


class AskToCancel(CustomId, word="ask-cancel"):
    """Asks the other player to cancel ``game``, as it stood at ``revision``."""

    game: int
    revision: Count


class HideText(CustomId, word="hide-text"):
    """Shows the board of ``game`` as a picture only."""

    game: int


class OpenNote(CustomId, word="note", label=lambda words: words.say("Private note")):
    """Opens the form for a private note about ``game``."""

    game: int


class OpenReport(CustomId, word="report"):
    """Opens the form for a report to the host about ``game``."""

    game: int


def more_panel(words: Words, game: Game, player_id: int, note: str, said: str = "") -> Content:
    """Return what ``player_id`` can do in ``game``, as a player or a spectator, and their note about it.

    ``said`` is what was just done.
    """
    title = words.say("Game {game}", game=game_name(game.number))
    lines = [f"### {title}"]
    if said:
        lines.append(said)
    if note:
        quoted = escaped(note).replace("\n", "\n> ")
        heading = words.say("Your private note:")
        lines.append(f"{heading}\n> {quoted}")
    if game.outcome is None:
        return boxed(lines, rows=rows_of(_running_buttons(words, game, player_id)))
    rows = rows_of(_finished_buttons(words, game, player_id))
    color = game.color_of(player_id)
    if game.level is not None and color is not None:
        rows.append(Row(level_menu(words, ruleset=game.ruleset, color=ColorChoice(color.opponent))))
    return boxed(lines, rows=rows)


def _running_buttons(words: Words, game: Game, player_id: int) -> list[Button]:
    number = game.number
    color = game.color_of(player_id)
    buttons = [button(ShowReplay(number), words), button(ShowHelp(number), words)]
    if color is None:
        return buttons
    if game.level is None and color is not game.position.turn:
        buttons.insert(0, button(ShowConditionalMoves(number, game.revision), words.say("Conditional moves")))
    if game.has_takebacks and _may_ask(game) and game.ply_to_return_to(color) is not None:
        buttons.insert(0, button(Ask(TakeBack(number, game.revision)), words.say("Take back")))
    if _may_ask(game) and game.may_be_canceled_together:
        buttons.append(button(AskToCancel(number, game.revision), words.say("Cancel game")))
    if not _may_ask(game):
        # A question has taken the place of this button on the board.
        if game.is_cancelable:
            buttons.insert(0, button(Ask(Abort(number)), words.say("Cancel game")))
        else:
            buttons.insert(0, button(Ask(Resign(number)), words.label("button", "Resign")))
    return [
        *buttons,
        button(OpenNote(number), words),
        *_text_buttons(words, game, player_id),
        *_report_buttons(words, game),
        button(ShowOwnSettings(), words.say("Settings")),
    ]


def _may_ask(game: Game) -> bool:
    return game.offer is None and not (game.clock is not None and game.clock.claimable)


def _finished_buttons(words: Words, game: Game, player_id: int) -> list[Button]:
    note = button(OpenNote(game.number), words)
    own = [note, *_text_buttons(words, game, player_id), *_report_buttons(words, game)]
    return [*(own if game.color_of(player_id) else []), button(ShowHelp(game.number), words)]


def _report_buttons(words: Words, game: Game) -> list[Button]:
    """Return the buttons to report a game that no moderator can decide about, and to block the other.

    Discord only offers people of the same server to /pyrga block.
    """
    if not game.is_in_two_places:
        return []
    # Translators: button (about 20 characters): tell whoever runs the bot what someone did.
    report = button(OpenReport(game.number), words.say("Report…"))
    # Translators: button (about 20 characters): never play the opponent of this game again.
    block = button(BlockOpponent(game.number), words.label("block a person", "Block"))
    return [report] if game.has_deleted_player else [report, block]


def _text_buttons(words: Words, game: Game, player_id: int) -> list[Button]:
    """Return the button that asks for the board in words, or hides the words again, if that's possible now.

    In a game in two places, each player has a board of their own, which is in words if their settings say so.
    """
    if game.is_in_two_places:
        return []
    if not game.has_text():
        # Translators: boards and moves in words, for people who have messages read to them. Also a button
        # (about 20 characters).
        asked = button(AskForText(game.number, game.revision), words.say("Text mode"))
        return [asked] if game.outcome is None and _may_ask(game) else []
    color = game.color_of(player_id)
    if color is None or text_keeper(game, color) is not None:
        return []
    # Translators: button (about 20 characters) that takes the board in words away again.
    return [button(HideText(game.number), words.say("Exit text mode"))]


class TakeBack(CustomId, word="take-back"):
    """Takes back the person's last move in ``game`` as it stood at ``revision``, or asks for that."""

    game: int
    revision: Count


@on_click(ShowMore)
async def show_more(context: Context, clicked: ShowMore) -> None:
    """Show what a game offers to the person who asks."""
    services, who = context.services, context.user.id
    game = await services.games.see(await context.seen_game(clicked.game), who)
    note = await services.notes.read(game.number, player_id=who)
    await context.reply.private(more_panel(context.words, game, who, note))


@on_click(AskForText)
async def ask_for_text(context: Context, clicked: AskForText) -> None:
    """Ask the other player to have the board in words, too, or show it so in a game with the computer."""
    who, words = context.user.id, context.words
    game = await context.services.games.change(
        clicked.game, lambda game, _: offers.ask_for_text(game, clicked.revision, player_id=who), by=who
    )
    said = words.say("Text mode requested.")
    if game.has_text():
        said = words.say("The board is now in words, too.")
    await _announce(context, game, said)


@on_click(AskToCancel)
async def ask_to_cancel(context: Context, clicked: AskToCancel) -> None:
    """Ask the other player to end the game without a result."""
    who = context.user.id
    game = await context.services.games.change(
        clicked.game, lambda game, _: offers.ask_to_cancel(game, clicked.revision, player_id=who), by=who
    )
    await _announce(context, game, context.words.say("Cancellation requested."))


async def _announce(context: Context, game: Game, said: str) -> None:
    """Say on the panel what was just done, and show it on the boards."""
    who = context.user.id
    note = await context.services.notes.read(game.number, player_id=who)
    panel = more_panel(context.words, game, who, note, said)
    await announce_after_panel(context, game, context.reply.replace(panel))


@on_click(HideText)
async def show_picture_only(context: Context, clicked: HideText) -> None:
    """Show the board as a picture only to everyone who sees the game."""
    number, services, who = clicked.game, context.services, context.user.id
    game = await services.games.update(number, lambda game, _: hide_text(game, who))
    said = context.words.say("The board is an image only again.")
    note = await services.notes.read(number, player_id=who)
    await context.reply.replace(more_panel(context.words, game, who, note, said))
    await show(context.client, game)


def take_back_panel(words: Words, game: Game, asked: TakeBack) -> Content:
    """Ask a player whether they still want to take their move back."""
    question = words.say("With a takeback, a win won't count as beating level {level}.", level=game.level)
    return confirm_panel(question, asked, words.say("Take back"), words.label("change nothing", "Cancel"))


async def _take_back_question(context: Context, clicked: TakeBack) -> Content | None:
    """Ask the person whether they're sure if it costs them a place on the ladder."""
    game = await context.services.games.get(clicked.game)
    offers.check_may_take_back(game, clicked.revision, player_id=context.user.id)
    return take_back_panel(context.words, game, clicked) if game.is_unaided else None


@on_click(TakeBack, asks=_take_back_question)
async def take_back(context: Context, clicked: TakeBack) -> None:
    """Take back the person's last move, or ask their opponent to agree."""
    who, words = context.user.id, context.words
    game = await context.services.games.change(
        clicked.game,
        lambda game, now: offers.take_back(game, now, revision=clicked.revision, player_id=who),
        by=who,
    )
    said = words.say("Move taken back.") if game.offer is None else words.say("Takeback requested.")
    if not game.seat_of(who).controls.confirm:
        tip = words.say("Tip: to confirm your moves before they're played, see /pyrga settings.")
        said = f"{said}\n-# {tip}"
    await _announce(context, game, said)


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


async def _note_again(context: Context, form: NoteForm) -> ui.Modal:
    return note_form(context.words, form.game, "")


@on_form(NoteForm, again=_note_again)
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
        custom_id=_FIELD, style=discord.TextStyle.paragraph, min_length=1, max_length=servers.LONGEST
    )
    whom = words.say("Whoever runs this bot will read it, with your name and your opponent's.")
    label = ui.Label(text=words.say("What happened?"), description=whom, component=field)
    return form_with(ReportForm(number), title, label)


@on_click(OpenReport, opens_form=True)
async def open_report(context: Context, clicked: OpenReport) -> None:
    """Open the form. Whether the person plays in the game is checked when it comes back."""
    await context.reply.form(report_form(context.words, clicked.game))


async def _report_again(context: Context, form: ReportForm) -> ui.Modal:
    return report_form(context.words, form.game)


@on_form(ReportForm, again=_report_again)
async def answer_report(context: Context, form: ReportForm, data: Mapping[str, Any]) -> None:
    """Store the report."""
    await context.services.reports.report(form.game, typed_text(data, _FIELD), player_id=context.user.id)
    sentence = context.words.say(
        "Thanks, your report is on its way to whoever runs this bot. Press **Block** under **More…** to "
        "never meet this player again."
    )
    await context.reply.private(sentence)
