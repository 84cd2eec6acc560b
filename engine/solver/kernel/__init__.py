"""The compiled part of the solver: the rules once more on machine integers, the table, and the search.

Nothing here may be imported before `engine.solver.compile_cache` has said where compiled code is kept.
"""
