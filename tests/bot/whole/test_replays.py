"""The replay viewer: stepping through a game, its GIF and record, and sharing a position."""

import pytest
import simcord

from bot.values.game.turns import plan
from bot.values.players import ThemeName
from engine import Move, Review, ReviewedMove, Value, print_review
from tests.bot.servers import (
    GALLERY,
    NO_LONGER_WORKS,
    Server,
    alt_text,
    answer,
    components,
    labels,
    offered,
    said,
    selects,
    texts,
)

pytestmark = pytest.mark.thorough

MOVES = "Sb2 Ta2e Cc2"
WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
BETTER = (Move.parse("Ca2"),)
REVIEW = Review(
    (
        ReviewedMove(Move.parse("Sb2"), DRAW, DRAW, decision=True),
        ReviewedMove(Move.parse("Ta2e"), DRAW, LOSS, decision=True, best=BETTER),
        ReviewedMove(Move.parse("Cc2"), WIN, WIN, decision=True),
    )
)
NAVIGATION = ["|◄", "◄", "►", "►|"]
SECOND_MOVE = (
    "❌ **Blaise** (Black) played **►\xa0a2** · gave away the draw, now lost.\n"
    "Only **●\xa0a2** holds the draw.\n-# White wins with best play.\n"
    "-# Hatched: the better move"
)
FILES = ["GIF", "Record", "Share"]
REST = [*FILES, "Review", "Analyze"]


@pytest.fixture
async def reviewed(server: Server) -> Server:
    """Return the server after a game whose second move was a mistake, and after its review."""
    await server.resigned(MOVES)
    await server.keep_review(print_review(REVIEW))
    return server


async def open_viewer(
    server: Server, who: simcord.MemberActor, channel: simcord.ChannelHandle | None = None
) -> simcord.ResponseMessage:
    viewer = answer(await who.slash(channel or server.channel, "pyrga replay", game="1"))
    assert viewer.ephemeral
    return viewer


def title(message: simcord.ResponseMessage) -> str:
    return texts(message)[0].splitlines()[0]


def filename(message: simcord.ResponseMessage) -> str:
    (gallery,) = (part for part in components(message) if part["type"] == GALLERY)
    return str(gallery["items"][0]["media"]["url"]).rpartition("/")[2].partition("?")[0]


@pytest.mark.default
async def test_anyone_can_step_through_a_finished_game_across_a_restart(server: Server) -> None:
    board = await server.resigned(MOVES)
    viewer = answer(await server.chiyo.click(board, label="Replay"))
    assert viewer.ephemeral
    assert texts(viewer) == [
        "### Pyrga #1 · move 3 of 3",
        "**Ada** (White) played **●\xa0c2**\n**Blaise** wins: **Ada** resigned.",
    ]
    assert (
        " Pyrga board at the end. Blaise wins: Ada resigned. Ada (White) against Blaise (Black). Row 4: "
        in alt_text(viewer)
    )
    assert labels(viewer) == ["|◄", "◄", *REST]

    seen = {filename(viewer)}
    await server.chiyo.click(viewer, label="◄")
    assert title(viewer) == "### Pyrga #1 · move 2 of 3"
    assert texts(viewer)[1] == "**Blaise** (Black) played **►\xa0a2**"
    assert alt_text(viewer).startswith(
        "Last move: Triangle on a2, pointing right. Pyrga board after move 2, White to play. "
        "Ada (White) against Blaise (Black). Play on: b2, c2, d2. "
    )
    assert labels(viewer) == [*NAVIGATION, *REST]
    seen.add(filename(viewer))

    await server.restart()
    await server.chiyo.click(viewer, label="|◄")
    assert texts(viewer) == ["### Pyrga #1 · start", "**Ada** (White) against **Blaise** (Black)"]
    assert labels(viewer) == ["►", "►|", *REST]
    seen.add(filename(viewer))
    await server.chiyo.click(viewer, label="►")
    assert title(viewer) == "### Pyrga #1 · move 1 of 3"
    seen.add(filename(viewer))
    assert len(seen) == 4
    await server.chiyo.click(viewer, label="►|")
    assert title(viewer) == "### Pyrga #1 · move 3 of 3"


