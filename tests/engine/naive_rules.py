"""A second implementation of the game's rules, written only from their text and as plainly as possible.

Nothing here comes from the engine: moves are their texts, the board is just the list of what was played, and
every question is answered by reading that list again. It is slow, but easy to check by eye.
"""

COLUMNS = "abcd"
ROWS = "1234"
SPACES = [column + row for row in ROWS for column in COLUMNS]
KINDS = "STC"
STEPS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}


def step(space: str, direction: str) -> str | None:
    """Return the space next to `space`, or None beyond the edge."""
    column = COLUMNS.index(space[0]) + STEPS[direction][0]
    row = ROWS.index(space[1]) + STEPS[direction][1]
    if column in range(4) and row in range(4):
        return COLUMNS[column] + ROWS[row]
    return None


class NaiveGame:
    """A game in progress: every piece ever played, in order, as (player, move text)."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        self.history: list[tuple[str, str]] = []

    def play(self, move: str) -> None:
        self.history.append((self.mover(), move))

    def mover(self) -> str:
        return "white" if len(self.history) % 2 == 0 else "black"

    def on(self, space: str) -> list[tuple[str, str]]:
        """Return the (player, kind) of each piece on a space."""
        return [(player, move[0]) for player, move in self.history if move[1:3] == space]

    def left(self, player: str, kind: str) -> int:
        return 5 - len([1 for owner, move in self.history if owner == player and move[0] == kind])

    def pointed_at(self) -> list[str]:
        """Return the spaces that the last piece points at."""
        if not self.history:
            return SPACES
        last = self.history[-1][1]
        kind, space = last[0], last[1:3]
        if kind == "C":
            return [space]
        if kind == "S":
            return [near for direction in STEPS if (near := step(space, direction)) is not None]
        found = []
        ahead = step(space, last[3])
        while ahead is not None:
            found.append(ahead)
            ahead = step(ahead, last[3])
        return found

    def moves_on(self, spaces: list[str]) -> list[str]:
        """Return every piece the mover holds on every one of these spaces that lacks its kind, sorted."""
        found = []
        for kind in KINDS:
            for space in SPACES:
                if space not in spaces or kind in [present for _, present in self.on(space)]:
                    continue
                if self.left(self.mover(), kind) == 0:
                    continue
                if kind == "T":
                    found += [f"T{space}{way}" for way in STEPS if step(space, way) is not None]
                else:
                    found.append(kind + space)
        return found

    def towers(self, player: str) -> int:
        """Return how many complete Towers a player controls."""
        stacks = [self.on(space) for space in SPACES]
        return len([1 for stack in stacks if len(stack) == 3 and [p for p, _ in stack].count(player) >= 2])

    def is_won(self) -> bool:
        return self.towers("white") >= 3 or self.towers("black") >= 3

    def why(self) -> str:
        """Return why the mover may play where they may."""
        if self.is_won() or not self.legal():
            return "finished"
        if not self.history:
            return "first-move"
        if self.moves_on(self.pointed_at()):
            return "constrained"
        return "complete" if all(len(self.on(space)) == 3 for space in self.pointed_at()) else "hand"

    def legal(self) -> list[str]:
        if self.is_won():
            return []
        asked = self.moves_on(self.pointed_at())
        if not asked:
            return self.moves_on([space for space in SPACES if not self.on(space)])
        if self.ruleset == "pyrga" and len(self.history) == 2 and self.history[0][1][0] == "S":
            return [move for move in asked if move[0] != "S"]
        return asked

    def outcome(self) -> tuple[str, str] | None:
        """Return the result and the reason, or None while the game goes on."""
        for player in ("white", "black"):
            if self.towers(player) >= 3:
                return (player, "three-towers")
        if self.legal():
            return None
        if self.ruleset == "pilotis" and any(self.left(self.mover(), kind) for kind in KINDS):
            return ("black" if self.mover() == "white" else "white", "stuck")
        return self.count()

    def count(self) -> tuple[str, str]:
        stacks = [[player for player, _ in self.on(space)] for space in SPACES]
        for size in (3, 2, 1):
            # More than half of a stack: two or three of three, both of two, or a single one.
            white = len([1 for stack in stacks if len(stack) == size and 2 * stack.count("white") > size])
            black = len([1 for stack in stacks if len(stack) == size and 2 * stack.count("black") > size])
            if white != black:
                return ("white" if white > black else "black", f"count-{size}")
        return ("draw", "draw")
