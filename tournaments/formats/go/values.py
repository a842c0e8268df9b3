"""Single values of go files: grades as levels, the pace of a clock, names, clubs. Shared by the readers and writers.

Sources: rules/ffg (F1, F2, F11, A5), formats/go. A level has a hundred points a rank; 0 is the lowest 1 dan.
"""

import re

from tournaments.formats.common.values import whole_number

GRADE = re.compile(r"([1-9][0-9]?) ?(?:([dk])(?:an|yu)?)?", re.IGNORECASE)
RANK = 100
LOWEST_KYU, HIGHEST_DAN = 30, 9
MOST_STONES = 9  # of a handicap that a program proposes
BOARDS = range(2, 53)  # lines that anybody has played on
KOMI = re.compile(r"-?\d{1,3}(?:[.,]\d{1,2})?", re.ASCII)

# formats/go, "Class and time": the European federation's classes by adjusted minutes.
PACE_OF_CLASS = {"A": "standard", "B": "rapid", "C": "rapid"}
STANDARD_ADJUSTED, RAPID_ADJUSTED = 75, 30

NOBODYS = {"", "-", "xx", "xxx", "xxxx", "-------"}  # what stands for no first name, club, country, licence


def level_of_grade(grade: str) -> int | None:
    """Return the registration level of a grade, its middle (F2): "1d" is 50, "1K" is -50, "30k" and below -2950.

    A number alone means kyu (formats/go, "Cell grammar"). None for professional grades, which have no level, and for
    anything else.
    """
    found = GRADE.fullmatch(grade.strip())
    if found is None:
        return None
    rank = int(found[1])
    if (found[2] or "k") in "kK":
        return RANK // 2 - RANK * min(rank, LOWEST_KYU)
    return RANK * (rank - 1) + RANK // 2 if rank <= HIGHEST_DAN else None


def grade_of(level: int | None) -> str:
    """Return the grade of a level (F1): 0 to 99 is 1D, -100 to -1 is 1K, in capitals; "" without a level."""
    if level is None:
        return ""
    rank = level // RANK
    return f"{min(rank + 1, HIGHEST_DAN)}D" if rank >= 0 else f"{min(-rank, LOWEST_KYU)}K"


def handicap_of_grades(white: str, black: str, reduction: int) -> int | None:
    """Return the stones between two grades, at most nine, minus the tournament's reduction; None without a grade.

    A reduction of nine, as tournaments without handicaps write it, leaves none.
    """
    white_level, black_level = level_of_grade(white), level_of_grade(black)
    if white_level is None or black_level is None:
        return None
    return max(min((white_level - black_level) // RANK, MOST_STONES) - reduction, 0)


def pace_of_clock(minutes: float, has_byo_yomi: bool) -> str:
    """Return the pace (F11, A5): an hour and byo-yomi (or an increment) is standard, half an hour rapid, less blitz."""
    if minutes >= 60 and has_byo_yomi:
        return "standard"
    return "rapid" if minutes >= 30 else "blitz"


def pace_of_class(letter: str, adjusted: float | None) -> str:
    """Return the pace of a European class A, B or C; of another class that of its adjusted minutes, "" without them."""
    if pace := PACE_OF_CLASS.get(letter.strip().upper()):
        return pace
    if adjusted is None:
        return ""
    if adjusted >= STANDARD_ADJUSTED:
        return "standard"
    return "rapid" if adjusted >= RAPID_ADJUSTED else "blitz"


def split_go_name(text: str) -> tuple[str, str]:
    """Return last and first name, divided at the first blank: the lists of go write compound last names as one word."""
    last, _, first = " ".join(text.split()).partition(" ")
    return last, first


def filled(text: str) -> str:
    """Return the text without outer blanks; "" for the signs that programs write for nothing (xxxx, XX, -------)."""
    bare = text.strip()
    return "" if bare.lower() in NOBODYS else bare


def read_number(text: str) -> float | None:
    """Return a number with a point or a comma, as komi and minutes are written; None for anything else."""
    bare = text.strip()
    return float(bare.replace(",", ".")) if KOMI.fullmatch(bare) else None


def signed_number(text: str) -> int | None:
    """Return a whole number that may be negative; None for anything else."""
    number = whole_number(text.strip().removeprefix("-"))
    return -number if number is not None and text.strip().startswith("-") else number


def read_board(text: str) -> int | None:
    """Return the lines of a board; None for anything else."""
    bare = text.strip()
    return int(bare) if bare.isascii() and bare.isdigit() and len(bare) <= 2 and int(bare) in BOARDS else None
