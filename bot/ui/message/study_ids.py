"""The custom_ids of buttons that carry a line of play, following the grammar in ``docs/buttons.md``.

```
a1:<action>:<start>:<moves>:<played>[:<argument>]   on an analysis board
o1:<action>:<start>:<moves>:<played>[:<argument>]   in the opening explorer
k1:<run>:<action>:<start>:<moves>:<played>[:<argument>]   in the win trainer
```

``bot.matches.values.lines`` says how positions and moves are packed.
"""

from dataclasses import dataclass
from typing import Final

from bot.matches.base36 import format_number, parse_number
from bot.matches.values.lines import Line
from bot.ui.message.actions import AnalysisAction, MoveAction, OpeningAction, TrainingAction

STUDY_PATTERN: Final = r"[ao]1(?::[^:]{0,34}){4,5}|k1(?::[^:]{0,34}){5,6}"
"""What the custom_ids of these buttons look like."""

_PARTS_OF_LINE: Final = 3


@dataclass(frozen=True, slots=True)
class AnalysisButton:
    """A button on an analysis board that shows ``line``, or that opens one.

    >>> str(AnalysisButton(Line.of("pyrga", ["Sb3"]), MoveAction.MOVE, "Cb2"))
    'a1:m:p:j:1:Cb2'
    """

    line: Line
    action: MoveAction | AnalysisAction
    argument: str = ""

    @property
    def action_key(self) -> MoveAction | AnalysisAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        return _joined("a1", self.action, self.line.packed(), self.argument)

    @classmethod
    def of(cls, parts: list[str]) -> "AnalysisButton":
        """Read what follows the family in a custom_id.

        Raises:
            ValueError: no such button is ever made.
        """
        action, line, argument = _read(parts)
        kind = MoveAction if action in set(MoveAction) else AnalysisAction
        return cls(line, kind(action), argument)


@dataclass(frozen=True, slots=True)
class OpeningButton:
    """A button in the opening explorer, which shows ``line``, or that opens it.

    >>> str(OpeningButton(Line.of("pyrga", ["Sb3"]), OpeningAction.PAGE, "1"))
    'o1:p:p:j:1:1'
    """

    line: Line
    action: OpeningAction
    argument: str = ""

    @property
    def action_key(self) -> OpeningAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        return _joined("o1", self.action, self.line.packed(), self.argument)

    @classmethod
    def of(cls, parts: list[str]) -> "OpeningButton":
        """Read what follows the family in a custom_id.

        Raises:
            ValueError: no such button is ever made.
        """
        action, line, argument = _read(parts)
        return cls(line, OpeningAction(action), argument)


@dataclass(frozen=True, slots=True)
class TrainingButton:
    """A button in the win trainer, in the person's attempt with the number ``run``, after ``line``.

    >>> str(TrainingButton(7, Line.of("pyrga", ["Sa1"]), TrainingAction.AGAIN))
    'k1:7:t:p:a:1'
    """

    run: int
    line: Line
    action: MoveAction | TrainingAction
    argument: str = ""

    @property
    def action_key(self) -> MoveAction | TrainingAction:
        """What distinguishes the button from others of its family."""
        return self.action

    def __str__(self) -> str:
        return _joined("k1", format_number(self.run), self.action, self.line.packed(), self.argument)

    @classmethod
    def of(cls, parts: list[str]) -> "TrainingButton":
        """Read what follows the family in a custom_id.

        Raises:
            ValueError: no such button is ever made.
        """
        run = parse_number(parts[0])
        if run is None:
            raise ValueError(parts)
        action, line, argument = _read(parts[1:])
        kind = MoveAction if action in set(MoveAction) else TrainingAction
        return cls(run, line, kind(action), argument)


def _joined(*parts: str) -> str:
    *always, argument = parts
    return ":".join([*always, argument] if argument else always)


def _read(parts: list[str]) -> tuple[str, Line, str]:
    """Return the action, the line and the argument, which may be empty."""
    action, *rest = parts
    line, arguments = rest[:_PARTS_OF_LINE], rest[_PARTS_OF_LINE:]
    if len(arguments) > 1:
        raise ValueError(parts)
    return action, Line.unpack(":".join(line)), "".join(arguments)
