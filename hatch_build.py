"""Compiles the languages when the package is built."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogsHook(BuildHookInterface):
    """Called by hatchling before it packs the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the compiled catalogs beside their sources."""
        del version, build_data
        sys.path.insert(0, self.root)
        from bot.locale.compiling import compile_catalogs  # noqa: PLC0415 - the package isn't installed yet

        compile_catalogs()
