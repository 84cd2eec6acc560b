"""A game in each state in ``docs/behavior.md``, and what moves it on to the next state."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

import simcord

from bot.jobs.due import do_due
from bot.store.connections.database import Database
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.values.base36 import format_number
from bot.values.challenges import ColorChoice, Terms
from bot.values.game.endings import cancel
from bot.values.game.game import Game
from bot.values.game.offers import offer_draw
from bot.values.players import Place, Player
from engine import Kind, Ruleset, Start
from tests.bot import acts
from tests.bot.clocks import stay_up
from tests.bot.displays import post_board
from tests.bot.servers import Server, answer, offered, read, said, texts

CHALLENGE: Final = "challenge open"
SIDES: Final = "sides on offer"
BEGINNING: Final = "before both moved"
PLAY: Final = "in play"
QUESTION: Final = "offer open"
LATE: Final = "out of time"
COMPUTER: Final = "with the computer"
FINISHED: Final = "finished"
NO_RESULT: Final = "no result"
GAME: Final = "a running game"
ENDED: Final = "over"

RUNNING = (SIDES, BEGINNING, PLAY, QUESTION, LATE, COMPUTER)
OF_TWO = (SIDES, BEGINNING, PLAY, QUESTION, LATE)
OVER = (FINISHED, NO_RESULT)
EXAMPLES = {GAME: PLAY, ENDED: FINISHED}
"""States that stand for several, if a table doesn't distinguish between those."""
GAMES = (*RUNNING, *OVER)
ALL = (CHALLENGE, *GAMES)

OPENING = ("Sb2", "Ta2e")
CLOCK = timedelta(hours=2)
LEVEL = 1


