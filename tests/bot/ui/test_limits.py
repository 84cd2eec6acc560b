"""Every state of every message, checked against what Discord accepts."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import discord
import pytest
from discord import app_commands, ui

import render
from bot.commands import all_commands
from bot.commands.options import LEVELS, EnumOption
from bot.locale import Words, words_for
from bot.ui.board.board_message import board_message
from bot.ui.board.messages import moved_message
from bot.ui.board.move_buttons import NOTHING, Choice, Mode, mode
from bot.ui.challenges.card import begun_card, challenge_card
from bot.ui.challenges.challenging import opponent_panel
from bot.ui.components.panels import Kept, kept_panel, level_menu
from bot.ui.context.refusals import refusal
from bot.ui.games.conditional_moves import conditional_move_panel
from bot.ui.games.endings import (
    abort_panel,
    aborted_panel,
    draw_panel,
    offered_panel,
    resign_panel,
    resigned_panel,
)
from bot.ui.games.lists import MOST, GameList, ShowGames, challenge_entry, game_entry, game_list, list_page
from bot.ui.games.lists import PAGE_SIZE as PAGE_OF_SERVER
from bot.ui.games.more_panel import TakeBack, more_panel, take_back_panel
from bot.ui.games.moves import move_panel
from bot.ui.guide.help import HELP_PAGES, PAGES, board_help, help_page, rules_page, welcome
from bot.ui.hints import HintStage, part_panel, warning_panel, whole_panel
from bot.ui.message.content import Content, Row, layout
from bot.ui.message.icons import NO_ICONS, Icons, icon_name
from bot.ui.servers.moderation import PAGE_SIZE, annul_panel, annulled_panel, log_text
from bot.ui.standings.listing import listing_question
from bot.ui.standings.profile import ProfilePage
from bot.ui.standings.versus import versus_text
from bot.ui.text.words import KnownCommands, computer_name
from bot.ui.vacations import vacation_panel
from bot.use_cases.clocks.vacations import Vacation, VacationBook
from bot.use_cases.games.notes import LONGEST
from bot.use_cases.servers import LONGEST_REASON, Act
from bot.use_cases.standings.profiles import LATEST
from bot.values.acts import ActKind
from bot.values.badges import Badge
from bot.values.challenges import MOST_SEATS, Challenge, ChallengeStatus, ColorChoice, SimulGame, Terms
from bot.values.game.game import UNCOUNTED, Answer, ConditionalTree, Game, Offer, OfferKind, Seat, TurnClock
from bot.values.game.game_errors import ChooseGameError
from bot.values.game.turns import position_after
from bot.values.players import Controls, Place, Player, ThemeName
from bot.values.standings import (
    BestWin,
    DailyStreak,
    Meeting,
    Profile,
    RatedMoment,
    Record,
    Reliability,
    Score,
    Standing,
    Versus,
)
from engine import Accuracy, Color, Kind, Outcome, Position, Reason, Ruleset, Solution, Space, Start, Value
from tests.bot.clocks import StandingClock
from tests.bot.ui.discord_limits import (
    ROW,
    check,
    check_against_description,
    check_sizes,
    parts_of,
    payload,
    texts_of,
)
from tests.bot.ui.examples import game, game_at, random_positions

pytestmark = pytest.mark.thorough

each_language = pytest.mark.usefixtures("in_each_language")
NOW = StandingClock().now()
ICONS = {piece: discord.PartialEmoji(name=icon_name(piece), id=2**63 - 1) for piece in render.PIECES}
WITHOUT_WINNER = {Reason.DRAW, Reason.AGREEMENT, *UNCOUNTED}
LONGEST_CONTENT = 2000
LONGEST_CHOICE = 100
LARGEST = 2**63 - 1
LONG_NAME = Player(LARGEST, "*" * 32)
FAR = Place(LARGEST, LARGEST)


def words() -> Words:
    """Return the words of the examples."""
    return words_for("en-GB")


def choices(position: Position) -> Iterator[Choice]:
    yield NOTHING
    if mode(position, NOTHING) is not Mode.SPACE:
        return
    yield Choice(Kind.TRIANGLE)
    yield from (Choice(kind, space) for kind in (None, Kind.TRIANGLE) for space in Space)


def first_seeds(few: int, many: int) -> list[Any]:
    """Return a few seeds for every run, and the rest for the long one."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(few, many))]


