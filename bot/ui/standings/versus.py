"""The score between two players, and their latest games."""

from dataclasses import replace
from gettext import NullTranslations

from discord import ui

from bot.matches.values.players import Player
from bot.matches.values.standings import Meeting, Versus
from bot.ui.context.context import Context
from bot.ui.message.content import GOLD, Box, Content, layout
from bot.ui.standings.profile import score_text
from bot.ui.text.status import reason_name
from bot.ui.text.words import game_name, labeled, link_to, name, relative_time, ruleset_name
from engine import Color, Ruleset


async def show_versus(context: Context, player: Player, other: Player) -> None:
    """Privately show how a player did against another: in this server, or else in one's own games."""
    guild_id = context.place.guild_id
    versus = await context.services.profiles.versus(guild_id, context.user.id, player.id, other.id)
    seen = [one for one in versus.latest if await context.sees_at(one.place, (one.white, one.black))]
    shown = replace(versus, latest=tuple(seen))
    text = versus_text(context.words, player, other, shown, here=guild_id is not None)
    await context.reply.private(Content(layout(Box(ui.TextDisplay(text), accent_color=GOLD))))


def versus_text(words: NullTranslations, player: Player, other: Player, versus: Versus, *, here: bool) -> str:
    """The score of a player against another, in a server if ``here``, or everywhere."""
    _ = words.gettext
    both = {"player": name(player), "other": name(other)}
    # Translators: a heading: the names of two players.
    title = "### " + _("{player} vs. {other}").format(**both)
    if not versus.by_color:
        where = (
            _("They haven't finished a game against each other in this server yet.")
            if here
            else _("You haven't finished a game against each other yet.")
        )
        hint = _("To start one, use /pyrga challenge.")
        return f"{title}\n{where} {hint}"
    score = versus.score
    lines = [
        title,
        # Translators: how many games each of the two has won.
        _("{player} **{won} \N{EN DASH} {lost}** {other}").format(won=score.won, lost=score.lost, **both),
    ]
    if score.drawn:
        drawn = words.ngettext("{number} draw", "{number} draws", score.drawn)
        lines.append(drawn.format(number=score.drawn))
    lines += [
        f"-# {labeled(words, _as_color(words, player, color), score_text(words, one))}"
        for color in Color
        if (one := versus.by_color.get(color)) is not None
    ]
    if len(versus.by_ruleset) > 1:
        lines += [
            f"-# {labeled(words, ruleset_name(words, ruleset), score_text(words, one))}"
            for ruleset in Ruleset
            if (one := versus.by_ruleset.get(ruleset)) is not None
        ]
    if versus.latest:
        lines.append("**" + _("Latest games") + "**")
    return "\n".join([*lines, *(_meeting_line(words, meeting) for meeting in versus.latest)])


def _as_color(words: NullTranslations, player: Player, color: Color) -> str:
    _ = words.gettext
    # Translators: a label, followed by how many games the player has won, drawn and lost with that color.
    label = _("{player} as White") if color is Color.WHITE else _("{player} as Black")
    return label.format(player=name(player))


def _meeting_line(words: NullTranslations, meeting: Meeting) -> str:
    if meeting.winner is None:
        # Translators: how a game ended, in a list of games, before the reason in parentheses.
        ended = words.pgettext("result of a game", "draw")
    else:
        # Translators: how a game ended, in a list of games, before the reason in parentheses.
        ended = words.gettext("{winner} won").format(winner=name(meeting.winner))
    facts = [
        f"[{game_name(meeting.game)}]({link_to(meeting.place, meeting.message_id)})",
        f"{ended} ({reason_name(words, meeting.reason)})",
        *([] if meeting.ruleset is Ruleset.PYRGA else [ruleset_name(words, meeting.ruleset)]),
        relative_time(meeting.finished_at),
    ]
    return " · ".join(facts)
