"""Recomputes a rating list from its open bundle, and compares everything with what was published.

    python verify.py             in the folder into which the bundle was unpacked
    python verify.py FOLDER      from anywhere

Python 3.11 or later is all that it needs. The rules stand in the one other script of the bundle, which is named after
the system: plain Python with the numbers of the rules beside the lines. The exit code is 0 where everything agrees.
"""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import importlib.util
import io
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]

SHOWN_AT_MOST = 20
MINUTES_A_DAY = 1440
POINT = 10_000  # changes in entries.csv are ten-thousandths of a point
TABLES = ("players", "games", "previous", "list", "entries")
SEATS = ("white", "black", "white_partner", "black_partner")
PEOPLE = {*SEATS, "player", "member_number", "name", "now", "opponent"}
WORDS = {*PEOPLE, "white_letter", "black_letter", "status", "kind", "reason"}
DAYS = {"day", "last_day"}
HALF_POINTS = {"1": 2, "=": 1, "0": 0}  # of a rated game that was played


class Check(NamedTuple):
    """One thing that was looked at, and what is wrong with it."""

    sentence: str
    problems: list[str]
    left_open: str = ""  # why it could not be looked at


@dataclass
class Bundle:
    """What the files say; tables as rows, days as numbers."""

    folder: Path
    facts: Row  # manifest.json
    rules: Row  # rules.json
    players: list[Row]
    games: list[Row]
    previous: list[Row]
    published: list[Row]  # list.csv
    entries: list[Row]

    @property
    def manifest(self) -> Row:
        """Return what was published with the list."""
        return dict(self.facts["manifest"])

    @property
    def counted(self) -> list[Row]:
        """Return the games that may count, in the order of play."""
        return [game for game in self.games if not game["reason"]]

    def who(self, player: str) -> str:
        """Return a player with the name, where that is public."""
        return f"{player} {self.names[player]}".rstrip()

    def __post_init__(self) -> None:
        self.names: dict[str, str] = defaultdict(str, {row["player"]: row["name"] for row in self.players})


def main(arguments: list[str]) -> int:
    """Check everything and print the result."""
    folder = Path(arguments[0]) if arguments else Path(__file__).resolve().parent
    try:
        bundle = read(folder)
        checks = list(look(bundle))
    except (OSError, ArithmeticError, LookupError, TypeError, ValueError) as problem:
        print(f"The bundle cannot be read: {type(problem).__name__}: {problem}")
        return 1
    manifest = bundle.manifest
    print(f"{manifest['pool']}, list of {manifest['date']}, system {manifest['system']}")
    print(f"digest {bundle.facts['digest']}: compare it with the one that the federation shows")
    for check in checks:
        print(*lines_of(check), sep="\n")
    wrong, left_open = [check for check in checks if check.problems], [check for check in checks if check.left_open]
    if wrong:
        print(f"The list does NOT agree with its bundle: {len(wrong)} of {len(checks)} checks failed.")
        return 1
    print(f"The list agrees: {len(bundle.published)} players and {len(bundle.counted)} games were recalculated.")
    if left_open:
        print(f"{len(left_open)} of {len(checks)} checks could not be made from this bundle: see above.")
    return 0


def lines_of(check: Check) -> Iterator[str]:
    """Return a check as text."""
    yield f"{'WRONG' if check.problems else 'open ' if check.left_open else 'ok   '} {check.sentence}"
    if check.left_open:
        yield f"      {check.left_open}"
    yield from (f"      {problem}" for problem in check.problems[:SHOWN_AT_MOST])
    if len(check.problems) > SHOWN_AT_MOST:
        yield f"      and {len(check.problems) - SHOWN_AT_MOST} more"


# Reading.


def read(folder: Path) -> Bundle:
    """Return all files. Raise OSError, KeyError or ValueError where one is missing or damaged."""
    facts, rules = (json.loads((folder / f"{name}.json").read_text("utf-8")) for name in ("manifest", "rules"))
    return Bundle(folder, facts, rules, *(read_table(folder / f"{name}.csv") for name in TABLES))


def read_table(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: value_of(name, cell) for name, cell in row.items()} for row in csv.DictReader(file)]


def value_of(name: str, cell: str) -> Any:
    """Return a cell as a word, a day or a number."""
    if name in WORDS:
        return cell
    if name in DAYS:
        return dt.date.fromisoformat(cell).toordinal() if cell else 0
    if name == "deviation":
        return float(cell) if cell else math.nan
    return int(cell)


