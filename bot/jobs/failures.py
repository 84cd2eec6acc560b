"""What goes wrong in a job: it's logged, and the job goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from bot.store.connections.transactions import LostLeaseError
from bot.ui.context.requests import RequestError

log = structlog.get_logger(__name__)


@contextmanager
def going_on(failure: str, **about: object) -> Iterator[None]:
    """Log what goes wrong inside the block, so that nothing else has to wait for it.

    That's a defect, unless Discord is the reason.

    Raises:
        LostLeaseError: another process leads now.
    """
    try:
        yield
    except LostLeaseError:
        raise
    except RequestError as error:
        log.warning(failure, error=str(error), **about)
    except Exception:
        log.exception(failure, **about)
