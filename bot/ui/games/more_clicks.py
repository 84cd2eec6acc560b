"""*More…* and what is behind it."""

import re
from gettext import NullTranslations

from bot.matches.numbers import parse_number
from bot.matches.values.games import Game
from bot.ui.board.shown_games import show_turn_after_panel
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction
from bot.ui.games.more_panel import more_panel
from bot.ui.games.notes import note_modal
from bot.ui.guide.help_page import game_help_page
from bot.ui.message.custom_ids import PanelAction, PanelButton, UnknownButtonError
from bot.ui.message.select_ids import SettingOwner
from bot.ui.review.record_files import gif_file, record_files
from bot.ui.settings.panel import show_settings
from bot.ui.text.words import name

_GAME_AT_REVISION = re.compile(r"(?P<game>[0-9a-z]+)-(?P<revision>\d{1,10})", re.ASCII)


async def show_more(interaction: Interaction, responder: Responder, number: int) -> None:
    """Show what ``number`` offers to the person who asks.

    Raises:
        UnknownGameError: there is no such game.
    """
    services, who = interaction.client.services, interaction.user.id
    game = await services.games.get(number)
    if game.colour_of(who) is not None:
        game = await services.notices.see(game, who)
    note = await services.notes.read(number, who)
    await responder.show(more_panel(responder.words, game, who, note))


async def answer_more_click(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    """Do what a button of the panel says.

    Raises:
        UnknownButtonError: there is no such button.
        MatchError: what it says cannot be done.
    """
    services = interaction.client.services
    if clicked.action == PanelAction.TAKE_BACK:
        await _take_back(interaction, responder, clicked)
        return
    number = parse_number(clicked.argument)
    if number is None:
        raise UnknownButtonError(str(clicked))
    if clicked.action == PanelAction.SETTINGS:
        await show_settings(interaction, responder, SettingOwner.PLAYER)
        return
    game = await services.games.get(number)
    if clicked.action == PanelAction.HELP:
        await responder.show(game_help_page(responder.words, game))
    elif clicked.action == PanelAction.NOTE:
        await responder.ask(
            note_modal(responder.words, game, await services.notes.read(number, interaction.user.id))
        )
    elif clicked.action == PanelAction.GIF:
        await responder.show(await gif_file(interaction, game))
    elif clicked.action == PanelAction.RECORD:
        await responder.show(await record_files(interaction, responder.words, game))
    else:
        raise UnknownButtonError(str(clicked))


async def _take_back(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    match = _GAME_AT_REVISION.fullmatch(clicked.argument)
    number = parse_number(match["game"]) if match else None
    if match is None or number is None:
        raise UnknownButtonError(str(clicked))
    services, who = interaction.client.services, interaction.user.id
    async with services.games.lock(number):
        game = await services.offers.take_back(number, int(match["revision"]), who)
        note = await services.notes.read(number, who)
        said = _taken(responder.words, game, who)
        if not game.seat_of(who).controls.confirm:
            said = f"{said}\n-# {_how_to_confirm(responder.words)}"
        await responder.update(more_panel(responder.words, game, who, note, said))
        await show_turn_after_panel(interaction, responder, game)


def _taken(words: NullTranslations, game: Game, who: int) -> str:
    if game.offer is None:
        return words.gettext("Move taken back.")
    sentence = words.gettext("Asked. {opponent} can answer on the board.")
    return sentence.format(opponent=name(game.opponent_of(who)))


def _how_to_confirm(words: NullTranslations) -> str:
    return words.gettext("Tip: to confirm your moves before they're played, see /pyrga settings.")
