"""A list as the federation's PLAYER table (dBase III, structure 4, in use since 2018), for pairing programs."""

from collections.abc import Sequence
from operator import add

from django.utils.translation import gettext_noop as noop

from federation.files import dbase
from federation.files.dbase import Field, Value
from federation.files.unique_values import map_unique
from federation.imports.player_list import FROM_FIDE
from federation.profiles.reading import profile
from ratings.errors import RatingError
from ratings.exports.formatted_columns import or_zero, titles
from ratings.exports.snapshot import Columns, Snapshot, chosen
from ratings.exports.zip import zipped

CONTENT_TYPE = "application/vnd.dbf"
FIELDS = (
    Field("MATRICULE", "N", 6),
    Field("NOM_PRENOM", "C", 32),
    Field("SEXE", "C", 1),
    Field("CLUB", "N", 6),
    Field("PTARECUPER", "N", 2),
    Field("DATE_NAISS", "D", 8),
    Field("ELO_PRECE", "N", 4),
    Field("PART_PRECE", "N", 4),
    Field("ADVERSAIRE", "N", 6),
    Field("ELO_CALCUL", "N", 4),
    Field("PART_CALCU", "N", 4),
    Field("MODIFY_ELO", "N", 1),
    Field("SUPPRESS", "L", 1),
    Field("CLAS_R1_R2", "L", 1),
    Field("NOMBRE_R2", "N", 1),
    Field("TITRE", "C", 3),
    Field("PERFORMAN", "N", 5, 1),
    Field("DER_JEUX", "D", 8),
    Field("GAIN", "N", 4),
    Field("FEDERATION", "C", 2),
    Field("CTR_RUN_1", "L", 1),
    Field("NOUV_MOD", "C", 4),
    Field("FIDE", "N", 10),
    Field("ARBITRE", "C", 4),
    Field("NATFIDE", "C", 3),
    Field("DECEDE", "L", 1),
)
LARGEST = 999_999  # digits that MATRICULE holds


def write(snapshot: Snapshot) -> bytes:
    """Return all present and former members (B48); those without a line in the list have blank rating fields.

    Members whose number was given again (94b) are left out: MATRICULE holds six digits.

    DATE_NAISS is blank in a public file. Raise `RatingError` for a go list: the fields are too narrow for its levels.
    """
    if snapshot.list.pool.has_grades:
        raise RatingError(noop("The PLAYER table is for chess: it cannot hold a go list."))
    people = snapshot.everybody
    people = chosen(people, [number <= LARGEST for number in people["matricule"]])
    return dbase.write(FIELDS, _members(people) | _lines(people), snapshot.list.date)


def write_zip(snapshot: Snapshot) -> bytes:
    """Return ``PLAYER.DBF`` in an archive, as clubs get it."""
    return zipped(snapshot.list, [("PLAYER.DBF", [write(snapshot)])])


def _members(people: Columns) -> dict[str, Sequence[Value]]:
    no, zero = [False] * len(people["matricule"]), [0] * len(people["matricule"])
    return {
        "MATRICULE": people["matricule"],
        "NOM_PRENOM": people["name"],
        "SEXE": people["sex"],
        "CLUB": fitting(or_zero(people["club"]), 6),
        "DATE_NAISS": people["birth_date"],
        "SUPPRESS": [not affiliated for affiliated in people["affiliated"]],
        "CLAS_R1_R2": no,
        "NOMBRE_R2": zero,
        "TITRE": titles(people),
        "FEDERATION": federation_signs(people),
        "CTR_RUN_1": no,
        "NOUV_MOD": nationalities(people),
        "FIDE": fitting(or_zero(people["fide_id"]), 10),
        "NATFIDE": people["fide_federation"],
        "DECEDE": people["deceased"],
    }


def _lines(people: Columns) -> dict[str, Sequence[Value]]:
    """Return the columns of the list, blank for members without a line."""
    columns: dict[str, Sequence[Value]] = {
        "ELO_PRECE": fitting(or_zero(people["previous_rating"]), 4),
        "PART_PRECE": fitting(people["previous_games"], 4),
        "ADVERSAIRE": fitting(people["opponents_sum"], 6),
        "ELO_CALCUL": fitting(or_zero(people["rating"]), 4),
        "PART_CALCU": fitting(people["games"], 4),
        # Without the code, programs and our own import would take any rating beside a foreign NATFIDE for FIDE's.
        "MODIFY_ELO": map_unique(lambda status: FROM_FIDE if status == "foreign" else 0, people["status"]),
        "PERFORMAN": fitting(people["points"], 3),
        "DER_JEUX": people["last_played"],
        "GAIN": fitting(list(map(_gain, people["status"], people["rating"], people["change"])), 4),
    }
    if all(people["listed"]):
        return columns
    return {
        name: [value if listed else None for value, listed in zip(column, people["listed"], strict=True)]
        for name, column in columns.items()
    }


def federation_signs(people: Columns) -> list[str]:
    """Return the letter of the sub-federation, and a star if the FIDE rating replaces the computed one."""
    letters = [letter.ljust(1) for letter in subfederation_letters(people)]
    return list(map(add, letters, map_unique(lambda status: "*" if status == "foreign" else "", people["status"])))


def subfederation_letters(people: Columns) -> list[str]:
    """Return the letter of the profile for each, "" without one: of the club's sub-federation, else of its league."""
    table = profile().exports.player_dbf
    names = table.subfederations if table else {}
    letters = {letter: letter for letter in names} | {name: letter for letter, name in names.items()}
    units = zip(people["subfederation"], people["league"], strict=True)
    return map_unique(lambda codes: letters.get(codes[0] or codes[1], ""), list(units))


def nationalities(people: Columns) -> list[str]:
    """Return three letters, with a plus for foreigners or residents abroad who keep the Belgian rating."""
    names = ("nationality", "keeps_national_rating", "fide_federation", "resides_abroad")
    home = profile().federation.country
    return [
        f"{nation:3}+" if keeps and (at_fide != home or abroad) else nation
        for nation, keeps, at_fide, abroad in zip(*(people[name] for name in names), strict=True)
    ]


def _gain(status: str, rating: int | None, change: int | None) -> int:
    """Return the change; for a provisional rating all of it, as the federation's own program does."""
    return (rating if status == "provisional" else change) or 0


def fitting(numbers: Sequence[float | None], digits: int) -> list[Value]:
    """Return the numbers, blank if missing or too long for the field. A minus sign is as wide as a digit."""
    lowest, highest = -(10 ** (digits - 1)), 10**digits
    return [number if number is not None and lowest < number < highest else None for number in numbers]
