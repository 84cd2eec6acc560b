"""The public card of a challenge."""

from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.locale import words_for
from bot.matches.base36 import format_number
from bot.matches.values.challenges import Challenge, ChallengeStatus, ColourChoice, Start, Terms
from bot.matches.values.games import Game
from bot.ui.components.buttons import button
from bot.ui.components.themes import drawn
from bot.ui.message.accents import GOLD
from bot.ui.message.actions import ChallengeAction
from bot.ui.message.content import Box, Content, Picture, Row, layout
from bot.ui.message.custom_ids import ChallengeButton
from bot.ui.message.drawing import draw
from bot.ui.text.clocks import time_per_move
from bot.ui.text.links import message_link
from bot.ui.text.words import game_name, name, plain_name, relative_time, ruleset_name, start_name
from engine import Colour

_CLOSED = discord.Colour(0x5F788E)


async def challenge_card(challenge: Challenge) -> Content:
    """The card as the challenge stands: with a picture and buttons while it is open."""
    words = words_for(challenge.terms.language)
    if challenge.status is not ChallengeStatus.OPEN:
        return _closed_card(_closed_text(words, challenge))
    picture = await _picture(words, challenge)
    container = Box(
        ui.TextDisplay(_open_text(words, challenge)),
        picture.gallery(),
        _answer_row(words, challenge),
        accent_colour=GOLD,
    )
    return Content(layout(container), (picture,))


def begun_card(challenge: Challenge, game: Game) -> Content:
    """The card of a challenge whose game is played elsewhere: a pointer to its board."""
    words = words_for(challenge.terms.language)
    link = words.gettext("[Open game {game}]({link})").format(
        game=game_name(game.number), link=message_link(game)
    )
    return _closed_card(f"{_closed_text(words, challenge)} {link}")


def _closed_card(text: str) -> Content:
    return Content(layout(Box(ui.TextDisplay(text), accent_colour=_CLOSED)))


async def _picture(words: NullTranslations, challenge: Challenge) -> Picture:
    colours = {ColourChoice.WHITE: Colour.WHITE, ColourChoice.BLACK: Colour.BLACK}
    png = await draw(
        render.challenge,
        challenge.challenger.name,
        challenge.opponent.name if challenge.opponent else None,
        colour=colours.get(challenge.terms.colour),
        theme=drawn(challenge.theme),
    )
    challenger = plain_name(challenge.challenger)
    description = words.gettext("{challenger} against anyone").format(challenger=challenger)
    if challenge.opponent is not None:
        description = words.gettext("{challenger} against {opponent}").format(
            challenger=challenger, opponent=plain_name(challenge.opponent)
        )
    return Picture(f"challenge-{format_number(challenge.number)}.png", png, description)


def _open_text(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    challenger = name(challenge.challenger)
    if challenge.opponent is None:
        sentence = _("{challenger} is looking for an opponent. Anyone can join.").format(
            challenger=challenger
        )
    else:
        sentence = _("{challenger} challenges <@{opponent}>.").format(
            challenger=challenger, opponent=challenge.opponent.id
        )
    expiry = _("expires {time}").format(time=relative_time(challenge.expires_at))
    title = _("A game of Pyrga?")
    lines = [
        f"### {title}",
        sentence,
        f"-# {_terms(words, challenge.terms, challenger)} · {expiry}",
    ]
    if challenge.code is not None:
        join = _("From another channel: `/pyrga join {code}`").format(code=challenge.code)
        lines.append(f"-# {join}")
    return "\n".join(lines)


def _closed_text(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    challenger = name(challenge.challenger)
    if challenge.opponent is None:
        sentences = {
            ChallengeStatus.CANCELLED: _("{challenger} withdrew the challenge."),
            ChallengeStatus.EXPIRED: _("No one joined {challenger}'s challenge in time."),
        }
        return sentences[challenge.status].format(challenger=challenger)
    sentences = {
        ChallengeStatus.ACCEPTED: _("{opponent} accepted {challenger}'s challenge."),
        ChallengeStatus.DECLINED: _("{opponent} declined {challenger}'s challenge."),
        ChallengeStatus.CANCELLED: _("{challenger} withdrew the challenge to {opponent}."),
        ChallengeStatus.EXPIRED: _("{opponent} didn't answer {challenger}'s challenge in time."),
    }
    return sentences[challenge.status].format(challenger=challenger, opponent=name(challenge.opponent))


def _terms(words: NullTranslations, terms: Terms, challenger: str) -> str:
    _ = words.gettext
    colours = {
        ColourChoice.RANDOM: _("random colors"),
        ColourChoice.WHITE: _("{challenger} plays White").format(challenger=challenger),
        ColourChoice.BLACK: _("{challenger} plays Black").format(challenger=challenger),
    }
    ruleset = _("{ruleset} rules").format(ruleset=ruleset_name(words, terms.ruleset))
    parts = [ruleset, colours[terms.colour]]
    if terms.start is not Start.PLAIN:
        parts.append(start_name(words, terms.start))
    parts.append(_("rated") if terms.rated else _("casual"))
    if terms.hints:
        parts.append(_("hints allowed"))
    parts.append(time_per_move(words, terms.move_seconds))
    if terms.thread:
        parts.append(_("in a thread"))
    return " · ".join(parts)


def _answer_row(words: NullTranslations, challenge: Challenge) -> Row:
    _ = words.gettext
    accept = ChallengeButton(challenge.number, ChallengeAction.ACCEPT)
    decline = ChallengeButton(challenge.number, ChallengeAction.DECLINE)
    cancel = ChallengeButton(challenge.number, ChallengeAction.CANCEL)
    if challenge.opponent is None:
        return Row(
            button(accept, _("Join"), discord.ButtonStyle.success),
            button(cancel, _("Cancel"), discord.ButtonStyle.secondary),
        )
    return Row(
        button(accept, _("Accept"), discord.ButtonStyle.success),
        button(decline, _("Decline"), discord.ButtonStyle.danger),
        button(cancel, _("Cancel"), discord.ButtonStyle.secondary),
    )
