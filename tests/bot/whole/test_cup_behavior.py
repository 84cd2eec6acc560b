"""What happens to a cup in each of its states, as in ``docs/behavior.md``."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest
import simcord

from bot.jobs.events import keep_cups
from bot.jobs.rounds import repair_boards
from bot.locale import words_for
from bot.ui.context.looks import APART
from bot.ui.events.manage import RemoveEntrant
from bot.ui.events.posting import tell_stage
from bot.ui.message.custom_ids import Ask
from bot.ui.text.words import result
from bot.use_cases.events.events import LONGEST_ROLL, SOON
from bot.values.events import event_changes
from bot.values.events.cup import Cup
from bot.values.events.event_errors import BarredError
from bot.values.events.groups import dealt
from bot.values.events.parts import EventStatus, Leaving, Stage
from engine import Reason
from tests.bot import acts
from tests.bot.servers import MANAGERS_ONLY, Server, answer, delete_data, labels, read, said, texts
from tests.bot.whole.cups import DAY, Club, due_by, make_cup, open_club, play_short
from tests.bot.whole.dying import dying_at_the_second_board
from tests.bot.whole.scenes import live, pass_time
from tests.cells import cell, in_cells, outcomes

pytestmark = pytest.mark.thorough

OPEN, RUNNING, OVER, CANCELED = "open", "running", "over", "canceled"
ALL = (OPEN, RUNNING, OVER, CANCELED)
ENDED = (OVER, CANCELED)

ENGLISH = words_for("en-US")


async def run(club: Club) -> None:
    await club.start()
    await club.wait(timedelta(minutes=2))


async def end(club: Club) -> None:
    await run(club)
    await club.play_all()


async def cancel(club: Club) -> None:
    await club.join()
    await moderate(club, "Cancel the cup", "Cancel the cup")
    await club.wait(timedelta(minutes=2))


REACH: dict[str, Callable[[Club], Awaitable[None]]] = {
    OPEN: Club.join,
    RUNNING: run,
    OVER: end,
    CANCELED: cancel,
}


@pytest.fixture
async def club(server: Server, manager: simcord.MemberActor, state: str) -> Club:
    """Return a cup of three people in the state of the cell, and a fourth person who isn't in it."""
    made = await open_club(server, manager)
    await REACH[state](made)
    return made


@pytest.fixture
def dora(server: Server) -> simcord.MemberActor:
    """Return someone who isn't in the cup."""
    return server.guild.add_member(server.env.create_user("dora", global_name="Dora"))


async def moderate(club: Club, *pressed: str) -> simcord.InteractionResult:
    """Have the manager open the panel and press buttons in it, one after another."""
    result = await club.manager.click(club.shown(), label="Manage…")
    for label in pressed:
        result = await club.manager.click(answer(result), label=label)
    return result


async def press(club: Club, member: simcord.MemberActor, word: str) -> str:
    """Have someone press a button of the card that may no longer be there; return what they're told."""
    (result,) = await club.server.press_unoffered((member, club.shown(), f"{word}:1"))
    return said(result)


def entrants(cup: Cup) -> list[str]:
    return [entrant.player.name for entrant in cup.present]


@outcomes(
    "someone joins a cup",
    open="they're in, and the card shows it",
    running="if a group has a free place, they're in, and their games begin",
    over_or_canceled="they're told that no one can join anymore",
)
async def test_joining(club: Club, dora: simcord.MemberActor, state: str) -> None:
    told = await press(club, dora, "cup-join")
    if state in {OPEN, RUNNING}:
        assert told.startswith("You're in **Winter Cup**.")
        assert entrants(await club.cup()) == ["Ada", "Blaise", "Chiyo", "Dora"]
    else:
        assert told == "You can't join **Winter Cup** anymore. See /pyrga-event cups."
    if state == RUNNING:
        await club.wait(timedelta(minutes=2))
        assert len((await club.cup()).running) == 6
        assert "0 of 6 games are over." in club.text


