"""Bringing catalogs up to date, compiling them, and packing them."""

import subprocess
import sys
import zipfile
from gettext import GNUTranslations
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from babel.messages.catalog import Catalog

from bot.locale import Words
from bot.locale.compiling import compile_catalogs
from bot.locale.updating import updated
from tests.test_house import ROOT

pytestmark = pytest.mark.quick

OLD = """\
# French translation of the bot.
msgid ""
msgstr ""
"Language: fr\\n"

#. an old comment
#: somewhere.py
msgid "Square"
msgstr "Carré"

# as in the printed rules
msgctxt "a piece"
msgid "Cylinder"
msgstr "Cylindre"

msgid "Gone"
msgstr "Parti"

#, fuzzy
msgid "Almost"
msgstr "Presque"

msgid "One form"
msgstr "Une forme"

#~ msgid "Long gone"
#~ msgstr "Parti depuis longtemps"
"""

NEW = """\
# French translation of the bot.
msgid ""
msgstr ""
"Language: fr\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

#. what the rules call it
#: new.py
msgid "Square"
msgstr "Carré"

# as in the printed rules
#: new.py
msgctxt "a piece"
msgid "Cylinder"
msgstr "Cylindre"

#: new.py
msgid "Almost"
msgstr ""

#: new.py
msgid "One form"
msgid_plural "{count} forms"
msgstr[0] ""
msgstr[1] ""

"""


def template() -> Catalog:
    """Return a template where one message is gone and another now has a plural."""
    catalog = Catalog()
    where = [("new.py", 0)]
    catalog.add("Square", None, where, auto_comments=["what the rules call it"])
    catalog.add("Cylinder", None, where, context="a piece")
    catalog.add("Almost", None, where)
    catalog.add(("One form", "{count} forms"), None, where, flags=())
    return catalog


def french(folder: Path) -> Path:
    """Make a catalog of French in a folder of languages."""
    file = folder / "fr" / "LC_MESSAGES" / "pyrga.po"
    file.parent.mkdir(parents=True)
    file.write_text(OLD, "utf-8")
    return file


def test_a_catalog_gets_new_messages_and_keeps_its_translations(tmp_path: Path) -> None:
    file = french(tmp_path)
    new = updated(file, template())
    assert new.decode().replace("#, python-brace-format\n", "") == NEW
    file.write_bytes(new)
    assert updated(file, template()) == new


def test_catalogs_are_compiled_and_those_of_removed_languages_deleted(tmp_path: Path) -> None:
    file = french(tmp_path)
    former = tmp_path / "xx" / "LC_MESSAGES" / "pyrga.mo"
    former.parent.mkdir(parents=True)
    former.touch()
    compile_catalogs(tmp_path)
    with file.with_suffix(".mo").open("rb") as compiled:
        words = Words(GNUTranslations(compiled))
    assert words.say("Square") == "Carré"
    assert words.label("a piece", "Cylinder") == "Cylindre"
    assert words.say("Almost") == "Almost"
    assert not former.exists()


def test_a_package_has_the_languages_compiled(tmp_path: Path) -> None:
    source = tmp_path / "source"
    copytree(ROOT / "bot", source / "bot", ignore=ignore_patterns("*.mo", "__pycache__", "fr"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (source / name).write_bytes((ROOT / name).read_bytes())
    french(source / "bot" / "locale")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=source, check=True)
    (wheel,) = (source / "dist").glob("*.whl")
    assert "bot/locale/fr/LC_MESSAGES/pyrga.mo" in zipfile.ZipFile(wheel).namelist()
