"""The score between two players, and their latest games."""

from dataclasses import replace

import discord

from bot.locale import Words
from bot.ui.context.context import Context
from bot.ui.message.content import GOLD, Button, boxed, rows_of
from bot.ui.message.custom_ids import ChallengePerson, ShowHistory, button
from bot.ui.standings.profile import results_text
from bot.ui.text.status import reason_name
from bot.ui.text.words import (
    game_name,
    labeled,
    link_to,
    name,
    player_in,
    relative_time,
    ruleset_name,
    score_text,
)
from bot.values.players import Player
from bot.values.standings import HistoryFilter, Meeting, Versus
from engine import Color, Ruleset


async def show_versus(context: Context, player: Player, other: Player) -> None:
    """Privately show how a player did against another: in this server, or else in one's own games.

    A reader who is one of the two comes first, and can challenge the other.
    """
    guild_id, reader = context.place.guild_id, context.user.id
    if other.id == reader:
        player, other = other, player
    versus = await context.services.profiles.versus(
        guild_id, reader_id=reader, player_id=player.id, other_id=other.id
    )
    seen = [one for one in versus.latest if await context.sees_at(one.place, (one.white, one.black))]
    shown = replace(versus, latest=tuple(seen))
    pair = (context.words, player, other, shown)
    text = versus_text(*pair, here=guild_id is not None, own=player.id == reader)
    buttons = _buttons(context, player, other, versus)
    await context.reply.private(boxed(text, rows=rows_of(buttons), accent=GOLD))


def _buttons(context: Context, player: Player, other: Player, versus: Versus) -> list[Button]:
    words = context.words
    buttons = []
    # In their DMs with the bot, people have no one to challenge, and elsewhere it can't ask who is there.
    if player.id == context.user.id and context.place.guild_id is not None and context.place.reachable:
        challenge = ChallengePerson(other.id)
        buttons.append(button(challenge, words.label("button", "Challenge"), discord.ButtonStyle.primary))
    if versus.by_color:
        history = ShowHistory(player.id, HistoryFilter(opponent=other.id), 0)
        buttons.append(button(history, words.label("button", "History")))
    return buttons


def versus_text(  # noqa: PLR0913 - who, against whom, and how that's seen
    words: Words, player: Player, other: Player, versus: Versus, *, here: bool, own: bool
) -> str:
    """Return the score of a player against another, in a server if ``here``, or everywhere.

    With ``own``, the player is the reader.
    """
    both = {"player": name(player), "other": name(other)}
    # Translators: a heading: the names of two players.
    title = "### " + words.say("{player} vs. {other}", **both)
    if not versus.by_color:
        nothing = words.say("They haven't finished a game against each other in this server yet.")
        if own and here:
            nothing = words.say("You two haven't finished a game in this server yet.")
        elif own:
            nothing = words.say("You two haven't finished a game yet.")
        hint = words.say("To start one, use /pyrga challenge.")
        return f"{title}\n{nothing} {hint}"
    score = versus.score
    lines = [
        title,
        # Translators: how many games each of the two has won.
        words.say("{player} **{score}** {other}", score=score_text(score.won, score.lost), **both),
    ]
    if score.drawn:
        lines.append(words.count("{number} draw", "{number} draws", score.drawn))
    lines += [
        f"-# {labeled(words, _as_color(words, player, color), results_text(words, one))}"
        for color in Color
        if (one := versus.by_color.get(color)) is not None
    ]
    if len(versus.by_ruleset) > 1:
        lines += [
            f"-# {labeled(words, ruleset_name(words, ruleset), results_text(words, one))}"
            for ruleset in Ruleset
            if (one := versus.by_ruleset.get(ruleset)) is not None
        ]
    if versus.latest:
        lines.append("**" + words.say("Latest games") + "**")
    return "\n".join([*lines, *(_meeting_line(words, meeting) for meeting in versus.latest)])


def _as_color(words: Words, player: Player, color: Color) -> str:
    # Translators: a label, followed by how many games the player has won, drawn and lost with that color.
    label = words.say("{player} as White") if color is Color.WHITE else words.say("{player} as Black")
    return label.format(player=name(player))


def _meeting_line(words: Words, meeting: Meeting) -> str:
    if meeting.winner is None:
        # Translators: how a game ended, in a list of games, before the reason in parentheses.
        ended = words.label("result of a game", "draw")
    else:
        # Translators: how a game ended, in a list of games, before the reason in parentheses.
        ended = words.say("{winner} won", winner=name(player_in(words, meeting.winner)))
    facts = [
        f"[{game_name(meeting.game)}]({link_to(meeting.place, meeting.message_id)})",
        f"{ended} ({reason_name(words, meeting.reason)})",
        *([] if meeting.ruleset is Ruleset.PYRGA else [ruleset_name(words, meeting.ruleset)]),
        relative_time(meeting.finished_at),
    ]
    return " · ".join(facts)
