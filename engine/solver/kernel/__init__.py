"""The compiled part of the solver: the rules again on machine integers, the table, and the search."""

from engine.solver.compile_cache import default_cache_folder, keep_compiled_code_in

# Nothing happens here if a folder was chosen before; without one numba would write into the package.
keep_compiled_code_in(default_cache_folder())
