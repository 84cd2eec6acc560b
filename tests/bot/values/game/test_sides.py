"""What happens to each player's own things when players change sides, or one is deleted."""

from dataclasses import fields, replace
from datetime import timedelta

import pytest

from bot.store.game_rows import COLUMNS, own_view
from bot.values.badges import Badge, EarnedBadge
from bot.values.clocks import QuietHours, TotalTime
from bot.values.game import boards, endings, offers, presence, turns
from bot.values.game.game import EMPTY_SEAT, NO_CONDITIONAL_MOVES, Board, ConditionalTree, Game, Seat
from bot.values.game.game_errors import NotAPlayerError, OfferedLatelyError, StaleRevisionError
from bot.values.players import (
    DELETED_NAME,
    FORGOTTEN_PLACE,
    Controls,
    NotificationMode,
    Place,
    Player,
    ThemeName,
)
from bot.values.standings import RatingChange, ShownRating
from engine import Color, Position, Start
from tests.bot.use_cases.clocked import ADA, BLAISE, CHIYO
from tests.bot.use_cases.made_games import NOW, made_game, made_in_two_places

LATER = NOW + timedelta(minutes=1)
DMS = {ADA: Place(None, 31), BLAISE: Place(None, 32)}
STAND_IN = Player(-7, DELETED_NAME)

pytestmark = pytest.mark.quick


def lived_in(start: Start = Start.PLAIN) -> Game:
    """Return a game after a move. Both have a private board, a hint, and their own time. Ada has a plan."""
    white, black = (Seat(left=timedelta(seconds=seconds)) for seconds in (304, 298))
    game = made_game(
        ADA,
        BLAISE,
        message_id=1,
        start=start,
        hints=True,
        total=TotalTime(300, 5),
        white_seat=white,
        black_seat=black,
    )
    game = presence.give_hint(presence.see(game, ADA.id, NOW), 0, player_id=ADA.id)
    game = turns.play(game, NOW, revision=0, text="Sb2", player_id=ADA.id)
    game = presence.give_hint(presence.see(game, BLAISE.id, LATER), 1, player_id=BLAISE.id)
    for number, (player, place) in enumerate(DMS.items(), start=11):
        game = boards.put_private(game, player.id, place, message_id=number, now=NOW)
    return turns.plan(
        game, 1, ("Ta2e",), str(turns.position_after(game, "Ta2e").legal_moves[0]), player_id=ADA.id
    )


def test_who_takes_over_whites_side_takes_everything_along_except_plans() -> None:
    before = lived_in(Start.SWAP)
    after = turns.swap(before, LATER, revision=1, player_id=BLAISE.id)
    assert (after.white, after.black, after.to_move, after.revision) == (BLAISE, ADA, ADA, 2)
    assert before.seat_of(ADA.id).conditional_moves != NO_CONDITIONAL_MOVES
    for player in (ADA, BLAISE):
        kept = replace(before.seat_of(player.id), conditional_moves=NO_CONDITIONAL_MOVES)
        assert after.seat_of(player.id) == kept
        own = after.private_board_of(player.id)
        assert own is not None
        assert own.place == DMS[player]
    assert after.board == before.board


def test_after_a_swap_who_asked_before_it_waits_and_the_other_one_does_not() -> None:
    game = offers.ask_for_text(made_game(ADA, BLAISE, ["Sb2"], start=Start.SWAP), 1, player_id=ADA.id)
    game = offers.decline(game, NOW, revision=2, player_id=BLAISE.id)
    game = turns.swap(game, LATER, revision=3, player_id=BLAISE.id)
    with pytest.raises(OfferedLatelyError):
        offers.ask_for_text(game, 4, player_id=ADA.id)
    assert offers.ask_for_text(game, 4, player_id=BLAISE.id).offer is not None


def test_plans_are_dropped_before_the_sides_change_hands() -> None:
    after = turns.swap(lived_in(Start.SWAP), LATER, revision=1, player_id=BLAISE.id)
    moved = turns.play(after, LATER, revision=2, text="Ta2e", player_id=ADA.id)
    assert (moved.position.ply, moved.to_move) == (2, BLAISE)


FORGOTTEN, STAYS, REPLACED = "is forgotten", "stays", "is replaced"

OF_A_SEAT = {
    "rating": FORGOTTEN,
    "seen_at": FORGOTTEN,
    "hints": STAYS,  # The record of the game says where there were hints.
    "conditional_moves": FORGOTTEN,
    "left": STAYS,  # It's a part of how they played.
    "notifications": FORGOTTEN,
    "reminder_hours": FORGOTTEN,
    "controls": FORGOTTEN,
    "text_board": FORGOTTEN,
    "quiet": FORGOTTEN,
    "apart": FORGOTTEN,
    "vacation_until": FORGOTTEN,
}
"""Every field of the seat of a player who's deleted."""

