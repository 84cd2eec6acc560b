"""The eight steps of the lesson: what each says, and how it answers every move.

Every legal move has an answer: one that solves the task leads on, and any other gets an explanation of what
it did instead. Buttons of older lessons stay on messages for months, so a step keeps its number and position.
"""

from bot.ui.guide.lesson_places import ALONG, ANYWHERE, BESIDE, ON_TOP
from bot.ui.guide.lesson_towers import COUNT, HANDS, TOWERS, WIN

STEPS = (BESIDE, ALONG, ON_TOP, TOWERS, ANYWHERE, WIN, HANDS, COUNT)
"""The steps of the lesson, in order."""
