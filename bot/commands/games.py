"""Commands about running games, and about those that are over."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.options.choices import ResultOption, RulesetOption
from bot.commands.options.completion import MOST_CHOICES, completion, finished_game_choices, game_choices
from bot.ui.board.computer_turns import let_computer_play
from bot.ui.board.display import repost
from bot.ui.context.client import Interaction, player_of
from bot.ui.context.context import Context
from bot.ui.context.permissions import (
    can_have_private_board,
    check_belongs_here,
    check_can_post,
    check_channel,
)
from bot.ui.games.endings import resign_panel
from bot.ui.games.game_list import running_games
from bot.ui.games.moves import completions, play_typed_move
from bot.ui.review.history import show_history
from bot.ui.review.showing import show_replay, show_replay_of_message, show_review
from bot.values.game.game_errors import FinishedGameError
from bot.values.game.turns import check_turn
from bot.values.standings import ANY_LEVEL, HistoryFilter

LONGEST_MOVE = 60
"""Maximum number of characters that someone can type for a move."""


@app_commands.command(description="List games in progress, yours or another member's")
@app_commands.describe(member="Whose games (default: yours)")
async def games(interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
        who = context.user if member is None else player_of(member)
        await context.reply.private(await running_games(context, who))


@app_commands.command(description="Repost a game's board")
@app_commands.describe(game="Which game, such as 3k9x (default: your only game in progress)")
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
    game="Which game, such as 3k9x (default: the one in this channel where it's your turn)",
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
@app_commands.describe(game="Which game, such as 3k9x (default: your only game in progress)")
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
@app_commands.describe(game="Which game, such as 3k9x (default: your game in progress, or your last one)")
async def replay(interaction: Interaction, game: str | None = None) -> None:
    async with Context.of(interaction) as context:
        await show_replay(context, game)


async def replay_message(interaction: Interaction, message: discord.Message) -> None:
    """Replay the game on the message that was right-clicked."""
    async with Context.of(interaction) as context:
        await show_replay_of_message(context, message)


@app_commands.command(description="See how good each move of a finished game was")
@app_commands.describe(game="Which game, such as 3k9x (default: the last one you finished)")
async def review(interaction: Interaction, game: str | None = None) -> None:
    async with Context.of(interaction) as context:
        await context.admit_extra()
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
