"""The moderation log of a server, a page at a time, shown privately."""

from gettext import NullTranslations

from discord import ui
from discord.utils import format_dt

from bot.matches.servers.moderation import Act, ActKind, Moderation
from bot.ui.components.pages import list_text, page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_may_manage
from bot.ui.message.content import Box, Content, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name, name, quoted

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
