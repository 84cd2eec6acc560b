"""The words for what one player asks the other."""

from gettext import NullTranslations

from bot.matches.match.match import Answer, Match, Offer, OfferKind
from bot.ui.text.words import name


def offer_lines(words: NullTranslations, game: Match) -> list[str]:
    """What the board says about an offer: what's offered to whom, or else how the last one ended."""
    if game.offer is not None:
        return [_question(words, game, game.offer)]
    offer = game.answered
    if offer is None or offer.answer is None:
        return []
    people = {
        "asker": name(game.player(offer.color)),
        "other": name(game.player(offer.color.opponent)),
    }
    return [_ending(words, offer.kind, offer.answer).format(**people)]


def _ending(words: NullTranslations, kind: OfferKind, answer: Answer) -> str:
    _ = words.gettext
    return {
        (OfferKind.DRAW, Answer.DECLINED): _("{other} declined the draw."),
        (OfferKind.DRAW, Answer.WITHDRAWN): _("{asker} withdrew the draw offer."),
        (OfferKind.TAKE_BACK, Answer.DECLINED): _("{other} declined the takeback."),
        (OfferKind.TAKE_BACK, Answer.WITHDRAWN): _("{asker} no longer asks for a takeback."),
    }[kind, answer]


def _question(words: NullTranslations, game: Match, offer: Offer) -> str:
    _ = words.gettext
    people = {
        "asker": name(game.player(offer.color)),
        "other": f"<@{game.player(offer.color.opponent).id}>",
    }
    if offer.kind is OfferKind.DRAW:
        # Translators: {asker} and {other} are players.
        return _("{asker} offers a draw. {other}, do you accept?").format(**people)
    # Translators: {move} is the number of a move.
    sentence = _("{asker} asks for a takeback to move {move}. {other}, do you accept?")
    return sentence.format(**people, move=(game.ply_to_return_to(offer.color) or 0) + 1)


def called_sentence(words: NullTranslations, game: Match) -> str:
    """What the player who has to move or answer is told in a DM, a template for the game's facts."""
    _ = words.gettext
    if game.offer is None:
        return _turn_sentence(words, game)
    if game.offer.kind is OfferKind.DRAW:
        return _("{opponent} offers you a draw in game {game}: [open the board]({link})")
    return _("{opponent} asks for a takeback in game {game}: [open the board]({link})")


def _turn_sentence(words: NullTranslations, game: Match) -> str:
    _ = words.gettext
    answered = game.answered
    declined = answered is not None and answered.answer is Answer.DECLINED
    if answered is None or not declined or answered.color is not game.position.turn:
        return _("It's your turn in game {game} against {opponent}: [open the board]({link})")
    if answered.kind is OfferKind.DRAW:
        return _("{opponent} declined the draw in game {game}, and it's your turn: [open the board]({link})")
    return _("{opponent} declined the takeback in game {game}, and it's your turn: [open the board]({link})")
