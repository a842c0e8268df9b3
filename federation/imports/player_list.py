"""Read the PLAYER list of the Belgian federation (dBase) in all its structures since 1989, by field name.

The list is old and large: a cell that cannot be read is left out with a remark and does not stop the import.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from federation.files.dbase import Table, Value
from federation.identity import member_numbers
from federation.identity.names import split_name
from federation.imports.columns import Problem, Reading, Row
from federation.imports.member_columns import FIRST_YEAR_OF_BIRTH
from federation.profiles.reading import profile

KEEPS_NATIONAL, FROM_FIDE = 5, 9  # codes of MODIFY_ELO
_NATIONALITY = re.compile(r"([A-Z]{3})(\+?)")
_CODE = re.compile(r"[A-Z]{3}")
# Titles of 2006-2010 and of 1989-1994; *** stood for people who were no members any more.
_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
    "GMI": "GM", "MI": "IM", "MF": "FM", "MN": "NM", "***": "",
}  # fmt: skip


class NoPlayerList(ValueError):
    """The table is not a PLAYER list: one sentence in the user's language."""


def from_table(table: Table) -> Reading:
    """Return the members of the list without deleted records. Raise `NoPlayerList` if a key field is missing."""
    names = {field.name for field in table.fields}
    if not {"MATRICULE", "NOM_PRENOM"} <= names:
        raise NoPlayerList(_("This dBase table is not a PLAYER list: it lacks the fields MATRICULE and NOM_PRENOM."))
    reading = Reading(patient=True)
    shows_fide = fide_exception(table)
    for position, record in enumerate(table.records):
        if position in table.deleted:
            continue
        row = _row(position + 1, record, shows_fide(record), reading)
        if row is not None:
            reading.rows.append(row)
    return reading


def fide_exception(table: Table) -> Callable[[Mapping[str, Value]], bool]:
    """Return a function that says whether the Elo of a record is the FIDE rating (B33, Art. 10.i).

    A list that has code 9 in MODIFY_ELO marks every such rating with it. In others they are those of FIDE's players of
    other federations. A plus or code 5 keeps the national rating. The star after FEDERATION proves nothing: before 2002
    it was a nationality; later many lack it, and some have it beside a national rating.
    """
    marked = any(record.get("MODIFY_ELO") == FROM_FIDE for record in table.records)

    def shows_fide(record: Mapping[str, Value]) -> bool:
        if _keeps_national(record):
            return False
        if marked:
            return record.get("MODIFY_ELO") == FROM_FIDE
        return (
            _at_fide(record) not in {"", profile().federation.country} and _number(record, "FIDE", 10**10) is not None
        )

    return shows_fide


def _keeps_national(record: Mapping[str, Value]) -> bool:
    return record.get("MODIFY_ELO") == KEEPS_NATIONAL or str(record.get("NOUV_MOD") or "")[3:4] == "+"


def _at_fide(record: Mapping[str, Value]) -> str:
    """Return the federation that FIDE counts the member to, or nothing. The field is there since 2013."""
    code = str(record.get("NATFIDE") or "").strip()
    return code if _CODE.fullmatch(code) else ""


def _row(line: int, record: dict[str, Value], shows_fide: bool, reading: Reading) -> Row | None:
    number = member_numbers.find(record["MATRICULE"])
    if not number:
        reading.remarks.append(Problem(line, "MATRICULE", _("There is no member number; the record was skipped.")))
        return None
    values: dict[str, object] = {"number": number, "plain_name": True}
    values |= _name(str(record["NOM_PRENOM"])) | _person(line, record, reading)
    values |= _affiliation(record) | _fide(record, shows_fide)
    return Row(line, values)


def _name(text: str) -> dict[str, str]:
    """Read ``Nom, Prenom`` (since 2014) or ``NOM PRENOM``; a no-break space joins the words of a name."""
    name = split_name(text.replace("\u00a0", " "))
    if text.isupper():
        name = name._replace(last=name.last.title(), first=name.first.title())
    parts = {"last_name": name.last[:60], "first_name": name.first[:60]}
    return {part: written for part, written in parts.items() if written}  # blank where the member is hidden


def _person(line: int, record: dict[str, Value], reading: Reading) -> dict[str, object]:
    values: dict[str, object] = {}
    sex = record.get("SEXE")
    if sex in {"M", "F"}:
        values["sex"] = sex
    elif sex:
        text = _("“%(cell)s” is neither M nor F; it was ignored.") % {"cell": sex}
        reading.remarks.append(Problem(line, "SEXE", text))
    born = record.get("DATE_NAISS")
    if isinstance(born, dt.date) and born.year >= FIRST_YEAR_OF_BIRTH and born <= timezone.localdate():
        values["birth_date"] = born
    elif born is not None:
        text = _("“%(cell)s” is not a birth date; it was ignored.") % {"cell": born}
        reading.remarks.append(Problem(line, "DATE_NAISS", text))
    title = str(record.get("TITRE") or "").strip().upper()
    values["title"] = _TITLES.get(title, title if len(title) <= 3 else "")
    if isinstance(record.get("DECEDE"), bool):
        values["deceased"] = record["DECEDE"]
    return {name: value for name, value in values.items() if value != ""}


def _affiliation(record: dict[str, Value]) -> dict[str, object]:
    """Read SUPPRESS, which is T for members who are not affiliated now, and the club; club 0 means none."""
    values: dict[str, object] = {}
    if isinstance(record.get("SUPPRESS"), bool):
        values["affiliated"] = not record["SUPPRESS"]
    club = member_numbers.club_form().find(str(record.get("CLUB") or ""))
    return values | ({"club": club} if club else {})


def _fide(record: dict[str, Value], shows_fide: bool) -> dict[str, object]:
    """Read what FIDE knows. ``shows_fide``: the Elo of the list is the FIDE rating."""
    values: dict[str, object] = {}
    rating, fide_id = _number(record, "ELO_CALCUL", 9999), _number(record, "FIDE", 10**10)
    if fide_id:
        values["fide_id"] = fide_id
    nationality = _NATIONALITY.fullmatch(str(record.get("NOUV_MOD") or "").strip())  # until 2006 also NOUV and MODI
    if nationality:
        values["nationality"] = nationality[1]
    federation = _at_fide(record)
    if shows_fide and "NATFIDE" not in record and nationality:
        federation = nationality[1]
    if federation:
        values["fide_federation"] = federation
    if shows_fide and rating:
        values["fide_rating"] = rating
    # No mark proves nothing: the member may live here, have no FIDE rating, or not be in the list.
    if shows_fide or _keeps_national(record):
        values["keeps_national_rating"] = not shows_fide
    if shows_fide and federation in {"", profile().federation.country}:
        values["resides_abroad"] = True  # FIDE counts them to this country, and still the list has their FIDE rating
    return values


def _number(record: Mapping[str, Value], name: str, highest: int) -> int | None:
    """Return a whole number above 0, or None."""
    value = record.get(name)
    return value if isinstance(value, int) and 0 < value <= highest else None
