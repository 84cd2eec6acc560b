"""The badges in words: what they're called, what they're for, and who just earned one."""

from collections.abc import Collection, Sequence
from gettext import NullTranslations

from bot.ui.text.words import name, plays_here
from bot.values.game.game import Game
from bot.values.standings import Badge


def badge_name(words: NullTranslations, badge: Badge) -> str:
    """Return the name of a badge."""
    pgettext = words.pgettext
    return {
        Badge.LESSON: pgettext("badge", "Quick learner"),
        Badge.FIRST_WIN: pgettext("badge", "First win"),
        Badge.BLACK_WIN: pgettext("badge", "Win as Black"),
        Badge.TOWER_WIN: pgettext("badge", "Tower builder"),
        Badge.POINTS_WIN: pgettext("badge", "Win on points"),
        Badge.QUICK_WIN: pgettext("badge", "Quick win"),
        Badge.FAIR_PLAY: pgettext("badge", "Fair and square"),
        Badge.DRAW_HELD: pgettext("badge", "Dead heat"),
        Badge.TEN_OPPONENTS: pgettext("badge", "Ten opponents"),
        Badge.ALL_RULESETS: pgettext("badge", "All-rounder"),
        Badge.COMEBACK: pgettext("badge", "Comeback"),
        Badge.PERFECT_GAME: pgettext("badge", "Perfect game"),
        Badge.LEVEL_1: pgettext("badge", "Level 1 beaten"),
        Badge.LEVEL_3: pgettext("badge", "Level 3 beaten"),
        Badge.LEVEL_5: pgettext("badge", "Level 5 beaten"),
        Badge.LEVEL_8: pgettext("badge", "Level 8 beaten"),
        Badge.PUZZLE_WEEK: pgettext("badge", "Puzzle week"),
        Badge.PUZZLE_MONTH: pgettext("badge", "Puzzle month"),
        Badge.FIFTY_PUZZLES: pgettext("badge", "Fifty puzzles"),
        Badge.ALL_PUZZLES: pgettext("badge", "Puzzle master"),
        Badge.SEASON_GOLD: pgettext("badge", "Season gold"),
        Badge.SEASON_SILVER: pgettext("badge", "Season silver"),
        Badge.SEASON_BRONZE: pgettext("badge", "Season bronze"),
        Badge.CUP_GOLD: pgettext("badge", "Cup gold"),
        Badge.CUP_SILVER: pgettext("badge", "Cup silver"),
        Badge.CUP_BRONZE: pgettext("badge", "Cup bronze"),
        Badge.GOOD_VOTES: pgettext("badge", "Voice of reason"),
    }[badge]


def badge_description(words: NullTranslations, badge: Badge) -> str:
    """Return what someone did to earn a badge, as a sentence to them: ``You won a game as Black.``."""
    _ = words.gettext
    return {
        Badge.LESSON: _("You solved the last task of the lesson."),
        Badge.FIRST_WIN: _("You won a game against a person."),
        Badge.BLACK_WIN: _("You won a game as Black."),
        Badge.TOWER_WIN: _("You won with three Towers."),
        Badge.POINTS_WIN: _("You won on points when no moves were left."),
        Badge.QUICK_WIN: _("You won on the board in fewer than 12 moves."),
        Badge.FAIR_PLAY: _("You won a game with a balanced start or a swap start."),
        Badge.DRAW_HELD: _("You drew a game in which everything was tied."),
        Badge.TEN_OPPONENTS: _("You finished games with ten different people."),
        Badge.ALL_RULESETS: _("You won under each of the three rulesets."),
        Badge.COMEBACK: _("You won after three turns in a lost position, according to the review."),
        Badge.PERFECT_GAME: _("You played a game without a mistake, according to the review."),
        Badge.LEVEL_1: _("You beat the computer without help."),
        Badge.LEVEL_3: _("You beat level 3 of the computer without help."),
        Badge.LEVEL_5: _("You beat level 5 of the computer without help."),
        Badge.LEVEL_8: _("You beat level 8 of the computer without help."),
        Badge.PUZZLE_WEEK: _("You solved the puzzle of the day on the first try 7 days in a row."),
        Badge.PUZZLE_MONTH: _("You solved the puzzle of the day on the first try 30 days in a row."),
        Badge.FIFTY_PUZZLES: _("You solved 50 puzzles."),
        Badge.ALL_PUZZLES: _("You solved 300 puzzles."),
        Badge.SEASON_GOLD: _("You came first in a season."),
        Badge.SEASON_SILVER: _("You came second in a season."),
        Badge.SEASON_BRONZE: _("You came third in a season."),
        Badge.CUP_GOLD: _("You won a cup."),
        Badge.CUP_SILVER: _("You came second in a cup."),
        Badge.CUP_BRONZE: _("You came third in a cup."),
        Badge.GOOD_VOTES: _(
            "You voted ten times in a game that a channel played, and no vote gave anything away, according "
            "to the review."
        ),
    }[badge]


def earned_lines(words: NullTranslations, game: Game, badges: Collection[Badge] = tuple(Badge)) -> list[str]:
    """Return which of these badges a finished game earned, a line for each player, without a ping."""
    # Translators: {badges} is one badge or several, such as "First win, Quick win".
    sentence = words.gettext("🏅 {player} earned {badges}")
    lines = []
    for player in (game.white, game.black):
        mine = [one.badge for one in game.badges if one.player_id == player.id and one.badge in badges]
        if mine and plays_here(game, player):
            names = ", ".join(f"**{badge_name(words, badge)}**" for badge in mine)
            lines.append(sentence.format(player=name(player), badges=names))
    return lines


def new_badge_lines(words: NullTranslations, badges: Sequence[Badge]) -> list[str]:
    """Return what someone just earned and what for, in lines that only they see."""
    # Translators: {badge} is the name of a badge, such as "First win". A sentence follows that says what for.
    sentence = words.gettext("🏅 New badge: **{badge}**.")
    return [
        f"{sentence.format(badge=badge_name(words, badge))} {badge_description(words, badge)}"
        for badge in badges
    ]
