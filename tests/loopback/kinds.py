"""What can go wrong with a request to Discord, kind by kind, and who has seen it.

What Discord says are facts from the sources; its sentences are shortened.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

_DOCS: Final = "docs.discord.com/developers/topics/"
_STATUS: Final = f"{_DOCS}opcodes-and-status-codes"
_LIMITS: Final = f"{_DOCS}rate-limits"
_API: Final = "github.com/discord/discord-api-docs/issues/"
_PY: Final = "github.com/Rapptz/discord.py/issues/"
_JS: Final = "github.com/discordjs/discord.js/issues/"
_HOSTILE: Final = "no one: what Discord says is input like any other"

_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_JSON: Final = MappingProxyType({"Content-Type": "application/json"})
_HTML: Final = MappingProxyType({"Content-Type": "text/html; charset=UTF-8", "Server": "cloudflare"})
_PAGE: Final = b"<!DOCTYPE html>\n<html><head><title>Access denied</title></head><body>1015</body></html>"

DAY: Final = 24 * 60 * 60
YEAR: Final = 365 * DAY


class Cut(Enum):
    """How a connection ends without an answer: it's closed, or reset."""

    CLOSED = "closed"
    RESET = "reset"


class Reach(Enum):
    """What else meets the same trouble: nothing, requests about the same channel or interaction, or all."""

    REQUEST = "request"
    PLACE = "place"
    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of trouble with a request.

    ``status`` and ``body`` are the answer. Without a status, it's the one of clear sky with ``headers``, and
    if there's a ``cut``, there's none. ``is_carried_out`` says whether Discord nevertheless did what it was
    asked for. The answer takes ``delay`` seconds. If a trouble comes by chance, everything in its ``reach``
    meets it for ``lasts`` seconds. A ``retry_after`` in seconds counts down meanwhile.
    """

    name: str
    source: str
    status: int | None = None
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=lambda: _JSON)
    is_carried_out: bool = False
    cut: Cut | None = None
    delay: float = 0.0
    reach: Reach = Reach.REQUEST
    lasts: float = 0.0
    retry_after: float | None = None

    @property
    def is_final(self) -> bool:
        """Return whether it says that something is gone."""
        return self.name in _GONE

    def after(self, seconds: float) -> "Kind":
        """Return the kind this much later: less is left of its limit."""
        if self.retry_after is None or self.status is None:
            return self
        left = max(self.retry_after - seconds, 0.001)
        body = json.loads(self.body) | {"retry_after": left} if self.headers.get("Via") else None
        return replace(
            self,
            retry_after=left,
            body=self.body if body is None else json.dumps(body).encode(),
            headers={**self.headers, "Retry-After": f"{left:.3f}"},
        )


def refusal(status: int, code: object, message: str, source: str = _STATUS) -> Kind:
    """Return a refusal with Discord's own code for the reason."""
    body = json.dumps({"message": message, "code": code}).encode()
    return Kind(f"{code} {message}", source, status, body)


def limited(
    retry_after: float, scope: str = "user", source: str = _LIMITS, *, code: int | None = None
) -> Kind:
    """Return a limit as Discord answers it: with the header ``Via``, and the seconds to wait in the body."""
    said = {
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": scope == "global",
        **({} if code is None else {"code": code}),
    }
    headers = {**_JSON, "Via": "1.1 google", "Retry-After": str(retry_after), "X-RateLimit-Scope": scope}
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    return Kind(
        f"limited for {retry_after:g} s, {scope}" + ("" if code is None else f", code {code}"),
        source,
        429,
        json.dumps(said).encode(),
        headers,
        reach=Reach.EVERYTHING if scope == "global" else Reach.PLACE,
        lasts=retry_after,
        retry_after=retry_after,
    )


def odd_limit(name: str, retry_after: object, *, via: bool = True) -> Kind:
    """Return a limit that says nothing sensible about when it ends."""
    said = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
    headers = {**_JSON, **({"Via": "1.1 google"} if via else {})}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return Kind(name, _HOSTILE, 429, json.dumps(said).encode(), headers)


def announced(seconds: float) -> Kind:
    """Return an answer that says that it's the last for a while."""
    headers = {
        "X-RateLimit-Bucket": "a-bucket",
        "X-RateLimit-Limit": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset-After": str(seconds),
    }
    return Kind(f"the last for {seconds:g} s", _LIMITS, headers=headers)


def late(seconds: float) -> Kind:
    """Return an answer that takes this long. Before, nothing is carried out."""
    return Kind(f"late by {seconds:g} s", f"{_PY}2416", headers=_NOTHING, delay=seconds)


