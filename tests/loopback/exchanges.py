"""Interactions that the stand-in has sent to the bot, and how they were answered."""

import asyncio
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from tests.loopback.messages import PATIENCE, Message
from tests.loopback.places import Channel, Person

LONGEST_SILENCE, TOKEN_LIFETIME = 3.0, 15 * 60.0
"""Seconds until an interaction has failed, and until its token expires."""


@dataclass(slots=True)
class Exchange:
    """One interaction. ``original`` is what its token refers to as the original message.

    ``payload`` is what the bot was sent, ``sent_again`` counts how often it was sent after the first time,
    and ``repetitions`` has further answers that claim to be the first. ``began`` and ``answered_at`` are
    times from ``time.monotonic``.
    """

    id: int
    person: Person
    channel: Channel
    source: Message | None = None
    payload: dict[str, Any] = field(default_factory=dict, repr=False)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    followed: asyncio.Event = field(default_factory=asyncio.Event)
    kind: int | None = None
    sent_again: int = 0
    repetitions: int = 0
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[dict[str, Any]] = field(default_factory=list)
    modal: dict[str, Any] | None = None
    began: float = field(default_factory=monotonic)
    answered_at: float | None = None

    @property
    def token(self) -> str:
        """Return the token that the bot answers with."""
        return f"token-{self.id}"

    @property
    def age(self) -> float:
        """Return the seconds since it was sent, plus those that the test adds."""
        return monotonic() - self.began

    def grow_older(self, seconds: float) -> None:
        """Let time pass for this interaction only."""
        self.began -= seconds

    async def followup(self) -> Message:
        """Wait for the message that comes after the answer, and return it."""
        await asyncio.wait_for(self.followed.wait(), PATIENCE)
        return self.followups[-1]

    @property
    def message(self) -> Message:
        """Return what the person last sees as the answer."""
        message = self.followups[-1] if self.followups else self.original
        assert message is not None
        return message

    @property
    def said(self) -> str:
        """Return the private sentence that answered it."""
        assert self.message.ephemeral, self.message.text
        return self.message.text
