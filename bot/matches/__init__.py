"""The use cases of a match: challenge, accept, play, resign, look up.

Plain ids come in, plain values go out; nothing here knows Discord's library. What a person asked for and
cannot have is an error of ``bot.matches.errors`` that carries the facts; the words are made in ``bot.ui``.
"""
