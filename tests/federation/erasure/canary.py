"""A member whose name, birth date and numbers stand in every place that the site has, and the search for them."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection, transaction

from federation.audit import sealing
from federation.files import pending_uploads
from federation.models import (
    Affiliation,
    BankLine,
    Charge,
    ComparedPlayer,
    Job,
    Licence,
    ListComparison,
    Member,
    Office,
    Statement,
)
from federation.money import statements
from federation.money.charges import raise_by_hand
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList
from ratings.public import rendering
from ratings.public_log.append import append_news
from tests import cast
from tests.ratings import scene
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result
from tournaments.intake import receive
from tournaments.models import ConfirmedSpelling, Participant, Tournament

NUMBER = "10077"
LAST, FIRST, MAIDEN = "Zyxwvutsen", "Quéntine", "Wvutsrqpen"
BORN = dt.date(1987, 6, 5)
MAIL, FIDE_ID, LICENCE = "quentine@zyx.example", 77123456, "W7712"
# Folded spellings are in these: "zyxwvutsen quentine".
TRACES = (
    "zyxwvutsen",
    "quéntine",
    "qu\\u00e9ntine",
    "quentine",
    "wvutsrqpen",
    "1987-06-05",
    "05/06/1987",
    MAIL,
    str(FIDE_ID),
    LICENCE.lower(),
)


def lists() -> list[RatingList]:
    """Make the canary's career: games in nine lists of three pools, published and rendered; and all their traces."""
    member = _member()
    opponents = (10001, 10002, 10003, 10004)
    for year in (2026, 2027):
        for month, opponent in ((2, opponents[0]), (9, opponents[1])):
            _event(year, month, opponent)
    _traces(member)
    found = []
    for slug, system, profile in (("elo", "frbe", "seed"), ("second", "frbe", "seed"), ("third", "frbe", "seed")):
        pool = scene.pool(slug, profile, system)
        start = scene.starting_list(pool, scene.STANDINGS | {int(NUMBER): (1700, 60)})
        found += [start, *(publish(rate(pool, day)) for day in (dt.date(2026, 7, 1), dt.date(2027, 1, 1)))]
    for each in found[1:3]:
        rendering.render(each)
    sealing.seal()
    return [RatingList.objects.get(pk=each.pk) for each in found]


def _member() -> Member:
    cast.everybody()
    born = {"birth_date": BORN, "fide_id": FIDE_ID, "nationality": "BEL", "fide_federation": "BEL", "sex": "F"}
    member = Member.objects.create(number=NUMBER, last_name=MAIDEN, first_name=FIRST, **born)
    sealing.seal()
    member.last_name = LAST
    member.save()
    start, end = cast.SEASON
    affiliation = Affiliation.objects.create(
        member=member, club=cast.club(), start=start, end=end, note=f"Daughter of {FIRST} {LAST}"
    )
    charge = raise_by_hand(cast.club(), "affiliation", 3000, f"Fee of {LAST}", day=start, by=None)
    Charge.objects.filter(pk=charge.pk).update(member=member, affiliation=affiliation.pk)
    Licence.objects.create(member=member, issuer="FFE", number=LICENCE)
    return member


def _event(year: int, month: int, opponent: int) -> None:
    day = dt.date(year, month, 7)
    number = f"{opponent}"
    made = scene.tournament([f"{number} 10005 1-0 {day}", f"10006 {number} 1/2 {day}"], f"Cup {year}-{month}", day)
    member = Member.objects.get(number=NUMBER)
    seat = Participant.objects.create(
        tournament=made, number=90, member=member, file_last_name=LAST.upper(), file_first_name=FIRST,
        file_birth_date=BORN, file_fide_id=FIDE_ID, file_licence=LICENCE,
    )  # fmt: skip
    other = made.participants.get(member__number=number)
    made.pairings.create(round=3, board=1, date=day, white=seat, black=other, white_result="1", black_result="0")


