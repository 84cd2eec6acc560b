"""Commands of the maintainers that make files of this repository; nothing of this is installed."""
