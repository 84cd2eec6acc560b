"""Maintainers' commands that create files of this repository; none of this is installed."""
