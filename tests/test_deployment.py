"""The YAML that hosts copy: it can be parsed, and games the bot and its image."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml

from bot.settings import Settings

ROOT = Path(__file__).parent.parent


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    return found


def compose() -> dict[str, Any]:
    return read("compose.yaml")


def test_no_container_may_do_more_than_it_needs() -> None:
    for service in compose()["services"].values():
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert "privileged" not in service


def test_the_bot_waits_for_the_database_and_has_the_settings_that_it_reads() -> None:
    bot = compose()["services"]["bot"]
    assert bot["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert set(bot["environment"]) <= {f"PYRGA_{setting.name.upper()}" for setting in fields(Settings)}


def test_every_volume_is_declared() -> None:
    services = compose()["services"].values()
    used = [volume.partition(":")[0] for service in services for volume in service["volumes"]]
    assert used == [*compose()["volumes"]]


def test_every_alert_has_a_condition_and_says_what_it_means() -> None:
    rules = [rule for group in read("docs/alerts.yaml")["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 1
    for rule in rules:
        assert rule["expr"]
        assert rule["annotations"]["summary"].endswith((".", "}}"))
