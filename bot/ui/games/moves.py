"""Moves given by a command, and the panel that confirms a move."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import discord

from bot.locale import ENGLISH, Words, words_for
from bot.ui.board.board_message import board_picture
from bot.ui.board.board_text import status
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.control_row import ConfirmMove
from bot.ui.board.display import announce_after_panel, show
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.games.typed_moves import TypedMove, offered_moves, read_move
from bot.ui.message.content import Content, Row, boxed, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.alt_text import board_lines, move_name
from bot.ui.text.status import demand_sentence
from bot.ui.text.words import echoed, joined, move_text, name
from bot.values.game import turns
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, RepeatedMoveError, StaleRevisionError
from bot.values.game.turns import check_player, check_turn, position_after
from engine import Move

MOST_NAMED: Final = 25
"""Maximum number of moves that a refusal lists."""


class PlayNothing(CustomId, word="play-nothing"):
    """Doesn't play the move that was asked about."""


async def move_panel(words: Words, game: Game, move: Move) -> Content:
    """Ask the player to move whether to play a move, and show it hatched on the board."""
    position_after(game, str(move))
    picture = await board_picture(words, game, chosen=move)
    # Translators: {move} is a move in signs.
    question = words.say("Play **{move}**?", move=move_text(move))
    play = ConfirmMove(game.number, game.revision, move)
    row = Row(
        button(play, words.label("play the chosen move", "Play"), discord.ButtonStyle.success),
        button(PlayNothing(), words.label("change nothing", "Cancel")),
    )
    return boxed(picture, question, rows=[row], accent=None)


@on_click(ConfirmMove)
async def play(context: Context, clicked: ConfirmMove) -> None:
    """Play the move that was asked about, if the game still stands as it did then."""
    words, move, who = context.words, clicked.move, context.user.id
    try:
        game = await context.services.games.change(
            clicked.game,
            partial(turns.play, revision=clicked.revision, text=str(move), player_id=who),
            by=who,
        )
    except RepeatedMoveError:
        await context.reply.replace(unboxed(_played(words, move)))
        return
    except (FinishedGameError, StaleRevisionError) as error:
        check_player(error.game, who)
        await context.reply.replace(unboxed(context.refusal(error)))
        await show(context.client, error.game)
        return
    await context.reply.replace(unboxed(_played(words, move)))
    await announce_after_panel(context, game)
    let_computer_play(context.client, game, context)


@on_click(PlayNothing)
async def cancel(context: Context, clicked: PlayNothing) -> None:
    """Play nothing."""
    del clicked
    await context.reply.replace(unboxed(context.words.say("OK, nothing was played. It's still your turn.")))


def _played(words: Words, move: Move) -> str:
    # Translators: {move} is a move in signs.
    return words.say("You played **{move}**.", move=move_text(move))


async def play_typed_move(context: Context, text: str, game_name: str | None) -> None:
    """Play the move that someone typed, in the game they named or the one they can only mean.

    Text that isn't one legal move is answered with what would be. If the person wants to confirm moves, they
    are asked first.
    """
    services, who = context.services, context.user.id
    with context.client.intake.click(context.interaction.id):
        found = await services.game_queries.find_to_move(context.reader, game_name)
        game = await services.games.see(found, who)
        check_turn(game, game.revision, player_id=who)
        typed = read_move(text, game.position, _languages(context.words))
        if len(typed.moves) != 1:
            await context.reply.private(_refusal(context, text, game, typed))
            return
        await _play(context, game, typed.moves[0])


def completions(words: Words, game: Game, typed: str, most: int) -> Sequence[tuple[str, Move]]:
    """Return the legal moves to offer to someone who has typed so much, in notation and in words."""
    moves = offered_moves(typed, game.position, _languages(words))[:most]
    return [(f"{move} · {move_name(words, move)}", move) for move in moves]


async def _play(context: Context, game: Game, move: Move) -> None:
    if game.controls.confirm:
        await context.reply.private(await move_panel(context.words, context.named(game), move))
        return
    who = context.user.id
    played = await context.services.games.change(
        game.number, partial(turns.play, revision=game.revision, text=str(move), player_id=who), by=who
    )
    # What is told now is replaced by what the computer plays.
    await context.reply.progress(_told(context, move, played))
    await announce_after_panel(context, played)
    let_computer_play(context.client, played, context, partial(_tell_reply, context, move))


async def _tell_reply(context: Context, move: Move, game: Game) -> None:
    await context.reply.replace(_told(context, move, game))


def _told(context: Context, move: Move, game: Game) -> Content:
    """Return the person's move, the computer's reply if there is one, and what comes next."""
    words, game = context.words, context.named(game)
    lines = [_played(words, move)]
    last = game.position.last_move
    if game.level is not None and last is not None and last != move:
        computer = name(game.opponent_of(context.user.id))
        # Translators: {player} is the name of the computer, {move} a move in signs.
        sentence = words.say("{player} replied **{move}**.", player=computer, move=move_text(last))
        lines.append(sentence)
    lines.append(status(words, game))
    if context.reply.in_words:
        lines += board_lines(words, game.position)
    return boxed(lines, accent=None)


def _refusal(context: Context, text: str, game: Game, typed: TypedMove) -> str:
    words = context.words
    legal = offered_moves("", game.position, [words])

    def shown(moves: Sequence[Move]) -> str:
        """Return moves as the person could type them: in notation, unless they're read to them."""
        if context.reply.in_words:
            return joined(words, [move_name(words, move) for move in moves])
        return ", ".join(map(str, moves))

    if typed.moves:
        # Translators: {text} is what someone typed.
        sentences = [words.say("{text} could be several moves.", text=echoed(text))]
    elif typed.understood:
        # Translators: {text} is what someone typed.
        illegal = words.say("{text} isn't a legal move right now.", text=echoed(text))
        sentences = [illegal, demand_sentence(words, game.position)]
    else:
        # Translators: {text} is what someone typed, {move} a move in notation or in words, such as "Tc2n".
        unknown = words.say(
            "I don't recognize {text} as a move. You could type {move}, for example.",
            text=echoed(text),
            move=f"**{shown(legal[-1:])}**",
        )
        sentences = [unknown, demand_sentence(words, game.position)]
    listed = typed.moves or legal
    if len(listed) <= MOST_NAMED:
        # Translators: {moves} are moves in notation or in words, such as "Sb3, Tc2n".
        sentences.append(words.say("You can play: {moves}", moves=shown(listed)))
    return " ".join(sentences)


def _languages(words: Words) -> list[Words]:
    return [words, words_for(ENGLISH)]
