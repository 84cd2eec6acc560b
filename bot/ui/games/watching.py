"""What people do with games in which others play: watch them in another channel, and guess the next move."""

from dataclasses import replace
from datetime import datetime

from discord import ui

from bot.ui.board.board_message import board_message
from bot.ui.board.controls import AskBeforeMove, ChooseMove, PlayMove
from bot.ui.board.messages import clear_away
from bot.ui.board.move_buttons import Choice, MoveButtons, Step, demand_text
from bot.ui.context.context import Context
from bot.ui.context.context_errors import ElsewhereError, HiddenGameError
from bot.ui.context.handlers import on_click
from bot.ui.context.permissions import check_can_post, check_channel
from bot.ui.context.sight import has_same_audience
from bot.ui.message.content import BLUE, Box, Content, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.words import game_name, link_to, move_text, name
from bot.values.game import boards
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import NotAPlayerError
from engine import Move


class WatchGame(CustomId, word="watch"):
    """Shows ``game`` on another board, in the channel of the click."""

    game: int


@on_click(WatchGame)
async def watch_game(context: Context, clicked: WatchGame) -> None:
    """Post a board of a game in this channel, for everyone who watches there, or lead to the one there is."""
    await check_channel(context)
    check_can_post(context)
    game, here = await context.seen_game(clicked.game), context.place
    known = next((board for board in game.boards if board.place.channel_id == here.channel_id), None)
    if known is None:
        home = game.home_for(context.user.id, here)
        if home.place.guild_id != here.guild_id or not here.reachable:
            raise ElsewhereError(game)
        if not await has_same_audience(context.client, home.place, here.channel_id):
            raise HiddenGameError(game)
        boards.check_may_watch(game)
        known = await _post(context, game, home)
    shown = context.words.say(
        "Game {game} is shown in this channel: [open the board]({link})",
        game=game_name(game.number),
        link=link_to(known.place, known.message_id),
    )
    await context.reply.private(shown)


async def _post(context: Context, game: Game, home: Board) -> Board:
    language = await context.public_language()
    board = replace(home, place=context.place, language=language, side=None, watched=True)
    message_id = await context.reply.follow_up(
        await board_message(context.named(game), context.client.icons, board=board)
    )
    posted = replace(board, message_id=message_id, shown=game.revision)

    def watch(game: Game, now: datetime) -> Game:
        return boards.watch(game, replace(posted, posted_at=now))

    updated = await context.services.games.update(game.number, watch)
    stored = next(board for board in updated.boards if board.place.channel_id == posted.place.channel_id)
    if stored.message_id != message_id:
        # Someone else was faster.
        await clear_away(
            context.client, posted.place.channel_id, message_id=message_id, game=updated, board=stored
        )
    return stored


class GuessMove(CustomId, word="guess"):
    """Guesses that a move is played next in ``game``, as it was drawn at ``revision``."""

    game: int
    revision: Count
    move: Move


class ChooseGuess(CustomId, word="choose-guess"):
    """Shows the rest of the moves that can be guessed, after a part of one was chosen."""

    game: int
    revision: Count
    choice: Choice


async def answer_guess(context: Context, game: Game, clicked: PlayMove | AskBeforeMove | ChooseMove) -> None:
    """Take a click on the board, by someone who doesn't play, as a guess, or ask privately for the rest."""
    await context.learn_words()
    if isinstance(clicked, ChooseMove):
        await _choose(context, game, clicked)
    else:
        await _guess(context, game, clicked)


@on_click(ChooseGuess)
async def choose_guess(context: Context, clicked: ChooseGuess) -> None:
    await _choose(context, await context.seen_game(clicked.game), clicked)


@on_click(GuessMove)
async def guess_move(context: Context, clicked: GuessMove) -> None:
    await _guess(context, await context.seen_game(clicked.game), clicked)


async def _choose(context: Context, game: Game, clicked: ChooseMove | ChooseGuess) -> None:
    revision = clicked.revision
    await context.services.guesses.check(
        game, revision, player_id=context.user.id, guild_id=_guild_of(context, game)
    )

    def named(step: Step) -> CustomId:
        if isinstance(step, Choice):
            return ChooseGuess(game.number, revision, step)
        return GuessMove(game.number, revision, step)

    words, named_game = context.words, context.named(game)
    # Translators: a heading; {game} is the number of a game, such as "#1234".
    heading = words.say(
        "Guess {player}'s move in {game}", player=name(named_game.to_move), game=game_name(game.number)
    )
    text = f"### {heading}\n{demand_text(words, game.position, clicked.choice)}"
    rows = MoveButtons(words, game.position, named, context.icons).rows(clicked.choice)
    content = Content(layout(Box(ui.TextDisplay(text), accent_color=BLUE), *rows))
    await context.reply.private_about((GuessMove, game.number, context.user.id), content)


async def _guess(context: Context, game: Game, clicked: PlayMove | AskBeforeMove | GuessMove) -> None:
    guild_id, move = _guild_of(context, game), clicked.move
    guessed = await context.services.guesses.guess(
        game.number, revision=clicked.revision, text=str(move), guesser=context.user, guild_id=guild_id
    )
    # Translators: {move} is a move in signs, such as "▲ c2".
    sentence = context.words.say(
        "Your guess: {move}. You can change it until {player} moves. Then the board says how many were "
        "right.",
        move=move_text(move, game.position.turn),
        player=name(context.named(guessed).to_move),
    )
    content = Content(layout(Box(ui.TextDisplay(sentence), accent_color=BLUE)))
    await context.reply.private_about((GuessMove, game.number, context.user.id), content)


def _guild_of(context: Context, game: Game) -> int:
    """Return the server in which someone guesses."""
    if context.interaction.guild_id is None:
        raise NotAPlayerError(game)
    return context.interaction.guild_id
