"""A whole game as an animation: for one person, or for the channel."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.locale import Words
from bot.ui.message.content import BLUE, GOLD, Content, Picture, Row, boxed
from bot.ui.message.custom_ids import ShareGame, ShowReplay, ShowReview, button
from bot.ui.text.alt_text import fitted, replay_lines
from bot.ui.text.words import game_name, result, shared_by, sides
from bot.values.base36 import format_number
from bot.values.game.game import Game
from bot.values.players import Player


@dataclass(frozen=True, slots=True)
class Animation:
    """All of ``game`` as a ``gif``, in one language."""

    words: Words
    game: Game
    gif: bytes

    def page(self, *, shared: bool) -> Content:
        """Return the animation for one person.

        ``shared`` says whether it was already shared in the channel, so that no one needs to.
        """
        share = button(ShareGame(self.game.number), self.words.label("button", "Share"))
        return self._content([Row(share)] if self.game.has_result and not shared else [])

    def for_everybody(self, player: Player) -> Content:
        """Return the animation of a finished game for the whole channel, shared by ``player``."""
        words = self.words
        number = self.game.number
        row = Row(
            button(ShowReview(number), words.label("button", "Review")),
            button(ShowReplay(number), words.label("button", "Replay")),
        )
        return self._content([row], shared_by(words, player))

    def _content(self, rows: Sequence[Row], *said: str) -> Content:
        picture = self._picture()
        title = self.words.say("Pyrga {game}", game=game_name(self.game.number))
        ended = [] if self.game.outcome is None else [result(self.words, self.game)]
        accent = GOLD if self.game.outcome else BLUE
        heading = f"### {title}\n{sides(self.words, self.game)}"
        return boxed(heading, picture, [*ended, *said], rows=rows, accent=accent)

    def _picture(self) -> Picture:
        # A running game goes on, and then its file gets a new name.
        filename = f"pyrga-{format_number(self.game.number)}-{self.game.revision}.gif"
        caption, *lines = replay_lines(self.words, self.game, self.game.record)
        return Picture(filename, self.gif, fitted(" ".join([caption, *lines])), caption, lines)
