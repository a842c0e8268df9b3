"""What bbpPairings asks of a TRF file, by its published reader (version 6, src/fileformats/trf.cpp), said in our words.

The program itself is not needed here: it stops at the first line that it cannot take, and so does this.
"""

from __future__ import annotations

from collections.abc import Sequence

SYSTEMS = {f"FIDE_{name}{baku}" for name in ("DUTCH", "DUTCH_2025", "DUTCH_2026", "BURSTEIN") for baku in ("", "_BAKU")}
USUAL = {"W": 1.0, "D": 0.5, "L": 0.0, "Z": 0.0, "F": 0.0, "U": 1.0}  # by the last letter of the records BB
LETTERS = {letter: code for code, letters in {"W": "1W+FU", "D": "=DH", "L": "0L-Z "}.items() for letter in letters}
PLAYED = "1=0WDL"

Cell = tuple[int, str, str]  # opponent (0: none), colour, letter


def refusal(data: bytes) -> str:
    """Return why the program refuses the file; "" if it takes it."""
    lines = [line for line in data.decode().replace("\r", "\n").split("\n") if len(line) >= 3]
    try:
        _require_taken(lines)
    except ValueError as problem:
        return str(problem)
    return ""


def _require_taken(lines: Sequence[str]) -> None:
    worth, rounds, players = dict(USUAL), 0, {}
    for line in lines:
        code, text = line[:3], line[4:]
        if code == "001":
            number, points, cells = _player(line)
            _require(number not in players, f"the number {number} is repeated")
            players[number] = points, cells
        elif code in {"013", "310", "299"}:
            raise ValueError(f"{code} is not supported")
        elif code in {"142", "XXR"}:
            rounds = int(text)
            _require(rounds > 0, line)
        elif code == "152":
            _require(text in {"W", "B"}, line)
        elif code == "162":
            _read_points(line, worth)
        elif code[:2] == "BB" and code[2] in worth:
            _require(len(line) >= 8, line)
            worth[code[2]] = float(text)
        elif code == "192":
            _require(text in SYSTEMS, f"the system {text} is not supported")
    _require(sorted(players) == [*range(1, len(players) + 1)], "a number is missing")
    reached = max((len(cells) for _points, cells in players.values()), default=0)
    _require(not rounds or reached <= rounds, "more rounds than reported")
    for number, (points, cells) in players.items():
        _require_answers(number, cells, players)
        found = sum(_worth(cell, worth) for cell in cells)
        _require(points == found, f"the score of {number} is {points}, not {found}")


def _player(line: str) -> tuple[int, float, list[Cell]]:
    _require(len(line) >= 84, "a short line")
    int(line[48:52].strip() or 0)
    number, cells, start = int(line[4:8]), [], 91
    while start <= len(line) - 8:
        opponent, colour, letter = line[start : start + 4], line[start + 5], line[start + 7].upper()
        other = 0 if opponent in {"    ", "0000"} else int(opponent)
        _require(other != number and colour in "wb- " and letter in LETTERS, f"{number}: {line[start : start + 8]}")
        if other:
            _require(letter in "+-" or (letter in PLAYED and colour in "wb"), f"{number}: {line[start : start + 8]}")
        else:
            _require(colour not in "wb" and letter not in "10WDL", f"{number}: {line[start : start + 8]}")
        cells.append((other, colour, letter))
        start += 10
    _require(not line[start:].strip(), f"{number}: something behind the rounds")
    while cells and cells[-1] == (0, " ", " "):
        cells.pop()
    return number, float(line[80:84]), cells


def _read_points(line: str, worth: dict[str, float]) -> None:
    for start in range(5, len(line) - 4, 9):
        letter = line[start]
        _require(letter in "WDLZP", f"the symbol {letter} is not supported")
        points = float(line[start + 1 : start + 5])
        worth["U" if letter == "P" else letter] = points
        if letter == "W" and "P" not in line:
            worth["U"] = points
        if letter == "Z":
            worth["F"] = points


def _require_answers(number: int, cells: Sequence[Cell], players: dict[int, tuple[float, list[Cell]]]) -> None:
    for place, (other, colour, letter) in enumerate(cells):
        if other and letter in PLAYED:
            answer = players[other][1][place]
            _require(
                answer[0] == number and answer[1] != colour and answer[2] in PLAYED, f"{number} and {other} differ"
            )


def _worth(cell: Cell, worth: dict[str, float]) -> float:
    other, _colour, letter = cell
    if letter == "U":
        return worth["U"]
    if letter == "-" and other:
        return worth["F"]
    return worth["Z"] if letter in "-Z " else worth[LETTERS[letter]]


def _require(is_so: bool, sentence: str) -> None:
    if not is_so:
        raise ValueError(sentence)