@pytest.mark.parametrize("ruleset", Ruleset)
@pytest.mark.parametrize("seed", first_seeds(2, 8))
async def test_every_state_of_the_board_in_random_games_is_accepted(ruleset: Ruleset, seed: int) -> None:
    random = Random(seed)
    icons = ICONS if seed % 2 else NO_ICONS
    for position in random_positions(random, ruleset):
        for choice in choices(position):
            check(await board_message(game_at(position, number=LARGEST), icons, choice))


@each_language
async def test_every_state_of_the_board_in_a_game_is_accepted_in_every_language() -> None:
    for position in list(random_positions(Random(8), Ruleset.CLASSIC))[::3]:
        for state in states(game_at(position, number=LARGEST)) if position.outcome() is None else ():
            check(await board_message(replace(state, white=LONG_NAME), ICONS))


@pytest.mark.parametrize("ruleset", Ruleset)
async def test_boards_of_a_random_game_agree_with_discords_description(ruleset: Ruleset) -> None:
    for position in list(random_positions(Random(5), ruleset))[::5]:
        for choice in (NOTHING, Choice(space=random_space(position))):
            check_against_description(await board_message(game_at(position), ICONS, choice))


@each_language
async def test_every_state_of_a_board_in_words_is_accepted_in_every_language() -> None:
    for position in list(random_positions(Random(8), Ruleset.CLASSIC))[::4]:
        shown = replace(game_at(position, number=LARGEST), white=LONG_NAME, chosen_text_board=True)
        for choice in choices(position):
            content = await board_message(shown, NO_ICONS, choice)
            check_sizes(payload(content)["data"]["components"])


def random_space(position: Position) -> Space:
    return next((move.space for move in position.legal_moves if move.kind is Kind.TRIANGLE), Space.A1)


EVERY_CONTROLS = [Controls(confirm, compact) for confirm in (False, True) for compact in (False, True)]
CLAIMABLE = TurnClock(NOW, claimable=True)


def states(example: Game) -> Iterator[Game]:
    """Yield the game with everything that can appear below its board."""
    yield example
    yield replace(example, hints=True)
    yield replace(example, clock=CLAIMABLE, move_seconds=7200)
    yield replace(example, start=Start.SWAP, hints=True)
    for kind in OfferKind:
        yield replace(example, offers=(offer_now(example, kind),), hints=True)


def offer_now(example: Game, kind: OfferKind) -> Offer:
    """Return an offer by Black that waits for an answer."""
    return Offer(kind, Color.BLACK, example.position.ply, example.revision)


def seats(controls: Controls) -> dict[str, Any]:
    """Return both players' seats with these controls."""
    return dict.fromkeys(("white_seat", "black_seat"), Seat(controls=controls))


@pytest.mark.parametrize("controls", EVERY_CONTROLS)
@pytest.mark.parametrize("seed", first_seeds(1, 12))
async def test_every_state_under_every_setting_is_accepted(controls: Controls, seed: int) -> None:
    random = Random(seed)
    for position in list(random_positions(random, random.choice(list(Ruleset))))[::4]:
        example = replace(game_at(position, number=LARGEST), white=LONG_NAME, **seats(controls))
        move = next(iter(position.legal_moves), None)
        for state in states(example) if position.outcome() is None else [example]:
            check(await board_message(state, ICONS))
            if move is not None:
                check(await move_panel(words(), state, move))
    for state in states(replace(game("Cb2 Sb2"), **seats(controls))):
        check_against_description(await board_message(state, ICONS))


@pytest.mark.default
@each_language
def test_every_level_fits_into_a_command_and_a_menu() -> None:
    rows = Row(level_menu(words(), ruleset=Ruleset.CLASSIC, color=ColorChoice.BLACK))
    check(Content(layout(rows)))
    check_against_description(Content(layout(rows)))
    assert all(len(choice.name) <= LONGEST_CHOICE for choice in EnumOption(LEVELS).choices)