@dataclass(slots=True)
class Scene:
    """A game in one state, with its own two members in its own channel.

    ``message`` is its card or its board, and ``revision`` the game's, or 0 for a challenge. Ada made the
    challenge and plays White. ``number`` is the game's, or the challenge's if there is no game yet.
    """

    state: str
    server: Server
    number: int
    message: simcord.ResponseMessage
    revision: int = 0

    @property
    def ada(self) -> simcord.MemberActor:
        """Return the challenger, who plays White."""
        return self.server.ada

    @property
    def blaise(self) -> simcord.MemberActor:
        """Return the person challenged, who plays Black; in a game with the computer, a spectator."""
        return self.server.blaise

    @property
    def chiyo(self) -> simcord.MemberActor:
        """Return someone else."""
        return self.server.chiyo

    @property
    def mover(self) -> simcord.MemberActor:
        """Return whose turn it is, if it's one of the members'."""
        return self.blaise if self.state in {SIDES, BEGINNING} else self.ada

    @property
    def waiting(self) -> simcord.MemberActor:
        """Return the opponent of that member."""
        return self.ada if self.mover is self.blaise else self.blaise

    async def game(self) -> Game:
        """Return the game as it's stored now."""
        return await self.server.client.services.games.get(self.number)

    def move_button(self, move: str) -> str:
        """Return the custom_id of the button that plays a move on the board as it was drawn in this state."""
        return f"play:{format_number(self.number)}:{self.revision}:{move}"

    def button(self, action: str) -> str:
        """Return the custom_id of another button on the board as it was drawn in this state."""
        return f"act:{format_number(self.number)}:{self.revision}:{action}"

    def named(self, word: str) -> str:
        """Return the custom_id of a button that's only about the game."""
        return f"{word}:{format_number(self.number)}"

    async def press(
        self, who: simcord.MemberActor, custom_id: str, times: int = 1
    ) -> list[simcord.InteractionResult]:
        """Press a button that the card or the board offers, ``times`` times simultaneously."""
        results = await self.server.press(*[(who, self.message, custom_id)] * times)
        assert all(result.acknowledged for result in results), (self.state, custom_id)
        return results

    async def press_unoffered(self, who: simcord.MemberActor, custom_id: str) -> simcord.InteractionResult:
        """Press a button even if the card or the board no longer has it, or never had it."""
        (result,) = await self.server.press_unoffered((who, self.message, custom_id))
        assert result.acknowledged, (self.state, custom_id)
        return result

    async def told(self, who: simcord.MemberActor, custom_id: str) -> str:
        """Return what someone is told privately when they press a button."""
        (result,) = await self.press(who, custom_id)
        return said(result)

    async def told_unoffered(self, who: simcord.MemberActor, custom_id: str) -> str:
        """Return what someone is told privately when they press a button that the message doesn't have."""
        return said(await self.press_unoffered(who, custom_id))

    async def panel(self, who: simcord.MemberActor, custom_id: str) -> simcord.ResponseMessage:
        """Return the private panel that a button opens."""
        (result,) = await self.press(who, custom_id)
        shown = answer(result)
        assert shown.ephemeral, self.state
        return shown

    async def step(self) -> tuple[simcord.MemberActor, str]:
        """Return who moves the game on from here, and the button they use."""
        if self.state == CHALLENGE:
            return self.blaise, f"challenge:{format_number(self.number)}:accept"
        if self.state in {PLAY, COMPUTER}:
            return self.ada, self.move_button(await self.move())
        return {
            SIDES: (self.blaise, self.button("swap")),
            BEGINNING: (self.blaise, self.move_button("Sa2")),
            QUESTION: (self.ada, self.button("accept")),
            LATE: (self.blaise, self.button("claim")),
            FINISHED: (self.ada, self.named("rematch")),
            NO_RESULT: (self.ada, self.named("rematch")),
        }[self.state]

    async def move(self) -> str:
        """Return a legal move that has a button of its own, as not every Triangle has."""
        legal = (await self.game()).position.legal_moves
        return str(min(legal, key=lambda move: move.kind is Kind.TRIANGLE))

    async def steps_taken(self) -> int:
        """Return how often the game was moved on: a challenge by its game, a finished game by a rematch."""
        if self.state == CHALLENGE:
            queries, guild = self.server.client.services.game_queries, self.server.guild
            return len(await queries.running(guild.id, player_id=self.blaise.id, limit=10))
        if self.state in OVER:
            return len(self.cards())
        return (await self.game()).revision - self.revision

    def cards(self) -> list[simcord.ResponseMessage]:
        """Return the open cards in the channel."""
        titles = ("### A game of Pyrga?", "### A rematch?")
        return [shown for shown in self.server.posted() if "".join(texts(shown)).startswith(titles)]

    def outdate(self) -> None:
        """Have the message show something older, as devices do that haven't seen what came since."""
        old = {"components": [{"type": 10, "content": "something older"}]}
        self.server.env.backend.edit_message(self.message.channel_id, self.message.id, old)

    async def board(self) -> str:
        """Return the texts on the message that shows the game now."""
        number = self.number
        if self.state == CHALLENGE:
            challenges = self.server.client.services.challenges
            number = (await challenges.accepted_game(self.number)).number
        return read(await self.server.board(number))

    async def shows_the_step(self) -> bool:
        """Return whether the channel shows that the game was moved on from here."""
        if self.state in OVER:
            return bool(self.cards())
        return _AFTER[self.state] in await self.board()

    async def shows_itself(self) -> bool:
        """Return whether the channel shows the game as it is in this state."""
        if self.state == CHALLENGE:
            return bool(self.cards())
        return _BEFORE[self.state] in await self.board()


_BEFORE = {
    SIDES: "move 1",
    BEGINNING: "move 1",
    PLAY: "move 2",
    QUESTION: "offers a draw",
    LATE: "to play · out of time: ",
    COMPUTER: "move 2",
    FINISHED: "**Blaise wins: Ada resigned**",
    NO_RESULT: "**Canceled before both players had moved**",
}
_AFTER = {
    CHALLENGE: "· start",
    SIDES: "sides swapped",
    BEGINNING: "move 2",
    PLAY: "move 3",
    QUESTION: "**A draw: the players agreed**",
    LATE: "**Blaise wins: Ada ran out of time**",
    COMPUTER: "can't move right now",
}


