"""A list as the federation's PLAYER table (dBase III, structure 4, in use since 2018), for pairing programs."""

from __future__ import annotations

import heapq
import io
import zipfile
from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from federation import dbase
from federation.dbase import Field, Value
from federation.models import Affiliation, Club, Member
from ratings.errors import RatingError
from ratings.exports.rows import CHUNK, MEMBER, ratings
from ratings.models import Rating, RatingList
from ratings.systems.period import Status

ZIP_TYPE = "application/zip"
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
LEAGUES = {"VSF": "V", "FEFB": "F", "SVDB": "D"}  # what FEDERATION calls the leagues of Belgium


def write(rating_list: RatingList) -> bytes:
    """Everybody: present and former members (B48); who has no line in the list has blank rating fields.

    Raises `RatingError` for a list of go: the fields are too narrow for its levels.
    """
    if rating_list.pool.has_grades:
        raise RatingError(_("The PLAYER table is for chess: a list of go does not fit into it."))
    return dbase.write(FIELDS, _records(rating_list), rating_list.date)


def write_zip(rating_list: RatingList) -> bytes:
    """The table as it is given to clubs: ``PLAYER.DBF`` in an archive whose comment is the digest of the list."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        date = rating_list.date
        entry = zipfile.ZipInfo("PLAYER.DBF", (date.year, date.month, date.day, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, write(rating_list))
        archive.comment = rating_list.digest.encode()
    return file.getvalue()


def _records(rating_list: RatingList) -> Iterator[dict[str, Value]]:
    return heapq.merge(_listed(rating_list), _others(rating_list), key=lambda record: record["MATRICULE"])


def _listed(rating_list: RatingList) -> Iterator[dict[str, Value]]:
    for rating in ratings(rating_list).iterator(CHUNK):
        yield _member(rating.member, rating.club, rating.affiliated, foreign=rating.status == Status.FOREIGN) | {
            "ELO_PRECE": rating.previous_rating or 0,
            "PART_PRECE": _fitting(rating.previous_games, 4),
            "ADVERSAIRE": _fitting(rating.opponents_sum, 6),
            "ELO_CALCUL": rating.rating or 0,
            "PART_CALCU": _fitting(rating.games, 4),
            "MODIFY_ELO": 0,  # the codes of the old programs: 0 everywhere since 2021
            "PERFORMAN": _fitting(rating.half_points / 2, 3),
            "DER_JEUX": rating.last_played,
            "GAIN": _gain(rating),
        }


def _others(rating_list: RatingList) -> Iterator[dict[str, Value]]:
    """Members without a rating or a game: their rating fields stay blank, which is not 0."""
    stretches = Affiliation.objects.on(rating_list.date).select_related("club__league")
    clubs = {stretch.member_id: stretch.club for stretch in stretches}
    listed = Rating.objects.filter(list=rating_list).values("member")
    members = Member.objects.current().exclude(pk__in=listed).only(*MEMBER).order_by("matricule")
    for member in members.iterator(CHUNK):
        yield _member(member, clubs.get(member.pk), member.pk in clubs, foreign=False)


def _member(member: Member, club: Club | None, affiliated: bool, foreign: bool) -> dict[str, Value]:
    league = LEAGUES.get(club.league.code, "") if club and club.league else ""
    keeps = member.keeps_national_rating and member.fide_federation != settings.FEDERATION_CODE
    return {
        "MATRICULE": member.matricule,
        "NOM_PRENOM": "" if member.hidden else member.name,
        "SEXE": member.sex,
        "CLUB": club.number if club else 0,
        # DATE_NAISS stays blank: birth dates are never public, and this file is.
        "SUPPRESS": not affiliated,
        "CLAS_R1_R2": False,
        "NOMBRE_R2": 0,
        "TITRE": member.title.upper(),
        "FEDERATION": league.ljust(1) + ("*" if foreign else ""),
        "CTR_RUN_1": False,
        "NOUV_MOD": member.nationality + ("+" if keeps else ""),
        "FIDE": member.fide_id or 0,
        "NATFIDE": member.fide_federation,
        "DECEDE": member.deceased,
    }


def _gain(rating: Rating) -> int:
    """The change; of a provisional rating all of it, as the federation's own program does."""
    if rating.status == Status.PROVISIONAL:
        return rating.rating or 0
    return rating.change or 0


def _fitting(number: float, digits: int) -> Value:
    """The number, or blank where the field is too narrow for it."""
    return number if number < 10**digits else None
