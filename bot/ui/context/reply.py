"""Sends the answers to one interaction: the first within Discord's time, the rest after it."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Sequence
from time import monotonic
from typing import Any, TypeVar

import discord
import structlog
from discord import ui

from bot.locale import Words, words_for
from bot.metrics import ANSWER_SECONDS
from bot.ui.context.client import DeleteMessage, Interaction, kind_of, place_of
from bot.ui.context.context_errors import PrivateAnswersOnlyError
from bot.ui.context.requests import DoneError, GoneError, RequestError, Thing, UnreachableError, ask, nonce_of
from bot.ui.context.sending import change, say, send
from bot.ui.message.content import Content, layout
from bot.ui.message.spelling import spell_out
from bot.ui.text.alt_text import spelled_out

T = TypeVar("T")

_Edit = Callable[..., Coroutine[Any, Any, Any]]

log = structlog.get_logger(__name__)


class Reply:
    """The answers to ``interaction``. ``words`` are in the person's language once that is known.

    With ``in_words``, private answers have pictures in words as well, and moves in words. If it ``yields``,
    it tells no one anything once another process has answered.

    Each method finds out by itself whether Discord is still waiting for the first answer, was told to wait,
    or already has one. In private answers, people can click on the commands that a text names.
    """

    def __init__(self, interaction: Interaction) -> None:
        self.words: Words = words_for(str(interaction.locale))
        self.in_words = False
        self._interaction = interaction
        self._arrived_at = monotonic()
        self._lock = asyncio.Lock()
        self._answered_elsewhere = False
        self.yields = False
        self._posted = 0
        self._replace: _Edit | None = None
        self._amend: _Edit = interaction.edit_original_response
        self._edit: _Edit = interaction.edit_original_response
        self._delete: DeleteMessage = interaction.delete_original_response

    async def acknowledge(self) -> None:
        """Answer a click that changes nothing."""
        async with self._lock:
            if not self._is_answered:
                await self._respond(ask(self._interaction.response.defer()))

    async def defer(self) -> None:
        """Tell Discord to wait, unless it has an answer.

        A clicked message stays as it is in the meantime; the answer to a command will be private.
        """
        async with self._lock:
            if self._is_answered:
                return
            try:
                await self._respond(ask(self._interaction.response.defer(ephemeral=True)))
            except RequestError as error:
                # What the person asked for is carried out all the same.
                log.warning("Discord not told to wait", error=str(error))

    async def private(self, what: Content | str, *, in_place: bool = False) -> None:
        """Show something only to the person.

        With ``in_place`` it replaces the clicked message if that is private, too.
        """
        if in_place and not isinstance(what, str) and self._is_private_click:
            await self.replace(what)
            return
        async with self._lock:
            if isinstance(what, str):
                await self._say(
                    self._interaction.client.finished(self._spelled(what) if self.in_words else what)
                )
            else:
                self._fit(what)
                await self._send(what)

    async def hidden(self, content: Content) -> int:
        """Show a board only to the person, in a message of its own, and return the message's id."""
        self._interaction.client.finish(content.view)
        interaction = self._interaction
        async with self._lock:
            if not self._is_answered:
                sent = await self._respond(send(interaction.response.send_message, content, ephemeral=True))
                if sent is not None and sent.message_id is not None:
                    return sent.message_id
            if await self._has_own_answer():
                return (await change(interaction.edit_original_response, content)).id
            message = await send(interaction.followup.send, content, ephemeral=True, wait=True)
            self._amend = message.edit
            return message.id

    async def private_about(self, subject: Hashable, content: Content) -> None:
        """Show something only to the person, in place of the newest message about the same ``subject``.

        An older message that wasn't clicked is deleted, if this process knows it and Discord still allows it.
        """
        in_place = self._is_private_click
        await self.private(content, in_place=True)
        older = self._interaction.client.newest.put(subject, self._delete)
        if older is None or in_place:
            return
        try:
            await ask(older())
        except RequestError as error:
            log.info("older message not deleted", error=str(error))

    async def keep_up(self, content: Content) -> None:
        """Replace what was last shown only to the person, for which Discord gives the bot 15 minutes.

        Raises:
            RequestError: Discord refuses, or can't be reached.
        """
        self._fit(content)
        async with self._lock:
            await change(self._edit, content)

    async def progress(self, content: Content, *, in_place: bool = True) -> None:
        """Show only the person how far the work is. Whatever comes next replaces it.

        With ``in_place`` it replaces the clicked message if that is private, too.
        """
        self._fit(content)
        async with self._lock:
            replaces = in_place and self._replace is None and self._is_private_click
            if replaces and await self._edit_clicked(content):
                self._replace = self._interaction.edit_original_response
            else:
                self._replace = await self._send(content)

    async def replace(self, content: Content) -> None:
        """Replace the clicked message, or the progress shown before, with ``content``.

        If someone has deleted the message in the meantime, only the person sees ``content``.
        """
        self._interaction.client.intake.answered(self._interaction.id)
        if self._replace is not None or self._is_private_click:
            self._fit(content)
        async with self._lock:
            if self._replace is not None or not await self._edit_clicked(content):
                await self._send(content)

    async def replace_or_post(self, content: Content) -> int | None:
        """Replace the clicked message with ``content``.

        If someone has deleted it in the meantime, ``content`` is posted for the whole channel, and the
        message's id is returned.

        Raises:
            PrivateAnswersOnlyError: the server lets no one else see what the bot answers here.
        """
        self._interaction.client.intake.answered(self._interaction.id)
        async with self._lock:
            if await self._edit_clicked(content):
                return None
            mentions = discord.AllowedMentions.none()
            return await self._answer_publicly(content, mentions) or await self._post(content, mentions)

    async def public(self, content: Content, *, ping: Sequence[discord.abc.Snowflake] = ()) -> int:
        """Answer with a message for the whole channel, and return the message's id.

        ``ping`` are the people that the message may notify. If a private answer was already promised, the
        message comes after it.

        Raises:
            PrivateAnswersOnlyError: the server lets no one else see what the bot answers here.
        """
        mentions = discord.AllowedMentions(users=ping)
        async with self._lock:
            if (answered := await self._answer_publicly(content, mentions)) is not None:
                return answered
            if self._thinking:
                # The promise is kept first: Discord would take anything sent earlier for the promised answer.
                await ask(self._interaction.edit_original_response(content=self.words.say("Posted.")))
            return await self._post(content, mentions)

    async def follow_up(
        self, content: Content, *, ping: Sequence[discord.abc.Snowflake] = (), nonce: str | None = None
    ) -> int:
        """Post a message for the whole channel beside the answer, and return its id.

        ``ping`` are the people that it may notify. What another click may post, too, has a ``nonce``. If the
        bot can only answer, this is the answer, and whatever is shown afterward follows it.

        Raises:
            PrivateAnswersOnlyError: the server lets no one else see what the bot answers here.
        """
        mentions = discord.AllowedMentions(users=ping)
        async with self._lock:
            if place_of(self._interaction).reachable:
                return await self._post(content, mentions, nonce)
            return await self._answer_publicly(content, mentions) or await self._post(content, mentions)

    async def mention(self, player_id: int, text: str) -> None:
        """Mention someone in a separate message after the answer, as far as Discord allows."""
        users = discord.AllowedMentions(users=[discord.Object(player_id)])
        async with self._lock:
            try:
                await say(self._interaction.followup.send, f"<@{player_id}> {text}", allowed_mentions=users)
            except RequestError as error:
                # They'll see it the next time they look at the board.
                log.info("no one mentioned", error=str(error))

    async def form(self, form: ui.Modal) -> None:
        """Open a form. Once told to wait, Discord takes none; then the person is asked to try again."""
        async with self._lock:
            if not self._is_answered:
                await self._respond(ask(self._interaction.response.send_modal(form)))
                return
        await self.private(self.words.say("That took too long. Please try again."))

    async def amend(self, content: Content) -> None:
        """Replace the public answer with ``content``."""
        async with self._lock:
            await change(self._amend, content)

    def _fit(self, content: Content) -> None:
        """Make a private answer what the person wants to read, with commands to click on."""
        if self.in_words:
            spell_out(content, self._spelled, self.words.say("Choose a move"))
        self._interaction.client.finish(content.view)

    def _spelled(self, text: str) -> str:
        return spelled_out(self.words, text)

    async def _say(self, text: str) -> None:
        if self._replace is not None:
            # Progress is made of components, which can't be combined with plain content.
            await ask(self._replace(view=layout(ui.TextDisplay(text)), attachments=[]))
            return
        respond = self._interaction.response.send_message
        if not self._is_answered and await self._respond(ask(respond(text, ephemeral=True))) is not None:
            return
        if self.yields and self._answered_elsewhere:
            return
        if await self._has_own_answer():
            await ask(self._interaction.edit_original_response(content=text))
        else:
            await ask(self._interaction.followup.send(text, ephemeral=True))

    async def _send(self, content: Content) -> _Edit:
        """Show something only to the person, and return a function that edits it."""
        if self._replace is not None:
            await change(self._replace, content)
            return self._replace
        if not self._is_answered:
            response = self._interaction.response.send_message
            sent = await self._respond(send(response, content, ephemeral=True))
            if sent is not None:
                return self._interaction.edit_original_response
        if await self._has_own_answer():
            await change(self._interaction.edit_original_response, content)
            return self._interaction.edit_original_response
        message = await send(self._interaction.followup.send, content, ephemeral=True, wait=True)
        self._edit, self._delete = message.edit, message.delete
        return message.edit

    async def _respond(self, response: Coroutine[Any, Any, T]) -> T | None:
        """Send the first answer; None if Discord has one: this one all the same, or another process's."""
        try:
            sent = await response
        except DoneError:
            self._answered_elsewhere = True
            return None
        ANSWER_SECONDS.labels(kind_of(self._interaction)).observe(monotonic() - self._arrived_at)
        return sent

    async def _edit_clicked(self, content: Content) -> bool:
        """Edit the clicked message, and return whether it still exists."""
        self._interaction.client.finish(content.view)
        edit = self._interaction.response.edit_message
        try:
            if not self._is_answered:
                sent = await self._respond(change(edit, content))
                if sent is not None:
                    return True
            # If another process that also got the click was faster, what this one has to show is newer.
            await change(self._interaction.edit_original_response, content)
        except GoneError as error:
            if error.gone is not Thing.MESSAGE:
                raise
            return False
        return True

    async def _answer_publicly(self, content: Content, mentions: discord.AllowedMentions) -> int | None:
        """Give the first answer, and return the message's id; None if it can't be, or Discord has another."""
        if self._is_answered:
            return None
        self._interaction.client.finish(content.view)
        try:
            sent = await self._respond(
                send(self._interaction.response.send_message, content, allowed_mentions=mentions)
            )
        except UnreachableError:
            sent = None
        if sent is None:
            return await self._found_answer()
        if sent.is_ephemeral():
            self._replace = self._interaction.edit_original_response
            raise PrivateAnswersOnlyError
        if sent.message_id is None:
            raise RuntimeError("Discord did not say which message it posted")
        return sent.message_id

    async def _found_answer(self) -> int | None:
        """Return the id of the answer that Discord has taken although it said otherwise; None without one.

        Raises:
            UnreachableError: Discord doesn't tell.
            PrivateAnswersOnlyError: the server lets no one else see what the bot answers here.
        """
        found = await self._own_answer()
        if found is None or found.flags.loading:
            return None
        self._answered_elsewhere = True
        if found.flags.ephemeral:
            self._replace = self._interaction.edit_original_response
            raise PrivateAnswersOnlyError
        return found.id

    async def _own_answer(self) -> discord.InteractionMessage | None:
        """Return the message that answers the interaction by now, unless that's the clicked one."""
        try:
            found = await ask(self._interaction.original_response())
        except GoneError:
            return None
        clicked = self._interaction.message
        return None if clicked is not None and clicked.id == found.id else found

    async def _has_own_answer(self) -> bool:
        """Return whether a message of its own answers the interaction, if only with the promise of more."""
        if self._answered_elsewhere and self._interaction.message is not None:
            return await self._own_answer() is not None
        return self._thinking

    async def _post(
        self, content: Content, mentions: discord.AllowedMentions, nonce: str | None = None
    ) -> int:
        """Post a message for the whole channel, and return its id."""
        self._interaction.client.finish(content.view)
        place = place_of(self._interaction)
        if place.reachable:
            channel = self._interaction.client.get_partial_messageable(place.channel_id)
            self._posted += 1
            nonce = nonce or nonce_of(self._interaction.id, self._posted)
            return (await send(channel.send, content, allowed_mentions=mentions, nonce=nonce)).id
        message = await send(self._interaction.followup.send, content, allowed_mentions=mentions, wait=True)
        if message.flags.ephemeral:
            await ask(message.delete())
            raise PrivateAnswersOnlyError
        self._amend = message.edit
        return message.id

    @property
    def _is_private_click(self) -> bool:
        """Return whether something on a message was clicked that only the person sees."""
        clicked = self._interaction.message
        return clicked is not None and clicked.flags.ephemeral

    @property
    def _is_answered(self) -> bool:
        return self._answered_elsewhere or self._interaction.response.is_done()

    @property
    def _thinking(self) -> bool:
        if self._answered_elsewhere:
            return self._interaction.type is discord.InteractionType.application_command
        return self._interaction.response.type is discord.InteractionResponseType.deferred_channel_message