async def arrange(
    server: Server, state: str, channel: simcord.ChannelHandle | None = None, **options: Any
) -> Scene:
    """Return a game in a state, with new members, in a new channel of the server unless one is given.

    ``options`` are those of the challenge.
    """
    state = EXAMPLES.get(state, state)
    apart = _apart(server, channel)
    if state == CHALLENGE:
        card = await apart.challenge(**options)
        return Scene(state, apart, _number_of(card), card)
    number = await (_begin_with_computer(apart) if state == COMPUTER else _begin(apart, state, options))
    await _reach(apart, state, number)
    return await _posted(apart, state, number)


async def live(server: Server, step: timedelta) -> None:
    """Let time pass while the bot is up and handles what comes due."""
    await pass_time(server, step)
    await do_due(server.client)
    await server.env.settle()


async def pass_time(server: Server, step: timedelta) -> None:
    """Let time pass while the bot is up, without handling what comes due."""
    database = Database(server.settings.database())
    await stay_up(database, server.clock.now() + step)
    server.clock.move(step)
    await database.close()


def _apart(server: Server, channel: simcord.ChannelHandle | None) -> Server:
    count = len(server.guild.member_ids())
    people = [
        server.guild.add_member(server.env.create_user(f"{name.lower()}{count}", global_name=name))
        for name in ("Ada", "Blaise", "Chiyo")
    ]
    channel = channel or server.guild.create_text_channel(f"scene{count}")
    return replace(server, channel=channel, ada=people[0], blaise=people[1], chiyo=people[2])


def _number_of(card: simcord.ResponseMessage) -> int:
    accept = next(str(button["custom_id"]) for button in offered(card))
    return int(accept.split(":")[1], 36)


async def _begin(server: Server, state: str, options: dict[str, Any]) -> int:
    terms = Terms(
        **{
            "ruleset": Ruleset.PYRGA,
            "color": ColorChoice.WHITE,
            "language": "en-US",
            "start": Start.SWAP if state == SIDES else Start.PLAIN,
            "move_seconds": int(CLOCK.total_seconds()) if state == LATE else None,
            **options,
        }
    )
    challenges, place = server.client.services.challenges, Place(server.guild.id, server.channel.id)
    ada, blaise = Player(server.ada.id, "Ada"), Player(server.blaise.id, "Blaise")
    proposed = await challenges.propose(place, ada, blaise, terms, opponent_is_bot=False)
    return (await challenges.accept(proposed.number, blaise)).number


async def _begin_with_computer(server: Server) -> int:
    computer = Player(LEVEL, f"Computer, level {LEVEL}")
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    place, ada = Place(server.guild.id, server.channel.id), Player(server.ada.id, "Ada")
    return (await server.client.services.computer_games.begin(place, ada, computer, terms)).number


async def _posted(server: Server, state: str, number: int) -> Scene:
    games = server.client.services.games
    game = await post_board(server.client, await games.get(number))
    for player in (game.white, game.black):
        game = await games.see(game, player.id)
    await games.note_shown(game, (), told=True)
    await server.env.settle()
    return Scene(state, server, number, await server.board(number), game.revision)


async def _reach(server: Server, state: str, number: int) -> None:
    """Have a game that has just begun get to a state."""
    games, plies = server.client.services.games, 1 if state in {SIDES, BEGINNING, NO_RESULT} else 2
    for move in OPENING[:plies]:
        game = await games.get(number)
        await acts.play(games, number, revision=game.revision, text=move, player_id=game.to_move.id)
    if state == QUESTION:
        await games.change(number, lambda game, _: offer_draw(game, plies, player_id=server.blaise.id))
    elif state == LATE:
        await live(server, CLOCK)
    elif state == FINISHED:
        await acts.resign(games, number, player_id=server.ada.id)
    elif state == NO_RESULT:
        await games.change(number, lambda game, now: cancel(game, now, player_id=server.ada.id))