def in_front(status: int, retry_after: float | None = None, source: str = f"{_API}1771") -> Kind:
    """Return a page of what stands in front of Discord, which says nothing about what was asked for."""
    headers = _HTML if retry_after is None else {**_HTML, "Retry-After": f"{retry_after:g}"}
    return Kind(
        f"{status} in HTML" + ("" if retry_after is None else ", with a time"),
        source,
        status,
        _PAGE,
        headers,
        reach=Reach.EVERYTHING,
        lasts=20.0 if retry_after is None else retry_after,
        retry_after=retry_after,
    )


def down(status: int, body: bytes, shape: str, source: str) -> Kind:
    """Return an error of Discord's own, which says nothing about what was asked for."""
    headers = {"JSON": _JSON, "HTML": _HTML}.get(shape, _NOTHING)
    return Kind(f"{status} with {shape}", source, status, body, headers, reach=Reach.PLACE, lasts=10.0)


_ERROR: Final = json.dumps({"message": "Service unavailable", "code": 0}).encode()

CLEAR: Final = Kind("clear sky", "everyone", headers=_NOTHING)

CLOSED: Final = Kind("closed before it's carried out", f"{_PY}842", cut=Cut.CLOSED)
RESET: Final = Kind("reset before it's carried out", f"{_PY}2347", cut=Cut.RESET)
CLOSED_AFTER: Final = Kind(
    "closed after it was carried out", f"{_JS}2655", cut=Cut.CLOSED, is_carried_out=True
)
DONE_AND_ERROR: Final = Kind("carried out, and 500", f"{_PY}910", 500, _ERROR, is_carried_out=True)
DONE_AND_BAD_GATEWAY: Final = Kind(
    "carried out, and 504",
    "github.com/discordeno/discordeno/pull/5249",
    504,
    _PAGE,
    _HTML,
    is_carried_out=True,
)
DONE_AND_LATE: Final = Kind(
    "carried out, and late by 40 s", f"{_JS}2655", headers=_NOTHING, is_carried_out=True, delay=40.0
)
LATE: Final = late(8.0)

ERRORS: Final = (
    down(500, _ERROR, "JSON", f"{_API}3197"),
    down(500, _PAGE, "HTML", f"{_API}4514"),
    down(502, b"", "no body", f"{_PY}137"),
    down(502, _PAGE, "HTML", _STATUS),
    down(503, _ERROR, "JSON", "github.com/discordeno/discordeno/pull/5249"),
    down(503, b"", "no body", _STATUS),
    down(504, _PAGE, "HTML", "github.com/discordeno/discordeno/pull/5249"),
    refusal(503, 130000, "API resource is currently overloaded"),
)
BAD_GATEWAY, UNAVAILABLE = ERRORS[2], ERRORS[4]

BLOCKED: Final = in_front(403, source=f"{_API}849")
MISSING_PAGE: Final = in_front(404)
BANNED: Final = in_front(429, retry_after=30.0, source=f"{_PY}5221")
BANNED_FOR_A_WHILE: Final = in_front(429, source=f"{_PY}5221")
BLOCKED_WITH_CODE: Final = refusal(403, 40333, "internal network error", f"{_API}6473")
IN_FRONT: Final = (BLOCKED, MISSING_PAGE, BANNED, BANNED_FOR_A_WHILE, BLOCKED_WITH_CODE)

LIMITED: Final = limited(3.0)
LIMITED_SHARED: Final = limited(20.0, "shared", f"{_API}7816")
LIMITED_GLOBALLY: Final = limited(10.0, "global")
LIMITED_WRITING: Final = limited(15.0, code=20028, source=_STATUS)
LIMITED_LONG: Final = limited(82721.0, source=f"{_API}8570")
OLD_EDITS: Final = limited(30.0, code=30046, source=f"{_API}4413")
LIMITS: Final = (LIMITED, LIMITED_SHARED, LIMITED_GLOBALLY, LIMITED_WRITING, OLD_EDITS)

ODD_LIMITS: Final = (
    odd_limit("limited without Via", 5.0, via=False),
    odd_limit("limited for -1 s", -1),
    odd_limit("limited for inf s", "inf"),
    odd_limit("limited until a date", "Wed, 21 Oct 2026 07:28:00 GMT"),
    odd_limit("limited for no stated time", None),
)
LIMITED_FOR_A_YEAR: Final = limited(float(YEAR), source=_HOSTILE)