# Looking.


def look(bundle: Bundle) -> Iterator[Check]:
    """Yield every check, the cheap ones first."""
    yield Check("The files are those that the manifest names.", list(wrong_files(bundle)))
    yield Check("The digest of the list is that of its manifest.", list(wrong_digests(bundle)))
    yield Check("The tables have as many rows as the manifest says.", list(wrong_counts(bundle)))
    yield from row_digests(bundle)
    yield Check("Every player starts from the previous list.", list(wrong_standings(bundle)))
    yield Check("Games that do not count say why.", list(wrong_reasons(bundle)))
    system = script(bundle.rules["system"])
    lines, entries = recompute(bundle, system)
    problems = list(wrong_lines(bundle, lines, system.TOLERANCES))
    yield Check("Recomputed from the games, every line of the list is the published one.", problems)
    problems = list(wrong_entries(bundle, entries, system.TOLERANCES))
    yield Check("Recomputed from the games, every entry of a game is the published one.", problems)
    yield Check("Every player's entries add up to the change of the rating.", list(wrong_sums(bundle)))
    yield Check("The ranks follow the ratings.", list(wrong_ranks(bundle)))


def wrong_files(bundle: Bundle) -> Iterator[str]:
    """The SHA-256 of each file, as it is."""
    for name, expected in bundle.facts["files"].items():
        found = hashlib.sha256((bundle.folder / name).read_bytes()).hexdigest()
        if found != expected:
            yield f"{name} has the digest {found}, not {expected}"


def wrong_digests(bundle: Bundle) -> Iterator[str]:
    """A digest of JSON is that of its one canonical text."""
    manifest, previous, rules = bundle.manifest, bundle.facts["previous"], bundle.rules
    codes, digests = bundle.facts["codes"], script("digests")
    named = manifest["previous"]["digest"] if manifest["previous"] else None
    for what, facts, expected in (
        ("the list", manifest, bundle.facts["digest"]),
        ("the list before", previous, named),
        ("the rules", rules["values"], manifest["rules"]["digest"]),
        ("the codes", codes, digests.of_json(manifest.get("codes", codes))),
    ):
        found = digests.of_json(facts) if facts is not None else None
        if found != expected:
            yield f"{what}: {found}, not {expected}"
    if {name: value for name, value in rules.items() if name != "system"} != manifest["rules"]:
        yield "rules.json holds other rules than the manifest"
    if rules["system"] != manifest["system"]:
        yield f"rules.json is for the system {rules['system']}, the manifest for {manifest['system']}"


def wrong_counts(bundle: Bundle) -> Iterator[str]:
    """Compare the numbers of rows, so that nothing is left out."""
    manifest, previous = bundle.manifest, bundle.facts["previous"]
    for name, found, expected in (
        ("list.csv", len(bundle.published), manifest["ratings"]["count"]),
        ("entries.csv", len(bundle.entries), manifest["ledger"]["count"]),
        ("previous.csv", len(bundle.previous), previous["ratings"]["count"] if previous else 0),
        ("games.csv, games that count", len(bundle.counted), manifest["games"]["count"]),
        ("games.csv, others", len(bundle.games) - len(bundle.counted), manifest["games"]["not_counted"]),
    ):
        if found != expected:
            yield f"{name}: {found} rows, not {expected}"


def row_digests(bundle: Bundle) -> Iterator[Check]:
    """What the manifest says of the games, the ratings of both lists, and the entries."""
    manifest, previous, digests = bundle.manifest, bundle.facts["previous"], script("digests")
    tables = [("games", bundle.games, digests.of_games, manifest["games"])]
    tables += [("list", bundle.published, digests.of_lines, manifest["ratings"])]
    tables += [("previous", bundle.previous, digests.of_lines, previous["ratings"])] if previous else []
    tables += [("entries", bundle.entries, digests.of_lines, manifest["ledger"])]
    for name, rows, digest_of, part in tables:
        sentence = f"The digest of {name}.csv is that of the manifest."
        people = {row[seat] for row in rows for seat in ("player", "opponent", *SEATS) if row.get(seat)}
        hidden = sum(not player.isdecimal() for player in people)
        if hidden:
            reason = f"It is made of keys, and {hidden} of {len(people)} players have a pseudonym here."
            yield Check(sentence, [], left_open=reason)
        else:
            found = digest_of(rows, bundle.facts["codes"], previous if name == "previous" else manifest)
            yield Check(sentence, [] if found == part["digest"] else [f"{found}, not {part['digest']}"])


