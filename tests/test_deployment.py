"""The YAML that hosts copy: it can be parsed, and matches the bot and its image."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings

ROOT = Path(__file__).parent.parent
COMPOSE = ["compose.yaml", "compose.processes.yaml"]
_BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHARDS = set(range(16))


def blocks(page: str) -> list[Any]:
    """The YAML on a page of the docs."""
    return [yaml.safe_load(text) for text in _BLOCK.findall((ROOT / "docs" / page).read_text())]


def services(file: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / file).read_text())["services"]
    return found


@pytest.mark.parametrize("file", COMPOSE)
def test_no_container_may_do_more_than_it_needs(file: str) -> None:
    for service in services(file).values():
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "privileged" not in service


@pytest.mark.parametrize("file", COMPOSE)
def test_a_bot_waits_for_the_database_and_has_a_volume_of_its_own(file: str) -> None:
    bots = [service for name, service in services(file).items() if name.startswith("bot")]
    volumes = [volume for bot in bots for volume in bot["volumes"]]
    assert len(volumes) == len(set(volumes)) == len(bots)
    for bot in bots:
        assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
        assert set(bot["environment"]) <= {f"PYRGA_{setting.name.upper()}" for setting in fields(Settings)}


@pytest.mark.parametrize("file", COMPOSE)
def test_every_volume_is_declared(file: str) -> None:
    declared = yaml.safe_load((ROOT / file).read_text())["volumes"]
    used = {volume.partition(":")[0] for service in services(file).values() for volume in service["volumes"]}
    assert used == set(declared)


def test_four_processes_serve_every_shard_once() -> None:
    commands = [
        service["command"]
        for name, service in services("compose.processes.yaml").items()
        if name.startswith("bot")
    ]
    had: list[int] = []
    for command in commands:
        run, option, shards, of, total = command
        assert (run, option, of, int(total)) == ("run", "--shards", "--of", len(SHARDS))
        first, _, last = shards.partition("-")
        had += range(int(first), int(last) + 1)
    assert len(commands) == 4
    assert sorted(had) == sorted(SHARDS)


def test_both_files_have_the_same_database_server() -> None:
    first, second = (services(file)["database"] for file in COMPOSE)
    assert first == second


def test_every_alert_has_a_condition_and_says_what_it_means() -> None:
    _, alerts = blocks("monitoring.md")
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 1
    for rule in rules:
        assert rule["expr"]
        assert rule["annotations"]["summary"].endswith((".", "}}"))
