"""Every link between the pages leads somewhere, and every page that the code names is there."""

import re
from pathlib import Path

import pytest

from tests.test_house import committed

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parents[1]
FILES = [ROOT / name for name in committed() if (ROOT / name).is_file()]
PAGES = [file for file in FILES if file.suffix == ".md"]
SUFFIXES = {".py", ".md", ".toml", ".yaml", ".yml", ".example", ".service"}
TEXTS = [file for file in FILES if file.suffix in SUFFIXES]


def anchors(page: Path) -> set[str]:
    """Return what links can lead to on a page: its headings, as GitHub spells them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s:{]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_that_a_file_names_is_there() -> None:
    for file in TEXTS:
        for name in re.findall(r"\bdocs/[\w-]+\.md", file.read_text(encoding="utf-8")):
            assert (ROOT / name).is_file(), (file, name)


def test_every_module_that_a_page_names_is_there() -> None:
    paths = [f"/{file.relative_to(ROOT)}" for file in FILES]
    for page in PAGES:
        for name in re.findall(r"`([\w/]+\.py)`", page.read_text(encoding="utf-8")):
            assert any(path.endswith(f"/{name}") for path in paths), (page.name, name)


def test_the_readme_leads_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [
        page.name for page in PAGES if page.parent.name == "docs" and f"(docs/{page.name}" not in readme
    ] == []
