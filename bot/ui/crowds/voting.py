"""Votes: a click on a move button of a channel's board, or of the private panel with the rest of a move."""

from functools import partial

from discord.utils import format_dt

from bot.locale import Words
from bot.ui.board.crowd_board import CastVote, ChooseVote, choice_text, vote_step
from bot.ui.board.display import adopt
from bot.ui.board.messages import lead_on
from bot.ui.board.move_buttons import Choice, Mode, MoveButtons, mode
from bot.ui.context.context import Context
from bot.ui.context.context_errors import ElsewhereError
from bot.ui.context.handlers import on_click
from bot.ui.games.clicks import LostBoardError, OldBoardError, check_board
from bot.ui.message.content import Content, boxed
from bot.ui.text.status import demand_sentence, direction_question
from bot.values.base36 import format_number
from bot.values.crowds import RESIGN
from bot.values.game.game import Game
from bot.values.game.game_errors import FinishedGameError, StaleRevisionError, UnknownGameError


@on_click(CastVote)
async def cast_vote(context: Context, clicked: CastVote) -> None:
    """Store the vote, and tell the person privately that they can change it."""
    await vote(context, clicked.game, ply=clicked.ply, choice=str(clicked.move))


async def vote(context: Context, number: int, *, ply: int, choice: str) -> None:
    """Vote for a move, or to resign, on the board or on a private panel."""
    with context.client.intake.click(context.interaction.id):
        admit = partial(_check_place, context)
        voter, place = context.user, context.place
        cast = partial(
            context.services.crowd_games.vote,
            number,
            ply=ply,
            choice=choice,
            voter=voter,
            place=place,
            admit=admit,
        )
        try:
            game = await cast()
        except OldBoardError as error:
            await lead_on(context, error.game)
            return
        except LostBoardError as error:
            await adopt(context, error.game, message_id=error.message_id)
            game = await cast()
        said = boxed(_said(context.words, game, choice))
        await context.reply.private_about(("vote", number, context.user.id), said)


@on_click(ChooseVote)
async def choose_vote(context: Context, clicked: ChooseVote) -> None:
    """Show the rest of the moves in a private panel, so that people don't get in each other's way."""
    game = context.named(await context.seen_game(clicked.game))
    if game.outcome is not None:
        raise FinishedGameError(game)
    if not game.crowd_votes_here or game.position.ply != clicked.ply:
        raise StaleRevisionError(game)
    panel = _move_panel(context, game, clicked.choice)
    await context.reply.private_about(("vote", game.number, context.user.id), panel)


def _check_place(context: Context, game: Game) -> None:
    """Check that the person votes where the game is played, and can see that."""
    clicked = context.message
    if not context.interaction.permissions.view_channel:
        raise UnknownGameError(format_number(game.number))
    if clicked is not None and not clicked.flags.ephemeral:
        check_board(context, game)
    elif context.place.channel_id not in {board.place.channel_id for board in game.boards}:
        raise ElsewhereError(game)


def _said(words: Words, game: Game, choice: str) -> str:
    times = {}
    if game.clock is not None:
        # Discord shows both in the reader's language: "18:00", "in 3 hours".
        times = {"time": format_dt(game.clock.until, "t"), "left": format_dt(game.clock.until, "R")}
    if choice == RESIGN:
        return words.say("You voted to resign. You can change it until {time} ({left}).", **times)
    # Translators: {move} is a move in signs, such as "▲ c2"; {time} is such as "18:00", {left} is such as
    # "in 3 hours".
    return words.say(
        "Your vote: {move}. You can change it until {time} ({left}).",
        move=f"**{choice_text(words, choice)}**",
        **times,
    )


def _move_panel(context: Context, game: Game, choice: Choice) -> Content:
    words, position = context.words, game.position
    is_aiming = mode(position, choice) is Mode.DIRECTION and choice.space is not None
    if is_aiming and choice.space is not None:
        said = direction_question(words, choice.space)
    else:
        said = f"{demand_sentence(words, position)} {words.say('Choose a kind, then a space.')}"
    buttons = MoveButtons(words, position, partial(vote_step, game), context.icons)
    return boxed(said, rows=buttons.rows(choice))
