"""What a check of the host has found, and how it's told."""

from dataclasses import dataclass
from enum import StrEnum

from bot.environment import SettingError


class Level(StrEnum):
    """How bad it is: the bot runs, runs without something, can't run, or a setting is invalid."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check has found. ``told`` says what to do, unless all is well."""

    level: Level
    subject: str
    told: str

    def __str__(self) -> str:
        """Return the line for the terminal."""
        return f"{self.level:8} {self.subject}: {self.told}"


def ok(subject: str, told: str) -> Finding:
    """All is well."""
    return Finding(Level.OK, subject, told)


def warning(subject: str, told: str) -> Finding:
    """The bot runs, but without something."""
    return Finding(Level.WARNING, subject, told)


def failed(subject: str, told: str) -> Finding:
    """The bot can't run."""
    return Finding(Level.FAILED, subject, told)


def invalid(subject: str, error: SettingError) -> Finding:
    """A setting is invalid."""
    return Finding(Level.INVALID, subject, f"{error.setting}: {error.problem} {error.remedy}")
