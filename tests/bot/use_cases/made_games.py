"""Games that are already some moves old when they begin."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.values.game.game import Board, Game, PlayedMove
from bot.values.players import Place, Player, ThemeName
from engine import Color, Position, Ruleset
from tests.bot.clocks import StandingClock

NOW = StandingClock().now()
HERE = Place(10, 20)


def made_game(
    white: Player,
    black: Player,
    moves: Iterable[str] = (),
    *,
    place: Place = HERE,
    ruleset: Ruleset = Ruleset.PYRGA,
    message_id: int | None = None,
    **others: Any,
) -> Game:
    """Return a game after these moves, which were played as soon as it began.

    ``others`` are further fields.
    """
    began = others.pop("created_at", NOW)
    played = tuple(PlayedMove(move, revision, began) for revision, move in enumerate(moves))
    return Game(
        number=0,
        white=white,
        black=black,
        position=Position.replay(ruleset, [move.text for move in played]),
        created_at=began,
        boards=(Board(place, "en-GB", ThemeName.AEGEAN, message_id=message_id),),
        revision=len(played),
        moves=played,
        **others,
    )


def made_in_two_places(white: Player, black: Player, moves: Iterable[str] = (), **others: Any) -> Game:
    """Return such a game in which each player plays in another guild, or White plays in their DMs."""
    game = made_game(white, black, moves, **others)
    elsewhere = replace(game.board.place, guild_id=11, channel_id=21)
    boards = (replace(game.board, side=Color.WHITE), replace(game.board, place=elsewhere, side=Color.BLACK))
    if game.place.guild_id is None:
        boards = (replace(boards[0], reader=Color.WHITE), boards[1])
    return replace(game, boards=boards)


def first_moves(plies: int, ruleset: Ruleset = Ruleset.PYRGA) -> list[str]:
    """Return as many moves from the start of a game."""
    position, moves = Position.start(ruleset), list[str]()
    while len(moves) < plies:
        move = position.legal_moves[0]
        moves.append(str(move))
        position = position.play(move)
    return moves
