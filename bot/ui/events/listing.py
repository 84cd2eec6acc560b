"""Private lists of a server's cups and team matches, and the tables of a cup."""

from collections.abc import Iterator, Sequence
from typing import Any

import discord
from discord import ui

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.events import team_card
from bot.ui.events.clicks import cup_here, may_move, may_see
from bot.ui.events.cup_card import JoinCup, LeaveCup, ShowCupGames, ShowCupTable
from bot.ui.events.cup_words import games_line, linked_cup, people_in, plain_cup_name, start_line
from bot.ui.events.posting import show_event
from bot.ui.events.tables import group_lines, group_name, group_picture
from bot.ui.events.team_card import (
    LeaveTeam,
    ShowTeamGames,
    SignUp,
    linked_team_match,
    match_score,
    sign_up_line,
)
from bot.ui.message.content import GOLD, Button, Row, boxed, unboxed
from bot.ui.message.custom_ids import CustomId, UnknownButtonError, button
from bot.ui.message.selects import MOST_OPTIONS, Option, menu
from bot.ui.text.words import escaped, name, relative_time
from bot.values.events.cup import Cup
from bot.values.events.event import LONGEST_PAUSE
from bot.values.events.event_errors import EventNotRunningError, UnknownCupError
from bot.values.events.parts import EventStatus, Group
from bot.values.events.team_match import TeamMatch

_MOST_PAST = 5


class ShowCupHere(CustomId, word="cup-here"):
    """Shows ``cup``, whose channel is gone, in the channel of the click, and lets it go on there."""

    cup: int


async def show_cups(context: Context) -> None:
    """List the cups of the server, then some past ones, as far as the person may see them."""
    words, cups = context.words, context.services.cups
    current, past = (
        await cups.in_guild(context.guild_id),
        await cups.past_in(context.guild_id, limit=_MOST_PAST),
    )
    sections = [
        _section(linked_cup(words, cup), _cup_state(words, cup), _cup_button(words, cup, context.user.id))
        for cup in [*current, *past]
        if await may_see(context, cup)
    ]
    # Translators: a heading.
    title = words.say("Cups in this server")
    nothing = words.say("There are none right now. Set one up with /pyrga-event cup.")
    await _show_list(context, title, sections, nothing)


async def show_team_matches(context: Context) -> None:
    """List the team matches of the server that are open or being played, as ``show_cups`` does."""
    words = context.words
    found = await context.services.team_matches.in_guild(context.guild_id)
    sided = [(match, match.side_in(context.guild_id) or 0) for match in found]
    sections = [
        _section(
            linked_team_match(match, side),
            _team_state(words, match),
            _team_button(words, match, side, context.user.id),
        )
        for match, side in sided
        if await may_see(context, match, side)
    ]
    # Translators: a heading.
    title = words.say("Team matches in this server")
    nothing = words.say(
        "There are none right now. People who manage the server can offer one with /pyrga-event team-match."
    )
    await _show_list(context, title, sections, nothing)


def _section(link: str, state: str, offered: Button) -> ui.Section[ui.LayoutView]:
    return ui.Section(ui.TextDisplay(f"{link}\n-# {state}"), accessory=offered)


async def _show_list(
    context: Context, title: str, sections: Sequence[ui.Section[ui.LayoutView]], nothing: str
) -> None:
    heading = f"### {title}" if sections else f"### {title}\n{nothing}"
    await context.reply.private(boxed(heading, *sections))


def _cup_state(words: Words, cup: Cup) -> str:
    if cup.ended_at is not None:
        # Translators: Discord shows {time} in the reader's language, such as "12 days ago".
        ended = words.say("Ended {time}.", time=relative_time(cup.ended_at))
        best = [name(cup.player(player_id)) for player_id, place in cup.won.items() if place == 1]
        return f"{ended} 🥇 {', '.join(best)}" if best else ended
    if cup.paused_at is not None:
        # Translators: Discord shows {time} in the reader's language, such as "in 5 days".
        return words.say(
            "Paused because its channel is gone. It's canceled {time} unless you show it elsewhere.",
            time=relative_time(cup.paused_at + LONGEST_PAUSE),
        )
    if cup.status is EventStatus.OPEN or cup.stage is None:
        people = words.count("{count} person", "{count} people", len(cup.entrants), count=len(cup.entrants))
        return f"{people} · {start_line(words, cup)}"
    # Translators: Discord shows {time} in the reader's language, such as "in 12 days".
    end = words.say("Play ends {time}.", time=relative_time(cup.stage.ends_at))
    return f"{games_line(words, cup.games)} {end}"


def _cup_button(words: Words, cup: Cup, reader: int) -> Button:
    style = discord.ButtonStyle
    if cup.paused_at is not None:
        # Translators: button (about 20 characters): show a cup that has lost its channel in this one.
        return button(ShowCupHere(cup.number), words.say("Show here"), style.primary)
    if cup.status is EventStatus.OVER:
        return button(ShowCupTable(cup.number), words.label("of a cup", "Table"), style.secondary)
    if cup.status is not EventStatus.OPEN:
        return button(ShowCupGames(cup.number), words, style.primary)
    if cup.entrant(reader) is None:
        return button(JoinCup(cup.number), words, style.success)
    return button(LeaveCup(cup.number), words, style.secondary)


def _team_state(words: Words, match: TeamMatch) -> str:
    if match.status is EventStatus.OPEN:
        return sign_up_line(words, match)
    return f"{match_score(match)} · {team_card.games_line(words, match)}"


def _team_button(words: Words, match: TeamMatch, side: int, reader: int) -> Button:
    style = discord.ButtonStyle
    if match.status is not EventStatus.OPEN:
        return button(ShowTeamGames(match.number), words, style.primary)
    if match.side_of(reader) != side:
        return button(SignUp(match.number), words, style.success)
    return button(LeaveTeam(match.number), words, style.secondary)


@on_click(ShowCupHere)
async def show_cup_here(context: Context, clicked: ShowCupHere) -> None:
    """Let a paused cup go on in this channel."""
    cup = await cup_here(context, clicked.cup)
    if cup.paused_at is None or cup.ended_at is not None or not may_move(context, cup):
        raise UnknownCupError
    await check_channel(context)
    check_can_post(context)
    channel_id = context.place.channel_id
    moved = await context.services.cups.put_card(cup, 0, channel_id=channel_id, message_id=None)
    shown = await show_event(context.client, moved)
    # Translators: {cup} is a link to the cup.
    text = context.words.say("{cup} goes on here.", cup=linked_cup(context.words, shown))
    await context.reply.replace(unboxed(text))


@on_click(ShowCupTable)
async def show_cup_table(context: Context, clicked: ShowCupTable) -> None:
    """Show the table of a group in private, as the person likes to read it."""
    await context.admit_extra()
    cup = people_in(context.words, await cup_here(context, clicked.cup))
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
