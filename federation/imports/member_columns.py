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


def _former_numbers(cell: str) -> list[tuple[str, dt.date]]:
    """Read numbers with their last days: ``94 1994-12-31; 1207 2003-08-31``."""
    parts = [part.split() for part in cell.split(";") if part.strip()]
    if any(len(part) != 2 for part in parts):
        sentence = _("“%(cell)s”: write each former number and its last day, such as 94 1994-12-31.")
        raise CellError(sentence % {"cell": cell[:30]})
    return [(columns.member_number(number), _past(last)) for number, last in parts]


def _past(cell: str) -> dt.date:
    day = columns.day(cell)
    if day is None or day >= timezone.localdate():
        raise CellError(_("A former number ended before today."))
    return day


def title(cell: str) -> str:
    return columns.text(3)(cell).upper()


COLUMNS: Sequence[Column] = (
    columns.listed("number", columns.member_number, "member number"),
    columns.listed("last_name", columns.text(60)),
    columns.listed("first_name", columns.text(60)),
    columns.listed("name", columns.text(121)),
    columns.listed("sex", columns.sex),
    columns.listed("birth_date", birth_date),
    columns.listed("nationality", columns.code),
    columns.listed("fide_federation", _federation),
    columns.listed("fide_id", columns.number(0, 10**12, none=0)),
    columns.listed("fide_rating", columns.number(0, 4000, none=0)),
    columns.listed("title", title),
    columns.listed("resides_abroad", columns.yes_or_no),
    columns.listed("keeps_national_rating", columns.yes_or_no),
    columns.listed("deceased", columns.yes_or_no),
    columns.listed("hidden", columns.yes_or_no),
    columns.listed("club", _club),
    columns.listed("affiliated", columns.yes_or_no),
    columns.listed("affiliated_from", columns.day),
    columns.listed("affiliated_to", columns.day),
    columns.listed("licences", _licences),
    columns.listed("former_numbers", _former_numbers),
)


def from_sheet(sheet: Sheet, *, may_lack_numbers: bool = False) -> Reading:
    """Return the members of a spreadsheet. New members need a name.

    ``may_lack_numbers``: rows with a name need no member number, because the site gives them one.
    """
    reading = columns.by_column(sheet, COLUMNS)
    has_names = may_lack_numbers and not {"last_name", "name"}.isdisjoint(reading.columns)
    if "number" not in reading.columns and not has_names:
        sentence = _("There is no column with member numbers: this line must name the columns.")
        reading.problems.append(Problem(1, "", sentence))
        return reading
    wrong = {problem.line for problem in reading.problems}
    for row in reading.rows:
        _split_names(row)
        is_named = may_lack_numbers and "last_name" in row.values
        if "number" not in row.values and row.line not in wrong and not is_named:
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
