"""Give member numbers to the rows of a list that have none, where the federation gives numbers."""

from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _

from federation.database import bulk
from federation.identity.member_numbers import key_of
from federation.identity.names import search_key
from federation.identity.numbering import NoNumberLeft
from federation.imports.columns import Problem, Reading, Row
from federation.members.numbers import next_numbers
from federation.models import Member


def give_numbers(reading: Reading) -> None:
    """Give each row without a number that of the member of its name and birth date, else the next free one.

    A name that a member has, where one of the birth dates is unknown, is a problem: nobody becomes a member twice.
    Two queries if a number is missing, else none; nothing is given if the list has problems already.
    """
    rows = [row for row in reading.rows if "number" not in row.values and row.values.get("last_name")]
    if not rows or reading.problems:
        return
    known = _known(rows)
    new, seen = [], {}
    for row in rows:
        key, born = _key(row), row.values.get("birth_date")
        same = [member for member in known[key] if None in (born, member.birth_date) or born == member.birth_date]
        if born is not None and len(same) == 1 and same[0].birth_date == born:
            row.values["number"] = same[0].number
        elif same:
            sentence = _("%(member)s has the same name: write the member number, or another birth date.")
            reading.problems.append(Problem(row.line, reading.header("number"), sentence % {"member": same[0]}))
        elif (key, born) in seen:
            sentence = _("The same person is already on line %(line)s.") % {"line": seen[key, born]}
            reading.problems.append(Problem(row.line, reading.header("number"), sentence))
        else:
            new.append(row)
        seen.setdefault((key, born), row.line)
    _number(new, reading)


def _number(rows: Sequence[Row], reading: Reading) -> None:
    """Give the rows the next free numbers, none that the list has for others."""
    listed = [key_of(str(row.values["number"])) for row in reading.rows if "number" in row.values]
    try:
        numbers = next_numbers(len(rows), listed) if rows else []
    except NoNumberLeft:
        sentence = _("No member number is left for new members.")
        reading.problems.append(Problem(rows[0].line, reading.header("number"), sentence))
        return
    for row, number in zip(rows, numbers, strict=True):
        row.values["number"] = number


def _known(rows: Sequence[Row]) -> dict[str, list[Member]]:
    """Return the members who have one of the names, by search key."""
    found = defaultdict(list)
    for member in Member.objects.current().filter(search_name__in=bulk.in_values({_key(row) for row in rows})):
        found[member.search_name].append(member)
    return found


def _key(row: Row) -> str:
    return search_key(str(row.values["last_name"]), str(row.values.get("first_name", "")))