OF_A_MATCH = {
    **dict.fromkeys(("white", "black"), REPLACED),
    **dict.fromkeys(("white_seat", "black_seat"), "as in OF_A_SEAT"),
    **dict.fromkeys(("boards", "revision"), "as the test below says"),
    **dict.fromkeys(("badges", "rating_changes"), "as the test below says"),
    # The game as it was played, which is the opponent's, too. It names colors, not people.
    **dict.fromkeys(
        (
            *("number", "position", "created_at", "outcome", "finished_at", "stalled", "start", "swapped"),
            *("rated", "over_limit", "hints", "moves", "takebacks", "move_seconds", "clock", "offers"),
            *("event", "simul", "crowd", "ballots", "guessing", "total", "chosen_text_board", "score"),
            "weekends_off",
            *("best_play", "annulled_winner", "day"),
        ),
        STAYS,
    ),
}
"""Every field of a game, one player of which is deleted."""

CHOICES = Seat(
    rating=ShownRating(1512, provisional=False),
    notifications=NotificationMode.PRIVATE,
    reminder_hours=frozenset({5}),
    controls=Controls(confirm=True),
    text_board=True,
    quiet=QuietHours("Europe/Berlin", 22, 8),
    apart=True,
    vacation_until=LATER,
)


def test_it_is_said_of_every_field_what_happens_to_it_when_a_player_is_deleted() -> None:
    assert OF_A_SEAT.keys() == {field.name for field in fields(Seat)}
    assert OF_A_MATCH.keys() == {field.name for field in fields(Game)}


@pytest.mark.parametrize(("player", "color"), [(ADA, Color.WHITE), (BLAISE, Color.BLACK)])
def test_of_a_deleted_player_only_how_they_played_is_kept(player: Player, color: Color) -> None:
    before = endings.resign(lived_in(), LATER, player_id=ADA.id)
    chosen = replace(
        CHOICES,
        seen_at=NOW,
        hints=(0,),
        conditional_moves=ConditionalTree().with_answer(("Sb2",), "Ta2e"),
        left=timedelta(seconds=42),
    )
    before = replace(
        before.with_seat(color, chosen),
        badges=(EarnedBadge(ADA.id, Badge.LESSON), EarnedBadge(BLAISE.id, Badge.LESSON)),
        rating_changes=tuple(
            RatingChange(player_id=each.id, before=1500.0, after=1520.0, deviation=90.0)
            for each in (ADA, BLAISE)
        ),
    )
    after = endings.forget_player(before, player.id, STAND_IN)
    assert (after.player(color), after.player(color.opponent)) == (STAND_IN, before.player(color.opponent))
    for name, promise in OF_A_SEAT.items():
        left = EMPTY_SEAT if promise is FORGOTTEN else chosen
        assert getattr(chosen, name) != getattr(EMPTY_SEAT, name), name
        assert getattr(after.seat(color), name) == getattr(left, name), name
    assert after.seat(color.opponent) == before.seat(color.opponent)
    for name, promise in OF_A_MATCH.items():
        assert promise is not STAYS or getattr(after, name) == getattr(before, name), name
    other = before.player(color.opponent)
    assert [badge.player_id for badge in after.badges] == [other.id]
    assert {change.player_id for change in after.rating_changes} == {STAND_IN.id, other.id}
    # Their own board still has their name, until it's drawn again.
    shown = boards.show(after, [board.message_id or 0 for board in after.boards], before.revision)
    assert len(shown.boards) == 3
    shown = boards.show(shown, [board.message_id or 0 for board in after.boards], after.revision)
    assert [board.reader for board in shown.boards] == [None, color.opponent]
    assert after.revision == before.revision + 1
    with pytest.raises(NotAPlayerError):
        endings.forget_player(after, player.id, STAND_IN)


def test_a_player_sees_of_the_stored_match_what_is_theirs_and_what_is_for_everyone() -> None:
    game = lived_in()
    row = {**COLUMNS.write(game), "white_guild_id": 10, "black_guild_id": 11}
    adas, blaises = own_view(row, ADA.id), own_view(row, BLAISE.id)
    assert "conditional_moves" in adas["seats"]
    assert "conditional_moves" not in blaises["seats"]
    start, after = Position.start(), Position.replay(game.ruleset, ["Sb2"])
    assert (adas["seats"]["hints"], blaises["seats"]["hints"]) == ([str(start)], [str(after)])
    assert (adas["seats"]["seen"], blaises["seats"]["seen"]) == (0, 60_000_000)
    # Where it's played is left out for those who play apart.
    assert [board["message"] for board in adas["boards"]] == [11]
    assert [board["message"] for board in blaises["boards"]] == [12]
    assert [(own["white_guild_id"], own["black_guild_id"]) for own in (adas, blaises)] == [
        (10, None),
        (None, 11),
    ]


def test_no_one_sees_where_others_watch_in_the_other_players_server() -> None:
    game = made_in_two_places(ADA, BLAISE)
    for guild_id in (10, 11):
        place = Place(guild_id, 90 + guild_id)
        game = boards.watch(game, Board(place, "en-GB", ThemeName.AEGEAN, watched=True))
    row = COLUMNS.write(game)
    for player in (ADA, BLAISE):
        own = game.home_of(game.color_of(player.id)).place.guild_id
        assert [board["guild"] for board in own_view(row, player.id)["boards"]] == [own, own]


