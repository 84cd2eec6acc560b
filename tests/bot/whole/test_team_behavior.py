"""What happens to a team match in each of its states, as in ``docs/behavior.md``."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest
import simcord

from bot.jobs.events import keep_team_matches
from bot.jobs.rounds import repair_boards
from bot.ui.context import looks
from bot.values.events.parts import EventStatus, Leaving
from bot.values.players import Player
from engine import Reason
from tests.bot import acts
from tests.bot.servers import MANAGERS_ONLY, Server, answer, delete_data, labels, read, said, texts
from tests.bot.whole.cups import due_by
from tests.bot.whole.dying import dying_at_the_second_board
from tests.bot.whole.teams import DAY, TwoTeams, two_teams
from tests.cells import cell, in_cells, outcomes

pytestmark = pytest.mark.thorough

OPEN, RUNNING, OVER, CANCELED = "open", "running", "over", "canceled"
ALL = (OPEN, RUNNING, OVER, CANCELED)
ENDED = (OVER, CANCELED)
HOUR, SOON = timedelta(hours=1), timedelta(minutes=2)


async def run(both: TwoTeams) -> None:
    await both.begin()
    await both.wait(SOON)


async def end(both: TwoTeams) -> None:
    await run(both)
    await both.resign(both.server.ada, both.server.blaise)


async def cancel(both: TwoTeams) -> None:
    await both.open()
    manager = both.teams[0].manager
    player = Player(manager.id, manager.name)
    await both.server.client.services.team_matches.cancel(1, player, guild_id=manager.guild.id)
    await both.wait(SOON)


REACH: dict[str, Callable[[TwoTeams], Awaitable[None]]] = {
    OPEN: TwoTeams.open,
    RUNNING: run,
    OVER: end,
    CANCELED: cancel,
}


@pytest.fixture
async def both(server: Server, manager: simcord.MemberActor, state: str) -> TwoTeams:
    """Return a team match of two people on each side in the state of the cell."""
    made = two_teams(server, manager)
    await REACH[state](made)
    return made


@pytest.fixture
def apart(server: Server, manager: simcord.MemberActor) -> TwoTeams:
    """Return two servers that haven't agreed on anything yet."""
    return two_teams(server, manager)


async def names(both: TwoTeams) -> list[str]:
    """Return everyone who is in it and hasn't left."""
    return [member.player.name for member in (await both.match()).present]


@outcomes(
    "someone signs up for a team match",
    open="once they agree to games across servers, they're in, and both cards show it",
    running_or_over_or_canceled="they're told that sign-up is over",
)
async def test_signing_up(both: TwoTeams, state: str) -> None:
    chiyo = both.server.chiyo
    if state != OPEN:
        assert await both.press(chiyo, "team-join") == "Sign-up for this team match is over."
        return
    asked = answer(await chiyo.click(await both.card(0), label="Sign up"))
    await chiyo.click(asked, label="Sign up")
    assert texts(asked)[0].startswith("You play for **Pyrga Café**.")
    await both.wait(SOON)
    for index in (0, 1):
        assert "**Pyrga Café**, 3 people: **Ada**, **Blaise**, **Chiyo**" in await both.text(index)


@outcomes("someone signs up for a team match twice", ALL, "they're told that they've already signed up")
async def test_signing_up_twice(both: TwoTeams) -> None:
    told = await both.press(both.server.ada, "team-join")
    assert told == "You've already signed up for this team match."


@outcomes(
    "someone signs up for both sides of a team match", ALL, "they're told that they play for the other server"
)
async def test_signing_up_for_the_other_side(both: TwoTeams) -> None:
    guest = both.teams[1].manager.guild.add_member(both.server.ada.user)
    told = await both.press(guest, "team-join", 1)
    assert told == "You already play for the other server in this team match."