@each_language
def test_every_panel_behind_more_is_accepted() -> None:
    note = "*" * LONGEST
    computers = replace(game("Sb2", outcome=Outcome(None, Reason.ABORTED)), black=Player(8, "Computer"))
    for example in (game(), game("Sb2 Ta2e"), game("Sb2", outcome=Outcome(None, Reason.ABORTED)), computers):
        for who in (101, 102, 103):
            check(more_panel(words(), replace(example, number=LARGEST), who, note, "Done."))
            check_against_description(more_panel(words(), example, who, note))
    check(abort_panel(words(), game()))
    check(aborted_panel(words(), game()))


@each_language
@pytest.mark.parametrize("seed", range(6))
async def test_every_page_of_full_conditional_moves_is_accepted(seed: int) -> None:
    random = Random(seed)
    example = game_at(next(iter(random_positions(random, Ruleset.PYRGA))), number=LARGEST)
    conditional_moves, line = ConditionalTree(), tuple[str, ...]()
    for first in random.sample([str(move) for move in example.position.legal_moves], 25):
        answers = position_after(example, first).legal_moves
        conditional_moves = conditional_moves.with_answer((first,), str(random.choice(list(answers))))
        line = (first,)
    for _ in range(4):
        line = (*line, conditional_moves.answers[line])
        line = (*line, str(random.choice(list(position_after(example, *line).legal_moves))))
        answer = random.choice(list(position_after(example, *line).legal_moves))
        conditional_moves = conditional_moves.with_answer(line, str(answer))
    theme = ThemeName.AEGEAN
    for length in range(len(line) + 1):
        check(await conditional_move_panel(words(), example, conditional_moves, theme, line=line[:length]))
    check(await conditional_move_panel(words(), example, conditional_moves, theme, space=Space.B2))


async def moves_below(example: Game, icons: Icons = ICONS) -> list[str]:
    """Return the moves or spaces on the rows of buttons below a board, a text for each row."""
    rows = [row["components"] for row in parts_of(await board_message(example, icons), ROW)]
    found = [[re.findall("[^:]+$", each.get("custom_id", "")) for each in row] for row in rows]
    texts = [" ".join(chain.from_iterable(row)) for row in found]
    return [text for text in texts if re.match("[SCT]?[a-d][1-4]", text)]


@pytest.mark.default
@pytest.mark.parametrize(
    ("moves", "rows"),
    [
        # Squares and Cylinders come first, then the Triangles of each space, as one reads the board.
        (
            "Sb1",
            ["Sb2 Sa1 Sc1", "Cb2 Ca1 Cc1", "Tb2n Tb2e Tb2s Tb2w", "Ta1n Ta1e", "Tc1n Tc1e Tc1w"],
        ),
        ("Sb2 Ta2e", ["Cb2 Cc2 Cd2", "Tb2n Tb2e Tb2s Tb2w", "Tc2n Tc2e Tc2s Tc2w", "Td2n Td2s Td2w"]),
        ("Cb2", ["Sb2", "Tb2n Tb2e Tb2s Tb2w"]),
        # With four spaces it would take more than five rows, so one is chosen first.
        ("Sb2", ["b3 a2 c2 b1"]),
        ("", ["a4 b4 c4 d4", "a3 b3 c3 d3", "a2 b2 c2 d2", "a1 b1 c1 d1"]),
    ],
)
async def test_moves_are_in_rows_by_kind_and_space_as_read(moves: str, rows: list[str]) -> None:
    assert await moves_below(game(moves)) == rows
    assert await moves_below(game(moves), NO_ICONS) == rows


@pytest.mark.parametrize("seed", first_seeds(2, 12))
async def test_moves_take_at_most_five_rows_which_fit_a_narrow_phone(seed: int) -> None:
    for position in random_positions(Random(seed), Ruleset.CLASSIC):
        for state in states(game_at(position)) if position.outcome() is None else ():
            assert len(await moves_below(state)) <= 5


@each_language
async def test_every_state_of_a_clock_is_accepted() -> None:
    vacation = TurnClock(NOW, claimable=False, vacation_until=NOW)
    for clock in (TurnClock(NOW, claimable=False), TurnClock(NOW, claimable=True), vacation):
        widest = replace(game("Sb2"), start=Start.SWAP, black=LONG_NAME, move_seconds=86400, clock=clock)
        assert widest.offers_swap
        check(await board_message(widest, ICONS))


