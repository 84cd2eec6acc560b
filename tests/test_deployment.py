"""The YAML that hosts copy: it can be parsed, and games the bot and its image."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings

ROOT = Path(__file__).parent.parent


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    return found


COMPOSED = ["compose.yaml", "compose.postgresql.yaml"]


def services() -> list[dict[str, Any]]:
    """Return what's said of each service, in each file."""
    return [service for name in COMPOSED for service in read(name)["services"].values()]


def test_no_container_may_do_more_than_it_needs() -> None:
    for service in services():
        if "image" not in service:
            continue
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "privileged" not in service


def test_the_bot_waits_for_the_database_and_has_the_settings_that_it_reads() -> None:
    alone, beside = (read(name)["services"]["bot"] for name in COMPOSED)
    assert beside["depends_on"] == {"database": {"condition": "service_healthy"}}
    known = {f"PYRGA_{setting.name.upper()}" for setting in fields(Settings)}
    assert {*alone["environment"], *beside["environment"]} <= known


def test_the_bot_makes_backups_by_default_and_says_whether_it_is_well() -> None:
    bot = read("compose.yaml")["services"]["bot"]
    assert bot["environment"]["PYRGA_BACKUPS"] == "${PYRGA_BACKUPS:-7}"
    assert bot["healthcheck"]["test"] == ["CMD", "pyrga", "health"]
    # Whoever owns the volume: anyone can write to its folder in the image.
    assert "--mode=1777 /data" in (ROOT / "Dockerfile").read_text()


def test_what_only_compose_reads_is_no_unknown_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    read_here = {
        found for name in COMPOSED for found in re.findall(r"\$\{(PYRGA_\w+)", (ROOT / name).read_text())
    }
    assert len(read_here) > 1
    for name in {*read_here, "PYRGA_TYPO"}:
        monkeypatch.setenv(name, "1")
    assert Settings.unknown() == ["PYRGA_TYPO"]


def test_every_volume_is_declared() -> None:
    used = [volume.partition(":")[0] for service in services() for volume in service.get("volumes", ())]
    assert used == [volume for name in COMPOSED for volume in read(name)["volumes"]]


def test_every_alert_has_a_condition_and_says_what_it_means() -> None:
    rules = [rule for group in read("docs/alerts.yaml")["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 1
    for rule in rules:
        assert rule["expr"]
        assert rule["annotations"]["summary"].endswith((".", "}}"))


def test_every_promise_is_shown_by_something_that_is_there() -> None:
    rows = re.findall(r"^\| .* \| (`.*`) \|$", (ROOT / "docs" / "promises.md").read_text(), re.MULTILINE)
    shown = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    assert len(shown) > len(rows) > 0
    assert [path for path in shown if not (ROOT / path).exists()] == []
