"""Answers one interaction: always, once, in time."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import discord
import structlog
from discord import ui

from bot.locale import words_for
from bot.ui.context.failures import FAILURES
from bot.ui.context.languages import private_words
from bot.ui.context.permissions import PrivateAnswersOnlyError
from bot.ui.context.refusals import Refusal, refusal
from bot.ui.context.services import Interaction, place_of
from bot.ui.message.content import Content, layout

# Discord waits three seconds for an answer. After this many, a thinking one is sent.
GRACE = 1.0

_UNKNOWN_INTERACTION = 10062
_ALREADY_ACKNOWLEDGED = 40060

_KEY = "responder"

_Edit = Callable[..., Awaitable[Any]]

log = structlog.get_logger(__name__)


class Responder:
    """Answers ``interaction``, inside ``async with``.

    Slow work is covered from when ``start`` is called, or from the beginning of the block: after ``grace``
    seconds without an answer, Discord is told to wait; a click's message stays as it is meanwhile, and a
    command's answer is promised in private.

    A refusal (``Refusal``) that leaves the block becomes a private sentence in the person's language. Any
    other error is logged under a number, and the person is told that number.
    """

    def __init__(self, interaction: Interaction, *, grace: float = GRACE) -> None:
        self._interaction = interaction
        self._grace = grace
        self._lock = asyncio.Lock()
        self._work = ExitStack()
        self._guard: asyncio.Task[None] | None = None
        self._answered_elsewhere = False
        self._replace: _Edit | None = None
        self._amend: _Edit = interaction.edit_original_response
        self.words = words_for(str(interaction.locale))

    @classmethod
    def of(cls, interaction: Interaction) -> "Responder":
        """What answers an interaction: there is one for each, from the first time that it is asked for."""
        responder: Responder | None = interaction.extras.get(_KEY)
        if responder is None:
            responder = interaction.extras[_KEY] = cls(interaction)
        return responder

    def start(self) -> None:
        """Begin to cover slow work."""
        if self._guard is None:
            self._guard = asyncio.create_task(self._defer_late())

    async def claims(self) -> bool:
        """Whether to answer: False where another process that got the interaction does.

        Slow work is covered from here on, but for completions, which nobody can be told to wait for. Where it
        cannot be found out, the interaction is answered: Discord lets no second answer through.
        """
        if self._interaction.type is not discord.InteractionType.autocomplete:
            self.start()
        claimed = True
        try:
            claimed = await self._interaction.client.services.interactions.claim(self._interaction.id)
        except Exception:
            log.exception("interaction not claimed", interaction=self._interaction.id)
        if not claimed:
            self._stand_down()
        return claimed

    async def __aenter__(self) -> Self:
        self._work.enter_context(self._interaction.client.answering())
        self.start()
        try:
            self.words = await private_words(self._interaction)
        except Exception:
            # What was asked for is worth an answer in any language.
            log.exception("language not read", interaction=self._interaction.id)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        del kind, traceback
        try:
            return await self._explain(error)
        finally:
            self._stand_down()

    async def acknowledge(self) -> None:
        """Answer a click that changes nothing."""
        async with self._lock:
            if not self._is_answered:
                await self._interaction.response.defer()

    async def update(self, content: Content) -> None:
        """Put ``content`` in place of the clicked message, or of the progress shown before."""
        self._interaction.client.intake.answered(self._interaction.id)
        async with self._lock:
            if self._replace is not None:
                await self._replace(view=content.view, attachments=content.files())
            else:
                await self._edit_clicked(content)

    async def tell(self, text: str) -> None:
        """Say something to the person alone."""
        async with self._lock:
            if self._replace is not None:
                # Progress is made of components, among which there is no content.
                await self._replace(view=layout(ui.TextDisplay(text)), attachments=[])
            elif not self._is_answered:
                await self._interaction.response.send_message(text, ephemeral=True)
            elif self._thinking:
                await self._interaction.edit_original_response(content=text)
            else:
                await self._interaction.followup.send(text, ephemeral=True)

    async def show(self, content: Content) -> None:
        """Show a panel to the person alone."""
        async with self._lock:
            await self._send(content)

    async def ask(self, form: discord.ui.Modal) -> None:
        """Open a form. Where Discord was told to wait already, it takes none, and the person tries again."""
        async with self._lock:
            if not self._is_answered:
                await self._interaction.response.send_modal(form)
                return
        await self.tell(self.words.gettext("That took too long. Please try again."))

    async def progress(self, content: Content) -> None:
        """Show the person alone how far the work is. What comes next is put in the place of it."""
        async with self._lock:
            self._replace = await self._send(content)

    async def present(self, content: Content) -> None:
        """Put ``content`` in place of a clicked private message, or else show it to the person alone.

        So a click on a message that is everybody's leaves that as it is.
        """
        clicked = self._interaction.message
        if clicked is not None and clicked.flags.ephemeral:
            await self.update(content)
        else:
            await self.show(content)

    async def publish(self, content: Content, *, ping: Sequence[discord.abc.Snowflake] = ()) -> int:
        """Answer with a message for the whole channel, and return the message's id.

        ``ping`` are the people whom the message may notify. Where a private answer was promised already,
        the message comes after it.

        Raises:
            PrivateAnswersOnlyError: the server lets nobody see what the bot answers here.
        """
        mentions = discord.AllowedMentions(users=ping)
        async with self._lock:
            if not self._is_answered:
                return await self._answer_publicly(content, mentions)
            if self._thinking:
                # The promise is kept first: Discord would take what comes before for the promised answer.
                await self._interaction.edit_original_response(content=self.words.gettext("Posted."))
            return await self._post(content, mentions)

    async def add(self, content: Content, *, ping: Sequence[discord.abc.Snowflake] = ()) -> int:
        """Post a message for the whole channel beside the answer, and return its id.

        ``ping`` are the people whom it may notify. Where the bot can only answer, this is the answer, and
        what is told or shown afterwards follows it.

        Raises:
            PrivateAnswersOnlyError: the server lets nobody see what the bot answers here.
        """
        mentions = discord.AllowedMentions(users=ping)
        async with self._lock:
            if place_of(self._interaction).reachable or self._is_answered:
                return await self._post(content, mentions)
            return await self._answer_publicly(content, mentions)

    async def call(self, player_id: int, text: str) -> None:
        """Mention somebody in a message of its own after the answer, as far as Discord lets us."""
        users = discord.AllowedMentions(users=[discord.Object(player_id)])
        async with self._lock:
            try:
                await self._interaction.followup.send(f"<@{player_id}> {text}", allowed_mentions=users)
            except FAILURES as error:
                # He sees it at his next look at the board.
                log.info("nobody called", interaction=self._interaction.id, error=str(error))

    async def amend(self, content: Content) -> None:
        """Put ``content`` in place of what has answered before everybody."""
        async with self._lock:
            await self._amend(view=content.view, attachments=content.files())

    async def _edit_clicked(self, content: Content) -> None:
        if not self._is_answered:
            try:
                await self._interaction.response.edit_message(view=content.view, attachments=content.files())
            except discord.HTTPException as error:
                # Another process that got the click, too, was faster; what this one has to show is newer.
                self._answered_elsewhere = _is_acknowledged(error)
                if not self._answered_elsewhere:
                    raise
            else:
                return
        await self._interaction.edit_original_response(view=content.view, attachments=content.files())

    async def _answer_publicly(self, content: Content, mentions: discord.AllowedMentions) -> int:
        sent = await self._interaction.response.send_message(
            view=content.view, files=content.files(), allowed_mentions=mentions
        )
        if sent.is_ephemeral():
            self._replace = self._interaction.edit_original_response
            raise PrivateAnswersOnlyError
        if sent.message_id is None:
            raise RuntimeError("Discord did not say which message it posted")
        return sent.message_id

    async def _post(self, content: Content, mentions: discord.AllowedMentions) -> int:
        """Post a message for the whole channel, and return its id."""
        place = place_of(self._interaction)
        if place.reachable:
            channel = self._interaction.client.get_partial_messageable(place.channel_id)
            posted = await channel.send(view=content.view, files=content.files(), allowed_mentions=mentions)
            return posted.id
        message = await self._interaction.followup.send(
            view=content.view, files=content.files(), allowed_mentions=mentions, wait=True
        )
        if message.flags.ephemeral:
            await message.delete()
            raise PrivateAnswersOnlyError
        self._amend = message.edit
        return message.id

    async def _send(self, content: Content) -> _Edit:
        """Show something to the person alone, and return what edits it."""
        if self._replace is not None:
            await self._replace(view=content.view, attachments=content.files())
            return self._replace
        if not self._is_answered:
            await self._interaction.response.send_message(
                view=content.view, files=content.files(), ephemeral=True
            )
            return self._interaction.edit_original_response
        if self._thinking:
            await self._interaction.edit_original_response(view=content.view, attachments=content.files())
            return self._interaction.edit_original_response
        message = await self._interaction.followup.send(
            view=content.view, files=content.files(), ephemeral=True, wait=True
        )
        return message.edit

    @property
    def _is_answered(self) -> bool:
        return self._answered_elsewhere or self._interaction.response.is_done()

    @property
    def _thinking(self) -> bool:
        if self._answered_elsewhere:
            return self._interaction.type is discord.InteractionType.application_command
        return self._interaction.response.type is discord.InteractionResponseType.deferred_channel_message

    async def _defer_late(self) -> None:
        await asyncio.sleep(self._grace)
        async with self._lock:
            if self._is_answered:
                return
            try:
                await self._interaction.response.defer(ephemeral=True)
            except FAILURES as error:
                # Another process that got the interaction, too, has told Discord to wait.
                self._answered_elsewhere = _is_acknowledged(error)
                # Nobody waits for this task. What is done for the person is done all the same.
                log.warning("not told to wait", interaction=self._interaction.id, error=str(error))

    def _stand_down(self) -> None:
        if self._guard is not None:
            self._guard.cancel()
            self._guard = None
        self._work.close()

    async def _explain(self, error: BaseException | None) -> bool:
        if error is None:
            return False
        if isinstance(error, Refusal):
            await self._try_to_tell(refusal(self.words, error))
            return True
        if not isinstance(error, Exception):
            return False
        if _came_too_late(error):
            log.warning("answer came too late", interaction=self._interaction.id, error=str(error))
            return True
        incident = secrets.token_hex(4)
        log.error("interaction failed", incident=incident, exc_info=error)
        text = self.words.gettext("Something went wrong. Your game is safe. (Error {incident})")
        await self._try_to_tell(text.format(incident=incident))
        return True

    async def _try_to_tell(self, text: str) -> None:
        try:
            await self.tell(text)
        except FAILURES as error:
            log.warning("could not answer", interaction=self._interaction.id, error=str(error))


def _is_acknowledged(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY_ACKNOWLEDGED


def _came_too_late(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in {
        _UNKNOWN_INTERACTION,
        _ALREADY_ACKNOWLEDGED,
    }
