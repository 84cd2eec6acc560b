"""The private panels of moderators: remove someone, annul a result, let a stage end later, cancel an event.

Every button asks a question first, and whoever presses one needs the permission then.
"""

from typing import TypeVar

import discord

from bot.locale import Words
from bot.ui.board.display import show
from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click, on_person
from bot.ui.context.permissions import check_may_manage
from bot.ui.events.clicks import event_here
from bot.ui.events.cup_card import ManageCup
from bot.ui.events.cup_words import cup_name, number_text, plain_cup_name
from bot.ui.events.posting import AnyEvent, show_event
from bot.ui.events.team_card import ManageTeam, team_match_name
from bot.ui.message.content import GOLD, LONGEST_OPTION, Button, Content, Row, boxed, rows_of, unboxed
from bot.ui.message.custom_ids import Ask, CustomId, button
from bot.ui.message.selects import Option, menu, person_select
from bot.ui.text.words import escaped, game_name, name, plain_name, score_text
from bot.use_cases.events.cups import check_decided
from bot.use_cases.events.events import Events
from bot.values.events.cup import Cup
from bot.values.events.cup_changes import PROLONGATION
from bot.values.events.event import Event
from bot.values.events.event_errors import EventEndedError, NoSuchEntrantError
from bot.values.events.parts import EventGame, EventStatus
from bot.values.events.team_match import TeamMatch
from bot.values.players import Player

E = TypeVar("E", bound=Event)


class ChooseEntrant(CustomId, word="cup-entrant"):
    """The menu of people, to choose someone in ``cup``."""

    cup: int


class RemoveEntrant(CustomId, word="cup-remove"):
    """Removes ``player`` from ``cup``."""

    cup: int
    player: int


class AnnulCupGame(CustomId, word="cup-annul"):
    """Takes away the result of ``game``."""

    cup: int
    game: int


class ProlongCup(CustomId, word="cup-longer"):
    """Lets the stage end later."""

    cup: int


class CancelCup(CustomId, word="cup-cancel"):
    """Cancels ``cup``."""

    cup: int


class ChooseMember(CustomId, word="team-member"):
    """The menu of people, to choose someone on the server's side of the team ``match``."""

    match: int


class RemoveMember(CustomId, word="team-remove"):
    """Removes ``player`` from the server's side of the team ``match``."""

    match: int
    player: int


class CancelTeamMatch(CustomId, word="team-cancel"):
    """Cancels the team ``match`` for both servers."""

    match: int


async def _managed(context: Context, kind: Events[E], number: int) -> E:
    """Return an event that the person may manage, and that isn't over."""
    check_may_manage(context)
    event, _ = await event_here(context, kind, number)
    if event.ended_at is not None:
        raise EventEndedError(event)
    return event


async def _managed_cup(context: Context, number: int) -> Cup:
    return await _managed(context, context.services.cups, number)


async def _managed_team_match(context: Context, number: int) -> TeamMatch:
    return await _managed(context, context.services.team_matches, number)


def _present(context: Context, event: Event, player_id: int) -> Player:
    """Return someone who is in an event for this server and hasn't left it or failed to advance."""
    entrant = event.entrant(player_id)
    there = event.playing if event.stage is not None and isinstance(event, Cup) else event.present
    if entrant is None or entrant not in there or entrant.side != event.side_in(context.guild_id):
        raise NoSuchEntrantError(event)
    return entrant.player


def _question(words: Words, question: str, confirmed: CustomId, confirm: str) -> Content:
    return confirm_panel(question, confirmed, confirm, words.say("Never mind"), kept=Keep(Kept.REST))


async def _done(context: Context, event: AnyEvent, text: str) -> None:
    """Say what was done to an event, and show it on its cards."""
    await context.reply.replace(unboxed(text))
    for side in range(len(event.cards)):
        await show_event(context.client, event, side)


@on_click(ManageCup)
async def manage_cup(context: Context, clicked: ManageCup) -> None:
    """Show what can be done to a cup."""
    cup = await _managed_cup(context, clicked.cup)
    words, style = context.words, discord.ButtonStyle
    # Translators: a heading; {cup} is the name of a cup.
    title = words.say("Manage {cup}", cup=escaped(plain_cup_name(words, cup)))
    text = words.say("To remove someone, or to annul the result of a game, choose one of the players.")
    buttons: list[Button] = []
    if cup.status is EventStatus.RUNNING and cup.stage is not None and not cup.stage.prolonged:
        # Translators: button (about 20 characters): let a cup end later.
        later = words.count("Add {days} day", "Add {days} days", PROLONGATION.days, days=PROLONGATION.days)
        buttons.append(button(Ask(ProlongCup(cup.number)), later, style.secondary))
    # Translators: button (about 20 characters).
    buttons.append(button(Ask(CancelCup(cup.number)), words.say("Cancel the cup"), style.danger))
    people = Row(person_select(ChooseEntrant(cup.number), words.say("Choose a player")))
    content = boxed(f"### {title}\n{text}", rows=[people, *rows_of(buttons)], accent=GOLD)
    await context.reply.private(content, in_place=True)


