"""Challenges someone, or anyone who joins: the form for the terms, and posting the card."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from bot.locale import Words, words_for
from bot.ui.challenges import rematches
from bot.ui.challenges.card import challenge_card
from bot.ui.challenges.starting import offer_levels
from bot.ui.components.forms import check_field, chosen_of, form_with, menu_field, person_field, radio_field
from bot.ui.context.client import ServingClient, player_of
from bot.ui.context.context import Context
from bot.ui.context.context_errors import NOT_POSTED, SimulOpponentError, SimulPlaceError
from bot.ui.context.handlers import on_click, on_form, on_person, person_with
from bot.ui.context.permissions import can_have_threads, check_can_open_thread, check_can_post, check_channel
from bot.ui.context.requests import GoneError, ask
from bot.ui.message.content import Content, Row, boxed
from bot.ui.message.custom_ids import (
    AskWhomToChallenge,
    ChallengePerson,
    ChooseOpponent,
    CustomId,
    UnknownButtonError,
    button,
)
from bot.ui.message.incoming import chosen_values
from bot.ui.message.selects import Option, person_select
from bot.ui.settings.server_settings import clock_of, clock_options, with_clock
from bot.ui.text.words import color_name, ruleset_name
from bot.use_cases.challenges.challenges import check_opponent
from bot.values.challenge_errors import AbsentOpponentError, NobodyElseHereError
from bot.values.challenges import Challenge, ColorChoice, Terms
from bot.values.preferences import GuildPreferences, Wish, terms_of
from engine import Color, Ruleset, Start


class ChallengeForm(CustomId, word="challenge-form"):
    """The form for a challenge."""


class ChallengeAnyone(CustomId, word="challenge-anyone"):
    """Makes a challenge that anyone can join, on the server's terms."""


@on_click(AskWhomToChallenge)
async def ask_whom_to_challenge(context: Context, clicked: AskWhomToChallenge) -> None:
    """Let the person choose an opponent, or let anyone join."""
    del clicked
    await context.reply.private(opponent_panel(context.words, people=not context.in_direct_messages))


def opponent_panel(words: Words, *, people: bool) -> Content:
    """Return whom to challenge: anyone, or also one of the ``people`` who are here."""
    text = words.say(
        "### Who do you want to play?\n"
        "Pick someone, or let anyone join. To choose the clock, the color, and more, use /pyrga challenge."
    )
    # Translators: button (about 20 characters): anyone can join the challenge.
    anyone = button(ChallengeAnyone(), words.say("Let anyone join"), discord.ButtonStyle.success)
    rows = [Row(person_select(ChooseOpponent(), words.say("Challenge a friend")))] if people else []
    return boxed(text, rows=[*rows, Row(anyone)])


@on_click(ChallengeAnyone)
async def challenge_anyone(context: Context, clicked: ChallengeAnyone) -> None:
    """Post the card of a challenge, on the server's terms, that anyone can join."""
    del clicked
    await challenge_on_card(context, None, Wish())


@on_person(ChooseOpponent)
async def challenge_chosen_person(
    context: Context, used: ChooseOpponent, opponent: discord.Member | discord.User
) -> None:
    """Post the card of a challenge, on the server's terms, to the person who was chosen."""
    del used
    await challenge_on_card(context, opponent, Wish())


@on_click(ChallengePerson)
async def challenge_person_of_button(context: Context, clicked: ChallengePerson) -> None:
    """Post the card of a challenge, on the server's terms, to a person."""
    client = context.client
    guild = await ask(client.fetch_guild(context.guild_id, with_counts=False))
    try:
        opponent = await ask(guild.fetch_member(clicked.player))
    except GoneError as error:
        raise AbsentOpponentError(await _name_of(client, clicked.player)) from error
    await challenge_on_card(context, opponent, Wish())


async def _name_of(client: ServingClient, player_id: int) -> str:
    """Return what someone outside the server is called, or their id if there's no such account anymore."""
    try:
        return (await ask(client.fetch_user(player_id))).display_name
    except GoneError:
        return str(player_id)


