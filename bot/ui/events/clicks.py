"""What anyone can do with an event: join and leave it, see its rules and their own games in it."""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import discord

from bot.locale import Words
from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.events import cup_words, team_card
from bot.ui.events.cup_card import JoinCup, LeaveCup, ShowCupGames, ShowCupRules
from bot.ui.events.cup_words import cup_name, people_in, plain_cup_name
from bot.ui.events.posting import AnyEvent, Contest, events_like, show_event
from bot.ui.events.team_card import (
    LeaveTeam,
    ShowTeamGames,
    ShowTeamRules,
    SignUp,
    server_of,
    team_match_name,
)
from bot.ui.message.content import GOLD, Button, Content, Row, boxed, rows_of, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.searches import consent_text
from bot.ui.text.words import escaped, game_name, message_link, name, on_one_line, relative_time
from bot.use_cases.events.events import Events
from bot.values.events.cup import Cup
from bot.values.events.event import Event
from bot.values.events.event_errors import BlockedEntrantError, EventEndedError, EventError
from bot.values.events.parts import EventGame, EventStatus
from bot.values.events.team_match import SIDES, TeamMatch
from bot.values.game.game import Game
from bot.values.players import Player

E = TypeVar("E", bound=Event)
A = TypeVar("A", bound=AnyEvent)


class JoinCupAnyway(CustomId, word="cup-join-anyway"):
    """Joins ``cup`` although the person and someone in it have blocked each other."""

    cup: int


class AgreeAndSignUp(CustomId, word="team-agree"):
    """Agrees to games across servers, and signs up for the team ``match``."""

    match: int


class ConfirmLeaving(CustomId, word="cup-leave-now"):
    """Leaves ``cup`` while it's being played."""

    cup: int


class ConfirmLeavingTeam(CustomId, word="team-leave-now"):
    """Leaves the team ``match`` while it's being played."""

    match: int


# Which events there are for the person


async def event_here(context: Context, kind: Events[E], number: int) -> tuple[E, int]:
    """Return the event with this number, if the person sees it, and which side this server is."""
    event = await kind.get(number)
    side = event.side_in(context.interaction.guild_id)
    if side is None or not await may_see(context, event, side):
        raise kind.unknown
    return event, side


async def cup_here(context: Context, number: int) -> Cup:
    """Return the cup with this number, as in ``event_here``."""
    cup, _ = await event_here(context, context.services.cups, number)
    return cup


async def team_match_here(context: Context, number: int) -> tuple[TeamMatch, int]:
    """Return the team match with this number, as in ``event_here``."""
    return await event_here(context, context.services.team_matches, number)


async def may_see(context: Context, event: Event, side: int = 0) -> bool:
    """Return whether the person is on a side of an event, or sees its channel."""
    if event.paused_at is not None:
        # No one can say anymore who could see its channel.
        return may_move(context, event)
    people = [entrant.player for entrant in event.present if entrant.side == side]
    return await context.sees_at(event.cards[side].place, people)


def may_move(context: Context, event: Event) -> bool:
    """Return whether the person may show an event that has lost its channel in another one."""
    is_in = event.entrant(context.user.id) in event.present
    return context.interaction.permissions.manage_guild or is_in


async def _show_after(context: Context, event: AnyEvent, side: int) -> None:
    """Show what a click has changed: on the clicked card, which is its answer, or wherever the card is."""
    await show_event(context.client, event, side, context if _is_on_card(context, event, side) else None)


def _is_on_card(context: Context, event: Event, side: int) -> bool:
    return context.message is not None and context.message.id == event.cards[side].message_id


# Joining


@on_click(JoinCup)
async def join_cup(context: Context, clicked: JoinCup) -> None:
    """Join, or ask first if that means playing someone whom one has blocked."""
    cup = await cup_here(context, clicked.cup)
    try:
        joined = await context.services.cups.join(cup, context.user)
    except BlockedEntrantError as error:
        await context.reply.private(_blocked_panel(context.words, cup, error.names))
    except EventError:
        await _put_right(context, cup, 0)
        raise
    else:
        await _show_after(context, joined, 0)
        await context.reply.private(_joined_text(context.words, joined))


