"""The shards of a process, in the form that hosts write them."""

import pytest

from bot.cli import main
from bot.shards import Shards, parse_shard_ids


@pytest.mark.parametrize(
    ("typed", "ids"),
    [("0", (0,)), ("0-3", (0, 1, 2, 3)), ("0,2,5-7", (0, 2, 5, 6, 7)), ("3, 1-2,2", (1, 2, 3))],
)
def test_ids_and_ranges_are_understood(typed: str, ids: tuple[int, ...]) -> None:
    assert parse_shard_ids(typed) == ids


def test_shards_are_written_in_the_form_that_can_be_typed() -> None:
    assert str(Shards(parse_shard_ids("0,2,5-7"), 16)) == "0,2,5-7 of 16"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--shards", "a", "--of", "4"], "'a' isn't a list of shards: write it like 0-3 or 0,2,5-7"),
        (["--shards", "", "--of", "4"], "'' isn't a list of shards"),
        (["--shards", "3-1", "--of", "4"], "'3-1' ends before it begins"),
        (["--shards=-1", "--of", "4"], "'-1' isn't a list of shards"),
        (["--shards", "0-3", "--of", "many"], "argument --of: invalid int value: 'many'"),
    ],
)
def test_invalid_shards_are_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--shards", "0-3"], "--of: It's missing: --shards and --of go together."),
        (["--of", "16"], "--shards: It's missing: --shards and --of go together."),
        (["--shards", "0-4", "--of", "4"], "--shards: There's no shard 4 of 4: the last is 3."),
        (["--shards", "0", "--of", "0"], "--shards: There's no shard 0 of 0"),
    ],
)
def test_shards_that_do_not_fit_are_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", *arguments]) == 2
    assert said in capsys.readouterr().err
