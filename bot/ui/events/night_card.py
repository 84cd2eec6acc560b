"""A game night in sentences: its terms, rules, and table; and its public card."""

from collections.abc import Collection, Iterator, Sequence

import discord
from discord.utils import format_dt

from bot.locale import Words, words_for
from bot.ui.events.cup_words import joined_line, people_in, points_line
from bot.ui.events.tables import podium
from bot.ui.message.content import BLUE, GOLD, Button, Content, Part, boxed, rows_of
from bot.ui.message.custom_ids import Ask, CustomId, button
from bot.ui.text.status import total_name
from bot.ui.text.words import (
    escaped,
    link_to,
    message_link,
    name,
    plain_name,
    relative_time,
    rules_lines,
)
from bot.values.clocks import FIRST_MOVE
from bot.values.events.cup import FEWEST_EVERYWHERE
from bot.values.events.night import BYE, DRAW, FEWEST, LAST_MINUTES, STREAK, WIN, Night, NightTerms, Score
from bot.values.events.parts import EventStatus
from bot.values.game.game import Game

_CLOSED = discord.Color(0x5F788E)
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_LONGEST_TABLE, _LONGEST_BOARDS, _LONGEST_NAMES = 1200, 1700, 900
"""Maximum numbers of characters on a card, which can have 4,000 in all."""


# Translators: button (about 20 characters): take part in a game night.
class JoinNight(CustomId, word="night-in", label=lambda words: words.say("I'm in")):
    """Has the person paired in ``night`` from now on."""

    night: int


# Translators: button (about 20 characters): don't be paired in a game night anymore, or for now.
class PauseNight(CustomId, word="night-pause", label=lambda words: words.say("Pause")):
    """Has the person not paired in ``night`` until they come back."""

    night: int


class ShowNightTable(CustomId, word="night-table"):
    """Shows everyone's points in ``night``."""

    night: int


class ShowNightRules(CustomId, word="night-rules"):
    """Explains ``night`` to the person."""

    night: int


class CancelNight(CustomId, word="night-cancel"):
    """Cancels ``night``, for someone who manages the server."""

    night: int


def linked_night(words: Words, night: Night) -> str:
    """Return a link to the card of a game night, or to its channel if the card isn't known."""
    return f"[{night_title(words)}]({link_to(night.card.place, night.card.message_id)})"


def night_title(words: Words) -> str:
    return words.label("a heading", "Game night")


async def night_card(night: Night, games: Collection[Game] = ()) -> Content:
    """Return the card for a game night's current state, with links to these games, which are running."""
    words = words_for(night.card.language)
    night = people_in(words, night)
    parts: Sequence[Part]
    if night.status is EventStatus.OPEN:
        parts, color = _open_texts(words, night), GOLD
    elif night.status is EventStatus.RUNNING:
        parts, color = [*_running_texts(words, night), *_boards(words, games)], BLUE
    elif night.status is EventStatus.OVER:
        parts, color = await result_parts(words, night), GOLD
    else:
        parts, color = [_canceled_text(words, night)], _CLOSED
    return boxed(
        f"### 🌙 {night_title(words)}", *parts, rows=rows_of([*_buttons(words, night)]), accent=color
    )


def _open_texts(words: Words, night: Night) -> list[str]:
    lines = "\n".join(f"- {line}" for line in term_lines(words, night.terms))
    came = joined_line(words, night.entrants, longest=_LONGEST_NAMES)
    return [invitation(words), lines, came, _start_line(words, night)]


def invitation(words: Words) -> str:
    return words.say(
        "Press **I'm in** and play short games, one after another: whoever is free is paired at once. Come "
        "and go as you like."
    )


def term_lines(words: Words, terms: NightTerms) -> list[str]:
    """Return what a game night's games are like, with one sentence for each term."""
    return [
        *rules_lines(words, terms.ruleset),
        words.say(
            "{clock} for each player, {minutes} minutes in all.",
            clock=total_name(words, terms.total),
            minutes=terms.minutes,
        ),
        words.say("Rated.") if terms.rated else words.say("Casual: ratings don't change."),
    ]


