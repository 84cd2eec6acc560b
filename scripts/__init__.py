"""Maintainers' commands that create files in this repository; none of this is installed."""