@on_click(ManageTeam)
async def manage_team_match(context: Context, clicked: ManageTeam) -> None:
    """Show what can be done to a team match."""
    match = await _managed_team_match(context, clicked.match)
    words, style = context.words, discord.ButtonStyle
    # Translators: a heading; {match} is the names of two servers.
    title = words.say("Manage {match}", match=team_match_name(match))
    text = words.say("To remove someone of this server, choose them. Only you can see this.")
    people = Row(person_select(ChooseMember(match.number), words.say("Choose a player")))
    cancel = button(Ask(CancelTeamMatch(match.number)), words.say("Cancel the match"), style.danger)
    content = boxed(f"### {title}\n{text}", rows=[people, *rows_of([cancel])], accent=GOLD)
    await context.reply.private(content, in_place=True)


# Removing someone


@on_person(ChooseEntrant)
async def choose_entrant(
    context: Context, used: ChooseEntrant, person: discord.Member | discord.User
) -> None:
    """Show what can be done about one player of a cup."""
    cup = await _managed_cup(context, used.cup)
    player, words = _present(context, cup, person.id), context.words
    # Translators: a heading: a player of a cup.
    text = words.say("{player} in {cup}", player=name(player), cup=cup_name(words, cup))
    options = [
        Option(Ask(AnnulCupGame(cup.number, game.number)), _game_label(cup, game))
        for game in cup.games_of(person.id)
        if game.number is not None and game.counts
    ]
    menus = [Row(menu(options, placeholder=words.say("Annul a result…")))] if options else []
    remove = button(
        Ask(RemoveEntrant(cup.number, person.id)),
        words.say("Remove from the cup"),
        discord.ButtonStyle.danger,
    )
    back = button(ManageCup(cup.number), words.label("to a page", "Back"))
    content = boxed(text, rows=[*menus, *rows_of([back, remove])], accent=GOLD)
    await context.reply.private(content, in_place=True)


def _game_label(cup: Cup, game: EventGame) -> str:
    white, black = (plain_name(cup.player(player_id), 32) for player_id in game.players)
    score = score_text(*(number_text(game.score_of(player_id)) for player_id in game.players))
    return f"{game_name(game.number or 0)}: {white} {score} {black}"[:LONGEST_OPTION]


async def _removal_question(context: Context, clicked: RemoveEntrant) -> Content:
    cup = await _managed_cup(context, clicked.cup)
    words = context.words
    question = words.say(
        "Remove {player} from {cup}? If fewer than half of their games are over, none of them count in the "
        "table. Otherwise, the rest count as lost. They can't come back.",
        player=name(_present(context, cup, clicked.player)),
        cup=cup_name(words, cup),
    )
    # Translators: button (about 20 characters): remove someone from a cup.
    return _question(context.words, question, clicked, words.say("Remove"))


@on_click(RemoveEntrant, asks=_removal_question)
async def remove_entrant(context: Context, clicked: RemoveEntrant) -> None:
    cup = await _managed_cup(context, clicked.cup)
    player = _present(context, cup, clicked.player)
    removed = await context.services.cups.remove(
        cup.number, context.user, guild_id=context.guild_id, player_id=player.id
    )
    text = context.words.say(
        "You removed {player} from {cup}. It's in /pyrga-server log.",
        player=name(player),
        cup=cup_name(context.words, cup),
    )
    await _done(context, removed, text)


@on_person(ChooseMember)
async def choose_member(context: Context, used: ChooseMember, person: discord.Member | discord.User) -> None:
    """Ask whether someone should be removed from a team match."""
    match = await _managed_team_match(context, used.match)
    words = context.words
    question = words.say(
        "Remove {player} from the team match? Their games that aren't over count as lost, and they can't "
        "come back.",
        player=name(_present(context, match, person.id)),
    )
    asked = RemoveMember(match.number, person.id)
    await context.reply.private(_question(words, question, asked, words.say("Remove")), in_place=True)


