"""How far several processes and one PostgreSQL server go: the parts of `benchmarks/growth.py`."""
