"""The positions of a game one by one, with what its review says about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import render
from bot.locale import Words
from bot.ui.components.drawing import drawn, match_picture, scene_of
from bot.ui.message.content import Button, Content, Picture, Row, boxed, draw, rows_of
from bot.ui.message.custom_ids import Count, CustomId, OpenAnalysis, ShowReplay, ShowReview, button
from bot.ui.message.selects import MOST_OPTIONS, Option, menu
from bot.ui.review.page import ShowReviewPage, moment_buttons, retry_button
from bot.ui.review.variations import ShowPosition, Way, variation_buttons
from bot.ui.text.alt_text import better_text
from bot.ui.text.verdicts import played_line, side_and_move, standing_line, verdict_lines
from bot.ui.text.words import StepSign, game_name, move_label, result, shared_by, sides
from bot.values.game.game import Game
from bot.values.lines import Line
from bot.values.players import Player, ThemeName
from engine import Move, Position, Review


class SharePosition(CustomId, word="position-share"):
    """Posts the position of ``game`` after ``ply`` moves in the channel."""

    game: int
    ply: Count


class ShowGif(CustomId, word="gif"):
    """Shows all of ``game`` as an animation."""

    game: int


class OfferRecord(CustomId, word="record"):
    """Offers the record of ``game`` as files."""

    game: int


@dataclass(frozen=True, slots=True)
class Viewer:
    """The positions of ``game``, in one language and with pictures in one theme.

    Position 0 is the start, and every other one is after the move with its number. ``review`` is None if
    there is none, and ``left_out`` says why it doesn't have everything, if it doesn't.
    """

    words: Words
    game: Game
    review: Review | None
    theme: ThemeName
    left_out: str = ""

    @property
    def last(self) -> int:
        return self.game.position.ply

    async def page(self, number: int, *, shared: bool, reader: Player, more: bool = False) -> Content:
        """Return a position for one person; ``number`` is at most ``last``.

        ``shared`` says whether it was already shared in the channel, so that no one needs to. With ``more``,
        the buttons are those that have no room otherwise.
        """
        rows = [Row(*self._steps(number), *self._toggle(number, more=more))]
        if self.review is None:
            rows += [*self._menu(number), *rows_of(self._rest(number, shared=shared))]
        elif more:
            rows += rows_of([*self._summary(number), *self._rest(number, shared=shared)])
        else:
            about = (self.words, self.game, self.review)
            instead = [*retry_button(*about, reader, number - 1), *variation_buttons(*about, number)]
            rows += [*rows_of(moment_buttons(*about, number)), *rows_of(instead)]
        return await self._content(number, rows)

    async def for_everybody(self, number: int, player: Player) -> Content:
        """Return a position of a finished game for the whole channel, shared by ``player``."""
        there = self._button(Way.DIRECT, self.words.label("button", "Replay"), number)
        return await self._content(number, [Row(there)], shared_by(self.words, player))

    async def _content(self, number: int, rows: Sequence[Row], *also_said: str) -> Content:
        picture = await self._picture(number)
        said = [*self._caption(number), *also_said]
        return boxed(self._title(number), picture, said, rows=rows)

    async def _picture(self, number: int) -> Picture:
        shown, better = self._game_at(number), self._better(number)
        png = await draw(render.board, scene_of(shown, better=better), theme=drawn(self.theme))
        # After a takeback, another position can replace one that was shown.
        game = f"{self.game.number}-{self.game.revision}"
        filename = f"position-{game}-{number}-{self.theme}.png"
        said = better_text(self.words, better) if better else ""
        return match_picture(self.words, filename, png, shown, said=said)

    def _better(self, number: int) -> Move | None:
        """Return what should have been played instead of the move before a position, if it was a lapse."""
        if self.review is None or not number:
            return None
        return next(iter(self.review.moves[number - 1].best), None)

    def _game_at(self, number: int) -> Game:
        if number == self.last:
            return self.game
        moves = self.game.moves[:number]
        position = Position.replay(self.game.ruleset, [move.text for move in moves])
        return replace(self.game, position=position, moves=moves, outcome=None)

    def _title(self, number: int) -> str:
        words, game = self.words, game_name(self.game.number)
        if self.review is None and number:
            # Translators: a heading; {move} and {last} are numbers of moves.
            title = words.say("Pyrga {game} · move {move} of {last}", game=game, move=number, last=self.last)
        elif self.review is None:
            title = words.say("Pyrga {game} · start", game=game)
        elif number:
            title = words.say(
                "Review of {game} · move {move} of {last}", game=game, move=number, last=self.last
            )
        else:
            title = words.say("Review of {game} · start", game=game)
        return f"### {title}"

    def _caption(self, number: int) -> list[str]:
        # The names are in the picture, too, so only the start has room for this line.
        lines = self._move_lines(number) if number else [sides(self.words, self.game)]
        if number == self.last and self.game.outcome is not None:
            lines.append(result(self.words, self.game))
        if self.review is not None and not self.review.moves:
            lines.append(self.words.say("No one moved in this game, so there's nothing to review."))
        elif self.review is not None and self._has_standing(self.review, number):
            lines.append(standing_line(self.words, self.review, number))
        if self.left_out and self.review is not None and self._is_left_out(self.review, number):
            lines.append(f"-# {self.left_out}")
        if self._better(number) is not None:
            # Translators: what the board of a review shows beside the pieces that were played.
            hatched = self.words.say("Hatched: the better move")
            lines.append(f"-# {hatched}")
        return [line for line in lines if line]

    def _is_left_out(self, review: Review, number: int) -> bool:
        """Return whether something isn't said about a position or the move that led to it."""
        about = [*review.moves[max(number - 1, 0) : number], *review.moves[number : number + 1]]
        return not all(reviewed.known for reviewed in about)

    def _move_lines(self, number: int) -> list[str]:
        """Return who played the move that led to a position, and what it did according to the review."""
        if self.review is None:
            return [played_line(self.words, self.game, number - 1)]
        return verdict_lines(self.words, self.game, self.review, number - 1)

    def _has_standing(self, review: Review, number: int) -> bool:
        """Return whether who wins has to be said: not if the refutation does, or the game is over."""
        refuted = number > 0 and review.moves[number - 1].refutation
        return not refuted and (number < self.last or self.game.position.outcome() is None)

    def _steps(self, number: int) -> list[Button]:
        goes_on = number < self.last
        # In a running game, the last position may be a later one by then.
        end = ShowReplay(self.game.number)
        return [
            self._button(Way.FIRST, StepSign.FIRST, 0, enabled=number > 0),
            self._button(Way.BACK, StepSign.BACK, max(number - 1, 0), enabled=number > 0),
            self._button(Way.NEXT, StepSign.NEXT, number + 1, enabled=goes_on),
            button(end, StepSign.LAST, enabled=goes_on or self.game.outcome is None),
        ]

    def _menu(self, number: int) -> list[Row]:
        """Return the menu that jumps to a move, with room around the current one; not in a review."""
        if self.review is not None or not self.last:
            return []
        start = max(0, min(number - MOST_OPTIONS // 2, self.last + 1 - MOST_OPTIONS))
        numbers = range(start, min(start + MOST_OPTIONS, self.last + 1))
        options = [Option(self._position(Way.JUMP, each), self._move(each)) for each in numbers]
        # Translators: stands in an empty menu of the moves of a game.
        placeholder = self.words.say("Jump to a move")
        return [Row(menu(options, self._position(Way.JUMP, number), placeholder))]

    def _move(self, number: int) -> str:
        """Return a position in the menu: the move that led to it."""
        if not number:
            # Translators: the position before the first move, in a menu of the moves of a game.
            return self.words.label("position", "Start")
        move = move_label(Move.parse(self.game.moves[number - 1].text))
        return f"{number} {side_and_move(self.words, number - 1, move)}"

    def _position(self, way: Way, number: int) -> ShowPosition:
        return ShowPosition(self.game.number, number, way)

    def _toggle(self, number: int, *, more: bool) -> list[Button]:
        """Return the button of a review that shows the rest of the buttons, or the others again."""
        if self.review is None:
            return []
        if more:
            return [self._button(Way.DIRECT, self.words.label("to the choice before", "Back"), number)]
        # Translators: button (about 20 characters) that opens more choices.
        return [self._button(Way.MORE, self.words.say("More…"), number)]

    def _summary(self, number: int) -> list[Button]:
        """Return the button that leads to the summary of the review; none if no one moved."""
        if self.review is None or not self.review.moves:
            return []
        summary = ShowReviewPage(self.game.number, 0, number)
        return [button(summary, self.words.label("to a page", "Summary"))]

    def _rest(self, number: int, *, shared: bool) -> list[Button]:
        words, game = self.words, self.game.number
        buttons = [button(ShowGif(game), words.label("button", "GIF"))]
        if self.game.outcome is None:
            return buttons
        buttons.append(button(OfferRecord(game), words.label("text file", "Record")))
        if not shared:
            buttons.append(button(SharePosition(game, number), words.label("button", "Share")))
        if self.review is None or not (self.review.detailed and self.review.complete):
            buttons.append(button(ShowReview(game), words))
        line = Line.of(self.game.ruleset, [played.text for played in self.game.moves]).at(number)
        return [*buttons, button(OpenAnalysis(line), words)]

    def _button(self, way: Way, label: str, number: int, *, enabled: bool = True) -> Button:
        return button(self._position(way, number), label, enabled=enabled)
