"""Belgian files of invented people, byte by byte as the programs write them."""

from __future__ import annotations

import datetime as dt
import json
import struct
import zlib
from collections.abc import Sequence
from typing import Any

from federation.files.dbase import Field, Value
from tests import dbase_tables

NOBODY = 0xFFFFFFFF
LOSS, ABSENT, ADJOURNED, ZERO_BYE, DRAW, WIN, FORFEIT_WIN, BYE_WIN = 1, 2, 3, 4, 6, 11, 12, 14


def swar_row(number: int, name: str, points: str, cells: str, rating: int = 1500) -> str:
    """A player's row of a SWAR report; ``cells``: "2w1 0000-- ..." in rounds. The matricule is 10000 + number."""
    row = f"001 {number:4} m    {name:<33} {rating:4} BEL {10000 + number:11} 1980/05/17 {points:>4} {number:4}"
    for cell in cells.split():
        opponent, colour, letter = cell[:-2], cell[-2], cell[-1].replace("_", " ")
        row += f"  {opponent:>4} {colour} {letter}"
    return row


SWAR_ROWS = (
    swar_row(1, "Aerts, Anna", "2.5", "2w1 3b1 0000-_", 1812),
    swar_row(2, "Baert, Bob", "1.0", "1b0 0000-_ 3w0"),
    swar_row(3, "Claes, Cis", "2.0", "0000-+ 1w0 2b1", 0),
)


def swar_report(*rows: str, counts: str = "P=003 R=03 S=01.03.2025 E=15.03.2025 +3 =0 -3", checksum: int = -1) -> bytes:
    """Return a SWAR report; a ``checksum`` of -1 is the right one."""
    body = [
        *("012 Hiver à Nulle-Part", "022 Nulle-Part", "032 FEFB", "042 01.03.2025", "052 15.03.2025", "062 3"),
        *("092 Standard - Swiss - Individual", '122 90 min avec incrément de 30"'),
        "132".ljust(91) + "25.03.01  25.03.08  25.03.15",
        *(rows or SWAR_ROWS),
    ]
    head = ["00A Swar Version : (c)FRBE-KBSB-v4.05 2018/12/02", "00B 3 rondes", "00C Envoi des rondes 1 à 3"]
    head += ["00D Envoi par : Club 601", f"00F {counts}"]
    before = "".join(f"{line}\r\n" for line in head).encode("latin-1")
    if checksum == -1:
        checksum = zlib.crc32(before.replace(b"\r\n", b"\n"))
    after = "".join(f"{line}\r\n" for line in body).encode("latin-1")
    return before + f"00Z CRC=0x{checksum:08X}\r\n".encode() + after


def elo_line(number: int, name: str, matricule: str, rating: str, cells: str) -> str:
    """Return a player's line of the text report; ``cells``: "2B1 3N5 0-- ..." in rounds."""
    line = f"{number:3} {name:<25} {matricule:>5} 601 BEL {rating:>4} "
    for cell in cells.split():
        line += f"{cell[:-2]:>3} {cell[-2]} {cell[-1]} "
    return line.rstrip()


ELO_LINES = (
    elo_line(1, "Aerts, Anna", "10001", "1812", "2B1 3N5"),
    elo_line(2, "Baert, Bob", "10002", "1500", "1N0 0--"),
    elo_line(3, "Claes, Cis", "", "", "0-- 1B5"),
)
ELO_TITLE = " N\u00b0 Nom                       Matr. Clb Nat  ELO  250301  250308"


def elo_report(*lines: str, code: str = "\x0006  3 22025030120250308+1=2-1") -> bytes:
    """Return a text report of Pair Two."""
    head = [
        *("Tournoi: Hiver à Nulle-Part", "Pair Two version: 6.13", "Nombre de participants : 3 ; 2 rondes"),
        *("Envoye par : Anne Personne", "Date fin de tournoi : 08-03-2025", "Tempo : 2h/40 coups"),
    ]
    return "".join(f"{line}\r\n" for line in (*head, code, ELO_TITLE, *(lines or ELO_LINES))).encode("latin-1")


def swar_cell(number: int, told: str) -> dict[str, Any]:
    """Return a round of SWAR's JSON: "2 3 White 1" (board, opponent, colour, result), "BYE 1B" or "Absent -"."""
    table, *rest = told.split()
    opponent, colour, result = rest if len(rest) == 3 else ("-1", "No Color", rest[0])
    return {"RoundNr": number, "Tabel": table, "OpponentNi": int(opponent), "Result": result, "Color": colour}


