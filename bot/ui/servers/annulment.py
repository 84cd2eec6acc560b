"""The private question before a moderator ends a game without a result, and what happens then."""

from gettext import NullTranslations

from discord import ui

from bot.matches.servers.moderation import Act, ActKind
from bot.ui.board.display import announce, show
from bot.ui.components.confirm_panel import confirm_panel, keep_playing
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_may_manage
from bot.ui.message.content import Content, layout
from bot.ui.message.custom_ids import CustomId
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name, name, quoted


class Annul(CustomId, word="annul"):
    """Does what a moderator has proposed."""

    act: int


class KeepGame(CustomId, word="annul-nothing"):
    """Doesn't do what a moderator has proposed."""


def annul_panel(words: NullTranslations, act: Act) -> Content:
    """Ask a moderator whether they're sure."""
    _ = words.gettext
    if act.kind is ActKind.END:
        question = _(
            "End game {game} between {white} and {black} without a result? It won't count for either player."
        )
    else:
        question = _(
            "Annul game {game} between {white} and {black}? This removes its result and undoes what it did "
            "to ratings and records."
        )
    lines = [
        question.format(
            game=f"[{game_name(act.game.number)}]({message_link(act.game)})",
            white=name(act.game.white),
            black=name(act.game.black),
        )
    ]
    if act.reason is not None:
        # Translators: {reason} is what a moderator typed.
        lines.append(_("Reason for the log: {reason}").format(reason=quoted(act.reason)))
    return confirm_panel(
        "\n".join(lines),
        Annul(act.number),
        _("End game") if act.kind is ActKind.END else _("Annul game"),
        _("Never mind"),
        kept=KeepGame(),
    )


def annulled_panel(words: NullTranslations, act: Act) -> Content:
    """Say that it's done."""
    _ = words.gettext
    if act.kind is ActKind.END:
        sentence = _("You ended game {game} without a result. It's in /pyrga-server log.")
    else:
        sentence = _("You annulled game {game}. It's in /pyrga-server log.")
    return Content(layout(ui.TextDisplay(sentence.format(game=game_name(act.game.number)))))


@on_click(KeepGame)
async def keep_game(context: Context, clicked: KeepGame) -> None:
    """Let the game go on.

    Raises:
        NotAllowedError: the person doesn't manage the server, or no longer does.
    """
    check_may_manage(context)
    await keep_playing(context, clicked)


@on_click(Annul)
async def annul(context: Context, clicked: Annul) -> None:
    """End the game without a result and tell the players, or take its result away without telling anyone.

    Raises:
        NotAllowedError: the person doesn't manage the server, or no longer does.
        UnknownActError: the question is someone else's, or too old.
        FinishedGameError: the game is over, and has no result.
    """
    check_may_manage(context)
    services = context.services
    act = await services.moderation.proposed(context.guild_id, context.user.id, clicked.act)
    game = await services.moderation.annul(act)
    await context.reply.replace(annulled_panel(context.words, act))
    if act.kind is ActKind.END:
        await announce(context.client, game)
    else:
        await show(context.client, game)