def test_where_only_a_deleted_player_was_is_forgotten_once_that_is_shown() -> None:
    game = endings.resign(made_in_two_places(ADA, BLAISE), LATER, player_id=BLAISE.id)
    homes = [
        replace(home, message_id=number, posted_at=NOW, server_name="Café")
        for number, home in enumerate(game.homes, 1)
    ]
    game = replace(game, boards=tuple(homes))
    for number, guild_id in enumerate((10, 11), 3):
        place = Place(guild_id, 90 + guild_id)
        board = Board(place, "en-GB", ThemeName.AEGEAN, message_id=number, watched=True)
        game = replace(game, boards=(*game.boards, board))
    left = endings.forget_player(game, BLAISE.id, STAND_IN)
    assert [board.place.guild_id for board in left.boards] == [10, 11, 10, 11]
    shown = boards.show(left, {1, 2, 3, 4}, left.revision)
    assert [(board.place.guild_id, board.server_name) for board in shown.boards] == [
        (10, "Café"),
        (None, None),
        (10, None),
    ]
    assert shown.home_of(Color.BLACK).place == FORGOTTEN_PLACE
    assert shown.shown


def test_someone_means_the_board_in_their_channel_or_else_in_their_server_or_else_their_own() -> None:
    white, black = (game := made_in_two_places(ADA, BLAISE)).homes
    assert game.home_for(ADA.id, black.place) == black
    assert game.home_for(CHIYO.id, Place(11, 99)) == black
    assert game.home_for(BLAISE.id, Place(12, 99)) == black
    assert game.home_for(CHIYO.id, Place(12, 99)) == white


def test_a_takeback_keeps_what_was_played_and_forgets_what_was_asked_about_it() -> None:
    game = made_game(ADA, BLAISE, ["Sb2", "Ta2e"])
    game = offers.decline(offers.offer_draw(game, 2, player_id=ADA.id), NOW, revision=3, player_id=BLAISE.id)
    assert game.answered is not None
    asked = offers.take_back(game, NOW, revision=4, player_id=BLAISE.id)
    back = offers.accept(asked, LATER, revision=5, player_id=ADA.id)
    (takeback,) = back.takebacks
    assert (takeback.ply, takeback.revision, takeback.moves) == (1, 6, game.moves[1:])
    assert (back.moves, back.answered) == (game.moves[:1], None)
    # A draw can't be asked for any sooner because of that, nor any later: one move has been played since.
    again = turns.play(back, LATER, revision=6, text="Ta2e", player_id=BLAISE.id)
    with pytest.raises(OfferedLatelyError) as refused:
        offers.offer_draw(again, again.revision, player_id=ADA.id)
    assert refused.value.number == 3


def test_a_takeback_of_one_player_leaves_the_pace_of_the_other() -> None:
    game = offers.take_back(made_game(ADA, BLAISE, ["Sb2", "Ta2e"]), NOW, revision=2, player_id=ADA.id)
    game = offers.decline(game, NOW, revision=3, player_id=BLAISE.id)
    game = offers.take_back(game, NOW, revision=4, player_id=BLAISE.id)
    game = offers.accept(game, NOW, revision=5, player_id=ADA.id)
    with pytest.raises(OfferedLatelyError) as refused:
        offers.take_back(game, NOW, revision=6, player_id=ADA.id)
    assert refused.value.number == 2


def test_only_the_newest_private_board_of_a_player_counts() -> None:
    game = boards.put_private(lived_in(), ADA.id, DMS[ADA], message_id=21, now=LATER)
    assert [board.message_id for board in game.boards] == [1, 12, 21]
    with pytest.raises(NotAPlayerError):
        boards.put_private(game, CHIYO.id, Place(None, 33), message_id=22, now=LATER)


def test_a_lost_private_board_is_forgotten_but_the_one_for_everyone_keeps_its_place() -> None:
    game = lived_in()
    game = boards.show(game, {1, 11, 12}, game.revision)
    assert game.shown
    game = boards.lose(boards.lose(game, 11), 1)
    assert (game.place, game.message_id, game.private_board_of(ADA.id)) == (Place(10, 20), None, None)
    assert game.shown
    assert game.private_board_of(BLAISE.id) is not None


def test_a_new_board_for_everyone_leaves_the_others_where_they_are() -> None:
    game = boards.watch(lived_in(), Board(Place(10, 21), "en-GB", ThemeName.AEGEAN, watched=True))
    assert boards.put(game, Place(10, 22), LATER, message_id=2).boards[1:] == game.boards[1:]


def test_two_clicks_on_the_same_buttons_have_one_effect() -> None:
    game = made_game(ADA, BLAISE, ["Sb2", "Ta2e"])
    declined = offers.decline(
        offers.offer_draw(game, 2, player_id=ADA.id), NOW, revision=3, player_id=BLAISE.id
    )
    with pytest.raises(StaleRevisionError):
        offers.accept(declined, NOW, revision=3, player_id=BLAISE.id)
    with pytest.raises(StaleRevisionError):
        turns.play(declined, NOW, revision=2, text="Sa1", player_id=ADA.id)