def swar_player(number: int, name: str, *rounds: str, **facts: Any) -> dict[str, Any]:
    """Return a player of SWAR's JSON, with rounds as `swar_cell` takes them."""
    cells = [swar_cell(at, told) for at, told in enumerate(rounds, start=1)]
    usual = {"Ranking": number, "Name": name, "Ni": number, "BirthDate": "1980-05-17", "Sex": "Femelle"}
    usual |= {"Country": "BEL", "NationalId": 10000 + number, "FideId": 99200000 + number}
    usual |= {"NationalElo": 1500, "FideElo": 1520}
    usual |= {"Titel": "", "ClubNumber": 601, "ClubName": "Cercle", "Points": "", "NbRounds": len(cells)}
    return usual | {"ExtraPts": "0.0", "SpecialPts": "0.0"} | facts | {"RoundArray": cells}


SWAR_PLAYERS = (
    swar_player(1, "Aerts, Anna", "1 2 White 1", "1 3 Black ½", Points="1.5"),
    swar_player(2, "Baert, Bob", "1 1 Black 0", "BYE 1B", Points="1.0", Sex="Male"),
    swar_player(3, "Claes, Cis", "Absent -", "1 1 White ½", Points="0.5", BirthDate="1980", NationalId=0, FideId=0),
)


def swar_json(*players: dict[str, Any], encoding: str = "utf-8", **facts: Any) -> bytes:
    """Return the JSON of SWAR for web sites; ``facts``: what differs in its description of the event."""
    event = {"Version": "v6.47", "Tournament": "Hiver à Nulle-Part", "Place": "Nulle-Part", "NbOfRounds": 2}
    event |= {"StartDate": "01/03/2025", "EndDate": "08/03/2025", "RateOfPlay": '90 min with incr. 30"'}
    event |= {"TournamentType": "Swiss", "TournamentStd": "Standard", "SW321_Win": "0.0"}
    event |= {"Arbiter_1": "IA Anne Personne", "Arbiter_2": "Zita Zwart"}
    event |= {"DatesArray": [{"DateValue": "01/03/2025"}, {"DateValue": "08/03/2025"}]}
    event |= {"TieBreaks": [{"Type": "Bucholtz Cut 1"}, {"Type": "Progressif"}, {"Type": "Performance rating"}]}
    swar = {"TournamentDesc": event | facts, "Player": players or SWAR_PLAYERS}
    return json.dumps({"Swar": swar}, ensure_ascii=False, indent=4).encode(encoding)


def single_line(number: int, name: str, matricule: str, cell: str, day: str) -> str:
    """Return a line of a report of single games: one for each player of a game."""
    return f"{elo_line(number, name, matricule, '1500', cell):<57}\0 {day} 17"


def sws(
    names: Sequence[str] = ("Aerts Anna", "Baert Bob", "Claes Cis"),
    rounds: Sequence[Sequence[tuple[int, int, int]]] = (
        ((1, 1, WIN), (0, 255, LOSS), (NOBODY, 0, BYE_WIN)),
        ((2, 253, DRAW), (NOBODY, 0, ABSENT), (0, 3, DRAW)),
    ),
    points: Sequence[int] = (3, 0, 3),
    current: int | None = None,
    fide_ratings: Sequence[int] = (0, 0, 0),
) -> bytes:
    """Return a Pair Two file; ``rounds``: for each round and player opponent (from 0), colour, result.

    ``current``: the last round that is drawn, if not all are.
    """
    year = 1903

    def day(*date: int) -> int:
        return (date[0] - year) << 9 | date[1] << 5 | date[2]

    def words(*values: int) -> bytes:
        return struct.pack(f"<{len(values)}I", *values)

    def text(value: str, size: int) -> bytes:
        return value.encode("cp1252").ljust(size, b"\0")

    pool = [name.encode("cp1252") for name in names]
    out = b"6.13" + words(0, year, len(names), *[0] * 14, *[0] * 6)
    out += words(sum(map(len, pool)), len(rounds) if current is None else current, len(rounds), *[0] * 7, *[0] * 55)
    position = 0
    for index, name in enumerate(pool):
        card = (index + 1, position, 99200001 if index == 0 else 0, 0, 1800 - 300 * index, day(1980, 5, 17))
        out += words(*card, 10001 + index, points[index], 601, 0, 0, 0, fide_ratings[index])
        out += bytes([len(name)]) + b"BEL" + bytes([0, 0, 1 + (index == 0), *[0] * 9])
        position += len(name)
    out += b"".join(pool) + text("Hiver à Nulle-Part", 80) + text("Cercle", 50) + text("40c/90min + 30min", 50)
    out += bytes(32) + text("Anne Personne", 128) + words(len(rounds), len(names), 0, day(2025, 3, 1), day(2025, 3, 8))
    out += text("Nulle-Part", 100) + words(1150, 0) + text("F.E.F.B.", 12) + bytes(20)
    out += words(*(day(2025, 3, 1 + 7 * number) for number in range(len(rounds))))
    for player in range(len(names)):
        for cells in rounds:
            opponent, colour, result = cells[player]
            out += struct.pack("<IBBH", opponent, colour, result, 0)
    return out + bytes(12)


