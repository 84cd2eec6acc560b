"""Answers requests for a puzzle."""

from bot.matches.puzzles.puzzles import Wish
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.context.context import Context
from bot.ui.puzzles.message import finished_message, puzzle_message
from bot.ui.puzzles.view import view_of
from engine import Difficulty, Puzzle, Ruleset


async def offer_first_puzzle(
    context: Context, difficulty: Difficulty | None, ruleset: Ruleset | None
) -> None:
    """Show the person a puzzle of this difficulty, or else one that fits them.

    Its ruleset is ``ruleset``, or else the one that the server chose.
    """
    if ruleset is None:
        ruleset = (await context.services.preferences.guild(context.place.guild_id)).ruleset
    await offer_puzzle(context, Wish(ruleset, difficulty))


async def offer_puzzle(context: Context, wish: Wish) -> None:
    """Show the person's next puzzle."""
    await context.admit_extra()
    puzzles, player_id = context.services.puzzles, context.user.id
    offered = await puzzles.offer(player_id, wish)
    if offered is not None:
        await show_puzzle(context, offered, wish.difficulty)
        return
    others = {
        other: puzzle
        for other in Difficulty
        if (puzzle := await puzzles.offer(player_id, Wish(wish.ruleset, other))) is not None
    }
    done = wish.difficulty if others else None
    record = await puzzles.record(player_id)
    await context.reply.private(finished_message(context.words, record, done, others), in_place=True)


async def show_puzzle(
    context: Context, puzzle: Puzzle, asked: Difficulty | None, choice: Choice = NOTHING
) -> None:
    """Show a puzzle to solve, with what the person has chosen so far.

    ``asked`` is the difficulty they asked for, if any.
    """
    view = await view_of(context, puzzle, asked)
    await context.reply.private(await puzzle_message(view, context.icons, choice), in_place=True)
