"""What goes wrong in a job is logged once, and the job goes on."""

import pytest
from structlog.testing import capture_logs

from bot.jobs.failures import going_on
from bot.store.connections.transactions import LostLeaseError
from bot.ui.context.requests import LimitedError

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("error", "level", "has_traceback"), [(LimitedError(7), "warning", False), (ValueError(), "error", True)]
)
def test_only_what_isnt_discords_doing_is_logged_as_a_defect(
    error: Exception, level: str, *, has_traceback: bool
) -> None:
    with capture_logs() as logged, going_on("board not repaired", game=7):
        raise error
    (line,) = logged
    assert (line["event"], line["game"], line["log_level"]) == ("board not repaired", 7, level)
    assert ("exc_info" in line) is has_traceback


def test_a_former_leader_stops() -> None:
    with pytest.raises(LostLeaseError), going_on("due times failed"):
        raise LostLeaseError
