"""Use cases of team matches between two servers: a code, sign-up, and two games on each board."""
