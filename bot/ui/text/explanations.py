"""Says in words why a move is good, or bad: one or two sentences, each from a fact of the engine."""

from collections.abc import Mapping, Sequence

from bot.locale import Words
from bot.ui.text.reading_order import spaces_as_read
from bot.ui.text.words import all_of, bold_move
from engine import (
    Color,
    EndsGame,
    EveryMove,
    Fact,
    HoldsOut,
    Keeps,
    LeavesMove,
    LeavesSpaces,
    MakesTower,
    Move,
    OnlyMove,
    Position,
    Reason,
    Solution,
    Value,
    WinsIn,
    facts,
)

_NEXT_TURN = 3
"""Plies of a win on the player's next turn at the latest."""


def explanation(words: Words, position: Position, move: Move, solution: Solution | None = None) -> str:
    """Return why a move in a position is good or bad, in at most two sentences; empty if nothing is known.

    The first is about what the move is worth, as far as the ``solution`` says it, the second about what it
    does on the board.
    """
    found = facts(position, move, solution)
    board = _on_the_board(words, found, position.turn.opponent)
    worth = [said for each in found if (said := _worth(words, each))]
    return " ".join([*worth[: 1 if board else 2], *([board] if board else [])])


def _worth(words: Words, fact: Fact) -> str:
    match fact:
        case EndsGame(value, reason):
            return _end(words, value, reason)
        case WinsIn(plies):
            return _wins_in(words, plies)
        case HoldsOut(plies, longest):
            return _holds_out(words, plies, longest=longest)
        case _:
            return _compared(words).get(fact, "")


def _compared(words: Words) -> Mapping[Fact, str]:
    return {
        OnlyMove(Value.WIN): words.say("It's the only move that wins."),
        OnlyMove(Value.DRAW): words.say("It's the only move that holds the draw."),
        EveryMove(Value.WIN): words.say("It wins with best play, like every move here."),
        EveryMove(Value.DRAW): words.say("It holds the draw, like every move here."),
        EveryMove(Value.LOSS): words.say("Every move loses if your opponent makes no mistakes."),
        Keeps(Value.WIN): words.say("It wins with best play."),
        Keeps(Value.DRAW): words.say("It holds the draw."),
    }


def _end(words: Words, value: Value, reason: Reason) -> str:
    if value is Value.DRAW:
        return words.say("It ends the game in a draw.")
    if value is Value.LOSS:
        return (
            words.say("It completes a third Tower for the opponent.")
            if reason is Reason.THREE_TOWERS
            else words.say("It ends the game, and the opponent wins on points.")
        )
    if reason is Reason.THREE_TOWERS:
        return words.say("It completes a third Tower, which wins the game.")
    if reason is Reason.STUCK:
        return words.say("It leaves the opponent without a move and wins the game.")
    return words.say("It ends the game and wins on points.")


def _wins_in(words: Words, plies: int) -> str:
    """Return how soon a move wins, counted in moves of both players, as everywhere else."""
    if plies < _NEXT_TURN:
        return words.say("Whatever your opponent replies, you win.")
    if plies == _NEXT_TURN:
        return words.say("Whatever your opponent replies, you win by your next turn.")
    return words.count(
        "You can force the win in {number} move.", "You can force the win in {number} moves.", plies
    )


def _holds_out(words: Words, plies: int, *, longest: bool) -> str:
    if longest and plies < _NEXT_TURN:
        return words.say("Whatever you play, your opponent can win with the next move.")
    if plies < _NEXT_TURN:
        return _worth(words, EveryMove(Value.LOSS))
    if longest:
        return words.count(
            "Every move loses, but this one holds out longest: {number} more move.",
            "Every move loses, but this one holds out longest: {number} more moves.",
            plies,
        )
    return words.count(
        "Every move loses, but this one holds out for at least {number} more move.",
        "Every move loses, but this one holds out for at least {number} more moves.",
        plies,
    )


def _on_the_board(words: Words, found: Sequence[Fact], opponent: Color) -> str:
    """Return whether a move makes a Tower, and how little choice it leaves the opponent."""
    towers = next((each.number for each in found if isinstance(each, MakesTower)), 0)
    for each in found:
        if isinstance(each, LeavesMove):
            return _left(words, towers, bold_move(each.move, opponent), alone=True)
        if isinstance(each, LeavesSpaces):
            return _left(words, towers, f"**{all_of(words, spaces_as_read(each.spaces))}**", alone=False)
    return ["", words.say("It makes a first Tower."), words.say("It makes a second Tower.")][towers]


def _left(words: Words, towers: int, where: str, *, alone: bool) -> str:
    # Translators: {spaces} is one or two spaces where the opponent has to play then, such as "c2 and c3".
    spaces = [
        words.say("It leaves only {spaces}."),
        words.say("It makes a first Tower and leaves only {spaces}."),
        words.say("It makes a second Tower and leaves only {spaces}."),
    ]
    # Translators: {move} is the opponent's only move then, such as "■ c2".
    moves = [
        words.say("It leaves only one move, {move}."),
        words.say("It makes a first Tower and leaves only one move, {move}."),
        words.say("It makes a second Tower and leaves only one move, {move}."),
    ]
    return (moves if alone else spaces)[towers].format(move=where, spaces=where)
