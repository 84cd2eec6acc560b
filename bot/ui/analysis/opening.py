"""Opens an analysis board for whatever a command specifies: a game, a position's text, or a start."""

from bot.matches.analysis.shared_positions import NotAPositionError
from bot.matches.values.lines import Line
from bot.ui.analysis.clicks import show_analysis
from bot.ui.context.context import Context
from engine import InvalidPositionError, Position, Ruleset


async def analyze_game(context: Context, text: str) -> None:
    """Show the end of the finished game called ``text``, with all its moves, on an analysis board.

    Raises:
        UnknownGameError: there is no such game that the person may see here.
        RunningGameError: the game is still running, and values might be help that isn't allowed.
    """
    game = await context.services.game_queries.find_to_analyze(context.reader, text)
    await show_analysis(context, Line.of(game.ruleset, [move.text for move in game.moves]))


async def analyze_position(context: Context, text: str) -> None:
    """Show the position that ``text`` describes on an analysis board.

    Raises:
        NotAPositionError: it doesn't describe one.
    """
    try:
        position = Position.parse(text.strip().strip("`"))
    except InvalidPositionError as error:
        raise NotAPositionError(text) from error
    await show_analysis(context, Line(position))


async def analyze_start(context: Context, ruleset: Ruleset) -> None:
    """Show the start of a game under ``ruleset`` on an analysis board."""
    await show_analysis(context, Line(Position.start(ruleset)))
