"""The badges in words: what they're called, what they're for, and who just earned one."""

from collections.abc import Collection, Sequence
from gettext import NullTranslations

from bot.matches.values.badges import Badge
from bot.matches.values.games import Game
from bot.ui.text.words import name


def badge_name(words: NullTranslations, badge: Badge) -> str:
    """What a badge is called."""
    _ = words.gettext
    return {
        Badge.LESSON: _("Quick learner"),
        Badge.FIRST_WIN: _("First win"),
        Badge.BLACK_WIN: _("Win as Black"),
        Badge.TOWER_WIN: _("Tower builder"),
        Badge.POINTS_WIN: _("Win on points"),
        Badge.QUICK_WIN: _("Quick win"),
        Badge.FAIR_PLAY: _("Fair and square"),
        Badge.DRAW_HELD: _("Dead heat"),
        Badge.TEN_OPPONENTS: _("Ten opponents"),
        Badge.ALL_RULESETS: _("All-rounder"),
        Badge.COMEBACK: _("Comeback"),
        Badge.PERFECT_GAME: _("Perfect game"),
        Badge.LEVEL_1: _("Level 1 beaten"),
        Badge.LEVEL_3: _("Level 3 beaten"),
        Badge.LEVEL_5: _("Level 5 beaten"),
        Badge.LEVEL_8: _("Level 8 beaten"),
        Badge.PUZZLE_WEEK: _("Puzzle week"),
        Badge.PUZZLE_MONTH: _("Puzzle month"),
        Badge.FIFTY_PUZZLES: _("Fifty puzzles"),
        Badge.ALL_PUZZLES: _("Puzzle master"),
        Badge.SEASON_GOLD: _("Season gold"),
        Badge.SEASON_SILVER: _("Season silver"),
        Badge.SEASON_BRONZE: _("Season bronze"),
    }[badge]


def badge_description(words: NullTranslations, badge: Badge) -> str:
    """What a badge is for, as part of a sentence: ``won a game as Black``."""
    _ = words.gettext
    return {
        Badge.LESSON: _("solved the last task of the lesson"),
        Badge.FIRST_WIN: _("won a game against a person"),
        Badge.BLACK_WIN: _("won a game as Black"),
        Badge.TOWER_WIN: _("won with three Towers"),
        Badge.POINTS_WIN: _("won on points when no moves were left"),
        Badge.QUICK_WIN: _("won on the board in fewer than 12 moves"),
        Badge.FAIR_PLAY: _("won a game with a balanced start or a swap start"),
        Badge.DRAW_HELD: _("drew a game in which everything was tied"),
        Badge.TEN_OPPONENTS: _("finished games with ten different people"),
        Badge.ALL_RULESETS: _("won under each of the three rulesets"),
        Badge.COMEBACK: _("won after three turns in a lost position, according to the review"),
        Badge.PERFECT_GAME: _("played a game without a mistake, according to the review"),
        Badge.LEVEL_1: _("beat the computer without help"),
        Badge.LEVEL_3: _("beat level 3 of the computer without help"),
        Badge.LEVEL_5: _("beat level 5 of the computer without help"),
        Badge.LEVEL_8: _("beat level 8 of the computer without help"),
        Badge.PUZZLE_WEEK: _("solved the puzzle of the day 7 days in a row"),
        Badge.PUZZLE_MONTH: _("solved the puzzle of the day 30 days in a row"),
        Badge.FIFTY_PUZZLES: _("solved 50 puzzles"),
        Badge.ALL_PUZZLES: _("solved 300 puzzles"),
        Badge.SEASON_GOLD: _("came first in a season"),
        Badge.SEASON_SILVER: _("came second in a season"),
        Badge.SEASON_BRONZE: _("came third in a season"),
    }[badge]


def earned_lines(words: NullTranslations, game: Game, badges: Collection[Badge] = tuple(Badge)) -> list[str]:
    """Which of these badges a finished game brought, a line for each player with any, without a ping."""
    lines = []
    for player in (game.white, game.black):
        mine = [one.badge for one in game.badges if one.player_id == player.id and one.badge in badges]
        if mine:
            # Translators: {badges} is one badge or several, such as "First win, Quick win".
            sentence = words.gettext("🏅 {player} earned {badges}")
            names = ", ".join(f"**{badge_name(words, badge)}**" for badge in mine)
            lines.append(sentence.format(player=name(player), badges=names))
    return lines


def new_badge_lines(words: NullTranslations, badges: Sequence[Badge]) -> list[str]:
    """What someone just earned, and for what, in lines that only they see."""
    # Translators: {reason} is what they did, such as "solved 50 puzzles".
    sentence = words.gettext("🏅 New badge: **{badge}**. You {reason}.")
    return [
        sentence.format(badge=badge_name(words, badge), reason=badge_description(words, badge))
        for badge in badges
    ]
