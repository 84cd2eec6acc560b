"""The private question before a moderator ends a game without a result, and what follows."""

from gettext import NullTranslations

import discord
from discord import ui

from bot.matches.numbers import format_number, parse_number
from bot.matches.servers.moderation import Act
from bot.matches.values.games import Game
from bot.ui.board.shown_games import show_turn
from bot.ui.components.buttons import button
from bot.ui.context.permissions import check_may_manage
from bot.ui.context.responder import Responder
from bot.ui.context.services import Interaction, guild_of
from bot.ui.games.resign_panel import kept_panel
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.custom_ids import Panel, PanelAction, PanelButton, UnknownButtonError
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name, name, quoted


def annul_panel(words: NullTranslations, act: Act) -> Content:
    """Ask a moderator whether he is sure."""
    _ = words.gettext
    question = _(
        "End game {game} between {white} and {black} without a result? It won't count for either player."
    )
    lines = [
        question.format(
            game=f"[{game_name(act.game.number)}]({message_link(act.game)})",
            white=name(act.game.white),
            black=name(act.game.black),
        )
    ]
    if act.reason is not None:
        lines.append(_("Reason for the log: {reason}").format(reason=quoted(act.reason)))
    number = format_number(act.number)
    row = Row(
        button(
            PanelButton(Panel.ANNUL, PanelAction.CONFIRM, number),
            _("End game"),
            discord.ButtonStyle.danger,
        ),
        button(
            PanelButton(Panel.ANNUL, PanelAction.KEEP, number),
            _("Never mind"),
            discord.ButtonStyle.secondary,
        ),
    )
    return Content(layout(ui.TextDisplay("\n".join(lines)), row))


def annulled_panel(words: NullTranslations, game: Game) -> Content:
    """Say that it is done."""
    sentence = words.gettext("You ended game {game} without a result. It's in /pyrga-server log.")
    return Content(layout(ui.TextDisplay(sentence.format(game=game_name(game.number)))))


async def answer_annulment(interaction: Interaction, responder: Responder, clicked: PanelButton) -> None:
    """End the game, or let it go on, as the moderator says. The players are told.

    Raises:
        NotAllowedError: the person does not manage the server, or no more.
        UnknownActError: the question is not his, or too old.
        FinishedGameError: the game is over.
    """
    check_may_manage(interaction)
    if clicked.action == PanelAction.KEEP:
        await responder.update(kept_panel(responder.words))
        return
    number = parse_number(clicked.argument)
    if clicked.action != PanelAction.CONFIRM or number is None:
        raise UnknownButtonError(str(clicked))
    client, services = interaction.client, interaction.client.services
    act = await services.moderation.proposed(guild_of(interaction), interaction.user.id, number)
    async with services.games.lock(act.game.number):
        game = await services.moderation.annul(act)
        await responder.update(annulled_panel(responder.words, game))
        await show_turn(client, game)