def wrong_standings(bundle: Bundle) -> Iterator[str]:
    """Compare players.csv with previous.csv. A player with merged records has the games of all."""
    records: dict[str, list[Row]] = defaultdict(list)
    for row in bundle.previous:
        records[row["now"]].append(row)
    levels = entry_levels(bundle.counted)
    for player in bundle.players:
        expected = {**standing(records[player["player"]]), "entry_level": levels.get(player["player"], 0)}
        for name in sorted(expected.keys() & player.keys()):
            if not same(player[name], expected[name], 0):
                yield f"{bundle.who(player['player'])}: {name} {player[name]}, not {expected[name]} as before"
    missing = records.keys() - {player["player"] for player in bundle.players}
    yield from (f"{bundle.who(player)}: in the list before, but not in players.csv" for player in sorted(missing))


def standing(records: list[Row]) -> Row:
    """Return what a player starts with. Of several records the rating of the one with most games counts."""
    names = ("rating", "games", "opponents_sum", "half_points", "last_day", "last_minute")
    if not records:
        return {**dict.fromkeys(names, 0), "deviation": math.nan, "known": 0}
    # Where the previous list had no times, every last game ended at midnight.
    clocks = [{**row, "last_minute": row["last_minute"] or MINUTES_A_DAY * row["last_day"]} for row in records]
    first, *others = sorted(clocks, key=lambda row: -row["games"])
    found = {name: first[name] for name in names}
    for other in others:
        found["games"] += other["games"]
        for name in ("last_day", "last_minute"):
            found[name] = max(found[name], other[name])
        for name in ("opponents_sum", "half_points") if first["status"] in {"unrated", "provisional"} else ():
            found[name] += other[name]
    return {**found, "deviation": first["deviation"], "known": int(first["status"] != "unrated")}


def entry_levels(games: list[Row]) -> dict[str, int]:
    """Return, for go, the level with which a player registered, from their first game in that tournament."""
    levels: dict[str, int] = {}
    for game in games:
        for side in SEATS[:2]:
            if game[side] and game[f"{side}_entry"]:
                levels.setdefault(game[side], game[f"{side}_entry"])
    return levels


def wrong_reasons(bundle: Bundle) -> Iterator[str]:
    """Check the reasons that follow from the game itself; that a player was irregular is a decision."""
    for game in bundle.games:
        expected = reason_of(game)
        if game["reason"] not in {expected, "irregular"}:
            yield f"game {game['game']}: it says {game['reason'] or 'it counts'!r}, not {expected or 'it counts'!r}"


def reason_of(game: Row) -> str:
    """Return why a game cannot count; "" if it can."""
    letters = {game["white_letter"], game["black_letter"]}
    if letters & {"+", "-"}:
        return "forfeit"
    if "*" in letters:
        return "pending"
    if letters & {"W", "D", "L"}:
        return "unrated_game"
    if not letters <= HALF_POINTS.keys() or sum(HALF_POINTS[game[f"{side}_letter"]] for side in SEATS[:2]) != 2:
        return "result"
    members = [game[seat] for seat in SEATS if game.get(seat)]
    is_known = all(game[side] or game[f"{side}_given"] for side in SEATS[:2])
    return "" if is_known and len(set(members)) == len(members) else "unknown_player"


def recompute(bundle: Bundle, system: Any) -> tuple[dict[str, Row], list[Row]]:
    """Return the list by the rules: a line for each player, and the entries of all games."""
    games = [
        {**game, "white_half_points": HALF_POINTS[game["white_letter"]], "minute": minute_of(game)}
        for game in bundle.counted
    ]
    end = dt.date.fromisoformat(bundle.manifest["date"]).toordinal()
    lines, entries = system.recompute(bundle.players, games, bundle.rules["values"], end)
    for player in bundle.players:
        # What the system does not touch stays as it was.
        carried = {name: player[name] for name in ("opponents_sum", "half_points", "deviation")}
        before = {"previous_rating": player["rating"], "previous_games": player["games"]}
        before["was_rated"] = int(is_rated(player))
        lines[player["player"]] = {**carried, **before, **lines[player["player"]]}
    return lines, entries


