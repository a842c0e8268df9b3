"""Swiss-Manager files of invented people, section by section."""

from __future__ import annotations

import struct
from collections.abc import Sequence

MARK = b"\xff\x89\x44"
BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
Game = tuple[int, int, int]  # white, black, code

NAMES = (("Aerts", "Anna"), ("Baert", "Bob"), ("Claes", "Cis"))
ROUNDS: tuple[tuple[Game, ...], ...] = (((1, 2, 1), (3, BYE, 9)), ((3, 1, 2), (2, NOT_PAIRED, 3)))


def text(value: str) -> bytes:
    return struct.pack("<H", len(value.encode("utf-16-le")) // 2) + value.encode("utf-16-le")


def at(size: int, **values: tuple[str, int]) -> bytes:
    """Bytes of a size with numbers in them; a name says where: ``w30`` a word, ``d38`` a double word, ``b3`` a byte."""
    block = bytearray(size)
    for place, (kind, value) in values.items():
        struct.pack_into(f"<{kind}", block, int(place[1:]), value)
    return bytes(block)


def tunx(
    rounds: Sequence[Sequence[Game]] = ROUNDS,
    kind: int = 0,
    names: Sequence[tuple[str, str]] = NAMES,
    extra: bool = False,
    *,
    tie_breaks: Sequence[tuple[int, int]] = (),
    teams: Sequence[str] = (),
) -> bytes:
    """A file; ``kind``: 0 Swiss, 1 round robin, 2 and 3 teams. ``extra``: with a section of pairs that must meet.

    ``tie_breaks``: their numbers, each with how many of the lowest are left out. ``teams``: their names; the players
    belong to one after the other.
    """
    texts = [""] * 132
    texts[0], texts[10], texts[14] = "Winter in Nergens", "Nergens", "90 min + 30 s"
    texts[6], texts[21], texts[22] = "FA Zwart, Zita 99200009; AS Rood, Ria", "IA Wit, Willem", "."
    out = b"\x93" + MARK + bytes(0x68) + b"".join(text(value) for value in texts)
    numbers = {"w15": ("H", kind), "w23": ("H", len(names)), "w27": ("H", len(rounds)), "w51": ("H", len(teams))}
    numbers |= {"w31": ("H", len(tie_breaks))}
    numbers |= {f"w{33 + 2 * place}": ("H", number) for place, (number, _) in enumerate(tie_breaks)}
    numbers |= {f"b{655 + 19 * place}": ("B", cut) for place, (_, cut) in enumerate(tie_breaks)}
    out += b"\x95" + MARK + at(1300, **numbers, d75=("I", 20250301), d79=("I", 20250308))[4:]
    offsets = [len(out)]
    out += b"\xa3" + MARK
    for number, games in enumerate(rounds):
        out += text("10:00") + text("") * 15 + at(76, d0=("I", 20250301 + 7 * number), w6=("H", len(games)))
    offsets.append(len(out))
    out += b"\xa5" + MARK
    for number, (last, first) in enumerate(names, start=1):
        values = ["", "", "", "", "WFM" if number == 1 else "", str(10000 + number), *[""] * 12]
        values[0], values[1], values[9], values[10] = last, first, "Nergens", "BEL"
        out += b"".join(text(value) for value in values)
        out += at(
            134,
            w30=("H", int(number == 1)),
            w32=("H", 1800),
            w34=("H", 1700 if number == 1 else 0),
            d38=("I", 19800517 if number == 1 else 19620000),
            d48=("I", 99200000 + number),
            w52=("H", 1 + (number - 1) % len(teams) if teams else 0),
        )
    offsets.append(len(out))
    out += b"\xb3" + MARK
    for games in rounds:
        for white, black, code in games:
            out += struct.pack("<HHB16x", white, black, code)
    if extra:
        offsets.append(len(out))
        out += b"\xc5" + MARK + struct.pack("<4H", 1, 2, 1, 3)
    if teams:
        offsets.append(len(out))
        out += b"\xb5" + MARK + b"".join(text(name) + text("") * 4 + bytes(96) for name in teams)
    offsets.append(len(out))
    return out + b"\xd3" + MARK + struct.pack("<7I", *offsets, *[0] * (7 - len(offsets))) + b"\xe3" + MARK
