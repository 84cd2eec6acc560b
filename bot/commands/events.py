"""The commands about events and games of whole channels, for servers only."""

from typing import Any

from discord import app_commands

from bot.commands.options import (
    ColorOption,
    LevelOption,
    NightClockOption,
    NightLengthOption,
    RulesetOption,
    StartTimeOption,
    WindowOption,
    typed_start,
)
from bot.ui.context.client import Interaction
from bot.ui.context.context import Context
from bot.ui.crowds import CrowdWish, accept_duel, begin_in_channel, offer_duel
from bot.ui.events.cup_making import open_form
from bot.ui.events.leagues import show_league_of
from bot.ui.events.listing import show_cups, show_team_matches
from bot.ui.events.night_making import NightWish, begin_night
from bot.ui.events.team_making import open_team_form, show_offer
from bot.values.challenges import ColorChoice
from bot.values.crowds import QUORUMS, Crowd, VotingWindow
from bot.values.events.cup import FEWEST, MOST
from bot.values.events.night import NightClock, NightLength


@app_commands.command(description="Set up a cup: everyone plays everyone, all games at the same time")
@app_commands.describe(
    start="When it starts: in 2d 12h, tomorrow 20:00, Friday 8pm (your time zone, or UTC), or @time",
    people="Start when so many people have joined",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
)
async def cup(
    interaction: Interaction,
    start: StartTimeOption | None = None,
    people: app_commands.Range[int, FEWEST, MOST] | None = None,
    ruleset: RulesetOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        context.is_form = True
        begins = None if start is None else await typed_start(start, context)
        await open_form(context, begins, people, ruleset)


@app_commands.command(description="See this server's cups")
async def cups(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_cups(context)


@app_commands.command(description="See the league of this server, join or leave it, start or stop it")
@app_commands.describe(ruleset="Of which rules (default: the server's choice, otherwise Pyrga)")
async def league(interaction: Interaction, ruleset: RulesetOption | None = None) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        server = await context.services.preferences.guild(context.guild_id)
        await show_league_of(context, ruleset or server.ruleset)


@app_commands.command(description="This channel plays the computer: everyone here votes on each move")
@app_commands.describe(
    level="How well the computer plays (default: one above the last it was beaten at, at first 2)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="The channel's color (default: random)",
    window="How long people can vote on each move (default: 12 hours)",
    open_tally="Show how many voted for which move before voting closes (default: no)",
    quorum="Fewest votes that decide a move (default: 1)",
)
async def channel(
    interaction: Interaction,
    level: LevelOption | None = None,
    ruleset: RulesetOption | None = None,
    color: ColorOption = ColorChoice.RANDOM,
    window: WindowOption = VotingWindow.HALF_DAY,
    open_tally: bool = False,
    quorum: app_commands.Range[int, QUORUMS[0], QUORUMS[-1]] = QUORUMS[0],
) -> None:
    async with Context.of(interaction) as context:
        chosen = None if level is None else level.value
        crowd = Crowd(open_tally, quorum)
        await begin_in_channel(context, CrowdWish(chosen, ruleset, color, window, crowd))


@app_commands.command(description="This channel plays one of another server: make a code, or enter one")
@app_commands.describe(
    code="The code of another server, such as K7M4QX (leave empty to make one)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    window="How long people can vote on each move (default: 12 hours)",
)
async def duel(
    interaction: Interaction,
    code: str | None = None,
    ruleset: RulesetOption | None = None,
    window: WindowOption = VotingWindow.HALF_DAY,
) -> None:
    async with Context.of(interaction) as context:
        if code is None:
            await offer_duel(context, ruleset, window)
        else:
            await accept_duel(context, code)


@app_commands.command(name="team-match", description="Offer another server a team match, or enter its code")
@app_commands.describe(
    code="The code from the other server, such as K7M4QX",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
)
async def team_match(
    interaction: Interaction, code: str | None = None, ruleset: RulesetOption | None = None
) -> None:
    async with Context.of(interaction) as context:
        if code is not None:
            await show_offer(context, code)
            return
        context.is_form = True
        await open_team_form(context, ruleset)


@app_commands.command(name="team-matches", description="See this server's team matches")
async def team_matches(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        await show_team_matches(context)


@app_commands.command(description="Start a game night: short games all evening, whoever is free is paired")
@app_commands.describe(
    start="When it starts: in 2d 12h, tomorrow 20:00, Friday 8pm (your time zone, or UTC; default: now)",
    minutes="How long it lasts (default: 60 minutes)",
    clock="Each player's time for a whole game (default: 5 min + 3 s)",
    rated="Whether its games change ratings (default: the server's choice, otherwise yes)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
)
async def night(
    interaction: Interaction,
    start: StartTimeOption | None = None,
    minutes: NightLengthOption = NightLength.HOUR,
    clock: NightClockOption = NightClock.FIVE,
    rated: bool | None = None,
    ruleset: RulesetOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        begins = None if start is None else await typed_start(start, context)
        await begin_night(context, NightWish(begins, minutes.value, clock.total, rated, ruleset))


def event_group() -> app_commands.Group:
    """Create the group ``/pyrga-event``."""
    group = app_commands.Group(
        name="pyrga-event",
        description="Cups, leagues, team matches, game nights, and games of whole channels in this server",
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (
        *(cup, cups, league, channel, duel, team_match, team_matches, night),
    )
    for command in commands:
        group.add_command(command)
    return group
