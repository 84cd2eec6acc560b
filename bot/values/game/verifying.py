"""What differs between what's stored of a game and what the rules make of its moves and votes."""

from collections.abc import Iterator, Mapping, Sequence

from bot.values.crowds import FIRST_RESIGNATION, RESIGN, Vote, decision
from bot.values.game.crowds import voted_plies
from bot.values.game.game import Game
from engine import Outcome, Position, Reason

Votes = Mapping[int, Sequence[Vote]]
"""Votes in one game, by the ply that they're for."""


def differences(game: Game, votes: Votes, *, are_complete: bool) -> Iterator[str]:
    """Yield what differs in a game, which was replayed when it was read, each in a few words.

    Unless its votes ``are_complete``, they need not lead to the moves: those of people who were excluded are
    deleted.

    Raises:
        EngineError: moves that were taken back weren't legal.
    """
    _replay_takebacks(game)
    by_rules = game.position.outcome()
    stored = game.outcome if game.outcome is not None and game.outcome.reason.from_rules else None
    is_annulled = game.outcome is not None and game.outcome.reason is Reason.ANNULLED
    if by_rules != stored and not is_annulled:
        yield f"it ends with {_said(stored)}, and by its moves with {_said(by_rules)}"
    if votes or game.crowd is not None:
        yield from _differing_votes(game, votes, are_complete=are_complete)


def _replay_takebacks(game: Game) -> None:
    line = [move.text for move in game.moves]
    for taken in reversed(game.takebacks):
        line = [*line[: taken.ply], *(move.text for move in taken.moves)]
        Position.replay(game.ruleset, line)


def _differing_votes(game: Game, votes: Votes, *, are_complete: bool) -> Iterator[str]:
    position, voted = Position.start(game.ruleset), voted_plies(game)
    quorum = 1 if game.crowd is None else game.crowd.quorum
    for ply in range(len(game.moves) + 1):
        legal, cast = [str(move) for move in position.legal_moves], votes.get(ply, ())
        for vote in cast:
            if vote.choice not in legal and (vote.choice != RESIGN or ply < FIRST_RESIGNATION):
                yield f"a vote at ply {ply} is for {vote.choice}, which can't be played"
        if ply == len(game.moves):
            break
        played = game.moves[ply].text
        if are_complete and ply in voted and all(vote.choice in {*legal, RESIGN} for vote in cast):
            decided = decision(cast, legal, quorum)
            if decided != played:
                yield f"{played} was played at ply {ply}, and the votes are for {decided or 'nothing'}"
        position = position.play(played)
    if unreached := sorted(ply for ply in votes if ply > len(game.moves)):
        yield f"it has votes at ply {unreached[0]}, and only {len(game.moves)} moves"


def _said(outcome: Outcome | None) -> str:
    if outcome is None:
        return "nothing"
    return outcome.reason if outcome.winner is None else f"{outcome.reason} for {outcome.winner}"
