"""What a review says first: a few moments that mattered, and one thing that its reader did well."""

import discord

from bot.locale import Words
from bot.ui.message.content import Button
from bot.ui.message.custom_ids import button
from bot.ui.review.variations import ShowPosition, Way
from bot.ui.text.words import all_of, move_text, name
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Judgment, Review, Value


def opening_position(game: Game, review: Review, reader: Player) -> int:
    """Return the number of the position where a review opens for ``reader``.

    It's after the move that cost them most, or anyone if they didn't play; without any, the last one.
    """
    costliest = review.costliest(game.color_of(reader.id))
    return costliest[0] + 1 if costliest else game.position.ply


def coach_lines(words: Words, game: Game, review: Review, reader: Player) -> list[str]:
    """Return which moments mattered most, and what ``reader`` did well if they played the game."""
    moments = [ply + 1 for ply in review.key_moments(game.color_of(reader.id))]
    lines = []
    if moments:
        # Translators: in the review of a game; {moves} are numbers of moves, such as "8, 12 and 18".
        sentence = words.count(
            "Key moment: move {moves}",
            "Key moments: moves {moves}",
            len(moments),
            moves=all_of(words, moments),
        )
        lines.append(f"**{sentence}**")
    return [*lines, *filter(None, [_praise(words, game, review, reader)])]


def moment_buttons(
    words: Words, game: Game, review: Review | None, number: int, reader: Player
) -> list[Button]:
    """Return the buttons that lead ``reader`` to the key moments from the position with this number."""
    if review is None:
        return []
    # Translators: button (about 20 characters): shows the position after the move with this number.
    label = words.say("Move {move}")
    return [
        button(
            ShowPosition(game.number, there, Way.MOMENT),
            label.format(move=there),
            discord.ButtonStyle.primary if there == number else discord.ButtonStyle.secondary,
            enabled=there != number,
        )
        for there in (ply + 1 for ply in review.key_moments(game.color_of(reader.id)))
    ]


def _praise(words: Words, game: Game, review: Review, reader: Player) -> str:
    """Return what ``reader`` did well in their game; empty if there's nothing, or if it isn't theirs."""
    color = game.color_of(reader.id)
    if color is None or not review.moves:
        return ""
    if not review.costliest(color) and review.complete and review.accuracy(color).decisions:
        return words.say("Well played: you made no mistakes.")
    ply = review.highlight(color)
    last = len(review.moves) - 1
    won = game.outcome is not None and game.outcome.reason.from_rules and game.outcome.winner is color
    if ply is None and not won:
        return ""
    if ply is None:
        ply, sentence = last, words.say("Well played: {move} (move {number}) won the game.")
    elif review.judgments[ply] not in (Judgment.KEPT_WIN, Judgment.KEPT_DRAW):
        # Translators: {number} is the number of the move.
        sentence = words.say("Well played: {move} (move {number}) took the chance that {opponent} gave you.")
    elif review.moves[ply].before is Value.WIN:
        # Translators: {number} is the number of the move.
        sentence = words.say("Well played: {move} (move {number}) kept the win, which other moves give away.")
    else:
        # Translators: {number} is the number of the move.
        sentence = words.say(
            "Well played: {move} (move {number}) kept the draw, which other moves give away."
        )
    return sentence.format(
        move=f"**{move_text(review.moves[ply].move)}**",
        number=ply + 1,
        opponent=name(game.opponent_of(reader.id)),
    )
