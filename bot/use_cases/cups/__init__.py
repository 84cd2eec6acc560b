"""Cups, where everyone in a group plays everyone else at the same time, and leagues, which repeat them."""