async def test_the_pictures_have_the_theme_of_the_reader(server: Server) -> None:
    await server.resigned(MOVES)
    plain = await server.picture(await open_viewer(server, server.ada))
    await server.change_setting(server.ada, "setting:mine:theme", ThemeName.BASALT)
    assert await server.picture(await open_viewer(server, server.ada)) != plain
    assert await server.picture(await open_viewer(server, server.blaise)) == plain


async def test_a_running_game_is_shown_as_it_is_and_follows_its_moves_and_takebacks(server: Server) -> None:
    board = await server.begin(clock="1d")
    await server.play(board, "Sb2 Ta2e")
    viewer = answer(await server.blaise.slash(server.channel, "pyrga replay"))
    assert texts(viewer)[1] == "**Blaise** (Black) played **►\xa0a2**"
    assert labels(viewer) == ["|◄", "◄", "►|", "GIF"]
    await server.play(board, "Cc2")
    await server.blaise.click(viewer, label="►|")
    assert title(viewer) == "### Pyrga #1 · move 3 of 3"
    for _ in range(2):
        await server.blaise.click(viewer, label="◄")
    panel = answer(await server.blaise.click(board, label="More…"))
    await server.blaise.click(panel, label="Take back")
    await server.ada.click(board, label="Accept")
    await server.blaise.click(viewer, label="►")
    assert title(viewer) == "### Pyrga #1 · move 1 of 1"


async def test_no_one_is_said_to_have_played_a_random_move(server: Server) -> None:
    await server.begin(start="balanced")
    viewer = await open_viewer(server, server.chiyo)
    assert texts(viewer)[1].startswith("**")
    assert texts(viewer)[1].endswith("** · placed at random")


async def test_a_replay_jumps_to_a_move_and_a_review_has_key_moments_instead(server: Server) -> None:
    await server.resigned(MOVES)
    viewer = await open_viewer(server, server.chiyo)
    (menu,) = selects(viewer)
    assert [option["label"] for option in menu["options"]] == [
        "Start",
        "1 White: ■ b2",
        "2 Black: ► a2",
        "3 White: ● c2",
    ]
    assert [option["label"] for option in menu["options"] if option.get("default")] == ["3 White: ● c2"]
    await server.choose(server.chiyo, viewer, "position:1:1:jump")
    assert title(viewer) == "### Pyrga #1 · move 1 of 3"
    await server.choose(server.chiyo, viewer, "position:1:0:jump")
    assert title(viewer) == "### Pyrga #1 · start"
    await server.keep_review(print_review(REVIEW))
    assert selects(await open_viewer(server, server.chiyo)) == []


async def test_a_reviewed_game_has_marks_better_moves_and_jumps_to_key_moments(reviewed: Server) -> None:
    viewer = await open_viewer(reviewed, reviewed.chiyo)
    assert texts(viewer)[1].splitlines() == [
        "✅ **Ada** (White) played **●\xa0c2** · turned a draw into a win",
        "**Blaise** wins: **Ada** resigned.",
        "-# White wins with best play.",
    ]
    assert labels(viewer) == ["|◄", "◄", "More…", "Move 2"]
    await reviewed.chiyo.click(viewer, label="Move 2")
    assert texts(viewer)[1] == SECOND_MOVE
    assert labels(viewer) == [*NAVIGATION, "More…"]
    await reviewed.chiyo.click(viewer, label="|◄")
    assert labels(viewer) == ["►", "►|", "More…", "Move 2"]
    await reviewed.restart()
    await reviewed.chiyo.click(viewer, label="Move 2")
    assert title(viewer) == "### Review of #1 · move 2 of 3"


