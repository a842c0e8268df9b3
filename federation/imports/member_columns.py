"""Members in spreadsheets: the columns of imports and exports."""

import datetime as dt
import re
from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from federation.files.spreadsheets import Sheet
from federation.i18n.dates import long_date
from federation.identity.names import PersonName, split_name
from federation.imports import columns
from federation.imports.columns import CellError, Column, Problem, Reading, Row

FIRST_YEAR_OF_BIRTH = 1800
_CLUB = re.compile(r"([0-9A-Za-z]+)(?:[^0-9A-Za-z].*)?")  # alone or before its name
_LICENCE = re.compile(r"(\S{1,12}) +(\S{1,20})")


def _club(cell: str) -> str | None:
    """Read the number of a club, alone or before its name; 0 counts as blank."""
    found = _CLUB.fullmatch(cell)
    number = found[1] if found else cell
    return columns.club_number(number) if number.strip("0") else None


def birth_date(cell: str) -> dt.date | None:
    born = columns.day(cell)
    if born and born > timezone.localdate():
        raise CellError(_("The birth date is in the future."))
    if born and born.year < FIRST_YEAR_OF_BIRTH:
        raise CellError(_("The birth date %(day)s cannot be right: check the year.") % {"day": long_date(born)})
    return born


def _federation(cell: str) -> str | None:
    """Read three letters; one letter names a part of a federation and says nothing about FIDE."""
    return columns.code(cell) if len(cell) > 2 else None


def _licences(cell: str) -> list[tuple[str, str]]:
    """Read issuers and numbers: ``FFE A12345; FFG 0812345``."""
    found = [_LICENCE.fullmatch(part.strip()) for part in cell.split(";") if part.strip()]
    if not all(found):
        sentence = _("“%(cell)s”: write the issuer and number of each licence, such as FFE A12345.")
        raise CellError(sentence % {"cell": cell[:30]})
    return [(match[1], match[2]) for match in found if match]


def title(cell: str) -> str:
    return columns.text(3)(cell).upper()


COLUMNS: Sequence[Column] = (
    Column(
        "number",
        columns.member_number,
        "matricule, member_number, id, mat, member, member_id, id_number, idnumber, id_bel, idbel, stamnummer, "
        "Mitgliedsnummer",
    ),
    Column(
        "last_name", columns.text(60), "last, lastname, surname, family_name, nom, naam, achternaam, Nachname, lname"
    ),
    Column("first_name", columns.text(60), "first, firstname, given_name, prénom, voornaam, Vorname, fname"),
    Column("name", columns.text(121), "full_name, fullname, nom_prénom, nom et prénom, player, joueur"),
    Column("sex", columns.sex, "sexe, gender, geslacht, Geschlecht"),
    Column(
        "birth_date",
        birth_date,
        "born, birthday, birthdate, date_of_birth, dob, geboortedatum, Geburtsdatum, naissance, "
        "date_naissance, date_naiss, date de naissance",
    ),
    Column("nationality", columns.code, "nat, nation, nationalité, nationaliteit, Nationalität"),
    Column("fide_federation", _federation, "federation, fed, fide_fed, fed_fide, nat_fide, natfide"),
    Column("fide_id", columns.number(0, 10**12, none=0), "fide, fideid, fide_no, fide_number, id_fide, idfide"),
    Column("fide_rating", columns.number(0, 4000, none=0), "fide_elo, elo_fide, fiderating"),
    Column("title", title, "titre, titel, fide_title"),
    Column("resides_abroad", columns.yes_or_no, "abroad"),
    Column("keeps_national_rating", columns.yes_or_no, "keeps_national, foreigner_keeps_national"),
    Column("deceased", columns.yes_or_no, "died, décédé, overleden, verstorben"),
    Column("hidden", columns.yes_or_no),
    Column("club", _club, "club_number, club_no, club_id, clubnumber, idclub, cercle, Verein"),
    Column("affiliated", columns.yes_or_no, "affilié, aangesloten, angeschlossen"),
    Column("affiliated_from", columns.day, "from, affiliation_start, date_affiliation"),
    Column("affiliated_to", columns.day, "to, until, affiliation_end"),
    Column("licences", _licences, "licence, license, licenses"),
)


def from_sheet(sheet: Sheet) -> Reading:
    """Return the members of a spreadsheet. Only the member number is required; new members also need a name."""
    reading = columns.by_column(sheet, COLUMNS)
    if "number" not in reading.columns:
        sentence = _("There is no column with member numbers: this line must name the columns.")
        reading.problems.append(Problem(1, "", sentence))
        return reading
    wrong = {problem.line for problem in reading.problems}
    for row in reading.rows:
        _split_names(row)
        if "number" not in row.values and row.line not in wrong:
            reading.problems.append(Problem(row.line, reading.header("number"), _("The member number is missing.")))
    return reading


def _split_names(row: Row) -> None:
    """Split a name in one column into two; a last name with a comma holds the first name as well.

    Beside a first name, the column ``name`` is the last name.
    """
    values = row.values
    whole = str(values.pop("name", "") or values.get("last_name", ""))
    if "last_name" in values and ("first_name" in values or "," not in whole):
        return
    name = split_name(whole) if "," in whole or "first_name" not in values else PersonName(whole)
    values |= {part: text[:60] for part, text in (("last_name", name.last), ("first_name", name.first)) if text}