def _start_line(words: Words, night: Night) -> str:
    at = night.starts_at
    if len(night.entrants) >= FEWEST and night.terms.starts_at is None:
        return words.say("It starts in a moment.")
    lines = []
    if night.terms.starts_at is not None:
        # Translators: Discord shows {start} as a date and time, and {time} relative to now: "in 2 days".
        sentence = words.say("Starts {start} ({time}).")
        lines.append(sentence.format(start=format_dt(at, "f"), time=relative_time(at)))
    if len(night.entrants) < FEWEST:
        # Translators: Discord shows {time} in the reader's language, such as "in 50 minutes".
        lines.append(
            words.count(
                "It takes {count} person to start. If they aren't in by then, it's called off {time}.",
                "It takes {count} people to start. If they aren't in by then, it's called off {time}.",
                FEWEST,
                count=FEWEST,
                time=relative_time(night.start_due_at),
            )
        )
    return " ".join(lines)


def _running_texts(words: Words, night: Night) -> list[str]:
    table = _cut(table_lines(words, night), _LONGEST_TABLE) or [words.say("No one has points yet.")]
    return ["\n".join(table), _state_line(words, night)]


def _state_line(words: Words, night: Night) -> str:
    """Return until when it's played, and who waits for a game."""
    stage, closes = night.stage, night.closes_at
    if stage is None or closes is None:
        return ""
    if night.is_closed:
        # Translators: Discord shows {time} in the reader's language, such as "in a minute".
        return words.say(
            "Time is up. The last games are decided by their exact value {time}.",
            time=relative_time(stage.ends_at),
        )
    # Translators: Discord shows {end} as a time, and {time} relative to now: "in 40 minutes".
    ends = words.say("Until {end} ({time}).", end=format_dt(closes, "t"), time=relative_time(closes))
    waiting = ", ".join(name(each.player) for each in night.free)
    if not waiting or len(waiting) > _LONGEST_NAMES:
        return ends
    # Translators: {names} are names of people who wait for a game, separated by commas.
    waits = words.say("Waiting for the next game: {names}.", names=waiting)
    return f"{ends} {waits}"


def table_lines(words: Words, night: Night) -> list[str]:
    """Return everyone who has played or is there, the best first, with their points."""
    present = {each.player.id for each in night.present}
    return [
        _line(words, score, is_there=score.player.id in present or night.ended_at is not None)
        for score in night.table
        if score.games or score.points or score.player.id in present
    ]


def _line(words: Words, score: Score, *, is_there: bool) -> str:
    games = words.count("{count} game", "{count} games", score.games, count=score.games)
    streak = " 🔥" if score.streak >= STREAK else ""
    away = "" if is_there else " 💤"
    # As a list, Discord would number those who share a place one after another.
    return f"{score.place}\\. {name(score.player)} **{score.points}** · {games}{streak}{away}"


def _cut(lines: Sequence[str], longest: int) -> list[str]:
    """Return as many of the first lines as fit into so many characters, and a sign if there are more."""
    kept: list[str] = []
    for line in lines:
        if sum(len(each) + 1 for each in kept) + len(line) > longest:
            return [*kept, "…"]
        kept.append(line)
    return kept


def _boards(words: Words, games: Collection[Game]) -> list[str]:
    """Return links to running games, two in a row, as far as there's room."""
    links = [f"[{_pair(game)}]({message_link(game)})" for game in games]
    if not links:
        return []
    rows = [" · ".join(links[first : first + 2]) for first in range(0, len(links), 2)]
    # Translators: a heading above links to games.
    heading = words.say("Playing now")
    return ["\n".join([f"**{heading}**", *_cut(rows, _LONGEST_BOARDS)])]


