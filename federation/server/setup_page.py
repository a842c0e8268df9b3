"""The page that visitors see while `./run` installs: what it does now, until the site itself answers.

Standard library only, as nothing is installed yet.
"""

from __future__ import annotations

import gettext
import html
import re
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

CATALOGUES = Path(__file__).resolve().parent.parent / "locale"
LANGUAGES = ["en", *sorted(folder.name for folder in CATALOGUES.iterdir() if folder.is_dir())]
SECONDS = 2  # after which the page looks again
PACKAGES = 90  # percent of the work; the rest is the database
PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Classement</title>
<style>
:root {{ color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }}
body {{ max-width: 34rem; margin: 20vh auto; padding: 0 1rem }}
progress {{ width: 100%; height: 1rem }}
</style>
<noscript><meta http-equiv="refresh" content="{seconds}"></noscript>
<h1>{title}</h1>
<p>{step}</p>
<progress max="100" value="{percent}"></progress>
<script>setInterval(() => fetch("").then(() => location.reload(), () => null), {seconds}000)</script>
</html>
"""


class SetupPage(ThreadingHTTPServer):
    """A context manager: inside, every address on one port answers with the page and status 503."""

    def __init__(self, host: str, port: int, environment: Path, lock: Path) -> None:
        """Take the port. ``environment``: where the packages go that ``lock`` names; their share is the progress."""
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)
        self._environment = environment
        self._packages = len(re.findall(r"^[\w.-]+==", lock.read_text(), re.MULTILINE))
        self.installed = False  # the caller says when all packages are there

    def __enter__(self) -> SetupPage:
        threading.Thread(target=self.serve_forever, args=[0.05], daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def percent(self) -> int:
        """Return how far the installation is; the packages are nine tenths of the work."""
        if self.installed:
            return PACKAGES
        found = len(list(self._environment.glob("lib/python*/site-packages/*.dist-info")))
        return min(PACKAGES, PACKAGES * found // self._packages)


class _Handler(BaseHTTPRequestHandler):
    server: SetupPage

    def do_GET(self) -> None:
        body = page(self.headers.get("Accept-Language", ""), self.server.percent(), self.server.installed).encode()
        self.send_response(503)
        for name, value in {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(body)),
            "Retry-After": str(SECONDS),
            "Cache-Control": "no-store",
        }.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_POST = do_GET  # noqa: N815  the names that http.server calls

    def log_message(self, *_: object) -> None:
        """Say nothing in the terminal."""


def page(accepted: str, percent: int, installed: bool) -> str:
    """Return the page in the first language of ``accepted`` (Accept-Language) that the site has."""
    asked = [code for code in re.findall(r"\b[a-z]{2}\b", accepted.lower()) if code in LANGUAGES]
    language = asked[0] if asked else LANGUAGES[0]
    _ = gettext.translation("django", CATALOGUES, [language], fallback=True).gettext
    step = _("The database is being prepared.") if installed else _("Packages are being installed.")
    texts = {"title": html.escape(_("Classement is being set up")), "step": html.escape(step)}
    return PAGE.format(language=language, seconds=SECONDS, percent=percent, **texts)
