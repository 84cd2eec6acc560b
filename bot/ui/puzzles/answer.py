"""Answers requests for a puzzle."""

from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.context.context import Context
from bot.ui.puzzles.message import Viewer, finished_message, puzzle_message
from engine import Difficulty, Puzzle


async def offer_puzzle(
    context: Context,
    difficulty: Difficulty | None,
    after: Puzzle | None = None,
) -> None:
    """Show the person's next puzzle of this difficulty, or of the easiest one they haven't finished."""
    await context.admit_extra()
    puzzles, player_id = context.services.puzzles, context.user.id
    offered = await puzzles.offer(player_id, difficulty, after)
    if offered is not None:
        await show_puzzle(context, offered)
        return
    others = [puzzle for other in Difficulty if (puzzle := await puzzles.offer(player_id, other))]
    done = difficulty if others else None
    await context.reply.private(finished_message(await viewer_of(context), done, others), in_place=True)


async def show_puzzle(context: Context, puzzle: Puzzle, choice: Choice = NOTHING) -> None:
    """Show a puzzle to solve, with what the person has chosen so far."""
    viewer = await viewer_of(context)
    await context.reply.private(
        await puzzle_message(viewer, puzzle, context.client.icons, choice), in_place=True
    )


async def viewer_of(context: Context) -> Viewer:
    """The person who clicked or commanded, as a viewer of puzzles."""
    services, player_id = context.services, context.user.id
    theme = (await services.preferences.player(player_id)).theme
    return Viewer(context.words, theme, await services.puzzles.progress(player_id))
