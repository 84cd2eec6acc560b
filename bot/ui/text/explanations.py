"""Says in words why a move is good, or bad: at most two sentences, each from facts of the engine."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.locale import Words
from bot.ui.text.reading_order import spaces_as_read
from bot.ui.text.words import all_of, bold_move
from engine import (
    Color,
    EndsGame,
    EveryMove,
    Fact,
    ForcesTower,
    GivesTower,
    HoldsOut,
    Keeps,
    Kind,
    LeavesMove,
    LeavesSpaces,
    LetsTower,
    LetsWin,
    LosesWithin,
    MakesTower,
    Move,
    OnlyMove,
    Position,
    Prevents,
    Reason,
    Refuted,
    Space,
    Value,
    WinsIn,
    Worth,
    facts,
)

_NEXT_TURN: Final = 3
"""Plies of a win on the player's next turn at the latest."""

MOST: Final = 2
"""Maximum number of sentences that say why."""


def explanation(
    words: Words, position: Position, move: Move, worth: Worth | None = None, most: int = MOST
) -> str:
    """Return why a move in a position is good or bad, in ``most`` sentences or fewer; empty if unknown.

    Of a bad one it's said what the opponent does next. Which move is better isn't told.
    """
    found, opponent = facts(position, move, worth), position.turn.opponent
    worths = [_worth(words, each, found, opponent) for each in found]
    reply = _reply(found)
    if reply is not None:
        after = position.play(move)
        said = [*worths, _on_the_board(words, reply, facts(after, reply), position.turn)]
    elif any(isinstance(each, GivesTower | LetsWin | LetsTower) for each in found) or (
        worth is not None and worth.gives_away
    ):
        said = worths
    else:
        first, *others = [*filter(None, worths), ""]
        said = [first, _on_the_board(words, move, found, opponent), *others]
    return " ".join([*filter(None, said)][:most])


def _worth(words: Words, fact: Fact, found: Sequence[Fact], opponent: Color) -> str:
    match fact:
        case EndsGame(value, reason):
            return _end(words, value, reason)
        case WinsIn(plies):
            return _wins_in(words, plies)
        case HoldsOut(plies, longest):
            return _holds_out(words, plies, longest=longest)
        case LetsWin(_, Reason.THREE_TOWERS) | LetsTower():
            return _towers(words, fact, found, opponent)
        case Prevents() | GivesTower() | LetsWin() | Refuted() | LosesWithin():
            return _next(words, fact, found, opponent)
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
        "Every reply loses; the longest takes {number} move.",
        "Every reply loses; the longest takes {number} moves.",
        plies - 1,
    )


def _holds_out(words: Words, plies: int, *, longest: bool) -> str:
    if longest and plies < _NEXT_TURN:
        return words.say("Whatever you play, your opponent can win with the next move.")
    if plies < _NEXT_TURN:
        return _compared(words)[EveryMove(Value.LOSS)]
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


def _next(words: Words, fact: Fact, found: Sequence[Fact], opponent: Color) -> str:
    """Return what the opponent does after a move, or would do after the others."""
    match fact:
        case Prevents(Reason.THREE_TOWERS):
            said = {
                Color.WHITE: words.say("After every other move, White makes a third Tower."),
                Color.BLACK: words.say("After every other move, Black makes a third Tower."),
            }[opponent]
        case Prevents():
            said = words.say("After every other move, the opponent wins at once.")
        case GivesTower():
            said = words.say("It completes a Tower for the opponent.")
        case LetsWin(reply):
            # Translators: {move} is a move in signs.
            said = words.say("Then the opponent ends the game with {move} and wins.")
            said = said.format(move=bold_move(reply, opponent))
        case Refuted(reply, value):
            said = _refuted(words, value, found, opponent).format(move=bold_move(reply, opponent))
        case LosesWithin(plies) if not _reply(found):
            said = words.count(
                "Then the opponent can force the win within {number} move.",
                "Then the opponent can force the win within {number} moves.",
                plies,
            )
        case _:
            said = ""
    return said


