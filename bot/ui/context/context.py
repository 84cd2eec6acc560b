"""One interaction, as its handler sees it: who asks, where, in which language, and how to answer.

discord.py only logs an exception in an event's listener. So a context wraps every handler.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from time import monotonic
from types import TracebackType
from typing import Any, Self, cast

import discord
import structlog
from discord.app_commands import Choice

from bot.locale import Words, first_known, is_known, words_for
from bot.metrics import ANSWER_SECONDS, LATE_ANSWERS, REFUSALS
from bot.metrics import FAILURES as COUNTED_FAILURES
from bot.ui.context.client import (
    Interaction,
    ServingClient,
    kind_of,
    place_of,
    player_of,
)
from bot.ui.context.limits import by_person
from bot.ui.context.refusals import TellableError, refusal
from bot.ui.context.reply import Reply
from bot.ui.context.requests import RequestError, Thing, ask
from bot.ui.message.content import Content
from bot.ui.message.icons import NO_ICONS, Icons
from bot.ui.message.incoming import UnfitValueError, clean
from bot.ui.text.words import named_in, player_in
from bot.use_cases.games.queries import Reader
from bot.values.challenges import Challenge, SimulGame
from bot.values.errors import OutsideServerError, Refusal
from bot.values.game.daily_games import day_at
from bot.values.game.game import Game
from bot.values.game.game_errors import GameError, HelpInGameError, UnknownGameError
from bot.values.players import FORGOTTEN_PLACE, Place, Player, ThemeName

# Discord waits three seconds for an answer. After this many, the process that has claimed the interaction
# tells it to wait …
GRACE = 1.0
# … or after this many, if the answer is a form, which Discord takes only if it wasn't told to wait. If the
# database still hasn't said by then who has claimed it, it's told, too: Discord lets only one process do so.
LAST_CALL = 2.0

_KEY = "context"

log = structlog.get_logger(__name__)


class Context:
    """One interaction: who asks, where, in which language, the use cases, and how to reply.

    ``message`` is the one that was clicked, if any. ``refused`` makes more of a refusal than its sentence.

    Handlers run inside ``async with``. Slow work is covered from when ``start`` is called, or from the
    beginning of the block: after ``GRACE`` seconds without an answer, Discord is told to wait. If the answer
    ``is_form``, that's put off as long as possible. With ``is_brief``, the person's language is only read for
    what they are told in it.

    What leaves the block and can be told (``TellableError``) becomes a private sentence in the person's
    language. Any other error is logged under a number, and the person is told that number.
    """

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.client: ServingClient = interaction.client
        self.services = self.client.services
        self.user: Player = player_of(interaction.user)
        self.message = interaction.message
        self.reply = Reply(interaction)
        self.is_form = False
        self._arrived_at = monotonic()
        self._work = ExitStack()
        self._guard: asyncio.Task[None] | None = None
        self._claiming: asyncio.Task[bool] | None = None
        self.is_brief = False
        self._knows_words = False
        self._is_extra = False
        self._unfit: UnfitValueError | None = None
        self.refused: Callable[[Words, str], Content] | None = None
        try:
            # The library's commands read from here, too, and only after this.
            clean(cast("dict[str, Any]", interaction.data or {}))
        except UnfitValueError as error:
            self._unfit = error

    @classmethod
    def of(cls, interaction: Interaction) -> "Context":
        """Return the context of an interaction. There's only one for each."""
        context: Context | None = interaction.extras.get(_KEY)
        if context is None:
            context = interaction.extras[_KEY] = cls(interaction)
        by_person.set(True)
        # What's logged refers to it. The library answers one interaction in more than one task.
        structlog.contextvars.bind_contextvars(interaction=interaction.id)
        if interaction.guild_id is not None:
            structlog.contextvars.bind_contextvars(guild=interaction.guild_id)
        return context

    @property
    def words(self) -> Words:
        """Return the person's language, or that of their Discord until it's known."""
        return self.reply.words

    @property
    def icons(self) -> Icons:
        """Return the pieces as emojis for private answers, unless the person wants moves in words."""
        return NO_ICONS if self.reply.in_words else self.client.icons

    @property
    def place(self) -> Place:
        """Return the channel that the interaction came from, with its server if it's in one."""
        return place_of(self.interaction)

    @property
    def guild_id(self) -> int:
        """Return the server that the interaction came from."""
        if self.interaction.guild_id is None:
            raise OutsideServerError
        return self.interaction.guild_id

    @property
    def in_direct_messages(self) -> bool:
        """Return whether the person acts in their direct messages with the bot."""
        return self.interaction.context.dm_channel

    @property
    def reader(self) -> Reader:
        """Return the person as someone who looks games up from here."""
        return Reader(self.place, self.user.id, self.sees)

    def named(self, game: Game) -> Game:
        """Return the game for whatever is said of it here: with names that may be known here.

        Boards don't need this: the display shows each with the names for its place.
        """
        return named_in(self.words, game.as_seen_from(self.place.guild_id, player_id=self.user.id))

    def refusal(self, error: TellableError) -> str:
        """Return what to tell the person about an error, with names that may be known here."""
        if isinstance(error, Refusal):
            error = error.with_facts(self._as_seen)
        return refusal(self.words, error)

    def _as_seen(self, fact: Any) -> Any:
        match fact:
            case Game():
                return self.named(fact)
            case [Game(), *_]:
                return [self.named(game) for game in fact]
            case Challenge():
                return fact.as_seen_from(self.place.guild_id, player_id=self.user.id)
            case SimulGame(apart=True) if self.place.guild_id is None:
                return replace(fact, place=FORGOTTEN_PLACE, message_id=None)
            case Player():
                is_outside = self.place.guild_id is None
                return player_in(self.words, fact.outside_servers if is_outside else fact)
        return fact

    async def sees(self, game: Game) -> bool:
        """Return whether the person may see a game and its files here: everyone who sees its channel may.

        Its players may from anywhere, others only from its channel or its server. What can't be found out
        counts as no, and so does a game whose board only its player sees, as long as it's the day's.
        """
        players = (game.white, game.black)
        is_of_day = game.day is not None and game.day >= day_at(self.services.clock.now())
        if is_of_day and game.color_of(self.user.id) is None:
            return False
        for home in game.homes:
            if await self.sees_at(home.place, players):
                return True
        return False

    async def sees_at(self, there: Place, players: Sequence[Player]) -> bool:
        """Return whether the person may see a game of these players that is, or was, played there."""
        here = self.place
        if self.user.id in {player.id for player in players} or here.channel_id == there.channel_id:
            return True
        near = there.guild_id is not None and there.guild_id == here.guild_id
        return near and await self.client.sight.sees(self.client, self.user.id, there)

    async def seen_game(self, number: int) -> Game:
        """Return the game with this number. One that the person may not see doesn't exist for them."""
        return await self._in_sight(await self.services.games.get(number))

    async def _in_sight(self, game: Game) -> Game:
        if not await self.sees(game):
            raise UnknownGameError(str(game.number))
        return game

    async def learn_words(self) -> None:
        """Speak to the person in their language from here on, if it can be read."""
        if self._knows_words:
            return
        self._knows_words = True
        try:
            self.reply.words = await self.read_words()
        except Exception:
            # The request is worth answering in any language.
            log.exception("language not read")

    async def read_words(self) -> Words:
        """Load the words in the language that the person has chosen, or else in that of their Discord.

        If there are none in either, it's the language that a whole channel sees.
        """
        self.reply.in_words = (await self.services.preferences.remembered(self.user.id)).text_board
        return words_for(await self.private_language())

    async def theme(self) -> ThemeName:
        """Return the look that the person has chosen for what only they see."""
        return (await self.services.preferences.remembered(self.user.id)).theme

    async def public_language(self) -> str:
        """Return the language that a whole channel sees: the server's choice, or its language on Discord.

        Outside servers it's the person's.
        """
        if self.interaction.guild_id is None:
            return await self.private_language()
        return await self._language_of_server(self.interaction.guild_id)

    async def private_language(self) -> str:
        """Return the language of what only the person sees, as ``read_words`` says."""
        chosen = (await self.services.preferences.remembered(self.user.id)).language
        own = (chosen, str(self.interaction.locale))
        guild_id = self.interaction.guild_id
        if guild_id is None or is_known(*own):
            return first_known(*own)
        return await self._language_of_server(guild_id)

    async def _language_of_server(self, guild_id: int) -> str:
        chosen = (await self.services.preferences.guild(guild_id)).language
        return first_known(chosen, str(self.interaction.guild_locale or self.interaction.locale))

    async def admit_extra(self) -> None:
        """Wait until something that isn't a click on a board can start."""
        if not self._is_extra:
            self._work.enter_context(self.client.intake.request(self.user.id))
            self._is_extra = True
        await self.client.intake.admit_extra()

    def start(self) -> None:
        """Begin to cover slow work, and to keep a client that stops waiting for the answer."""
        if self._guard is None:
            self._work.enter_context(self.client.answering())
            self._guard = asyncio.create_task(self._defer_late())

    async def claims(self) -> bool:
        """Return whether to answer: False if another process that got the interaction does.

        It's also False for what can't be read or can't be claimed, which is refused here.

        Slow work is covered from here on, except for completions, which Discord can't be told to wait for.
        """
        if self.interaction.type is not discord.InteractionType.autocomplete:
            self.start()
        error: Exception | None
        try:
            claimed, error = await self._claim(), self._unfit
        except Exception as unclaimed:  # noqa: BLE001 - whatever it is, it's told or logged like any other
            # Discord takes a first answer from one process only, and that one tells.
            claimed, error, self.reply.yields = True, unclaimed, True
        if claimed and error is not None:
            claimed = False
            await self._refuse(error)
        if not claimed:
            self._stand_down()
        return claimed

    def _claim(self) -> asyncio.Task[bool]:
        """Claim the interaction, unless that has begun, and find out whether this process has it."""
        if self._claiming is None:
            self._claiming = asyncio.create_task(self.services.interactions.claim(self.interaction.id))
        return self._claiming

    async def complete(self, choices: Sequence[Choice[str]]) -> bool:
        """Offer these choices to someone who types an option. Returns whether Discord took them."""
        try:
            await ask(self.interaction.response.autocomplete([*choices]))
            ANSWER_SECONDS.labels(kind_of(self.interaction)).observe(monotonic() - self._arrived_at)
        except Exception as error:
            # Once the bot has left Discord, the library fails in ways of its own.
            if not (isinstance(error, RequestError) or self.client.is_closed()):
                raise
            log.info("suggestions not sent", error=str(error))
            return False
        return True

    async def __aenter__(self) -> Self:
        self.start()
        if not self.is_brief:
            await self.learn_words()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        del kind, traceback
        try:
            return await self._explain(error)
        finally:
            self._stand_down()

    async def _refuse(self, error: Exception) -> None:
        if self.interaction.type is discord.InteractionType.autocomplete:
            await self.complete(())
            return
        async with self:
            raise error

    async def _defer_late(self) -> None:
        await asyncio.sleep(GRACE)
        if self.is_form:
            # Only the command or the button itself knows that.
            await asyncio.sleep(LAST_CALL - GRACE)
        claiming = self._claim()
        await asyncio.wait([claiming], timeout=self._arrived_at + LAST_CALL - monotonic())
        is_taken = claiming.done() and claiming.exception() is None and not claiming.result()
        if not is_taken:
            await self.reply.defer()

    def _stand_down(self) -> None:
        if self._guard is not None:
            self._guard.cancel()
            self._guard = None
        if self._claiming is not None:
            self._claiming.cancel()
        self._work.close()
        structlog.contextvars.unbind_contextvars("interaction", "guild", "game")

    async def _explain(self, error: BaseException | None) -> bool:
        if not isinstance(error, Exception):
            # There was no error, or the bot is stopping and has no time to tell anyone.
            return False
        await self.learn_words()
        if self.client.is_closed():
            # The bot has left Discord and its database before this was answered.
            log.info("stopped before the answer", error=repr(error))
            return True
        if isinstance(error, RequestError):
            await self._tell_weather(error)
            return True
        if isinstance(error, TellableError):
            REFUSALS.labels(type(error).__name__.removesuffix("Error")).inc()
            told = self.refusal(await self._tellable(error))
            await self._try_to_tell(told if self.refused is None else self.refused(self.words, told))
            return True
        incident = secrets.token_hex(4)
        COUNTED_FAILURES.labels(type(error).__name__).inc()
        log.error("interaction failed", incident=incident, exc_info=error)
        await self._try_to_tell(
            self.words.say("Something went wrong. Your game is safe. (Error {incident})", incident=incident)
        )
        return True

    async def _tell_weather(self, error: RequestError) -> None:
        if error.gone in {Thing.INTERACTION, Thing.WEBHOOK}:
            LATE_ANSWERS.inc()
            log.warning("answer came too late", error=str(error))
            return
        log.warning("Discord doesn't do what someone asked for", error=str(error))
        await self._try_to_tell(self.refusal(error))

    async def _tellable(self, error: TellableError) -> TellableError:
        """Return a refusal that says nothing of a game that the person may not see.

        That someone would get help in a game is only said if they play it or see it, from wherever.
        """
        if isinstance(error, GameError) and not isinstance(error, HelpInGameError):
            try:
                await self._in_sight(error.game)
            except UnknownGameError as unknown:
                return unknown
        return error

    async def _try_to_tell(self, what: Content | str) -> None:
        try:
            await self.reply.private(what)
        except RequestError as error:
            log.warning("couldn't answer", error=str(error))
