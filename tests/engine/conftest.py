"""Settings of the engine's tests."""

from hypothesis import settings

# A slow machine is not a wrong engine: how long an example takes is for the benchmark to say.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
