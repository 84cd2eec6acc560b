"""How long it takes to bring 10,000 searches together: `python benchmarks/matching.py`."""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.table import row
from bot.values.players import Place, Player, ThemeName
from bot.values.searches import Relations, Search, SearchClock, SearchTerms, pairs
from bot.values.standings import Strength
from engine import Ruleset

NOW, SECOND, COUNT = datetime(2026, 1, 1, tzinfo=UTC), timedelta(seconds=1), 10_000
random, terms = Random(1), SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=True)
for name, servers in (("everywhere", 0), ("in 100 servers", 100), ("in servers of their own", COUNT)):
    searches = []
    for n in range(COUNT):
        strength = Strength(random.gauss(1500, 300), provisional=random.choice((True, False)))
        place = Place(n % (servers or COUNT), n)
        facts = (terms, not servers, NOW - n * SECOND, NOW, strength, strength)
        searches.append(Search(n, Player(n, "p"), place, "en-US", ThemeName.AEGEAN, *facts))
    begin = process_time()
    found = pairs(searches, Relations(), NOW)
    row(f"{COUNT:,} searches {name}: {len(found):,} games", process_time() - begin, "s CPU", "1 s")
