"""`./run server update`: prepare, check, switch, and go back if the new one does not answer. The site keeps running."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

from federation.server import copied_files, releases, units
from federation.server.install import check
from federation.server.machine import Machine, ServerProblem


def update(machine: Machine, source: Path, ref: str, *, stop: bool) -> None:
    """Install the version ``ref`` ("": the newest tag). Raise `ServerProblem` if it fails; the old one runs on."""
    before = releases.current(machine)
    if before is None:
        raise ServerProblem("Nothing is installed here yet: run `./run server install` first.")
    with contextlib.suppress(ServerProblem):  # no network: what was fetched before can still be installed
        releases.git(source, "fetch", "--quiet", "--tags", "origin")
    ref = ref or releases.newest_tag(source)
    if not ref:
        raise ServerProblem(f"{source} knows no version (a tag such as v1.2.3): say one with --to.")
    folder = releases.prepare(machine, source, ref)
    if folder == before:
        machine.say(f"Version {folder.name} is installed already.")
        _copy_files(machine, folder)
        return
    check(machine, folder)
    breaking = _breaking(machine, folder, before)
    if breaking and not stop:
        raise ServerProblem(
            f"Version {folder.name} changes the database in a way with which {before.name} cannot run:\n{breaking}\n"
            "Run the update again with --stop, when nobody needs the site for some minutes."
        )
    machine.run("systemctl", "start", "classement-backup")
    if breaking:
        machine.run("systemctl", "stop", *units.WEB, *units.OTHERS)
    try:
        _bring(machine, folder)
    except ServerProblem as problem:
        if worse := _go_back(machine, before):
            raise ServerProblem(f"{problem}\nVersion {before.name} does not run again either: {worse}.") from None
        kept = "The database keeps what the new version added; the old one runs with it."
        undo = "Restore the backup: the old version may not understand the database." if breaking else kept
        raise ServerProblem(f"{problem}\nVersion {before.name} runs again. {undo}") from None
    releases.remove_old(machine)
    machine.say(f"Version {folder.name} runs; it was {before.name}. What is new: {folder}/CHANGELOG.md")


def _bring(machine: Machine, folder: Path) -> None:
    """Migrate while the old version serves, then switch."""
    for arguments in (("migrate", "--no-input"), ("collectstatic", "--no-input", "--verbosity", "0")):
        _must(releases.manage(machine, folder, *arguments), arguments[0])
    releases.switch(machine, folder)
    _copy_files(machine, folder)
    if problem := units.restart(machine):
        raise ServerProblem(f"Version {folder.name} does not work: {problem}.")
    _must(releases.manage(machine, folder, "render_lists", "--verbosity", "0"), "render_lists")


def _copy_files(machine: Machine, folder: Path) -> None:
    changed = copied_files.copy(machine, folder)
    if changed:
        machine.run("systemctl", "daemon-reload")
    if copied_files.NGINX in changed and machine.run("nginx", "-t", check=False):
        machine.run("systemctl", "reload", "nginx")


def _go_back(machine: Machine, before: Path) -> str:
    """Let the old version run again. Return "" or what went wrong."""
    releases.switch(machine, before)
    _copy_files(machine, before)
    machine.patience = max(machine.patience, 60)
    return units.restart(machine)


def _breaking(machine: Machine, folder: Path, before: Path) -> str:
    """Return what the release check finds among the migrations still to come, "" if the site can keep running."""
    done = releases.manage(machine, folder, "check_migrations", "--running", before.name)
    return done.stdout.strip() or done.stderr.strip() if done.returncode else ""


def _must(done: subprocess.CompletedProcess[str], name: str) -> None:
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()
        raise ServerProblem(f"`manage.py {name}` failed: {lines[-1]}")