async def show_changed(context: Context, event: A, side: int, change: Awaitable[A]) -> A:
    """Show what a change by a click on the card of an event leads to; if it's refused, put the card right."""
    try:
        changed = await change
    except EventError:
        await _put_right(context, event, side)
        raise
    await _show_after(context, changed, side)
    return changed


async def _put_right(context: Context, event: AnyEvent, side: int) -> None:
    """Show a card as it should be that was clicked although it no longer showed the event as it is."""
    if _is_on_card(context, event, side):
        await show_event(context.client, event, side, context)


def _blocked_panel(words: Words, cup: Cup, names: Sequence[str]) -> Content:
    if names:
        # Translators: {names} are names of people, separated by commas.
        question = words.say(
            "You've blocked {names}, and you might play them in this cup. Join anyway?",
            names=", ".join(f"**{escaped(on_one_line(each))}**" for each in names),
        )
    else:
        question = words.say("In this cup, you might play someone you don't usually play. Join anyway?")
    # Translators: buttons (about 20 characters).
    confirm, keep = words.say("Join anyway"), words.say("Never mind")
    return confirm_panel(question, JoinCupAnyway(cup.number), confirm, keep, kept=Keep(Kept.REST))


@on_click(JoinCupAnyway)
async def join_cup_anyway(context: Context, clicked: JoinCupAnyway) -> None:
    """Join after the question."""
    cup = await cup_here(context, clicked.cup)
    joined = await context.services.cups.join(cup, context.user, knowing=True)
    await context.reply.replace(unboxed(_joined_text(context.words, joined)))
    await show_event(context.client, joined)


def _joined_text(words: Words, cup: Cup) -> str:
    if cup.status is EventStatus.RUNNING:
        return words.say("You're in {cup}. Your games start now.", cup=cup_name(words, cup))
    if cup.terms.wanted is None or cup.postponed_until is not None:
        # Translators: Discord shows {time} in the reader's language, such as "in 2 days".
        return words.say(
            "You're in {cup}. It starts {time}, and I'll mention you here once when it does.",
            cup=cup_name(words, cup),
            time=relative_time(cup.starts_at),
        )
    return words.say("You're in {cup}. I'll mention you here once when it starts.", cup=cup_name(words, cup))


@on_click(SignUp)
async def sign_up(context: Context, clicked: SignUp) -> None:
    """Sign up, or ask first if the person agrees to games across servers."""
    match, side = await team_match_here(context, clicked.match)
    chosen = await context.services.preferences.player(context.user.id)
    if chosen.across_servers is None and match.status is EventStatus.OPEN:
        label = context.words.say("Sign up")
        agree = button(AgreeAndSignUp(match.number), label, discord.ButtonStyle.success)
        text = consent_text(context.words, in_server=True)
        await context.reply.private(boxed(text, rows=[Row(agree)], accent=GOLD))
    else:
        await _sign_up(context, match, side)


@on_click(AgreeAndSignUp)
async def agree_and_sign_up(context: Context, clicked: AgreeAndSignUp) -> None:
    """Note that the person agrees to games across servers, and sign up."""
    match, side = await team_match_here(context, clicked.match)
    preferences = context.services.preferences
    await preferences.change_player(context.user, lambda old: replace(old, across_servers=True))
    await _sign_up(context, match, side)


async def _sign_up(context: Context, match: TeamMatch, side: int) -> None:
    change = context.services.team_matches.sign_up(match, context.user, guild_id=context.guild_id)
    joined = await show_changed(context, match, side, change)
    # Translators: {server} is the name of a server; Discord shows {time} as such as "in 2 days".
    said = context.words.say(
        "You play for {server}. I'll mention you here once when it starts, {time}.",
        server=f"**{server_of(joined.cards[side])}**",
        time=relative_time(joined.starts_at),
    )
    await context.reply.private(unboxed(said), in_place=True)


