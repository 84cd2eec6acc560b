r"""Pictures of Pyrga: boards with a panel for each player, replays, charts and cards, ready to post.

All functions take values and return the bytes of a file: a GIF from ``replay``, a PNG from any other. They
keep nothing but bounded caches, can be called from any thread, and return equal bytes for equal arguments.
All words come from the caller, in the reader's language.

>>> from engine import Position
>>> position = Position.replay("pyrga", ["Sb3", "Tc3n"])
>>> board(Scene(position, "Ada Lovelace", "王小明"))[:4]
b'\x89PNG'
>>> smaller = board(Scene(position, "Ada", "Emmy", start=Start.SWAPPED), size=Size.REPLAY, theme=LIMESTONE)
>>> headings = LeaderboardHeadings("Player", "Rating", change="Week", others=("Games", "Streak"))
>>> ada = LeaderboardRow(1, "Ada", "1532", ("41", "3"), change=12, history=(1520, 1541, 1532))
>>> picture = leaderboard(LeaderboardPage("Pyrga Club", "Page 1 of 12", headings, (ada,)))

``replay`` holds the interpreter lock for a tenth of a second, so call it in a process of its own, such as
``python -m render replay``. ``prepare`` draws a board in advance, so that the first player doesn't have to
wait. Nothing is told by color alone: values have signs, legal spaces brackets, and a hollow rook is a Tower
that isn't controlled yet.

How a board is made: ``render.boards.scene`` works out what every space and both panels show. ``cells`` paints
one space with everything on it, in the theme's palette; games need about 500 different ones, so each is
painted once and kept compressed (``sprites``). ``pictures`` pastes sixteen cells and two panels, and
``render.drawing.png`` writes an indexed PNG with zlib-ng, which takes less than half of Pillow's time.

``python -m render sheet OUT.png`` draws every state, theme, card, and script on one page: look at it after
any change. After a change of colors (``render.drawing.theme``), run ``python -m scripts.palettes``; the tests
measure every pair of colors that people have to tell apart. ``python -m scripts.fonts FOLDER`` makes the
fonts again, and ``python -m tests.render.test_golden`` the golden pictures.
"""

from render.boards.pictures import board, diagram, prepare
from render.boards.replays import replay
from render.boards.scene import Scene, Start, turned
from render.boards.values import SpaceValue
from render.cards.badges import BadgeIcon
from render.cards.challenges import challenge
from render.cards.charts import rating_chart, value_chart
from render.cards.cross_tables import (
    CrossTable,
    CrossTableHeadings,
    CrossTableRow,
    EntrantState,
    GameMark,
    GameResult,
    cross_table,
)
from render.cards.emojis import PIECES, emoji
from render.cards.leaderboards import LeaderboardHeadings, LeaderboardPage, leaderboard
from render.cards.marks import MoveMark
from render.cards.medals import Medal
from render.cards.plots import RatedPoint
from render.cards.podiums import Podium, PodiumStep, podium
from render.cards.profiles import ProfileCard, ProfileFigure, profile
from render.cards.records import Record, RecordHeadings, Tally
from render.cards.rows import LeaderboardRow
from render.drawing.geometry import Size
from render.drawing.theme import AEGEAN, BASALT, LIMESTONE, THEMES, Theme

__all__ = [
    "AEGEAN",
    "BASALT",
    "LIMESTONE",
    "PIECES",
    "THEMES",
    "BadgeIcon",
    "CrossTable",
    "CrossTableHeadings",
    "CrossTableRow",
    "EntrantState",
    "GameMark",
    "GameResult",
    "LeaderboardHeadings",
    "LeaderboardPage",
    "LeaderboardRow",
    "Medal",
    "MoveMark",
    "Podium",
    "PodiumStep",
    "ProfileCard",
    "ProfileFigure",
    "RatedPoint",
    "Record",
    "RecordHeadings",
    "Scene",
    "Size",
    "SpaceValue",
    "Start",
    "Tally",
    "Theme",
    "board",
    "challenge",
    "cross_table",
    "diagram",
    "emoji",
    "leaderboard",
    "podium",
    "prepare",
    "profile",
    "rating_chart",
    "replay",
    "turned",
    "value_chart",
]
