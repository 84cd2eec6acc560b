"""Imports every module that has handlers for buttons and menus, so that all of them are registered."""

# ruff: noqa: F401 - importing them is the purpose

import bot.ui.analysis
import bot.ui.challenges.blocks
import bot.ui.challenges.challenging
import bot.ui.challenges.clicks
import bot.ui.challenges.rematches
import bot.ui.challenges.starting
import bot.ui.components.panels
import bot.ui.crowds
import bot.ui.daily_games
import bot.ui.events.clicks
import bot.ui.events.cup_making
import bot.ui.events.leagues
import bot.ui.events.listing
import bot.ui.events.manage
import bot.ui.events.team_making
import bot.ui.games.clicks
import bot.ui.games.conditional_moves
import bot.ui.games.endings
import bot.ui.games.lists
import bot.ui.games.more_panel
import bot.ui.games.pauses
import bot.ui.games.watching
import bot.ui.guide.help
import bot.ui.guide.lesson
import bot.ui.hints
import bot.ui.notices
import bot.ui.openings
import bot.ui.privacy
import bot.ui.puzzles.practice
import bot.ui.puzzles.rush
import bot.ui.puzzles.solving
import bot.ui.retries
import bot.ui.review.history
import bot.ui.review.showing
import bot.ui.searches
import bot.ui.servers.moderation
import bot.ui.servers.rating_roles
import bot.ui.settings.panel
import bot.ui.standings.leaderboards
import bot.ui.standings.listing
import bot.ui.standings.profile
import bot.ui.training
import bot.ui.vacations
