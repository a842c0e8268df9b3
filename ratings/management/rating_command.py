"""What the commands of this app share: a pool and a day as arguments, sentences or JSON, one sentence on error."""

import argparse
import datetime as dt
import json
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser, no_translations
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.models import RatingList, RatingPool, day_of_slug


class Answer(NamedTuple):
    """What a command has to say."""

    facts: Any  # for programs
    sentences: list[str]  # for people
    failure: str = ""  # ends the command with an exit code, after the sentences


class RatingCommand(BaseCommand):
    """A command that says what it did, as sentences or with ``--json`` as facts, and fails with one sentence."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the pool, and the option for facts; a command adds its own."""
        parser.add_argument("pool", metavar="POOL", help="short name of the pool")
        parser.add_argument("--json", action="store_true", help="facts for programs")

    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        """Run the verb; its `RatingError` is the command's sentence."""
        try:
            answer = self.run(options)
        except RatingError as problem:
            raise CommandError(problem.sentence) from None
        if options["json"]:
            self.stdout.write(json.dumps(answer.facts, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))
        else:
            for sentence in answer.sentences:
                self.stdout.write(sentence)
        if answer.failure:
            raise CommandError(answer.failure)

    def run(self, options: dict[str, Any]) -> Answer:
        raise NotImplementedError


def add_date(parser: CommandParser) -> None:
    parser.add_argument("--date", required=True, type=day, metavar="D", help="day of the list: YYYY-MM-DD")


def add_list(parser: CommandParser) -> None:
    """Add the options that name a list, see `find_list`."""
    add_date(parser)
    parser.add_argument("--draft", action="store_true", help="the draft, even where the list is published")


def day(text: str) -> dt.date:
    """Return a day from the command line: 2026-07-01, or 2026-07 for the first of the month."""
    try:
        return day_of_slug(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day: say YYYY-MM-DD") from None


def find_pool(slug: str) -> RatingPool:
    """Return the pool of that name. Raise `RatingError` if there is none."""
    found = RatingPool.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(RatingPool.objects.values_list("slug", flat=True)) or "-"
        raise RatingError(noop("There is no rating type %(pool)s. Known: %(known)s."), pool=slug, known=known)
    return found


def find_list(options: dict[str, Any]) -> RatingList:
    """Return the list that the options name: the published one, or the draft if none is published or it is asked for.

    Raise `RatingError` if there is none.
    """
    pool = find_pool(options["pool"])
    lists = pool.lists.select_related("pool", "previous").filter(date=options["date"])
    draft = lists.filter(state=RatingList.State.DRAFT).first()
    found = draft if options["draft"] else lists.published().first() or draft
    if found is None:
        facts = {"pool": pool.slug, "date": options["date"]}
        if options["draft"]:
            raise RatingError(noop("The rating type %(pool)s has no draft of %(date)s."), **facts)
        raise RatingError(noop("The rating type %(pool)s has no list of %(date)s."), **facts)
    return found


def read_file(path: Path) -> bytes:
    """Return the bytes of a file. Raise `RatingError` if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise RatingError(f"{path}: {problem.strerror}") from None


def list_facts(rating_list: RatingList) -> dict[str, Any]:
    return {
        "pool": rating_list.pool.slug,
        "date": rating_list.date,
        "revision": rating_list.revision,
        "state": rating_list.state,
        "imported": rating_list.imported,
        "reason": rating_list.reason,
        "players": rating_list.player_count,
        "games": rating_list.game_count,
        "digest": rating_list.digest,
    }
