"""The pages of a review. First comes one lesson, and one thing that its reader did well."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

import render
from bot.locale import Words
from bot.ui.components.drawing import drawn
from bot.ui.message.content import Button, Content, Picture, Row, boxed, draw, rows_of, unboxed
from bot.ui.message.custom_ids import Count, CustomId, OpenAnalysis, ShowReplay, ShowReview, button
from bot.ui.message.selects import MOST_OPTIONS, Option, menu
from bot.ui.review.variations import ShowPosition, Way
from bot.ui.text.alt_text import fitted, review_lines
from bot.ui.text.badges import earned_lines
from bot.ui.text.verdicts import (
    NO_DIFFERENCE,
    choice_description,
    line_text,
    move_choice,
    move_line,
    move_marks,
    player_and_side,
    short_line,
    verdict_lines,
    why_bad,
)
from bot.ui.text.words import bold_move, color_name, game_name, name, result, ruleset_name, shared_by, sides
from bot.values.badges import ReviewedGame, badges_for
from bot.values.game.game import Game
from bot.values.lines import Line
from bot.values.players import Player, ThemeName
from engine import Color, Judgment, Resistance, Review, Value, mover


def lesson_lines(words: Words, game: Game, review: Review, reader: Player) -> list[str]:
    """Return the one thing to learn from a game, and what ``reader`` did well if they played it."""
    lesson = _lesson(game, review, reader)
    lines = []
    if lesson is not None:
        # Translators: a heading, before the move that cost someone most; {move} is its number.
        title = words.say("Lesson: move {move}", move=lesson + 1)
        lines = [f"**{title}**", *verdict_lines(words, game, review, lesson, brief=True)]
    return [*lines, *filter(None, [_praise(words, game, review, reader)])]


def _lesson(game: Game, review: Review, reader: Player) -> int | None:
    """Return the ply of the move that cost ``reader`` most, or anyone if they didn't play; None without."""
    return next(iter(review.costliest(game.color_of(reader.id))), None)


def moment_buttons(words: Words, game: Game, review: Review, number: int | None) -> list[Button]:
    """Return the buttons that lead to the key moments, from the position with this number if it's shown."""
    # Translators: button (about 20 characters): shows the position after the move with this number.
    label = words.say("Move {move}")
    return [
        button(
            ShowPosition(game.number, there, Way.MOMENT),
            label.format(move=there),
            discord.ButtonStyle.primary if there == number else discord.ButtonStyle.secondary,
            enabled=there != number,
        )
        for there in (ply + 1 for ply in review.key_moments())
    ]


def _praise(words: Words, game: Game, review: Review, reader: Player) -> str:
    """Return what ``reader`` did well in their game; empty if there's nothing, or if it isn't theirs."""
    color = game.color_of(reader.id)
    if color is None or not review.moves:
        return ""
    if not review.costliest(color) and review.complete and review.accuracy(color).decisions:
        return words.say("Well played: you made no mistakes.")
    ply = review.highlight(color)
    last = len(review.moves) - 1
    won = game.outcome is not None and game.outcome.reason.from_rules and game.outcome.winner is color
    if ply is None and not won:
        return ""
    if ply is None:
        ply, sentence = last, words.say("Well played: {move} (move {number}) won the game.")
    elif review.judgments[ply] not in (Judgment.KEPT_WIN, Judgment.KEPT_DRAW):
        # Translators: {number} is the number of the move.
        sentence = words.say("Well played: {move} (move {number}) took the chance that {opponent} gave you.")
    elif review.moves[ply].before is Value.WIN:
        # Translators: {number} is the number of the move.
        sentence = words.say("Well played: {move} (move {number}) kept the win, which other moves give away.")
    else:
        # Translators: {number} is the number of the move.
        sentence = words.say(
            "Well played: {move} (move {number}) kept the draw, which other moves give away."
        )
    return sentence.format(
        move=bold_move(review.moves[ply].move, mover(ply)),
        number=ply + 1,
        opponent=name(game.opponent_of(reader.id)),
    )


MOVES_A_PAGE = 8
"""As many as a phone shows at once, with the buttons."""

_HEIGHTS = {Value.WIN: 1.0, Value.DRAW: 0.0, Value.LOSS: -1.0, Value.UNKNOWN: None}


def accuracy_line(words: Words, game: Game, review: Review) -> str:
    """Return how well both players chose."""
    white, black = (_choices(words, game, color, review) for color in Color)
    # Translators: how well both players chose, each such as "Ada 3 of 5 (60%)".
    return words.say("Right choices: {white}, {black}", white=white, black=black)


