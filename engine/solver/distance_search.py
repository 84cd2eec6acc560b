"""Searches for how soon a win can be forced, which share a table of what's proven about it."""

from engine.board.move import Color
from engine.game.position import Position
from engine.solver.kernel.bounds import bounds
from engine.solver.kernel.rules import ALL_PIECES
from engine.solver.proof_search import WHITE_AT_LEAST_DRAWS, WHITE_WINS, Budget, Key, TableSearch

__all__ = ["DistanceSearch"]


class DistanceSearch:
    """A table of bounds, and searches that share it. One thread at a time may use it.

    A bound says by which ply, the number of pieces on the board, a player can or can't force the end of a
    game that they win.

    Args:
        table_megabytes: The size of the table.
    """

    def __init__(self, table_megabytes: int) -> None:
        self._search = TableSearch(table_megabytes)

    def wins_by(self, position: Position, winner: Color, last_ply: int, budget: Budget) -> bool | None:
        """Return whether a player can force a win by a ply; None if the budget ends first.

        Args:
            position: Any position, finished or not.
            winner: The player who is to win.
            last_ply: The ply, ``ALL_PIECES`` at most.
            budget: What may be spent.
        """
        if position.ply > last_ply:
            return False
        if not position.legal_moves:
            outcome = position.outcome()
            return outcome is not None and outcome.winner is winner
        if position.ply == last_ply:
            return False
        below, by = self.bounds(position, winner)
        if by <= last_ply:
            return True
        if last_ply <= below:
            return False
        question = _question(winner)
        answer = self._search.ask(position, question, budget, last_ply)
        return None if answer is None else answer == (question == WHITE_WINS)

    def bounds(self, position: Position, winner: Color) -> tuple[int, int]:
        """Return what the table knows of an unfinished position.

        These are the last ply by which it's proven that a player can't force a win, and the first by which
        they can. They are the position's own ply and one more than ``ALL_PIECES`` if nothing is proven.
        """
        key, table = Key.of(position), self._search.table(position.ruleset)
        below, by = bounds(table, key.first, key.second, _question(winner))
        return max(int(below), position.ply), int(by)

    def narrow(self, position: Position, winner: Color, budget: Budget) -> tuple[int, int]:
        """Return the bounds of an unfinished position that the winner wins, as close as the budget allows.

        They are one ply apart if it suffices: the second one is when the end can be forced.
        """
        below, by = self.bounds(position, winner)
        by = min(by, ALL_PIECES)
        # The game ends with the last piece, so it's won by then, whatever a search beyond it didn't find.
        below = min(below, by - 1)
        while by - below > 1:
            wins = self.wins_by(position, winner, below + 1, budget)
            if wins is None:
                break
            if wins:
                by = below + 1
            else:
                below += 1
        return below, by


def _question(winner: Color) -> int:
    return WHITE_WINS if winner is Color.WHITE else WHITE_AT_LEAST_DRAWS
