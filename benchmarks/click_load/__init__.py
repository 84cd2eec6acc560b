"""The parts of `benchmarks/load.py`.

The stand-in for Discord and the clickers run in the main process. The bot, or the floor it's compared with,
runs in its own process.
"""
