"""The private panel of a league, its public card, and what people press on them."""

from datetime import datetime
from typing import Any

import discord

from bot.locale import Words, words_for
from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NOT_POSTED
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel, check_may_manage, threadless_note
from bot.ui.events.clicks import leaving_panel, may_see
from bot.ui.events.cup_words import joined_line, linked_cup, listed_names, time_sentence
from bot.ui.message.content import GOLD, Button, Content, Row, boxed, rows_of
from bot.ui.message.custom_ids import Ask, Count, CustomId, button
from bot.ui.message.selects import Option, menu
from bot.ui.text.status import clock_name
from bot.ui.text.words import league_title, relative_time, rules_lines
from bot.values.events.cup import FEWEST, MOVE_TIMES
from bot.values.events.event_errors import UnknownLeagueError
from bot.values.events.league import League, stop
from bot.values.events.parts import DAY
from bot.values.players import Place
from engine import Ruleset

_LONGEST_LIST = 2500
"""Maximum number of characters of the names in the panel."""


class StartLeague(CustomId, word="league-start"):
    """Starts a league of ``ruleset`` with this time per move, in the channel of the click."""

    ruleset: Ruleset
    move_seconds: Count


class ShowLeague(CustomId, word="league"):
    """Shows ``league`` to the person."""

    league: int


class JoinLeague(CustomId, word="league-join", label=lambda words: words.say("Join")):
    """Joins ``league``, from its next month on."""

    league: int


class LeaveLeague(CustomId, word="league-leave"):
    """Leaves ``league``, and the cup of its current month."""

    league: int


class StopLeague(CustomId, word="league-stop"):
    """Ends ``league`` after its current month."""

    league: int


async def show_league_of(context: Context, ruleset: Ruleset) -> None:
    """Show the league of a ruleset in the server, or how to start one."""
    found = await context.services.leagues.in_guild(context.guild_id)
    league = next((league for league in found if league.ruleset is ruleset), None)
    if league is None:
        await context.reply.private(_no_league(context, ruleset))
    elif not await _sees(context, league):
        lines = [_title(context.words, ruleset), _out_of_sight(context.words)]
        await context.reply.private(boxed(lines))
    else:
        await context.reply.private(await _panel(context, league))


def _no_league(context: Context, ruleset: Ruleset) -> Content:
    words = context.words
    lines = [
        _title(words, ruleset),
        words.say("This server has no league for this ruleset yet."),
        _about(words),
    ]
    rows: list[Row] = []
    if context.interaction.permissions.manage_guild:
        options = [
            Option(StartLeague(ruleset, seconds), clock_name(words, seconds)) for seconds in MOVE_TIMES
        ]
        rows.append(Row(menu(options, placeholder=words.say("Start the league here with…"))))
        lines += filter(None, [threadless_note(context)])
    else:
        lines.append(words.say("People who manage the server can start one with /pyrga-event league."))
    return boxed(lines, rows=rows)


def _title(words: Words, ruleset: Ruleset) -> str:
    return f"### 🏆 {league_title(words, ruleset)}"


def _about(words: Words) -> str:
    return words.say(
        "A league is a cup every month. Divisions have up to 8 people, who all play each other. The best one "
        "or two move up, and the last one or two move down. You stay in until you leave, and the winner of "
        "the first division is the champion until the next month ends."
    )


async def _league_here(context: Context, number: int) -> League:
    """Return the league with this number."""
    league = await context.services.leagues.get(number)
    if league.guild_id != context.interaction.guild_id or not await _sees(context, league):
        raise UnknownLeagueError
    return league


async def _sees(context: Context, league: League) -> bool:
    """Return whether the person is in a league, manages the server, or sees the league's channel."""
    place = Place(league.guild_id, league.channel_id)
    is_close = context.interaction.permissions.manage_guild or league.member(context.user.id) is not None
    return is_close or await context.sees_at(place, ())


def _out_of_sight(words: Words) -> str:
    return words.say("This league is played in a channel that you can't see.")


async def _panel(context: Context, league: League) -> Content:
    words = context.words
    style = discord.ButtonStyle
    terms = "\n".join([_title(words, league.ruleset), *_terms(words, league)])
    lines = [await _month(context, league)]
    if league.stopped_at is not None and league.cup is not None:
        lines.append(words.say("The league ends with this month."))
    champions = [member for member in league.members if member.player.id in league.champions]
    if champions:
        # Translators: {names} are names of people, separated by commas.
        lines.append(words.say("Champion: {names}", names=listed_names(champions)))
    lines.append(joined_line(words, league.members, longest=_LONGEST_LIST))
    buttons: list[Button] = []
    if league.member(context.user.id) is not None:
        leave = words.label("a cup", "Leave")
        buttons.append(button(Ask(LeaveLeague(league.number)), leave, style.secondary))
    elif league.stopped_at is None:
        buttons.append(button(JoinLeague(league.number), words, style.success))
    if context.interaction.permissions.manage_guild and league.stopped_at is None:
        # Translators: button (about 20 characters): end a league.
        buttons.append(button(Ask(StopLeague(league.number)), words.say("Stop the league"), style.danger))
    return boxed(terms, lines, rows=rows_of(buttons))


