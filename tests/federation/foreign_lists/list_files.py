"""Player lists of invented people as FIDE, the FFG and the EGF publish them."""

from __future__ import annotations

import io
import zipfile

HEAD = f"{'ID Number':<15}{'Name':<36}Fed Sex Tit  WTit {'OTit':<15}FOA SRtng SGm SK RRtng B-day Flag\r\n"


def line(number: int, name: str, federation: str = "BEL", **said: object) -> str:
    """Return a line of the combined list."""
    facts = {"rating": 1812, "born": "1980", "flag": ""} | said
    person = f"{number:<15}{name:<36}{federation:<4}{'F':<4}{'WFM':<5}{'':<5}{'':<15}{'':<4}"
    return f"{person}{facts['rating']:<6}{4:<4}{20:<3}{1700:<6}{facts['born']:<6}{facts['flag']:<4}\r\n"


def text(*lines: str) -> bytes:
    return (HEAD + "".join(lines)).encode()


def xml(*people: str) -> bytes:
    return f'<?xml version="1.0"?>\n<playerslist>\n{"".join(people)}</playerslist>'.encode()


def person(number: int, name: str, **said: object) -> str:
    facts = {"fideid": number, "name": name, "country": "BEL", "sex": "F", "title": "WFM", "rating": 1812}
    facts |= {"birthday": 1980, "flag": "", **said}
    return "<player>" + "".join(f"<{key}>{value}</{key}>" for key, value in facts.items()) + "</player>\n"


def zipped(data: bytes, name: str = "list.txt") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return file.getvalue()


def ffg(*lines: tuple[str, int, str, str], head: str = "#Echelle au 5/11/2019 05:17:21") -> bytes:
    """Return the scale; a line is name, level, status, licence."""
    rows = [f"{name:38}{level:>5} {status} {licence:7} 75Nu FR" for name, level, status, licence in lines]
    return "".join(f"{row}\r\n" for row in [head, *rows]).encode("iso-8859-15")


def egf(*lines: tuple[str, str, int]) -> bytes:
    """Return the European list; a line is PIN, name, rating."""
    head = [
        "<html>",
        "(22 Feb 2018)",
        "<pre>",
        "PIN     - player identification number",
        "   PIN          Name",
        "</b>",
    ]
    rows = [f" {pin:8}  {name:37} FR  Nuul    5k   --  {rating:>5}    12 T170919A" for pin, name, rating in lines]
    return "\n".join([*head, *rows, "Number of players: 3", "</pre>"]).encode()
