"""Random cups and years of leagues under two implementations of the rules: `python benchmarks/cups.py`.

It fails at the first difference. Two numbers, of cups and of years, make it shorter.
"""

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.bot.use_cases.cups.simulated import play_cup, play_league

cups, years = map(int, sys.argv[1:]) if len(sys.argv) > 1 else (1000, 200)
for name, count, play in (("cups", cups, play_cup), ("years of leagues", years, play_league)):
    begin = process_time()
    for seed in range(count):
        play(seed)
    print(f"{count:,} {name}, no difference, {process_time() - begin:.0f} s CPU")
