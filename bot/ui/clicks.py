"""What happens when a button is clicked."""

from bot.ui.challenge_clicks import answer_challenge_click
from bot.ui.custom_ids import (
    ChallengeButton,
    GameButton,
    LessonButton,
    PanelButton,
    UnknownButtonError,
    parse,
)
from bot.ui.game_clicks import answer_game_click
from bot.ui.lesson_clicks import answer_lesson_click
from bot.ui.panel_clicks import answer_panel_click
from bot.ui.responder import Responder
from bot.ui.services import Interaction


async def answer_click(interaction: Interaction, custom_id: str) -> None:
    """Do what the clicked button says, and answer in every case."""
    async with Responder(interaction) as responder:
        clicked = parse(custom_id)
        if isinstance(clicked, GameButton):
            await answer_game_click(interaction, responder, clicked)
        elif isinstance(clicked, ChallengeButton):
            await answer_challenge_click(interaction, responder, clicked)
        elif isinstance(clicked, LessonButton):
            await answer_lesson_click(interaction, responder, clicked)
        elif isinstance(clicked, PanelButton):
            await answer_panel_click(interaction, responder, clicked)
        else:
            raise UnknownButtonError(custom_id)
