"""Read the PLAYER list of the Belgian federation (dBase) in all its structures since 1989, by field name.

The list is old and large: a cell that cannot be read is left out with a remark and does not stop the import.
"""

import datetime as dt
import re

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.files.dbase import Table, Value
from federation.identity.matricules import HIGHEST
from federation.identity.names import split_name
from federation.imports.columns import Problem, Reading, Row
from federation.imports.member_columns import FIRST_YEAR_OF_BIRTH

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
    for position, record in enumerate(table.records):
        if position in table.deleted:
            continue
        row = _row(position + 1, record, reading)
        if row is not None:
            reading.rows.append(row)
    return reading


def _row(line: int, record: dict[str, Value], reading: Reading) -> Row | None:
    matricule = _number(record, "MATRICULE", HIGHEST)
    if matricule is None:
        reading.remarks.append(Problem(line, "MATRICULE", _("There is no member number; the record was skipped.")))
        return None
    values: dict[str, object] = {"matricule": matricule, "plain_name": True}
    values |= _name(str(record["NOM_PRENOM"])) | _person(line, record, reading) | _affiliation(record) | _fide(record)
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
    club = _number(record, "CLUB", HIGHEST)
    return values | ({"club": club} if club else {})


def _fide(record: dict[str, Value]) -> dict[str, object]:
    """Read what FIDE knows. A star after the federation: the Elo of the list is the FIDE rating (Art. 10.i).

    A plus after the nationality: the member keeps the national rating nevertheless.
    """
    values: dict[str, object] = {}
    starred = str(record.get("FEDERATION") or "")[1:2] == "*"
    rating, fide_id = _number(record, "ELO_CALCUL", 9999), _number(record, "FIDE", 10**10)
    if starred and rating:
        values["fide_rating"] = rating
    if fide_id:
        values["fide_id"] = fide_id
    nationality = _NATIONALITY.fullmatch(str(record.get("NOUV_MOD") or "").strip())  # until 2006 also NOUV and MODI
    if nationality:
        values["nationality"] = nationality[1]
    federation = str(record.get("NATFIDE") or "").strip()
    if _CODE.fullmatch(federation):
        values["fide_federation"] = federation
    elif "NATFIDE" not in record and starred and nationality:
        values["fide_federation"] = nationality[1]  # before 2013 the list says it by the star alone
    # No star and no plus prove nothing: the member may live here, have no FIDE rating, or not be in the list.
    keeps = bool(nationality and nationality[2])
    if keeps or starred:
        values["keeps_national_rating"] = keeps
    if starred and values.get("fide_federation", settings.FEDERATION_CODE) == settings.FEDERATION_CODE:
        values["resides_abroad"] = True  # the star of one whom FIDE counts to this country
    return values


def _number(record: dict[str, Value], name: str, highest: int) -> int | None:
    """Return a whole number above 0, or None."""
    value = record.get(name)
    return value if isinstance(value, int) and 0 < value <= highest else None
