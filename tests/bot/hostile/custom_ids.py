"""The custom_ids of buttons, menus and forms: all patterns of them, and what becomes of them by mutation."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from bot.matches.base36 import format_number
from bot.ui.message.actions import (
    AnalysisAction,
    ChallengeAction,
    ConditionalMoveAction,
    GameAction,
    LessonAction,
    MoveAction,
    OpeningAction,
    Panel,
    PanelAction,
    PuzzleAction,
    RetryAction,
    TrainingAction,
)
from bot.ui.settings.personal_settings import PERSONAL_SETTINGS
from bot.ui.settings.server_settings import SERVER_SETTINGS
from engine import puzzles
from tests.bot.hostile.crowd import ATTACKERS, SECRETIVE
from tests.bot.hostile.texts import strange

_MOVES = ("Sb2", "Sa1", "Ta2e", "Tc2n", "Cc2", "Cd4", "S", "T", "C", "c2", "e5", "?")
_RULESETS = ("pyrga", "classic", "pilotis", "any", "chess")
_PACKED = "ABCMNYZabcxyz0189!#$%()*+,-/;=?@^_~"
_SETTINGS: Final = (
    "nothing",
    "puzzle",
    *(setting.name for setting in (*PERSONAL_SETTINGS, *SERVER_SETTINGS)),
)
_PUZZLES: Final = [puzzle.number for puzzle in puzzles()]


class CustomIds:
    """Makes custom_ids at random. ``games`` are the numbers of games that are worth a try."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.games = [1]

    def button(self) -> str:
        """What could be on a button."""
        family: Callable[[], list[str]] = self._random.choice(
            (
                *(self._game, self._game, self._panel, self._panel, self._panel, self._challenge),
                *(
                    self._puzzle,
                    self._retry,
                    self._lesson,
                    self._plan,
                    self._history,
                    self._study,
                    self._study,
                ),
            )
        )
        return ":".join(family())

    def menu(self) -> str:
        """What could be on a menu."""
        pick = self._random.choice
        return pick(
            (
                f"s1:{pick(('mine', 'server', 'ours'))}:{pick(_SETTINGS)}",
                f"v1:{self._number()}:{self._count()}",
                f"w1:{self._number()}:{self._count()}{pick(('', ':Sb2', ':Sb2-Ta2e', ':--'))}",
                f"b1:{self._view()}",
                f"f1:{self._person_id()}-{pick(_RULESETS)}",
                f"x1:{self._count()}",
                f"r1:{self._number()}:{self._count()}",
                "o1",
                f"y1:{pick(_RULESETS)}:{pick(('white', 'black', 'random', 'red'))}",
            )
        )

    def form(self) -> str:
        """What could be on a form."""
        return f"{self._random.choice(('t1', 't1', 't1', 't2'))}:{self._number()}"

    def mutated(self, custom_id: str, others: Sequence[str]) -> str:
        """A custom_id that isn't quite this one any longer; ``others`` lend parts of theirs."""
        random = self._random
        parts = custom_id.split(":")
        place = random.randrange(len(parts))
        kind = random.randrange(9)
        if kind == 0:
            return custom_id[: random.randrange(len(custom_id) + 1)]
        if kind == 1:
            at = random.randrange(len(custom_id) + 1)
            return custom_id[:at] + random.choice((strange(random), "0", "z", ":", "-")) + custom_id[at + 1 :]
        if kind == 2:
            parts[place] = random.choice(random.choice(others).split(":"))
        elif kind == 3:
            parts[place] = self._number()
        elif kind == 4:
            parts[place] = (
                str(int(parts[place]) + random.choice((-1, 1, 7))) if parts[place].isdecimal() else ""
            )
        elif kind == 5:
            parts.insert(place, random.choice((strange(random), parts[place])))
        elif kind == 6:
            del parts[place]
        elif kind == 7:
            parts[place] = parts[place].swapcase()
        else:
            random.shuffle(parts)
        return ":".join(parts)

    def _number(self) -> str:
        random = self._random
        if random.random() < 0.7:
            return format_number(random.choice(self.games))
        return random.choice(
            ("0", "1", "2", "zz", "00", "-1", "zzzzzzzzzzzzz", "1y2p0ij32e8e7", "1y2p0ij32e8e8", "Z", "")
        )

    def _count(self) -> str:
        return self._random.choice(
            ("0", "1", "2", "3", "7", "12", "9999", "9" * 10, "9" * 32, "00", "-1", "٣", "")
        )

    def _person_id(self) -> str:
        people = (*ATTACKERS, *SECRETIVE)
        return self._random.choice(
            (*(str(person.id) for person in people), "0", "8", str(2**63), "9" * 19, "x")
        )

    def _move(self) -> str:
        return self._random.choice(_MOVES)

    def _view(self) -> str:
        pick = self._random.choice
        period, kept = pick(("all", "month", "s1", "week")), pick(("r", "p"))
        return f"{pick(('s', 'e', 'x'))}-{pick(_RULESETS)}-{period}-{kept}-{self._count()}"

    def _game(self) -> list[str]:
        action = self._random.choice((*MoveAction, *GameAction))
        start = ["g1", self._number(), self._count(), action]
        return [*start, self._move()] if self._random.random() < 0.5 else start

    def _challenge(self) -> list[str]:
        return ["c1", self._number(), self._random.choice([*ChallengeAction])]

    def _panel(self) -> list[str]:
        pick = self._random.choice
        number, count = self._number(), self._count()
        arguments = (
            *(number, f"{number}-{count}", f"{number}-{count}-{self._move()}", f"{number}-{count}-{count}"),
            *(
                f"{number}-{count}-{pick('rb')}-{self._count()}",
                self._view(),
                f"s-{count}",
                f"month-{count}",
                count,
            ),
            *(f"{self._person_id()}-{pick(_RULESETS)}", self._person_id(), "all", "next", "", "-"),
        )
        return ["p1", pick([*Panel]), pick([*PanelAction]), pick(arguments)]

    def _puzzle(self) -> list[str]:
        pick = self._random.choice
        action = pick((*MoveAction, *PuzzleAction))
        rest = [self._move(), pick(("-", "easy", "medium", "hard", "brutal")), self._count()]
        return ["q1", pick((*_PUZZLES[:50], "none1", "")), action, *rest[: self._random.randint(0, 3)]]

    def _retry(self) -> list[str]:
        return [
            "m1",
            self._number(),
            self._count(),
            self._random.choice((*MoveAction, *RetryAction)),
            self._move(),
        ]

    def _lesson(self) -> list[str]:
        return ["l1", self._count(), self._random.choice((*MoveAction, *LessonAction)), self._move()]

    def _plan(self) -> list[str]:
        line = "-".join(self._move() for _ in range(self._random.randint(1, 6)))
        return ["n1", self._number(), self._count(), self._random.choice([*ConditionalMoveAction]), line]

    def _history(self) -> list[str]:
        pick = self._random.choice
        people = [format_number(person.id) for person in (*ATTACKERS, *SECRETIVE)]
        player, opponent = pick((*people, "0", "zzzzzzzzzzzzz")), pick((*people, "-", "0"))
        return [
            "h1",
            player,
            opponent,
            pick((*_RULESETS, "-")),
            pick(("won", "drawn", "lost", "-", "?")),
            self._count(),
        ]

    def _study(self) -> list[str]:
        pick = self._random.choice
        packed = "".join(pick(_PACKED) for _ in range(self._random.randint(0, 8)))
        start = pick(("p", "c", "t", "p", "x", "", f"p.{packed}.{packed}.a"))
        line = [start, packed, pick((self._count(), str(len(packed)), str(len(packed))))]
        last = [pick((self._move(), "1", ""))] if self._random.random() < 0.6 else []
        if self._random.random() < 0.3:
            return ["k1", self._number(), pick((*MoveAction, *TrainingAction)), *line, *last]
        actions = pick(((*MoveAction, *AnalysisAction), (*OpeningAction,)))
        return [pick(("a1", "o1")), pick(actions), *line, *last]
