"""``manage.py import_tournament FILE... [--club N] [--guests] [--accept] [--counts-from DAY | --history] [--json]``."""

import datetime as dt
import json
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.base import ContentFile
from django.core.management.base import BaseCommand, CommandError, no_translations
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Count

from federation.identity.member_numbers import club_key_of
from federation.models import Club
from tournaments import errors
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.intake.archives import unpacked
from tournaments.intake.private import without_private
from tournaments.models import MatchedBy, Pace, Pairing, Participant, Stage, Tournament, Upload
from tournaments.review import decisions, edits
from tournaments.review.findings import Finding
from tournaments.review.problems import problems_of

TOGETHER = 200  # files that are received, then read, in one transaction
BYTES_TOGETHER = 16 << 20  # their contents are in memory at once
SHOWN = 20  # findings of a tournament; the others are counted


class Command(BaseCommand):
    """Import tournament files at once: the same steps as an upload, without a worker."""

    help = (
        "Read tournament files of any known format, also in ZIP archives; with --accept also submit and accept what "
        "nothing blocks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--club", metavar="N", help="number of the organising club")
        parser.add_argument(
            "--guests",
            action="store_true",
            help="treat players without a member number who are not found as non-members",
        )
        parser.add_argument(
            "--time-control", choices=Pace.values, help="of games whose file does not say whether they are standard"
        )
        parser.add_argument(
            "--accept", action="store_true", help="submit and accept the tournaments that nothing blocks"
        )
        when = parser.add_mutually_exclusive_group()
        when.add_argument("--history", action="store_true", help="keep the games and rate them in no list")
        when.add_argument(
            "--counts-from", type=dt.date.fromisoformat, metavar="DAY", help="rate the games in the list of this day"
        )
        parser.add_argument("--json", action="store_true", help="print facts as JSON")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        club = _club(options["club"])
        try:
            edits.require_soon(options["counts_from"])
        except Refused as refused:
            raise CommandError(str(refused)) from None
        results: list[dict[str, object]] = []
        failures: list[str] = []
        for path, upload, is_new in _read(options["files"], club):
            if isinstance(upload, str):
                failures.append(f"{path}: {upload}")
                continue
            facts = _process(path, upload, options) | {"new": is_new}
            results.append(facts)
            if not options["json"]:
                self.stdout.write(_as_text(facts))
            waiting = [fact["name"] for fact in facts["tournaments"] if fact["stage"] != Stage.ACCEPTED]
            if options["accept"] and waiting:
                names = ", ".join(waiting[:5]) + (" ..." if len(waiting) > 5 else "")
                failures.append(
                    f"{path}: {len(waiting)} of {len(facts['tournaments'])} tournaments were not accepted: {names}"
                )
        if options["json"]:
            self.stdout.write(json.dumps(results, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        if failures:
            raise CommandError("\n".join(failures))


def _club(number: str | None) -> Club | None:
    if number is None:
        return None
    club = Club.objects.filter(key=club_key_of(number)).first()
    if club is None:
        raise CommandError(f"There is no club {number}.")
    return club


def _read(paths: list[Path], club: Club | None) -> Iterator[tuple[Path, Upload | str, bool]]:
    """Yield each file with its Upload, read, or the reason why there is none; and whether it is new."""
    for some in _some_together(paths):
        received = _received(some, club)
        uploads = [upload for _path, upload, _is_new in received if isinstance(upload, Upload)]
        receive.read_together(uploads)
        read = Upload.objects.in_bulk([upload.pk for upload in uploads])
        for path, upload, is_new in received:
            found = upload if isinstance(upload, str) else read[upload.pk]
            if isinstance(found, Upload) and found.state == Upload.State.FAILED:
                found = errors.failure(found)
            yield path, found, is_new


def _some_together(paths: list[Path]) -> Iterator[list[tuple[Path, ContentFile | str]]]:
    """Yield files with their contents, or the reason why there is none, in batches."""
    some: list[tuple[Path, ContentFile | str]] = []
    size = 0
    for path, content in chain.from_iterable(map(_contents, paths)):
        some.append((path, content))
        size += 0 if isinstance(content, str) else content.size
        if len(some) == TOGETHER or size >= BYTES_TOGETHER:
            yield some
            some, size = [], 0
    if some:
        yield some


def _contents(path: Path) -> list[tuple[Path, ContentFile | str]]:
    """Return the file with its bytes, or all files of a ZIP archive; or why there are none."""
    try:
        with path.open("rb") as opened:
            parts = unpacked(File(opened), path.name)
            return [(path if name == path.name else path / name, _content(file)) for file, name in parts]
    except OSError as problem:
        return [(path, problem.strerror or "")]
    except Refused as refused:
        return [(path, str(refused))]


def _content(file: File) -> ContentFile | str:
    try:
        receive.check(file)
        kept = without_private(file)
    except Refused as refused:
        return str(refused)
    kept.seek(0)
    return ContentFile(kept.read())


def _received(files: list[tuple[Path, ContentFile | str]], club: Club | None) -> list[tuple[Path, Upload | str, bool]]:
    """Return for each file its Upload, or the reason why there is none, and whether it is new."""
    named = [(content, path.name) for path, content in files if not isinstance(content, str)]
    try:
        kept = iter(receive.receive_together(named, club, None))
    except OSError as problem:  # the storage is full: no file of the batch was stored
        reason = problem.strerror or ""
        return [(path, content if isinstance(content, str) else reason, False) for path, content in files]
    return [(path, *((content, False) if isinstance(content, str) else next(kept))) for path, content in files]


def _process(path: Path, upload: Upload, options: dict[str, Any]) -> dict[str, Any]:
    """Return the facts of a file that was read, after its tournaments were changed as the options ask."""
    tournaments = list(upload.tournaments.select_related("club").order_by("position"))
    ids = [tournament.pk for tournament in tournaments]
    if options["counts_from"] is not None:
        edits.count_from(ids, options["counts_from"])
    if options["history"]:
        edits.keep_as_history(ids)
    if options["guests"]:
        edits.mark_unnumbered_outsiders(ids)
    if options["time_control"]:
        edits.set_missing_pace(ids, options["time_control"])
    if options["accept"]:
        findings = decisions.accept_many(ids, None).findings
    else:
        findings = problems_of([tournament for tournament in tournaments if tournament.stage != Stage.ACCEPTED])
    return {"file": str(path), "format": upload.format, "tournaments": _facts(upload, findings)}


def _facts(upload: Upload, findings: dict[int, list[Finding]]) -> list[dict[str, object]]:
    tournaments = Tournament.objects.filter(upload=upload).order_by("position")
    found: dict[int, dict[str, int]] = {}
    participants = Participant.objects.filter(tournament__upload=upload).order_by()
    for pk, how, count in participants.values_list("tournament", "matched_by").annotate(Count("pk")):
        found.setdefault(pk, {})[how] = count
    games = Pairing.objects.filter(tournament__upload=upload, black__isnull=False).order_by()
    counts = dict(games.values_list("tournament").annotate(Count("pk")))
    return [
        {
            "id": tournament.pk,
            "name": tournament.name,
            "start": tournament.start,
            "end": tournament.end,
            "stage": tournament.stage,
            "participants": sum(found.get(tournament.pk, {}).values()),
            "matched": {how or "not_found": count for how, count in sorted(found.get(tournament.pk, {}).items())},
            "games": counts.get(tournament.pk, 0),
            "findings": [
                {"code": finding.problem or finding.code, "blocks": finding.blocks, "text": finding.sentence}
                for finding in findings.get(tournament.pk, [])
            ],
        }
        for tournament in tournaments
    ]


def _as_text(facts: dict[str, Any]) -> str:
    again = "" if facts["new"] else ", received before"
    lines = [f"{facts['file']} ({facts['format']}{again})"]
    for tournament in facts["tournaments"]:
        found = ", ".join(f"{count} {_HOW[how]}" for how, count in tournament["matched"].items())
        days = " - ".join(str(day) for day in (tournament["start"], tournament["end"]) if day) or "no day"
        lines.append(
            f"  {tournament['name']}, {days}: {tournament['participants']} "
            f"participants ({found}), {tournament['games']} games, {tournament['stage']}"
        )
        findings = tournament["findings"]
        lines += [f"    {'blocks' if each['blocks'] else 'warns'}: {each['text']}" for each in findings[:SHOWN]]
        if len(findings) > SHOWN:
            lines.append(f"    ... and {len(findings) - SHOWN} more")
    return "\n".join(lines)


_HOW = {how.value or "not_found": f"by {how.name.lower().replace('_', ' ')}" for how in MatchedBy} | {
    "not_found": "not found or no members"
}
