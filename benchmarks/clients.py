"""Clients of a web server of this machine. ``python -m benchmarks.clients PORT`` tries logins until it is killed."""

from __future__ import annotations

import http.client
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from urllib.parse import urlencode

CLIENTS = 40  # that try logins
PAUSE = 3.0  # seconds between two tries of each: deploy/nginx.conf lets no more of them through
TOKEN, BOUNDARY = "a" * 32, "of-the-parts"
Answer = tuple[int, float]  # status, seconds


def ask(
    port: int, address: str, body: bytes | None = None, headers: Mapping[str, str] | None = None, source: str = ""
) -> Answer:
    """Ask on its own connection; with a body, by POST. ``source``: the address of this machine to ask from."""
    start = time.perf_counter()
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0) if source else None)
    try:
        sent = {"Accept-Encoding": "gzip", **(headers or {})}
        asking.request("GET" if body is None else "POST", address, body, sent)
        answer = asking.getresponse()
        answer.read()
    finally:
        asking.close()
    return answer.status, time.perf_counter() - start


def send_file(port: int, session: str, club: int, name: str, content: bytes) -> Answer:
    """Send a tournament file as the secretary of the session."""
    parts = {"csrfmiddlewaretoken": ("", TOKEN.encode()), "club": ("", str(club).encode())}
    parts["files"] = (f'; filename="{name}"', content)
    lines = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"{more}\r\n\r\n'.encode() + value + b"\r\n"
        for field, (more, value) in parts.items()
    )
    headers = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}"}
    headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
    return ask(port, "/my-club/upload/", b"".join(lines) + f"--{BOUNDARY}--\r\n".encode(), headers)


def try_login(port: int) -> Answer:
    """Try a wrong password, for a name and from an address that nobody used before: no limit stops it."""
    here = f"127.{random.randint(1, 254)}.{random.randint(1, 254)}.{random.randint(1, 254)}"
    form = {"csrfmiddlewaretoken": TOKEN, "username": f"name{random.getrandbits(60)}", "password": "wrong"}
    headers = {"Cookie": f"csrftoken={TOKEN}", "Content-Type": "application/x-www-form-urlencoded"}
    return ask(port, "/en/login/", urlencode(form).encode(), headers, here)


class Crowd:
    """So many threads that do something again and again, until the block ends."""

    def __init__(self, count: int, do: Callable[[], Answer], pause: float = 0) -> None:
        self.answers: list[Answer] = []
        self._do, self._pause, self._ended = do, pause, threading.Event()
        self._threads = [threading.Thread(target=self._go_on) for _ in range(count)]

    def __enter__(self) -> Crowd:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_problem: object) -> None:
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _go_on(self) -> None:
        self._ended.wait(random.uniform(0, self._pause))
        while not self._ended.is_set():
            self.answers.append(self._do())
            self._ended.wait(random.uniform(0, 2 * self._pause))


def main(port: int) -> None:
    with Crowd(CLIENTS, lambda: try_login(port), PAUSE):
        threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]))
