"""The book of distances: by which ply the first positions of the game can be won, and its file.

The file begins with the SHA-256 checksum of all the rest. Then follow sections. Each begins as ``digests``
says and has then, for each position, the ply by which its winner can force the end, one byte. Drawn
positions aren't in it. From the third piece on ``pyrga`` is ``classic``, and only the latter is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.game.position import Position
from engine.game.rules import Ruleset
from engine.solver.digests import Digests, checked, packed_head, unpacked_head, with_checksum
from engine.solver.opening import ruleset_in_book
from engine.solver.proof_search import Key

__all__ = ["DISTANCES", "DistanceBook", "DistanceSection"]

DISTANCES = Path(__file__).with_name("distances.bin")
"""The book that comes with the package."""


@dataclass(frozen=True, slots=True)
class DistanceSection:
    """The won and lost positions of one ply under one ruleset."""

    digests: Digests
    """The digests of their keys."""
    last_plies: bytes
    """For each, the ply by which its winner can force the end."""

    @classmethod
    def of(cls, last_plies_by_key: Mapping[tuple[int, int], int]) -> "DistanceSection":
        """Return the section of positions given by their keys.

        Raises:
            BookError: two keys have one digest.
        """
        digests, last_plies = Digests.of(last_plies_by_key)
        return cls(digests, bytes(last_plies))


class DistanceBook:
    """The sections of a book, by ruleset and ply."""

    def __init__(self, sections: Mapping[tuple[Ruleset, int], DistanceSection]) -> None:
        self._sections = dict(sections)

    @classmethod
    def load(cls, path: Path = DISTANCES) -> "DistanceBook":
        """Return the book in a file.

        Raises:
            OSError: the file can't be read.
            BookError: it isn't a book, or its checksum isn't that of its content.
        """
        content = checked(path)
        sections = {}
        begin = 0
        while begin < len(content):
            ruleset, ply, digests, begin = unpacked_head(content, begin)
            end = begin + len(digests)
            sections[ruleset, ply] = DistanceSection(digests, content[begin:end])
            begin = end
        return cls(sections)

    def save(self, path: Path) -> None:
        """Write the book to a file.

        Raises:
            OSError: the file can't be written.
        """
        content = b"".join(
            packed_head(ruleset, ply, section.digests) + section.last_plies
            for (ruleset, ply), section in self._sections.items()
        )
        path.write_bytes(with_checksum(content))

    def last_ply(self, position: Position) -> int | None:
        """Return the ply by which a position's winner can force the end; None if the book doesn't say."""
        ruleset = ruleset_in_book(position.ruleset, position.ply)
        section = self._sections.get((ruleset, position.ply))
        if section is None or not position.legal_moves:
            return None
        found = section.digests.find(Key.of(position).identity)
        return None if found is None else section.last_plies[found]