def _towers(words: Words, fact: LetsWin | LetsTower, found: Sequence[Fact], opponent: Color) -> str:
    """Return that the opponent can complete a Tower; empty if another reply is said to refute the move."""
    if _reply(found):
        return ""
    spaces, third = _left_spaces(found), isinstance(fact, LetsWin)
    # Translators: {spaces} is one or two spaces, such as "c2 and c3".
    there = {
        (Color.WHITE, False): words.say("It leaves only {spaces}, and there White makes a Tower."),
        (Color.BLACK, False): words.say("It leaves only {spaces}, and there Black makes a Tower."),
        (Color.WHITE, True): words.say("It leaves only {spaces}, and there White makes a third Tower."),
        (Color.BLACK, True): words.say("It leaves only {spaces}, and there Black makes a third Tower."),
    }
    # Translators: {move} is a move in signs, such as "■ c2".
    anywhere = {
        (Color.WHITE, False): words.say("Then White makes a Tower with {move}."),
        (Color.BLACK, False): words.say("Then Black makes a Tower with {move}."),
        (Color.WHITE, True): words.say("Then White makes a third Tower with {move}."),
        (Color.BLACK, True): words.say("Then Black makes a third Tower with {move}."),
    }
    said = (there if spaces else anywhere)[opponent, third]
    return said.format(spaces=_bold(words, spaces), move=bold_move(fact.reply, opponent))


def _reply(found: Sequence[Fact]) -> Move | None:
    """Return the reply that refutes a move, if it's known."""
    return next((each.reply for each in found if isinstance(each, Refuted)), None)


def _left_spaces(found: Sequence[Fact]) -> Sequence[Space]:
    for each in found:
        if isinstance(each, LeavesMove):
            return (each.move.space,)
        if isinstance(each, LeavesSpaces):
            return each.spaces
    return ()


def _bold(words: Words, spaces: Sequence[Space]) -> str:
    return f"**{all_of(words, spaces_as_read(spaces))}**" if spaces else ""


def _refuted(words: Words, value: Value, found: Sequence[Fact], opponent: Color) -> str:
    """Return what the opponent's reply does, which is worth this to them, a template for the reply."""
    plies = next((each.plies for each in found if isinstance(each, LosesWithin)), None)
    white = opponent is Color.WHITE
    if value is Value.DRAW:
        return (
            words.say("White replies {move} and holds the draw.")
            if white
            else words.say("Black replies {move} and holds the draw.")
        )
    if plies is None:
        return (
            words.say("White replies {move} and wins by force.")
            if white
            else words.say("Black replies {move} and wins by force.")
        )
    if white:
        return words.count(
            "White replies {move} and wins within {number} move.",
            "White replies {move} and wins within {number} moves.",
            plies,
            move="{move}",
        )
    return words.count(
        "Black replies {move} and wins within {number} move.",
        "Black replies {move} and wins within {number} moves.",
        plies,
        move="{move}",
    )


def _on_the_board(words: Words, move: Move, found: Sequence[Fact], opponent: Color) -> str:
    """Return whether a move makes a Tower, and how little choice it leaves the opponent."""
    towers = next((each.number for each in found if isinstance(each, MakesTower)), 0)
    for each in found:
        if isinstance(each, ForcesTower):
            # Translators: {spaces} is one space or several, such as "c2 and c3".
            sentence = {
                Color.WHITE: words.say("It sends White to {spaces}, where every move gives away a Tower."),
                Color.BLACK: words.say("It sends Black to {spaces}, where every move gives away a Tower."),
            }[opponent]
            return sentence.format(spaces=_bold(words, each.spaces))
        if isinstance(each, LeavesMove):
            return _left(words, towers, bold_move(each.move, opponent), alone=True)
        # Every Cylinder leaves only its own space.
        if isinstance(each, LeavesSpaces) and move.kind is not Kind.CYLINDER:
            return _left(words, towers, _bold(words, each.spaces), alone=False)
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
