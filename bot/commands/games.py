"""Commands for playing: challenges, games, and who may challenge someone."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options import (
    MOST_CHOICES,
    ClockOption,
    ColorOption,
    LevelOption,
    ReachOption,
    ResultOption,
    RulesetOption,
    SearchClockOption,
    StartOption,
    completion,
    finished_game_choices,
    game_choices,
    typed_clock,
)
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import repost
from bot.ui.challenges.blocks import block_panel
from bot.ui.challenges.challenging import challenge_on_card, open_challenge_form
from bot.ui.challenges.clicks import join_by_code
from bot.ui.challenges.starting import begin_with_computer
from bot.ui.context.client import Interaction, player_of
from bot.ui.context.context import Context
from bot.ui.context.permissions import (
    can_have_private_board,
    check_belongs_here,
    check_can_post,
    check_channel,
)
from bot.ui.daily_games import play_today
from bot.ui.games.endings import resign_panel
from bot.ui.games.lists import running_games
from bot.ui.games.moves import completions, play_typed_move
from bot.ui.review.elsewhere import review_file, review_record
from bot.ui.review.history import show_history
from bot.ui.review.showing import show_replay, show_replay_of_message, show_review
from bot.ui.searches import SearchWish, find_opponent
from bot.values.challenges import FEWEST_SEATS, MOST_SEATS, ColorChoice
from bot.values.clocks import TotalTime
from bot.values.errors import TwoSubjectsError
from bot.values.game.game_errors import FinishedGameError
from bot.values.game.turns import check_turn
from bot.values.preferences import Wish
from bot.values.standings import ANY_LEVEL, HistoryFilter


@app_commands.command(description="Challenge someone here, or anyone, to a game")
@app_commands.describe(
    opponent="Who to challenge (default: anyone can join)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="Your color (default: random)",
    start="How the game starts (default: the server's choice, otherwise balanced if rated, plain if not)",
    rated="Play a rated game (default: the server's choice, otherwise yes in servers)",
    hints="Allow both players hints, in casual games only (default: no)",
    thread="Give the game its own thread (default: the server's choice, otherwise no)",
    clock="Time per move, such as 2d 12h, or in total, such as 10+5 (default: the server's, or 3 days)",
    simul="Play several people at once: how many can join",
    both="Play two games at once, one with each color (default: no)",
    weekends_off="Stop clocks on Saturdays and Sundays (UTC), with at least a day per move (default: no)",
)
async def challenge(
    interaction: Interaction,
    opponent: discord.Member | discord.User | None = None,
    ruleset: RulesetOption | None = None,
    color: ColorOption = ColorChoice.RANDOM,
    start: StartOption | None = None,
    rated: bool | None = None,
    hints: bool = False,
    thread: bool | None = None,
    clock: ClockOption | None = None,
    simul: app_commands.Range[int, FEWEST_SEATS, MOST_SEATS] | None = None,
    both: bool = False,
    weekends_off: bool = False,
) -> None:
    async with Context.of(interaction) as context:
        chosen = None if clock is None else typed_clock(clock, context.words)
        total, seconds = (chosen, None) if isinstance(chosen, TotalTime) else (None, chosen)
        wish = Wish(
            *(ruleset, color, start),
            rated=rated,
            hints=hints,
            thread=thread,
            move_seconds=seconds,
            total=total,
            seats=simul,
            both=both,
            weekends_off=weekends_off,
        )
        await challenge_on_card(context, opponent, wish)


async def challenge_member(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Open the form for a challenge to the person who was right-clicked."""
    async with Context.of(interaction) as context:
        context.is_form = True
        await open_challenge_form(context, member)


@app_commands.command(description="Join an open challenge by its code")
@app_commands.describe(code="The code on the challenge, such as K7M4QX")
async def join(interaction: Interaction, code: str) -> None:
    async with Context.of(interaction) as context:
        await join_by_code(context, code)


