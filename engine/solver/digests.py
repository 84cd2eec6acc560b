"""What the books' files have in common: a checksum, and sorted digests by which positions are found."""

import hashlib
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypeVar

__all__ = ["DIGEST", "BookError", "Digests", "checked", "with_checksum"]

DIGEST = 5
"""The bytes of a digest. It only needs to tell the positions of one ply apart, which the writer checks."""

_CHECKSUM = hashlib.sha256().digest_size

_Content = TypeVar("_Content")


class BookError(ValueError):
    """A file is not a book, or it is damaged."""


@dataclass(frozen=True, slots=True)
class Digests:
    """The sorted digests of some positions' keys, one after the other."""

    packed: bytes

    @classmethod
    def of(cls, by_key: Mapping[tuple[int, int], _Content]) -> tuple[Self, list[_Content]]:
        """Return the digests of these keys, and what belongs to each, in their order.

        Raises:
            BookError: Two keys have one digest.
        """
        by_digest = {_digest(key): content for key, content in by_key.items()}
        if len(by_digest) < len(by_key):
            raise BookError("two positions have the same digest")
        ordered = sorted(by_digest)
        return cls(b"".join(ordered)), [by_digest[digest] for digest in ordered]

    def find(self, key: tuple[int, int]) -> int | None:
        """Return the place of a key's digest, counted from 0; None if it isn't there."""
        digest = _digest(key)
        number = len(self.packed) // DIGEST
        found = bisect_left(range(number), digest, key=self._at)
        return found if found < number and self._at(found) == digest else None

    def _at(self, number: int) -> bytes:
        return self.packed[number * DIGEST : (number + 1) * DIGEST]


def checked(path: Path) -> bytes:
    """Return the content of a book's file, which follows its checksum.

    Raises:
        OSError: The file cannot be read.
        BookError: The checksum is not that of the content.
    """
    content = path.read_bytes()
    if hashlib.sha256(content[_CHECKSUM:]).digest() != content[:_CHECKSUM]:
        raise BookError(f"{path} is damaged: its checksum does not fit")
    return content[_CHECKSUM:]


def with_checksum(content: bytes) -> bytes:
    """Return what to write to a book's file."""
    return hashlib.sha256(content).digest() + content


def _digest(key: tuple[int, int]) -> bytes:
    return hashlib.sha256("{} {}".format(*key).encode()).digest()[:DIGEST]