@each_language
@pytest.mark.parametrize("kind", OfferKind)
@pytest.mark.parametrize("answer", Answer)
async def test_every_offer_and_every_end_of_one_is_accepted(kind: OfferKind, answer: Answer) -> None:
    offer = offer_now(widest_game(), kind)
    check(await board_message(replace(widest_game(), offers=(offer,)), ICONS))
    check(await board_message(replace(widest_game(), offers=(replace(offer, answer=answer),)), ICONS))


@each_language
@pytest.mark.parametrize("level", [7, 8])
@pytest.mark.parametrize("moves", ["", "Sb2", "Sb2 Ta2e"])
async def test_a_game_with_the_computer_is_accepted_no_matter_who_is_to_move(moves: str, level: int) -> None:
    computer = Player(level, computer_name(words(), level))
    running = replace(game(moves), black=computer, hints=True)
    for stalled in (False, True):
        check(await board_message(replace(running, stalled=stalled), ICONS))
    ended = Outcome(Color.WHITE, Reason.RESIGNATION)
    over = replace(running, white=LONG_NAME, outcome=ended, white_seat=Seat(hints=tuple(range(15))))
    check(await board_message(over, ICONS))


@each_language
@pytest.mark.parametrize("kind", Kind)
async def test_every_stage_of_a_hint_is_accepted(kind: Kind) -> None:
    computer = Player(8, computer_name(words(), 8))
    running = replace(
        widest_game(), position=Position.start(), black=computer, white_seat=Seat(hints=tuple(range(10**4)))
    )
    move = next(move for move in running.position.legal_moves if move.kind is kind)
    values = dict.fromkeys(running.position.legal_moves, Value.WIN)
    solution = Solution(Value.WIN, values, Value.WIN, move, (), 1)
    panels = [
        part_panel(words(), running, LONG_NAME.id, move, HintStage.SPACE),
        part_panel(words(), running, LONG_NAME.id, move, HintStage.PIECE),
        await whole_panel(words(), running, LONG_NAME.id, move, solution),
    ]
    for panel in [
        *panels,
        warning_panel(words(), running),
        take_back_panel(words(), running, TakeBack(running.number, running.revision)),
    ]:
        check(panel)
        check_against_description(panel)


@each_language
@pytest.mark.parametrize("reason", Reason)
async def test_every_end_of_a_game_is_accepted(reason: Reason) -> None:
    winner = None if reason in WITHOUT_WINNER else Color.BLACK
    check(await board_message(game("Sb2 Ta2e", outcome=Outcome(winner, reason)), NO_ICONS))


@each_language
@pytest.mark.parametrize("status", ChallengeStatus)
@pytest.mark.parametrize("color", ColorChoice)
async def test_every_card_is_accepted(status: ChallengeStatus, color: ColorChoice) -> None:
    terms = Terms(Ruleset.CLASSIC, color, "en-GB")
    people = Player(101, "x"), LONG_NAME
    for theme in ThemeName:
        challenge = Challenge(LARGEST, Place(1, 2), None, *people, terms, theme, NOW, status, NOW)
        check(await challenge_card(replace(challenge, reliability=Reliability(10**6, 10**6))))
        check(await challenge_card(challenge, Score(10**6, 10**6, 10**6)))
        if status is ChallengeStatus.ACCEPTED:
            check(begun_card(challenge, game("Sb2", number=LARGEST)))


@pytest.mark.parametrize(
    ("known", "said"),
    [
        (Reliability(0, 0), "**Ada** hasn't finished a game here yet."),
        (Reliability(1, 1), "**Ada** has finished 1 game here so far."),
        (Reliability(9, 1), "**Ada** has finished 9 games here so far."),
        (Reliability(10, 0), "**Ada** has finished 10 games here, and has never run out of time."),
        (Reliability(40, 3), "**Ada** has finished 40 games here, and ran out of time in 3."),
    ],
)
async def test_a_card_says_how_reliable_the_challenger_is_once_that_is_known(
    known: Reliability, said: str
) -> None:
    terms = Terms(Ruleset.PYRGA, ColorChoice.RANDOM, "en-GB")
    people = (Player(1, "Ada"), None)
    made = Challenge(1, Place(1, 2), None, *people, terms, ThemeName.AEGEAN, NOW, ChallengeStatus.OPEN, NOW)
    card = await challenge_card(replace(made, reliability=known))
    assert f"-# {said}" in texts_of(card)[0]


