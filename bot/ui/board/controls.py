"""The controls below a board, and what its buttons mean; also where channels play and people vote.

The rooms above answer the buttons.
"""

from collections import Counter
from enum import StrEnum

import discord
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.board.move_buttons import Choice
from bot.ui.message.content import Button, Row, rows_of
from bot.ui.message.custom_ids import (
    Count,
    CustomId,
    FindOpponent,
    OpenLesson,
    ShareGame,
    ShowDayResult,
    ShowReplay,
    ShowReview,
    button,
)
from bot.ui.text.values import decided_level, is_lost_to_computer, next_level
from bot.ui.text.words import move_text, name
from bot.values.crowds import RESIGN
from bot.values.game.game import Game
from engine import Color, Move, Reason


class PlayMove(CustomId, word="play"):
    """Plays a move in ``game``, as it was drawn at ``revision``."""

    game: int
    revision: Count
    move: Move


class AskBeforeMove(CustomId, word="ask"):
    """Asks privately whether to play a move, for players who confirm their moves."""

    game: int
    revision: Count
    move: Move


class ConfirmMove(CustomId, word="confirm"):
    """Plays a move that was asked about or hinted at privately."""

    game: int
    revision: Count
    move: Move


class ChooseMove(CustomId, word="choose"):
    """Shows the rest of the moves after a part of one was chosen."""

    game: int
    revision: Count
    choice: Choice


class BoardAction(StrEnum):
    """What can be done on the board besides moving.

    ``DRAW``, ``RESIGN`` and ``CANCEL`` ask privately first.
    """

    SWAP = "swap"
    CLAIM = "claim"
    GIVE_TIME = "give-time"
    DRAW = "draw"
    RESIGN = "resign"
    CANCEL = "cancel"
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"


class ActOnBoard(CustomId, word="act"):
    """Does something else in ``game``, as it was drawn at ``revision``."""

    game: int
    revision: Count
    action: BoardAction


class TakeHint(CustomId, word="hint"):
    """Begins a private hint, for the player to move, in games that allow hints."""

    game: int


class OfferRematch(CustomId, word="rematch"):
    """Offers a rematch of a finished game, or accepts one."""

    game: int


class PlayNextLevel(CustomId, word="next-level"):
    """Starts a game at the level that comes next after ``game``, which was against the computer."""

    game: int


# Translators: button (about 20 characters) that opens more choices.
class ShowMore(CustomId, word="more", label=lambda words: words.say("More…")):
    """Shows privately what else there is."""

    game: int


_STYLES = {
    BoardAction.ACCEPT: discord.ButtonStyle.success,
    BoardAction.CLAIM: discord.ButtonStyle.danger,
    BoardAction.GIVE_TIME: discord.ButtonStyle.success,
}


def control_rows(words: Words, game: Game) -> list[Row]:
    """Return what can be done in ``game`` besides moving. A question to a player replaces it."""
    if game.crowd is not None:
        return [crowd_row(words, game)]
    if game.outcome is not None:
        return [*_next_step_rows(words, game), *rows_of(_result_buttons(words, game))]
    return [row for group in _groups(words, game) for row in rows_of(group)]


def _groups(words: Words, game: Game) -> list[list[Button]]:
    """Return the buttons, in groups that begin a row."""

    def buttons(*actions: BoardAction) -> list[Button]:
        return [_button(words, game, action) for action in actions]

    more = button(ShowMore(game.number), words)
    swap = buttons(BoardAction.SWAP) if game.offers_swap else []
    if game.clock is not None and game.clock.claimable:
        return [[*swap, *buttons(BoardAction.CLAIM, BoardAction.GIVE_TIME), more]]
    if game.offer is not None:
        # One row for the player who's asked, and one for the player who asks.
        return [buttons(BoardAction.ACCEPT, BoardAction.DECLINE), [*buttons(BoardAction.WITHDRAW), more]]
    hint = button(TakeHint(game.number), words.label("button", "Hint"))
    draw = buttons(BoardAction.DRAW) if game.level is None and game.both_have_moved else []
    end = buttons(BoardAction.CANCEL if game.is_cancelable else BoardAction.RESIGN)
    return [[*([hint] if game.hints and not game.computer_moves else []), *swap, *draw, *end, more]]


def _next_step_rows(words: Words, game: Game) -> list[Row]:
    """Return the button for what to try after a game with the computer, if there's anything."""
    if decided_level(game) is None:
        return []
    level, style = next_level(game), discord.ButtonStyle.success
    if level is not None:
        # Translators: button (about 20 characters) for a game against a level of the computer.
        label = words.say("Play level {level}", level=level)
        return [Row(button(PlayNextLevel(game.number), label, style))]
    lesson = button(OpenLesson(1), words, style)
    return [Row(lesson)] if is_lost_to_computer(game) else []


def _result_buttons(words: Words, game: Game) -> list[Button]:
    number = game.number
    share = button(ShareGame(number), words)
    primary = discord.ButtonStyle.primary
    return [
        *([] if game.day is None else [button(ShowDayResult(number), words, primary)]),
        *_rematch_buttons(words, game),
        button(ShowReview(number), words),
        button(ShowReplay(number), words),
        *([share] if game.may_be_shared else []),
        button(ShowMore(number), words),
    ]


def _rematch_buttons(words: Words, game: Game) -> list[Button]:
    style = discord.ButtonStyle.primary
    if game.is_in_two_places:
        # The card of a rematch would be in one of them, and lead there from the other.
        # Translators: button (about 20 characters): look for someone to play.
        return [button(FindOpponent(), words.say("Find an opponent"), style)]
    # A rematch would undo a moderator's decision, ask someone who can't be reached, or add to an event or a
    # day.
    annulled = game.outcome is not None and game.outcome.reason is Reason.ANNULLED
    if annulled or game.has_deleted_player or game.event is not None or game.day is not None:
        return []
    return [button(OfferRematch(game.number), words.label("button", "Rematch"), style)]


