"""Annulments by moderators, and the log of what moderators have done."""

from collections.abc import Sequence

from discord.utils import format_dt

from bot.locale import Words
from bot.ui.board.display import announce, show
from bot.ui.components.panels import confirm_panel, list_text, page_row
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_may_manage
from bot.ui.message.content import Content, boxed, unboxed
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import escaped, event_title, game_name, message_link, name, quoted
from bot.use_cases.servers import Act, EventAct
from bot.values.acts import ActKind, EventActKind

PAGE_SIZE = 4


class Annul(CustomId, word="annul"):
    """Does what a moderator has proposed."""

    act: int


def annul_panel(words: Words, act: Act) -> Content:
    """Ask a moderator whether they're sure."""
    if act.kind is ActKind.END:
        question = words.say(
            "End game {game} between {white} and {black} without a result? It won't count for either player."
        )
    else:
        question = words.say(
            "Annul game {game} between {white} and {black}? This removes its result and undoes what it did "
            "to this server's ratings and records. The lists of all servers stay as they are."
        )
    lines = [question.format(**_named(act))]
    if act.reason is not None:
        # Translators: {reason} is what a moderator typed.
        lines.append(words.say("Reason for the log: {reason}", reason=quoted(act.reason)))
    confirm = words.say("End game") if act.kind is ActKind.END else words.say("Annul game")
    return confirm_panel("\n".join(lines), Annul(act.number), confirm, words.say("Never mind"))


def annulled_panel(words: Words, act: Act) -> Content:
    """Say that it's done."""
    if act.kind is ActKind.END:
        sentence = words.say("You ended game {game} without a result. It's in /pyrga-server log.")
    else:
        sentence = words.say("You annulled game {game}. It's in /pyrga-server log.")
    return unboxed(sentence.format(game=game_name(act.game.number)))


@on_click(Annul)
async def annul(context: Context, clicked: Annul) -> None:
    """End the game without a result and tell the players, or take its result away without telling anyone."""
    check_may_manage(context)
    services = context.services
    act = await services.moderation.proposed(
        context.guild_id, moderator_id=context.user.id, number=clicked.act
    )
    game = await services.moderation.annul(act)
    await context.reply.replace(annulled_panel(context.words, act))
    if act.kind is ActKind.END:
        await announce(context.client, game)
    else:
        await show(context.client, game)


class LogPage(CustomId, word="log"):
    """Shows a page of the server's log, the first being 0."""

    page: Count


async def moderation_log(context: Context, page: int) -> Content:
    """Return a page of the log; the first is 0 and begins with the latest action."""
    acts, more = await context.services.moderation.log(context.guild_id, page=page, size=PAGE_SIZE)
    rows = page_row(context.words, LogPage, page, more=more)
    return boxed(log_text(context.words, acts), rows=rows, accent=None)


@on_click(LogPage)
async def show_log_page(context: Context, clicked: LogPage) -> None:
    await context.admit_extra()
    check_may_manage(context)
    await context.reply.replace(await moderation_log(context, clicked.page))


def log_text(words: Words, acts: Sequence[Act | EventAct]) -> str:
    """Return the actions as lines, with the first one at the top."""
    return list_text(
        words.say("Moderation log"),
        [_lines(words, act) if isinstance(act, Act) else _event_line(words, act) for act in acts],
        empty=words.say("Nothing yet. Use /pyrga-server annul to end a game without a result."),
    )


def _lines(words: Words, act: Act) -> str:
    if act.player is not None:
        # Translators: Discord shows {when} as a date and time in the reader's language.
        sentence = words.say("{when}: {moderator} excluded {player} from voting in game {game}.")
    elif act.kind is ActKind.END:
        # Translators: Discord shows {when} as a date and time in the reader's language.
        sentence = words.say(
            "{when}: {moderator} ended game {game} between {white} and {black} without a result."
        )
    else:
        # Translators: Discord shows {when} as a date and time in the reader's language.
        sentence = words.say("{when}: {moderator} annulled game {game} between {white} and {black}.")
    when = format_dt(act.done_at, "f") if act.done_at else ""
    line = sentence.format(when=when, moderator=name(act.moderator), **_named(act))
    return line if act.reason is None else f"{line}\n-# {quoted(act.reason)}"


def _event_line(words: Words, act: EventAct) -> str:
    texts = {
        # Translators: Discord shows {when} as a date and time in the reader's language; {cup} is its name.
        EventActKind.REMOVE: words.say("{when}: {moderator} removed {player} from {cup}."),
        EventActKind.PROLONG: words.say("{when}: {moderator} let {cup} end later."),
        EventActKind.CANCEL: words.say("{when}: {moderator} canceled {cup}."),
        EventActKind.STOP_LEAGUE: words.say("{when}: {moderator} stopped {league}."),
    }
    title = f"**{escaped(event_title(words, act.event))}**"
    return texts[act.kind].format(
        when=format_dt(act.done_at, "f"),
        moderator=name(act.moderator),
        cup=title,
        league=title,
        player="" if act.player is None else name(act.player),
    )


def _named(act: Act) -> dict[str, str]:
    """Return the game and its players, as the sentences about an act call them."""
    game = act.game
    link = f"[{game_name(game.number)}]({message_link(game)})"
    player = "" if act.player is None else name(act.player)
    return {"game": link, "white": name(game.white), "black": name(game.black), "player": player}
