"""What a player has chosen."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.games.running import plan_reminders, redraw_all
from bot.matches.values.clocks import USUAL_REMINDERS, reminder_hours
from bot.matches.values.players import (
    USUAL_CONTROLS,
    ChallengePolicy,
    Controls,
    NotificationMode,
    Player,
    ThemeName,
)
from bot.store.settings import players
from bot.store.settings.players import PlayerChoices


@dataclass(frozen=True, slots=True)
class PlayerPreferences:
    """The choices of a player, with defaults where they made none.

    ``theme`` is the look of pictures that only they see. ``language`` is a locale as Discord names it, or
    None for the one they use on Discord. ``notifications`` is how they are told about their turns, or None if
    they never chose; ``challenge_policy`` is who may challenge them; ``controls`` is how they choose their
    moves. ``reminder_hours`` says how many hours before a deadline they're reminded: some of
    ``clocks.REMINDER_HOURS``. With ``text_leaderboard``, leaderboards are shown to them without pictures, and
    with ``unlisted``, they aren't on those of all servers. With ``text_board``, boards are shown to them in
    words as well, and leaderboards without pictures.
    """

    theme: ThemeName = ThemeName.AEGEAN
    language: str | None = None
    notifications: NotificationMode | None = None
    challenge_policy: ChallengePolicy = ChallengePolicy.EVERYONE
    controls: Controls = USUAL_CONTROLS
    reminder_hours: frozenset[int] = USUAL_REMINDERS
    text_leaderboard: bool = False
    unlisted: bool = False
    text_board: bool = False

    @property
    def without_pictures(self) -> bool:
        """Whether leaderboards and profiles are shown to them as text."""
        return self.text_leaderboard or self.text_board


Change = Callable[[PlayerPreferences], PlayerPreferences]


async def player_preferences(connection: AsyncConnection, player_id: int) -> PlayerPreferences:
    """Return what a player, known or not, has chosen."""
    return _read(await players.fetch_choices(connection, player_id))


async def change_player_preferences(
    connection: AsyncConnection, player: Player, change: Change, clock: Clock
) -> PlayerPreferences:
    """Replace a player's choices with what ``change`` makes of them, and return the new ones.

    If the controls or boards in words change, the boards of their running games are redrawn. New reminders
    also apply to turns that are already in progress.
    """
    now = clock.now()
    await players.remember_player(connection, player.id, player.name, now)
    stored = await players.fetch_choices(connection, player.id, to_change=True)
    old = _read(stored)
    new = change(old)
    await players.keep_choices(connection, player.id, _changed(stored, old, new))
    if (new.controls, new.text_board) != (old.controls, old.text_board):
        await redraw_all(connection, player.id, now)
    if new.reminder_hours != old.reminder_hours:
        await plan_reminders(connection, player.id, now)
    return new


def _read(choices: PlayerChoices) -> PlayerPreferences:
    return PlayerPreferences(
        theme=ThemeName.chosen(choices.theme),
        language=choices.language,
        notifications=None if choices.notices is None else NotificationMode(choices.notices),
        challenge_policy=ChallengePolicy.chosen(choices.welcome),
        controls=Controls(confirm=choices.confirm_moves, compact=choices.compact_controls),
        reminder_hours=reminder_hours(choices.reminders),
        text_leaderboard=choices.text_leaderboard,
        unlisted=choices.unlisted,
        text_board=choices.text_board,
    )


def _changed(stored: PlayerChoices, old: PlayerPreferences, new: PlayerPreferences) -> PlayerChoices:
    """Return the choices to store. Anything never chosen stays that way, because its default may change."""
    written = PlayerChoices(
        theme=new.theme,
        notices=new.notifications,
        welcome=new.challenge_policy,
        language=new.language,
        reminders=" ".join(map(str, sorted(new.reminder_hours))),
        confirm_moves=new.controls.confirm,
        compact_controls=new.controls.compact,
        text_leaderboard=new.text_leaderboard,
        unlisted=new.unlisted,
        text_board=new.text_board,
    )
    unchanged = {
        "theme": new.theme == old.theme,
        "welcome": new.challenge_policy == old.challenge_policy,
        "reminders": new.reminder_hours == old.reminder_hours,
    }
    return replace(written, **{name: getattr(stored, name) for name, same in unchanged.items() if same})