@on_click(RemoveMember)
async def remove_member(context: Context, clicked: RemoveMember) -> None:
    match = await _managed_team_match(context, clicked.match)
    player = _present(context, match, clicked.player)
    removed = await context.services.team_matches.remove(
        match.number, context.user, guild_id=context.guild_id, player_id=player.id
    )
    text = context.words.say(
        "You removed {player} from the team match. It's in /pyrga-server log.", player=name(player)
    )
    await _done(context, removed, text)


# Results, and the end


async def _annulment_question(context: Context, clicked: AnnulCupGame) -> Content:
    cup = await _managed_cup(context, clicked.cup)
    await context.services.cups.check_impartial(cup, context.user.id)
    game, words = check_decided(cup, clicked.game), context.words
    white, black = (name(cup.player(player_id)) for player_id in game.players)
    question = words.say(
        "Annul the result of game {game} between {white} and {black}? It's played again if a third of the "
        "time is left. Otherwise, it counts for no one.",
        game=game_name(clicked.game),
        white=white,
        black=black,
    )
    return _question(context.words, question, clicked, words.say("Annul result"))


@on_click(AnnulCupGame, asks=_annulment_question)
async def annul_cup_game(context: Context, clicked: AnnulCupGame) -> None:
    """Take away a result."""
    cup = await _managed_cup(context, clicked.cup)
    after = await context.services.cups.annul(cup.number, game=clicked.game, moderator=context.user)
    text = context.words.say(
        "You annulled the result of game {game}. It's in /pyrga-server log.", game=game_name(clicked.game)
    )
    await _done(context, after, text)
    await show(context.client, await context.services.games.get(clicked.game))


async def _prolongation_question(context: Context, clicked: ProlongCup) -> Content:
    cup = await _managed_cup(context, clicked.cup)
    question = context.words.count(
        "Let {cup} end {days} day later? You can only do this once for each stage.",
        "Let {cup} end {days} days later? You can only do this once for each stage.",
        PROLONGATION.days,
        cup=cup_name(context.words, cup),
        days=PROLONGATION.days,
    )
    # Translators: button (about 20 characters): let a cup end later.
    return _question(context.words, question, clicked, context.words.say("End it later"))


@on_click(ProlongCup, asks=_prolongation_question)
async def prolong_cup(context: Context, clicked: ProlongCup) -> None:
    """Let the stage end later."""
    cup = await _managed_cup(context, clicked.cup)
    prolonged = await context.services.cups.prolong(cup.number, context.user, guild_id=context.guild_id)
    text = context.words.say(
        "{cup} ends later now. It's in /pyrga-server log.", cup=cup_name(context.words, cup)
    )
    await _done(context, prolonged, text)


async def _cancellation_question(context: Context, clicked: CancelCup) -> Content:
    cup = await _managed_cup(context, clicked.cup)
    words, called = context.words, cup_name(context.words, cup)
    question = words.say("Cancel {cup}? Games that are being played continue as casual games.", cup=called)
    if cup.status is EventStatus.OPEN:
        question = words.say("Cancel {cup}? No one can join it anymore.", cup=called)
    return _question(context.words, question, clicked, words.say("Cancel the cup"))


@on_click(CancelCup, asks=_cancellation_question)
async def cancel_cup(context: Context, clicked: CancelCup) -> None:
    cup = await _managed_cup(context, clicked.cup)
    canceled = await context.services.cups.cancel(cup.number, context.user, guild_id=context.guild_id)
    text = context.words.say(
        "You canceled {cup}. It's in /pyrga-server log.", cup=cup_name(context.words, cup)
    )
    await _done(context, canceled, text)


async def _team_cancellation_question(context: Context, clicked: CancelTeamMatch) -> Content:
    await _managed_team_match(context, clicked.match)
    words = context.words
    question = words.say(
        "Cancel the team match for both servers? Games that are being played continue as casual games."
    )
    return _question(context.words, question, clicked, words.say("Cancel the match"))


@on_click(CancelTeamMatch, asks=_team_cancellation_question)
async def cancel_team_match(context: Context, clicked: CancelTeamMatch) -> None:
    match = await _managed_team_match(context, clicked.match)
    matches = context.services.team_matches
    canceled = await matches.cancel(match.number, context.user, guild_id=context.guild_id)
    text = context.words.say("You canceled the team match. It's in /pyrga-server log.")
    await _done(context, canceled, text)
