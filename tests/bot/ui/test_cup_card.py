"""The card of a cup, its panels, and its form, in every state and language."""

from dataclasses import replace
from random import Random

import pytest

from bot.locale import words_for
from bot.ui.events.cup_card import cup_card
from bot.ui.events.cup_making import CupForm, CupStart, cup_form
from bot.ui.events.cup_words import number_text, points_line, rules_text
from bot.ui.events.tables import group_lines, group_rows
from bot.ui.message.content import Picture
from bot.values.events import cup_changes, event_changes
from bot.values.events.cup import MOST, Cup, CupTerms
from bot.values.events.parts import Leaving
from bot.values.players import Player
from engine import Ruleset, Start
from tests.bot.made_cups import NOW, TERMS, in_language, open_cup, over, played, started, with_games
from tests.bot.ui.discord_limits import check, texts_of
from tests.loopback.description import violations

pytestmark = pytest.mark.thorough

LONG = "*_[" + 26 * "W" + "]{number}"
LANGUAGES = ("en-US", "fr", "pl")
LONG_TERMS = CupTerms("*" * 60, Ruleset.PILOTIS, double=True, start=Start.SWAP, wanted=MOST)


async def texts(cup: Cup) -> str:
    text = "\n".join(texts_of(await cup_card(cup)))
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("people", [0, 1, 3, 8, 9, 13, 31, MOST])
async def test_discord_accepts_the_card_in_every_state(people: int, language: str) -> None:
    cup = in_language(open_cup(people, LONG_TERMS, LONG), language)
    check(await cup_card(cup))
    check(await cup_card(event_changes.cancel(cup, NOW)))
    if people < 3:
        return
    running = started(cup)
    check(await cup_card(running))
    for later in [*played(running, Random(people))][-2:]:
        check(await cup_card(later))
    check(await cup_card(event_changes.cancel(running, NOW)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_discord_accepts_the_form(language: str) -> None:
    for start in (CupStart(), CupStart(wanted=5)):
        form = cup_form(words_for(language), CupForm(Ruleset.PYRGA, start), "Threads")
        body = {"type": 9, "data": form.to_dict()}
        assert violations("POST", "interactions/1/token/callback", body) == []
        assert len(form.to_dict()["components"]) == (5 if start.is_open else 4)
        for label in form.to_dict()["components"]:
            assert len(label["label"]) <= 45
            assert len(label.get("description") or "") <= 100
            for option in label["component"].get("options", ()):
                assert len(option["label"]) <= 100
                assert len(option.get("description") or "") <= 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_fit_in_a_message(language: str) -> None:
    assert len(rules_text(words_for(language), open_cup(3, LONG_TERMS))) <= 4000


def test_the_rules_of_a_league_have_no_stages() -> None:
    month = replace(open_cup(3), terms=replace(TERMS, has_stages=False), league=1)
    rules = rules_text(words_for("en-US"), month)
    assert "- Divisions have up to 8 people." in rules
    assert not [word for word in ("stage", "final", "free place") if word in rules]


async def test_an_open_card_says_what_is_played_who_has_joined_and_when_it_starts() -> None:
    shown = await texts(open_cup(4))
    assert "### 🏆 Winter Cup" in shown
    assert "- Time per move: 1 day. If you run out of time, you lose." in shown
    assert "**4 people** have joined: **Member 0**, **Member 1**, **Member 2**, **Member 3**" in shown
    assert f"Starts <t:{int(TERMS.starts_at.timestamp())}:f>" in shown  # type: ignore[union-attr]


async def test_a_trophy_in_the_name_of_a_cup_stands_alone() -> None:
    cup = open_cup(4)
    shown = await texts(replace(cup, terms=replace(cup.terms, name="Winter 🏆")))
    assert "### Winter 🏆" in shown


async def test_a_running_card_of_several_groups_has_the_points_of_everyone() -> None:
    shown = await texts(started(open_cup(13)))
    assert "0 of 22 games are over." in shown
    assert "**Group 1 of 3**\nMember 0 **0**" in shown


async def test_the_card_of_a_cup_that_is_over_names_the_first_three() -> None:
    shown = await texts(over(4, Random(2)))
    assert "The cup is over." in shown
    assert "🥇 **Member" in shown


VOID = {
    "en-US": (
        "**Member 0** never made a move, so 4 games don't count.",
        "**Member 1** left early, so 3 games don't count.",
        "A moderator annulled 1 game.",
    ),
    "fr": (
        "**Member 0** n\N{RIGHT SINGLE QUOTATION MARK}a jamais joué : 4 parties ne comptent pas.",
        "**Member 1** a quitté trop tôt : 3 parties ne comptent pas.",
        "La modération a annulé 1 partie.",
    ),
    "pl": (
        "Gracz **Member 0** ani razu nie zagrał, więc 4 partie się nie liczą.",
        "Gracz **Member 1** odszedł za wcześnie, więc 3 partie się nie liczą.",
        "Moderator unieważnił 1 partię.",
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_card_says_why_games_do_not_count(language: str) -> None:
    cup = started(in_language(open_cup(5), language))
    cup = cup_changes.take_out(cup, [100], cup.starts_at)
    cup = cup_changes.leave(cup, 101, Leaving.LEFT)
    annulled, *others = [game.number or 0 for game in cup.running]
    cup = event_changes.annul(cup, annulled, cup.stages[0].ends_at)
    running = await texts(cup)
    assert all(sentence in running for sentence in VOID[language])
    for game in others:
        cup = event_changes.result(cup, game, score=1)
    over = await texts(cup_changes.end_stage(cup, cup.starts_at))
    assert all(sentence in over for sentence in VOID[language])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_card_says_who_has_not_moved_as_long_as_the_cup_is_extended_for_them(language: str) -> None:
    cup = started(in_language(open_cup(3), language))
    extended = cup_changes.take_out(cup, [100, 101, 102], cup.starts_at)
    (stage,) = extended.stages
    assert stage.awaited is not None
    shown = await texts(extended)
    assert "**Member 0**, **Member 1**, **Member 2**" in shown
    assert f"<t:{int(stage.awaited.until.timestamp())}:f>" in shown
    later = event_changes.checked(extended, stage.awaited.until)
    assert "**Member 0**, **Member 1**, **Member 2**" not in await texts(later)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Leaving.NO_SHOW, "No one made a first move in time."),
        (Leaving.LEFT, "Everyone left before the end."),
    ],
)
async def test_the_card_of_a_month_that_everyone_left_is_one_of_a_league(why: Leaving, said: str) -> None:
    month = replace(open_cup(3), terms=replace(TERMS, has_stages=False), league=1)
    month = with_games(cup_changes.start_divisions(month, [[100, 101, 102]], NOW))
    for player_id in (100, 101, 102):
        month = cup_changes.leave(month, player_id, why)
    shown = await texts(cup_changes.end_stage(month, NOW))
    assert "This month of the league is over." in shown
    assert said in shown


async def test_the_table_of_a_league_marks_who_goes_up_and_down() -> None:
    people = [*range(100, 112)]
    month = replace(open_cup(12), terms=replace(TERMS, name="3", has_stages=False), league=1)
    month = with_games(cup_changes.start_divisions(month, [people[:6], people[6:]], NOW))
    assert "↑" not in await texts(month)
    for game in month.running:
        month = event_changes.result(month, game.number or 0, score=float(game.white < game.black))
    shown = await texts(month)
    assert "**Division 1**\nMember 0 **5**, Member 1 **4**" in shown
    assert "↓ Member 4 **1**, ↓ Member 5 **0**" in shown
    assert "**Division 2**\n↑ Member 6 **5**, ↑ Member 7 **4**, Member 8 **3**" in shown
    upper, lower = (group_lines(words_for("en-US"), month, 0, each) for each in month.stages[0].groups)
    assert upper[-1].startswith("6. Member 5, 0 points (S-B: 0) · moves down · lost to ")
    assert lower[0].startswith("1. Member 6, 5 points (S-B: 10) · moves up · beat ")
    assert not [line for line in upper[:4] + lower[2:] if "moves" in line]


async def test_the_table_of_an_earlier_stage_marks_who_advances() -> None:
    cup = over(13, Random(3))
    for group in cup.stages[0].groups:
        lines = group_lines(words_for("en-US"), cup, 0, group)
        assert ["advances" in line for line in lines] == [
            row.player_id in cup.stages[1].people for row in group_rows(cup, 0, group)
        ]


def test_points_are_written_as_people_do() -> None:
    words = words_for("en-US")
    assert [number_text(each) for each in (0, 0.5, 4, 4.5, 12.25, 0.75)] == ["0", "½", "4", "4½", "12¼", "¾"]
    assert [points_line(words, each) for each in (1, 0.5, 4.5, 0)] == [
        "1 point",
        "½ point",
        "4½ points",
        "0 points",
    ]


@pytest.mark.default
@pytest.mark.parametrize(("language", "named"), [("en-US", "Deleted player"), ("fr", "Compte supprimé")])
async def test_deleted_players_have_a_name_in_the_language_of_the_card(language: str, named: str) -> None:
    opened = in_language(open_cup(3), language)
    gone = replace(opened.entrants[0], player=Player(-1, "Usunięty gracz"))
    running = started(replace(opened, entrants=(gone, *opened.entrants[1:])))
    *_, ended = played(running, Random(1))
    for cup in (running, ended):
        card = await cup_card(cup)
        pictures = [picture.lines for picture in card.pictures if isinstance(picture, Picture)]
        said = str([texts_of(card), *pictures])
        assert named in said
        assert "Usunięty" not in said