async def test_the_summary_and_the_viewer_lead_to_each_other_in_one_message(reviewed: Server) -> None:
    viewer = await open_viewer(reviewed, reviewed.chiyo)
    await reviewed.click_more(reviewed.chiyo, viewer, "Summary")
    assert texts(viewer)[0].startswith("### Review of Pyrga #1")
    assert alt_text(viewer).endswith("The chart points to move 3.")
    await reviewed.chiyo.click(viewer, label="Move 2")
    assert title(viewer) == "### Review of #1 · move 2 of 3"
    await reviewed.click_more(reviewed.chiyo, viewer, "Summary")
    assert alt_text(viewer).endswith("The chart points to move 2.")
    await reviewed.chiyo.click(viewer, label="All moves")
    (menu,) = selects(viewer)
    assert [option["label"] for option in menu["options"]] == [
        "1 White: ■ b2 ✅",
        "2 Black: ► a2 ❌",
        "3 White: ● c2 ✅",
    ]
    await reviewed.choose(reviewed.chiyo, viewer, "position:1:1:direct")
    assert title(viewer) == "### Review of #1 · move 1 of 3"
    await reviewed.click_more(reviewed.chiyo, viewer, "Summary")
    await reviewed.chiyo.click(viewer, label="All moves")
    await reviewed.chiyo.click(viewer, label="Summary")
    await reviewed.chiyo.click(viewer, label="Board")
    assert title(viewer) == "### Review of #1 · move 1 of 3"


async def test_the_gif_of_a_game_and_an_analysis_of_a_position_open_beside_it(server: Server) -> None:
    await server.resigned(MOVES)
    viewer = await open_viewer(server, server.chiyo)
    gif = answer(await server.chiyo.click(viewer, label="GIF"))
    assert gif.ephemeral
    assert gif.id != viewer.id
    assert alt_text(gif) == (
        "Replay of Pyrga game #1, Ada (White) against Blaise (Black). "
        "1 Square on b2; 2 Triangle on a2, pointing right; 3 Cylinder on c2. Blaise wins: Ada resigned."
    )
    assert (await server.picture(gif)).startswith(b"GIF89a")
    await server.chiyo.click(viewer, label="◄")
    opened = answer(await server.chiyo.click(viewer, label="Analyze"))
    assert opened.ephemeral
    assert title(opened).startswith("### Analysis · Pyrga · after move 2, White to play")
    assert title(viewer) == "### Pyrga #1 · move 2 of 3"


@pytest.mark.default
async def test_one_click_on_the_result_shares_the_game_once_in_each_channel(server: Server) -> None:
    board = await server.resigned(MOVES)
    (share,) = [button["custom_id"] for button in offered(board) if button["label"] == "Share"]
    answers = await server.press((server.chiyo, board, share), (server.blaise, board, share))
    post = server.newest()
    assert texts(post) in [
        [
            (
                "### Blaise wins: Ada resigned\n"
                "**Ada** (White) against **Blaise** (Black) · 3 moves · Pyrga #1"
            ),
            f"-# Shared by **{who}**",
        ]
        for who in ("Chiyo", "Blaise")
    ]
    assert alt_text(post).endswith("3 Cylinder on c2. Blaise wins: Ada resigned.")
    assert (await server.picture(post)).startswith(b"GIF89a")
    assert labels(post) == ["Watch", "Review", "Challenge"]
    assert len(server.channel.history()) == 2
    assert server.pinged() == []
    assert len(answers) == 2
    assert said(await server.ada.click(board, label="Share")) == "This game has already been shared here."
    gif = answer(await server.ada.click(await open_viewer(server, server.ada), label="GIF"))
    assert labels(gif) == []
    elsewhere = server.guild.create_text_channel("elsewhere")
    there = answer(await server.ada.click(await open_viewer(server, server.ada, elsewhere), label="GIF"))
    assert labels(there) == ["Share"]
    await server.ada.click(there, label="Share")
    assert len(elsewhere.history()) == 1