def _terms(words: Words, league: League) -> list[str]:
    sentences = [*rules_lines(words, league.ruleset), time_sentence(words, league.move_seconds)]
    return [f"- {sentence}" for sentence in sentences]


async def _month(context: Context, league: League) -> str:
    """Return the cup of the current month, or when the next one begins."""
    words = context.words
    if league.cup is not None:
        cup = await context.services.cups.get(league.cup)
        if not await may_see(context, cup):
            return _out_of_sight(words)
        # Translators: {cup} is a link to the cup of this month.
        return words.say("Being played: {cup}", cup=linked_cup(words, cup))
    if league.next_at is None:
        return words.say("The league has ended.")
    if len(league.members) < FEWEST:
        return _waiting_line(words, league, league.next_at)
    # Translators: Discord shows {time} in the reader's language, such as "in 3 days".
    return words.say("The next month begins {time}.", time=relative_time(league.next_at))


def _waiting_line(words: Words, league: League, next_at: datetime) -> str:
    """Return when the next month begins if there may be too few people."""
    if league.tried_at is not None:
        return words.count(
            "The next month begins once {count} person has joined.",
            "The next month begins once {count} people have joined.",
            FEWEST,
            count=FEWEST,
        )
    # Translators: Discord shows {time} in the reader's language, such as "in 3 days".
    return words.count(
        "The next month begins {time}, or once {count} person has joined if that's later.",
        "The next month begins {time}, or once {count} people have joined if that's later.",
        FEWEST,
        count=FEWEST,
        time=relative_time(next_at),
    )


@on_click(StartLeague)
async def start_league(context: Context, clicked: StartLeague) -> None:
    """Start a league in this channel, and post its card for everyone."""
    check_may_manage(context)
    await check_channel(context)
    check_can_post(context)
    seconds = clicked.move_seconds if clicked.move_seconds in MOVE_TIMES else DAY
    language = await context.public_language()
    theme = (await context.services.preferences.guild(context.guild_id)).theme
    leagues = context.services.leagues
    league = await leagues.create(
        context.place, context.user, clicked.ruleset, seconds, language=language, theme=theme
    )
    try:
        await context.reply.follow_up(_league_card(league))
    except NOT_POSTED:
        # No one has seen it, so no one would ever join it.
        await leagues.change(league.number, stop)
        raise
    await context.reply.replace(await _panel(context, league))


def _league_card(league: League) -> Content:
    """Return what everyone sees of a league that has just started. It stays as it is."""
    words = words_for(league.language)
    style = discord.ButtonStyle
    texts = ["\n".join([_title(words, league.ruleset), _about(words), *_terms(words, league)])]
    if league.next_at is not None:
        texts.append(_waiting_line(words, league, league.next_at))
    buttons: list[Any] = [
        button(JoinLeague(league.number), words, style.success),
        # Translators: button (about 20 characters): see who is in a league, and leave it.
        button(ShowLeague(league.number), words.label("button", "League"), style.secondary),
    ]
    return boxed(*texts, rows=rows_of(buttons), accent=GOLD)


@on_click(ShowLeague)
async def show_league(context: Context, clicked: ShowLeague) -> None:
    """Show a league in private."""
    league = await _league_here(context, clicked.league)
    await context.reply.private(await _panel(context, league), in_place=True)


@on_click(JoinLeague)
async def join_league(context: Context, clicked: JoinLeague) -> None:
    """Join a league, from its next month on."""
    league = await _league_here(context, clicked.league)
    joined = await context.services.leagues.join(league.number, context.user)
    await context.reply.private(await _panel(context, joined), in_place=True)


async def _leaving_question(context: Context, clicked: LeaveLeague) -> Content | None:
    """Ask first if leaving the league means leaving games."""
    league = await _league_here(context, clicked.league)
    cup = None if league.cup is None else await context.services.cups.get(league.cup)
    if cup is None or not cup.is_playing(context.user.id):
        return None
    return leaving_panel(context.words, cup, clicked)


@on_click(LeaveLeague, asks=_leaving_question)
async def leave_league(context: Context, clicked: LeaveLeague) -> None:
    """Leave a league, and the cup of its current month."""
    league = await _league_here(context, clicked.league)
    left = await context.services.leagues.leave(league.number, player_id=context.user.id)
    await context.reply.replace(await _panel(context, left))


async def _stop_question(context: Context, clicked: StopLeague) -> Content:
    check_may_manage(context)
    await _league_here(context, clicked.league)
    words = context.words
    question = words.say(
        "Stop this league? The month that's being played goes on to its end, and no other begins."
    )
    return confirm_panel(
        question, clicked, words.say("Stop the league"), words.say("Never mind"), kept=Keep(Kept.REST)
    )


@on_click(StopLeague, asks=_stop_question)
async def stop_league(context: Context, clicked: StopLeague) -> None:
    """Let a league end after its current month."""
    check_may_manage(context)
    league = await _league_here(context, clicked.league)
    stopped = await context.services.leagues.stop(league.number, context.user)
    await context.reply.replace(await _panel(context, stopped))
