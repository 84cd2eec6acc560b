"""Private lists: the cups of a server, and one's own games in a cup."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.cups.card import JoinCup, LeaveCup, ShowCupGames
from bot.ui.cups.clicks import cup_here, may_move, may_see
from bot.ui.cups.posting import show_cup
from bot.ui.cups.tables import player_in
from bot.ui.cups.words import games_line, linked_cup, plain_cup_name, start_line
from bot.ui.message.content import Button, Content, boxed, rows_of, unboxed
from bot.ui.message.custom_ids import CustomId, button
from bot.ui.text.words import escaped, game_name, message_link, name, relative_time
from bot.values.cups.cup import LONGEST_PAUSE, Cup
from bot.values.cups.cup_errors import CupEndedError, UnknownCupError
from bot.values.events.event import EventGame, EventStatus
from bot.values.game.game import Game
from bot.values.players import Player


class ShowCupHere(CustomId, word="cup-here"):
    """Shows ``cup``, whose channel is gone, in the channel of the click, and lets it go on there."""

    cup: int


async def show_cups(context: Context) -> None:
    """List the cups of the server that are open or being played, as far as the person may see them."""
    found = await context.services.cups.in_guild(context.guild_id)
    seen = [cup for cup in found if await may_see(context, cup)]
    await context.reply.private(_cup_list(context.words, seen, context.user.id))


def _cup_list(words: Words, cups: Sequence[Cup], reader: int) -> Content:
    # Translators: a heading.
    title = "### " + words.say("Cups in this server")
    if not cups:
        nothing = words.say("There are none right now. Set one up with /pyrga-event cup.")
        return boxed([title, nothing])
    sections = [
        ui.Section(
            ui.TextDisplay(f"{linked_cup(words, cup)}\n-# {_state(words, cup)}"),
            accessory=_button(words, cup, reader),
        )
        for cup in cups
    ]
    return boxed(title, *sections)


def _state(words: Words, cup: Cup) -> str:
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
    return f"{games_line(words, cup.stage)} {end}"


def _button(words: Words, cup: Cup, reader: int) -> Button:
    style = discord.ButtonStyle
    if cup.paused_at is not None:
        # Translators: button (about 20 characters): show a cup that has lost its channel in this one.
        return button(ShowCupHere(cup.number), words.say("Show here"), style.primary)
    if cup.status is EventStatus.OPEN and cup.entrant(reader) is None:
        return button(JoinCup(cup.number), words.say("Join"), style.success)
    if cup.status is EventStatus.OPEN:
        return button(LeaveCup(cup.number), words.label("a cup", "Leave"), style.secondary)
    return button(ShowCupGames(cup.number), words.label("in a cup", "My games"), style.primary)


@on_click(ShowCupHere)
async def show_cup_here(context: Context, clicked: ShowCupHere) -> None:
    """Let a paused cup go on in this channel."""
    cup = await cup_here(context, clicked.cup)
    if cup.paused_at is None or cup.ended_at is not None or not may_move(context, cup):
        raise UnknownCupError
    await check_channel(context)
    check_can_post(context)
    await context.services.cups.put_card(cup.number, channel_id=context.place.channel_id, message_id=None)
    await show_cup(context.client, cup.number)
    moved = await context.services.cups.get(cup.number)
    # Translators: {cup} is a link to the cup.
    text = context.words.say("{cup} goes on here.", cup=linked_cup(context.words, moved))
    await context.reply.replace(unboxed(text))


@on_click(ShowCupGames)
async def show_own_games(context: Context, clicked: ShowCupGames) -> None:
    """List the person's games in the current stage of a cup, with links, and whose turn it is."""
    await context.admit_extra()
    cup = await cup_here(context, clicked.cup)
    if cup.status is EventStatus.CANCELED:
        raise CupEndedError(cup)
    own = [game for game in cup.games_of(context.user.id) if not game.struck]
    numbers = [each.number for each in own if each.number is not None]
    games = {game.number: game for game in await context.services.game_queries.several(numbers)}
    text = _own_games(context, cup, own, games)
    leave: list[Button] = []
    if cup.entrant(context.user.id) in cup.playing:
        # Translators: button (about 20 characters).
        label = context.words.say("Leave the cup")
        leave = [button(LeaveCup(cup.number), label)]
    await context.reply.private(boxed(text, rows=rows_of(leave)))


def _own_games(context: Context, cup: Cup, own: Sequence[EventGame], games: dict[int, Game]) -> str:
    words, reader = context.words, context.user.id
    # Translators: a heading; {cup} is the name of a cup.
    title = words.say("Your games in {cup}", cup=escaped(plain_cup_name(words, cup)))
    if not own:
        return f"### {title}\n{_nothing(words, cup, reader)}"
    lines = [
        game_line(words, each, games.get(each.number or 0), player_in(cup, each.opponent_of(reader)), reader)
        for each in _in_order(own, games, reader)
    ]
    return "\n".join([f"### {title}", *lines])


def _in_order(own: Sequence[EventGame], games: dict[int, Game], reader: int) -> list[EventGame]:
    """Return their games with those first in which it's their turn, then the other running ones."""

    def waiting(listed: EventGame) -> int:
        if listed.is_settled:
            return 3
        game = games.get(listed.number or 0)
        if game is None:
            return 2
        return 0 if game.outcome is None and game.to_move.id == reader else 1

    return sorted(own, key=waiting)


def _nothing(words: Words, cup: Cup, reader: int) -> str:
    entrant = cup.entrant(reader)
    if entrant is None:
        return words.say("You aren't in this cup.")
    if entrant.left is not None:
        return words.say("You're no longer in this cup.")
    return words.say("You didn't advance to this stage. **Table** shows how it's going.")


def game_line(words: Words, listed: EventGame, game: Game | None, opponent: Player, reader: int) -> str:
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
    # Translators: a game in a list: {game} is a link to it, such as "#3k9x", and {state} such as "your turn".
    return words.say("{game} against {opponent}: {state}", game=label, opponent=against, state=state)
