"""Leaderboards and profiles of every kind, for the contact sheet, the tests and the palette."""

from render.cards.badges import BadgeIcon
from render.cards.leaderboards import LeaderboardHeadings, LeaderboardPage
from render.cards.plots import RatedPoint
from render.cards.profiles import ProfileCard, ProfileFigure
from render.cards.records import Record, RecordHeadings, Tally
from render.cards.rows import LeaderboardRow
from render.making.examples import NAMES

RATINGS = tuple(
    RatedPoint(rating=1500 + 17 * number % 130 + 6 * number, deviation=350 * 0.9**number)
    for number in range(24)
)

DATES = ("Oct 3, 2026", "Nov 25, 2026")

OWN = 4
"""The number of the reader's row, from 0, among those of ``people``."""


def people(count: int, *, apart: bool) -> LeaderboardPage:
    """Return a leaderboard of people, with the reader's row among the others or separate from them."""
    ranks = (1, 2, 3, 4, 5, 6, None, 8, 9, 10)
    figures = ("1832", "1801", "1770?", "1739", "1708", "1677?", "1661?", "1615", "1584", "1553?")
    changes = (12, -8, 0, None, 145, -103, 3, -1, 22, 7)
    rows = tuple(
        LeaderboardRow(
            rank=ranks[number],
            name=NAMES[2 * number + 1],
            figure=figures[number],
            others=(str(420 - 37 * number), str(5 * number % 13)),
            change=changes[number],
            history=tuple(1500 + (37 * number + 13 * day * day) % 90 for day in range(12 - number)),
            own=number == OWN and not apart,
        )
        for number in range(count)
    )
    own = LeaderboardRow(117, NAMES[0], "1402?", ("12", "0"), -35, (1500, 1480, 1450, 1402), own=True)
    headings = LeaderboardHeadings("Player", "Rating", "Week", ("Games", "Streak"))
    return LeaderboardPage("Pyrga Club", "Pyrga · 1 of 12", headings, rows, own if apart else None)


def leaderboards() -> dict[str, LeaderboardPage]:
    """Return a leaderboard of every kind, by a description of what it shows."""
    ladder = tuple(
        LeaderboardRow(number + 1, NAMES[number], f"level {8 - number}", (str(9 * number + 4),))
        for number in range(4)
    )
    solvers = tuple(
        LeaderboardRow(number + 1, NAMES[number + 10], str(27 - number), (str(12 - number), number % 3 != 1))
        for number in range(10)
    )
    own = LeaderboardRow(23, NAMES[0], "3", ("1", True), own=True)
    return {
        "people, own row apart": people(10, apart=True),
        "people, own row among them": people(10, apart=False),
        "computer ladder": LeaderboardPage(
            "Computer ladder", "This server", LeaderboardHeadings("Player", "Level", None, ("Wins",)), ladder
        ),
        "puzzles": LeaderboardPage(
            "Daily puzzles",
            "October · 1 of 3",
            LeaderboardHeadings("Player", "Solved", None, ("Streak", "Today")),
            solvers,
            own,
        ),
    }


def profiles() -> dict[str, ProfileCard]:
    """Return profiles with a lot, with everything and with nothing on them."""
    headings = RecordHeadings("Won", "Drawn", "Lost")
    figures = (
        ProfileFigure("Best streak", "7"),
        ProfileFigure("Puzzles solved", "120"),
        ProfileFigure("Accuracy", "87%"),
        ProfileFigure("Best win", "Émile Borel (1611)"),
        ProfileFigure("Highest level beaten", "8"),
        ProfileFigure("Games with the computer", "12"),
    )
    icons = tuple(BadgeIcon)
    record = Record(Tally(21, 2, 9), Tally(12, 0, 14))
    return {
        "profile": ProfileCard(
            NAMES[0], "1532?", "3rd of 41", headings, record, figures[:4], icons[:9], RATINGS, DATES
        ),
        "profile with everything": ProfileCard(
            NAMES[16], "1832", "1st of 1,041", headings, record, figures, icons, RATINGS, DATES
        ),
        "profile of someone new": ProfileCard(
            NAMES[5], "1500?", "", headings, Record(Tally(), Tally()), figures[:1]
        ),
    }
