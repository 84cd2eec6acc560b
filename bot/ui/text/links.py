"""Addresses of messages."""

from bot.matches.values.challenges import Challenge
from bot.matches.values.games import Game
from bot.matches.values.places import Place


def message_link(game: Game, reader: int | None = None) -> str:
    """The address of the message that shows ``game``; that of its channel where the message is lost.

    A ``reader`` who has a board to himself is led to that.
    """
    own = None if reader is None else game.private_board_of(reader)
    if own is not None:
        return _link(Place(None, own.channel_id), own.message_id)
    return _link(game.place, game.message_id)


def card_link(challenge: Challenge) -> str:
    """The address of the card of ``challenge``; that of its channel where the card is not known."""
    return _link(challenge.place, challenge.message_id)


def _link(place: Place, message_id: int | None) -> str:
    # What is in no server is Discord's own "@me" for everybody who sees it.
    channel = f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"