async def test_what_could_not_be_posted_can_be_shared_again(server: Server) -> None:
    board = await server.resigned(MOVES)
    viewer = await open_viewer(server, server.ada)
    for posted, message in enumerate((board, viewer), start=1):
        server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
        await server.ada.click(message, label="Share")
        assert len(server.channel.history()) == posted
        await server.ada.click(message, label="Share")
        assert len(server.channel.history()) == posted + 1
    quiet = await open_viewer(server, server.ada, server.channel_without("attach_files"))
    assert "Attach Files" in said(await server.ada.click(quiet, label="Share"))
    assert "Share" in labels(quiet)


async def test_a_position_is_shared_once_in_each_channel(reviewed: Server) -> None:
    viewer = await open_viewer(reviewed, reviewed.chiyo)
    await reviewed.chiyo.click(viewer, label="◄")
    await reviewed.chiyo.click(viewer, label="More…")
    share = next(str(button["custom_id"]) for button in offered(viewer) if button["label"] == "Share")
    await reviewed.press((reviewed.chiyo, viewer, share), (reviewed.chiyo, viewer, share))
    await reviewed.chiyo.click(viewer, label="More…")
    assert "Share" not in labels(viewer)
    assert title(viewer) == "### Review of #1 · move 2 of 3"

    post = reviewed.newest()
    assert texts(post) == [
        "### Review of #1 · move 2 of 3",
        f"{SECOND_MOVE}\n-# Shared by **Chiyo**",
    ]
    assert alt_text(post) == alt_text(viewer)
    assert len(reviewed.channel.history()) == 2
    assert reviewed.pinged() == []

    opened = answer(await reviewed.blaise.click(post, label="Replay"))
    assert opened.ephemeral
    assert title(opened) == "### Review of #1 · move 2 of 3"
    await reviewed.blaise.click(opened, label="More…")
    assert "Share" not in labels(opened)
    await reviewed.blaise.click(opened, label="►")
    await reviewed.blaise.click(opened, label="More…")
    assert "Share" in labels(opened)
    await reviewed.press_unoffered((reviewed.ada, opened, share))
    assert len(reviewed.channel.history()) == 2
    elsewhere = reviewed.guild.create_text_channel("elsewhere")
    there = await open_viewer(reviewed, reviewed.ada, elsewhere)
    await reviewed.ada.click(there, label="◄")
    await reviewed.ada.click(there, label="More…")
    assert "Share" in labels(there)


async def test_anything_that_cannot_be_shared_is_refused(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    for forged in ("position-share:1:2", "position-share:1:9", "share:1"):
        assert await server.forge(server.ada, board, forged) == NO_LONGER_WORKS, forged
    assert len(server.channel.history()) == 1


async def test_a_game_of_another_server_seems_not_to_exist(server: Server) -> None:
    await server.resigned(MOVES)
    unknown = "There's no game **1** here. Use /pyrga games to see yours."
    elsewhere = server.elsewhere()
    typed = await elsewhere.ada.slash(elsewhere.channel, "pyrga replay", game="1")
    assert said(typed) == unknown
    board = await elsewhere.begin()
    for word in ("replay:1", "position:1:1:next", "gif:1", "record:1", "position-share:1:1", "share:1"):
        assert await elsewhere.forge(elsewhere.ada, board, word) == unknown, word


async def test_private_notes_and_conditional_moves_stay_private(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    services = server.client.services
    await services.notes.write(1, "my secret", player_id=server.ada.id)
    await services.games.change(1, lambda game, _: plan(game, 1, ("Ta2e",), "Cc2", player_id=server.ada.id))
    viewer = await open_viewer(server, server.ada)
    shown = str(components(viewer))
    assert "secret" not in shown
    assert "Ta2e" not in shown
    assert "c2" not in "".join(texts(viewer))
