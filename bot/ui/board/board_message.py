"""The one public message of a game: header, picture, status, moves, control row."""

from collections.abc import Sequence
from functools import partial
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.values.players import Player
from bot.ui.board.board_text import header, status
from bot.ui.board.buttons import AskBeforeMove, ChooseMove, PlayMove
from bot.ui.board.control_row import control_rows
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, MoveButtons, mode
from bot.ui.components.scenes import scene_of
from bot.ui.components.themes import drawn
from bot.ui.message.accents import GOLD
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.drawing import draw
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.text.alt_text import board_text
from bot.ui.text.letters import letter
from bot.ui.text.text_board import text_board
from engine import Color, Move, Space

_ACCENTS = {Color.WHITE: discord.Color(0xF4EFE4), Color.BLACK: discord.Color(0x0B0E13)}


async def board_message(
    game: Match, icons: Icons, choice: Choice = NOTHING, *, called: Sequence[Player] = ()
) -> Content:
    """The message that shows ``game``, with what the player to move has chosen so far.

    ``called`` are the people that a new message notifies.
    """
    words = words_for(game.language)
    picture = await board_picture(words, game, aimed=_aimed(game, choice))
    container = Box(
        ui.TextDisplay(header(words, game)),
        picture.gallery(),
        ui.TextDisplay(status(words, game, choice, called=called)),
        accent_color=GOLD if game.outcome else _ACCENTS[game.position.turn],
    )
    # The rows are below the container, not in it: its padding would make the fourth button wrap on a phone.
    shown_icons = NO_ICONS if game.text_board else icons
    rows = [*_move_rows(words, game, shown_icons, choice), *control_rows(words, game)]
    content = Content(layout(container, *rows), (picture,))
    if game.text_board:
        content.add_texts()
        letter(content.view)
    return content


async def board_picture(
    words: NullTranslations, game: Match, *, chosen: Move | None = None, aimed: Space | None = None
) -> Picture:
    """The board of ``game`` with its alt text.

    It shows a move that was ``chosen`` and is waiting to be confirmed, or the space of a Triangle whose
    direction is being chosen. The file gets a new name with every revision and every such choice, so that no
    client shows an older one.
    """
    scene = scene_of(game, chosen=chosen, aimed=aimed)
    png = await draw(render.board, scene, theme=drawn(game.theme))
    choice = [str(each) for each in (chosen, aimed) if each is not None]
    filename = "-".join(["board", format_number(game.number), str(game.revision), *choice])
    described = board_text(words, game, chosen, aimed)
    return Picture(f"{filename}.png", png, described, partial(text_board, words, game.position))


def _aimed(game: Match, choice: Choice) -> Space | None:
    return (
        choice.space if mode(game.position, choice, compact=game.controls.compact) is Mode.DIRECTION else None
    )


def _move_rows(words: NullTranslations, game: Match, icons: Icons, choice: Choice) -> list[Row]:
    if game.outcome is not None or game.computer_moves:
        return []

    number, revision = game.number, game.revision
    played = AskBeforeMove if game.controls.confirm else PlayMove

    def named(step: Move | Choice) -> CustomId:
        if isinstance(step, Choice):
            return ChooseMove(number, revision, step)
        return played(number, revision, step)

    return MoveButtons(words, game.position, named, icons, compact=game.controls.compact).rows(choice)
