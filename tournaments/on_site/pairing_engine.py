"""FIDE's Dutch system: gacrux pairs the next round, in its own process with limits.

gacrux promises no stable interface, so it is called like a program: a TRF26 file in, JSON out. Its version is pinned in
requirements.txt. A player who is not to be paired has a bye (H or Z) in that round.
"""

import json
import logging
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext_noop as noop
from msgspec.structs import replace

from federation.profiles.reading import profile
from tournaments.errors import Refused
from tournaments.formats.report import TournamentReport
from tournaments.formats.trf import writer as trf

log = logging.getLogger(__name__)

PLAYERS = 1000  # round 2, the hardest, takes up to four minutes and 1.5 GiB; others take seconds
SECONDS = 900
MEMORY = 3 * 2**30  # bytes of address space
PAIRED, DIFFERS, UNPAIRABLE = 0, 1, 2  # status codes of gacrux; 2: no pairing obeys the absolute rules
ALL_ROUNDS = 0  # instead of a number: replay them
LIMITED = """
import resource, runpy, sys
memory, seconds = int(sys.argv.pop(1)), int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
runpy.run_module("gacrux.pairingchecker", run_name="__main__")
"""

NO_PAIRING = noop(
    "The rules allow no pairing of this round: too many players have already met. Finish with the rounds that "
    "were played."
)
TOO_LONG = noop("The pairing took too long and was stopped. Nothing was changed.")
BROKE_DOWN = noop("The pairing program failed; the administrator's log says why. Nothing was changed.")

Pair = tuple[int, int | None]  # start numbers of White and Black; None: White has the bye


def pairs(facts: bytes, number: int) -> list[Pair]:
    """Return the pairs of round ``number`` in the order of the boards, the bye last. ``facts``: see `facts`.

    Raise `Refused` if the rules allow no pairing, or if the program fails or exceeds its limits.
    """
    result = _asked(facts, number)
    if result["status"]["code"] == UNPAIRABLE or not result["pairingResult"]["pairs"]:
        raise Refused(NO_PAIRING)
    return _pairs(result["pairingResult"]["pairs"])


class Replayed(NamedTuple):
    """A round as the rules pair it and as it was paired."""

    rules: list[Pair]
    played: list[Pair]


def replay(facts: bytes) -> dict[int, Replayed]:
    """Pair each round of the tournament again from the results before it; return them by number.

    Raise `Refused` as `pairs` does, except that a round which the rules cannot pair has no pairs by the rules.
    """
    result = _asked(facts, ALL_ROUNDS)
    rounds = result["pairingResult"].get("roundpairing", ())
    return {each["round"]: Replayed(_pairs(each["pairs"]), _pairs(each["current"])) for each in rounds}


def _pairs(found: list[list[int]]) -> list[Pair]:
    return [(white, black or None) for white, black in found]


def facts(report: TournamentReport, first_colour: str) -> bytes:
    """Return the input of the program: numbers, ratings and results. ``first_colour``: of number 1 in round 1."""
    report = replace(report, system=trf.DUTCH, first_colour=first_colour)
    return trf.write(report, federation=profile().federation.country)


def _asked(facts: bytes, number: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="pairing-") as folder:
        given, answer = Path(folder) / "tournament.trf", Path(folder) / "answer.json"
        given.write_bytes(facts)
        task = ["-m", "dutch", "-n", str(number), "-p"] if number else ["-c"]
        _run(folder, ["-i", str(given), "-o", str(answer), "-b", "utf-8", *task])
        try:
            result = json.loads(answer.read_bytes())
        except (OSError, ValueError) as problem:
            log.error("the pairing program left no answer: %s", problem)
            raise Refused(BROKE_DOWN) from problem
    usual = {PAIRED, UNPAIRABLE} if number else {PAIRED, DIFFERS}
    if result["status"]["code"] not in usual or "pairingResult" not in result:
        log.error("the pairing program refuses: %s", result["status"])
        raise Refused(BROKE_DOWN)
    return result


def _run(folder: str, arguments: list[str]) -> None:
    """Run the program in an empty folder, without our environment variables."""
    command = [sys.executable, "-I", "-c", LIMITED, str(MEMORY), str(SECONDS), *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - every argument is ours
            command, cwd=folder, env={}, capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired as problem:
        raise Refused(TOO_LONG) from problem
    if done.returncode < 0:  # ended by a signal: the limit of processor time, or a person
        log.error("the pairing program was ended by signal %s", -done.returncode)
        raise Refused(TOO_LONG)
    if done.returncode or done.stderr:
        log.warning("the pairing program ended with %s: %s", done.returncode, done.stderr.decode(errors="replace"))