@outcomes(
    "someone leaves a team match",
    open="they're out, and both cards show it",
    running="once confirmed, they're out, and their games that aren't over count as lost",
    over_or_canceled="they're told that it's over",
)
async def test_leaving(both: TwoTeams, state: str) -> None:
    ada = both.server.ada
    if state == RUNNING:
        mine = answer(await ada.click(await both.card(0), label="My games"))
        question = answer(await ada.click(mine, label="Leave the match"))
        await ada.click(question, label="Stay")
        assert "Ada" in await names(both)
        question = answer(await ada.click(mine, label="Leave the match"))
        await ada.click(question, label="Leave the match")
        await both.wait(SOON)
        assert "Ada" not in await names(both)
        assert "Pyrga Café **0\N{EN DASH}\N{WORD JOINER}2** Game Night" in await both.text(1)
    elif state == OPEN:
        assert (await both.press(ada, "team-leave")).startswith("You're no longer in the team match")
        assert "**Pyrga Café**, 1 person: **Blaise**" in await both.text(0)
    else:
        assert await both.press(ada, "team-leave") == "This team match is already over."


@outcomes(
    "someone leaves a team match that they aren't in",
    open_or_running="they're told so",
    over_or_canceled="they're told that it's over",
)
async def test_leaving_a_team_match_of_others(both: TwoTeams, state: str) -> None:
    outside = "You aren't in this team match."
    told = await both.press(both.server.chiyo, "team-leave")
    assert told == ("This team match is already over." if state in ENDED else outside)


@outcomes(
    "a team match's start comes due",
    OPEN,
    (
        "it starts, and one message in each server mentions its people who have a board; "
        "with fewer than two on a side, it's postponed once, then canceled"
    ),
)
async def test_the_start_mentions_everyone_on_a_board_once(both: TwoTeams) -> None:
    await both.wait(2 * DAY)
    await both.wait(SOON)
    assert (await both.match()).status is EventStatus.RUNNING
    people = [person.id for team in both.teams for person in team.people]
    assert sorted(both.server.pinged()) == sorted(people)


async def test_whoever_has_left_their_server_before_the_start_has_no_board(apart: TwoTeams) -> None:
    await apart.open(apart.server.chiyo)
    apart.server.guild.remove_member(apart.server.blaise)
    away = [person.name for person in apart.teams[1].people]
    await apart.wait(2 * DAY)
    match = await apart.match()
    assert match.status is EventStatus.RUNNING
    assert {each.player.id for each in match.members(0)} == {apart.server.ada.id, apart.server.chiyo.id}
    assert len(match.members(1)) == len(away)


@outcomes(
    "someone doesn't show up for a team match",
    RUNNING,
    "a reserve takes their place, and both have two new games; without one, their games count as lost",
)
async def test_a_reserve_takes_the_place_of_whoever_never_moves(apart: TwoTeams, state: str) -> None:
    del state
    games, absent = apart.server.client.services.games, apart.server.ada
    await apart.open(apart.server.chiyo)
    await apart.wait(2 * DAY)
    await apart.resign(apart.server.blaise)
    for _ in range(4):
        for game in (await apart.match()).running:
            match = await games.get(game.number or 0)
            if match.outcome is None and match.to_move.id != absent.id:
                move = str(match.position.legal_moves[0])
                await acts.move(games, match, move)
        await apart.wait(DAY / 2 + HOUR)
    after = await apart.match()
    assert after.why_left(absent.id) is Leaving.NO_SHOW
    board = after.boards[0]
    assert board.people[0] == apart.server.chiyo.id
    assert [game.struck for game in board.games] == [True, True, False, False]
    assert "1. **Chiyo** (1500?) \N{EN DASH} **Emmy** (1500?)" in await apart.text(1)


