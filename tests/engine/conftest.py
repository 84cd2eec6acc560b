"""Settings of the engine's tests."""

from hypothesis import settings

# A slow machine doesn't make the engine wrong: the benchmark measures how long things take.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
