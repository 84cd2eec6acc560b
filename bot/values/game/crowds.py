"""What happens in a match that channels play: people vote, voting closes, and a game without votes ends."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime

from bot.values.crowds import FIRST_RESIGNATION, PATIENCE, RESIGN, Vote, closes_early, decision
from bot.values.game import endings, turns
from bot.values.game.game import BY_LOT, Match, TurnClock
from bot.values.game.game_errors import (
    FinishedGameError,
    LateVoteError,
    NotYourTurnError,
    StaleRevisionError,
    TooEarlyToResignError,
)
from bot.values.players import Place
from engine import Color, mover


def check_vote(match: Match, ply: int, choice: str, place: Place, now: datetime) -> None:
    """Check that people at a place can vote for a move, or to resign, at a ply of a match now.

    Raises:
        LateVoteError: voting on that ply has closed.
        FinishedGameError: the match is over.
        StaleRevisionError: it hasn't got there, or no channel plays it.
        NotYourTurnError: it's the computer's turn, or that of the other channel.
        TooEarlyToResignError: it's too early to resign.
        ForbiddenMoveError: the move is against the rules.
    """
    if match.crowd is None or ply > match.position.ply:
        raise StaleRevisionError(match)
    if ply < len(match.moves):
        raise LateVoteError(match, ply, match.moves[ply].played_at, now)
    if match.outcome is not None:
        raise FinishedGameError(match)
    turn = match.position.turn
    if not match.crowd_votes or match.home_for(match.to_move.id, place).side not in {None, turn}:
        raise NotYourTurnError(match)
    if match.clock is not None and not match.clock.claimable and match.clock.until <= now:
        raise LateVoteError(match, ply, match.clock.until, now)
    if choice != RESIGN:
        turns.position_after(match, choice)
    elif ply < FIRST_RESIGNATION:
        raise TooEarlyToResignError(match)


def take_vote(match: Match, now: datetime) -> Match:
    """Return the match after someone has voted: if it was waiting for a vote, another window begins."""
    if match.clock is None or not match.clock.claimable:
        return match
    return turns.open_window(replace(match, revision=match.revision + 1), now, extended=True)


def close(match: Match, votes: Sequence[Vote], now: datetime) -> Match:
    """Close the window of a channel's turn: do what most want, or give the others another chance.

    If too few have voted in a second window, too, the match waits for the next vote; but between two
    channels, it's lost for the one where no one has voted for a move.

    Raises:
        FinishedGameError: it is over.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    choice = _decided(match, votes)
    if choice is not None:
        return _carried_out(match, choice, now)
    later = replace(match, revision=match.revision + 1)
    if match.crowd is not None and not match.crowd.extended:
        return turns.open_window(later, now, extended=True)
    if match.level is None:
        return turns.lose_by_time(match, now)
    began = match.moves[-1].played_at if match.moves else match.created_at
    last = max((vote.voted_at for vote in votes), default=began)
    return replace(later, clock=TurnClock(last + PATIENCE, claimable=True))


def close_early(
    match: Match, votes: Sequence[Vote], earlier: Sequence[AbstractSet[int]], now: datetime
) -> Match:
    """Close the window if no one has to be waited for; otherwise nothing changes.

    ``earlier`` are those who voted in each of the channel's windows before, in order.
    """
    choice = _decided(match, votes)
    if choice is None or not closes_early({vote.player_id for vote in votes}, earlier):
        return match
    return _carried_out(match, choice, now)


def earlier_windows(match: Match) -> list[int]:
    """Return the plies at which the channel that is to move has voted before, in order."""
    return [ply for ply in voted_plies(match) if mover(ply) is match.position.turn]


def voted_plies(match: Match) -> list[int]:
    """Return the plies of the moves that channels voted on, in order."""
    crowds = [color for color in Color if match.player(color).is_crowd]
    unvoted = {ply for ply, move in enumerate(match.moves) if move.forced or move.revision == BY_LOT}
    return [ply for ply in range(len(match.moves)) if mover(ply) in crowds and ply not in unvoted]


def color_in(match: Match, guild_id: int) -> Color:
    """Return the color that a channel of this guild plays."""
    homes = [home for home in match.homes if home.side is not None and home.place.guild_id == guild_id]
    own = [home.side for home in homes if home.side is not None]
    return own[0] if own else next(color for color in Color if match.player(color).is_crowd)


def give_up(match: Match, now: datetime) -> Match:
    """End a match whose player to move has been late for too long: it's lost, or no one voted anymore.

    Raises:
        FinishedGameError: it is over.
    """
    return turns.lose_by_time(match, now) if match.crowd is None else endings.abandon(match, now)


def _decided(match: Match, votes: Sequence[Vote]) -> str | None:
    if match.crowd is None or not match.crowd_votes:
        return None
    return decision(votes, [str(move) for move in match.position.legal_moves], match.crowd.quorum)


def _carried_out(match: Match, choice: str, now: datetime) -> Match:
    who = match.to_move.id
    if choice == RESIGN:
        return endings.resign(match, who, now)
    return turns.play(match, match.revision, choice, now, player_id=who)
