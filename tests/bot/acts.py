"""What players do in games, as a click or the passing of time does it."""

from functools import partial

from bot.use_cases.games.games import Games
from bot.values.clocks import Due
from bot.values.game import endings, turns
from bot.values.game.game import Game


async def play(games: Games, number: int, *, revision: int, text: str, player_id: int) -> Game:
    """Play a move with a button made at a revision."""
    move = partial(turns.play, revision=revision, text=text, player_id=player_id)
    return await games.change(number, move, by=player_id)


async def move(games: Games, game: Game, text: str) -> Game:
    """Play a move in a game as it was known, no matter whose turn it is."""
    return await play(games, game.number, revision=game.revision, text=text, player_id=game.to_move.id)


async def resign(games: Games, number: int, *, player_id: int) -> Game:
    """End a game as lost for a player."""
    return await games.change(number, partial(endings.resign, player_id=player_id), by=player_id)


async def run_out(games: Games, due: Due) -> Game:
    """Let the time of a turn run out, according to what came due."""
    return await games.update(due.about, turns.on_due(due, turns.run_out))
