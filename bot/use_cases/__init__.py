"""The use cases of a game: challenge, accept, play, resign, look up.

It takes plain ids, returns plain values and knows nothing about discord.py. When someone asks for something
they can't have, it raises an error of ``bot.values.errors`` that carries the facts; ``bot.ui`` turns it into
words.
"""
