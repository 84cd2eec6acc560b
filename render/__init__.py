r"""Pictures of Pyrga: boards with a panel for each player, replays, charts and cards, ready to post.

>>> from engine import Position
>>> from render import Scene, board
>>> board(Scene(Position.start(), "Ada Lovelace", "王小明"))[:4]
b'\x89PNG'
"""

from render.boards.pictures import board, diagram, prepare
from render.boards.replays import replay
from render.boards.scene import Scene, Start
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
    "value_chart",
]
