"""The private panel about a player's vacation."""

import discord
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.components.panels import confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Content, Row, boxed
from bot.ui.message.custom_ids import Ask, Count, CustomId, button
from bot.use_cases.clocks.vacations import DAYS_A_YEAR, DAYS_IN_EVENT, VacationBook

_OFFERED = (1, 3, 7, 14)


class StartVacation(CustomId, word="vacation"):
    """Starts a vacation of this many days."""

    days: Count


class StartNoVacation(CustomId, word="no-vacation"):
    """Changes nothing."""


class EndVacation(CustomId, word="end-vacation"):
    """Ends the vacation with this number."""

    number: int


def vacation_panel(words: Words, book: VacationBook) -> Content:
    """Return the days left, with a button to end the vacation or several to start one."""
    lines = [
        words.say("### Vacation"),
        _rule(words, book),
        words.say(
            "While you're away, your clocks are paused, except in games with a total time. Part of a day "
            "counts as a whole day. In a cup or team match, {count} days of vacation count in all.",
            count=DAYS_IN_EVENT,
        ),
    ]
    if book.current is not None:
        end, until = (format_dt(book.current.ends_at, style) for style in ("f", "R"))
        # Translators: Discord shows {end} as a date and {until} as "in 3 days", in the reader's language.
        lines.insert(1, words.say("You're on vacation until {end} ({until}).", end=end, until=until))
    return boxed(lines, rows=_rows(words, book))


async def vacation_question(context: Context, asked: StartVacation) -> Content:
    """Return the question about whether to start a vacation."""
    words, days = context.words, asked.days
    book = await context.services.vacations.check(days, player_id=context.user.id)
    question = words.count(
        "Start a vacation of {count} day now? Your clocks will be paused for that time, except in games "
        "with a total time.",
        "Start a vacation of {count} days now? Your clocks will be paused for that time, except in games "
        "with a total time.",
        days,
        count=days,
    )
    return confirm_panel(
        f"{question}\n-# {_rule(words, book)}",
        asked,
        words.say("Start vacation"),
        words.say("Not now"),
        kept=StartNoVacation(),
    )


def _rule(words: Words, book: VacationBook) -> str:
    return words.count(
        "You have {count} of {all} vacation days left this year.",
        "You have {count} of {all} vacation days left this year.",
        book.left,
        count=book.left,
        all=DAYS_A_YEAR,
    )


@on_click(StartNoVacation)
async def start_no_vacation(context: Context, clicked: StartNoVacation) -> None:
    """Change nothing, and show the panel again."""
    del clicked
    book = await context.services.vacations.book(context.user.id)
    await context.reply.replace(vacation_panel(context.words, book))


@on_click(StartVacation, asks=vacation_question)
async def start_vacation(context: Context, clicked: StartVacation) -> None:
    """Start a vacation of this many days."""
    book = await context.services.vacations.start(context.user, clicked.days)
    await context.reply.replace(vacation_panel(context.words, book))


@on_click(EndVacation)
async def end_vacation(context: Context, clicked: EndVacation) -> None:
    """End the vacation with this number."""
    book = await context.services.vacations.end(context.user, clicked.number)
    await context.reply.replace(vacation_panel(context.words, book))


def _rows(words: Words, book: VacationBook) -> list[Row]:
    if book.current is not None:
        end = EndVacation(book.current.number)
        return [Row(button(end, words.say("End vacation"), discord.ButtonStyle.primary))]
    buttons = [
        button(Ask(StartVacation(days)), words.count("{count} day", "{count} days", days, count=days))
        for days in _OFFERED
        if days <= book.most
    ]
    return [Row(*buttons)] if buttons else []