@app_commands.command(description="Find an opponent here or in other servers, or see your searches")
@app_commands.describe(
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    clock="Time per move (default: 1 day)",
    rated="Play a rated game (default: yes)",
    where="Where to look (default: everywhere, if you and the server allow it)",
)
async def find(
    interaction: Interaction,
    ruleset: RulesetOption | None = None,
    clock: SearchClockOption | None = None,
    rated: bool | None = None,
    where: ReachOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        await find_opponent(context, SearchWish(ruleset, clock, rated, where))


@app_commands.command(description="Play against the computer")
@app_commands.describe(
    level="How well it plays (default: one above the highest you've beaten here)",
    ruleset="Which rules to play by (default: the server's choice, otherwise Pyrga)",
    color="Your color (default: random)",
)
async def play(
    interaction: Interaction,
    level: LevelOption | None = None,
    ruleset: RulesetOption | None = None,
    color: ColorOption = ColorChoice.RANDOM,
) -> None:
    async with Context.of(interaction) as context:
        chosen = None if level is None else level.value
        await begin_with_computer(context, level=chosen, ruleset=ruleset, color=color)


@app_commands.command(description="Block someone from challenging you, or see who you've blocked")
@app_commands.describe(member="Who to block (leave empty to see your list)")
async def block(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    async with Context.of(interaction) as context:
        blocks, new = context.services.blocks, None
        if member is not None:
            # Blocks apply in every server.
            new = player_of(member).outside_servers
            await blocks.block(context.user, new)
        await context.reply.private(
            await block_panel(context.words, blocks, 0, player_id=context.user.id, new=new)
        )


LONGEST_MOVE = 60
"""Maximum number of characters that someone can type for a move."""


@app_commands.command(description="List games in progress, yours or another member's")
@app_commands.describe(member="Whose games (default: yours)")
async def games(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        who = context.user if member is None else player_of(member)
        await context.reply.private(await running_games(context, who))


@app_commands.command(description="Play the game of the day: everyone's start, one try, a few minutes")
async def today(interaction: Interaction) -> None:
    async with Context.of(interaction) as context:
        await play_today(context)


@app_commands.command(description="Repost a game's board")
@app_commands.describe(game="Which game, such as 1234 (default: your only game in progress)")
async def show(interaction: Interaction, game: str | None = None) -> None:
    """Post the board in this channel, and clear the older message away.

    In DMs, a player gets a private board in addition to the one that everyone sees.
    """
    async with Context.of(interaction) as context:
        await check_channel(context)
        check_can_post(context)
        services = context.services
        found = await services.game_queries.find(context.reader, game)
        game_now = await services.games.see(found, context.user.id)
        # A player who has to act and asks for the board needn't be notified of it.
        told = game_now.outcome is None and game_now.awaited.id == context.user.id
        if not can_have_private_board(context, game_now):
            check_belongs_here(context, game_now)
        new = await repost(context, game_now)
        if told:
            await services.games.note_shown(new, (), told=True)
        let_computer_play(context.client, new, context)


@app_commands.command(description="Play a move that you type, such as Tc2n or triangle c2 up")
@app_commands.rename(text="move")
@app_commands.describe(
    text="The move, in notation or in words",
    game="Which game, such as 1234 (default: the one in this channel where it's your turn)",
)
async def move(
    interaction: Interaction, text: app_commands.Range[str, 1, LONGEST_MOVE], game: str | None = None
) -> None:
    async with Context.of(interaction) as context:
        await play_typed_move(context, text, game)


@move.autocomplete("text")
@completion
async def _complete_move(context: Context, current: str) -> list[Choice[str]]:
    queries, named = context.services.game_queries, context.interaction.namespace.game
    game = await queries.find_to_move(context.reader, named or None)
    check_turn(game, game.revision, player_id=context.user.id)
    found = completions(await context.read_words(), game, current, MOST_CHOICES)
    return [Choice(name=name, value=str(each)) for name, each in found]


@app_commands.command(description="Resign a game")
@app_commands.describe(game="Which game, such as 1234 (default: your only game in progress)")
async def resign(interaction: Interaction, game: str | None = None) -> None:
    async with Context.of(interaction) as context:
        found = await context.services.game_queries.find(context.reader, game)
        if found.outcome is not None:
            raise FinishedGameError(found)
        await context.reply.private(resign_panel(context.words, context.named(found), context.user.id))


@show.autocomplete("game")
@move.autocomplete("game")
@resign.autocomplete("game")
@completion
async def _complete_running_game(context: Context, current: str) -> list[Choice[str]]:
    queries, guild_id = context.services.game_queries, context.place.guild_id
    running = await queries.running(guild_id, player_id=context.user.id, limit=MOST_CHOICES)
    return await game_choices(context, running, current)


@app_commands.command(description="List finished games, yours or another member's")
@app_commands.describe(
    member="Whose games (default: yours)",
    opponent="Only games against this person; pick me for games against the computer",
    ruleset="Only games with this ruleset",
    result="Only games that ended like this",
)
async def history(
    interaction: Interaction,
    member: discord.Member | discord.User | None = None,
    opponent: discord.Member | discord.User | None = None,
    ruleset: RulesetOption | None = None,
    result: ResultOption | None = None,
) -> None:
    async with Context.of(interaction) as context:
        whose = context.user if member is None else player_of(member)
        against = None if opponent is None else opponent.id
        if opponent == context.client.user:
            against = ANY_LEVEL
        await show_history(context, whose, HistoryFilter(against, ruleset, result))


@app_commands.command(description="Replay a game, move by move")
@app_commands.describe(game="Which game, such as 1234 (default: your game in progress, or your last one)")
async def replay(interaction: Interaction, game: str | None = None) -> None:
    async with Context.of(interaction) as context:
        await show_replay(context, game)


async def replay_message(interaction: Interaction, message: discord.Message) -> None:
    """Replay the game on the message that was right-clicked."""
    async with Context.of(interaction) as context:
        await show_replay_of_message(context, message)


@app_commands.command(description="See how good each move of a finished game was")
@app_commands.describe(
    game="Which game, such as 1234 (default: the last one you finished)",
    record="The record of a game from elsewhere, as text or as JSON",
    file="A file with the record of a game from elsewhere",
)
async def review(
    interaction: Interaction,
    game: str | None = None,
    record: str | None = None,
    file: discord.Attachment | None = None,
) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        if sum(each is not None for each in (game, record, file)) > 1:
            raise TwoSubjectsError
        if record is not None:
            await review_record(context, record)
        elif file is not None:
            await review_file(context, file)
        else:
            await show_review(context, game)


@replay.autocomplete("game")
@completion
async def _complete_game(context: Context, current: str) -> list[Choice[str]]:
    queries = context.services.game_queries
    guild_id, who = context.place.guild_id, context.user.id
    running = await queries.running(guild_id, player_id=who, limit=MOST_CHOICES)
    finished = await queries.finished(guild_id, player_id=who, limit=MOST_CHOICES)
    # Some of both, if there are many.
    offered = running[: max(MOST_CHOICES // 2, MOST_CHOICES - len(finished))] + finished
    return (await game_choices(context, offered, current))[:MOST_CHOICES]


review.autocomplete("game")(completion(finished_game_choices))
