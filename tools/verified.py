"""Write the list of the cards that a passing scenario shows to play as they should.

Run it after a change of `specs/hearthstone` or of the rules, then build anew: the list is part of the native
module, and the ledger counts by it.
"""

import sys
from pathlib import Path

from ludus.hearthstone import run_scenarios, verified

ROOT = Path(__file__).parent.parent
FILE = ROOT / "content" / "hearthstone" / "verified.toml"
HEAD = """\
# The ids of the cards that a passing scenario of specs/hearthstone shows to play as they should.
# Written by tools/verified.py; not edited by hand.
"""


def main() -> int:
    scenarios = run_scenarios(sorted((ROOT / "specs" / "hearthstone").glob("*.md")))
    cards = sorted(verified(scenarios))
    lines = "".join(f'    "{card}",\n' for card in cards)
    FILE.write_text(f"{HEAD}\ncards = [\n{lines}]\n", encoding="utf-8")
    print(f"{len(cards)} cards of {len(scenarios)} scenarios are written to {FILE.relative_to(ROOT)}")
    problems = [scenario.problem for scenario in scenarios if scenario.problem]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
