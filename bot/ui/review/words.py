"""A review in words: what a move did, who chose how well, how the game stood."""

from gettext import NullTranslations

from bot.matches.values.games import Game
from bot.ui.text.words import move_label, move_text, name
from engine import Accuracy, Colour, Judgement, Move, Review, Start, mover

# Listing all the other moves that keep a value would only make the line long.
_MOST_BETTER_MOVES = 2
_DOTS = {Colour.WHITE: "⚪", Colour.BLACK: "⚫"}


def move_line(words: NullTranslations, game: Game, review: Review, ply: int) -> str:
    """What the move of a ply, counted from 0, did, with its mark: one line in the list of all moves."""
    return f"{_mark(review, ply)} {turning_line(words, game, review, ply)}"


def turning_line(words: NullTranslations, game: Game, review: Review, ply: int) -> str:
    """What the move of a ply, counted from 0, did, without its mark."""
    move = move_text(review.moves[ply].move)
    return f"**{ply + 1}** {_DOTS[mover(ply)]} {move} · {_verdict(words, game, review, ply)}"


def verdict_line(words: NullTranslations, game: Game, review: Review, ply: int) -> str:
    """What the move of a ply, counted from 0, did, with its mark, where the move itself is already told."""
    return f"{_mark(review, ply)} {_verdict(words, game, review, ply)}"


def move_choice(review: Review, ply: int) -> str:
    """The move of a ply, counted from 0, with its mark, as a choice in a menu."""
    return f"{ply + 1} {_DOTS[mover(ply)]} {move_label(review.moves[ply].move)} {_mark(review, ply)}"


def played_line(words: NullTranslations, game: Game, ply: int) -> str:
    """Who played the move of a ply, counted from 0.

    No one is named for the first move of a fair start: it was placed at random, or before sides were chosen.
    """
    colour = mover(ply)
    move = move_text(Move.parse(game.moves[ply].text))
    if ply == 0 and game.start is not Start.PLAIN:
        return f"{_DOTS[colour]} {move} · {_start(words, game)}"
    sentence = words.gettext("{player} played {move}")
    return f"{_DOTS[colour]} {sentence.format(player=name(game.player(colour)), move=f'**{move}**')}"


def _verdict(words: NullTranslations, game: Game, review: Review, ply: int) -> str:
    reviewed = review.moves[ply]
    judgement = review.judgements[ply]
    said = _start(words, game) if judgement is Judgement.START else judged(words, judgement)
    better = ""
    if reviewed.best:
        moves = ", ".join(move_text(move) for move in reviewed.best[:_MOST_BETTER_MOVES])
        # Translators: the moves that should have been played instead, the best one first.
        better = " " + words.gettext("Better: {moves}").format(moves=moves)
    return f"{said}{better}"


def judged(words: NullTranslations, judgement: Judgement) -> str:
    """What a move did to the value, for the player who made it.

    Raises:
        KeyError: it belongs to the start of the game, which changed nothing for either player.
    """
    _ = words.gettext
    return {
        Judgement.KEPT_WIN: _("kept the win"),
        Judgement.KEPT_DRAW: _("kept the draw"),
        Judgement.STAYED_LOST: _("every move loses"),
        Judgement.LOSS_TO_DRAW: _("turned a loss into a draw"),
        Judgement.LOSS_TO_WIN: _("turned a loss into a win"),
        Judgement.DRAW_TO_WIN: _("turned a draw into a win"),
        Judgement.WIN_TO_DRAW: _("gave away the win, now a draw."),
        Judgement.WIN_TO_LOSS: _("turned a win into a loss."),
        Judgement.DRAW_TO_LOSS: _("gave away the draw, now lost."),
        Judgement.UNKNOWN: _("unknown"),
    }[judgement]


def accuracy_line(words: NullTranslations, game: Game, colour: Colour, accuracy: Accuracy) -> str:
    """How well a player chose."""
    _ = words.gettext
    share = accuracy.share
    if share is None:
        line = _("{player}: every move was equal")
        return f"{_DOTS[colour]} {line.format(player=name(game.player(colour)))}"
    line = words.ngettext(
        "{player}: {share}%, the right choice in {kept} of {decisions} decision",
        "{player}: {share}%, the right choice in {kept} of {decisions} decisions",
        accuracy.decisions,
    ).format(
        player=name(game.player(colour)),
        share=round(100 * share),
        kept=accuracy.kept,
        decisions=accuracy.decisions,
    )
    return f"{_DOTS[colour]} {line}"


def _start(words: NullTranslations, game: Game) -> str:
    _ = words.gettext
    return _("placed at random") if game.start is Start.BALANCED else _("placed before sides were chosen")


def _mark(review: Review, ply: int) -> str:
    reviewed, judgement = review.moves[ply], review.judgements[ply]
    if judgement is Judgement.UNKNOWN:
        return "❔"
    if judgement.is_mistake:
        return "❌"
    return "✅" if reviewed.decision and judgement is not Judgement.START else "▫️"
