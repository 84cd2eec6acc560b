"""How the bot's log looks, for a person or for a log collector, and what must never appear in it."""

import logging
import sys

import structlog

from bot.settings import LogFormat, Settings
from bot.store.connections.errors import UnusableDatabaseError
from bot.values.players import printable

_HIDDEN = "[token]"


def _without_needless_traceback(
    logger: structlog.typing.WrappedLogger, method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Leave out the traceback if the database can't be used, or if a connection to Discord has ended.

    The former has already been logged, and the latter is no defect.
    """
    del logger, method
    error = event.get("exc_info")
    if error is True or isinstance(error, tuple):
        error = sys.exc_info()[1] if error is True else error[1]
    about_connection = event.get("logger") in {"discord.gateway", "discord.shard"}
    if error and (about_connection or isinstance(error, UnusableDatabaseError)):
        event["level"] = "warning" if about_connection else event["level"]
        del event["exc_info"]
        event["error"] = type(error).__name__
    return event


def _for_terminal(
    logger: structlog.typing.WrappedLogger, method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    """Escape what someone may have written into a line to hide or turn around what's beside it."""
    del logger, method
    return {key: printable(value) if isinstance(value, str) else value for key, value in event.items()}


class _SecretiveFormatter(structlog.stdlib.ProcessorFormatter):
    """Formats a log line, with the secret removed wherever it appears."""

    def __init__(self, secret: str, format_: LogFormat) -> None:
        renderer: structlog.typing.Processor = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
        if format_ is LogFormat.JSON:
            renderer = structlog.processors.JSONRenderer()
        super().__init__(
            foreign_pre_chain=_CHAIN,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _for_terminal,
                renderer,
            ],
        )
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for ``record``."""
        line = super().format(record)
        return line.replace(self._secret, _HIDDEN) if self._secret else line


_CHAIN: tuple[structlog.typing.Processor, ...] = (
    # The game, guild and interaction that the current task is about.
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _without_needless_traceback,
)


# The library's warnings about voice, which the bot doesn't have, and about intents, which it doesn't need.
_MISPLACED = ("PyNaCl is not installed", "davey is not installed", "Guilds intent seems to be disabled")


def _is_in_place(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_MISPLACED)


def configure_logs(settings: Settings) -> None:
    """Send the whole process's log to standard error, following ``settings``."""
    handler = logging.StreamHandler()
    handler.setFormatter(_SecretiveFormatter(settings.discord_token.strip(), settings.log_format))
    handler.addFilter(_is_in_place)
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    structlog.configure(
        processors=[*_CHAIN, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
