"""``manage.py read_tournament FILE [--json]``: print what a tournament file says. It needs no database."""

import json
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.management.base import BaseCommand, CommandError, no_translations
from django.utils.translation import gettext as _

from federation.i18n.errors import filled
from tournaments import errors, formats
from tournaments.formats.report import FormatError, Problem, Result, TournamentReport
from tournaments.intake import receive
from tournaments.intake.spreadsheets import as_text


class Command(BaseCommand):
    help = "Reads a tournament file and says what is in it; nothing is stored."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        try:
            with path.open("rb") as file:
                receive.check(File(file))
                data = as_text(file.read())
            form = formats.detect(path.name, data)
            reports = formats.FORMATS[form].read(data)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        except errors.Refused as error:
            raise CommandError(f"{path.name}: {error}") from error
        except FormatError as error:
            sentence = filled(error.template, error.facts)
            raise CommandError(f"{path.name}: {errors.with_place(sentence, error.place.facts())}") from error
        if options["json"]:
            self.stdout.write(json.dumps(_facts(path.name, form, reports), ensure_ascii=False, indent=2))
        else:
            for report in reports:
                self.stdout.write(_text(formats.FORMATS[form].NAME, report))


def _facts(name: str, form: str, reports: list[TournamentReport]) -> dict[str, object]:
    """Return all facts; for a file with one tournament also at the top level, where scripts look first."""
    tournaments = [_tournament_facts(report) for report in reports]
    only = tournaments[0] if len(tournaments) == 1 else {}
    return {"file": name, "format": form, **only, "tournaments": tournaments}


def _tournament_facts(report: TournamentReport) -> dict[str, object]:
    return {
        "name": report.name,
        "city": report.city,
        "start": report.start.isoformat() if report.start else None,
        "end": report.end.isoformat() if report.end else None,
        "rounds": report.rounds,
        "pace": report.pace,
        "kind": report.kind,
        "discipline": report.discipline,
        "players": len(report.players),
        "pairings": len(report.pairings),
        "games": _rated_games(report),
        "results": _results(report),
        "problems": [_problem_facts(problem) for problem in report.problems],
    }


def _rated_games(report: TournamentReport) -> int:
    """Return the number of played games that a rating may count."""
    return sum(pairing.white_result.is_rated and pairing.black is not None for pairing in report.pairings)


def _results(report: TournamentReport) -> dict[str, int]:
    """Return how often each pair of result letters occurs: "1-0", "=-=", "+--"; a bye by its one letter."""
    counts = Counter(_letters(pairing.white_result, pairing.black_result) for pairing in report.pairings)
    return dict(sorted(counts.items()))


def _letters(white: Result, black: Result | None) -> str:
    return f"{white.value}-{black.value}" if black else white.value


def _problem_facts(problem: Problem) -> dict[str, object]:
    text = errors.problem(problem.code, problem.facts)
    return {"code": problem.code, "text": text, "place": problem.place.facts()}


def _text(format_name: str, report: TournamentReport) -> str:
    days = " – ".join(str(day) for day in (report.start, report.end) if day)
    heading = ", ".join(part for part in (report.name or _("unnamed"), report.city, days) if part)
    counts = _("players: %(players)s, rounds: %(rounds)s, pairings: %(pairings)s, games to rate: %(games)s") % {
        "players": len(report.players),
        "rounds": report.rounds,
        "pairings": len(report.pairings),
        "games": _rated_games(report),
    }
    lines = [heading, "  " + ", ".join(part for part in (format_name, report.kind, report.pace) if part), "  " + counts]
    lines.append("  " + ", ".join(f"{letters} ×{count}" for letters, count in _results(report).items()))
    for problem in report.problems:
        text = errors.problem(problem.code, problem.facts)
        lines.append(f"  ! {errors.with_place(text, problem.place.facts())}")
    return "\n".join(line for line in lines if line.strip())
