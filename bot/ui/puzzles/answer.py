"""Answering with a puzzle."""

from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.puzzles.message import Viewer, finished_message, puzzle_message
from engine import Difficulty, Puzzle


async def offer_puzzle(
    interaction: Interaction,
    responder: Responder,
    difficulty: Difficulty | None,
    after: Puzzle | None = None,
) -> None:
    """Show the person's next puzzle of this difficulty, or of the easiest that he is not done with."""
    await interaction.client.intake.admit_extra()
    puzzles, player_id = interaction.client.services.puzzles, interaction.user.id
    offered = await puzzles.offer(player_id, difficulty, after)
    if offered is not None:
        await show_puzzle(interaction, responder, offered)
        return
    others = [puzzle for other in Difficulty if (puzzle := await puzzles.offer(player_id, other))]
    done = difficulty if others else None
    await responder.present(finished_message(await viewer_of(interaction, responder), done, others))


async def show_puzzle(
    interaction: Interaction, responder: Responder, puzzle: Puzzle, choice: Choice = NOTHING
) -> None:
    """Show a puzzle to be solved, with what the person has chosen so far."""
    viewer = await viewer_of(interaction, responder)
    await responder.present(await puzzle_message(viewer, puzzle, interaction.client.icons, choice))


async def viewer_of(interaction: Interaction, responder: Responder) -> Viewer:
    """The person who clicked or commanded, as he sees puzzles now."""
    services, player_id = interaction.client.services, interaction.user.id
    theme = await services.preferences.player_theme(player_id)
    return Viewer(responder.words, theme, await services.puzzles.progress(player_id))
