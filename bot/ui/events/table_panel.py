"""The private panel with the tables of a cup, as pictures or in words."""

from collections.abc import Iterator
from typing import Any

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.events.clicks import cup_here
from bot.ui.events.cup_card import ShowCupTable
from bot.ui.events.cup_words import plain_cup_name
from bot.ui.events.tables import group_lines, group_name, group_picture
from bot.ui.message.content import GOLD, Row, boxed
from bot.ui.message.custom_ids import UnknownButtonError
from bot.ui.message.selects import MOST_OPTIONS, Option, menu
from bot.ui.text.words import escaped
from bot.values.events.cup import Cup
from bot.values.events.event_errors import EventNotRunningError
from bot.values.events.parts import Group


@on_click(ShowCupTable)
async def show_cup_table(context: Context, clicked: ShowCupTable) -> None:
    """Show the table of a group in private, as the person likes to read it."""
    await context.admit_extra()
    cup = await cup_here(context, clicked.cup)
    if not cup.stages:
        raise EventNotRunningError(cup)
    stage, group = _chosen(cup, clicked, context.user.id)
    chosen = await context.services.preferences.player(context.user.id)
    words = context.words
    rows = _menus(words, cup, ShowCupTable(cup.number, stage, group.number))
    if chosen.without_pictures:
        title = f"### {escaped(plain_cup_name(words, cup))} · {group_name(words, cup, stage, group)}"
        text = "\n".join([title, *map(escaped, group_lines(words, cup, stage, group))])
        content = boxed(text, rows=rows, accent=GOLD)
    else:
        picture = await group_picture(words, cup, stage, group, chosen.theme)
        content = boxed(picture, rows=rows, accent=GOLD)
    await context.reply.private(content, in_place=True)


def _chosen(cup: Cup, clicked: ShowCupTable, reader: int) -> tuple[int, Group]:
    """Return the stage and the group to show: by default, the latest stage, and the reader's group in it."""
    number = len(cup.stages) - 1 if clicked.stage is None else clicked.stage
    if number >= len(cup.stages):
        raise UnknownButtonError
    stage = cup.stages[number]
    if clicked.group is None:
        return number, stage.group_of(reader) or stage.groups[0]
    found = [group for group in stage.groups if group.number == clicked.group]
    if not found:
        raise UnknownButtonError
    return number, found[0]


def _menus(words: Words, cup: Cup, chosen: ShowCupTable) -> list[Row]:
    """Return the menu of all groups, the latest stage first, if there are several."""
    options = list(_options(words, cup))[:MOST_OPTIONS]
    rows: list[Any] = [Row(menu(options, chosen))] if len(options) > 1 else []
    return rows


def _options(words: Words, cup: Cup) -> Iterator[Option]:
    for number in reversed(range(len(cup.stages))):
        for group in cup.stages[number].groups:
            shown = ShowCupTable(cup.number, number, group.number)
            yield Option(shown, group_name(words, cup, number, group))
