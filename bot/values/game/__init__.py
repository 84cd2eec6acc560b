"""One game as a value, and everything that can happen to it: no SQL, no Discord, and no clock of its own."""
