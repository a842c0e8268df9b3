"""Every reader of files from people, with whole files and the errors that it may raise."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.files.base import ContentFile
from msgspec.structs import replace

from federation.files import spreadsheets
from federation.files.limits import SheetError
from federation.foreign_lists import fide
from federation.foreign_lists import go as go_lists
from federation.imports import clubs, member_files
from ratings.errors import RatingError
from ratings.starting_lists import file as starting_file
from tests import archives
from tests.federation.foreign_lists import list_files
from tests.federation.imports import player_files
from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.every_format import FILES
from tests.tournaments.formats.swar import files as swar_files
from tests.tournaments.formats.trf import files as trf_files
from tournaments import formats
from tournaments.errors import Refused
from tournaments.formats.papi import reader as papi_reader
from tournaments.formats.papi import writer as papi
from tournaments.formats.papi.extract import extract
from tournaments.formats.papi.reader import THREE_POINTS
from tournaments.formats.report import FormatError
from tournaments.formats.swiss_chess import writer as swiss_chess
from tournaments.intake.archives import unpacked


@dataclass(frozen=True)
class Reader:
    """A reader of bytes: its result is true, or it raises one of ``refusals`` with a sentence."""

    read: Callable[[bytes], object]
    files: Sequence[bytes]
    refusals: tuple[type[Exception], ...]
    odd: Callable[[random.Random], bytes] | None = None  # makes a file that is wrong from the beginning


TEAMS = tuple(replace(player, team=name) for player, name in zip(REPORT.players, "AABBCCD", strict=True))
OTHER_POINTS = replace(REPORT, point_system=THREE_POINTS, arbiters=("IA Personne, Anne", "Niemand"), players=TEAMS)
MORE = {
    "trf": (trf_files.write(OTHER_POINTS), trf_files.write(OTHER_POINTS, edition="trf16")),
    "papi": (papi.write(OTHER_POINTS),),
    "swiss_chess": (swiss_chess.write(OTHER_POINTS),),
    "swar_binary": (
        *(
            swar_files.swar(*swar_files.three(version), version=version)
            for version in ("v4.05", "v5.30", "v6.01", "v7.00")
        ),
        swar_files.swar(*swar_files.three(), type=3, scoring=(12, 8, 4)),
    ),
}
OLD_FIDE_LIST = (
    b"ID_NUMBER NAME                            TITLE COUNTRY  OCT04 GAMES  BIRTHDAY FLAG\r\n"
    b"99200001  Aerts, Anna                       wf     BEL   1812    9    17.05.80  w\r\n"
)
PLAYERS = (list_files.line(99200001, "Aerts, Anna"), list_files.line(99200002, "Baert, Bob", "NED"))
PERSONS = (list_files.person(99200001, "Aerts, Anna"), list_files.person(99200002, "Baert, Bob"))
FIDE_LISTS = (list_files.text(*PLAYERS), OLD_FIDE_LIST, OLD_FIDE_LIST.split(b"\r\n")[1], list_files.xml(*PERSONS))
MEMBERS = b"matricule,last_name,first_name,birth_date,sex,club,licences\r\n20001,Aerts,Anna,1970-01-01,F,101,G\r\n"
CLUBS = b"number;name;league;website;email\r\n101;Nulle-Part;VSF;https://example.org;a@example.org\r\n"
RATINGS = "matricule,rating,games,points,deviation,last_played\r\n20001,1812,12,5½,60.5,2025-09-06\r\n".encode()


def _workbook(table: bytes) -> bytes:
    header, *rows = (line.split(",") for line in table.decode().splitlines())
    return spreadsheets.write_xlsx("A", header, rows)


def _papi_extract(data: bytes) -> object:
    """Return what is read of the extract of a Papi file: what is read of the file itself."""
    reports = papi_reader.read(extract(data))
    assert reports == papi_reader.read(data)
    return reports


PLAYER = player_files.player_list(player_files.ANNA)
READERS = {
    key: Reader(form.read, (FILES[key], *MORE.get(key, ())), (FormatError,)) for key, form in formats.FORMATS.items()
} | {
    "detection": Reader(
        lambda data: formats.detect("a", data), (*FILES.values(), *sum(MORE.values(), ())), (FormatError,)
    ),
    "papi_extract": Reader(_papi_extract, (FILES["papi"], *MORE["papi"]), (FormatError,)),
    "archive": Reader(
        lambda data: unpacked(ContentFile(data), "a.zip"),
        (list_files.zipped(FILES["trf"]),),
        (Refused,),
        archives.odd_archive,
    ),
    "members": Reader(
        lambda data: member_files.read("PLAYER_202107.ZIP", data),
        (MEMBERS, _workbook(MEMBERS), PLAYER, list_files.zipped(PLAYER, "PLAYER.DBF")),
        (SheetError,),
        archives.odd_archive,
    ),
    "clubs": Reader(clubs.read, (CLUBS,), (SheetError,)),
    "ratings": Reader(starting_file.read, (RATINGS, _workbook(RATINGS)), (RatingError,)),
    "fide_list": Reader(
        lambda data: 1 + sum(1 for _ in fide.players(io.BytesIO(data))),
        (*FIDE_LISTS, *map(list_files.zipped, FIDE_LISTS)),
        (fide.NoFideList,),
        archives.odd_archive,
    ),
    "go_list": Reader(
        go_lists.read,
        (list_files.ffg(("AERTS Anna", -250, "L", "2400001")), list_files.egf(("19000001", "Aerts Anna", 1612))),
        (go_lists.NoGoList,),
    ),
}