async def test_late_entry_closes_after_a_fifth_of_the_time(
    server: Server, manager: simcord.MemberActor, dora: simcord.MemberActor
) -> None:
    club = await open_club(server, manager, time="259200")
    await run(club)
    cup = await club.cup()
    assert cup.late_entry_until is not None
    assert "Joining closes <t:" in club.text
    await live(server, cup.late_entry_until - server.clock.now() + timedelta(minutes=1))
    assert (await press(club, dora, "cup-join")).startswith("You can't join **Winter Cup** anymore.")
    await club.wait(timedelta(minutes=2))
    assert "Joining closes" not in club.text
    assert "Join" not in labels(club.shown())


@outcomes("someone joins a cup twice", ALL, "they're told that they're already in")
async def test_joining_twice(club: Club) -> None:
    assert await press(club, club.people[0], "cup-join") == "You're already in **Winter Cup**."


@outcomes(
    "someone leaves a cup",
    open="they're out, and the card shows it",
    running="once confirmed, they're out",
    over_or_canceled="they're told that it's over",
)
async def test_leaving(club: Club, state: str) -> None:
    ada = club.people[0]
    (pressed,) = await club.server.press_unoffered((ada, club.shown(), "cup-leave:1"))
    if state == RUNNING:
        question = answer(pressed)
        assert texts(question)[0].startswith("Leave **Winter Cup**?")
        await ada.click(question, label="Stay")
        assert "Ada" in entrants(await club.cup())
        mine = answer(await ada.click(club.shown(), label="My games"))
        question = answer(await ada.click(mine, label="Leave the cup"))
        await ada.click(question, label="Leave the cup")
        await club.wait(timedelta(minutes=2))
        cup = await club.cup()
        assert cup.entrant(ada.id) not in cup.present
        # She hadn't finished any game, so none of hers count.
        assert all(game.struck for game in cup.games_of(ada.id))
        for game in cup.games_of(ada.id):
            left = result(ENGLISH, await club.server.client.services.games.get(game.number or 0))
            assert left == "Canceled, because a player left."
        listed = answer(await club.people[1].slash(club.server.channel, "pyrga-event cups"))
        for shown in (club.text, read(listed)):
            assert "0 of 1 game is over." in shown
    elif state == OPEN:
        assert said(pressed) == "You're no longer in **Winter Cup**."
        assert "**2 people** have joined: **Blaise**, **Chiyo**" in club.text
    else:
        assert said(pressed) == "**Winter Cup** is already over."


@outcomes(
    "someone leaves a cup that they aren't in",
    open_or_running="they're told so",
    over_or_canceled="they're told that it's over",
)
async def test_leaving_a_cup_of_others(club: Club, dora: simcord.MemberActor, state: str) -> None:
    told = await press(club, dora, "cup-leave")
    outside = "You aren't playing in **Winter Cup**."
    assert told == ("**Winter Cup** is already over." if state in ENDED else outside)


@outcomes(
    "someone joins a cup with someone they've blocked",
    open_or_running="they're asked whether to join anyway",
    over_or_canceled="they're told that no one can join anymore",
)
async def test_joining_someone_blocked(club: Club, dora: simcord.MemberActor, state: str) -> None:
    await dora.slash(club.server.channel, "pyrga block", member=club.people[0])
    (pressed,) = await club.server.press_unoffered((dora, club.shown(), "cup-join:1"))
    if state in ENDED:
        assert said(pressed).startswith("You can't join **Winter Cup** anymore.")
        return
    question = answer(pressed)
    assert "You've blocked **Ada**" in texts(question)[0]
    assert "Dora" not in entrants(await club.cup())
    await dora.click(question, label="Join anyway")
    assert "Dora" in entrants(await club.cup())


@outcomes(
    "a cup's start comes due",
    OPEN,
    (
        "it starts without those who have left the server, and one message mentions everyone; "
        "with fewer than three people, it's postponed once, then canceled"
    ),
)
async def test_the_start_mentions_everyone_once(club: Club, dora: simcord.MemberActor) -> None:
    await club.join(dora)
    club.server.guild.remove_member(dora)
    await club.wait(2 * DAY)
    await club.wait(timedelta(minutes=2))
    assert sorted(club.server.pinged()) == sorted(member.id for member in club.people)
    cup = await club.cup()
    assert (cup.status, entrants(cup)) == (EventStatus.RUNNING, ["Ada", "Blaise", "Chiyo"])


