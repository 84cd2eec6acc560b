"""Addresses of messages."""

from bot.matches.match.match import Match
from bot.matches.values.challenges import Challenge
from bot.matches.values.players import Place


def message_link(game: Match, reader: int | None = None) -> str:
    """The link to the message that shows ``game``, or to its channel if the message is lost.

    For a ``reader`` who has a private board, it leads there.
    """
    own = None if reader is None else game.private_board_of(reader)
    board = own or game.board
    return link_to(board.place, board.message_id)


def shown_in(game: Match, reader: int | None = None) -> int:
    """The channel of the message that shows ``game``, or of the private board of a ``reader`` who has one."""
    own = None if reader is None else game.private_board_of(reader)
    return (own or game.board).place.channel_id


def card_link(challenge: Challenge) -> str:
    """The link to the card of ``challenge``, or to its channel if the card isn't known."""
    return link_to(challenge.place, challenge.message_id)


def link_to(place: Place, message_id: int | None) -> str:
    """The link to a message, or to its channel if it isn't known."""
    # Outside servers, Discord's links use "@me" instead of a server.
    channel = f"https://discord.com/channels/{place.guild_id or '@me'}/{place.channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"
