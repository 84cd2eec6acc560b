"""The leaderboard of people who guess the moves of a server's games."""

from dataclasses import dataclass, replace

import render
from bot.ui.context.context import Context
from bot.ui.context.handlers import on_click
from bot.ui.message.content import Row
from bot.ui.standings.leaderboards import known_gone, present
from bot.ui.standings.pages import (
    Form,
    GuesserView,
    LadderView,
    LeaderboardView,
    PageAction,
    ShownPage,
    answer_page,
    leading_to,
)
from bot.ui.text.words import plain_name
from bot.use_cases.guesses import Guesser, GuessersPage


@on_click(GuesserView)
async def answer_guesser_click(context: Context, clicked: GuesserView) -> None:
    await context.admit_extra()
    guild_id, who = context.guild_id, context.user.id

    async def read(number: int, gone: frozenset[int]) -> GuessersPage:
        return await context.services.guesses.guessers(guild_id, reader_id=who, page=number, without=gone)

    view = clicked
    if view.action is PageAction.FIND:
        own_page = (await read(0, known_gone(context, here=True))).own_page
        view = replace(view, page=own_page)
    page = await present(context, view, read, lambda page: [line.player for line in page.guessers])
    view = replace(view, page=page.page)
    shown = ShownGuessers(context.words, view, page.guessers, page.own, page.more, who, in_server=True)
    await answer_page(context, shown)


@dataclass(frozen=True, slots=True)
class ShownGuessers(ShownPage[Guesser]):
    """A page of a server's guessers of the month."""

    view: GuesserView

    @property
    def _title(self) -> str:
        return self.words.say("Guess the move")

    @property
    def _scope(self) -> str:
        return self.words.label("period", "this month")

    def _nobody(self) -> str:
        return self.words.say(
            "No one here has guessed a move this month. To guess, watch a game and click a move on its board."
        )

    def _said(self, line: Guesser, form: Form) -> str:
        # Translators: how many of someone's guesses were right, in a list.
        right = self.words.say("{right} of {total} right", right=line.right, total=line.total)
        return f"{form.numbered(line)} · {right}"

    def _headings(self) -> render.LeaderboardHeadings:
        words = self.words
        return render.LeaderboardHeadings(
            words.label("column", "Player"),
            words.label("guesses", "Right"),
            None,
            (words.label("column", "Guesses"),),
        )

    def _row(self, line: Guesser) -> render.LeaderboardRow:
        own = line.player.id == self.reader_id
        guesses = (str(line.total),)
        return render.LeaderboardRow(line.rank, plain_name(line.player), str(line.right), guesses, own=own)

    def _links(self, *, computer: bool) -> list[Row]:
        del computer
        words = self.words
        people = leading_to(LeaderboardView(), words.label("leaderboard", "People"))
        return [Row(people, leading_to(LadderView(), words.label("leaderboard", "Computer")))]
