"""What happens in a game that channels play: people vote, voting closes, and a game without votes ends."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime

from bot.values.crowds import (
    FEWEST_TO_CLOSE,
    FIRST_RESIGNATION,
    PATIENCE,
    RESIGN,
    Vote,
    closes_early,
    decision,
    result_of,
)
from bot.values.game import endings, turns
from bot.values.game.game import BY_LOT, Game, TurnClock
from bot.values.game.game_errors import (
    FinishedGameError,
    LateVoteError,
    NotYourTurnError,
    StaleRevisionError,
    TooEarlyToResignError,
)
from bot.values.players import Place
from engine import Color, mover


def check_vote(game: Game, ply: int, choice: str, place: Place, now: datetime) -> None:
    """Check that people at a place can vote for a move, or to resign, at a ply of a game now."""
    if game.crowd is None or ply > game.position.ply:
        raise StaleRevisionError(game)
    if ply < len(game.moves):
        raise LateVoteError(game, ply, game.moves[ply].played_at, now)
    if game.outcome is not None:
        raise FinishedGameError(game)
    turn = game.position.turn
    if not game.crowd_votes or game.home_for(game.to_move.id, place).side not in {None, turn}:
        raise NotYourTurnError(game)
    if game.clock is not None and not game.clock.claimable and game.clock.until <= now:
        raise LateVoteError(game, ply, game.clock.until, now)
    if choice != RESIGN:
        turns.position_after(game, choice)
    elif ply < FIRST_RESIGNATION:
        raise TooEarlyToResignError(game)


def take_vote(game: Game, now: datetime) -> Game:
    """Return the game after someone has voted: if it was waiting for a vote, another window begins."""
    if game.clock is None or not game.clock.claimable:
        return game
    return turns.open_window(replace(game, revision=game.revision + 1), now, extended=True)


def close(game: Game, votes: Sequence[Vote], now: datetime) -> Game:
    """Close the window of a channel's turn: do what most want, or give the others another chance.

    If too few have voted in a second window, too, the game waits for the next vote; but between two
    channels, it's lost for the one where no one has voted for a move.
    """
    if game.outcome is not None:
        raise FinishedGameError(game)
    choice = _decided(game, votes)
    if choice is not None:
        return _carried_out(game, votes, choice, now)
    later = replace(game, revision=game.revision + 1)
    if game.crowd is not None and not game.crowd.extended:
        return turns.open_window(later, now, extended=True)
    if game.level is None:
        return turns.lose_by_time(game, now)
    began = game.moves[-1].played_at if game.moves else game.created_at
    last = max((vote.voted_at for vote in votes), default=began)
    return replace(later, clock=TurnClock(last + PATIENCE, claimable=True))


def close_early(
    game: Game, votes: Sequence[Vote], earlier: Sequence[AbstractSet[int]], now: datetime
) -> Game:
    """Close the window if no one has to be waited for; otherwise nothing changes.

    ``earlier`` are those who voted in each of the channel's windows before, in order.
    """
    choice = _decided(game, votes)
    if choice is None or not closes_early({vote.player_id for vote in votes}, earlier):
        return game
    return _carried_out(game, votes, choice, now)


def earlier_windows(game: Game) -> list[int]:
    """Return the plies at which the channel that is to move has voted before, in order."""
    return [ply for ply in voted_plies(game) if mover(ply) is game.position.turn]


def voted_plies(game: Game) -> list[int]:
    """Return the plies of the moves that channels voted on, in order."""
    crowds = [color for color in Color if game.player(color).is_crowd]
    unvoted = {ply for ply, move in enumerate(game.moves) if move.forced or move.revision == BY_LOT}
    return [ply for ply in range(len(game.moves)) if mover(ply) in crowds and ply not in unvoted]


def give_up(game: Game, now: datetime) -> Game:
    """End a game whose player to move has been late for too long: it's lost, or no one voted anymore."""
    return turns.lose_by_time(game, now) if game.crowd is None else endings.abandon(game, now)


def _decided(game: Game, votes: Sequence[Vote]) -> str | None:
    if game.crowd is None or not game.crowd_votes:
        return None
    return decision(votes, [str(move) for move in game.position.legal_moves], game.crowd.quorum)


def may_close_early(game: Game) -> bool:
    """Return whether voting can close before its time, if enough of those who usually vote have voted."""
    return game.crowd_votes and len(earlier_windows(game)) >= FEWEST_TO_CLOSE


def _carried_out(game: Game, votes: Sequence[Vote], choice: str, now: datetime) -> Game:
    who, crowd = game.to_move.id, game.crowd
    if choice == RESIGN or crowd is None:
        return endings.resign(game, now, player_id=who)
    results = (*crowd.results[-1:], result_of(votes, choice, game.position.ply))
    counted = replace(game, crowd=replace(crowd, results=results))
    return turns.play(counted, now, revision=game.revision, text=choice, player_id=who)
