"""`./run server install`, `./run server update`, `./run server doctor`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from federation.server import doctor, install, update
from federation.server.machine import Machine, ServerProblem

SOURCE = Path(__file__).resolve().parents[2]  # this checkout, from which versions are taken
EVERYBODY_READS = 0o022  # the umask: users other than root run the site, also where the shell has a stricter one


def main(arguments: list[str]) -> int:
    """Run the command after `./run server`, and return the exit code."""
    options = _options(arguments)
    machine = Machine(options.root and options.root.resolve(), getattr(options, "patience", 60))
    if not machine.root and options.action != "doctor" and os.geteuid() != 0:
        return _failed("only root can set up a server: sudo ./run server ...")
    os.umask(EVERYBODY_READS)
    try:
        if options.action == "install":
            given = dict(pair.partition("=")[::2] for pair in options.set)
            install.install(machine, SOURCE, given, ask=not options.yes, certificate=options.certificate)
        elif options.action == "update":
            update.update(machine, SOURCE, options.to, stop=options.stop)
        else:
            return doctor.report(machine, doctor.examine(machine, SOURCE, options.mail_to))
    except (ServerProblem, EOFError) as problem:
        return _failed(str(problem) or "no answer was given; --yes asks nothing")
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run server", description="Sets up, updates and checks a server.")
    parser.add_argument("--root", type=Path, help=argparse.SUPPRESS)  # a folder in place of the machine, for tests
    actions = parser.add_subparsers(dest="action", required=True)
    first = actions.add_parser("install", help="set up this machine; again: do what is missing")
    first.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting, instead of an answer"
    )
    first.add_argument(
        "--yes", action="store_true", help="ask nothing: proposed answers, or one sentence on what lacks"
    )
    first.add_argument("--certificate", action="store_true", help="order a certificate through certbot")
    second = actions.add_parser("update", help="bring the newest version; back to this one if it does not work")
    second.add_argument("--to", default="", metavar="VERSION", help="a tag or commit, also an earlier one")
    second.add_argument("--stop", action="store_true", help="stop the site where a migration needs it")
    second.add_argument("--patience", type=int, default=60, metavar="S", help="seconds until a web server answers")
    third = actions.add_parser("doctor", help="look whether all is well; changes nothing")
    third.add_argument("--mail-to", default="", metavar="ADDRESS", help="send a test mail there")
    return parser.parse_args(arguments)


def _failed(sentence: str) -> int:
    print(f"./run server: {sentence}", file=sys.stderr, flush=True)
    return 1
