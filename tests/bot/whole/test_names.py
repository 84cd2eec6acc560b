"""Names that have a meaning for Discord are shown as text everywhere."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
import simcord

from bot.jobs.daily import DailyPosts
from bot.jobs.rounds import announce_results
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.use_cases.challenges.proposing import PAUSE, PAUSE_AFTER_DECLINE
from bot.values.challenges import ColorChoice
from bot.values.game.offers import offer_draw
from bot.values.players import NotificationMode, Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.servers import Server, answer, offered, read
from tests.bot.use_cases.club import FOUR
from tests.bot.whole.cups import DAY, open_club
from tests.bot.whole.hostile_names import ADA, BLAISE, check, renamed
from tests.bot.whole.scenes import live

pytestmark = pytest.mark.thorough


@pytest.fixture
def club(server: Server) -> Server:
    """Return the server, with members who have such names."""
    return renamed(server)


async def challenges(club: Server, _: simcord.MemberActor) -> None:
    card = await club.challenge()
    await club.challenge()  # a refusal: it isn't answered yet
    await club.chiyo.click(card, label="Accept")
    await club.chiyo.click(card, label="Cancel")
    await club.blaise.slash(club.channel, "pyrga challenge", opponent=club.ada)  # the other way around
    await club.blaise.click(card, label="Decline")
    await club.challenge()  # they just declined
    await live(club, PAUSE_AFTER_DECLINE)
    withdrawn = await club.challenge()
    await club.ada.click(withdrawn, label="Cancel")
    await live(club, PAUSE)
    await club.challenge()
    await live(club, timedelta(days=4))


async def challenges_to_all_and_threads(club: Server, _: simcord.MemberActor) -> None:
    card = answer(await club.ada.slash(club.channel, "pyrga challenge"))
    await club.blaise.click(card, label="Cancel")
    await club.blaise.click(card, label="Join")
    await club.press((club.chiyo, card, next(str(one["custom_id"]) for one in offered(card))))
    await club.begin(thread=True)


async def a_game(club: Server, _: simcord.MemberActor) -> None:
    board = await club.begin(rated=True, start="plain")
    await club.play(board, "Sb2 Ta2e")
    await club.blaise.click(board, custom_id=next(str(one["custom_id"]) for one in offered(board)))
    await club.chiyo.click(board, custom_id=next(str(one["custom_id"]) for one in offered(board)))
    await club.ada.click(board, label="More…")
    await club.blaise.click(board, label="More…")
    panel = answer(await club.ada.click(board, label="Resign"))
    await club.ada.click(panel, label="Resign")
    await club.ada.slash(club.channel, "pyrga show", game="1")


async def offers(club: Server, _: simcord.MemberActor) -> None:
    board = await club.begin()
    await club.play(board, "Sb2 Ta2e")
    await club.client.services.games.change(1, lambda game, _: offer_draw(game, 2, player_id=club.blaise.id))
    await club.ada.slash(club.channel, "pyrga show")
    await club.chiyo.click(club.newest(), label="Accept")


async def lists(club: Server, _: simcord.MemberActor) -> None:
    await club.begin()
    for member in (club.ada, club.chiyo):
        for whose in (club.ada, club.blaise):
            await member.slash(club.channel, "pyrga games", member=whose)
    for member in (club.ada, club.blaise):
        for command in ("show", "resign", "replay"):
            await member.autocomplete(club.channel, f"pyrga {command}", "game", "")
        await member.slash(club.channel, "pyrga resign")
    await club.chiyo.slash(club.channel, "pyrga games", member=club.blaise)
    await club.chiyo.slash(club.channel, "pyrga replay", game="1")
    await club.ada.slash(club.channel, "pyrga challenge")
    panel = answer(await club.chiyo.slash(club.channel, "pyrga games"))
    await club.chiyo.click(panel, label="Games to watch")
    await club.chiyo.click(panel, label="Watch")
    await club.chiyo.click(panel, label="Open challenges")
    await club.chiyo.click(panel, label="Join")


async def finished_games(club: Server, _: simcord.MemberActor) -> None:
    board = await club.resigned(FOUR)  # which earns a badge
    await club.chiyo.slash(club.channel, "pyrga history", member=club.ada)
    await club.blaise.slash(club.channel, "pyrga history", opponent=club.ada)
    await club.ada.slash(club.channel, "pyrga history", member=club.blaise, result="drawn")
    listed = answer(await club.chiyo.slash(club.channel, "pyrga history", member=club.blaise))
    viewer = answer(await club.choose(club.chiyo, listed, "past-game:1"))
    await club.chiyo.click(viewer, label="Share")
    await club.chiyo.click(viewer, label="◄")
    await club.chiyo.click(viewer, label="GIF")
    for member in (club.ada, club.ada, club.blaise):
        await member.click(board, label="Rematch")


async def rankings(club: Server, _: simcord.MemberActor) -> None:
    services, place = club.client.services, Place(club.guild.id, club.channel.id)
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    for member, shown in ((club.ada, ADA), (club.blaise, BLAISE)):
        person = Player(member.id, shown)
        game = await services.computer_games.begin(place, person, Player(1, "Computer, level 1"), terms)
        await club.play_quietly(game.number)
        await acts.resign(services.games, game.number, player_id=1)
    page = answer(await club.chiyo.slash(club.channel, "pyrga leaderboard"))
    await club.chiyo.click(page, label="Computer")


async def questions_and_profiles(club: Server, _: simcord.MemberActor) -> None:
    await club.begin(rated=True)
    await club.play_quietly()
    await club.resign(club.ada)
    for member in (club.ada, club.blaise):
        asked = answer(await member.slash(club.channel, "pyrga leaderboard"))
        await member.click(asked, label="All servers")
        await member.click(asked, label="List me")
    page = answer(await club.chiyo.slash(club.channel, "pyrga leaderboard"))
    await club.chiyo.click(page, label="All servers")
    await club.begin(rated=True)
    await club.play_quietly(2)
    await club.resign(club.blaise)
    for _each in range(2):
        for member in (club.ada, club.blaise):
            card = answer(await club.chiyo.slash(club.channel, "pyrga profile", member=member))
            await club.chiyo.click(card, label="Share")
        await club.configure_for(club.chiyo, text_leaderboard=True)
    await club.chiyo.slash(club.channel, "pyrga versus", member=club.ada, other=club.blaise)
    await club.ada.slash(club.channel, "pyrga versus", member=club.chiyo)


async def shared_positions(club: Server, _: simcord.MemberActor) -> None:
    for member in (club.ada, club.blaise):
        position = f"{'classic' if member is club.blaise else 'pyrga'} black Sb2 Sb2 -"
        board = answer(await member.slash(club.channel, "pyrga-learn analyze", position=position))
        await member.click(board, label="Share")


async def conditional_moves_and_blocks(club: Server, _: simcord.MemberActor) -> None:
    board = await club.begin()
    await club.play(board, "Sb2")
    panel = answer(await club.ada.click(board, label="More…"))
    await club.ada.click(panel, label="Conditional moves")
    await club.ada.slash(club.channel, "pyrga block", member=club.blaise)
    await club.challenge()
    await club.blaise.slash(club.channel, "pyrga challenge", opponent=club.ada)


async def clocks_and_vacations(club: Server, _: simcord.MemberActor) -> None:
    board = await club.begin(clock="1d")
    await club.play(board, "Sb2 Ta2e")
    await club.client.services.vacations.start(Player(club.ada.id, ADA), 1)
    await club.ada.slash(club.channel, "pyrga show")
    await live(club, timedelta(days=3))
    await club.blaise.click(await club.board(), label="Claim win")


async def private_messages(club: Server, _: simcord.MemberActor) -> None:
    for member in (club.ada, club.blaise):
        await club.change_setting(member, "setting:mine:notices", NotificationMode.PRIVATE)
    board = await club.begin(clock="1d")
    for move in ("Sb2", "Ta2e"):
        await live(club, timedelta(hours=1))
        await club.play(board, move)
    await live(club, timedelta(hours=22))
    await live(club, timedelta(days=3))


async def news_and_moderation(club: Server, manager: simcord.MemberActor) -> None:
    await club.change_setting(manager, "setting:server:announcements", club.channel)
    await club.resigned()
    await announce_results(club.client)
    await club.begin()
    await manager.autocomplete(club.channel, "pyrga-server annul", "game", "")
    panel = answer(await manager.slash(club.channel, "pyrga-server annul", game="2", reason=BLAISE))
    await manager.click(panel, label="End game")
    await manager.slash(club.channel, "pyrga-server log")


async def daily_puzzles(club: Server, _: simcord.MemberActor) -> None:
    posts, services = DailyPosts(club.client, club.clock), club.client.services
    await services.daily_puzzles.switch_on(club.guild.id, channel_id=club.channel.id, language="en-US")
    await posts.post_due()
    (solve,) = offered(club.newest())
    number = str(solve["custom_id"]).split(":")[1]
    puzzle = services.puzzles.get(number)
    for solver in (Player(club.ada.id, ADA), Player(club.blaise.id, BLAISE)):
        await services.puzzles.attempt(solver, puzzle, puzzle.solution, club.guild.id)
    await posts.edit_outdated()


async def cups(club: Server, manager: simcord.MemberActor) -> None:
    made = await open_club(club, manager, name="[a](http://a.b) *cup*")
    await club.ada.slash(club.channel, "pyrga block", member=club.blaise)
    await made.join(club.blaise, club.chiyo)
    question = answer(await club.ada.click(made.shown(), label="Join"))
    await club.ada.click(question, label="Join anyway")
    await made.wait(2 * DAY)
    await made.wait(timedelta(minutes=2))
    for label in ("My games", "Table", "Rules", "Join"):
        await club.ada.click(made.shown(), label=label)
    panel = answer(await manager.click(made.shown(), label="Manage…"))
    chosen = answer(await manager.select(panel, [club.blaise], custom_id="cup-entrant:1"))
    await manager.click(chosen, label="Remove from the cup")
    await club.client.services.cups.remove(
        1, Player(manager.id, BLAISE), guild_id=club.guild.id, player_id=club.chiyo.id
    )
    await manager.slash(club.channel, "pyrga-server log")
    await manager.slash(club.channel, "pyrga-event cups")
    await made.play_all()
    await made.wait(timedelta(minutes=2))


async def leagues(club: Server, manager: simcord.MemberActor) -> None:
    panel = answer(await manager.slash(club.channel, "pyrga-event league"))
    await club.choose(manager, panel, "league-start:pyrga:86400")
    card = club.newest()
    for member in club.members:
        await member.click(card, label="Join")
    await club.ada.click(card, label="League")


PLACES: tuple[Callable[..., Awaitable[None]], ...] = (
    *(challenges, challenges_to_all_and_threads, a_game, offers, lists, finished_games, rankings),
    *(questions_and_profiles, shared_positions, conditional_moves_and_blocks, clocks_and_vacations),
    *(private_messages, news_and_moderation, daily_puzzles, cups, leagues),
)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
async def test_names_are_shown_as_text(
    club: Server, manager: simcord.MemberActor, place: Callable[..., Awaitable[None]]
) -> None:
    await place(club, manager)
    check(club)


async def test_someone_whose_names_show_nothing_is_called_by_their_account(server: Server) -> None:
    user = server.env.create_user("emmy", global_name="\u3164\u200b")
    emmy = server.guild.add_member(user, nick="\u2800")
    panel = read(answer(await emmy.slash(server.channel, "pyrga challenge")))
    assert "**emmy** is looking for an opponent." in panel
