"""The public card of a challenge."""

import asyncio
from gettext import NullTranslations

import discord
from discord import ui

import render
from bot.locale import words_for
from bot.matches.numbers import format_number
from bot.matches.values import Challenge, ChallengeStatus, ColourChoice, Start, Terms
from bot.ui.accents import GOLD
from bot.ui.buttons import button
from bot.ui.content import Box, Content, Picture, Row, layout
from bot.ui.custom_ids import ChallengeAction, ChallengeButton
from bot.ui.themes import drawn
from bot.ui.words import name, ruleset_name, start_name
from engine import Colour

_CLOSED = discord.Colour(0x5F788E)


async def challenge_card(challenge: Challenge) -> Content:
    """The card as the challenge stands: with a picture and buttons while it is open."""
    words = words_for(challenge.terms.language)
    if challenge.status is not ChallengeStatus.OPEN:
        return Content(layout(Box(ui.TextDisplay(_closed_text(words, challenge)), accent_colour=_CLOSED)))
    picture = await _picture(words, challenge)
    container = Box(
        ui.TextDisplay(_open_text(words, challenge)),
        picture.gallery(),
        _answer_row(words, challenge),
        accent_colour=GOLD,
    )
    return Content(layout(container), (picture,))


async def _picture(words: NullTranslations, challenge: Challenge) -> Picture:
    colours = {ColourChoice.WHITE: Colour.WHITE, ColourChoice.BLACK: Colour.BLACK}
    png = await asyncio.to_thread(
        render.challenge,
        challenge.challenger.name,
        challenge.opponent.name,
        colour=colours.get(challenge.terms.colour),
        theme=drawn(challenge.theme),
    )
    description = words.gettext("{challenger} against {opponent}").format(
        challenger=challenge.challenger.name, opponent=challenge.opponent.name
    )
    return Picture(f"challenge-{format_number(challenge.number)}.png", png, description)


def _open_text(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    title = _("A game of Pyrga?")
    sentence = _("{challenger} challenges <@{opponent}>.").format(
        challenger=name(challenge.challenger), opponent=challenge.opponent.id
    )
    return f"### {title}\n{sentence}\n-# {_terms(words, challenge.terms, name(challenge.challenger))}"


def _closed_text(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    sentences = {
        ChallengeStatus.ACCEPTED: _("{opponent} accepted the challenge of {challenger}."),
        ChallengeStatus.DECLINED: _("{opponent} declined the challenge of {challenger}."),
        ChallengeStatus.CANCELLED: _("{challenger} took back the challenge to {opponent}."),
    }
    return sentences[challenge.status].format(
        challenger=name(challenge.challenger), opponent=name(challenge.opponent)
    )


def _terms(words: NullTranslations, terms: Terms, challenger: str) -> str:
    _ = words.gettext
    colours = {
        ColourChoice.RANDOM: _("colours by lot"),
        ColourChoice.WHITE: _("{challenger} plays White").format(challenger=challenger),
        ColourChoice.BLACK: _("{challenger} plays Black").format(challenger=challenger),
    }
    ruleset = _("Ruleset {ruleset}").format(ruleset=ruleset_name(words, terms.ruleset))
    parts = [ruleset, colours[terms.colour]]
    if terms.start is not Start.PLAIN:
        parts.append(start_name(words, terms.start))
    parts.append(_("rated") if terms.rated else _("casual"))
    if terms.hints:
        parts.append(_("hints allowed"))
    return " · ".join(parts)


def _answer_row(words: NullTranslations, challenge: Challenge) -> Row:
    _ = words.gettext
    number = challenge.number
    return Row(
        button(ChallengeButton(number, ChallengeAction.ACCEPT), _("Accept"), discord.ButtonStyle.success),
        button(ChallengeButton(number, ChallengeAction.DECLINE), _("Decline"), discord.ButtonStyle.danger),
        button(ChallengeButton(number, ChallengeAction.CANCEL), _("Cancel"), discord.ButtonStyle.secondary),
    )
