"""Plays a move that someone typed, as if they had pressed its button, and tells them what follows."""

from collections.abc import Sequence
from functools import partial
from gettext import NullTranslations
from typing import Final

from discord import ui

from bot.locale import ENGLISH, words_for
from bot.matches.match.match import Match
from bot.matches.match.turns import check_turn
from bot.ui.board.board_text import status
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import announce_after_panel
from bot.ui.context.context import Context
from bot.ui.games.move_panel import move_panel
from bot.ui.games.typed_moves import TypedMove, move_name, offered_moves, read_move
from bot.ui.message.content import Box, Content, layout
from bot.ui.text.demands import demand_sentence
from bot.ui.text.text_board import text_board
from bot.ui.text.words import echoed, move_text, name
from engine import Move

MOST_NAMED: Final = 25
"""Maximum number of moves that a refusal lists."""


async def play_typed_move(context: Context, text: str, game_name: str | None) -> None:
    """Play the move that someone typed, in the game they named or the one they can only mean.

    Text that isn't one legal move is answered with what would be. If the person wants to confirm moves, they
    are asked first.

    Raises:
        MatchError: there is no such game, it could be several, or the person can't move in it.
    """
    services, who = context.services, context.user.id
    with context.client.intake.click(context.interaction.id):
        found = await services.game_queries.find_to_move(context.reader, game_name)
        game = await services.games.see(found, who)
        check_turn(game, game.revision, who)
        typed = read_move(text, game.position, _languages(context.words))
        if len(typed.moves) != 1:
            await context.reply.private(_refusal(context.words, text, game, typed))
            return
        await _play(context, game, typed.moves[0])


def completions(words: NullTranslations, game: Match, typed: str, most: int) -> Sequence[tuple[str, Move]]:
    """The legal moves to offer to someone who has typed so much, each under its notation and in words."""
    moves = offered_moves(typed, game.position, _languages(words))[:most]
    return [(f"{move} · {move_name(words, move)}", move) for move in moves]


async def _play(context: Context, game: Match, move: Move) -> None:
    if game.controls.confirm:
        await context.reply.private(await move_panel(context.words, game, move))
        return
    played = await context.services.games.play(game.number, game.revision, str(move), context.user.id)
    # What is told now is replaced by what the computer plays.
    await context.reply.progress(_told(context, move, played))
    await announce_after_panel(context, played)
    let_computer_play(context.client, played, context, partial(_tell_reply, context, move))


async def _tell_reply(context: Context, move: Move, game: Match) -> None:
    await context.reply.replace(_told(context, move, game))


def _told(context: Context, move: Move, game: Match) -> Content:
    """The person's move, the computer's reply if there is one, and what comes next."""
    words = context.words
    lines = [words.gettext("You played **{move}**.").format(move=move_text(move))]
    last = game.position.last_move
    if game.level is not None and last is not None and last != move:
        computer = name(game.opponent_of(context.user.id))
        # Translators: {player} is the name of the computer, {move} a move in signs.
        sentence = words.gettext("{player} replied **{move}**.")
        lines.append(sentence.format(player=computer, move=move_text(last)))
    lines.append(status(words, game))
    if context.reply.in_words:
        lines.append(text_board(words, game.position))
    return Content(layout(Box(ui.TextDisplay("\n".join(lines)))))


def _refusal(words: NullTranslations, text: str, game: Match, typed: TypedMove) -> str:
    _ = words.gettext
    legal = offered_moves("", game.position, [words])
    if typed.moves:
        # Translators: {text} is what someone typed.
        sentences = [_("{text} could be several moves.").format(text=echoed(text))]
    elif typed.understood:
        sentences = [
            # Translators: {text} is what someone typed.
            _("{text} isn't a legal move right now.").format(text=echoed(text)),
            demand_sentence(words, game.position),
        ]
    else:
        sentences = [
            # Translators: {text} is what someone typed, {move} a move in notation, such as "Tc2n".
            _("I don't recognize {text} as a move. You could type {move}, for example.").format(
                text=echoed(text), move=f"**{legal[-1]}**"
            ),
            demand_sentence(words, game.position),
        ]
    listed = typed.moves or legal
    if len(listed) <= MOST_NAMED:
        # Translators: {moves} are moves in notation, such as "Sb3, Tc2n".
        sentences.append(_("You can play: {moves}").format(moves=", ".join(map(str, listed))))
    return " ".join(sentences)


def _languages(words: NullTranslations) -> list[NullTranslations]:
    return [words, words_for(ENGLISH)]