@outcomes("time is up for a team match", RUNNING, "open games are decided by their exact value")
async def test_games_played_until_the_end_are_decided(
    both: TwoTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.values.game.turns.run_out", lambda match, *_: match)
    client, clock = both.server.client, both.server.clock
    # Everyone has moved.
    (stage,) = (await both.match()).stages
    checked = replace(stage, checked_at=stage.ends_at)
    await client.services.team_matches.change(1, lambda old, _: old.with_stage(checked))
    clock.move(stage.ends_at - clock.now())
    await keep_team_matches(client)
    match = await both.match()
    # There's no solver here, so each is a draw.
    assert [(game.score, game.adjudicated) for game in match.games] == [(0.5, True)] * 4
    ended = [await client.services.games.get(game.number or 0) for game in match.games]
    assert {(game.outcome.reason, game.rated) for game in ended if game.outcome} == {
        (Reason.ADJUDICATION, False)
    }
    assert match.status is EventStatus.OVER
    await both.wait(SOON)
    assert "The team match is over. It's a draw." in await both.text(1)


async def chosen(both: TwoTeams, member: simcord.MemberActor) -> simcord.InteractionResult:
    """Have the first server's manager choose someone in the panel."""
    manager = both.teams[0].manager
    panel = answer(await manager.click(await both.card(0), label="Manage…"))
    return await manager.select(panel, [member], custom_id="team-member:1")


@outcomes(
    "a moderator removes someone from a team match",
    open="once confirmed, that person is out",
    running="the same as if that person had left",
    over_or_canceled="they're told that it's over",
)
async def test_removing(both: TwoTeams, state: str) -> None:
    manager, ada = both.teams[0].manager, both.server.ada
    if state in ENDED:
        assert await both.press(manager, "team-manage") == "This team match is already over."
        return
    question = answer(await chosen(both, ada))
    assert texts(question)[0].startswith("Remove **Ada** from the team match?")
    await manager.click(question, label="Remove")
    await both.wait(SOON)
    assert "Ada" not in await names(both)
    match = await both.match()
    assert match.score == ((0, 2) if state == RUNNING else (0, 0))
    log = read(answer(await manager.slash(both.teams[0].channel, "pyrga-server log")))
    assert "removed **Ada** from **the team match against Game Night**" in log


@outcomes(
    "a moderator removes someone of the other server from a team match",
    open_or_running="they're told that that person doesn't play for this server",
    over_or_canceled="they're told that it's over",
)
async def test_removing_someone_of_the_other_side(both: TwoTeams, state: str) -> None:
    manager = both.teams[0].manager
    emmy = manager.guild.add_member(both.teams[1].people[0].user)
    if state in ENDED:
        assert await both.press(manager, "team-manage") == "This team match is already over."
    else:
        told = said(await chosen(both, emmy))
        assert told == "That person doesn't play for this server in this team match."
    assert "Emmy" in await names(both)


@outcomes(
    "a moderator of one side cancels a team match",
    open="once confirmed, both cards say so",
    running="once confirmed, both cards say so, and its games continue as casual games",
    over_or_canceled="they're told that it's over",
)
async def test_canceling(both: TwoTeams, state: str) -> None:
    manager, running = both.teams[1].manager, (await both.match()).running
    if state in ENDED:
        assert await both.press(manager, "team-cancel", 1) == "This team match is already over."
        return
    panel = answer(await manager.click(await both.card(1), label="Manage…"))
    question = answer(await manager.click(panel, label="Cancel the match"))
    await manager.click(question, label="Cancel the match")
    await both.wait(SOON)
    for index in (0, 1):
        assert "canceled" in await both.text(index)
    log = read(answer(await manager.slash(both.teams[1].channel, "pyrga-server log")))
    assert "canceled **the team match against Pyrga Café**" in log
    assert len(running) == (4 if state == RUNNING else 0)
    for game in running:
        stored = await both.server.client.services.games.get(game.number or 0)
        assert (stored.outcome, stored.rated, stored.event) == (None, False, None)


@outcomes(
    "a moderator of one side annuls a game of a team match", (RUNNING, *ENDED), "they're told that they can't"
)
async def test_annulling(server: Server, manager: simcord.MemberActor, state: str) -> None:
    both = two_teams(server, manager)
    await (end if state == OVER else run)(both)
    before = await both.match()
    if state == CANCELED:
        await server.client.services.team_matches.cancel(
            1, Player(manager.id, "manager"), guild_id=server.guild.id
        )
        await both.wait(SOON)
    number = before.games[0].number or 0
    told = said(await manager.slash(server.channel, "pyrga-server annul", game=str(number)))
    assert "is also played in another place, so you can't decide about it here." in told
    assert (await both.match()).score == before.score


@outcomes("someone without the permission manages a team match", ALL, "they're told that they need it")
async def test_managing_without_the_permission(both: TwoTeams) -> None:
    for word in ("team-manage", "team-ask-cancel", "team-cancel"):
        assert await both.press(both.server.ada, word) == MANAGERS_ONLY


async def change_something(both: TwoTeams, state: str) -> None:
    """Have something happen that the cards show, if anything can, and wait until they do."""
    if state == OPEN:
        await both.server.client.services.team_matches.leave(1, player_id=both.server.ada.id)
    if state == RUNNING:
        await both.resign(both.server.ada)
    await both.wait(SOON)


@outcomes(
    "the card of a team match is deleted",
    open_or_running="it's posted again with the next change",
    over_or_canceled="nothing",
)
async def test_a_deleted_card(both: TwoTeams, state: str) -> None:
    card = await both.card(0)
    both.server.env.backend.delete_message(card.channel_id, card.id)
    await change_something(both, state)
    moved = (await both.match()).cards[0].message_id != card.id
    assert moved == (state not in ENDED)


async def lose_the_other_channel(both: TwoTeams) -> None:
    """Have Discord delete the channel of the second side, with its threads."""
    away = both.teams[1]
    for thread in away.channel.threads:
        both.server.env.backend.delete_channel(thread.id)
    both.server.env.backend.delete_channel(away.channel.id)


async def remove_the_bot(both: TwoTeams) -> None:
    """Have Discord refuse whatever the bot does in the second server."""
    away = both.teams[1]
    for channel in (away.channel, *away.channel.threads):
        for method, path in (("PATCH", "/messages/*"), ("POST", "/messages")):
            both.server.env.inject_error(
                method, f"/channels/{channel.id}{path}", status=403, code=50001, times=None
            )


@in_cells(
    [
        cell(event, state, lose, outcome=outcome)
        for event, lose in (
            ("the channel of one side of a team match is gone", lose_the_other_channel),
            ("one server of a team match has removed the bot", remove_the_bot),
        )
        for state, outcome in {
            OPEN: "the other card goes on",
            RUNNING: "that side's games go on in their players' DMs",
            OVER: "nothing",
            CANCELED: "nothing",
        }.items()
    ],
    "lose",
)
async def test_a_side_without_a_card(
    both: TwoTeams, state: str, lose: Callable[[TwoTeams], Awaitable[None]]
) -> None:
    # The first side's card shows what happens next, and games of the second go on in DMs.
    await lose(both)
    await change_something(both, state)
    assert not (await both.match()).cards[1].lost
    await repair_boards(both.server.client)
    await both.wait(looks.APART)
    await repair_boards(both.server.client)
    match = await both.match()
    if state in ENDED:
        assert not match.cards[1].lost
        return
    assert match.cards[1].lost
    if state == OPEN:
        assert "**Pyrga Café**, 1 person: **Blaise**" in await both.text(0)
        return
    assert "2 of 4 games are over." in await both.text(0)
    for game in match.games[:2]:
        stored = await both.server.client.services.games.get(game.number or 0)
        home = stored.home_of(stored.color_of(both.teams[1].people[0].id))
        assert home.place.channel_id == both.teams[1].people[0].user.dm_channel.id


@outcomes(
    "one server of a team match keeps to itself",
    open="no one there can sign up anymore, and it's canceled when it would start",
    running_or_over_or_canceled="nothing",
)
async def test_a_server_that_keeps_to_itself(both: TwoTeams, state: str) -> None:
    client, away = both.server.client, both.teams[1].manager.guild
    await client.services.preferences.change_guild(away.id, lambda old: replace(old, across_servers=False))
    before = await both.match()
    await both.wait(2 * DAY if state == OPEN else SOON)
    status = EventStatus.CANCELED if state == OPEN else before.status
    assert (await both.match()).status is status


@pytest.mark.parametrize("state", [OPEN, RUNNING])
async def test_a_card_that_was_lost_is_shown_once_it_can_be_and_its_host_hears_of_it(
    both: TwoTeams, state: str
) -> None:
    await remove_the_bot(both)
    await change_something(both, state)
    await both.wait(looks.APART)
    before = await both.text(1)
    assert (await both.match()).cards[1].lost
    both.server.env.backend.faults.clear()
    await both.wait(timedelta(hours=1))
    await both.wait(timedelta(minutes=1))
    assert not (await both.match()).cards[1].lost
    assert await both.text(1) != before
    host = both.teams[1].manager.user.dm_channel
    (told,) = both.server.posted(host)
    assert told.content.startswith("I can't post in the channel of [Pyrga Café \N{EN DASH} Game Night](")


@outcomes(
    "a player of a team match deletes their data",
    open="they're out",
    running="they're out, as if they had left",
    over_or_canceled="both cards call them *Deleted player*",
)
async def test_deleted_data(both: TwoTeams, state: str) -> None:
    ada = both.server.ada
    await delete_data(ada)
    await both.wait(SOON)
    match = await both.match()
    members = match.members(0)
    assert ada.id not in {member.player.id for member in members}
    for index in (0, 1):
        assert "**Ada**" not in await both.text(index)
    if state == OPEN:
        assert [member.player.name for member in members] == ["Blaise"]
    else:
        assert [member.player.is_deleted for member in members] == [True, False]
    if state == RUNNING:
        assert members[0].left is Leaving.DELETED
        assert match.score == (0, 2)
    if state in {RUNNING, OVER}:
        assert "1. **Deleted player** (1500?)" in await both.text(1)


@outcomes("the bot is restarted during a team match", ALL, "every button works as before")
async def test_a_restart(both: TwoTeams, state: str) -> None:
    await both.server.restart()
    button = {OPEN: "Rules", RUNNING: "My games"}.get(state)
    if button is None:
        assert labels(await both.card(1)) == []
        return
    assert answer(await both.teams[1].people[0].click(await both.card(1), label=button)).ephemeral


@outcomes(
    "the bot dies while a team match starts",
    RUNNING,
    "the other games begin after the start, once; no one is mentioned twice",
)
async def test_a_death_during_the_start(apart: TwoTeams, state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    del state
    await apart.open()
    with dying_at_the_second_board(monkeypatch):
        await apart.wait(2 * DAY)
    assert len((await apart.match()).running) == 2
    await apart.server.restart()
    await repair_boards(apart.server.client)
    await apart.wait(SOON)
    match = await apart.match()
    assert len(match.running) == len({game.number for game in match.games}) == 4
    people = [person.id for team in apart.teams for person in team.people]
    assert sorted(apart.server.pinged()) == sorted(people)


@outcomes(
    "the bot comes back during a team match",
    running="clocks get the time back, and it ends on time",
    open_or_over_or_canceled="nothing is lost",
)
async def test_downtime(both: TwoTeams, state: str) -> None:
    before, server = await both.match(), both.server
    due = [await due_by(server, game.number or 0) for game in before.running]
    server.clock.move(timedelta(hours=5))
    await server.restart()
    await both.wait(timedelta(minutes=1))
    after = await both.match()
    assert (after.status, after.starts_at) == (before.status, before.starts_at)
    assert [stage.ends_at for stage in after.stages] == [stage.ends_at for stage in before.stages]
    given = [
        await due_by(server, game.number or 0) - old for game, old in zip(after.running, due, strict=True)
    ]
    assert len(given) == (4 if state == RUNNING else 0)
    assert all(back >= timedelta(hours=4) for back in given)
