"""A game as a scene to draw."""

import render
from bot.matches.match.match import Match
from engine import Move, Space, Start


def scene_of(game: Match, *, chosen: Move | None = None, aimed: Space | None = None) -> render.Scene:
    """What the board of ``game`` shows.

    ``chosen`` is a move that's waiting to be confirmed, and ``aimed`` is the space of a Triangle whose
    direction is being chosen.
    """
    return render.Scene(
        game.position,
        game.white.name,
        game.black.name,
        game.outcome,
        start=_drawn_start(game),
        chosen=chosen,
        aimed=aimed,
    )


def _drawn_start(game: Match) -> render.Start:
    """How the picture shows the start of the game."""
    if game.swapped:
        return render.Start.SWAPPED
    return render.Start.BALANCED if game.start is Start.BALANCED else render.Start.PLAIN
