"""Rows of games as version 1.0.0 wrote them are read, and written in the same way."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.store.game_rows import COLUMNS, game_of
from bot.values.badges import Badge, EarnedBadge
from bot.values.clocks import TotalTime
from bot.values.crowds import Crowd, VoteResult
from bot.values.game.game import (
    Answer,
    BestPlay,
    Board,
    ConditionalTree,
    Game,
    Guessing,
    Offer,
    OfferKind,
    PlayedMove,
    Seat,
    Takeback,
    TurnClock,
)
from bot.values.players import Controls, NotificationMode, Place, Player, ThemeName
from bot.values.standings import RatingChange, Score, ShownRating
from engine import Color, Move, Outcome, Reason, Start
from tests.bot.use_cases.made_games import NOW, made_game

pytestmark = pytest.mark.quick

LATER = NOW + timedelta(seconds=2)
ADA, BLAISE = Player(101, "Ada", "ada"), Player(102, "Blaise", "blaise")

FULL = replace(
    made_game(ADA, BLAISE),
    number=7,
    boards=(
        Board(Place(10, 20), "en-GB", ThemeName.BASALT, None, 30, NOW, 5, Color.WHITE, server_name="Café"),
        Board(Place(None, 21, reachable=False), "fr", ThemeName.AEGEAN, Color.BLACK, side=Color.BLACK),
        Board(Place(11, 22), "pl", ThemeName.AEGEAN, watched=True),
    ),
    revision=6,
    outcome=Outcome(Color.BLACK, Reason.ADJUDICATION),
    finished_at=LATER,
    start=Start.SWAP,
    swapped=True,
    hints=True,
    takebacks=(Takeback(0, 3, (PlayedMove("Sa1", -1, NOW), PlayedMove("Ta2e", 1, LATER))),),
    white_seat=Seat(ShownRating(1512, provisional=True), LATER, (0, 2), left=timedelta(0), text_board=True),
    black_seat=Seat(
        conditional_moves=ConditionalTree().with_answer(("Sb2",), "Ta2e"),
        left=timedelta(seconds=299, milliseconds=5),
        notifications=NotificationMode.PRIVATE,
        reminder_hours=frozenset({1, 24}),
        controls=Controls(confirm=True, turned=True),
        vacation_until=LATER,
    ),
    total=TotalTime(300, 5),
    event=3,
    crowd=Crowd(quorum=2, step=-1, results=(VoteResult(1, 2, 3, tied=False),)),
    ballots=("Sb2", "resign"),
    offers=(
        Offer(OfferKind.DRAW, Color.WHITE, 1, 2, Answer.DECLINED),
        Offer(OfferKind.TEXT, Color.BLACK, 1, 6),
    ),
    chosen_text_board=True,
    rating_changes=(RatingChange(player_id=102, before=1500.0, after=1510.5, deviation=90.0),),
    badges=(EarnedBadge(101, Badge.LESSON), EarnedBadge(102, Badge.FIRST_WIN)),
    score=Score(1, 2, 0),
    best_play=BestPlay(Color.BLACK, 2, (Move.parse("Sb2"), Move.parse("Ta2e"))),
    guessing=Guessing(is_open=False, move="Sa1", right=1, total=2),
)
TEXTS = {
    "moves": None,
    "takebacks": '[[0,3,[["Sa1",-1,0],["Ta2e",1,2000000]]]]',
    "offers": '[["draw","white",1,2,"declined"],["text","black",1,6,null]]',
    "seats": '{"white":{"rating":[1512,true],"seen":2000000,"hints":[0,2]},'
    '"black":{"conditional_moves":["Sb2 Ta2e"]}}',
    "score": "[1,2,0]",
    "best_play": '["black",2,"Sb2 Ta2e"]',
    "crowd": '{"open_tally":false,"quorum":2,"extended":false,"step":-1,'
    '"results":[{"ply":1,"votes":2,"all":3,"tied":false}]}',
    "guesses": '[false,"Sa1",1,2]',
    "boards": '[{"guild":10,"channel":20,"reachable":true,"language":"en-GB","theme":"basalt","message":30,'
    '"posted":0,"shown":5,"side":"white","server":"Caf\\u00e9"},{"channel":21,"reachable":false,'
    '"language":"fr","theme":"aegean","reader":"black","side":"black"},{"guild":11,"channel":22,'
    '"reachable":true,"language":"pl","theme":"aegean","watched":true}]',
}
ELSEWHERE = {
    "white_account_name": "ada",
    "black_account_name": "blaise",
    "white_text_board": True,
    "white_listed": False,
    "black_notifications": "private",
    "black_reminders": "1 24",
    "black_confirm_moves": True,
    "black_compact_controls": False,
    "black_turned_boards": True,
    "black_vacation": LATER,
    "black_before": 1500.0,
    "black_after": 1510.5,
    "black_deviation": 90.0,
    "badges": "102:first-win;101:lesson",
    "ballots": "Sb2 resign",
}
"""What isn't in the row of ``games``. Anything else is null."""

OF_PLAYERS = (
    *("notifications", "confirm_moves", "compact_controls", "turned_boards", "reminders", "text_board"),
    *("time_zone", "quiet_from", "quiet_until", "listed", "vacation", "before", "after", "deviation"),
)
COLUMN_NAMES = (
    *(f"{color}_{name}" for color in Color for name in OF_PLAYERS),
    *("deadline", "claim", "badges", "ballots"),
)


def test_a_game_is_stored_as_it_was() -> None:
    written = COLUMNS.write(FULL)
    assert {name: written[name] for name in TEXTS} == TEXTS
    columns = ("id", "winner", "reason", "white_left", "black_left", "increment_seconds", "event_id")
    assert [written[name] for name in columns] == [7, "black", "adjudication", 0, 299_005, 5, 3]


def test_a_stored_game_is_read() -> None:
    row = {**dict.fromkeys(COLUMN_NAMES), **COLUMNS.write(FULL), **ELSEWHERE}
    assert game_of(row) == FULL
    running = {**row, "winner": None, "reason": None, "deadline": LATER}
    assert game_of(running).outcome is None
    assert game_of(running).clock == TurnClock(LATER, claimable=False)
    claimable = game_of({**running, "deadline": None, "claim": LATER})
    assert claimable.clock == TurnClock(LATER, claimable=True)


def test_of_a_game_that_has_just_begun_little_is_stored() -> None:
    written = COLUMNS.write(made_game(ADA, BLAISE))
    texts = {name: written[name] for name in TEXTS}
    boards = '[{"guild":10,"channel":20,"reachable":true,"language":"en-GB","theme":"aegean"}]'
    assert texts == {**dict.fromkeys(TEXTS), "boards": boards}
    assert isinstance(COLUMNS.read({**written}, NOW, position=FULL.position), Game)