# Leaving


@on_click(LeaveCup)
async def leave_cup(context: Context, clicked: LeaveCup) -> None:
    """Leave a cup that hasn't started, or ask first."""
    await _leave(context, await cup_here(context, clicked.cup), 0, ConfirmLeaving(clicked.cup))


@on_click(LeaveTeam)
async def leave_team(context: Context, clicked: LeaveTeam) -> None:
    """Leave a team match that hasn't started, or ask first."""
    match, side = await team_match_here(context, clicked.match)
    await _leave(context, match, side, ConfirmLeavingTeam(match.number))


async def _leave(context: Context, event: Contest, side: int, confirmed: CustomId) -> None:
    if event.status is EventStatus.RUNNING and event.is_playing(context.user.id):
        await context.reply.private(leaving_panel(context.words, event, confirmed))
        return
    left = await events_like(context.client, event).leave(event.number, player_id=context.user.id)
    await _show_after(context, left, side)
    await context.reply.private(_left_text(context.words, left))


def leaving_panel(words: Words, event: Contest, confirmed: CustomId) -> Content:
    """Return the question whether to leave an event that's being played; ``confirmed`` does so."""
    # Translators: button (about 20 characters).
    stay = words.say("Stay")
    if isinstance(event, TeamMatch):
        question = words.say(
            "Leave this team match? Your games that aren't over count as lost. You can't come back."
        )
        return confirm_panel(question, confirmed, words.say("Leave the match"), stay, kept=Keep(Kept.REST))
    question = words.say(
        "Leave {cup}? If fewer than half of your games are over, none of them count in the table. Otherwise, "
        "the rest count as lost. Games with four or more pieces on the board also count as lost for ratings.",
        cup=cup_name(words, event),
    )
    is_of_league = event.league is not None
    after = words.say("You also leave the league.") if is_of_league else words.say("You can't come back.")
    return confirm_panel(
        f"{question} {after}", confirmed, words.say("Leave the cup"), stay, kept=Keep(Kept.REST)
    )


@on_click(ConfirmLeaving)
async def confirm_leaving(context: Context, clicked: ConfirmLeaving) -> None:
    """Leave a cup that's being played."""
    await _leave_now(context, await cup_here(context, clicked.cup))


@on_click(ConfirmLeavingTeam)
async def confirm_leaving_team(context: Context, clicked: ConfirmLeavingTeam) -> None:
    """Leave a team match that's being played."""
    match, _ = await team_match_here(context, clicked.match)
    await _leave_now(context, match)


async def _leave_now(context: Context, event: Contest) -> None:
    left = await events_like(context.client, event).leave(event.number, player_id=context.user.id)
    await context.reply.replace(unboxed(_left_text(context.words, left)))


def _left_text(words: Words, event: Contest) -> str:
    if isinstance(event, Cup):
        return words.say("You're no longer in {cup}.", cup=cup_name(words, event))
    # Translators: {match} is the names of two servers.
    return words.say("You're no longer in the team match {match}.", match=f"**{team_match_name(event)}**")


# Rules, and one's own games


@on_click(ShowCupRules)
async def show_cup_rules(context: Context, clicked: ShowCupRules) -> None:
    cup = await cup_here(context, clicked.cup)
    await context.reply.private(boxed(cup_words.rules_text(context.words, cup)))


@on_click(ShowTeamRules)
async def show_team_rules(context: Context, clicked: ShowTeamRules) -> None:
    match, _ = await team_match_here(context, clicked.match)
    await context.reply.private(boxed(team_card.rules_text(context.words, match)))


@on_click(ShowCupGames)
async def show_cup_games(context: Context, clicked: ShowCupGames) -> None:
    """List the person's games in the current stage of a cup."""
    await context.admit_extra()
    cup = await cup_here(context, clicked.cup)
    if cup.status is EventStatus.CANCELED:
        raise EventEndedError(cup)
    words = context.words
    # Translators: a heading; {cup} is the name of a cup.
    title = words.say("Your games in {cup}", cup=escaped(plain_cup_name(words, cup)))
    # Translators: button (about 20 characters).
    leave = button(LeaveCup(cup.number), words.say("Leave the cup"))
    await _show_own_games(context, cup, title, leave)