@each_language
@pytest.mark.parametrize("status", [ChallengeStatus.OPEN, ChallengeStatus.CANCELED, ChallengeStatus.EXPIRED])
async def test_every_card_without_an_opponent_is_accepted(status: ChallengeStatus) -> None:
    terms = Terms(Ruleset.CLASSIC, ColorChoice.WHITE, "en-GB", Start.BALANCED, hints=True, thread=True)
    people = LONG_NAME, None
    challenge = Challenge(
        LARGEST, Place(1, 2), None, *people, terms, ThemeName.AEGEAN, NOW, status, NOW, "K7M4QX"
    )
    check(await challenge_card(challenge))


@each_language
@pytest.mark.parametrize("status", [one for one in ChallengeStatus if one is not ChallengeStatus.DECLINED])
@pytest.mark.parametrize("reason", [None, Reason.RESIGNATION, Reason.ABORTED])
async def test_every_card_of_a_simul_is_accepted(status: ChallengeStatus, reason: Reason | None) -> None:
    terms = Terms(
        *(Ruleset.CLASSIC, ColorChoice.WHITE, "en-GB", Start.ADVANTAGE), hints=True, seats=MOST_SEATS
    )
    winner = Color.BLACK if reason is Reason.RESIGNATION else None
    outcome = None if reason is None else Outcome(winner, reason)
    one = SimulGame(LARGEST, LONG_NAME, Color.WHITE, FAR, LARGEST, is_posted=True, outcome=outcome)
    for joined in (0, 1, MOST_SEATS):
        challenge = Challenge(
            *(LARGEST, Place(1, 2), None, LONG_NAME, None, terms, ThemeName.AEGEAN, NOW, status, NOW),
            code="K7M4QX",
            games=(one,) * joined,
        )
        if joined or status is not ChallengeStatus.ACCEPTED:
            check(await challenge_card(challenge))


def widest_game() -> Game:
    """Return a game where every name and number is as long as possible."""
    widest = replace(game("Sb2", number=LARGEST), white=LONG_NAME, black=LONG_NAME)
    board = replace(widest.board, place=FAR, message_id=LARGEST)
    return replace(widest, boards=(board,))


def known_commands() -> KnownCommands:
    groups = [each for each in all_commands() if isinstance(each, app_commands.Group)]
    described = {command.qualified_name: command.description for each in groups for command in each.commands}
    return KnownCommands(dict.fromkeys(described, LARGEST), described)


@each_language
async def test_every_page_is_accepted() -> None:
    for page in range(PAGES):
        check(await rules_page(words(), page, ThemeName.BASALT))
    for computer in (True, False):
        for page in range(HELP_PAGES):
            check(help_page(words(), known_commands(), page, computer=computer))
        check(await welcome(words(), computer=computer))
    check(board_help(words(), game("Sb2")))
    for people in (True, False):
        check(opponent_panel(words(), people=people))
    for kept in Kept:
        check(kept_panel(words(), kept))
    away = Vacation(LARGEST, NOW, NOW)
    for book in (VacationBook(None, 14, 14), VacationBook(None, 0, 0), VacationBook(away, 7, 7)):
        check(vacation_panel(words(), book))
    check(resign_panel(words(), game("Sb2"), 1))
    check(resigned_panel(words(), game("Sb2")))
    check(draw_panel(words(), widest_game(), 1))
    check(offered_panel(words(), widest_game(), 1))
    check(moved_message(game("Sb2"), game("Sb2").board))
    check(Content(layout(*listing_question(words()))))


@pytest.mark.default
@each_language
def test_a_list_of_many_games_with_long_names_is_accepted() -> None:
    clock = TurnClock(NOW, claimable=False)
    many = [replace(widest_game(), clock=clock) for _ in range(MOST + 1)]
    for who, reader in ((LONG_NAME, 1), (LONG_NAME, LONG_NAME.id)):
        check(game_list(words(), many, who, reader))
        check(game_list(words(), [], who, reader))


