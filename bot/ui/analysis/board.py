"""The private board where a person plays both sides, and a position from it for a whole channel."""

from dataclasses import dataclass
from enum import StrEnum

from bot.computer.searches import Finding
from bot.locale import Words
from bot.ui.analysis.move_buttons import ValuedMoves
from bot.ui.board.board_message import bare_picture, move_number
from bot.ui.board.move_buttons import Choice, aimed_space
from bot.ui.message.content import Button, Content, Row, boxed
from bot.ui.message.custom_ids import CustomId, OpenAnalysis, button
from bot.ui.message.icons import Icons
from bot.ui.text.status import demand_sentence, direction_question
from bot.ui.text.values import ending, legend, line_sentence, standing_sentence
from bot.ui.text.words import StepSign, ruleset_name, shared_by
from bot.values.lines import Line
from bot.values.players import Player, ThemeName
from engine import Position

_MOST_ROWS = 5
"""With that many rows of buttons, the message has room for two lines of text on a screen."""


class Step(StrEnum):
    """Where to go in a line. ``SEARCH`` stays and goes on searching."""

    FIRST = "first"
    BACK = "back"
    FORWARD = "forward"
    LAST = "last"
    SEARCH = "search"


class StepInAnalysis(CustomId, word="analyze-step"):
    """Shows another position of ``line``, or the same one with a new search."""

    line: Line
    step: Step


class ShareAnalysis(CustomId, word="analyze-share"):
    """Posts the position after ``line`` in the channel."""

    line: Line


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """The board after ``line``, in one language and with a picture in one theme.

    ``finding`` is what the search has found so far; None if it has just begun. ``searching`` is False on a
    host without a computer. If the person mustn't see any values, ``barred`` says why.
    """

    words: Words
    line: Line
    theme: ThemeName
    icons: Icons
    finding: Finding | None = None
    searching: bool = True
    barred: str = ""

    async def page(self, choice: Choice, *, shared: bool) -> Content:
        """Return the board for one person, with what they have chosen so far.

        ``shared`` says whether the position was already shared in the channel, so that no one needs to.
        """
        position = self.line.position
        aimed, moves = aimed_space(position, choice), self._moves(position)
        picture = await bare_picture(self.words, position, self.theme, aimed, moves.on_spaces(choice))
        rows = [
            *moves.rows(choice, also=self._search(position)),
            *self._controls(position, shared=shared),
        ]
        lines = self._status(position, choice, room=len(rows) < _MOST_ROWS)
        return boxed(f"### {self._title(position)}", picture, lines, rows=rows)

    def _moves(self, position: Position) -> ValuedMoves:
        solution = None if self.finding is None else self.finding.solution
        return ValuedMoves(self.words, self.line, position, solution, self.icons)

    def _title(self, position: Position) -> str:
        # Translators: the start of a heading, before the ruleset and the number of the move.
        parts = [self.words.say("Analysis"), ruleset_name(self.words, position.ruleset)]
        return " · ".join([*parts, move_number(self.words, position)])

    def _status(self, position: Position, choice: Choice, *, room: bool) -> list[str]:
        """Return who wins, the best line, and what comes next. With ``room``, also what the signs mean."""
        if position.outcome() is not None:
            return [ending(self.words, position)]
        lines = self._found(position)
        aimed = aimed_space(position, choice)
        if aimed is not None:
            return [*lines, direction_question(self.words, aimed)]
        has_signs = self.finding is not None and self.finding.solution is not None
        return [*lines, f"-# {legend(self.words)}"] if room and has_signs else lines

    def _found(self, position: Position) -> list[str]:
        """Return who wins, how far the search is, and the best line."""
        words = self.words
        if self.barred:
            return [self.barred]
        if not self.searching:
            return [words.say("The values need the computer, which isn't available on this host.")]
        if self.finding is None:
            return [words.say("Looking for the values…")]
        solution = self.finding.solution
        if solution is None:
            return [words.say("The computer isn't responding right now. Press **Search** to try again.")]
        standing = [standing_sentence(words, position, solution)]
        if not self.finding.complete:
            standing.append(
                words.say("**Search** finds more.") if self.finding.ended else words.say("Looking for more…")
            )
        return [" ".join(filter(None, standing)), line_sentence(words, position, solution.line)]

    def _is_begun(self, position: Position) -> bool:
        return position.last_move is not None or bool(self.line.moves)

    def _controls(self, position: Position, *, shared: bool) -> list[Row]:
        """Return the steps and what else can be done; nothing with an empty board that's just been opened."""
        if not self._is_begun(position):
            return []
        label = self.words.label("button", "Share")
        share = [] if shared else [button(ShareAnalysis(self.line), label)]
        return [Row(*self._steps(), *share)]

    def _search(self, position: Position) -> list[Button]:
        """Return the button that goes on searching, if there's more to find."""
        found = self.finding
        if not (self.searching and found is not None and found.ended and not found.complete):
            return []
        if position.outcome() is not None:
            return []
        return [self._button(Step.SEARCH, self.words.label("button", "Search"))]

    def _steps(self) -> list[Button]:
        back, forward = self.line.played > 0, self.line.played < len(self.line.moves)
        return [
            self._button(Step.FIRST, StepSign.FIRST, enabled=back),
            self._button(Step.BACK, StepSign.BACK, enabled=back),
            self._button(Step.FORWARD, StepSign.NEXT, enabled=forward),
            self._button(Step.LAST, StepSign.LAST, enabled=forward),
        ]

    def _button(self, step: Step, label: str, *, enabled: bool = True) -> Button:
        return button(StepInAnalysis(self.line, step), label, enabled=enabled)


async def shared_position(words: Words, position: Position, theme: ThemeName, player: Player) -> Content:
    """Return a position for the whole channel, shared by ``player``."""
    # Translators: the start of a heading, before the ruleset and the number of the move.
    parts = [words.say("A position"), ruleset_name(words, position.ruleset), move_number(words, position)]
    picture = await bare_picture(words, position, theme)
    standing = ending(words, position) or demand_sentence(words, position)
    lines = [standing, f"`{position}`", shared_by(words, player)]
    row = Row(button(OpenAnalysis(Line(position)), words.label("button", "Analyze")))
    return boxed(f"### {' · '.join(parts)}", picture, lines, rows=[row])
