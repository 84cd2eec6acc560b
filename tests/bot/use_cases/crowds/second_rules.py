"""A second implementation of how a channel votes, written only from the text of the rules and very plainly.

Nothing here comes from the bot. Times are minutes. It remembers every click, and goes through all of them for
each question.
"""

from dataclasses import dataclass, field

RESIGN = "resign"
FORTNIGHT = 14 * 24 * 60


@dataclass
class Voting:
    """One game of a channel. ``moves`` are the legal ones of the present turn, in the order of the list."""

    window: int
    quorum: int
    ply: int
    moves: list[str]
    opened: int
    closes: int = 0
    second: bool = False
    waits: bool = False
    over: str = ""
    clicks: list[tuple[int, int, int, str]] = field(default_factory=list)
    """The time, the ply, the person, and what they chose."""
    turns: list[int] = field(default_factory=list)
    """The plies at which the channel has voted before."""

    def __post_init__(self) -> None:
        self.closes = self.opened + self.window

    def begin(self, ply: int, moves: list[str], now: int) -> None:
        """Begin the channel's next turn."""
        self.turns.append(self.ply)
        self.ply, self.moves, self.opened = ply, moves, now
        self.closes, self.second, self.waits = now + self.window, False, False

    def vote(self, person: int, choice: str, now: int) -> str:
        """Have someone click; return whether it counts."""
        if self.over:
            return "over"
        if not self.waits and now >= self.closes:
            return "late"
        if choice == RESIGN and self.ply < 6:
            return "too early"
        self.clicks.append((now, self.ply, person, choice))
        if self.waits:
            self.waits, self.closes = False, now + self.window
        return "counts"

    def voters(self, ply: int) -> list[int]:
        return sorted({person for _, at, person, _ in self.clicks if at == ply})

    def latest(self, person: int) -> tuple[str, int]:
        """Return what someone chose last in this turn, and since when they have."""
        mine = [(choice, time) for time, at, who, choice in self.clicks if at == self.ply and who == person]
        choice, since = mine[-1]
        for earlier, time in reversed(mine):
            if earlier != choice:
                break
            since = time
        return choice, since

    def wanted(self) -> str:
        """Return what the votes say now; nothing if there are too few."""
        chosen = [self.latest(person) for person in self.voters(self.ply)]
        for_resigning = [choice for choice, _ in chosen if choice == RESIGN]
        if len(for_resigning) >= 3 and len(for_resigning) > len(chosen) / 2:
            return RESIGN
        for_moves = [one for one in chosen if one[0] != RESIGN]
        if len(for_moves) < self.quorum:
            return ""
        best = ""
        for move in self.moves:
            times = [since for choice, since in for_moves if choice == move]
            others = [since for choice, since in for_moves if choice == best]
            if len(times) > len(others) or (times and len(times) == len(others) and max(times) < max(others)):
                best = move
        return best

    def may_close_early(self) -> bool:
        if len(self.voters(self.ply)) < 3 or len(self.turns) < 3:
            return False
        last, before = self.voters(self.turns[-1]), self.voters(self.turns[-2])
        both = [person for person in last if person in before]
        return both != [] and all(person in self.voters(self.ply) for person in both)

    def early(self) -> str:
        """Return what's done because no one has to be waited for; nothing if someone has."""
        return self.wanted() if not self.over and self.may_close_early() else ""

    def deadline(self) -> str:
        """Return what's done at the deadline; if nothing, a window begins, or the game waits or ends."""
        if self.waits:
            self.over = "given up"
            return ""
        choice = self.wanted()
        if choice:
            return choice
        now = self.closes
        if not self.second:
            self.second, self.closes = True, now + self.window
        else:
            since = [self.latest(person)[1] for person in self.voters(self.ply)]
            self.waits, self.closes = True, max([self.opened, *since]) + FORTNIGHT
        return ""
