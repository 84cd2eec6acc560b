"""What can be done once a game is over: rematch, replay, review, files."""

from datetime import timedelta

import pytest
import simcord

from bot.values.challenges import ColorChoice, Terms
from bot.values.players import Place, Player
from engine import (
    Move,
    Review,
    ReviewedMove,
    Ruleset,
    Start,
    Value,
    parse_record,
    parse_record_json,
    print_review,
)
from tests.bot import acts
from tests.bot.servers import Server, alt_text, answer, components, heard, labels, read, said, texts
from tests.bot.whole.cups import play_short

pytestmark = pytest.mark.thorough

FILE = 13
LATER = timedelta(minutes=20)
POINTS = (
    "Tc3s Tc2e Sd2 Td1w Tc1n Cc3 Sc3 Td3s Td2w Ta2s Ta1n Ca2 Sa2 Tb2e Sc2 "
    "Sc1 Tb1w Sa1 Cb1 Sb1 Sb2 Cb3 Cb4 Sb4 Ca4 Sa4 Ca3 Cd4 Cc4"
)
"""A game that White wins on points, with two Towers, when no moves are left."""


async def finish(server: Server, moves: str = "Sb2 Ta2e", **options: object) -> simcord.ResponseMessage:
    board = await server.begin(**options)
    await server.play(board, moves)
    panel = answer(await server.ada.click(board, label="Resign"))
    await server.ada.click(panel, label="Resign")
    server.clock.move(LATER)
    return board


async def downloads(server: Server, message: simcord.ResponseMessage) -> dict[str, str]:
    """Return the texts of the files that a message offers, by name."""
    files = [each for each in components(message) if each["type"] == FILE]
    contents = [await server.client.http.get_from_cdn(file["file"]["url"]) for file in files]
    return {file["name"]: content.decode() for file, content in zip(files, contents, strict=True)}


async def test_the_result_card_says_how_it_ended_and_what_can_be_done(server: Server) -> None:
    board = await finish(server)
    assert "**Blaise wins: Ada resigned**" in texts(board)[-1]
    assert labels(board) == ["Rematch", "Review", "Replay", "Share", "More…"]
    panel = answer(await server.ada.click(board, label="More…"))
    assert labels(panel) == ["Private note", "Help"]
    assert labels(answer(await server.chiyo.click(board, label="More…"))) == ["Help"]
    spectator = said(await server.chiyo.click(board, label="Rematch"))
    assert spectator.startswith("This is **Ada** and **Blaise**'s game.")


async def test_a_first_game_ends_with_a_headline_and_something_for_both(server: Server) -> None:
    board = await server.begin(rated=True, start="plain")
    await server.play(board, POINTS)
    headline, ratings, _, *rest = texts(board)[-1].splitlines()
    assert headline == "**Ada wins 2\N{EN DASH}\N{WORD JOINER}1 on points**"
    assert ratings == "Ratings: **Ada** 1741?, **Blaise** 1259?"
    assert rest == [
        "🏅 **Ada** earned **First game**, **First win**, **Win on points**",
        "🏅 **Blaise** earned **First game**",
        "Well played: **Blaise** controlled 1 Tower.",
    ]


async def test_whoever_loses_a_first_game_without_a_tower_held_out(server: Server) -> None:
    board = await server.begin(rated=True, start="plain")
    await server.play(board, "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2")
    assert texts(board)[-1].splitlines()[-1] == "Well played: **Blaise** held out for 11 moves."


async def test_a_shared_game_a_rematch_and_a_review_are_one_click_from_the_result(server: Server) -> None:
    board = await server.resigned()
    kept = [ReviewedMove(Move.parse(move), Value.WIN, Value.WIN, decision=True) for move in ("Sb2", "Ta2e")]
    await server.keep_review(print_review(Review(tuple(kept))))
    for label, said_there in (("Share", "Shared by"), ("Rematch", "A rematch?"), ("Review", "Review of")):
        clicked = await server.ada.click(board, label=label)
        assert said_there in heard(clicked) + read(server.newest())


@pytest.mark.default
async def test_a_rematch_is_proposed_with_one_mention_and_accepted_on_its_card(server: Server) -> None:
    board = await finish(server, "Sb2 Ta2e Cc2 Sc2", ruleset="classic", clock="2h")
    proposed = said(await server.ada.click(board, label="Rematch"))
    card = server.newest()
    assert proposed.startswith("Rematch offered to **Blaise**: [see it](")
    assert str(card.id) in proposed
    assert server.pinged() == [server.blaise.id]
    assert labels(card)[:2] == ["Accept", "Decline"]

    again = said(await server.ada.click(board, label="Rematch"))
    assert again.startswith("**Blaise** hasn't answered [your challenge](")
    assert server.pinged() == [server.blaise.id]

    assert texts(card)[0] == (
        f"### A rematch?\n**Ada** offers {server.blaise.mention} a rematch.\n"
        "So far: **Ada** 0\N{EN DASH}\N{WORD JOINER}1 **Blaise**"
    )
    await server.blaise.click(card, label="Accept")
    game = await server.client.services.games.get(2)
    assert (game.white.id, game.black.id) == (server.blaise.id, server.ada.id)
    assert (game.ruleset.value, game.move_seconds) == ("classic", 7200)
    for who in (server.ada, server.blaise):
        assert said(await who.click(board, label="Rematch")).startswith(
            "The rematch has already started: [game #2]("
        )


