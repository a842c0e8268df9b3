"""What Swiss-Chess writes beside its own file: the DSB text, pages and lists, of invented people."""

from __future__ import annotations

RULER = " ttt. rrr " + "n" * 32 + " " + "v" * 32 + " lll ffffffffff pppppppppp gggggggg eeee dddd  zzzzz mmmm  "


def dsb_line(number: int, name: str, cells: str, rating: int = 1500, *, born: str = "19800517") -> str:
    """A player's line; ``cells``: "1W2 RB3 ..." in rounds, ":" or "." (blanks) for a round without the player."""
    line = f" {number:3}. {number:3} {name:<32} {'Nergens':<32} BEL {99200000 + number:10} {'':10} {born:8}"
    line += f" {1800:4} {rating:4}  {'':5} {'':4} "
    absent = {":": "  :  0", ".": " " * 6}
    return line + "".join(absent.get(cell, f" {cell[0]}{cell[1:2]}{cell[2:]:>3}") for cell in cells.split())


DSB_LINES = (
    dsb_line(1, "Aerts,Anna", "1W2 RB3"),
    dsb_line(2, "Baert,Bob", "0B1 +W0"),
    dsb_line(3, "Claes,Cis", "+W0 RW1", 0),
)


def dsb(*lines: str, kind: str = "ES   3  2  1 #910#", encoding: str = "cp850") -> bytes:
    """Return the text for the German ratings."""
    tail = ["###", "Name:       Winter in Nergens", "Ort:        Nergens            "]
    tail += ["Datum(S):   01.03.2025           Datum(E):   08.03.2025          "]
    tail += ["Züge(1):    40 Züge in 90 min    Züge(2):    30 min              Züge(3):            "]
    tail += ["Hauptschiedsrichter:Willem Wit             ", "Weitere Schiedsrichter:Zita Zwart              "]
    return "\r\n".join(["Winter in Nergens", "", kind, RULER, *(lines or DSB_LINES), *tail]).encode(encoding)


def page(columns: list[str], rows: list[list[str]], title: str, second: str = "") -> bytes:
    """Return a page: a heading, perhaps a second one, and a table."""
    head = "".join(f"<TH>{column}</TH>\n" for column in columns)
    body = "".join(
        "<TR>" + "".join(f"<TD>{(cell or ' ').replace(' ', '&nbsp;')}</TD>\n" for cell in row) + "</TR>\n"
        for row in rows
    )
    table = f'<TABLE BORDER="2">\n<THEAD>\n<TR >\n<TD COLSPAN="14">{title}</TD>\n</TR>\n<TR>\n{head}</TR>\n</THEAD>\n'
    headings = "<H2>Winter&nbsp;in&nbsp;Nergens</H2>\n" + (f"<H3>{second}</H3>\n" if second else "")
    return f"\ufeff{headings}{table}<TBODY>{body}</TBODY></TABLE>".encode()


PAIRING_COLUMNS = ["Tisch", "TNr", "Teilnehmer", "Tite", "Punkte", "-", "TNr", "Teilnehmer", "Tite", "Punkte"]
PAIRING_COLUMNS += ["Ergebnis", "At"]


def pairing(board: int, white: str, black: str, result: str) -> list[str]:
    """Return a row of a page of pairings; a player is "1 Anna Aerts"."""
    (one, _, who), (two, _, other) = white.partition(" "), black.partition(" ")
    return [str(board), one, who, "", "()", "-", two, other, "", "()", result, ""]


def pairings_page(*rows: list[str], number: int = 2) -> bytes:
    """Return the pairings of a round."""
    rows = rows or (
        pairing(1, "1 Anna Aerts", "2 Bob Baert", "1 - 0"),
        pairing(2, "3 Cis Claes", "4 Dora Dierickx", "½ - ½"),
        pairing(3, "5 Els Evers", " spielfrei", "+ - -"),
    )
    return page(PAIRING_COLUMNS, list(rows), f" Paarungsliste&nbsp;der&nbsp;{number}.&nbsp;Runde&nbsp;")


