"""The machine that is set up: its files, its programs, and the folder that tests use in its place."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

# The SHA-256 of each file as it was written here, to see whether it was changed since.
WRITTEN = "/etc/classement/written.json"


class ServerProblem(Exception):
    """One sentence about what the administrator of the server has to know or decide."""


class Machine:
    """Paths are those of the machine. With a root they lie below it, and only programs in its /usr/bin are run."""

    def __init__(self, root: Path | None = None, patience: int = 60) -> None:
        self.root, self.patience = root, patience  # seconds until a web server that was started answers

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/") if self.root else Path(name)

    def say(self, text: str) -> None:
        print(text, flush=True)

    def program(self, name: str) -> str | None:
        if self.root:
            own = self.root / "usr" / "bin" / name
            return str(own) if own.exists() else None
        return shutil.which(name)

    def run(self, name: str, *arguments: str, check: bool = True) -> bool:
        """Run a program of the machine and return whether it succeeded. Say so if the machine does not have it."""
        program = self.program(name)
        if program is None:
            self.say(f"Not done, there is no {name}: {' '.join([name, *arguments])}")
            return False
        done = subprocess.run([program, *arguments], check=False)
        if check and done.returncode:
            raise ServerProblem(f"`{' '.join([name, *arguments])}` failed (exit code {done.returncode}); see above.")
        return done.returncode == 0

    def answer(self, name: str, *arguments: str) -> str:
        """Return what the program prints, "" if it fails or is not there."""
        program = self.program(name)
        if program is None:
            return ""
        done = subprocess.run([program, *arguments], check=False, capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    def folder(self, name: str, mode: int, user: str = "", group: str = "") -> None:
        path = self.path(name)
        path.mkdir(parents=True, exist_ok=True)
        path.chmod(mode)
        if user and not self.root:
            shutil.chown(path, user, group or user)

    def write(self, name: str, content: str) -> bool:
        """Write a file and return whether it changed. If edited by hand, write the new one beside it, as ``.new``."""
        path, written = self.path(name), self.written()
        if path.exists():
            present = path.read_bytes()
            if present == content.encode():
                self._remember(name, present)
                return False
            if written.get(name) != digest(present):
                beside = path.with_name(f"{path.name}.new")
                beside.write_text(content, encoding="utf-8")
                self.say(f"{path} was changed on this machine and stays. Take over what is new from {beside}.")
                return False
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, content, 0o644)
        self._remember(name, content.encode())
        self.say(f"Wrote {path}")
        return True

    def written(self) -> dict[str, str]:
        path = self.path(WRITTEN)
        return json.loads(path.read_text()) if path.exists() else {}

    def _remember(self, name: str, content: bytes) -> None:
        self.path(WRITTEN).parent.mkdir(parents=True, exist_ok=True)
        replace(self.path(WRITTEN), json.dumps({**self.written(), name: digest(content)}, indent=1) + "\n", 0o644)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def replace(path: Path, content: str, mode: int) -> None:
    """Write the file as a whole or not at all; it is never readable with a wider mode."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        file.write(content)
    unfinished.chmod(mode)
    unfinished.rename(path)
