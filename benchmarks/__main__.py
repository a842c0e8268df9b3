"""``python -m benchmarks [SUBJECT ...] [--quick]``: measures, prints the table and writes it into README.md."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path

from benchmarks import report
from benchmarks.site import measured
from tests.services import Missing

SUBJECTS = (
    "run",
    "pages",
    "one_list",
    "all_lists",
    "living",
    "members",
    "money",
    "audit",
    "notices",
    "leagues",
    "games",
    "uploads",
    "crowd",
    "suggestions",
    "search",
    "parsers",
    "hostile",
    "recalculation",
)
FEWEST_GAMES = 20_000
ON_BOTH_DATABASES = {
    *("pages", "all_lists", "living", "members", "money", "audit", "notices", "leagues", "games", "uploads", "crowd"),
    *("suggestions", "search"),
}


def main() -> None:
    """Measure every subject in its own process, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", metavar="SUBJECT", help=f"any of {', '.join(SUBJECTS)}; none: all")
    parser.add_argument("--quick", action="store_true", help="small and on SQLite alone; README.md stays as it is")
    parser.add_argument(
        "--games", type=int, default=0, metavar="N", help="the size of the subject all_lists, from 20000 on"
    )
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what was begun is taken away
    if 0 < chosen.games < FEWEST_GAMES:
        parser.error(f"--games must be at least {FEWEST_GAMES}: fewer do not fill every half-year")
    unknown = sorted(set(chosen.subjects) - set(SUBJECTS))
    if unknown:
        parser.error(f"no subject is called {', '.join(unknown)}: there are {', '.join(SUBJECTS)}")
    names = [name for name in SUBJECTS if name in chosen.subjects or not chosen.subjects]
    found = {name: _measure(name, chosen.quick, chosen.games) for name in names}
    if chosen.quick:
        print("\n".join([report.HEADER, *(line for name in names for line in found[name])]))
        print("A quick look: the goals are for the full sizes.", file=sys.stderr)
        return
    text = report.table(SUBJECTS, found)
    report.write(text)
    print(text)


def _measure(name: str, quick: bool, games: int) -> list[str]:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="classement-bench-") as text:
        folder = Path(text)
        folder.chmod(0o755)  # PostgreSQL may have to run as another user
        rows = measured(name, quick, folder / "sqlite", games=games)
        others = []
        if name in ON_BOTH_DATABASES and not quick:
            try:
                others = measured(name, quick, folder / "postgresql", games=games, postgresql=True)
            except Missing as why:
                print(f"MISSING: {why} {name} is measured on SQLite alone.", file=sys.stderr, flush=True)
        return report.lines(name, rows, others)


if __name__ == "__main__":
    main()
