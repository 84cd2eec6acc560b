"""The private panel of moderators: remove someone, annul a result, let a stage end later, cancel a cup.

Every button asks a question first, and whoever presses one needs the permission then.
"""

import discord

from bot.ui.board.display import show
from bot.ui.components.panels import Keep, Kept, confirm_panel
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click, on_person
from bot.ui.context.permissions import check_may_manage
from bot.ui.cups.card import ManageCup
from bot.ui.cups.clicks import cup_here
from bot.ui.cups.posting import show_cup
from bot.ui.cups.tables import player_in
from bot.ui.cups.words import cup_name, number_text, plain_cup_name
from bot.ui.message.content import (
    GOLD,
    LONGEST_OPTION,
    Button,
    Content,
    Row,
    boxed,
    rows_of,
    unboxed,
)
from bot.ui.message.custom_ids import Ask, CustomId, button
from bot.ui.message.selects import Option, menu, person_select
from bot.ui.text.words import escaped, game_name, name, plain_name
from bot.values.cups.changes import PROLONGATION
from bot.values.cups.cup import Cup, Entrant
from bot.values.cups.cup_errors import CupEndedError, CupMovedOnError, NoSuchEntrantError
from bot.values.events.event import EventGame, EventStatus


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


async def _managed(context: Context, number: int) -> Cup:
    """Return a cup that the person may manage, and that isn't over."""
    check_may_manage(context)
    cup = await cup_here(context, number)
    if cup.ended_at is not None:
        raise CupEndedError(cup)
    return cup


@on_click(ManageCup)
async def manage_cup(context: Context, clicked: ManageCup) -> None:
    """Show what can be done to a cup."""
    cup = await _managed(context, clicked.cup)
    words = context.words
    style = discord.ButtonStyle
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


@on_person(ChooseEntrant)
async def choose_entrant(
    context: Context, used: ChooseEntrant, person: discord.Member | discord.User
) -> None:
    """Show what can be done about one player."""
    cup = await _managed(context, used.cup)
    entrant = _present(cup, person.id)
    words = context.words
    # Translators: a heading: a player of a cup.
    text = words.say("{player} in {cup}", player=name(entrant.player), cup=cup_name(words, cup))
    decided = [game for game in cup.games_of(person.id) if game.number is not None and game.counts]
    options = [
        Option(Ask(AnnulCupGame(cup.number, game.number)), _game_label(cup, game))
        for game in decided
        if game.number
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
    white, black = (plain_name(player_in(cup, player_id), 32) for player_id in game.players)
    score = "\N{EN DASH}".join(number_text(game.score_of(player_id)) for player_id in game.players)
    return f"{game_name(game.number or 0)}: {white} {score} {black}"[:LONGEST_OPTION]


async def _removal_question(context: Context, clicked: RemoveEntrant) -> Content:
    cup = await _managed(context, clicked.cup)
    words = context.words
    question = words.say(
        "Remove {player} from {cup}? If fewer than half of their games are over, none of them count in the "
        "table. Otherwise, the rest count as lost. They can't come back.",
        player=name(_present(cup, clicked.player).player),
        cup=cup_name(words, cup),
    )
    # Translators: button (about 20 characters): remove someone from a cup.
    return _question(context, question, clicked, words.say("Remove"))


@on_click(RemoveEntrant, asks=_removal_question)
async def remove_entrant(context: Context, clicked: RemoveEntrant) -> None:
    """Remove someone."""
    cup = await _managed(context, clicked.cup)
    player = _present(cup, clicked.player).player
    await context.services.cups.remove(cup.number, context.user, player_id=player.id)
    sentence = context.words.say(
        "You removed {player} from {cup}. It's in /pyrga-server log.",
        player=name(player),
        cup=cup_name(context.words, cup),
    )
    await _done(context, cup, sentence)


async def _annulment_question(context: Context, clicked: AnnulCupGame) -> Content:
    cup = await _managed(context, clicked.cup)
    game = _decided(cup, clicked.game)
    white, black = (name(player_in(cup, player_id)) for player_id in game.players)
    words = context.words
    question = words.say(
        "Annul the result of game {game} between {white} and {black}? It's played again if a third of the "
        "time is left. Otherwise, it counts for no one.",
        game=game_name(clicked.game),
        white=white,
        black=black,
    )
    return _question(context, question, clicked, words.say("Annul result"))


@on_click(AnnulCupGame, asks=_annulment_question)
async def annul_cup_game(context: Context, clicked: AnnulCupGame) -> None:
    """Take away a result."""
    cup = await _managed(context, clicked.cup)
    _decided(cup, clicked.game)
    await context.services.cups.annul(cup.number, game=clicked.game, moderator=context.user)
    sentence = context.words.say(
        "You annulled the result of game {game}. It's in /pyrga-server log.", game=game_name(clicked.game)
    )
    await _done(context, cup, sentence)
    await show(context.client, await context.services.games.get(clicked.game))


async def _prolongation_question(context: Context, clicked: ProlongCup) -> Content:
    cup = await _managed(context, clicked.cup)
    question = context.words.count(
        "Let {cup} end {days} day later? You can only do this once for each stage.",
        "Let {cup} end {days} days later? You can only do this once for each stage.",
        PROLONGATION.days,
        cup=cup_name(context.words, cup),
        days=PROLONGATION.days,
    )
    # Translators: button (about 20 characters): let a cup end later.
    return _question(context, question, clicked, context.words.say("End it later"))


@on_click(ProlongCup, asks=_prolongation_question)
async def prolong_cup(context: Context, clicked: ProlongCup) -> None:
    """Let the stage end later."""
    cup = await _managed(context, clicked.cup)
    await context.services.cups.prolong(cup.number, context.user)
    sentence = context.words.say(
        "{cup} ends later now. It's in /pyrga-server log.", cup=cup_name(context.words, cup)
    )
    await _done(context, cup, sentence)


async def _cancellation_question(context: Context, clicked: CancelCup) -> Content:
    cup = await _managed(context, clicked.cup)
    words = context.words
    question = words.say("Cancel {cup}? Games that are being played continue as casual games.")
    if cup.status is EventStatus.OPEN:
        question = words.say("Cancel {cup}? No one can join it anymore.")
    confirm = words.say("Cancel the cup")
    return _question(context, question.format(cup=cup_name(words, cup)), clicked, confirm)


@on_click(CancelCup, asks=_cancellation_question)
async def cancel_cup(context: Context, clicked: CancelCup) -> None:
    """Cancel a cup."""
    cup = await _managed(context, clicked.cup)
    await context.services.cups.cancel(cup.number, context.user)
    sentence = context.words.say(
        "You canceled {cup}. It's in /pyrga-server log.", cup=cup_name(context.words, cup)
    )
    await _done(context, cup, sentence)


def _present(cup: Cup, player_id: int) -> Entrant:
    """Return the entrant with this id."""
    entrant = cup.entrant(player_id)
    if entrant is None or entrant not in (cup.present if cup.stage is None else cup.playing):
        raise NoSuchEntrantError(cup)
    return entrant


def _decided(cup: Cup, number: int) -> EventGame:
    """Return the game that is this game, and has a result."""
    game = None if cup.stage is None else cup.stage.game_of(number)
    if game is None or not game.counts:
        raise CupMovedOnError(cup)
    return game


def _question(context: Context, question: str, confirmed: CustomId, confirm: str) -> Content:
    return confirm_panel(question, confirmed, confirm, context.words.say("Never mind"), kept=Keep(Kept.REST))


async def _done(context: Context, cup: Cup, text: str) -> None:
    await context.reply.replace(unboxed(text))
    await show_cup(context.client, cup.number)
