"""The processes that `./run` starts: web server, worker, sweeper and broker. One that dies is started again."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

from federation.server import child_processes

STOP_SECONDS = 10  # then kill -9; an interrupted job is resumed at the next start
HEALTHY_SECONDS = 30  # a child that lived so long is started again at once when it dies
SLOWEST_RESTART = 30


class Child:
    """One service: how it is started, and its present process."""

    def __init__(self, name: str, command: list[object], log: Path) -> None:
        self.name, self.command, self.log = name, command, log
        self.process: subprocess.Popen | None = None
        self.started = self.start_at = 0.0
        self.failures = 0


class Family:
    """The services, all looked after by this process."""

    def __init__(self, logs: Path, lock: int) -> None:
        self.children: list[Child] = []
        self._logs, self._lock = logs, lock

    def start(self, name: str, command: list[object]) -> None:
        child = Child(name, command, self._logs / f"{name}.log")
        child.log.unlink(missing_ok=True)
        self.children.append(child)
        self._spawn(child)

    def look_after(self) -> None:
        """Start again what died: at once the first time, then after growing pauses."""
        for child in self.children:
            if child.process and child.process.poll() is not None:
                self._kill_group(child)
                lived = time.monotonic() - child.started
                child.failures = 1 if lived > HEALTHY_SECONDS else child.failures + 1
                pause = 0 if child.failures == 1 else min(SLOWEST_RESTART, 2 ** (child.failures - 2))
                print(
                    f"The {child.name} ended (code {child.process.returncode}); starting it again. See {child.log}",
                    flush=True,
                )
                child.process, child.start_at = None, time.monotonic() + pause
            if child.process is None and time.monotonic() >= child.start_at:
                self._spawn(child)

    def run(self, *commands: list[object]) -> None:
        """Run the commands at the same time and look after the services meanwhile; CalledProcessError if one failed."""
        running = [subprocess.Popen(command, **self._ties()) for command in commands]
        try:
            while any(process.poll() is None for process in running):
                self.look_after()
                time.sleep(0.05)
        finally:
            for process in running:
                process.kill()
                process.wait()
        for process in running:
            if process.returncode:
                raise subprocess.CalledProcessError(process.returncode, process.args)

    def _ties(self) -> dict[str, object]:
        """Return what makes a process end with this one; until it does, its lock lets no other start begin.

        The new process makes one system call before it becomes another program. That takes no lock, which a thread of
        the setup page could hold.
        """
        return {"pass_fds": [self._lock], "preexec_fn": child_processes.ending_with_us()}

    def stop(self) -> None:
        """End all; the broker last, so that the others can close their connections to it."""
        self._end([child for child in self.children if child.name != "broker"])
        self._end([child for child in self.children if child.name == "broker"])

    def _end(self, children: list[Child]) -> None:
        for child in children:
            if child.process:
                child.process.terminate()
        latest = time.monotonic() + STOP_SECONDS
        for child in children:
            if child.process:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    child.process.wait(max(0.1, latest - time.monotonic()))
                self._kill_group(child)

    def _spawn(self, child: Child) -> None:
        child.started = time.monotonic()
        with child.log.open("ab") as log:
            child.process = subprocess.Popen(
                child.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C reaches this process alone, which stops the others in order
                **self._ties(),
            )

    @staticmethod
    def _kill_group(child: Child) -> None:
        """Kill what a service left behind: its own children would hold the port or a job."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: "not permitted" where none is left
            os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait()
