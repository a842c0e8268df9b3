"""A mail server on this machine, for tests."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import LazySettings


class Postman(socketserver.StreamRequestHandler):
    """As much of SMTP as a mail needs."""

    def handle(self) -> None:
        """Greet, accept every mail and keep it, or refuse every recipient."""
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            if self.server.knows_nobody and line.upper().startswith(b"RCPT TO:"):
                self.wfile.write(b"550 5.1.1 " + line[8:].strip() + b": there is nobody of that name\r\n")
                continue
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                self.server.mails.append(b"".join(iter(self.rfile.readline, b".\r\n")))
            self.wfile.write(b"250 fine\r\n")


@contextmanager
def serving(settings: LazySettings, *, knows_nobody: bool = False) -> Iterator[list[bytes]]:
    """Let the site send its mails to a server here, and return the list of those that it received."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Postman) as server:
        server.mails, server.knows_nobody = [], knows_nobody
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        yield server.mails
        server.shutdown()
