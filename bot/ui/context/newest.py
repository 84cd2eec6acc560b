"""Remembers the newest private message about a subject, so that the next one can take its place."""

from collections.abc import Awaitable, Callable, Hashable

Deletion = Callable[[], Awaitable[None]]
"""Deletes a message."""

MOST = 1000
"""Maximum number of messages to remember. Discord lets no one delete a private one after 15 minutes."""


class NewestMessages:
    """The newest private message about each subject, which is any value.

    After a restart, none is known: then an old message stays until the person dismisses it.
    """

    def __init__(self) -> None:
        self._deletions: dict[Hashable, Deletion] = {}

    def put(self, subject: Hashable, delete: Deletion) -> Deletion | None:
        """Remember how to delete the newest message about ``subject``, and return how for the one before."""
        older = self._deletions.pop(subject, None)
        self._deletions[subject] = delete
        if len(self._deletions) > MOST:
            del self._deletions[next(iter(self._deletions))]
        return older
