"""Imports every module that has handlers for buttons and menus, so that all of them are registered."""

# ruff: noqa: F401 - importing them is the purpose

from bot.ui.analysis import clicks
from bot.ui.challenges import blocks, challenging, computer_games, rematches
from bot.ui.challenges import clicks as challenge_clicks
from bot.ui.clocks import vacations
from bot.ui.components import confirm_panel
from bot.ui.games import abort_panel, conditional_move_clicks, draw_panel, more_clicks, notes, resign_panel
from bot.ui.games import clicks as game_clicks
from bot.ui.guide import help_page, lesson_clicks, rules_pages
from bot.ui.hints import answers
from bot.ui.openings import clicks as opening_clicks
from bot.ui.privacy import deletion
from bot.ui.privacy import panel as privacy_panel
from bot.ui.puzzles import clicks as puzzle_clicks
from bot.ui.retries import clicks as retry_clicks
from bot.ui.review import answer, history, record_files, replays
from bot.ui.servers import annulment, moderation_log
from bot.ui.settings import panel
from bot.ui.standings import ladder, leaderboards, profile, puzzle_leaderboards
from bot.ui.training import clicks as training_clicks