@on_click(ShowTeamGames)
async def show_team_games(context: Context, clicked: ShowTeamGames) -> None:
    """List the person's games in a team match."""
    await context.admit_extra()
    match, _ = await team_match_here(context, clicked.match)
    words = context.words
    # Translators: a heading; {match} is the names of two servers.
    title = words.say("Your games in {match}", match=team_match_name(match))
    # Translators: button (about 20 characters): leave a team match while it's played.
    label = words.say("Leave the match")
    leave = button(LeaveTeam(match.number), label, discord.ButtonStyle.secondary)
    await _show_own_games(context, match, title, leave)


async def _show_own_games(context: Context, event: Contest, title: str, leave: Button) -> None:
    """List the person's games in an event, with links, and whose turn it is."""
    words, reader, event = context.words, context.user.id, people_in(context.words, event)
    own = [game for game in event.games_of(reader) if not game.struck]
    numbers = [each.number for each in own if each.number is not None]
    games = {game.number: game for game in await context.services.game_queries.several(numbers)}
    lines = [
        _game_line(words, each, games.get(each.number or 0), event.player(each.opponent_of(reader)), reader)
        for each in (_in_order(own, games, reader) if isinstance(event, Cup) else own)
    ]
    text = "\n".join([f"### {title}", *(lines or [_nothing(words, event, reader)])])
    buttons = [leave] if event.is_playing(reader) else []
    await context.reply.private(boxed(text, rows=rows_of(buttons)))


def _in_order(own: Sequence[EventGame], games: Mapping[int, Game], reader: int) -> list[EventGame]:
    """Return their games with those first in which it's their turn, then the other running ones."""

    def waiting(listed: EventGame) -> int:
        if listed.is_settled:
            return 3
        game = games.get(listed.number or 0)
        if game is None:
            return 2
        return 0 if game.outcome is None and game.to_move.id == reader else 1

    return sorted(own, key=waiting)


def _nothing(words: Words, event: Contest, reader: int) -> str:
    """Return why someone has no games in an event."""
    if isinstance(event, TeamMatch):
        if any(reserve.player.id == reader for side in SIDES for reserve in event.reserves(side)):
            return words.say("You're a reserve. If someone doesn't show up, you take their place.")
        return words.say("You have no games in this team match.")
    entrant = event.entrant(reader)
    if entrant is None:
        return words.say("You aren't in this cup.")
    if entrant.left is not None:
        return words.say("You're no longer in this cup.")
    return words.say("You didn't advance to this stage. **Table** shows how it's going.")


def _game_line(words: Words, listed: EventGame, game: Game | None, opponent: Player, reader: int) -> str:
    """Return one of someone's own games in an event, and how it stands.

    ``game`` is None before it begins.
    """
    against = name(opponent)
    if game is None:
        # Translators: a game in a list that hasn't begun yet.
        return words.say("against {opponent}: about to start", opponent=against)
    label = f"[{game_name(game.number)}]({message_link(game, reader)})"
    if listed.score is not None:
        states = {
            1.0: words.label("state of a game", "you won"),
            0.5: words.label("state of a game", "a draw"),
            0.0: words.label("state of a game", "you lost"),
        }
        state = states[listed.score_of(reader)]
    elif game.to_move.id == reader:
        state = f"**{words.label('state of a game', 'your turn')}**"
    else:
        state = words.label("state of a game", "their turn")
    if listed.score is None and game.clock is not None:
        state = f"{state} · {relative_time(game.clock.until)}"
    # Translators: a game in a list: {game} is a link to it, such as "#1234", and {state} such as "your turn".
    return words.say("{game} against {opponent}: {state}", game=label, opponent=against, state=state)
