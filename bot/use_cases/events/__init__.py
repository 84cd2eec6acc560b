"""Events: their games, who doesn't show up, what matches follow, and the lobbies of servers."""