async def test_the_start_waits_for_minutes_if_discord_does_not_tell_who_is_still_there(
    server: Server, manager: simcord.MemberActor, dora: simcord.MemberActor
) -> None:
    club = await open_club(server, manager)
    await club.join(*club.people, dora)
    server.guild.remove_member(dora)
    asked = f"/guilds/{server.guild.id}/members/"
    server.env.inject_error("GET", asked + str(server.ada.id), status=503, times=None)

    def looks() -> list[int]:
        """Return how often the bot has asked about each person."""
        paths = [request.path for request in server.env.http_requests]
        return [paths.count(asked + str(person.id)) for person in (server.ada, server.blaise, dora)]

    before = looks()
    await club.wait(2 * DAY)
    for times in (1, 2):
        cup = await club.cup()
        assert (cup.status, entrants(cup)) == (EventStatus.OPEN, ["Ada", "Blaise", "Chiyo"])
        # No one else is asked about again.
        assert [now - then for now, then in zip(looks(), before, strict=True)] == [times, 1, 1]
        await club.wait(SOON)
    await club.wait(LONGEST_ROLL)
    cup = await club.cup()
    assert (cup.status, entrants(cup)) == (EventStatus.RUNNING, ["Ada", "Blaise", "Chiyo"])


async def test_a_cup_of_so_many_people_waits_for_another_one_if_someone_has_left_the_server(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = answer(await make_cup(server, manager, {"people": 3}, begin=None))
    club = Club(server, manager, server.members, card)
    await club.join()
    server.guild.remove_member(server.blaise)
    await club.wait(SOON)
    await club.wait(timedelta(minutes=2))
    assert "Starts when 3 people have joined: 1 more is needed." in club.text


@pytest.fixture
async def starting(server: Server, manager: simcord.MemberActor) -> Cup:
    """Return a cup that has just started, of which no one was told yet."""
    club = await open_club(server, manager)
    await club.join()
    await live(server, 2 * DAY)
    return await server.client.services.cups.advance(1)


async def told(server: Server, cup: Cup, after: timedelta) -> list[int]:
    """Tell people of the start once more, some time later; return whom that mentions."""
    before = len(server.pinged())
    await pass_time(server, after)
    await tell_stage(server.client, cup)
    return server.pinged()[before:]


@pytest.mark.parametrize("later", [timedelta(hours=1), DAY])
async def test_whoever_may_have_been_mentioned_by_a_bot_that_died_is_only_named(
    server: Server, starting: Cup, later: timedelta
) -> None:
    # All that was stored when it died.
    cups = server.client.services.cups
    called = await cups.note(starting, lambda cup, now: event_changes.begin_call(cup, 0, now))
    assert await told(server, called, later) == []
    assert server.newest().content.endswith("\n**Ada**, **Blaise**, **Chiyo**")
    assert (await cups.get(1)).card.told == 1


async def test_a_repetition_that_discord_notices_mentions_everyone_with_the_same_nonce(
    server: Server, starting: Cup
) -> None:
    people = [member.id for member in server.members]
    assert await told(server, starting, timedelta()) == people
    assert await told(server, starting, timedelta(seconds=50)) == people
    posts = [dict(request.json or {}) for request in server.env.http_requests if request.method == "POST"]
    assert len({post["nonce"] for post in posts if "has started" in str(post.get("content"))}) == 1


async def test_whoever_could_not_be_told_is_mentioned_later(server: Server, starting: Cup) -> None:
    server.env.inject_error("POST", f"/channels/{server.channel.id}/messages", status=500, times=None)
    await tell_stage(server.client, starting)
    server.env.backend.faults.clear()
    assert await told(server, starting, DAY) == [member.id for member in server.members]


@outcomes(
    "someone doesn't show up for a cup",
    RUNNING,
    "they're taken out, and can't join cups for a while; if no game would be left, the cup is extended by a "
    "day, once",
)
async def test_whoever_never_moves_is_taken_out(club: Club) -> None:
    server, games = club.server, club.server.client.services.games
    absent = club.people[2]
    for _ in range(3):
        for listed in (await club.cup()).running:
            game = await games.get(listed.number or 0)
            if game.outcome is None and game.to_move.id != absent.id:
                move = str(game.position.legal_moves[0])
                await acts.move(games, game, move)
        await club.wait(DAY - timedelta(minutes=5))
    await club.wait(DAY)
    cup = await club.cup()
    entrant = cup.entrant(absent.id)
    assert entrant is not None
    assert entrant.left is Leaving.NO_SHOW
    assert all(game.struck for stage in cup.stages for game in stage.games if absent.id in game.players)
    for listed in cup.games_of(absent.id):
        ended = result(ENGLISH, await games.get(listed.number or 0))
        assert ended == f"**{absent.name.capitalize()}** never made a move, so it doesn't count."
    other = await open_club(server, club.manager)
    told = said(await absent.click(other.card, label="Join"))
    assert told.startswith("You didn't play in a cup that you had joined. You can join cups again <t:")


@pytest.mark.parametrize("state", [RUNNING])
@pytest.mark.parametrize("language", ["en-US", "fr", "pl"])
async def test_a_cup_in_which_no_one_moves_is_extended_and_says_for_whom(club: Club, language: str) -> None:
    server = club.server
    before = len(server.pinged(server.channel))
    await server.client.services.cups.note(
        await club.cup(), lambda cup, _: cup.with_card(0, replace(cup.card, language=language))
    )
    await club.wait(DAY)
    await club.wait(timedelta(minutes=2))
    (stage,) = (await club.cup()).stages
    assert stage.awaited is not None
    until = f"<t:{int(stage.awaited.until.timestamp())}:f>"
    messages = server.env.backend.messages[server.channel.id].values()
    assert until in club.text
    assert len([message for message in messages if until in (message.content or "")]) == 1
    for person in club.people:
        assert f"**{person.name.capitalize()}**" in club.text
    assert server.pinged(server.channel)[before:] == [person.id for person in club.people]
    await club.wait(DAY)
    await club.wait(timedelta(minutes=2))
    cup = await club.cup()
    assert (cup.status, cup.present) == (EventStatus.OVER, ())
    assert until not in club.text
    assert len(server.pinged(server.channel)) == before + len(club.people)
    if language == "en-US":
        assert "No one made a first move in time." in club.text


@outcomes("someone joins a cup while barred", ALL, "they're told until when")
async def test_joining_while_barred(
    club: Club, dora: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = club.server.clock.now() + 7 * DAY

    async def refuse(*_: object) -> None:
        raise BarredError(until)

    monkeypatch.setattr("bot.use_cases.events.cups.check_not_barred", refuse)
    told = await press(club, dora, "cup-join")
    assert told.endswith(f"You can join cups again <t:{int(until.timestamp())}:R>.")


@outcomes("a stage of a cup ends", RUNNING, "the next stage begins, or the card shows who has won")
async def test_the_card_shows_who_has_won(club: Club) -> None:
    await club.play_all()
    assert "🥇 **Ada** · 2 points" in club.text
    assert labels(club.shown()) == ["Table"]


@outcomes("time is up for a stage of a cup", RUNNING, "open games are decided by their exact value")
async def test_games_still_played_at_the_end_are_decided(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.values.game.turns.run_out", lambda game, *_, **__: game)
    cup = await club.cup()
    assert cup.stage is not None
    await club.server.client.services.cups.change(
        1, lambda cup, _: cup.with_stage(replace(cup.stages[0], checked_at=cup.stages[0].ends_at))
    )
    club.server.clock.move(cup.stage.ends_at - club.server.clock.now())
    await keep_cups(club.server.client)
    await keep_cups(club.server.client)
    cup = await club.cup()
    # There's no solver here, so each is a draw.
    assert [(game.score, game.adjudicated) for game in cup.games] == [(0.5, True)] * 3
    games = club.server.client.services.games
    outcomes = [(await games.get(game.number or 0)).outcome for game in cup.games]
    assert [outcome.reason for outcome in outcomes if outcome] == [Reason.ADJUDICATION] * 3
    assert cup.status is EventStatus.OVER


@outcomes(
    "a stage of a cup ends while the bot is down",
    RUNNING,
    "once it's back, open games are decided by their exact value",
)
async def test_a_stage_that_ends_while_the_bot_is_down(club: Club) -> None:
    await club.server.client.services.cups.change(
        1, lambda cup, now: cup.with_stage(replace(cup.stages[-1], ends_at=now + DAY / 2))
    )
    club.server.clock.move(DAY)
    await club.server.restart()
    await club.wait(timedelta(minutes=1))
    cup = await club.cup()
    assert [(game.score, game.adjudicated) for game in cup.games] == [(0.5, True)] * 3
    assert cup.status is EventStatus.OVER


async def panel_of(club: Club, member: simcord.MemberActor) -> simcord.ResponseMessage:
    """Have the manager choose someone in the panel."""
    panel = answer(await club.manager.click(club.shown(), label="Manage…"))
    return answer(await club.manager.select(panel, [member], custom_id="cup-entrant:1"))


REMOVE, CANCEL = "a moderator removes someone from a cup", "a moderator cancels a cup"
ANNUL = "a moderator annuls a result of a cup"
OWN = "someone who has joined a cup annuls a result of it"


@in_cells(
    [
        cell(event, state, outcome="they're told that it's over")
        for event in (REMOVE, CANCEL, ANNUL, OWN)
        for state in ENDED
    ]
)
async def test_the_old_buttons_of_a_cup_that_has_ended_change_nothing(club: Club, state: str) -> None:
    revision = (await club.cup()).revision
    for word in ("cup-leave", "cup-leave-now", *(["cup-games"] if state == CANCELED else [])):
        assert await press(club, club.people[0], word) == "**Winter Cup** is already over."
    for word in ("cup-manage", "cup-ask-cancel", "cup-cancel", "cup-ask-longer", "cup-longer"):
        assert await press(club, club.manager, word) == "**Winter Cup** is already over."
    assert (await club.cup()).revision == revision


@outcomes(REMOVE, open="once confirmed, that person is out", running="the same as if that person had left")
async def test_removing(club: Club) -> None:
    ada = club.people[0]
    chosen = await panel_of(club, ada)
    question = answer(await club.manager.click(chosen, label="Remove from the cup"))
    assert texts(question)[0].startswith("Remove **Ada** from **Winter Cup**?")
    await club.manager.click(question, label="Remove")
    assert "Ada" not in entrants(await club.cup())
    log = read(answer(await club.manager.slash(club.server.channel, "pyrga-server log")))
    assert "**manager** removed **Ada** from **Winter Cup**." in log


@pytest.mark.parametrize("state", [RUNNING])
async def test_whoever_did_not_advance_is_not_removed(club: Club) -> None:
    ada, *others = club.people
    final = dealt([member.id for member in others], double=False)
    await club.server.client.services.cups.change(
        1, lambda cup, now: replace(cup, stages=(*cup.stages, Stage(final, now, now + 14 * DAY)))
    )
    late = club.manager, club.shown(), str(Ask(RemoveEntrant(1, ada.id)))
    (result,) = await club.server.press_unoffered(late)
    assert said(result) == "That person isn't playing in **Winter Cup**."


@outcomes(
    ANNUL, RUNNING, "once confirmed, the game is played again if there's time; otherwise it counts for no one"
)
async def test_annulling(club: Club) -> None:
    ada, blaise, _ = club.people
    cup = await club.cup()
    (game,) = [game for game in cup.running if set(game.players) == {ada.id, blaise.id}]
    await play_short(club.server, game.number or 0, blaise.id)
    await club.wait(timedelta(minutes=2))
    assert "1 of 3 games are over." in club.text
    chosen = await panel_of(club, ada)
    question = answer(await club.server.choose(club.manager, chosen, f"ask-first:cup-annul:1:{game.number}"))
    assert texts(question)[0].startswith("Annul the result of game #")
    await club.manager.click(question, label="Annul result")
    await club.wait(timedelta(minutes=2))
    cup = await club.cup()
    (again,) = [one for one in cup.running if set(one.players) == {ada.id, blaise.id}]
    assert again.number != game.number


@outcomes(OWN, RUNNING, "they're told that someone else who manages the server can")
async def test_no_one_annuls_results_of_their_own_cup(club: Club) -> None:
    ada, blaise, chiyo = club.people
    club.server.let_everyone_manage()
    (game,) = [game for game in (await club.cup()).running if set(game.players) == {ada.id, blaise.id}]
    await play_short(club.server, game.number or 0, blaise.id)
    await club.wait(timedelta(minutes=2))
    why = (
        "You've joined **Winter Cup**, so you can't annul its games. Someone else who manages the server can."
    )
    for word in ("cup-ask-annul", "cup-annul"):
        (told,) = await club.server.press_unoffered((chiyo, club.shown(), f"{word}:1:{game.number}"))
        assert said(told) == why
    assert said(await chiyo.slash(club.server.channel, "pyrga-server annul", game=str(game.number))) == why
    assert (await club.server.client.services.games.get(game.number or 0)).has_result


@outcomes(
    "a moderator lets a cup end later",
    open="they're told that it hasn't started",
    running="once confirmed, the stage ends seven days later, once",
    over_or_canceled="they're told that it's over",
)
async def test_prolonging(club: Club, state: str) -> None:
    if state == RUNNING:
        before = (await club.cup()).stages[-1].ends_at
        await moderate(club, "Add 7 days", "End it later")
        assert (await club.cup()).stages[-1].ends_at == before + 7 * DAY
        panel = answer(await club.manager.click(club.shown(), label="Manage…"))
        assert "Add 7 days" not in labels(panel)
        told = await press(club, club.manager, "cup-longer")
        assert told.startswith("The end of this stage of **Winter Cup** was already moved")
    else:
        told = await press(club, club.manager, "cup-longer")
        running = "**Winter Cup** hasn't started yet."
        assert told == (running if state == OPEN else "**Winter Cup** is already over.")


@outcomes(
    CANCEL,
    open="once confirmed, no one can join anymore",
    running="once confirmed, its games continue as casual games",
)
async def test_canceling(club: Club) -> None:
    rated = [game.number for game in (await club.cup()).running]
    await moderate(club, "Cancel the cup", "Cancel the cup")
    assert (await club.cup()).status is EventStatus.CANCELED
    await club.wait(timedelta(minutes=2))
    assert "A moderator canceled the cup." in club.text
    for number in rated:
        game = await club.server.client.services.games.get(number or 0)
        assert (game.outcome, game.rated, game.event) == (None, False, None)


@outcomes("someone without the permission manages a cup", ALL, "they're told that they need it")
async def test_managing_without_the_permission(club: Club) -> None:
    for word in ("cup-manage", "cup-cancel", "cup-longer", "cup-ask-cancel"):
        assert await press(club, club.people[0], word) == MANAGERS_ONLY


@outcomes(
    "the card of a cup is deleted",
    open_or_running="it's posted again with the next change",
    over_or_canceled="nothing",
)
async def test_a_deleted_card(club: Club, dora: simcord.MemberActor, state: str) -> None:
    club.server.env.backend.delete_message(club.card.channel_id, club.card.id)
    if state == OPEN:
        listed = answer(await dora.slash(club.server.channel, "pyrga-event cups"))
        await dora.click(listed, label="Join")
    elif state == RUNNING:
        await club.play_all()
    await club.wait(timedelta(minutes=2))
    moved = (await club.cup()).card.message_id != club.card.id
    assert moved == (state not in ENDED)


@outcomes(
    "the channel of a cup is gone",
    open_or_running=(
        "it's paused until the channel is back, and its host gets a DM; `/pyrga-event cups` shows it in "
        "another channel; after seven days, it's canceled"
    ),
    over_or_canceled="nothing",
)
async def test_a_lost_channel(
    club: Club, dora: simcord.MemberActor, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = club.server
    elsewhere = server.guild.create_text_channel("elsewhere")
    await elsewhere_only(club, monkeypatch)
    if state in {OPEN, RUNNING}:
        await server.client.services.cups.change(1, lambda cup, _: replace(cup, revision=cup.revision + 1))
    for _ in range(2):
        assert (await club.cup()).paused_at is None
        await club.wait(APART)
    cup = await club.cup()
    if state in ENDED:
        assert cup.paused_at is None
        return
    assert cup.paused_at is not None
    none = answer(await dora.slash(elsewhere, "pyrga-event cups"))
    assert "Winter Cup" not in read(none)
    listed = answer(await club.people[0].slash(elsewhere, "pyrga-event cups"))
    assert "Paused because its channel is gone." in read(listed)
    shown = answer(await club.people[0].click(listed, label="Show here"))
    assert "goes on here." in read(shown)
    cup = await club.cup()
    assert (cup.card.place.channel_id, cup.paused_at) == (elsewhere.id, None)
    assert "Winter Cup" in read(server.newest(elsewhere))


async def elsewhere_only(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Discord say that the channel of the cup is gone."""
    lost, client = club.server.channel.id, club.server.client
    found = client.get_partial_messageable

    def gone(channel_id: int, **options: object) -> object:
        return found(1 if channel_id == lost else channel_id, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(client, "get_partial_messageable", gone)


async def test_a_cup_whose_channel_stays_gone_is_canceled_after_a_week(
    server: Server, manager: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await open_club(server, manager)
    await run(club)
    await elsewhere_only(club, monkeypatch)
    await server.client.services.cups.change(1, lambda cup, _: replace(cup, revision=cup.revision + 1))
    for _ in range(2):
        await club.wait(APART)
    assert (await club.cup()).paused_at is not None
    # Since nothing was looked for in between, one look isn't enough.
    await club.wait(8 * DAY)
    assert (await club.cup()).status is EventStatus.RUNNING
    await club.wait(APART)
    assert (await club.cup()).status is EventStatus.CANCELED


@outcomes(
    "a player of a cup deletes their data",
    open="they're out",
    running="they're out, as if they had left",
    over_or_canceled="the card calls them *Deleted player*",
)
async def test_deleted_data(club: Club, state: str) -> None:
    ada = club.people[0]
    await delete_data(ada)
    await club.wait(timedelta(minutes=2))
    cup = await club.cup()
    assert ada.id not in {entrant.player.id for entrant in cup.entrants}
    assert "Ada" not in entrants(cup)
    if state == OPEN:
        assert entrants(cup) == ["Blaise", "Chiyo"]
    if state == OVER:
        assert "🥇 **Deleted player**" in club.text
    if state == RUNNING:
        assert {entrant.left for entrant in cup.entrants if entrant.player.is_deleted} == {Leaving.DELETED}


@outcomes("the bot is restarted during a cup", ALL, "every button works as before")
async def test_a_restart(club: Club, state: str) -> None:
    await club.server.restart()
    button = {OPEN: "Rules", RUNNING: "My games", OVER: "Table"}.get(state)
    if button is None:
        assert labels(club.shown()) == []
        return
    shown = answer(await club.people[0].click(club.shown(), label=button))
    assert shown.ephemeral


@outcomes(
    "the bot dies while a cup starts",
    RUNNING,
    "the other games begin after the start, once; no one is mentioned twice",
)
async def test_a_death_during_the_start(
    server: Server, manager: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await open_club(server, manager)
    await club.join()
    with dying_at_the_second_board(monkeypatch):
        await club.wait(2 * DAY)
    assert len((await club.cup()).running) == 2
    await server.restart()
    await repair_boards(server.client)
    await club.wait(timedelta(minutes=2))
    cup = await club.cup()
    assert len(cup.running) == len({game.number for game in cup.games}) == 3
    assert len([one for one in server.pinged() if one == club.people[0].id]) == 1


@outcomes(
    "the bot comes back during a cup",
    running="clocks get the time back, and the stage ends on time",
    open_or_over_or_canceled="nothing is lost",
)
async def test_downtime(club: Club, state: str) -> None:
    before = await club.cup()
    due = [await due_by(club.server, game.number or 0) for game in before.running]
    club.server.clock.move(timedelta(hours=5))
    await club.server.restart()
    await club.wait(timedelta(minutes=1))
    after = await club.cup()
    assert after.status is before.status
    assert [stage.ends_at for stage in after.stages] == [stage.ends_at for stage in before.stages]
    given = [
        await due_by(club.server, game.number or 0) - old
        for game, old in zip(after.running, due, strict=True)
    ]
    assert len(given) == (3 if state == RUNNING else 0)
    assert all(back >= timedelta(hours=4) for back in given)