def _traces(member: Member) -> None:
    officer = cast.rating_officer()
    event = Tournament.objects.order_by("start")[0]
    event.arbiters = f"IA {LAST}, {FIRST} {FIDE_ID}\nNA Smith, John"
    event.file_facts = {"arbiters": [f"{FIRST} {LAST}"], "born": str(BORN)}
    event.save()
    game = event.pairings.get(round=3)
    correct_result(game, Result.DRAW, Result.DRAW, officer, f"{LAST} showed the scoresheet")
    with transaction.atomic():
        append_news()
    ConfirmedSpelling.objects.create(member=member, name_key="quentinezyxwvutsen", number_key=str(BORN))
    comparison = ListComparison.objects.create(name=f"list of {LAST}.txt", size=1, issuer="FIDE", made_by=officer)
    ComparedPlayer.objects.create(
        comparison=comparison, member=member, name=f"{LAST}, {FIRST}", verdict="matched", line=1
    )
    Participant.objects.create(tournament=event, number=91, file_last_name=LAST.title(), file_first_name="Quentine")
    said = {"name": f"{LAST}, {FIRST}", "born": str(BORN), "fide_id": str(FIDE_ID), "mail": MAIL}
    Job.objects.create(kind="hide", key=f"note {LAST}", arguments=said, error_facts=said, state=Job.State.DONE)
    content_type = ContentType.objects.get_for_model(Member)
    LogEntry.objects.create(
        user=officer, content_type=content_type, object_id=member.pk, object_repr=str(member), action_flag=CHANGE,
        change_message=json.dumps([{"changed": {"object": str(member)}}]),
    )  # fmt: skip
    account = User.objects.create_user("user77", MAIL, "correct horse battery", first_name=FIRST, last_name=LAST)
    Office.objects.create(
        account=account, member=member, club=cast.club(), start=cast.SEASON[0], end=cast.SEASON[1], contact=MAIL
    )
    session = SessionStore()
    session["found"] = f"{LAST}, {FIRST}"
    session.save()
    BankLine.objects.create(
        booked_on=BORN.replace(year=2026), cents=3000, payer=f"{FIRST} {LAST}", text="Fee", digest="1", file_name="b"
    )
    statements.issue([cast.club().pk], Charge.objects.order_by("pk")[0].season, officer)
    upload, _is_new = receive.receive(
        ContentFile(f"012 {LAST}, {FIRST} {BORN}".encode()), f"{LAST}.trf", cast.club(), officer
    )
    event.upload = upload
    event.save()
    receive.receive(ContentFile(_zipped(f"{FIRST} {LAST}".encode())), "other.zip", cast.club(), officer)
    default_storage.save(f"{pending_uploads.FOLDER}/abc", ContentFile(f"{LAST};{BORN}".encode()))
    for folder, name in (
        (settings.SPOOL_ROOT, "1"),
        (settings.DEMO_ROOT, "a.csv"),
        (settings.VAR_DIR / "log", "web.log"),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"GET /players/?q={LAST}+Quentine\nGET /players/\n")
    assert Statement.objects.filter(facts__icontains=LAST).exists()


def _zipped(data: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("event.txt", data)
    return file.getvalue()


def traces(folder: Path) -> list[str]:
    """Return where the canary is found: tables of the database, and files below the folder, archives opened."""
    found = [*_in_tables(), *_in_files(folder)]
    if connection.vendor == "sqlite":  # also what was deleted from its pages
        database = Path(connection.settings_dict["NAME"])
        for file in database.parent.glob(f"{database.name}*"):
            found += [f"{file.name}: {named}" for named in [_named(file.read_bytes())] if named]
    return found


def _in_tables() -> Iterator[str]:
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                for column, value in zip(cursor.description, row, strict=True):
                    if named := _named(value):
                        yield f"{table}.{column[0]}: {named} in {str(value)[:200]}"


def _named(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        text = bytes(value).decode("utf-8", "ignore")
    elif isinstance(value, dict | list):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    lower = text.lower()
    return next((trace for trace in TRACES if trace in lower), "")


def _in_files(folder: Path) -> Iterator[str]:
    for file in folder.rglob("*"):
        if file.is_file():
            for inner in _opened(file.read_bytes()):
                for encoding in ("utf-8", "cp1252", "utf-16-le"):
                    if named := _named(inner.decode(encoding, "ignore")):
                        yield f"{file.relative_to(folder)}: {named}"
        if named := _named(file.name):
            yield f"{file.relative_to(folder)}: {named}"


def _opened(data: bytes) -> Iterator[bytes]:
    yield data
    if data.startswith(b"\x1f\x8b"):
        yield from _opened(gzip.decompress(data))
    elif data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield from _opened(archive.read(name))
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive:
                if content := archive.extractfile(member):
                    yield from _opened(content.read())
