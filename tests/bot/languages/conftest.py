"""Fixtures of the tests of other languages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.languages.made import LONG, MIRRORED, catalog_of, install, languages_in, longer, mirrored


@pytest.fixture(scope="session")
def made_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the languages that code makes."""
    folder = tmp_path_factory.mktemp("languages")
    install(catalog_of(LONG, longer), folder)
    install(catalog_of(MIRRORED, mirrored), folder)
    return folder


@pytest.fixture
def made_languages(made_folder: Path) -> Iterator[None]:
    """Let the bot speak the languages that code makes."""
    with languages_in(made_folder):
        yield
