"""Trim Discord's description of its API to the requests that the bot makes: a maintainer's command.

``python -m scripts.discord_api FILE`` reads Discord's file (``specs/openapi_preview.json`` in its repository
``discord-api-spec``) and writes ``tests/loopback/discord_api/openapi.json``. It keeps the bodies of the
requests below and what they refer to, and drops responses, parameters, and descriptions.

If the bot starts to make another request, add it here: the tests report requests that aren't described.
"""

import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "tests" / "loopback" / "discord_api" / "openapi.json"

REQUESTS = (
    ("get", "/applications/@me"),
    ("patch", "/applications/@me"),
    ("get", "/applications/{application_id}/emojis"),
    ("post", "/applications/{application_id}/emojis"),
    ("delete", "/applications/{application_id}/emojis/{emoji_id}"),
    ("get", "/applications/{application_id}/commands"),
    ("put", "/applications/{application_id}/commands"),
    ("get", "/channels/{channel_id}"),
    ("patch", "/channels/{channel_id}"),
    ("delete", "/channels/{channel_id}"),
    ("post", "/channels/{channel_id}/messages"),
    ("get", "/channels/{channel_id}/messages/{message_id}"),
    ("patch", "/channels/{channel_id}/messages/{message_id}"),
    ("delete", "/channels/{channel_id}/messages/{message_id}"),
    ("post", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("put", "/channels/{channel_id}/thread-members/{user_id}"),
    ("post", "/channels/{channel_id}/threads"),
    ("get", "/gateway/bot"),
    ("get", "/guilds/{guild_id}"),
    ("get", "/guilds/{guild_id}/channels"),
    ("get", "/guilds/{guild_id}/members/{user_id}"),
    ("post", "/guilds/{guild_id}/roles"),
    ("delete", "/guilds/{guild_id}/roles/{role_id}"),
    ("put", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"),
    ("delete", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}"),
    ("post", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("get", "/oauth2/applications/@me"),
    ("get", "/users/@me"),
    ("get", "/users/@me/guilds"),
    ("post", "/users/@me/channels"),
    ("post", "/webhooks/{webhook_id}/{webhook_token}"),
    ("get", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("delete", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("patch", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("delete", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
)

_JSON = "application/json"
_NOTES = ("description", "title", "example", "examples", "x-enum-descriptions", "x-enum-varnames")
_SCHEMA_REFERENCE = "#/components/schemas/"


def trimmed(description: dict[str, Any]) -> dict[str, Any]:
    """Return the part of ``description`` that the bot's requests need."""
    paths: dict[str, Any] = {}
    for method, path in REQUESTS:
        body = description["paths"][path][method].get("requestBody", {}).get("content", {})
        kept = {"requestBody": {"content": {_JSON: _bare(body[_JSON])}}} if _JSON in body else {}
        paths.setdefault(path, {})[method] = kept
    every_schema = description["components"]["schemas"]
    schemas: dict[str, Any] = {}
    wanted = _references(paths)
    while wanted:
        name = wanted.pop()
        schemas[name] = _bare(every_schema[name])
        wanted |= _references(schemas[name]) - schemas.keys()
    return {
        "openapi": description["openapi"],
        "info": {key: description["info"][key] for key in ("title", "license", "version")},
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _bare(schema: Any) -> Any:
    """Return a schema without the parts that are written for people."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    bare = {key: _bare(value) for key, value in schema.items() if key not in _NOTES}
    if "properties" in schema:
        # The names of properties aren't keywords: a command has a description, too.
        bare["properties"] = {name: _bare(value) for name, value in schema["properties"].items()}
    return bare


def _references(part: Any) -> set[str]:
    """Return the names of the schemas that a part refers to."""
    if isinstance(part, list):
        return set().union(*map(_references, part))
    if not isinstance(part, dict):
        return set()
    found: set[str] = set().union(*map(_references, part.values()))
    reference = part.get("$ref")
    return found | {reference.removeprefix(_SCHEMA_REFERENCE)} if isinstance(reference, str) else found


def main() -> None:
    """Read the file named on the command line and write the trimmed one."""
    description = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    text = json.dumps(trimmed(description), indent=1, ensure_ascii=False)
    TARGET.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
