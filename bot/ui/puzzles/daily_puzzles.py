"""The public card of a server's puzzle of the day."""

from datetime import UTC, datetime, time, timedelta

import discord
from discord.utils import format_dt

from bot.locale import Words, words_for
from bot.ui.message.content import GOLD, Content, Row, boxed
from bot.ui.message.custom_ids import button
from bot.ui.puzzles.view import OpenPuzzle, puzzle_picture
from bot.ui.puzzles.words import course, task, traits_text
from bot.ui.text.words import link_to, move_text, name
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzle, LastPuzzle, Solvers
from bot.values.players import Place

_NOON = time(12, tzinfo=UTC)


async def daily_card(daily: DailyPuzzle) -> Content:
    """Return the puzzle for anyone who wants to solve it; its button opens it privately.

    It says who has solved it, but not how until the day is over.
    """
    words = words_for(daily.subscription.language)
    puzzle = daily.puzzle
    # At noon UTC, it's the same day almost everywhere.
    day = format_dt(datetime.combine(daily.day, _NOON), "D")
    # Translators: a heading; Discord shows {day} as a date in the reader's language.
    title = words.say("Puzzle of the day · {day}", day=day)
    picture = await puzzle_picture(words, puzzle, puzzle.position, daily.subscription.theme)
    lines = [f"**{task(words, puzzle)}**", _solved_by(words, daily.solvers)]
    if daily.is_over:
        lines.append(_solution(words, daily))
    elif daily.last is not None:
        lines.append(_last(words, daily.subscription.guild_id, daily.last))
    if daily.voting is not None and not daily.is_over:
        # Translators: small print below the puzzle of the day; {link} leads to the board of a game in which
        # everyone in the channel votes on each move.
        sentence = words.say("This channel is playing a game together: [vote on the next move]({link})")
        link = link_to(daily.voting.place, daily.voting.message_id)
        lines.append(f"-# 🗳️ {sentence.format(link=link)}")
    solve = OpenPuzzle(puzzle.number, None)
    row = Row(button(solve, words.label("button", "Solve"), discord.ButtonStyle.success))
    return boxed(f"### {title}\n{_facts(words, daily)}", picture, lines, rows=[row], accent=GOLD)


def _facts(words: Words, daily: DailyPuzzle) -> str:
    parts = [traits_text(words, daily.puzzle, daily.difficulty)]
    if not daily.is_over:
        end = datetime.combine(daily.day, time(daily.subscription.hour, tzinfo=UTC)) + timedelta(days=1)
        # Translators: in small print; your attempts at the puzzle.
        parts.append(words.say("only you can see your attempts"))
        # Translators: Discord shows {time} as a time of day, in small print, such as "18:00".
        parts.append(words.say("next one at {time}", time=format_dt(end, "t")))
    return f"-# {' · '.join(parts)}"


def _solved_by(words: Words, solvers: Solvers) -> str:
    if not solvers.number:
        return ""
    # Translators: in a list of people, in how many tries one of them solved the puzzle, such as "Ada in 1".
    pattern = words.say("{player} in {number}")
    names = ", ".join(pattern.format(player=name(player), number=tries) for player, tries in solvers.named)
    more = solvers.number - len(solvers.named)
    if more <= 0:
        return words.say("✅ Solved by {names}", names=names)
    # Translators: {names} are the names of one or more people, separated by commas.
    return words.count(
        "✅ Solved by {names} and {number} more", "✅ Solved by {names} and {number} more", more, names=names
    )


def _solution(words: Words, daily: DailyPuzzle) -> str:
    puzzle = daily.puzzle
    after = puzzle.position.play(puzzle.solution)
    solution = words.say("Solution: {move}.", move=f"**{move_text(puzzle.solution)}**")
    return f"{solution} {course(words, after, puzzle.solution_line)}"


def _last(words: Words, guild_id: int, last: LastPuzzle) -> str:
    link = link_to(Place(guild_id, last.channel_id), last.message_id)
    # Translators: {puzzle} is the number of a puzzle and a link to it, {move} the right move in signs.
    solution = words.say(
        "Last solution ({puzzle}): {move}",
        puzzle=f"[{last.puzzle.number}]({link})",
        move=f"**{move_text(last.puzzle.solution)}**",
    )
    if not last.solvers:
        return f"-# {solution}"
    sentence = words.count("{number} person solved it", "{number} people solved it", last.solvers)
    return f"-# {solution} · {sentence}"