def _choices(words: Words, game: Game, color: Color, review: Review) -> str:
    accuracy, player = review.accuracy(color), name(game.player(color))
    if accuracy.share is None:
        # Translators: stands after "Right choices:"; no move could change the result.
        return words.say("{player} had no real choice", player=player)
    # Translators: stands after "Right choices:", such as "Ada 3 of 5 (60%)".
    return words.say(
        "{player} {kept} of {decisions} ({share}%)",
        player=player,
        share=round(100 * accuracy.share),
        kept=accuracy.kept,
        decisions=accuracy.decisions,
    )


def resistance_line(words: Words, game: Game, color: Color, review: Review) -> str:
    """Return how long a player held out in a lost game; empty if there is nothing to say about it."""
    held = review.resistance(color)
    if held is None:
        return ""
    # Translators: {player} is a name and a color, such as "Ada (White)"; {move} is the number of a move.
    losing = words.say(
        "{player} was losing from move {move} on.",
        player=player_and_side(words, game, color),
        move=held.since + 1,
    )
    return f"{losing} {_lasted(words, held)}"


def _lasted(words: Words, held: Resistance) -> str:
    """Return how long a game lasted after it was lost, and how long it could have."""
    lasted, possible, exact = held.lasted, held.possible.at_least, held.possible.exact is not None
    facts = {"lasted": lasted, "possible": possible}
    if lasted < possible and exact:
        return words.count(
            "The game lasted {lasted} more move and could have lasted {possible}.",
            "The game lasted {lasted} more moves and could have lasted {possible}.",
            lasted,
            **facts,
        )
    if lasted < possible:
        return words.count(
            "The game lasted {lasted} more move and could have lasted at least {possible}.",
            "The game lasted {lasted} more moves and could have lasted at least {possible}.",
            lasted,
            **facts,
        )
    if lasted == possible and exact:
        return words.count(
            "The game lasted {lasted} more move, as long as it could.",
            "The game lasted {lasted} more moves, as long as it could.",
            lasted,
            **facts,
        )
    if exact:
        return words.count(
            "The game lasted {lasted} more move. With best play, it would have lasted {possible}.",
            "The game lasted {lasted} more moves. With best play, it would have lasted {possible}.",
            lasted,
            **facts,
        )
    return words.count(
        "The game lasted {lasted} more move.", "The game lasted {lasted} more moves.", lasted, **facts
    )


class ShowReviewPage(CustomId, word="review-page"):
    """Shows a page of the review of ``game``: the summary, which is page 0, or some of the moves.

    ``current`` is the position that the reader came from, if any.
    """

    game: int
    page: Count
    current: Count | None


class ShareReview(CustomId, word="review-share"):
    """Posts the review of ``game`` in the channel."""

    game: int


def progress_page(words: Words, game: Game, done: int, *, total: int) -> Content:
    """Return the progress of the work: ``done`` of ``total`` positions are solved."""
    facts = {"done": done, "total": total}
    if not game.number:
        said = words.count(
            "Reviewing the record… {done} of {total} move",
            "Reviewing the record… {done} of {total} moves",
            total,
            **facts,
        )
        return unboxed(said)
    said = words.count(
        "Reviewing {game}… {done} of {total} move",
        "Reviewing {game}… {done} of {total} moves",
        total,
        game=game_name(game.number),
        **facts,
    )
    return unboxed(said)


