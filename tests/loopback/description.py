"""Checks the bot's requests against Discord's own description of its API.

The description is in ``discord_api``, trimmed by ``python -m scripts.discord_api``.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

_FILE = Path(__file__).with_name("discord_api") / "openapi.json"


def violations(method: str, path: str, body: Any) -> list[str]:
    """Return everything in a request that violates the description: an unknown path, or a wrong body."""
    template = _template(method.lower(), path)
    if template is None:
        return [f"{method} {path}: there is no such request (known ones: scripts/discord_api.py)"]
    if body is None:
        return []
    validator = _validator(method.lower(), template)
    if validator is None:
        return [f"{method} {path}: this request has no body"]
    errors = validator.iter_errors(_with_text_ids(body))
    return [f"{method} {path}: {error.json_path}: {error.message[:300]}" for error in errors]


@cache
def _description() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return description


@cache
def _registry() -> Registry[Any]:
    resource = Resource.from_contents(_description(), default_specification=DRAFT202012)
    return cast("Registry[Any]", Registry().with_resource("urn:discord", resource))


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    # Fixed parts go before parameters: "@original" isn't a message id.
    known = sorted(_description()["paths"], key=lambda template: template.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", template)), template) for template in known]


def _template(method: str, path: str) -> str | None:
    for pattern, template in _templates():
        if pattern.fullmatch(f"/{path}") and method in _description()["paths"][template]:
            return template
    return None


@cache
def _validator(method: str, template: str) -> Draft202012Validator | None:
    if "requestBody" not in _description()["paths"][template][method]:
        return None
    escaped = template.replace("/", "~1")
    pointer = f"/paths/{escaped}/{method}/requestBody/content/application~1json/schema"
    return Draft202012Validator({"$ref": f"urn:discord#{pointer}"}, registry=_registry())


def _with_text_ids(body: Any, owner: str = "") -> Any:
    """Return ``body`` with its ids as text: the library sends some as numbers, which Discord also accepts."""
    if isinstance(body, dict):
        return {key: _text_id(key, value, owner) for key, value in body.items()}
    if isinstance(body, list):
        return [_with_text_ids(item, owner) for item in body]
    return body


def _text_id(key: str, value: Any, owner: str) -> Any:
    if isinstance(value, int) and (
        key == "recipient_id" or (key == "id" and owner in {"attachments", "default_values", "emoji"})
    ):
        return str(value)
    if key in {"users", "roles"} and owner == "allowed_mentions":
        return [str(item) for item in value]
    return _with_text_ids(value, key)
