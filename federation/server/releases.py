"""Versions side by side, each in a folder with its own environment; a link names the one that runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from federation import __version__
from federation.server import copied_files
from federation.server.machine import Machine, ServerProblem, replace

RELEASES = "/opt/classement/releases"
CURRENT = "/opt/classement/current"
READY = ".ready"  # in a folder that is complete
KEPT = 3
VERSION = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


def current(machine: Machine) -> Path | None:
    """Return the folder of the version that runs, or will at the next start."""
    link = machine.path(CURRENT)
    return link.resolve() if link.exists() else None


def newest_tag(source: Path) -> str:
    """Return the tag of the newest version, "" if there is none."""
    tags = [tag for tag in git(source, "tag").split() if VERSION.fullmatch(tag)]
    return max(tags, key=lambda tag: tuple(map(int, VERSION.fullmatch(tag).groups())), default="")


def name_of(source: Path, ref: str) -> str:
    """Return what a commit is called: its tag without "v", and how far it is from that; its number if it has none."""
    described = git(source, "describe", "--tags", "--match", "v[0-9]*", f"{ref}^{{commit}}", check=False)
    commit = git(source, "rev-parse", "--short=10", f"{ref}^{{commit}}")
    return described.removeprefix("v") if described else f"{__version__}-g{commit}"


def prepare(machine: Machine, source: Path, ref: str) -> Path:
    """Make the folder of a version with its environment beside the one that runs, and return it."""
    name = name_of(source, ref)
    folder = machine.path(RELEASES) / name
    if (folder / READY).exists():
        return folder
    machine.say(f"Preparing version {name} in {folder} ...")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with subprocess.Popen(["git", "-C", source, "archive", ref], stdout=subprocess.PIPE) as archive:
        unpacked = subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout, check=False)
    if archive.returncode or unpacked.returncode:
        raise ServerProblem(f"Version {name} could not be copied from {source}; see above.")
    replace(folder / "VERSION", f"{name}\n", 0o644)
    if os.environ.get("VENV"):
        (folder / ".venv").symlink_to(os.environ["VENV"])
    elif subprocess.run([folder / "run", "install"], check=False).returncode:
        raise ServerProblem(f"Version {name} could not be installed; see above.")
    (folder / READY).touch()
    return folder


def switch(machine: Machine, folder: Path) -> None:
    """Let the link name this version, in one step."""
    link = machine.path(CURRENT)
    beside = link.with_name(".current.unfinished")
    beside.unlink(missing_ok=True)
    beside.symlink_to(folder)
    beside.rename(link)


def remove_old(machine: Machine) -> None:
    """Remove all but the newest folders; never the one that runs."""
    folders = sorted((path for path in machine.path(RELEASES).iterdir() if path.is_dir()), key=_age)
    for folder in folders[:-KEPT]:
        if folder != current(machine):
            shutil.rmtree(folder)


def _age(folder: Path) -> float:
    return folder.stat().st_mtime


def manage(machine: Machine, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the site in this version, with the settings of the machine and as its user."""
    variables = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
    command = [str(folder / ".venv" / "bin" / "python"), "manage.py", *arguments]
    if not machine.root:
        command = ["runuser", "-u", "classement", "--", *command]
    environment = variables | copied_files.environment(machine)
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def git(source: Path, *arguments: str, check: bool = True) -> str:
    done = subprocess.run(["git", "-C", source, *arguments], capture_output=True, text=True, check=False)
    if check and done.returncode:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        raise ServerProblem(f"git {arguments[0]} in {source}: {lines[-1]}")
    return done.stdout.strip() if done.returncode == 0 else ""
