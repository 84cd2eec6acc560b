"""What happens when a button is clicked or a menu is used."""

from collections.abc import Sequence

from bot.ui.challenges.clicks import answer_challenge_click
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.games.clicks import answer_game_click, answer_move_choice
from bot.ui.games.conditional_move_clicks import answer_plan_choice, answer_plan_click
from bot.ui.guide.lesson_clicks import answer_lesson_click
from bot.ui.message.custom_ids import (
    ChallengeButton,
    GameButton,
    LessonButton,
    PlanButton,
    PuzzleButton,
    parse,
)
from bot.ui.message.select_ids import MoveSelect, SettingSelect, parse_select
from bot.ui.panel_clicks import answer_panel_click
from bot.ui.puzzles.clicks import answer_puzzle_click
from bot.ui.settings.panel import answer_choice


async def answer_click(interaction: Interaction, custom_id: str) -> None:
    """Do what the clicked button says, and answer in every case."""
    async with Responder.of(interaction) as responder:
        clicked = parse(custom_id)
        if isinstance(clicked, GameButton):
            await answer_game_click(interaction, responder, clicked)
        elif isinstance(clicked, ChallengeButton):
            await answer_challenge_click(interaction, responder, clicked)
        elif isinstance(clicked, LessonButton):
            await answer_lesson_click(interaction, responder, clicked)
        elif isinstance(clicked, PuzzleButton):
            await answer_puzzle_click(interaction, responder, clicked)
        elif isinstance(clicked, PlanButton):
            await answer_plan_click(interaction, responder, clicked)
        else:
            await answer_panel_click(interaction, responder, clicked)


async def answer_select(interaction: Interaction, custom_id: str, chosen: Sequence[str]) -> None:
    """Do what was chosen in the menu, and answer in every case."""
    async with Responder.of(interaction) as responder:
        used = parse_select(custom_id)
        if isinstance(used, SettingSelect):
            await answer_choice(interaction, responder, used, chosen)
        elif isinstance(used, MoveSelect):
            await answer_move_choice(interaction, responder, used, *chosen)
        else:
            await answer_plan_choice(interaction, responder, used, *chosen)
