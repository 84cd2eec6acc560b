"""How large an installed environment is, package by package: `python benchmarks/size.py [FOLDER]`.

Without a folder, it's the environment of the Python that runs this. For the image's:

    docker run --rm -v ./benchmarks:/benchmarks:ro --entrypoint python pyrga /benchmarks/size.py
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

_LARGEST = 10
_MEGABYTE = 1_000_000


def packages(environment: Path) -> Counter[str]:
    """The bytes in ``site-packages``, by package, with everything else under one name."""
    sizes: Counter[str] = Counter()
    for path in environment.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        _, found, inside = str(path).partition("/site-packages/")
        # A package's libraries are beside it, in a folder such as `numpy.libs`.
        name = inside.split("/")[0].removesuffix(".libs") if found else "scripts and settings"
        sizes[name] += path.stat().st_size
    return sizes


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure an installed environment, in millions of bytes.")
    parser.add_argument("environment", nargs="?", type=Path, default=Path(sys.prefix), metavar="FOLDER")
    sizes = packages(parser.parse_args().environment)
    largest = sizes.most_common(_LARGEST)
    rest = sizes.total() - sum(size for _, size in largest)
    for name, size in [*largest, (f"{len(sizes) - len(largest)} others", rest), ("all", sizes.total())]:
        print(f"{name:24}{size / _MEGABYTE:7.1f} MB")


if __name__ == "__main__":
    main()