@each_language
def test_a_full_page_of_games_or_challenges_in_a_server_is_accepted() -> None:
    terms = Terms(Ruleset.PILOTIS, ColorChoice.WHITE, "en-GB", rated=True, move_seconds=10**6)
    for number in range(PAGE_OF_SERVER + 2):
        for listed in (GameList.WATCH, GameList.JOIN):
            entries = [
                game_entry(words(), replace(widest_game(), number=2**62 + each, move_seconds=10**6))
                if listed is GameList.WATCH
                else challenge_entry(
                    words(),
                    Challenge(
                        *(2**62 + each, FAR, LARGEST, LONG_NAME, None, terms),
                        *(ThemeName.AEGEAN, NOW, ChallengeStatus.OPEN, NOW),
                    ),
                )
                for each in range(PAGE_OF_SERVER + number)
            ]
            for page in (0, 1):
                check(list_page(words(), ShowGames(listed, page), entries))


@pytest.mark.default
@each_language
def test_a_refusal_that_links_to_many_games_is_accepted() -> None:
    said = refusal(words(), ChooseGameError((widest_game(),) * 25))
    assert len(said) <= LONGEST_CONTENT
    assert said.count("](https://") == said.count("#") == 15


@pytest.mark.default
@each_language
def test_a_log_of_long_reasons_and_its_question_are_accepted() -> None:
    example = widest_game()
    act = Act(LARGEST, ActKind.END, LONG_NAME, example, "*" * LONGEST_REASON, NOW)
    check(Content(layout(ui.TextDisplay(log_text(words(), [act] * PAGE_SIZE)))))
    check(annul_panel(words(), act))
    check(annulled_panel(words(), act))


def largest_profile() -> Profile:
    """Return a profile where everything is as long as possible."""
    many = Score(10**6, 10**6, 10**6)
    best = BestWin(LONG_NAME, 10**4, LARGEST, FAR, LARGEST)
    history = tuple(
        RatedMoment(1500 + 9 * (number % 60), deviation=60, rated_at=NOW) for number in range(400)
    )
    standing = Standing(
        rating=10**4,
        deviation=60,
        rank=10**5,
        games=10**6,
        streak=-(10**6),
        best_streak=10**6,
        best_win=best,
        history=history,
    )
    reasons = [reason for reason in Reason if reason not in UNCOUNTED]
    record = Record(dict.fromkeys(Color, many), dict.fromkeys(reasons, many))
    rulesets = dict.fromkeys(Ruleset, many)
    return Profile(LONG_NAME, Ruleset.CLASSIC, standing, record, rulesets, Accuracy(1, 1), 10**6, 8)


@each_language
@pytest.mark.parametrize("here", [True, False])
async def test_every_form_of_the_largest_profile_is_accepted(*, here: bool) -> None:
    daily = DailyStreak(10**6, 2)
    page = ProfilePage(words(), largest_profile(), tuple(Badge), here=here, daily=daily)
    rows = page.private_rows(sharable=True)
    check(await page.content(None, *rows))
    for theme in ThemeName:
        check(await page.content(theme, *page.private_rows(sharable=True)))
    check(await page.content(ThemeName.AEGEAN, page.public_row()))


@each_language
@pytest.mark.parametrize("here", [True, False])
async def test_a_nearly_empty_profile_is_accepted(*, here: bool) -> None:
    record, rulesets = Record({}, {}), dict[Ruleset, Score]()
    profile = Profile(LONG_NAME, Ruleset.PYRGA, None, record, rulesets, Accuracy(0, 0), 1, None)
    check(await ProfilePage(words(), profile, (), here=here).content(ThemeName.BASALT))


@pytest.mark.default
@each_language
def test_the_longest_score_between_two_people_is_accepted() -> None:
    many = Score(10**6, 10**6, 10**6)
    meeting = Meeting(
        LARGEST, FAR, LARGEST, LONG_NAME, LONG_NAME, LONG_NAME, Ruleset.CLASSIC, Reason.STUCK, NOW
    )
    versus = Versus(dict.fromkeys(Color, many), dict.fromkeys(Ruleset, many), (meeting,) * LATEST)
    text = versus_text(words(), LONG_NAME, LONG_NAME, versus, here=True, own=True)
    check(Content(layout(ui.TextDisplay(text))))
