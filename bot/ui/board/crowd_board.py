"""What's different on the board of a game that channels play: buttons that vote, and how many have voted.

The rooms above answer the buttons.
"""

from collections import Counter

import discord
from discord.utils import format_dt

from bot.locale import Words
from bot.ui.board.move_buttons import Choice
from bot.ui.message.content import Button, Row
from bot.ui.message.custom_ids import Count, CustomId, ShareGame, ShowReplay, ShowReview, button
from bot.ui.text.words import move_text, name
from bot.values.crowds import RESIGN
from bot.values.game.game import Game
from engine import Color, Move

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
        button(ShowReview(number), words.label("button", "Review"), _STYLE),
        button(ShowReplay(number), words.label("button", "Replay"), _STYLE),
    ]
    if game.has_result:
        buttons.append(button(ShareGame(number), words.label("button", "Share"), _STYLE))
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
    return f"{said} {', '.join(counted_text(words, *each) for each in most)}"


def counted_text(words: Words, choice: str, voters: int) -> str:
    """Return what people voted for, and how many did."""
    return f"{choice_text(words, choice)}\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}{voters}"


def choice_text(words: Words, choice: str) -> str:
    """Return what a vote is for: a move in signs, or to resign."""
    if choice == RESIGN:
        # Translators: what people voted for, in a list of moves.
        return words.label("a vote", "resign")
    return move_text(Move.parse(choice))
