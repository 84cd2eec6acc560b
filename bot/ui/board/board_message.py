"""The message that shows a game: its text, its picture, and its buttons."""

from collections.abc import Mapping, Sequence
from functools import partial

import discord

import render
from bot.locale import Words, words_for
from bot.ui.board.board_text import header, status
from bot.ui.board.controls import AskBeforeMove, ChooseMove, PlayMove, control_rows, vote_step, watch_row
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, aimed_space
from bot.ui.components.drawing import board_png, drawn, match_picture, position_picture, scene_of
from bot.ui.message.content import GOLD, Content, Picture, Row, boxed, draw
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.message.selects import MOST_OPTIONS
from bot.ui.message.spelling import spell_out
from bot.ui.text.alt_text import aimed_text, chosen_text, headline, spelled_out
from bot.ui.text.values import ending, space_values_text
from bot.ui.text.words import color_name
from bot.values.base36 import format_number
from bot.values.game.game import Board, Game
from bot.values.lines import pack_position
from bot.values.players import Player, ThemeName
from engine import Color, Move, Position, Space

_MOST_ROWS = 5
"""Rows of buttons below a board: with more, its message wouldn't fit on a screen."""

NO_VALUES: Mapping[Space, render.SpaceValue] = {}
"""What's on the spaces of a board without values."""

_SCREEN = 269
"""Pixels for the rows and the lines between them and the picture: with more, they'd be off the screen."""

_ROW_HEIGHT = 40
_LINE_HEIGHT = 22
_LONGEST_TITLE = 62
"""Characters in a title on one line."""

_ACCENTS = {Color.WHITE: discord.Color(0xF4EFE4), Color.BLACK: discord.Color(0x0B0E13)}


async def bare_picture(
    words: Words,
    position: Position,
    theme: ThemeName,
    aimed: Space | None = None,
    values: Mapping[Space, render.SpaceValue] = NO_VALUES,
) -> Picture:
    """Return a position with both hands, a Triangle's space to be ``aimed``, or ``values`` on spaces."""
    white, black = (color_name(words, color) for color in Color)
    scene = render.Scene(position, white, black, aimed=aimed, values=values)
    png = await draw(render.board, scene, theme=drawn(theme))
    said = aimed_text(words, aimed) if aimed else ending(words, position)
    # Every picture has its own name, so that no client shows an older one instead.
    packed = pack_position(position).encode().hex()
    shown = "".join(f"{space}{value.value.value[0]}{value.moves or ''}" for space, value in values.items())
    filename = f"position-{packed}-{aimed or 'none'}{shown}-{theme}.png"
    said = f"{said} {space_values_text(words, values)}".strip()
    return position_picture(words, filename, png, position, headline(words, position), said=said)


def move_number(words: Words, position: Position) -> str:
    """Return after how many moves a position is, and whose turn it is; or that the game is over."""
    if position.outcome() is not None:
        # Translators: the position after the last move of a game, in a heading such as "Analysis · Pyrga ·
        # end".
        return words.label("position", "end")
    if not position.ply:
        # Translators: in a heading such as "Analysis · Pyrga · start, White to play".
        return words.say("start, White to play")
    if position.turn is Color.WHITE:
        # Translators: in a heading such as "Analysis · Pyrga · after move 2, White to play".
        return words.say("after move {move}, White to play", move=position.ply)
    return words.say("after move {move}, Black to play", move=position.ply)


async def board_message(
    game: Game,
    icons: Icons,
    choice: Choice = NOTHING,
    *,
    board: Board | None = None,
    called: Sequence[Player] = (),
) -> Content:
    """Return the message that shows ``game``, with what the player to move has chosen so far.

    It's for a ``board``, which doesn't have to exist yet, or else for the one where the game is played.
    ``called`` are the people that a new message notifies.
    """
    board = board or game.board
    words, in_words = words_for(board.language), game.has_text(board.reader or board.side)
    aimed = aimed_space(game.position, choice, compact=game.controls.compact)
    picture = await board_picture(words, game, aimed=aimed, theme=board.theme)
    if board.watched:
        rows = [watch_row(words, game)]
    else:
        controls = control_rows(words, game)
        # In words, many moves are in a menu, and the picture is small.
        shown_icons, most = (NO_ICONS, MOST_OPTIONS) if in_words else (icons, _MOST_ROWS - len(controls))
        moves = _move_rows(words, game, shown_icons, choice, most)
        rows = [*moves, *controls]
        if len(rows) > _MOST_ROWS and not in_words:
            rows = _closed_up(moves, controls)
    title = header(words, game, in_words=in_words)
    # A board in words has room: its picture is small.
    room = None if in_words else _room(title, rows)
    content = boxed(
        title,
        picture,
        status(words, game, choice, called=called, room=room),
        rows=rows,
        accent=GOLD if game.outcome else _ACCENTS[game.position.turn],
    )
    if in_words:
        spell_out(content, partial(spelled_out, words), words.say("Choose a move"))
    return content


async def board_picture(
    words: Words,
    game: Game,
    *,
    chosen: Move | None = None,
    aimed: Space | None = None,
    theme: ThemeName | None = None,
) -> Picture:
    """Return the board of ``game`` with its alt text, in a theme or else in that of where it's played.

    It shows a move that was ``chosen`` and is waiting to be confirmed, or the space of a Triangle whose
    direction is being chosen. The file gets a new name with every revision and every such choice, so that no
    client shows an older one.
    """
    scene = scene_of(game, chosen=chosen, aimed=aimed)
    png = await draw(board_png, scene, theme or game.theme)
    choice = [str(each) for each in (chosen, aimed) if each is not None]
    filename = "-".join(["board", format_number(game.number), str(game.revision), *choice])
    said = chosen_text(words, chosen) if chosen else ""
    if aimed:
        said = aimed_text(words, aimed)
    return match_picture(words, f"{filename}.png", png, game, said=said)


def _room(title: str, rows: Sequence[Row]) -> int:
    """Return how many lines fit on a screen between a picture and the rows below it."""
    room = (_SCREEN - _ROW_HEIGHT * len(rows)) // _LINE_HEIGHT
    return room - len(title) // _LONGEST_TITLE


def _closed_up(moves: Sequence[Row], controls: Sequence[Row]) -> list[Row]:
    """Return the rows of a grid, with room for the last control in the last one, and the others in a row."""
    *others, last = [button for row in controls for button in row.children]
    moves[-1].add_item(last)
    return [*moves, Row(*others)]


def _move_rows(words: Words, game: Game, icons: Icons, choice: Choice, most: int) -> list[Row]:
    if game.outcome is not None or game.computer_moves or (game.crowd_votes and not game.crowd_votes_here):
        return []

    number, revision = game.number, game.revision
    played = AskBeforeMove if game.controls.confirm else PlayMove

    def named(step: Move | Choice) -> CustomId:
        if game.crowd is not None:
            return vote_step(game, step)
        if isinstance(step, Choice):
            return ChooseMove(number, revision, step)
        return played(number, revision, step)

    buttons = MoveButtons(words, game.position, named, icons, compact=game.controls.compact, most=most)
    return buttons.rows(choice)