def script(name: str) -> Any:
    """Return another script of the bundle, from the same folder."""
    if not name.isalpha():
        raise ValueError(f"{name!r} is no script")
    spec = importlib.util.spec_from_file_location(name, Path(__file__).resolve().with_name(f"{name}.py"))
    if spec is None or spec.loader is None:
        raise ValueError(f"the script {name}.py is missing")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def minute_of(game: Row) -> int:
    """Return the minute in which a game ended, since year 1; games.csv has the minute of the day."""
    return int(MINUTES_A_DAY * game["day"] + game["minute"])


def wrong_lines(bundle: Bundle, lines: dict[str, Row], tolerances: dict[str, float]) -> Iterator[str]:
    """Compare list.csv with the recomputed lines. It lists everybody with a rating or a game, now or before."""
    published = {row["player"]: row for row in bundle.published}
    for player, line in lines.items():
        has_line = line["games"] > 0 or line["status"] != "unrated" or line["was_rated"]
        if has_line != (player in published):
            yield f"{bundle.who(player)}: {'missing in' if has_line else 'does not belong into'} the list"
        elif has_line:
            yield from differing(bundle.who(player), published[player], line, tolerances)
    strangers = published.keys() - lines.keys()
    yield from (f"{bundle.who(player)}: in the list, but not in players.csv" for player in sorted(strangers))


def is_rated(player: Row) -> bool:
    """Return whether a row of players.csv has a rating. In go 0 is a level, so a separate column says it."""
    return bool(player.get("known", player["rating"]))


def wrong_entries(bundle: Bundle, entries: list[Row], tolerances: dict[str, float]) -> Iterator[str]:
    """The entries of games in entries.csv against the recomputed ones, and those of games that were never to count."""
    expected = {(entry["player"], entry["game"], entry["kind"]): entry for entry in entries}
    for game in bundle.games:
        if game["reason"]:
            entry = {"reason": game["reason"], "change": 0}
            expected |= {(game[seat], game["game"], "not_counted"): entry for seat in SEATS if game.get(seat)}
    for row in bundle.entries:
        if row["game"]:
            key = row["player"], row["game"], row["kind"]
            who = f"{bundle.who(row['player'])}, entry {row['number']}, game {row['game']}"
            if key in expected:
                yield from differing(who, row, expected.pop(key), tolerances)
            else:
                yield f"{who}: there is no such entry"
    for player, game, kind in expected:
        yield f"{bundle.who(player)}, game {game}: the entry {kind!r} is missing"


def wrong_sums(bundle: Bundle) -> Iterator[str]:
    """Check that games and special rules add up exactly."""
    sums: dict[str, int] = defaultdict(int)
    for entry in bundle.entries:
        sums[entry["player"]] += entry["change"]
    for row in bundle.published:
        change = row["rating"] - row["previous_rating"]
        found = sums.pop(row["player"], 0)
        if found != POINT * change:
            yield f"{bundle.who(row['player'])}: entries of {found / POINT} points, a change of {change}"
    for player, found in sums.items():
        if found:
            yield f"{bundle.who(player)}: entries of {found / POINT} points, no line"


def wrong_ranks(bundle: Bundle) -> Iterator[str]:
    """Check the ranks: of affiliated players with an established or a FIDE rating, best first, then by games."""
    ranked = [row for row in bundle.published if row["affiliated"] and row["status"] in {"established", "foreign"}]
    ranked.sort(key=lambda row: (-row["rating"], -row["games"], row["rank"]))
    places = {row["player"]: place for place, row in enumerate(ranked, 1)}
    for row in bundle.published:
        place = places.get(row["player"], 0)
        if row["rank"] != place:
            yield f"{bundle.who(row['player'])}: rank {row['rank'] or 'none'}, not {place or 'any'}"


def differing(who: str, found: Row, expected: Row, tolerances: dict[str, float]) -> Iterator[str]:
    """Yield a sentence for each number that differs."""
    for name in sorted(expected.keys() & found.keys()):
        if not same(found[name], expected[name], tolerances.get(name, 0)):
            yield f"{who}: {name} {found[name]} in the list, {expected[name]} recomputed"


def same(found: Any, expected: Any, tolerance: float) -> bool:
    """Return whether two numbers are equal within the tolerance; two missing ones are."""
    if isinstance(found, float) and math.isnan(found):
        return isinstance(expected, float) and math.isnan(expected)
    return bool(found == expected or (tolerance and abs(found - expected) <= tolerance))


if __name__ == "__main__":
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack letters of names
    sys.exit(main(sys.argv[1:]))
