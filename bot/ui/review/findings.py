"""What a review says about the players: how well they chose, and how long they held out."""

from gettext import NullTranslations

from bot.matches.match.match import Match
from bot.ui.text.verdicts import player_and_side
from engine import Color, Review


def player_lines(words: NullTranslations, game: Match, review: Review) -> list[str]:
    """Everything about both players, White first."""
    accuracies = [accuracy_line(words, game, color, review) for color in Color]
    held_out = [line for color in Color if (line := resistance_line(words, game, color, review))]
    return [*accuracies, *held_out]


def accuracy_line(words: NullTranslations, game: Match, color: Color, review: Review) -> str:
    """How well a player chose."""
    _ = words.gettext
    accuracy = review.accuracy(color)
    player = player_and_side(words, game, color)
    if accuracy.share is None:
        # Translators: {player} is a name and a color, such as "Ada (White)".
        return _("{player}: all moves were equally good").format(player=player)
    # Translators: {player} is a name and a color, such as "Ada (White)"; the rest are numbers.
    return words.ngettext(
        "{player}: {share}%, the right choice in {kept} of {decisions} decision",
        "{player}: {share}%, the right choice in {kept} of {decisions} decisions",
        accuracy.decisions,
    ).format(
        player=player,
        share=round(100 * accuracy.share),
        kept=accuracy.kept,
        decisions=accuracy.decisions,
    )


def resistance_line(words: NullTranslations, game: Match, color: Color, review: Review) -> str:
    """How long a player held out in a lost game; empty if there is nothing to say about it."""
    held = review.resistance(color)
    if held is None:
        return ""
    lasted, possible, exact = held.lasted, held.possible.at_least, held.possible.exact is not None
    # Translators: {player} is a name and a color, such as "Ada (White)"; all the rest are numbers.
    if lasted < possible and exact:
        sentence = words.ngettext(
            "{player} was losing from move {move} on and held out for {lasted} of {possible} possible move.",
            "{player} was losing from move {move} on and held out for {lasted} of {possible} possible moves.",
            possible,
        )
    elif lasted < possible:
        sentence = words.ngettext(
            "{player} was losing from move {move} on and held out for {lasted} move. At least {possible} "
            "were possible.",
            "{player} was losing from move {move} on and held out for {lasted} moves. At least {possible} "
            "were possible.",
            lasted,
        )
    elif exact:
        sentence = words.ngettext(
            "{player} was losing from move {move} on and held out for {lasted} move. Best play wins in "
            "{possible}.",
            "{player} was losing from move {move} on and held out for {lasted} moves. Best play wins in "
            "{possible}.",
            lasted,
        )
    else:
        sentence = words.ngettext(
            "{player} was losing from move {move} on and held out for {lasted} move.",
            "{player} was losing from move {move} on and held out for {lasted} moves.",
            lasted,
        )
    return sentence.format(
        player=player_and_side(words, game, color),
        move=held.since + 1,
        lasted=lasted,
        possible=possible,
    )
