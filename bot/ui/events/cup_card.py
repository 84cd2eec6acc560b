"""The public card of a cup: who has joined, then the table and what's left to play, then the podium."""

from collections.abc import Sequence

import discord
from discord.utils import format_dt

from bot.locale import Words, words_for
from bot.ui.events.cup_words import (
    games_line,
    joined_line,
    listed_names,
    people_in,
    plain_cup_name,
    points_line,
    start_line,
    term_lines,
    void_line,
    with_trophy,
)
from bot.ui.events.tables import (
    group_name,
    group_picture,
    medalists,
    podium_picture,
    standings_line,
)
from bot.ui.message.content import BLUE, GOLD, Button, Content, Part, Picture, boxed, rows_of
from bot.ui.message.custom_ids import Count, CustomId, button
from bot.ui.text.words import escaped, name, relative_time
from bot.values.events.cup import FEWEST, Cup
from bot.values.events.parts import EventStatus, Extension, Leaving, Stage

_CLOSED = discord.Color(0x5F788E)
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class JoinCup(CustomId, word="cup-join", label=lambda words: words.say("Join")):
    """Joins ``cup``, from its card or from a list."""

    cup: int


# Translators: button (about 20 characters): leave a cup before it starts.
class LeaveCup(CustomId, word="cup-leave", label=lambda words: words.label("a cup", "Leave")):
    """Leaves ``cup``, after a question if it's being played."""

    cup: int


class ShowCupRules(CustomId, word="cup-rules"):
    """Explains ``cup`` to the person."""

    cup: int


# Translators: button (about 20 characters): one's own games in a cup.
class ShowCupGames(CustomId, word="cup-games", label=lambda words: words.label("in a cup", "My games")):
    """Lists the person's own games in ``cup``."""

    cup: int


class ShowCupTable(CustomId, word="cup-table"):
    """Shows the table of a group of ``cup``: by default, that of the person, or the first one.

    The first ``stage`` is 0, and the first ``group`` of a stage is 1.
    """

    cup: int
    stage: Count | None = None
    group: Count | None = None


class ManageCup(CustomId, word="cup-manage"):
    """Shows what moderators can do to ``cup``."""

    cup: int


async def cup_card(cup: Cup) -> Content:
    """Return the card for a cup's current state, in its language and theme."""
    words = words_for(cup.card.language)
    cup = people_in(words, cup)
    parts: Sequence[Part]
    if cup.status is EventStatus.OPEN:
        parts, color = _open_texts(words, cup), GOLD
    elif cup.status is EventStatus.RUNNING and cup.stage is not None:
        title, *rest = _running_texts(words, cup, cup.stage)
        parts, color = [title, *await _tables(words, cup, cup.stage), *rest], BLUE
    elif cup.status is EventStatus.OVER:
        parts, color = await result_parts(words, cup), GOLD
    else:
        parts, color = [_canceled_text(words, cup)], _CLOSED
    heading = with_trophy(words, cup, escaped(plain_cup_name(words, cup)))
    return boxed(f"### {heading}", *parts, rows=rows_of(_buttons(words, cup)), accent=color)


async def result_parts(words: Words, cup: Cup) -> Sequence[Part]:
    """Return what's said and shown of a cup that's over."""
    over = words.say("The cup is over.")
    if not cup.terms.has_stages:
        over = words.say(
            "This month of the league is over. /pyrga-event league shows when the next one begins."
        )
    best = medalists(cup)
    if not best:
        return [over, _abandoned(words, cup)]
    lines = [
        f"{_MEDALS[each.place]} {name(each.player)} · {points_line(words, each.points)}" for each in best
    ]
    picture = await podium_picture(words, cup, cup.card.theme)
    games = [game for stage in cup.stages for game in stage.games]
    return [*filter(None, [over, void_line(words, cup, games)]), picture, lines]


def _abandoned(words: Words, cup: Cup) -> str:
    if all(entrant.left is Leaving.NO_SHOW for entrant in cup.entrants):
        return words.say("No one made a first move in time.")
    left = words.say("Everyone left before the end.")
    return f"{left} {void_line(words, cup, [game for stage in cup.stages for game in stage.games])}"