@pytest.mark.default
async def test_the_record_is_two_files_that_say_where_and_on_what_terms_the_game_was_played(
    server: Server,
) -> None:
    board = await finish(server, clock="2h", hints=True)
    viewer = answer(await server.chiyo.click(board, label="Replay"))
    files = await downloads(server, answer(await server.chiyo.click(viewer, label="Record")))
    assert list(files) == ["pyrga-1.txt", "pyrga-1.json"]
    for recorded in (parse_record(files["pyrga-1.txt"]), parse_record_json(files["pyrga-1.json"])):
        assert (recorded.place, recorded.clock) == ("Pyrga Café", "2 hours per move")
        assert (recorded.start, recorded.rated, recorded.hints) == (Start.PLAIN, False, True)


async def test_the_record_leaves_out_a_server_whose_name_the_bot_does_not_know(server: Server) -> None:
    board = await finish(server)
    viewer = answer(await server.ada.click(board, label="Replay"))
    server.env.inject_error("GET", "/guilds/*", status=403, code=50001, times=1)
    text, _ = (await downloads(server, answer(await server.ada.click(viewer, label="Record")))).values()
    assert parse_record(text).place == ""


LIMIT = "Casual: ratings don't change, because you two have already started 5 rated games today (UTC)."
RATED = "Rated. **Blaise**'s rating"


async def play_rated(server: Server, games: int) -> None:
    for number in range(1, games + 1):
        await server.begin(rated=True, start="plain")
        await play_short(server, number, server.ada.id)


async def challenge_rated(server: Server) -> simcord.ResponseMessage:
    return answer(
        await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise, rated=True)
    )


async def test_the_card_of_a_sixth_rated_game_says_that_it_is_casual_and_why(server: Server) -> None:
    await play_rated(server, 5)
    card = await challenge_rated(server)
    assert LIMIT in texts(card)[1]
    assert RATED not in texts(card)[1]
    server.clock.move(timedelta(days=1))
    accepted = await server.blaise.click(card, label="Accept")
    assert not accepted.followups, "the card has already said so"
    board = await server.board(6)
    assert texts(board)[0].endswith(" · casual")
    assert not (await server.client.services.games.get(6)).rated
    await acts.resign(server.client.services.games, 6, player_id=server.ada.id)
    await server.env.advance_time(30)
    await server.ada.click(board, label="Rematch")
    (rematch,) = await server.client.services.challenges.open_of(server.guild.id, challenger_id=server.ada.id)
    assert (rematch.terms.rated, rematch.over_limit) == (True, False), "a new day"


async def test_the_board_says_that_a_game_is_casual_if_the_card_said_otherwise(server: Server) -> None:
    await play_rated(server, 4)
    card = await challenge_rated(server)
    assert RATED in texts(card)[1]
    place = Place(None, 999)
    ada, blaise = (Player(member.id, "?") for member in (server.ada, server.blaise))
    challenges = server.client.services.challenges
    terms = Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US", rated=True)
    fifth = await challenges.propose(place, blaise, ada, terms, opponent_is_bot=False)
    assert (await challenges.accept(fifth.number, ada, message_id=1)).rated
    told = said(await server.blaise.click(card, label="Accept"))
    assert "already started 5 rated games today" in told
    assert texts(card)[0].endswith(" · casual")


@pytest.mark.default
async def test_a_rated_game_shows_how_it_changed_the_ratings(server: Server) -> None:
    board = await finish(server, "Sb2 Cb3 Tb3n Sb4", rated=True, start="plain")
    assert texts(board)[-1].splitlines()[:3] == [
        "**Blaise wins: Ada resigned**",
        "Ratings: **Ada** 1259?, **Blaise** 1741?",
        "-# With a question mark, a rating is still finding out how strong someone is.",
    ]
    now = "Ada\N{NO-BREAK SPACE}1259? (White) against Blaise\N{NO-BREAK SPACE}1741? (Black)."
    assert f"Blaise wins: Ada resigned. {now}" in alt_text(board)
    casual = await finish(server, "Sb2 Cb3 Tb3n Sb4", start="plain")
    assert "**Blaise wins: Ada resigned**" in texts(casual)[-1]
    assert "Ratings" not in texts(casual)[-1]
    assert "rated" not in texts(casual)[-1]
    short = await finish(server, "Sb2 Cb3 Tb3n", rated=True, start="plain")
    assert "**Blaise wins: Ada resigned**\nThe game was too short to count." in texts(short)[-1]
    assert "leads" not in texts(board)[-1], "the first game"
    assert "\n**Blaise** leads 2\N{EN DASH}\N{WORD JOINER}0 against **Ada**." in texts(casual)[-1]
    assert "leads" not in texts(short)[-1], "it doesn't count"
    assert "Ratings" not in texts(short)[-1]
