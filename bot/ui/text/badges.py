"""The badges in words: what they're called, what they're for, and who just earned one."""

from collections.abc import Collection, Sequence

from bot.locale import Words
from bot.ui.text.words import name, plays_here
from bot.values.badges import Badge
from bot.values.game.game import Game


def badge_name(words: Words, badge: Badge) -> str:
    """Return the name of a badge."""
    return {
        Badge.LESSON: words.label("badge", "Quick learner"),
        Badge.FIRST_GAME: words.label("badge", "First game"),
        Badge.FIRST_WIN: words.label("badge", "First win"),
        Badge.BLACK_WIN: words.label("badge", "Win as Black"),
        Badge.TOWER_WIN: words.label("badge", "Tower builder"),
        Badge.POINTS_WIN: words.label("badge", "Win on points"),
        Badge.QUICK_WIN: words.label("badge", "Quick win"),
        Badge.FAIR_PLAY: words.label("badge", "Fair and square"),
        Badge.DRAW_HELD: words.label("badge", "Dead heat"),
        Badge.TEN_OPPONENTS: words.label("badge", "Ten opponents"),
        Badge.ALL_RULESETS: words.label("badge", "All-rounder"),
        Badge.COMEBACK: words.label("badge", "Comeback"),
        Badge.PERFECT_GAME: words.label("badge", "Perfect game"),
        Badge.LEVEL_1: words.label("badge", "Level 1 beaten"),
        Badge.LEVEL_3: words.label("badge", "Level 3 beaten"),
        Badge.LEVEL_5: words.label("badge", "Level 5 beaten"),
        Badge.LEVEL_8: words.label("badge", "Level 8 beaten"),
        Badge.PUZZLE_WEEK: words.label("badge", "Puzzle week"),
        Badge.PUZZLE_MONTH: words.label("badge", "Puzzle month"),
        Badge.PERFECT_DAY: words.label("badge", "Perfect day"),
        Badge.DAY_WEEK: words.label("badge", "Seven days"),
        Badge.FIFTY_PUZZLES: words.label("badge", "Fifty puzzles"),
        Badge.ALL_PUZZLES: words.label("badge", "Puzzle master"),
        Badge.SEASON_GOLD: words.label("badge", "Season gold"),
        Badge.SEASON_SILVER: words.label("badge", "Season silver"),
        Badge.SEASON_BRONZE: words.label("badge", "Season bronze"),
        Badge.CUP_GOLD: words.label("badge", "Cup gold"),
        Badge.CUP_SILVER: words.label("badge", "Cup silver"),
        Badge.CUP_BRONZE: words.label("badge", "Cup bronze"),
        Badge.GOOD_VOTES: words.label("badge", "Voice of reason"),
        Badge.NIGHT_WIN: words.label("badge", "Star of the night"),
    }[badge]


def badge_description(words: Words, badge: Badge) -> str:
    """Return what someone did to earn a badge, as a sentence to them: ``You won a game as Black.``."""
    return {
        Badge.LESSON: words.say("You solved the last task of the lesson."),
        Badge.FIRST_GAME: words.say("You finished a game against a person."),
        Badge.FIRST_WIN: words.say("You won a game against a person."),
        Badge.BLACK_WIN: words.say("You won a game as Black."),
        Badge.TOWER_WIN: words.say("You won with three Towers."),
        Badge.POINTS_WIN: words.say("You won on points when no moves were left."),
        Badge.QUICK_WIN: words.say("You won on the board in fewer than 12 moves."),
        Badge.FAIR_PLAY: words.say("You won a game with a balanced start or a swap start."),
        Badge.DRAW_HELD: words.say("You drew a game in which everything was tied."),
        Badge.TEN_OPPONENTS: words.say("You finished games with ten different people."),
        Badge.ALL_RULESETS: words.say("You won under each of the three rulesets."),
        Badge.COMEBACK: words.say("You won after three turns in a lost position, according to the review."),
        Badge.PERFECT_GAME: words.say("You played a game without a mistake, according to the review."),
        Badge.LEVEL_1: words.say("You beat the computer without help."),
        Badge.LEVEL_3: words.say("You beat level 3 of the computer without help."),
        Badge.LEVEL_5: words.say("You beat level 5 of the computer without help."),
        Badge.LEVEL_8: words.say("You beat level 8 of the computer without help."),
        Badge.PUZZLE_WEEK: words.say("You solved the puzzle of the day on the first try 7 days in a row."),
        Badge.PUZZLE_MONTH: words.say("You solved the puzzle of the day on the first try 30 days in a row."),
        Badge.PERFECT_DAY: words.say("Every move of your game of the day kept what it was worth."),
        Badge.DAY_WEEK: words.say("You played the game of the day 7 days in a row."),
        Badge.FIFTY_PUZZLES: words.say("You solved 50 puzzles."),
        Badge.ALL_PUZZLES: words.say("You solved 300 puzzles."),
        Badge.SEASON_GOLD: words.say("You came first in a season."),
        Badge.SEASON_SILVER: words.say("You came second in a season."),
        Badge.SEASON_BRONZE: words.say("You came third in a season."),
        Badge.CUP_GOLD: words.say("You won a cup."),
        Badge.CUP_SILVER: words.say("You came second in a cup."),
        Badge.CUP_BRONZE: words.say("You came third in a cup."),
        Badge.GOOD_VOTES: words.say(
            "You voted ten times in a game that a channel played, and no vote gave anything away, according "
            "to the review."
        ),
        Badge.NIGHT_WIN: words.say("You won a game night."),
    }[badge]


def earned_lines(words: Words, game: Game, badges: Collection[Badge] = tuple(Badge)) -> list[str]:
    """Return which of these badges a finished game earned, a line for each player, without a ping."""
    lines = []
    for player in (game.white, game.black):
        mine = [one.badge for one in game.badges if one.player_id == player.id and one.badge in badges]
        if mine and plays_here(game, player):
            names = ", ".join(f"**{badge_name(words, badge)}**" for badge in mine)
            # Translators: {badges} is one badge or several, such as "First win, Quick win".
            lines.append(words.say("🏅 {player} earned {badges}", player=name(player), badges=names))
    return lines


def new_badge_lines(words: Words, badges: Sequence[Badge]) -> list[str]:
    """Return what someone just earned and what for, in lines that only they see."""
    # Translators: {badge} is the name of a badge, such as "First win". A sentence follows that says what for.
    sentence = words.say("🏅 New badge: **{badge}**.")
    return [
        f"{sentence.format(badge=badge_name(words, badge))} {badge_description(words, badge)}"
        for badge in badges
    ]