UNKNOWN_CHANNEL: Final = refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD: Final = refusal(404, 10004, "Unknown Guild", f"{_API}5840")
UNKNOWN_MEMBER: Final = refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE: Final = refusal(404, 10008, "Unknown Message")
UNKNOWN_ROLE: Final = refusal(404, 10011, "Unknown Role")
UNKNOWN_EMOJI: Final = refusal(404, 10014, "Unknown Emoji")
UNKNOWN_USER: Final = refusal(404, 10013, "Unknown User")
UNKNOWN_INTERACTION: Final = refusal(404, 10062, "Unknown interaction", f"{_API}7448")
ALREADY_ACKNOWLEDGED: Final = refusal(400, 40060, "Interaction has already been acknowledged.", f"{_JS}9302")
EXPIRED_TOKEN: Final = refusal(401, 50027, "Invalid Webhook Token")
NO_ACCESS: Final = refusal(403, 50001, "Missing Access")
EMPTY_MESSAGE: Final = refusal(400, 50006, "Cannot send an empty message")
NO_PRIVATE_MESSAGES: Final = refusal(403, 50007, "Cannot send messages to this user")
NO_PERMISSION: Final = refusal(403, 50013, "Missing Permissions")
UNFIT_BODY: Final = refusal(400, 50035, "Invalid Form Body")
ARCHIVED: Final = refusal(400, 50083, "Thread is archived", f"{_API}5517")
LOCKED: Final = refusal(403, 160005, "This thread is locked")
MODERATED: Final = refusal(400, 200000, "Message was blocked by automatic moderation")
HAS_THREAD: Final = refusal(400, 160004, "A thread has already been created for this message")
KEEP_ENTRY_POINT: Final = refusal(400, 50240, "The Entry Point command is missing from the bulk update")

_GONE: Final = {kind.name for kind in (UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_USER)}

REFUSALS: Final = (
    UNKNOWN_MESSAGE,
    UNKNOWN_INTERACTION,
    ALREADY_ACKNOWLEDGED,
    EMPTY_MESSAGE,
    NO_PRIVATE_MESSAGES,
    UNFIT_BODY,
    MODERATED,
)
LASTING_REFUSALS: Final = tuple(
    replace(kind, reach=Reach.PLACE, lasts=30.0)
    for kind in (UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_USER, NO_ACCESS, NO_PERMISSION)
) + tuple(replace(kind, reach=Reach.PLACE, lasts=30.0) for kind in (ARCHIVED, LOCKED))

NONSENSE: Final = (
    refusal(400, 0, "400: Bad Request", _STATUS),
    refusal(403, 999999, "nonsense", _HOSTILE),
    refusal(404, 999999, "more nonsense", _HOSTILE),
    refusal(400, "50035", "a code as text", _HOSTILE),
    refusal(403, None, "no code", _HOSTILE),
    Kind("a refusal in a list", _HOSTILE, 403, b"[]"),
    Kind("a refusal in a number", _HOSTILE, 404, b"7"),
    Kind("a refusal with odd errors", _HOSTILE, 400, b'{"code": 50035, "errors": ["x"]}'),
    Kind("a refusal without a body", _HOSTILE, 403, b"", _NOTHING),
    Kind("a refusal cut in half", _HOSTILE, 400, b'{"code": 5003'),
    Kind("a status that doesn't exist", _HOSTILE, 418, b'{"code": 1}'),
    Kind("carried out, and HTML", _HOSTILE, 200, _PAGE, _HTML, is_carried_out=True),
    Kind("carried out, and no body", _HOSTILE, 200, b"", _NOTHING, is_carried_out=True),
    Kind("carried out, and an empty object", _HOSTILE, 200, b"{}", is_carried_out=True),
    Kind("carried out, and a list", _HOSTILE, 200, b"[1]", is_carried_out=True),
)

_UNKNOWN = {"nonsense", "more nonsense", "a status that doesn't exist"}
UNKNOWN_CODES: Final = tuple(kind for kind in NONSENSE if kind.name.partition(" ")[2] in _UNKNOWN)
NONSENSE_DONE: Final = tuple(kind for kind in NONSENSE if kind.is_carried_out)
NO_ANSWERS: Final = tuple(kind for kind in NONSENSE if kind not in (*UNKNOWN_CODES, *NONSENSE_DONE))
"""Nonsense that looks like a refusal for a reason of its own, says nothing, or hides that it was done."""

DONE: Final = (CLOSED_AFTER, DONE_AND_ERROR, DONE_AND_BAD_GATEWAY, DONE_AND_LATE)

KINDS: Final = (
    CLOSED,
    RESET,
    LATE,
    *DONE,
    *ERRORS,
    *IN_FRONT,
    *LIMITS,
    LIMITED_LONG,
    LIMITED_FOR_A_YEAR,
    *ODD_LIMITS,
    *REFUSALS,
    *LASTING_REFUSALS,
    *NONSENSE,
)
"""Every kind of trouble with a request."""

PASSING: Final = tuple(kind for kind in KINDS if kind not in (LIMITED_LONG, LIMITED_FOR_A_YEAR))
"""Those that end within a minute."""
