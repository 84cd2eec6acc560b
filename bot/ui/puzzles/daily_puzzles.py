"""The public card of a server's puzzle of the day."""

from datetime import UTC, datetime, time
from gettext import NullTranslations

import discord
from discord import ui
from discord.utils import format_dt

from bot.locale import words_for
from bot.matches.puzzles.daily_puzzles import DailyPuzzle
from bot.ui.components.buttons import button
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import PuzzleAction
from bot.ui.message.content import Box, Content, Row, layout
from bot.ui.message.custom_ids import PuzzleButton
from bot.ui.puzzles.message import puzzle_picture
from bot.ui.puzzles.words import task, traits

_NOON = time(12, tzinfo=UTC)


async def daily_card(daily: DailyPuzzle) -> Content:
    """The puzzle for anyone who wants to solve it; its button opens it privately."""
    words = words_for(daily.subscription.language)
    _ = words.gettext
    puzzle = daily.puzzle
    # At noon UTC it is the same day almost everywhere.
    day = format_dt(datetime.combine(daily.day, _NOON), "D")
    title = _("Puzzle of the day · {day}").format(day=day)
    picture = await puzzle_picture(words, puzzle, puzzle.position, daily.subscription.theme)
    container = Box(
        ui.TextDisplay(f"### {title}\n{_facts(words, daily)}"),
        picture.gallery(),
        ui.TextDisplay(f"**{task(words, puzzle)}**"),
        accent_colour=GOLD,
    )
    solve = PuzzleButton(puzzle.number, PuzzleAction.OPEN)
    row = Row(button(solve, _("Solve"), discord.ButtonStyle.success))
    return Content(layout(container, row), (picture,))


def _facts(words: NullTranslations, daily: DailyPuzzle) -> str:
    parts = [traits(words, daily.puzzle), words.gettext("only you can see your attempts")]
    if daily.solvers:
        sentence = words.ngettext(
            "{number} person solved the last one",
            "{number} people solved the last one",
            daily.solvers,
        )
        parts.append(sentence.format(number=daily.solvers))
    return f"-# {' · '.join(parts)}"
