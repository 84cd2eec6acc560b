"""What the books' files share: a checksum, and sections of positions that are found by their digests.

A section begins with a ruleset (its number in ``Ruleset``, one byte), a ply (one byte), its number of
positions (four bytes), and their digests of five bytes each, sorted.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from struct import Struct
from typing import Self, TypeVar

from engine.game.rules import Ruleset

__all__ = ["BookError", "Digests", "checked", "packed_head", "unpacked_head", "with_checksum"]

_DIGEST = 5
"""The bytes of a digest. It only needs to tell the positions of one ply apart, which the writer checks."""

_HEAD = Struct("<BBI")
_RULESETS = tuple(Ruleset)
_CHECKSUM = hashlib.sha256().digest_size

_Content = TypeVar("_Content")


class BookError(ValueError):
    """A file isn't a book, or it's damaged."""


@dataclass(frozen=True, slots=True)
class Digests:
    """The sorted digests of some positions' keys, one after the other."""

    packed: bytes

    @classmethod
    def of(cls, by_key: Mapping[tuple[int, int], _Content]) -> tuple[Self, list[_Content]]:
        """Return the digests of these keys, and what belongs to each, in their order.

        Raises:
            BookError: two keys have one digest.
        """
        by_digest = {_digest(key): content for key, content in by_key.items()}
        if len(by_digest) < len(by_key):
            raise BookError("two positions have the same digest")
        ordered = sorted(by_digest)
        return cls(b"".join(ordered)), [by_digest[digest] for digest in ordered]

    def __len__(self) -> int:
        return len(self.packed) // _DIGEST

    def find(self, key: tuple[int, int]) -> int | None:
        """Return the place of a key's digest, counted from 0; None if it isn't there."""
        digest = _digest(key)
        found = bisect_left(range(len(self)), digest, key=self._at)
        return found if found < len(self) and self._at(found) == digest else None

    def _at(self, number: int) -> bytes:
        return self.packed[number * _DIGEST : (number + 1) * _DIGEST]


def packed_head(ruleset: Ruleset, ply: int, digests: Digests) -> bytes:
    """Return how the section of a ruleset and a ply begins: with both, and the digests."""
    return _HEAD.pack(_RULESETS.index(ruleset), ply, len(digests)) + digests.packed


def unpacked_head(content: bytes, begin: int) -> tuple[Ruleset, int, Digests, int]:
    """Return the ruleset, the ply and the digests of the section that begins there, and where they end."""
    ruleset, ply, positions = _HEAD.unpack_from(content, begin)
    begin += _HEAD.size
    end = begin + positions * _DIGEST
    return _RULESETS[ruleset], ply, Digests(content[begin:end]), end


def checked(path: Path) -> bytes:
    """Return the content of a book's file, which follows its checksum.

    Raises:
        OSError: the file can't be read.
        BookError: the checksum isn't that of the content.
    """
    content = path.read_bytes()
    if hashlib.sha256(content[_CHECKSUM:]).digest() != content[:_CHECKSUM]:
        raise BookError(f"{path} is damaged: its checksum does not fit")
    return content[_CHECKSUM:]


def with_checksum(content: bytes) -> bytes:
    """Return what to write to a book's file."""
    return hashlib.sha256(content).digest() + content


def _digest(key: tuple[int, int]) -> bytes:
    return hashlib.sha256("{} {}".format(*key).encode()).digest()[:_DIGEST]
