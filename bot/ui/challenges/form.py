"""The form in which someone who was right-clicked is challenged, and what it says once it comes back."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.locale import Words, words_for
from bot.ui.components.forms import (
    check_field,
    chosen_of,
    form_with,
    menu_field,
    person_field,
    radio_field,
)
from bot.ui.message.custom_ids import CustomId
from bot.ui.message.incoming import chosen_values
from bot.ui.message.selects import Option
from bot.ui.settings.server_settings import clock_of, clock_options, with_clock
from bot.ui.text.words import color_name, ruleset_name
from bot.values.challenges import ColorChoice
from bot.values.preferences import GuildPreferences, Wish
from engine import Color, Ruleset, Start

OPPONENT = "opponent"
"""The field for who is challenged."""

_RULESET, _COLOR, _CLOCK, _TERMS = "ruleset", "color", "clock", "terms"
_RATED, _HINTS, _ADVANTAGE, _THREAD = "rated", "hints", "advantage", "thread"


class ChallengeForm(CustomId, word="challenge-form"):
    """The form for a challenge."""


def challenge_form(
    words: Words,
    opponent: discord.abc.Snowflake,
    usual: GuildPreferences,
    *,
    threads_possible: bool,
) -> ui.Modal:
    """Return the form for a challenge to ``opponent``, with the ``usual`` terms of the place chosen."""
    rulesets = [Option(ruleset, ruleset_name(words, ruleset)) for ruleset in Ruleset]
    colors = [
        # Translators: an option for the color that someone plays.
        Option(ColorChoice.RANDOM, words.label("color of a player", "Random")),
        *(Option(ColorChoice(color), color_name(words, color)) for color in Color),
    ]
    terms = [
        Option(_RATED, words.label("rated games", "Rated")),
        # Translators: an option: both players can ask for hints.
        Option(_HINTS, words.label("allowed in a game", "Hints"), words.say("In casual games only")),
        # Translators: an option: the first piece is placed so that the weaker player can win.
        Option(_ADVANTAGE, words.say("Advantage for the weaker player"), words.say("In casual games only")),
        *([Option(_THREAD, words.say("In its own thread"))] if threads_possible else []),
    ]
    chosen = {_RATED: usual.rated, _THREAD: usual.thread}
    return form_with(
        ChallengeForm(),
        # Translators: the title of a form (at most 45 characters).
        words.label("title of a form", "Challenge"),
        # Translators: fields of a form (at most 45 characters each).
        person_field(OPPONENT, words.say("Opponent"), opponent),
        radio_field(_RULESET, words.say("Ruleset"), rulesets, usual.ruleset),
        radio_field(_COLOR, words.say("Your color"), colors, ColorChoice.RANDOM),
        menu_field(_CLOCK, words.say("Clock"), clock_options(words), clock_of(usual)),
        check_field(
            _TERMS, words.say("Game"), terms, [term for term, is_usual in chosen.items() if is_usual]
        ),
    )


def filled(data: Mapping[str, Any]) -> Wish:
    """Return what someone chose in the form, apart from the opponent."""
    offered = [str(option.value) for option in clock_options(words_for("en"))]
    clock = with_clock(GuildPreferences(), chosen_of(data, _CLOCK, offered))
    terms = chosen_values(data, _TERMS)
    return Wish(
        Ruleset(chosen_of(data, _RULESET, [*Ruleset])),
        ColorChoice(chosen_of(data, _COLOR, [*ColorChoice])),
        Start.ADVANTAGE if _ADVANTAGE in terms else None,
        rated=_RATED in terms,
        hints=_HINTS in terms,
        thread=_THREAD in terms,
        move_seconds=None if clock.total else clock.move_seconds,
        total=clock.total,
    )
