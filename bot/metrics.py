"""What the bot counts and measures about itself, for ``bot.monitoring``.

Everything else may add to these, so this imports nothing of the bot. An observation takes a few
microseconds, whether or not anyone reads it.
"""

from collections import deque
from dataclasses import dataclass
from time import monotonic
from typing import Final, Self

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

# The start of each series is no use in a graph, and would double the number of series.
disable_created_metrics()  # type: ignore[no-untyped-call]

_HOUR: Final = 3600.0
_DAY: Final = 24 * _HOUR

REGISTRY = CollectorRegistry()
"""The figures of this process."""

ANSWER_SECONDS = Histogram(
    "pyrga_answer_seconds",
    "Seconds from an interaction's arrival to the first answer. Telling Discord to wait counts as one.",
    ["kind"],
    # Discord gives up after three seconds, and after one the bot asks it to wait.
    buckets=(0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0),
    registry=REGISTRY,
)
LATE_ANSWERS = Counter("pyrga_late_answers", "Answers that Discord no longer waited for.", registry=REGISTRY)
REFUSALS = Counter(
    "pyrga_refusals",
    "Requests answered with why they can't be done, by the refusal. That's normal.",
    ["reason"],
    registry=REGISTRY,
)
FAILURES = Counter(
    "pyrga_failures",
    "Requests answered with the number of an error, by the error in the log. That's a defect.",
    ["error"],
    registry=REGISTRY,
)
FAILED_REQUESTS = Counter(
    "pyrga_failed_requests",
    "Requests that Discord didn't answer as hoped, by how. That's weather, not a defect.",
    ["kind"],
    registry=REGISTRY,
)
REPAIRED_BOARDS = Counter(
    "pyrga_repaired_boards", "Boards that didn't show their game and were redrawn.", registry=REGISTRY
)
_TRANSACTION_SECONDS = Histogram(
    "pyrga_transaction_seconds",
    "Seconds that a transaction took, its commit included, by whether it reads or writes.",
    ["kind"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0),
    registry=REGISTRY,
)
_TRANSACTION_WAIT_SECONDS = Histogram(
    "pyrga_transaction_wait_seconds",
    "Seconds that a transaction waited for its turn, by whether it reads or writes.",
    ["kind"],
    buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0),
    registry=REGISTRY,
)
_TRANSACTIONS_WAITING = Gauge(
    "pyrga_transactions_waiting",
    "Transactions that are waiting for their turn, by whether they read or write.",
    ["kind"],
    registry=REGISTRY,
)


@dataclass(frozen=True, slots=True)
class TransactionFigures:
    """The figures for one kind of transaction. Looking them up each time would cost more than counting."""

    waiting: Gauge
    wait_seconds: Histogram
    seconds: Histogram

    @classmethod
    def of(cls, kind: str) -> Self:
        """Return the figures for transactions of this ``kind``."""
        return cls(
            _TRANSACTIONS_WAITING.labels(kind),
            _TRANSACTION_WAIT_SECONDS.labels(kind),
            _TRANSACTION_SECONDS.labels(kind),
        )


READS = TransactionFigures.of("read")
WRITES = TransactionFigures.of("write")


class DailyCount:
    """How much a counter has grown in the last day, to within an hour, or since this was made."""

    def __init__(self, counter: Counter) -> None:
        self._counter = counter
        self._hours = deque([(monotonic(), self._total())])

    def read(self) -> int:
        """Return it. This has to be called at least once an hour."""
        now, total = monotonic(), self._total()
        if now - self._hours[-1][0] >= _HOUR:
            self._hours.append((now, total))
        while len(self._hours) > 1 and now - self._hours[1][0] >= _DAY:
            self._hours.popleft()
        return round(total - self._hours[0][1])

    def _total(self) -> float:
        return sum(sample.value for metric in self._counter.collect() for sample in metric.samples)
