"""Why a hint's move is good, in plain words."""

from collections.abc import Sequence

from bot.locale import Words
from bot.ui.text.words import alternatives, move_text
from engine import DemandReason, Distance, Move, Position, Reason, Solution, Value

_FEW_SPACES = 2
_REPLY = 2
"""The opponent's next move, counted from the player's own."""


def reasons(words: Words, position: Position, move: Move, solution: Solution | None) -> str:
    """Return true statements about a move in a running position; no ``solution`` if it's the only move."""
    after = position.play(move)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is position.turn:
        return _end(words, outcome.reason)
    sentences = [
        words.say("It's your only move.") if solution is None else _prospects(words, move, solution),
        _tower(words, position, move),
        _reply(words, after),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _end(words: Words, reason: Reason) -> str:
    """Return why the move wins immediately."""
    if reason is Reason.THREE_TOWERS:
        return words.say("It completes your third Tower and wins the game.")
    if reason is Reason.STUCK:
        return words.say("It leaves your opponent without a move and wins the game.")
    return words.say("It ends the game, and you win on points.")


def _prospects(words: Words, move: Move, solution: Solution) -> str:
    """Return what the move leads to with perfect play, how soon, and whether other moves do, too."""
    value = solution.moves[move]
    if value is not solution.value and solution.best is not None:
        # The search for an earlier stage of the hint may have had less time.
        return words.say(
            "I've looked further since I suggested it, and now I'd play {move}.",
            move=f"**{move_text(solution.best)}**",
        )
    if value is Value.UNKNOWN:
        return words.say("I couldn't see to the end of this game, so this is my best guess.")
    if value is Value.LOSS:
        return _defense(words, solution.distances.get(move), solution.distance)
    compared = _compared(words, value, list(solution.moves.values()))
    distance = solution.distances.get(move)
    return compared if distance is None else f"{compared} {_speed(words, distance)}"


def _speed(words: Words, distance: Distance) -> str:
    """Return how soon the move wins, counted in moves of both players, as everywhere else."""
    fewest, most = distance.at_least, distance.at_most
    if most <= _REPLY:
        return words.say("Whatever your opponent replies, you win.")
    if fewest == most:
        return words.count(
            "You can force the win in {number} move.", "You can force the win in {number} moves.", most
        )
    return words.count(
        "You can force the win in {fewest} to {most} move.",
        "You can force the win in {fewest} to {most} moves.",
        most,
        fewest=fewest,
        most=most,
    )


def _defense(words: Words, distance: Distance | None, longest: Distance | None) -> str:
    """Return how long a move holds out in a lost position. ``longest`` is the longest that any move does.

    It's counted in moves of both players, as everywhere else.
    """
    if longest is not None and longest.at_most == 1:
        return words.say("It loses, as every move here does.")
    if longest is not None and longest.at_most <= _REPLY:
        return words.say("Whatever you play, your opponent can win with the next move.")
    lost = words.say("Every move loses if your opponent makes no mistakes.")
    # Translators: after a sentence that says that every move loses.
    unseen = words.say("I couldn't see which one holds out longest.")
    if distance is None or longest is None or distance.at_least <= _REPLY:
        return f"{lost} {unseen}"
    if distance.exact is not None and distance.exact == longest.exact:
        pattern = words.count(
            "This one lets you hold out for {number} more move, which is the longest.",
            "This one lets you hold out for {number} more moves, which is the longest.",
            distance.at_least,
        )
    else:
        pattern = words.count(
            "This one lets you hold out for at least {number} more move.",
            "This one lets you hold out for at least {number} more moves.",
            distance.at_least,
        )
    return f"{lost} {pattern.format(number=distance.at_least)}"


def _compared(words: Words, value: Value, values: Sequence[Value]) -> str:
    """Return what a move of this value leads to, and how many others do. ``values`` are of all moves."""
    won, others = value is Value.WIN, values.count(value) - 1
    if Value.UNKNOWN in values:
        return words.say("It wins with best play.") if won else words.say("It holds the draw.")
    if not others:
        return (
            words.say("It's the only move that wins.")
            if won
            else words.say("It's the only move that holds the draw.")
        )
    if others + 1 == len(values):
        return (
            words.say("It wins with best play, like every move here.")
            if won
            else words.say("It holds the draw, like every move here.")
        )
    if won:
        return words.count(
            "It wins with best play, as does {number} of your other moves.",
            "It wins with best play, as do {number} of your other moves.",
            others,
        )
    return words.count(
        "It holds the draw, as does {number} of your other moves.",
        "It holds the draw, as do {number} of your other moves.",
        others,
    )


def _tower(words: Words, position: Position, move: Move) -> str:
    """Return whether the move completes a Tower for the player."""
    after, player = position.play(move), position.turn
    if len(after.towers(player)) == len(position.towers(player)):
        return ""
    # Translators: why the computer suggests a move.
    return words.say("It completes a Tower for you on {space}.", space=f"**{move.space}**")


def _reply(words: Words, after: Position) -> str:
    """Return whether the opponent is left with few choices."""
    demand = after.demand
    if demand.why is not DemandReason.CONSTRAINED or len(demand.playable) > _FEW_SPACES:
        return ""
    replies = len(after.legal_moves)
    if replies == 1:
        return words.say(
            "Your opponent must then play on {spaces} and has only one move.",
            spaces=alternatives(words, demand.playable),
        )
    # Translators: {spaces} is where the opponent can play, such as "c2 or c3".
    return words.count(
        "Your opponent must then play on {spaces} and has {replies} move.",
        "Your opponent must then play on {spaces} and has {replies} moves.",
        replies,
        spaces=alternatives(words, demand.playable),
        replies=replies,
    )