def pages_of(review: Review) -> int:
    """Return how many pages a review has: the summary and the lists of moves."""
    return 1 + -(-len(review.moves) // MOVES_A_PAGE)


@dataclass(frozen=True, slots=True)
class ReviewPages:
    """The pages of a review of ``game``, in one language and with pictures in one theme.

    If it's from elsewhere, it has no number, and only the page ``from_elsewhere``.
    ``current`` is the number of the position that the reader came from, if any. ``left_out`` says why the
    review doesn't have everything, if it doesn't.
    """

    words: Words
    game: Game
    review: Review
    theme: ThemeName
    current: int | None = None
    left_out: str = ""

    async def page(self, number: int, *, shared: bool, reader: Player) -> Content:
        """Return a page for one person: the summary, which is page 0, or some of the moves.

        ``number`` is less than ``pages_of``. ``shared`` says whether the review was already shared in the
        channel, so that no one needs to.
        """
        about = self.words, self.game, self.review
        rows = rows_of(self._buttons(number, shared=shared, reader=reader))
        if number:
            return boxed(self._moves_text(number), rows=[*self._menu(number), *rows])
        said = lesson_lines(*about, reader) if self.review.lapses else self._key_moments()
        return await self._summary(
            [*said, *self._small_print()], [*rows_of(moment_buttons(*about, None)), *rows]
        )

    async def for_everybody(self, player: Player) -> Content:
        """Return the summary for the whole channel, shared by ``player``."""
        words, number = self.words, self.game.number
        row = Row(button(ShowReview(number), words), button(ShowReplay(number), words))
        said = [*self._key_moments(), *self._findings(), *self._small_print(), shared_by(words, player)]
        return await self._summary(said, [row])

    async def from_elsewhere(self) -> Content:
        """Return the only page for a game that isn't stored. Its buttons open analysis boards."""
        said = [*self._key_moments(), *self._findings(), *self._small_print()]
        return await self._summary(said, rows_of(self._analyses()))

    def _analyses(self) -> list[Button]:
        words = self.words
        line = Line.of(self.game.ruleset, [move.text for move in self.game.moves])
        moments = [ply + 1 for ply in self.review.key_moments()]
        buttons = [
            button(OpenAnalysis(line.at(each)), words.say("Move {move}", move=each)) for each in moments
        ]
        if line.played in moments:
            return buttons
        return [*buttons, button(OpenAnalysis(line), words)]

    async def _summary(self, said: Sequence[str], rows: Sequence[Row]) -> Content:
        pictures = (await self._chart(),) if self.review.moves else ()
        return boxed(self._title(), *pictures, said, rows=rows)

    async def _chart(self) -> Picture:
        heights = [_HEIGHTS[value] for value in self.review.values]
        marks = {ply + 1: mark for ply, mark in move_marks(self.game, self.review).items()}
        png = await draw(
            render.value_chart, heights, marks=marks, current=self.current, theme=drawn(self.theme)
        )
        pointed = "all" if self.current is None else self.current
        filename = f"review-{self.game.number}-{pointed}-{self.theme}.png"
        lines = review_lines(self.words, self.game, self.review, self.current)
        return Picture(filename, png, fitted(" ".join(lines)), lines[0], lines[1:])

    def _title(self) -> str:
        words, game = self.words, self.game
        if not game.number:
            heading = words.say("Review of a record")
            ended = words.say("The game isn't over.") if game.outcome is None else result(words, game)
            about = [sides(words, game), ruleset_name(words, game.ruleset)]
            if all(game.player(color).name == color_name(words, color) for color in Color):
                del about[0]
            return "\n".join([f"### {heading}", " · ".join(about), ended])
        title = words.say("Review of Pyrga {game}", game=game_name(game.number))
        brought = earned_lines(words, game, badges_for(ReviewedGame))
        return "\n".join([f"### {title}", result(words, game), *brought])

    def _findings(self) -> list[str]:
        """Return what's true of the whole game; nothing if no one moved."""
        if not self.review.moves:
            return []
        # How long someone held out is only known at the end.
        colors = () if self.game.outcome is None else tuple(Color)
        held_out = [resistance_line(self.words, self.game, color, self.review) for color in colors]
        # Last, because a low share is no encouragement.
        chosen = accuracy_line(self.words, self.game, self.review)
        return [*self._last_standing(), *filter(None, held_out), chosen]

    def _last_standing(self) -> list[str]:
        last = self.review.values[-1]
        ended = self.game.outcome is not None and self.game.outcome.reason.from_rules
        if ended or last is Value.UNKNOWN:
            return []
        words = self.words
        texts = {
            Value.WIN: words.say("With best play from the final position: White wins."),
            Value.DRAW: words.say("With best play from the final position: a draw."),
            Value.LOSS: words.say("With best play from the final position: Black wins."),
        }
        return [" ".join([texts[last], *self._best_play()])]

    def _best_play(self) -> list[str]:
        """Return how a game of a cup could have gone on whose time was up."""
        best = self.game.best_play
        if best is None or not best.line:
            return []
        line = line_text(best.line, self.game.position.turn, best.moves)
        # Translators: {moves} is a line of moves in signs.
        return [self.words.say("It could have gone on like this: {moves}", moves=line)]

    def _key_moments(self) -> list[str]:
        if not self.review.moves:
            return []
        # Translators: a heading over the moves that mattered most.
        title = "**" + self.words.say("Key moments") + "**"
        about = self.words, self.game, self.review
        lines = [short_line(*about, ply, why_bad(*about, ply, most=1)) for ply in self.review.key_moments()]
        if not lines and not self.review.complete:
            return []
        return [title, *(lines or [self.words.say("None: best play always led to the same result.")])]

    def _small_print(self) -> list[str]:
        words = self.words
        if not self.review.moves:
            return [words.say("No one moved in this game, so there's nothing to review.")]
        # Translators: what a small chart of a game shows, and what the signs on it mean.
        chart = words.say(
            "-# White wins at the top, Black at the bottom. ❌\N{NO-BREAK SPACE}mistake · "
            "⚠️\N{NO-BREAK SPACE}shortened a lost game · small dot: good move"
        )
        if self.left_out:
            return [chart, f"-# {self.left_out}"]
        if self.review.complete:
            return [chart]
        gaps = words.say(
            "-# Some moves couldn't be judged in time. Open the review again to give them another try."
        )
        return [chart, gaps]

    def _moves_text(self, number: int) -> str:
        words = self.words
        plies = self._plies(number)
        title = words.say(
            "Pyrga {game} · moves {first} to {last}",
            game=game_name(self.game.number),
            first=plies[0] + 1,
            last=plies[-1] + 1,
        )
        lines = [move_line(words, self.game, self.review, ply) for ply in plies]
        if number + 1 == pages_of(self.review):
            lines += self._findings()
        # Translators: {same} is a sign.
        legend = words.say(
            "-# ✅\N{NO-BREAK SPACE}good move · ❌\N{NO-BREAK SPACE}mistake · "
            "⚠️\N{NO-BREAK SPACE}shortened a lost game · {same}\N{NO-BREAK SPACE}nothing to judge",
            same=NO_DIFFERENCE,
        )
        return "\n".join([f"### {title}", *lines, legend])

    def _menu(self, number: int) -> list[Row]:
        """Return the menu that shows a move on the page on the board."""
        options = [
            Option(
                ShowPosition(self.game.number, ply + 1),
                move_choice(self.words, self.game, self.review, ply),
                choice_description(self.words, self.game, self.review, ply),
            )
            for ply in self._plies(number)
        ]
        # Translators: stands in an empty menu.
        placeholder = self.words.say("Show a move on the board")
        return [Row(menu(options[:MOST_OPTIONS], placeholder=placeholder))]

    def _plies(self, number: int) -> range:
        """Return the plies of the moves on a page, counted from 0."""
        first = (number - 1) * MOVES_A_PAGE
        return range(first, min(first + MOVES_A_PAGE, len(self.review.moves)))

    def _buttons(self, number: int, *, shared: bool, reader: Player) -> list[Button]:
        words = self.words
        game, current = self.game.number, self.current
        # It leads back to the position that the reader came from, or else to the lesson or the last one.
        lesson = _lesson(self.game, self.review, reader)
        if current is None and lesson is not None:
            current = lesson + 1
        board = ShowReplay(game) if current is None else ShowPosition(game, current)
        buttons = [button(board, words.label("button", "Board"), discord.ButtonStyle.primary)]
        if not number and current is not None and current - 1 in self.review.key_moments():
            # The button of that moment leads there.
            buttons.clear()
        if number > 0:
            label = words.label("to a page", "Back") if number > 1 else words.label("to a page", "Summary")
            buttons.append(self._page_button(number - 1, label))
        if number + 1 < pages_of(self.review):
            label = words.label("to a page", "Next") if number else words.label("to a page", "All moves")
            buttons.append(self._page_button(number + 1, label))
        if not number:
            buttons += retry_button(words, self.game, self.review, reader)
        if self.review.moves and not (shared or number):
            buttons.append(button(ShareReview(game), words.label("button", "Share")))
        return buttons

    def _page_button(self, page: int, label: str) -> Button:
        return button(ShowReviewPage(self.game.number, page, self.current), label)


class OpenRetry(CustomId, word="retry"):
    """Opens the position of ``game`` after ``ply`` moves, in which the person made a mistake."""

    game: int
    ply: Count


def retry_button(
    words: Words, game: Game, review: Review, reader: Player, ply: int | None = None
) -> Sequence[Button]:
    """Return the button for ``reader``, if they played ``game`` and made a mistake in it; otherwise none.

    Without a ``ply``, it starts with the first. Beside a position, which the move at ``ply``, counted from 0,
    led to, it's only there if that was one of them.
    """
    color = game.color_of(reader.id)
    # An older review doesn't say which moves it couldn't judge. It's made again when someone opens it.
    if color is None or not review.detailed:
        return []
    mistakes = review.mistakes(color)
    if not mistakes or ply not in {None, *mistakes}:
        return []
    # Translators: button (about 20 characters): try again to find the right move instead of a mistake.
    label = words.label("button", "Retry")
    chosen = OpenRetry(game.number, mistakes[0] if ply is None else ply)
    return [button(chosen, label, discord.ButtonStyle.primary)]
