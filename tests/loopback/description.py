"""What Discord's own description of its interface says of the bot's requests."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

FILE = Path(
    os.environ.get("DISCORD_OPENAPI", Path(__file__).parents[3] / "shared" / "discord" / "openapi.json")
)
"""Where the description lies, if anywhere."""


def violations(method: str, path: str, body: Any) -> list[str]:
    """What Discord's description forbids in the body of a request; nothing where it does not lie here."""
    if body is None or not FILE.is_file():
        return []
    validator = _validator(method.lower(), path)
    if validator is None:
        return [f"{method} {path}: there is no such request with a body"]
    errors = validator.iter_errors(_with_text_ids(body))
    return [f"{method} {path}: {error.json_path}: {error.message[:300]}" for error in errors]


@cache
def _description() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return description


@cache
def _registry() -> Registry[Any]:
    resource = Resource.from_contents(_description(), default_specification=DRAFT202012)
    return cast("Registry[Any]", Registry().with_resource("urn:discord", resource))


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    # What is fixed goes before what is a parameter: "@original" is no message's id.
    known = sorted(_description()["paths"], key=lambda template: template.count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", template)), template) for template in known]


def _validator(method: str, path: str) -> Draft202012Validator | None:
    for pattern, template in _templates():
        if pattern.fullmatch(f"/{path}") and method in _description()["paths"][template]:
            return _validator_of(method, template)
    return None


@cache
def _validator_of(method: str, template: str) -> Draft202012Validator | None:
    content = _description()["paths"][template][method].get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    escaped = template.replace("/", "~1")
    pointer = f"/paths/{escaped}/{method}/requestBody/content/application~1json/schema"
    return Draft202012Validator({"$ref": f"urn:discord#{pointer}"}, registry=_registry())


def _with_text_ids(body: Any, owner: str = "") -> Any:
    """The same with the numbers that the library sends for ids as the texts that the description knows."""
    if isinstance(body, dict):
        return {key: _text_id(key, value, owner) for key, value in body.items()}
    if isinstance(body, list):
        return [_with_text_ids(item, owner) for item in body]
    return body


def _text_id(key: str, value: Any, owner: str) -> Any:
    if isinstance(value, int) and (
        key == "recipient_id" or (key == "id" and owner in {"attachments", "emoji"})
    ):
        return str(value)
    if key in {"users", "roles"} and owner == "allowed_mentions":
        return [str(item) for item in value]
    return _with_text_ids(value, key)
