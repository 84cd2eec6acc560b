"""Games between the channels of two servers: one offers a code, and the other enters it."""

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.transactions import retried
from bot.use_cases import codes
from bot.use_cases.codes import Code, CodeKind
from bot.use_cases.crowds.crowd_games import check_room, remember_crowds, running_in
from bot.use_cases.games.storing import begin
from bot.use_cases.names import remember
from bot.use_cases.preferences import guild_preferences
from bot.use_cases.use_cases import UseCases
from bot.values.challenges import ColorChoice
from bot.values.crowds import Crowd, VotingWindow
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import (
    ApartError,
    ChannelPlaysError,
    OtherChannelPlaysError,
    TooManyChannelsPlayError,
)
from bot.values.game.turns import draw_first_move
from bot.values.players import CROWDS, Place, Player
from engine import Color, Position, Ruleset, Start


@dataclass(frozen=True, slots=True)
class DuelSide:
    """A channel of a server: ``name`` is that of the server, and ``language`` the one of the board."""

    guild_id: int
    channel_id: int
    name: str
    language: str

    @property
    def place(self) -> Place:
        return Place(self.guild_id, self.channel_id)


class Duels(UseCases):
    """The games between channels in one database."""

    @retried
    async def offer(self, side: DuelSide, ruleset: Ruleset, window: VotingWindow, maker: Player) -> Code:
        """Make a code with which a channel of another server can play this one."""
        now = self._clock.now()
        terms = {
            "channel": side.channel_id,
            "name": side.name,
            "language": side.language,
            "ruleset": ruleset,
            "window": window,
        }
        async with self._database.writing() as connection:
            check_room(await running_in(connection, side.place, now), side.place)
            await _check_across(connection, side.guild_id)
            await remember(connection, maker, now)
            kind, text = CodeKind.CHANNEL_DUEL, json.dumps(terms)
            return await codes.make(
                connection, kind, side.guild_id, maker_id=maker.id, terms=text, random=self._random, now=now
            )

    async def accept(self, text: str, side: DuelSide) -> Game:
        """Start the game that a code of another server offers; return it. No message shows it yet."""
        # If the answer to the commit is lost, the game is recognized by the time at which it began.
        return await self._accept(text, side, self._clock.now())

    @retried
    async def _accept(self, text: str, side: DuelSide, now: datetime, *, repeated: bool = False) -> Game:
        async with self._database.writing() as connection:
            running = await running_in(connection, side.place, now)
            done = [game for game in running if game.created_at == now and repeated]
            if done:
                return done[0]
            code = await codes.read(connection, CodeKind.CHANNEL_DUEL, text, side.guild_id, now)
            # Of two servers at once, the second waits here, and then finds the code used.
            await codes.use(connection, code, now)
            check_room(running, side.place)
            await _check_across(connection, side.guild_id)
            terms = json.loads(code.terms)
            offered = DuelSide(code.guild_id, terms["channel"], terms["name"], terms["language"])
            try:
                check_room(await running_in(connection, offered.place, now), offered.place)
            except (ChannelPlaysError, TooManyChannelsPlayError) as error:
                raise OtherChannelPlaysError from error
            await remember_crowds(connection, now)
            sides = dict(zip(Color, ColorChoice.RANDOM.seats(offered, side, self._random), strict=True))
            ruleset = Ruleset(terms["ruleset"])
            first = draw_first_move(ruleset, self._random, now)
            white, black = (Player(CROWDS[color], sides[color].name) for color in Color)
            new = Game(
                number=0,
                white=white,
                black=black,
                position=Position.replay(ruleset, [first.text]),
                created_at=now,
                boards=tuple([await _board(connection, color, sides[color]) for color in Color]),
                start=Start.BALANCED,
                moves=(first,),
                move_seconds=terms["window"],
                crowd=Crowd(),
                chosen_text_board=False,
            )
            return await begin(connection, new, now)


async def _check_across(connection: AsyncConnection, guild_id: int) -> None:
    """Check that a guild allows games across servers."""
    if not (await guild_preferences(connection, guild_id)).across_servers:
        raise ApartError


async def _board(connection: AsyncConnection, color: Color, side: DuelSide) -> Board:
    theme = (await guild_preferences(connection, side.guild_id)).theme
    return Board(side.place, side.language, theme, side=color)