DAY = dt.date(2025, 3, 1)
SENDING_FIELDS = [
    *(Field("DATE_S", "D", 8), Field("SENDER_S", "N", 3), Field("PAGE_S", "N", 3), Field("MATRI1_S", "N", 6)),
    *(Field("MATRI2_S", "N", 6), Field("RESULT_S", "N", 1), Field("CODE_N_S", "C", 1), Field("SUPPRIME_S", "C", 1)),
    *(Field("E_INTERNET", "C", 3), Field("FILE", "C", 32)),
]


def sending(*games: dict[str, Value]) -> bytes:
    """Return a SENDING table; a game gives what differs from Anna's win over Bob."""
    usual = {"DATE_S": DAY, "SENDER_S": 601, "PAGE_S": 1, "MATRI1_S": 10001, "MATRI2_S": 10002, "RESULT_S": 1}
    usual |= {"CODE_N_S": "N", "SUPPRIME_S": "F", "FILE": "301OPE1a.601"}
    return dbase_tables.write(SENDING_FIELDS, [usual | game for game in games], DAY)


CHECKLIST_FIELDS = [
    *(Field("JOUEUR", "N", 6), Field("RESULTAT", "N", 1), Field("ADVERS", "N", 6), Field("VAL_ADVERS", "N", 4)),
    *(Field("EXPEDIT", "N", 3), Field("DATE", "D", 8), Field("WH_BL", "C", 1), Field("FILE_CH", "C", 32)),
    *(Field("ETRANGER", "C", 32), Field("NO_RUN", "N", 1)),
]


def checklist(*rows: dict[str, Value]) -> bytes:
    """Return a CHCKLIST table; a row gives what differs from Anna's win with White over Bob."""
    usual = {"JOUEUR": 10001, "RESULTAT": 1, "ADVERS": 10002, "VAL_ADVERS": 1500, "EXPEDIT": 601, "DATE": DAY}
    usual |= {"WH_BL": "W", "FILE_CH": "S_SWAR_S1_Open.601", "ETRANGER": ""}
    return dbase_tables.write(CHECKLIST_FIELDS, [usual | row for row in rows], DAY)


GAME_FIELDS = [
    *(Field("DATE", "D", 8), Field("TOURNOI", "C", 10), Field("RES", "C", 6)),
    *(Field("MAT_B", "N", 6), Field("NOM_B", "C", 25), Field("CLUB_B", "N", 3), Field("ELO_B", "N", 4)),
    *(Field("MAT_N", "N", 6), Field("NOM_N", "C", 25), Field("CLUB_N", "N", 3), Field("ELO_N", "N", 4)),
    *(Field("RONDE", "N", 2), Field("TABLEAU", "N", 2), Field("DIVISION", "N", 2), Field("SERIE", "C", 1)),
]


def part24l(*games: dict[str, Value]) -> bytes:
    """Return a table of games of Chess Manager; a game gives what differs from Anna's win over Bob."""
    usual = {"DATE": DAY, "TOURNOI": "25INT1A", "RES": "1-0", "MAT_B": 10001, "NOM_B": "AERTS ANNA", "CLUB_B": 601}
    usual |= {"ELO_B": 1812, "MAT_N": 10002, "NOM_N": "BAERT BOB", "CLUB_N": 602, "ELO_N": 1500}
    usual |= {"RONDE": 1, "TABLEAU": 1, "DIVISION": 1, "SERIE": "A"}
    data = dbase_tables.write(GAME_FIELDS, [usual | game for game in games], DAY)
    return data.replace(b"?", b"\xab")  # a table written here is ASCII: "?" stands for the half of code page 850
