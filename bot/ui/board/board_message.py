"""The one public message of a game: header, picture, moves, control row."""

from collections.abc import Sequence
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.values.challenges import Start
from bot.matches.values.games import Game
from bot.matches.values.players import Player
from bot.ui.board.control_row import control_rows
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, MoveButtons, mode
from bot.ui.components.themes import drawn
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import MoveAction
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.custom_ids import GameButton
from bot.ui.message.drawing import draw
from bot.ui.message.icons import Icons
from bot.ui.message.select_ids import MoveSelect
from bot.ui.text.alt_text import board_text
from bot.ui.text.clocks import clock_lines
from bot.ui.text.demands import demand_sentence
from bot.ui.text.offers import offer_lines
from bot.ui.text.words import (
    colour_name,
    game_name,
    move_label,
    move_text,
    name,
    rating_lines,
    result,
    ruleset_name,
    start_name,
)
from engine import Colour, Move, Ruleset

_ACCENTS = {Colour.WHITE: discord.Colour(0xF4EFE4), Colour.BLACK: discord.Colour(0x0B0E13)}


async def board_message(
    game: Game, icons: Icons, choice: Choice = NOTHING, *, called: Sequence[Player] = ()
) -> Content:
    """The message that shows ``game``, with what the player to move has chosen so far.

    ``called`` are the people whom a new message notifies.
    """
    words = words_for(game.language)
    picture = await board_picture(words, game, _to_be_confirmed(game, choice))
    text = header(words, game, choice)
    if game.outcome is not None and called:
        text += f"\n-# {' '.join(f'<@{player.id}>' for player in called)}"
    container = Box(
        ui.TextDisplay(text),
        picture.gallery(),
        ui.TextDisplay(footer(words, game)),
        accent_colour=GOLD if game.outcome else _ACCENTS[game.position.turn],
    )
    # The rows are below the container, not in it: its padding would make the fourth button wrap on a phone.
    rows = [*_move_rows(words, game, icons, choice), *control_rows(words, game)]
    return Content(layout(container, *rows), (picture,))


async def board_picture(words: NullTranslations, game: Game, chosen: Move | None = None) -> Picture:
    """The board of ``game`` with its alt text, showing a move that was chosen and waits to be confirmed.

    The file gets a new name with every revision and every such move, so that no client shows an older one.
    """
    scene = render.Scene(
        game.position,
        game.white.name,
        game.black.name,
        game.outcome,
        start=drawn_start(game),
        chosen=chosen,
    )
    png = await draw(render.board, scene, theme=drawn(game.theme))
    parts = ["board", format_number(game.number), str(game.revision), *([str(chosen)] if chosen else [])]
    return Picture(f"{'-'.join(parts)}.png", png, board_text(words, game, chosen))


def _to_be_confirmed(game: Game, choice: Choice) -> Move | None:
    return choice.move if mode(game.position, choice, game.controls) is Mode.CONFIRM else None


def drawn_start(game: Game) -> render.Start:
    """How the board's picture shows the start of the game."""
    if game.swapped:
        return render.Start.SWAPPED
    return render.Start.BALANCED if game.start is Start.BALANCED else render.Start.PLAIN


def header(words: NullTranslations, game: Game, choice: Choice = NOTHING) -> str:
    """The lines above the board: which game, whose turn, and what to do."""
    _ = words.gettext
    if game.outcome is not None:
        title = _("Pyrga {game} · finished").format(game=game_name(game.number))
        return "\n".join([f"### {title}", result(words, game), *rating_lines(words, game)])
    title = _("Pyrga {game} · move {move}").format(game=game_name(game.number), move=game.position.ply + 1)
    colour = colour_name(words, game.position.turn)
    if game.computer_moves:
        thinking = _("{computer} ({colour}) is thinking…").format(computer=name(game.to_move), colour=colour)
        return f"### {title}\n{thinking}"
    turn = _("<@{player}> ({colour}) to play").format(player=game.to_move.id, colour=colour)
    lines = [turn, _task(words, game, choice), *clock_lines(words, game), *offer_lines(words, game)]
    return "\n".join([f"### {title}", *lines])


def footer(words: NullTranslations, game: Game) -> str:
    """The small line below: who plays, the last move, the Towers, and anything unusual."""
    _ = words.gettext
    parts = [
        _("{white} (White) against {black} (Black)").format(white=name(game.white), black=name(game.black))
    ]
    if game.position.last_move is not None:
        parts.append(_("last move {move}").format(move=move_label(game.position.last_move)))
    white, black = (len(game.position.towers(colour)) for colour in Colour)
    parts.append(_("Towers {white}:{black}").format(white=white, black=black))
    if game.ruleset is not Ruleset.PYRGA:
        parts.append(ruleset_name(words, game.ruleset))
    if game.start is not Start.PLAIN:
        parts.append(_("sides swapped") if game.swapped else start_name(words, game.start))
    if game.rated:
        parts.append(_("rated"))
    if game.outcome is not None and game.hints:
        parts.append(_hints(words, game))
    return f"-# {' · '.join(parts)}"


def _hints(words: NullTranslations, game: Game) -> str:
    _ = words.gettext
    taken = [(game.player(colour), hints) for colour in Colour if (hints := game.seat(colour).hints)]
    if not taken:
        return _("no hints used")
    # Translators: how many hints the players took, such as "hints: Ada 2, Blaise 1".
    counts = ", ".join(f"{name(player)} {count}" for player, count in taken)
    return _("hints used: {counts}").format(counts=counts)


def _task(words: NullTranslations, game: Game, choice: Choice) -> str:
    _ = words.gettext
    move = _to_be_confirmed(game, choice)
    if move is not None:
        return _("Play **{move}**?").format(move=move_text(move))
    chosen = mode(game.position, choice, game.controls)
    if chosen is Mode.DIRECTION:
        return _("Which way should the Triangle on **{space}** point?").format(space=choice.space)
    demand = demand_sentence(words, game.position)
    if game.offers_swap:
        offer = _("Or swap sides and take White's first move.")
        demand = f"{demand} {offer}"
    if chosen is not Mode.GRID:
        return demand
    hint = _("Choose a kind, then a space.")
    return f"{demand} {hint}"


def _move_rows(words: NullTranslations, game: Game, icons: Icons, choice: Choice) -> list[Row]:
    if game.outcome is not None or game.computer_moves:
        return []

    def named(action: MoveAction, argument: str) -> GameButton:
        return GameButton(game.number, game.revision, action, argument)

    menu = MoveSelect(game.number, game.revision)
    return MoveButtons(words, game.position, named, icons, game.controls, menu).rows(choice)
