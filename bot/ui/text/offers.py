"""The words for what one player asks of the other."""

from gettext import NullTranslations

from bot.matches.games.allowances import ply_to_return_to
from bot.matches.values.games import Game, Offer, OfferKind
from bot.ui.text.words import name


def offer_line(words: NullTranslations, game: Game, offer: Offer) -> str:
    """The line above the board that says what is asked, and who is asked."""
    _ = words.gettext
    people = {
        "asker": name(game.player(offer.colour)),
        "other": f"<@{game.player(offer.colour.opponent).id}>",
    }
    if offer.kind is OfferKind.DRAW:
        return _("{asker} offers a draw. {other}, do you accept?").format(**people)
    sentence = _("{asker} asks for a takeback to move {move}. {other}, do you accept?")
    return sentence.format(**people, move=(ply_to_return_to(game, offer.colour) or 0) + 1)


def called_sentence(words: NullTranslations, game: Game) -> str:
    """What the player who has to move or answer is told in a DM, to be formatted with the game's facts."""
    _ = words.gettext
    if game.offer is None:
        return _("It's your turn in game {game} against {opponent}: [open the board]({link})")
    if game.offer.kind is OfferKind.DRAW:
        return _("{opponent} offers you a draw in game {game}: [open the board]({link})")
    return _("{opponent} asks for a takeback in game {game}: [open the board]({link})")
