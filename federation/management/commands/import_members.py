"""``manage.py import_members FILE [--date D] [--since D] [--check] [--json]``: import members by number."""

import datetime as dt
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from federation.imports import member_files, members
from federation.imports.command import ImportCommand
from federation.imports.member_columns import COLUMNS
from federation.imports.plan import Plan
from federation.members.numbers import gives_numbers

DESCRIPTION = f"""Import members from CSV, a spreadsheet (XLSX, XLS, ODS) or a PLAYER list (dBase, also zipped).

Known numbers are updated, new ones are made; a blank cell changes nothing; with one wrong row nothing is done.
CSV: UTF-8 or Windows-1252; comma, semicolon or tab. Only the number is needed, and a name for new members; where the
federation gives numbers, new members without one get the next free one.
Columns: {", ".join(column.name for column in COLUMNS)}.
Dates are 2001-12-31, 20011231 or 31/12/2001; yes and no are 1 and 0; licences are "FFE A12345; FFG 0812345".
affiliated 1, or a club alone: affiliated for the season of --date; affiliated 0: not affiliated on --date;
affiliated_from and affiliated_to: affiliated on those days. Unknown clubs are made."""


def _day(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text!r} is no day; write YYYY-MM-DD") from error


class Command(ImportCommand):
    help = DESCRIPTION

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Keep the line breaks of the description."""
        return super().create_parser(prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--date", type=_day, help="the day of the list (YYYY-MM-DD); a PLAYER list has its own, else it is today"
        )
        parser.add_argument(
            "--since", type=_day, help="the first day of members who were never affiliated and have no day in the file"
        )

    def run(self, path: Path, data: bytes, options: dict[str, Any]) -> tuple[Plan, dict[str, object]]:
        reading, day = member_files.read(path.name, data, options["date"], may_lack_numbers=gives_numbers())
        step = members.plan if options["check"] else members.take_over
        plan = step(reading, day, options["since"])
        made = {"clubs": len(plan.clubs), "affiliations": len(plan.affiliations.added), "licences": len(plan.licences)}
        return plan, {"date": day.isoformat(), "added": made}
