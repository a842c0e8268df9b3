"""Swiss-Chess, its pages for the web: the pairings of a round, the list of participants, or the forms of all of them.

Source: formats/swiss-chess, 1.8. A page is a last resort: names are cut after some 16 letters, and neither dates nor
numbers of people stand there. But it is what some clubs have left. A page of pairings has the columns Tisch, TNr,
Teilnehmer ... Ergebnis; one of participants has TlnNr or TNr, Teilnehmer, TWZ, Verein/Ort, Land, Geburt. One of forms
holds all rounds (see `swiss_chess_forms`). Pairings in the order of the alphabet have no results.
"""

import re
from collections.abc import Iterator
from html import unescape

from tournaments.formats.common.consistency import content_problems, listed, unfinished_problems
from tournaments.formats.common.decoding import decode, require_lines
from tournaments.formats.common.values import MAX_RATING, clean_text, player_number, whole_number
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)
from tournaments.formats.swiss_chess.forms_page import FREE, RESULTS, country_of, parted, read_forms

NAME = "Swiss-Chess (HTML)"
MAX_ROWS, MAX_CELLS = 10_000, 50  # cells of a row
LONGEST_HEADING = 1_000
_ELEMENTS = {"tr", "td", "th", "h2", "h3"}
_TAG = re.compile(r"<(?:(/?)([a-z][a-z0-9]{0,9})|!)[^<>]*>", re.IGNORECASE)

_PAGE = re.compile(
    rb"<H2>[^<]{0,300}</H2>\s{0,99}(?:<H3>[^<]{0,300}</H3>\s{0,99})?"  # a second headline
    rb"(?:<TABLE.{0,1500}?<TH>(?:Tisch|TlnNr|TNr|Rang|Nr\.)</TH>|<H3>.{0,99}?Teilnehmerformular)",
    re.S | re.I,
)
_FORM = "Teilnehmerformular"
_ROUND = re.compile(r"(?<!\d)([1-9]\d?)\.\s*Runde", re.ASCII)
_WHITE, _BLACK = (1, 2), (6, 7)  # columns of number and name
_RESULT_COLUMN = 10


class _Table:
    """The heading, the rows and the cards of a page; nothing else is looked at."""

    def __init__(self, text: str) -> None:
        self.heading = ""
        self.rows: list[list[str]] = []
        self.cards: list[tuple[int, str]] = []  # of forms: before which row a card stands, and its text
        self._open = ""  # the element whose text is being read
        self._pieces: list[str] = []
        begin = 0
        for tag in _TAG.finditer(text):
            self._pieces.append(text[begin : tag.start()])
            self._read((tag[2] or "").lower(), is_end=tag[1] == "/")
            begin = tag.end()
        self._pieces.append(text[begin:])
        self._close()

    def _read(self, tag: str, is_end: bool) -> None:
        if is_end and tag == self._open:
            self._close()
        elif tag == "br":
            self._pieces.append("\n")
        elif not is_end and tag in _ELEMENTS:
            self._close()
            if tag == "tr" and len(self.rows) <= MAX_ROWS:
                self.rows.append([])
            self._open = "" if tag == "tr" else tag

    def _close(self) -> None:
        """Keep what was read since the element began as its text."""
        text = unescape("".join(self._pieces)) if self._open else ""
        if self._open == "h2":
            self.heading = (self.heading + text)[:LONGEST_HEADING]
        elif self._open == "h3":
            if _FORM in text:
                self.cards.append((len(self.rows), text.replace("\xa0", " ")))
        elif self._open and self.rows and len(self.rows[-1]) < MAX_CELLS:
            self.rows[-1].append(text)
        self._open, self._pieces = "", []


def matches(filename: str, data: bytes) -> bool:
    """Return whether there is a heading and a table with the columns of Swiss-Chess."""
    return _PAGE.search(data[:4000]) is not None


