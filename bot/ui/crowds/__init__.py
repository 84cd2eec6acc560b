"""Games that channels play: how they begin, votes, and private panels."""
