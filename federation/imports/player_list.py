"""The PLAYER list of the Belgian federation (dBase), in all its structures since 1989: by field name, never by place.

The list is old and large; what cannot be read in a cell is left out with a remark, it does not stop the import.
"""

from __future__ import annotations

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
    """The table is another one: one sentence in the user's language."""


def from_table(table: Table) -> Reading:
    """The members of the list; deleted records are left out. Raises `NoPlayerList` where the key fields are missing."""
    names = {field.name for field in table.fields}
    if not {"MATRICULE", "NOM_PRENOM"} <= names:
        raise NoPlayerList(_("This dBase table is no PLAYER list: it has no fields MATRICULE and NOM_PRENOM."))
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
        reading.remarks.append(Problem(line, "MATRICULE", _("There is no matricule; the record was left out.")))
        return None
    values: dict[str, object] = {"matricule": matricule, "plain_name": True}
    values |= _name(str(record["NOM_PRENOM"])) | _person(line, record, reading) | _affiliation(record) | _fide(record)
    return Row(line, values)


def _name(text: str) -> dict[str, str]:
    """``Nom, Prenom`` since 2014, before that ``NOM PRENOM``; a no-break space joins the words of a name."""
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
        text = _("“%(cell)s” is neither M nor F; it was left out.") % {"cell": sex}
        reading.remarks.append(Problem(line, "SEXE", text))
    born = record.get("DATE_NAISS")
    if isinstance(born, dt.date) and born.year >= FIRST_YEAR_OF_BIRTH and born <= timezone.localdate():
        values["birth_date"] = born
    elif born is not None:
        text = _("“%(cell)s” is no birth date; it was left out.") % {"cell": born}
        reading.remarks.append(Problem(line, "DATE_NAISS", text))
    title = str(record.get("TITRE") or "").strip().upper()
    values["title"] = _TITLES.get(title, title if len(title) <= 3 else "")
    if isinstance(record.get("DECEDE"), bool):
        values["deceased"] = record["DECEDE"]
    return {name: value for name, value in values.items() if value != ""}


def _affiliation(record: dict[str, Value]) -> dict[str, object]:
    """SUPPRESS is T for who is not affiliated now; club 0 is none."""
    values: dict[str, object] = {}
    if isinstance(record.get("SUPPRESS"), bool):
        values["affiliated"] = not record["SUPPRESS"]
    club = _number(record, "CLUB", HIGHEST)
    return values | ({"club": club} if club else {})


def _fide(record: dict[str, Value]) -> dict[str, object]:
    """What FIDE knows of him. A star after the federation: the Elo of the list is his FIDE rating (Art. 10.i).

    A plus after the nationality: he keeps the national rating all the same.
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
    # No star, no plus: he may live here, have no FIDE rating, or not be in the list. That takes nothing back.
    keeps = bool(nationality and nationality[2])
    if keeps or starred:
        values["keeps_national_rating"] = keeps
    if starred and values.get("fide_federation", settings.FEDERATION_CODE) == settings.FEDERATION_CODE:
        values["resides_abroad"] = True  # the star of one whom FIDE counts to this country
    return values


def _number(record: dict[str, Value], name: str, highest: int) -> int | None:
    """A whole number above 0; 0, blank and what cannot be one are none."""
    value = record.get(name)
    return value if isinstance(value, int) and 0 < value <= highest else None
