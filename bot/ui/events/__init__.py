"""Cups: the form that makes one, its card, what people press on it, and what's posted while it's played."""
