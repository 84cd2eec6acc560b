"""Annulments by moderators, and the log of what moderators have done."""

from gettext import NullTranslations

from discord import ui
from discord.utils import format_dt

from bot.matches.servers.moderation import Act, ActKind, Moderation
from bot.ui.board.display import announce, show
from bot.ui.components.panels import confirm_panel, keep_playing, list_text, page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_may_manage
from bot.ui.message.content import Box, Content, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import game_name, message_link, name, quoted


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


PAGE_SIZE = 5


class LogPage(CustomId, word="log"):
    """Shows a page of the server's log, the first being 0."""

    page: Count


async def moderation_log(
    words: NullTranslations, moderation: Moderation, guild_id: int, page: int
) -> Content:
    """A page of the log; the first is 0 and begins with the latest action."""
    acts, more = await moderation.log(guild_id, page=page, size=PAGE_SIZE)
    box = Box(ui.TextDisplay(log_text(words, acts)))
    return Content(layout(box, *page_row(words, LogPage, page, more=more)))


@on_click(LogPage)
async def show_log_page(context: Context, clicked: LogPage) -> None:
    """Show another page of the log.

    Raises:
        NotAllowedError: the person doesn't manage the server, or no longer does.
    """
    await context.admit_extra()
    check_may_manage(context)
    page = await moderation_log(context.words, context.services.moderation, context.guild_id, clicked.page)
    await context.reply.replace(page)


def log_text(words: NullTranslations, acts: list[Act]) -> str:
    """The actions as lines, with the first one at the top."""
    _ = words.gettext
    return list_text(
        _("Moderation log"),
        [_lines(words, act) for act in acts],
        empty=_("Nothing yet. Use /pyrga-server annul to end a game without a result."),
    )


def _lines(words: NullTranslations, act: Act) -> str:
    _ = words.gettext
    if act.kind is ActKind.END:
        # Translators: Discord shows {when} as a date and time in the reader's language.
        sentence = _("{when}: {moderator} ended game {game} between {white} and {black} without a result.")
    else:
        # Translators: Discord shows {when} as a date and time in the reader's language.
        sentence = _("{when}: {moderator} annulled game {game} between {white} and {black}.")
    line = sentence.format(
        when=format_dt(act.done_at, "f") if act.done_at else "",
        moderator=name(act.moderator),
        game=f"[{game_name(act.game.number)}]({message_link(act.game)})",
        white=name(act.game.white),
        black=name(act.game.black),
    )
    if act.reason is None:
        return line
    return f"{line}\n-# {quoted(act.reason)}"