def _open_texts(words: Words, cup: Cup) -> list[str]:
    return [
        words.say("A cup for everyone here: you play everyone in your group, all games at the same time."),
        "\n".join(f"- {line}" for line in term_lines(words, cup.terms)),
        joined_line(words, cup.entrants),
        start_line(words, cup),
    ]


async def _tables(words: Words, cup: Cup, stage: Stage) -> tuple[Picture, ...]:
    """Return the table, if there's only one group. Several would need more room than a phone has."""
    if len(stage.groups) > 1:
        return ()
    return (await group_picture(words, cup, len(cup.stages) - 1, stage.groups[0], cup.card.theme),)


def _running_texts(words: Words, cup: Cup, stage: Stage) -> list[str]:
    number = len(cup.stages) - 1
    if len(stage.groups) == 1:
        return [group_name(words, cup, number, stage.groups[0]), _progress(words, cup, stage)]
    groups = [
        f"**{group_name(words, cup, number, group)}**\n{standings_line(cup, number, group)}"
        for group in stage.groups
    ]
    return [_progress(words, cup, stage), *_joined(groups)]


def _joined(groups: Sequence[str]) -> list[str]:
    return ["\n".join(groups)] if groups else []


def _progress(words: Words, cup: Cup, stage: Stage) -> str:
    """Return how many games are over, until when they have to be, and whether someone can still join."""
    # Translators: Discord shows {end} as a date and time, and {time} relative to now: "in 12 days".
    ends = words.say(
        "Play ends {end} ({time}).", end=format_dt(stage.ends_at, "f"), time=relative_time(stage.ends_at)
    )
    lines = [f"{games_line(words, stage.games)} {ends}"]
    if cup.late_entry_until is not None:
        # Translators: Discord shows {time} in the reader's language, such as "in 3 days".
        late = words.say(
            "There's a free place. Joining closes {time}.", time=relative_time(cup.late_entry_until)
        )
        lines.append(late)
    if stage.awaited is not None:
        lines.append(_extension(words, cup, stage.awaited))
    lines.append(void_line(words, cup, stage.games))
    return "\n".join(filter(None, lines))


def _extension(words: Words, cup: Cup, extension: Extension) -> str:
    absent = [entrant for entrant in cup.entrants if entrant.player.id in extension.absent]
    # Translators: {names} are names of people, separated by commas. Discord shows {end} as a date and time,
    # and {time} relative to now: "in 20 hours".
    return words.say(
        "No move from {names} in time, so there's one more day, once: until {end} ({time}).",
        names=listed_names(absent),
        end=format_dt(extension.until, "f"),
        time=relative_time(extension.until),
    )


def _canceled_text(words: Words, cup: Cup) -> str:
    if cup.was_given_up:
        return words.say("The cup was canceled because its channel was gone for a week.")
    if cup.stages:
        return words.say("A moderator canceled the cup. Its games continue as casual games.")
    if cup.postponed_until is not None and cup.ended_at is not None and cup.ended_at >= cup.postponed_until:
        return words.count(
            "The cup was canceled because fewer than {count} person had joined.",
            "The cup was canceled because fewer than {count} people had joined.",
            FEWEST,
            count=FEWEST,
        )
    return words.say("A moderator canceled the cup.")


def _buttons(words: Words, cup: Cup) -> list[Button]:
    style = discord.ButtonStyle
    join = button(JoinCup(cup.number), words, style.success)
    leave = button(LeaveCup(cup.number), words, style.secondary)
    rules = button(ShowCupRules(cup.number), words.label("of a cup", "Rules"), style.secondary)
    # Translators: button (about 20 characters): the table of a cup, with everyone's points.
    table = button(ShowCupTable(cup.number), words.label("of a cup", "Table"), style.secondary)
    games = button(ShowCupGames(cup.number), words, style.primary)
    # Translators: button (about 20 characters): what moderators can do to a cup.
    manage = button(ManageCup(cup.number), words.say("Manage…"), style.secondary)
    if cup.status is EventStatus.OPEN:
        return [join, leave, rules, manage]
    if cup.status is EventStatus.RUNNING:
        late = [join] if cup.late_entry_until is not None else []
        return [games, *late, table, rules, manage]
    return [table] if cup.stages else []