def _pair(game: Game) -> str:
    white, black = (escaped(plain_name(player, 16)) for player in (game.white, game.black))
    return f"{white} \N{EN DASH} {black}"


async def result_parts(words: Words, night: Night) -> list[Part]:
    """Return what's said and shown of a game night that's over."""
    over = words.say("The game night is over.")
    leaders = [*night.leaders]
    if not leaders:
        return [over, words.say("No one finished a game.")]
    best = [(each.place, each.player, points_line(words, each.points)) for each in leaders]
    lines = [f"{_MEDALS[place]} {name(player)} · {points}" for place, player, points in best]
    games = sum(game.counts for game in night.games)
    played = words.count("{count} game was played.", "{count} games were played.", games, count=games)
    key = f"{night.number}-{night.revision}"
    picture = await podium(words, night_title(words), best, key, night.card.theme)
    return [f"{over} {played}", picture, _cut(lines, _LONGEST_NAMES)]


def _canceled_text(words: Words, night: Night) -> str:
    if night.card.lost:
        return words.say("The game night was called off because its channel is gone.")
    has_waited = night.ended_at is not None and night.ended_at >= night.start_due_at
    if has_waited and len(night.entrants) < FEWEST:
        return words.count(
            "The game night was called off because fewer than {count} person came.",
            "The game night was called off because fewer than {count} people came.",
            FEWEST,
            count=FEWEST,
        )
    return words.say("A moderator canceled the game night. Its running games continue as casual games.")


def rules_text(words: Words, night: Night) -> str:
    """Return the terms of a game night, and the rules of all game nights."""
    rules = [
        words.say(
            "Whoever is free plays whoever fits best: nearest in points, not the same person twice in a row, "
            "and no one you've blocked. I mention you on the board. Games start balanced, and colors take "
            "turns."
        ),
        words.say(
            "Make your first move within {seconds} seconds, or you lose the game. After two such games, "
            "you're out until you press **I'm in** again.",
            seconds=int(FIRST_MOVE.total_seconds()),
        ),
        words.say(
            "A win is {win} points, and a draw is {draw}. After {streak} wins in a row, each further win "
            "counts double, until you don't win.",
            win=WIN,
            draw=DRAW,
            streak=STREAK,
        ),
        words.say(
            "If no one fits for 30 seconds, you get {points} point, once a night.",
            points=BYE,
        ),
        words.say("**Pause** takes you out for as long as you like. A running game goes on."),
        words.say(
            "When time is up, no new games start. After {minutes} more minutes, running games are decided by "
            "their exact value: what perfect play leads to. They aren't rated.",
            minutes=int(LAST_MINUTES.total_seconds()) // 60,
        ),
        words.count(
            "Most points win, then most wins. The winner gets a badge, but only in this server if fewer than "
            "{count} person plays.",
            "Most points win, then most wins. The winner gets a badge, but only in this server if fewer than "
            "{count} people play.",
            FEWEST_EVERYWHERE,
            count=FEWEST_EVERYWHERE,
        ),
    ]
    lines = (f"- {line}" for line in [*term_lines(words, night.terms), *rules])
    return "\n".join([f"### {night_title(words)}", *lines])


def _buttons(words: Words, night: Night) -> Iterator[Button]:
    style, number = discord.ButtonStyle, night.number
    is_joinable = night.status is EventStatus.OPEN or (
        night.status is EventStatus.RUNNING and not night.is_closed
    )
    if is_joinable:
        yield button(JoinNight(number), words, style.success)
        yield button(PauseNight(number), words, style.secondary)
    if night.stages:
        yield button(ShowNightTable(number), words.label("of a cup", "Table"), style.secondary)
    if night.ended_at is None:
        yield button(ShowNightRules(number), words.label("of a cup", "Rules"), style.secondary)
        # Translators: button (about 20 characters): call a game night off.
        yield button(Ask(CancelNight(number)), words.label("a game night", "Cancel…"), style.secondary)