def participants_page() -> bytes:
    """Return the list of participants."""
    columns = ["TlnNr", "Teilnehmer", "Titel", "TWZ", "Attr", "Verein/Ort", "Land", "Geburt"]
    row = ["1", "Anna Aerts", "WFM", "1812", "", "SK Nergens", "BEL", "1980"]
    return page(columns, [row, ["2", "Bob Baert", "", "", "", "", "", ""]], "Teilnehmerliste")


def form(number: int, name: str, *games: str, born: str = "1980", points: str = "") -> str:
    """Return a card and what was played below it; a game is "1 W Bob Baert: 1 - 0", a bye "2  spielfrei: + - -".

    ``points``: what the last row says, as "1½ - ½".
    """
    facts = {"TlnNr": str(number), "Rang": "1", "Attr.": "w", "Name": name, "Verein/Ort": "SK Nergens", "Titel": "WFM"}
    facts |= {"Land": "BEL", "ELO": "1700", "NWZ": "1650", "FIDE-Ken.": "99200001", "Geburt": born}
    lines = "".join(f"{key}: {value}<BR>\n" for key, value in facts.items()).replace(" ", "&nbsp;")
    columns = ["Runde", "Farbe", "Teilnehmer", "Titel", "ELO", "NWZ", "Att", "Verein/Ort", "Land", "Ergebnis", "At"]
    rows = [columns]
    for game in games:
        round_number, colour, rest = game.split(" ", 2)
        opponent, _, result = rest.partition(": ")
        rows.append([round_number, colour, opponent, *[""] * 6, result, ""])
    rows.append(["", "", "Gesamtpunkte", *[""] * 6, points, ""])
    cells = [[f"<TD>{(cell or ' ').replace(' ', '&nbsp;')}</TD>\n" for cell in row] for row in rows]
    table = "".join(f"<TR>\n{''.join(row)}</TR>\n" for row in cells)
    card = (
        f"<H3>\n<BLOCKQUOTE>\nTeilnehmerformular&nbsp;/&nbsp;Ergebnisdienst<BR>\n<BR>\n{lines}\n</BLOCKQUOTE>\n</H3>\n"
    )
    return f'{card}<TABLE BORDER="2">\n{table}</TABLE>\n\n'


def forms_page(*forms: str) -> bytes:
    """Return the forms of everybody."""
    forms = forms or (
        form(1, "Anna Aerts", "1 W Bob Baert: 1 - 0", "2 S Cis Claes: ½ - ½", points="1½ - ½"),
        form(2, "Bob Baert", "1 S Anna Aerts: 0 - 1", "2  spielfrei: + - -", points="1 - 1"),
        form(3, "Cis Claes", "1  spielfrei: ½ - ½", "2 W Anna Aerts: ½ - ½", points="1 - 1"),
    )
    return f"<H2>Winter&nbsp;in&nbsp;Nergens</H2>\n{''.join(forms)}".encode("cp1252")


def lst(*rows: str) -> bytes:
    """Return a list of players."""
    usual = 'Aerts,Anna;SK Nergens;BEL;1800;1812;WFM;17.05.1980;D-1;99200001;;w;;ABC;10101;1;"";"";"";""'
    return "\r\n".join(rows or (usual, "Baert,Bob;;;0;;;;;;;m" + ";" * 8)).encode("cp1252")


def swar_page(name: str = "Winter in Nergens") -> bytes:
    """Return the head of a page of results of SWAR."""
    facts = {"Guid": "601-250301-00070e87-{c0ffee}", "Club": "601", "Type": "Rapide", "DateStart": "01/03/2025"}
    facts |= {"DateEnd": "08/03/2025", "Tournoi": name, "Generator": "v4.10 2019/03/02"}
    metas = "".join(f"<meta name='{key}' content='{value}'>\n" for key, value in facts.items())
    return f"0\n<!DOCTYPE html>  \n<html>\n<head>\n{metas}</head><body><table></table></body></html>".encode()
