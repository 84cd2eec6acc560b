"""Guesses at the next move, which people who watch make with the buttons of the board."""

from discord import ui

from bot.ui.board.control_row import AskBeforeMove, ChooseMove, PlayMove
from bot.ui.board.move_buttons import Choice, MoveButtons
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import BLUE, Box, Content, layout
from bot.ui.message.custom_ids import Count, CustomId
from bot.ui.text.status import demand_sentence
from bot.ui.text.words import game_name, move_text, name
from bot.values.game.game import Game
from bot.values.game.game_errors import NotAPlayerError
from engine import Move


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

    def named(step: Move | Choice) -> CustomId:
        if isinstance(step, Choice):
            return ChooseGuess(game.number, revision, step)
        return GuessMove(game.number, revision, step)

    words, named_game = context.words, context.named(game)
    # Translators: a heading; {game} is the number of a game, such as "#3k9x".
    heading = words.say(
        "Guess {player}'s move in {game}", player=name(named_game.to_move), game=game_name(game.number)
    )
    text = f"### {heading}\n{demand_sentence(words, game.position)}"
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
        move=move_text(move),
        player=name(context.named(guessed).to_move),
    )
    content = Content(layout(Box(ui.TextDisplay(sentence), accent_color=BLUE)))
    await context.reply.private_about((GuessMove, game.number, context.user.id), content)


def _guild_of(context: Context, game: Game) -> int:
    """Return the server in which someone guesses."""
    if context.interaction.guild_id is None:
        raise NotAPlayerError(game)
    return context.interaction.guild_id
