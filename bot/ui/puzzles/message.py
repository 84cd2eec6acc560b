"""The messages of a puzzle: the task, what comes after a move or the answer, and the end of all puzzles."""

from collections.abc import Mapping

import discord

from bot.locale import Words
from bot.ui.board.move_buttons import NOTHING, Choice, MoveButtons, aimed_space, demand_text
from bot.ui.message.content import GOLD, Button, Content, Row, boxed
from bot.ui.message.custom_ids import button
from bot.ui.message.icons import Icons
from bot.ui.puzzles.view import (
    AskForAnswer,
    OpenPuzzle,
    PuzzleView,
    ShowAnswer,
    onward_buttons,
    puzzle_picture,
    solved_page,
)
from bot.ui.puzzles.words import (
    change_line,
    course,
    freeze_lines,
    puzzle_rating_line,
    record_line,
    task,
    today_line,
    verdict,
)
from bot.ui.text.badges import new_badge_lines
from bot.ui.text.words import move_text
from bot.use_cases.puzzles.puzzle_ratings import SolverChange
from bot.use_cases.puzzles.puzzles import AnswerCost, Attempt, Merit, PuzzleRecord
from engine import Difficulty, Goal, Move, Puzzle


async def puzzle_message(view: PuzzleView, icons: Icons, choice: Choice = NOTHING) -> Content:
    """Return a puzzle to solve, with what the person has chosen so far."""
    words, puzzle, position = view.words, view.puzzle, view.puzzle.position
    aimed = aimed_space(position, choice)
    picture = await puzzle_picture(words, puzzle, position, view.theme, aimed)
    lines = [f"**{task(words, puzzle)}** {_only(words, puzzle)}", demand_text(words, position, choice)]
    rows = MoveButtons(words, position, view.named_at(0), icons).rows(choice)
    control = Row(_answer_button(view), view.next_button(words.say("Another puzzle")))
    return boxed(view.heading, picture, lines, rows=[*rows, control])


async def right_message(view: PuzzleView, attempt: Attempt) -> Content:
    """Praise for the right move, with the board after it and what it earned."""
    words = view.words
    praise = {
        Merit.FIRST_TRY: words.say("Solved on the first try!"),
        Merit.SOLVED: words.say("Solved!"),
        Merit.SOLVED_BEFORE: words.say("Correct again: you've already solved this one."),
        Merit.SHOWN_BEFORE: words.say("Correct, but it doesn't count because you'd already seen the answer."),
    }[attempt.merit]
    onward = onward_buttons(view)
    lines = [
        f"{praise} {_merit(words, view.puzzle)}",
        # Only what the player can't go on to find.
        "" if onward else course(words, view.course[1], view.puzzle.solution_line),
        puzzle_rating_line(words, view.traits),
        "" if attempt.change is None else change_line(words, attempt.change),
        *([] if attempt.today is None else [today_line(words, attempt.today)]),
        *([] if attempt.today is None else freeze_lines(words, attempt.today)),
        *new_badge_lines(words, attempt.badges),
    ]
    return await solved_page(view, view.course[1], lines, onward)


async def answer_question(view: PuzzleView, cost: AnswerCost) -> Content:
    """Return what it would cost to be shown the right move, and the choice."""
    words, number = view.words, view.puzzle.number
    told = words.say("If you see the answer, this puzzle won't count as solved.")
    if cost is AnswerCost.FIRST_TRY:
        rated = words.say(
            "It also counts as a wrong first try: your puzzle rating drops, and your streak ends."
        )
        told = f"{told} {rated}"
    picture = await puzzle_picture(words, view.puzzle, view.puzzle.position, view.theme)
    row = Row(
        button(OpenPuzzle(number, view.asked), words.say("Keep trying"), discord.ButtonStyle.primary),
        button(ShowAnswer(number, view.asked), words.say("Show answer"), discord.ButtonStyle.danger),
    )
    return boxed(view.heading, picture, told, rows=[row])


async def answer_message(view: PuzzleView, change: SolverChange | None) -> Content:
    """Return the right move for someone who asked, how the game goes on, and the change in their rating."""
    words = view.words
    lines = [
        _merit(words, view.puzzle),
        course(words, view.course[1], view.puzzle.solution_line),
        "" if change is None else change_line(words, change),
    ]
    return await solved_page(view, view.course[1], lines)


async def wrong_message(view: PuzzleView, move: Move, attempt: Attempt) -> Content:
    """Return what another legal move does, the opponent's reply, and how the game goes on to its end."""
    words, puzzle = view.words, view.puzzle
    line = puzzle.refutations[move]
    after = puzzle.position.play(move)
    lines = [
        verdict(words, puzzle, move),
        course(words, after, line),
        "" if attempt.change is None else change_line(words, attempt.change),
    ]
    shown = after.play(line[0]) if line else after
    picture = await puzzle_picture(words, puzzle, shown, view.theme)
    again = button(OpenPuzzle(puzzle.number, view.asked), words.say("Try again"), discord.ButtonStyle.primary)
    return boxed(view.heading, picture, lines, rows=[Row(again, _answer_button(view))])


def finished_message(
    words: Words,
    record: PuzzleRecord,
    difficulty: Difficulty | None,
    others: Mapping[Difficulty, Puzzle],
) -> Content:
    """Return what to say to someone who has finished all puzzles of a difficulty, or all puzzles (None).

    ``others`` are puzzles of other difficulties to continue with.
    """
    if difficulty is None:
        text = words.say("### All puzzles done\nYou've finished every puzzle there is. Well done!")
    else:
        text = {
            Difficulty.EASY: words.say("### Well done\nYou've finished all the easy puzzles."),
            Difficulty.MEDIUM: words.say("### Well done\nYou've finished all the medium puzzles."),
            Difficulty.HARD: words.say("### Well done\nYou've finished all the hard puzzles."),
        }[difficulty]
    labels = {
        # Translators: a button that goes on with puzzles of another difficulty.
        Difficulty.EASY: words.label("button", "Try easy"),
        Difficulty.MEDIUM: words.label("button", "Try medium"),
        Difficulty.HARD: words.label("button", "Try hard"),
    }
    onward = [
        button(OpenPuzzle(puzzle.number, other), labels[other], discord.ButtonStyle.primary)
        for other, puzzle in others.items()
    ]
    rows = [Row(*onward)] if onward else []
    return boxed(f"{text}\n{record_line(words, record)}", rows=rows, accent=GOLD)


def _only(words: Words, puzzle: Puzzle) -> str:
    return (
        words.say("Only one move wins.") if puzzle.goal is Goal.WIN else words.say("Every other move loses.")
    )


def _merit(words: Words, puzzle: Puzzle) -> str:
    move = f"**{move_text(puzzle.solution)}**"
    if puzzle.goal is Goal.WIN:
        # Translators: {move} is a move in signs.
        return words.say("{move} wins by force.", move=move)
    return words.say("{move} secures the draw.", move=move)


def _answer_button(view: PuzzleView) -> Button:
    asked = AskForAnswer(view.puzzle.number, view.asked)
    return button(asked, view.words.say("Show answer"))
