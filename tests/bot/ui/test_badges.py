"""The badges in words."""

from dataclasses import replace
from pathlib import Path

from bot.locale import words_for
from bot.ui.board.board_message import board_message
from bot.ui.guide.lesson import lesson_answer
from bot.ui.message.icons import NO_ICONS
from bot.ui.review.page import ReviewPages
from bot.ui.text.badges import badge_description, badge_name, earned_lines
from bot.values.badges import RULES, Badge, EarnedBadge, ReviewedGame, badges_for
from bot.values.game.game import Game
from bot.values.players import ThemeName
from engine import Color, Move, Outcome, Reason, Review
from render.cards.badges import BadgeIcon
from tests.bot.ui.discord_limits import check, texts_of
from tests.bot.ui.examples import ADA, BLAISE, game

PAGE = Path(__file__).parents[3] / "docs" / "standings.md"
WORDS = words_for("en-GB")


def finished(*badges: Badge) -> Game:
    """Return a finished game that earned both players these badges."""
    earned = tuple(EarnedBadge(player.id, badge) for player in (ADA, BLAISE) for badge in badges)
    return replace(game("Sb2 Ta2e", outcome=Outcome(Color.WHITE, Reason.RESIGNATION)), badges=earned)


def test_every_badge_has_its_own_name_and_says_what_it_is_for() -> None:
    assert len({badge_name(WORDS, badge) for badge in Badge}) == len(Badge)
    assert len({badge_description(WORDS, badge) for badge in Badge}) == len(Badge)


def test_every_badge_is_on_the_page_about_badges() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [badge for badge in Badge if f"**{badge_name(WORDS, badge)}**" not in page] == []


def test_every_badge_has_an_icon_with_its_name() -> None:
    assert {badge.name for badge in Badge} == {icon.name for icon in BadgeIcon}


def test_no_badge_has_two_rules() -> None:
    badges = [rule.badge for rule in RULES]
    assert len(set(badges)) == len(badges)


async def test_all_badges_together_still_fit() -> None:
    check(await board_message(finished(*Badge), NO_ICONS))
    check(await lesson_answer(WORDS, 8, Move.parse("Cc3"), ThemeName.AEGEAN, tuple(Badge)))


def test_each_player_who_earned_some_has_a_line_that_pings_no_one() -> None:
    brought = finished(Badge.FIRST_WIN, Badge.QUICK_WIN)
    assert earned_lines(WORDS, brought) == [
        "🏅 **Ada** earned **First win**, **Quick win**",
        "🏅 **Blaise** earned **First win**, **Quick win**",
    ]
    assert earned_lines(WORDS, finished()) == []


async def test_a_review_mentions_the_badges_it_earned_and_no_others() -> None:
    pages = ReviewPages(WORDS, finished(Badge.FIRST_WIN, Badge.COMEBACK), Review(()), ThemeName.AEGEAN)
    content = await pages.page(0, shared=False, reader=ADA)
    (title, *_) = texts_of(content)
    assert title.splitlines()[-2:] == ["🏅 **Ada** earned **Comeback**", "🏅 **Blaise** earned **Comeback**"]
    assert Badge.COMEBACK in badges_for(ReviewedGame)