async def open_challenge_form(context: Context, opponent: discord.Member | discord.User) -> None:
    """Let someone choose the terms of a challenge to a person; the bot itself offers its levels instead."""
    if opponent == context.client.user:
        await challenge_on_card(context, opponent, Wish())
        return
    await _check_place(context, opponent)
    check_opponent(context.user, player_of(opponent), is_bot=opponent.bot)
    await context.reply.form(await _form_against(context, opponent))


async def _form_against(context: Context, opponent: discord.abc.Snowflake) -> ui.Modal:
    usual = await context.services.preferences.guild(context.place.guild_id)
    return challenge_form(context.words, opponent, usual, threads_possible=can_have_threads(context))


async def _form_again(context: Context, form: ChallengeForm) -> ui.Modal:
    del form
    # Who was chosen is filled in afterward.
    return await _form_against(context, discord.Object(context.user.id))


@on_form(ChallengeForm, again=_form_again)
async def challenge_on_chosen_terms(context: Context, form: ChallengeForm, data: Mapping[str, Any]) -> None:
    """Post the card of a challenge with the terms that were chosen."""
    del form
    try:
        opponent = person_with(context.interaction, chosen_values(data, OPPONENT))
    except LookupError as error:
        raise UnknownButtonError from error
    await challenge_on_card(context, opponent, filled(data))


async def _check_place(context: Context, opponent: discord.Member | discord.User | None) -> None:
    if context.in_direct_messages and opponent is not None:
        raise NobodyElseHereError
    await check_channel(context)
    check_can_post(context)


async def challenge_on_card(
    context: Context, opponent: discord.Member | discord.User | None, wish: Wish
) -> None:
    """Post the card of a challenge to a person, or to everyone without an ``opponent``.

    People who challenge the bot itself choose a level of the computer instead.
    """
    if wish.seats is not None:
        _check_simul(context, opponent)
    await _check_place(context, opponent)
    if opponent is not None and opponent == context.client.user:
        await offer_levels(context, wish.ruleset, wish.color)
        return
    preferences = await context.services.preferences.guild(context.place.guild_id)
    language, threads = await context.public_language(), can_have_threads(context)
    terms = terms_of(wish, preferences, language=language, threads_possible=threads)
    if terms.thread:
        check_can_open_thread(context)
    proposed = await rematches.propose(context.client, lambda: _propose(context, opponent, terms))
    try:
        message_id = await context.reply.public(
            await challenge_card(proposed), ping=[opponent] if opponent else []
        )
    except NOT_POSTED:
        await rematches.withdraw_unseen(context, proposed)
        raise
    await rematches.keep_card(context, proposed, message_id)


def _check_simul(context: Context, opponent: discord.Member | discord.User | None) -> None:
    if opponent is not None:
        raise SimulOpponentError
    if context.place.guild_id is None or not context.place.reachable:
        raise SimulPlaceError


async def _propose(
    context: Context, opponent: discord.Member | discord.User | None, terms: Terms
) -> Challenge:
    challenges = context.services.challenges
    if opponent is None:
        return await challenges.propose_to_all(context.place, context.user, terms)
    if context.interaction.guild_id is not None and not isinstance(opponent, discord.Member):
        # Someone who has left, or text from a modified client.
        raise AbsentOpponentError(str(opponent))
    player, is_bot = player_of(opponent), opponent.bot
    return await challenges.propose(context.place, context.user, player, terms, opponent_is_bot=is_bot)


OPPONENT = "opponent"
"""The field for who is challenged."""

_RULESET, _COLOR, _CLOCK, _TERMS = "ruleset", "color", "clock", "terms"
_RATED, _HINTS, _ADVANTAGE, _THREAD = "rated", "hints", "advantage", "thread"
_BOTH, _WEEKENDS = "both", "weekends"


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
        Option(_BOTH, words.say("Both colors"), words.say("Two games at once")),
        Option(_WEEKENDS, words.say("Weekends off"), words.say("With at least a day per move")),
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
        both=_BOTH in terms,
        weekends_off=_WEEKENDS in terms,
        move_seconds=None if clock.total else clock.move_seconds,
        total=clock.total,
    )