def watch_row(words: Words, game: Game) -> Row:
    """Return what people can do on a board where they only watch ``game``."""
    review = button(ShowReview(game.number), words)
    replay = button(ShowReplay(game.number), words)
    return Row(*([] if game.outcome is None else [review]), replay)


def _button(words: Words, game: Game, action: BoardAction) -> Button:
    labels = {
        # Translators: button (about 20 characters): Black takes White's side after the first move.
        BoardAction.SWAP: words.say("Swap sides"),
        # Translators: button (about 20 characters): the opponent's time has run out.
        BoardAction.CLAIM: words.say("Claim win"),
        # Translators: button (about 20 characters): let the opponent, whose time has run out, think longer.
        BoardAction.GIVE_TIME: words.say("Give time"),
        BoardAction.DRAW: words.label("offer a draw", "Draw"),
        BoardAction.RESIGN: words.label("button", "Resign"),
        BoardAction.CANCEL: words.say("Cancel game"),
        BoardAction.ACCEPT: words.say("Accept"),
        BoardAction.DECLINE: words.say("Decline"),
        BoardAction.WITHDRAW: words.label("withdraw an offer", "Withdraw"),
    }
    named = ActOnBoard(game.number, game.revision, action)
    return button(named, labels[action], _STYLES.get(action, discord.ButtonStyle.secondary))


_STYLE = discord.ButtonStyle.secondary

_MOST_TALLIED = 8
"""Moves whose votes fit on a line."""


class CastVote(CustomId, word="vote"):
    """Votes for a move at ``ply`` of ``game``."""

    game: int
    ply: Count
    move: Move


class ChooseVote(CustomId, word="vote-choose"):
    """Shows the rest of the moves at ``ply`` of ``game`` privately, after a part of one was chosen."""

    game: int
    ply: Count
    choice: Choice


class ShowCrowdPanel(CustomId, word="crowd"):
    """Shows privately what else there is in a running ``game``."""

    game: int


class ShowVotes(CustomId, word="votes"):
    """Shows what was voted for in a finished ``game``, and what it gave away."""

    game: int


class ShowOwnVotes(CustomId, word="own-votes"):
    """Shows a person how well they voted in a finished ``game``."""

    game: int


def vote_step(game: Game, step: Move | Choice) -> CustomId:
    """Return what a button for a move, or a part of one, does in a channel's turn."""
    ply = game.position.ply
    return (
        ChooseVote(game.number, ply, step) if isinstance(step, Choice) else CastVote(game.number, ply, step)
    )


def crowd_row(words: Words, game: Game) -> Row:
    """Return the row of controls."""
    number = game.number
    if game.outcome is None:
        return Row(button(ShowCrowdPanel(number), words.say("More…"), _STYLE))
    buttons: list[Button] = [
        # Translators: button (about 20 characters): what a whole channel voted for in a game.
        button(ShowVotes(number), words.label("button", "Votes"), discord.ButtonStyle.primary),
        # Translators: button (about 20 characters): how well the person voted in a game.
        button(ShowOwnVotes(number), words.say("My votes"), _STYLE),
        button(ShowReview(number), words, _STYLE),
        button(ShowReplay(number), words, _STYLE),
    ]
    if game.may_be_shared:
        buttons.append(button(ShareGame(number), words, _STYLE))
    return Row(*buttons)


def voting_parts(words: Words, game: Game) -> list[str]:
    """Return whose turn it is, until when they vote, and whether that's their second chance."""
    crowd, clock = game.crowd, game.clock
    white = game.position.turn is Color.WHITE
    # Translators: {player} is a channel or the name of its server; what follows says until when it votes.
    turn = words.say("{player} (White) is voting") if white else words.say("{player} (Black) is voting")
    parts = [turn.format(player=name(game.to_move))]
    if crowd is None or clock is None:
        return parts
    until = format_dt(clock.until, "R")
    if clock.claimable:
        # Translators: follows whose turn it is; Discord shows {until} in the reader's language, such as "in
        # 14 days".
        return [*parts, words.say("without a vote, the game ends {until}", until=until)]
    # Translators: Discord shows {until} in the reader's language, such as "in 3 hours".
    parts.append(words.say("closes {until}", until=until))
    if crowd.extended:
        # Translators: follows when voting closes: too few had voted in time.
        parts.append(words.say("second chance"))
    return parts


def tally_lines(words: Words, game: Game) -> list[str]:
    """Return how many people have voted, if they vote here, and for what if that's open."""
    return [_tally(words, game)] if game.crowd_votes_here else []


def _tally(words: Words, game: Game) -> str:
    count = len(game.ballots)
    if not count or game.crowd is None:
        return words.say("No votes yet. Press a move to vote.")
    said = words.count("{count} vote so far.", "{count} votes so far.", count, count=count)
    if not game.crowd.open_tally:
        return said
    most = Counter(game.ballots).most_common(_MOST_TALLIED)
    return f"{said} {', '.join(counted_text(words, game.position.turn, *each) for each in most)}"


def counted_text(words: Words, color: Color, choice: str, voters: int) -> str:
    """Return what people voted for, and how many did."""
    return f"{choice_text(words, color, choice)}\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}{voters}"


def choice_text(words: Words, color: Color, choice: str) -> str:
    """Return what a vote is for: a move in signs, or to resign."""
    if choice == RESIGN:
        # Translators: what people voted for, in a list of moves.
        return words.label("a vote", "resign")
    return move_text(Move.parse(choice), color)
