"""What a result is worth in a TRF file: own scoring (162, XXS, BB*) and abnormal points (299).

The standings use the scoring; it and the abnormal points tell whether the points that the file claims are those of its
results (formats/trf 2.6, rule 3).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tournaments.formats.common.consistency import Side
from tournaments.formats.report import USUAL_POINTS, Place, PointSystem, Problem, Result
from tournaments.formats.trf.cells import Cell
from tournaments.formats.trf.records import Records

STANDARD = {result.value: result.half_points / 2 for result in Result}

# Which letters of the rounds a code of the records is about.
_CODES_162 = {"W": "1W+F", "D": "=DH", "L": "0L", "A": "-Z", "P": "U"}
_CODES_XXS = {
    "W": "1W+F", "D": "=DH", "L": "0L-Z", "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L", "BL": "0L",
    "ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U", "FW": "+", "FL": "-",
}  # fmt: skip
_CODES_BB = {"W": "1W+F", "D": "=DH", "L": "0L", "Z": "Z", "F": "-", "U": "U"}
_NUMBER = r"-?\d+(?:\.\d*)?"
_GROUP_162 = re.compile(rf"\b([WDLAP])\s*({_NUMBER})")
_GROUP_XXS = re.compile(rf"\b([A-Z]{{1,3}})=({_NUMBER})")
_GROUP_BB = re.compile(rf"BB([WDLZFU])\s+({_NUMBER})")


@dataclass
class Scoring:
    """Points by result letter, and what 299 adds or subtracts."""

    worth: dict[str, float] = field(default_factory=lambda: dict(STANDARD))
    bonus: dict[int, float] = field(default_factory=dict)  # by start number
    bonus_of_all: float = 0.0
    unsure: bool = False  # the records cannot be used for a check
    problems: list[Problem] = field(default_factory=list)
    point_system: PointSystem = USUAL_POINTS  # for the standings

    @property
    def is_usual(self) -> bool:
        """Return whether a win is worth 1, a draw ½ and so on."""
        return self.worth == STANDARD

    def sums(self, rows: Iterable[Iterable[Cell]]) -> list[float]:
        """Return what the results of each row are worth."""
        sums = []
        for cells in rows:
            total = 0.0
            for cell in cells:
                total += self.worth[cell.letter]
            sums.append(total)
        return sums

    def points(self, rows: Mapping[int, Sequence[Cell]], byes: Mapping[tuple[int, int], Side]) -> dict[int, float]:
        """Return the points of the players by number, with all that 299 adds.

        ``rows``: the rounds of the players by number; ``byes``: what is said elsewhere, by round and player.
        """
        points = dict(zip(rows, self.sums(rows.values()), strict=True))
        for (number, player), side in byes.items():
            said = rows[player][number - 1 : number]
            points[player] += self.worth[side.result] - sum(self.worth[cell.letter] for cell in said)
        return {
            number: round(found + self.bonus.get(number, 0.0) + self.bonus_of_all, 3)
            for number, found in points.items()
        }


def read_scoring(records: Records, *, is_team: bool) -> Scoring:
    """Return own scoring and abnormal points of a file. A scoring that the standings cannot use is a problem."""
    scoring = Scoring()
    for number, line in () if all(_is_usual(line) for _number, line in records.scoring) else records.scoring:
        before = dict(scoring.worth)
        _apply(scoring, line)
        if scoring.worth != before:
            facts: dict[str, object] = {"scoring": " ".join(line.split())[:100]}
            scoring.problems.append(Problem("scoring_unusual", Place(line=number), facts))
    found = _point_system(scoring) if scoring.problems and not is_team else None
    if found is not None:
        scoring.point_system, scoring.problems = found, []
    for _number, line in records.abnormal:
        _apply_abnormal(scoring, line)
    return scoring


def _point_system(scoring: Scoring) -> PointSystem | None:
    """Return the same scoring for the standings, where a win has one worth for either colour and by forfeit."""
    worth = scoring.worth
    points = PointSystem(*(worth[letter] for letter in "1=0-U"))
    is_same = points.is_usable and {letter: 2 * each for letter, each in worth.items()} == points.half_points
    return points if is_same and not scoring.unsure else None


def _apply(scoring: Scoring, line: str) -> None:
    groups = _groups(line)
    by_letter: dict[str, float] = {}
    for code, points, letters in groups:
        for letter in letters:
            scoring.unsure |= len(code) == 2 and code[0] in "WB" and by_letter.get(code[1], points) != points
            scoring.worth[letter] = points
        if len(code) == 2 and code[0] in "WB":
            by_letter[code[1]] = points  # own points for White and Black: the letters alone no longer tell
    if line.startswith("162") and not any(code == "P" for code, _points, _letters in groups):
        scoring.worth["U"] = scoring.worth["1"]  # 162: P is W where it is not given


@lru_cache(maxsize=256)  # nearly all files have the same line
def _is_usual(line: str) -> bool:
    """Return whether the record says what results are worth anyway."""
    scoring = Scoring()
    _apply(scoring, line)
    return scoring.is_usual and not scoring.unsure


def _groups(line: str) -> list[tuple[str, float, str]]:
    """Return what a record says: codes, the narrower ones last (W before WW), their points and their letters."""
    if line.startswith("162"):
        groups, codes = _GROUP_162.findall(line), _CODES_162
    elif line.startswith("XXS"):
        groups, codes = _GROUP_XXS.findall(line), _CODES_XXS
    else:
        groups, codes = _GROUP_BB.findall(line), _CODES_BB
    return [
        (code, float(value), codes.get(code, "")) for code, value in sorted(groups, key=lambda group: len(group[0]))
    ]


def _apply_abnormal(scoring: Scoring, line: str) -> None:
    """Apply record 299.

    Its columns are often one or two off (2.4), hence words: [letter] points... [round] [numbers...].
    """
    words = line[3:].split()
    if words and words[0] in set("WDLFHZ+-"):
        scoring.unsure = True  # another worth of one result of some players: nothing to check against
        return
    values = [word for word in words if re.fullmatch(r"-?\d*\.\d+", word)]
    numbers = [int(word) for word in words if re.fullmatch(r"\d{1,4}", word)]
    if not values:
        scoring.unsure = True
    elif len(numbers) < 2:  # no players named: all of them
        scoring.bonus_of_all += float(values[-1])
    else:
        for number in numbers[1:]:
            scoring.bonus[number] = scoring.bonus.get(number, 0.0) + float(values[-1])