def read(data: bytes) -> list[TournamentReport]:
    """Return the round or the participants of a page. Raise `FormatError` for a page of another kind."""
    require_lines(data)
    text, is_clean = decode(data)
    table = _Table(text)
    rows = [[clean_text(cell.replace("\xa0", " ")) for cell in row] for row in table.rows]
    title = " ".join(cell for row in rows[:2] for cell in row if len(row) == 1)
    columns = next((row for row in rows if "Teilnehmer" in row), [])
    body = rows[rows.index(columns) + 1 :] if columns else []
    problems = [] if is_clean else [Problem("text_unreadable")]
    if table.cards:
        ends = [row for row, _card in table.cards[1:]] + [len(rows)]
        forms = [(card, rows[row:end]) for (row, card), end in zip(table.cards, ends, strict=True)]
        players, pairings, found = read_forms(forms)
        problems += found
    elif "Ergebnis" in columns and (round_match := _ROUND.search(title)):
        players, pairings = _round(body, int(round_match[1]), problems)
        problems += unfinished_problems(pairings)
    elif columns[:1] in (["TlnNr"], ["TNr"], ["Nr."]) and "TWZ" in columns and columns.count("Teilnehmer") == 1:
        players, pairings = list(_participants(body, columns)), []
    else:
        raise FormatError(
            noop("This Swiss-Chess page has no results: send the tournament file (.SWT), or its TRF export.")
        )
    problems += content_problems(players, pairings)
    return [
        TournamentReport(
            format="swiss_chess_html",
            name=clean_text(table.heading.replace("\xa0", " "))[:200],
            rounds=max((pairing.round for pairing in pairings), default=0),
            program="Swiss-Chess",
            players=tuple(sorted(players, key=lambda player: player.number)),
            pairings=tuple(pairings),
            problems=listed(problems),
        )
    ]


def _round(
    rows: list[list[str]], number: int, problems: list[Problem]
) -> tuple[list[ReportedPlayer], list[ReportedPairing]]:
    players: dict[int, ReportedPlayer] = {}
    pairings = []
    for row in rows:
        if len(row) <= _RESULT_COLUMN:
            continue
        place = Place(round=number, board=whole_number(row[0]))
        white, black = (_seat(row, seat, players) for seat in (_WHITE, _BLACK))
        token = " ".join(row[_RESULT_COLUMN].split())
        letters = RESULTS.get(token)
        if letters is None:
            problems.append(Problem("result_unknown", place, {"result": token[:20]}))
        letters = letters or "**"
        if white is None or white == black:
            problems.append(Problem("opponent_unknown", place, {"opponent": row[_WHITE[1]]}))
        elif black is None and row[_BLACK[1]] not in {"", FREE}:
            problems.append(Problem("opponent_unknown", place, {"opponent": row[_BLACK[1]]}))
        elif black is None:
            pairings.append(ReportedPairing(number, None, white, None, Result.PAIRING_BYE, None))
        else:
            results = Result(letters[0]), Result(letters[1])
            pairings.append(ReportedPairing(number, place.board, white, black, *results))
    return list(players.values()), pairings


def _seat(row: list[str], seat: tuple[int, int], players: dict[int, ReportedPlayer]) -> int | None:
    """Return the number of the player; None if there is nobody."""
    number, name = player_number(row[seat[0]]), row[seat[1]]
    if not number or name == FREE:
        return None
    players.setdefault(number, _named(number, name))
    return number


def _named(number: int, name: str) -> ReportedPlayer:
    last_name, first_name = parted(name)
    return ReportedPlayer(number, last_name=last_name, first_name=first_name)


def _participants(rows: list[list[str]], columns: list[str]) -> Iterator[ReportedPlayer]:
    at = {name: position for position, name in enumerate(columns)}
    seen: set[int] = set()
    for row in rows:
        number = player_number(row[0]) if len(row) == len(columns) else 0
        if not number or number in seen:
            continue
        seen.add(number)
        rating = whole_number(row[at["TWZ"]])
        named = _named(number, row[at["Teilnehmer"]])
        yield ReportedPlayer(
            number=number,
            last_name=named.last_name,
            first_name=named.first_name,
            title=row[at["Titel"]][:10] if "Titel" in at else "",
            rating=rating if rating and rating <= MAX_RATING else None,
            club=row[at["Verein/Ort"]] if "Verein/Ort" in at else "",
            federation=country_of(row[at["Land"]]) if "Land" in at else "",
            birth_year=whole_number(row[at["Geburt"]]) if "Geburt" in at else None,
        )
