"""The files of deploy/ in the programs that they are written for: nginx, fail2ban, systemd."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services
from tests.federation.server.machines import ROOT, SETTINGS, Stage
from tests.services import wait_until

HOST = SETTINGS["ALLOWED_HOSTS"]
FAIL2BAN = ROOT / "deploy" / "fail2ban" / "classement.conf"
MAIN = """daemon off;
{user}pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    {paths}
    include {folder}/site.conf;
}}
"""
SHA256 = "ab" * 32
ELSEWHERE = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}


def program(name: str) -> str:
    """Return the path of a program; skip the test and say so if it is not installed."""
    found = services.program(name)
    if found is None:
        pytest.skip(f"NOT INSTALLED: {name} (`make programs` installs it as root on Debian)")
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Nginx:
    """nginx with the site file of a machine, whose web servers listen at these ports."""

    def __init__(self, folder: Path, stage: Stage, web_servers: list[int]) -> None:
        self.http, self.https = free_port(), free_port()
        text = stage.read("etc/nginx/conf.d/classement.conf")
        text = re.sub(r" *listen \[::\].*\n", "", text)  # not every machine of tests has IPv6
        changes = {
            "listen 80;": f"listen 127.0.0.1:{self.http};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.https} ssl;",
            "127.0.0.1:8000": f"127.0.0.1:{web_servers[0]}",
            "127.0.0.1:8001": f"127.0.0.1:{web_servers[1]}",
            "/etc/classement/tls/": f"{stage.root}/etc/classement/tls/",
            "/var/lib/classement-acme": f"{stage.root}/var/lib/classement-acme",
        }
        for old, new in changes.items():
            assert old in text
            text = text.replace(old, new)
        (folder / "site.conf").write_text(text)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "\n    ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        user = "user root;\n" if Path("/root").owner() == Path(folder).owner() else ""  # or its workers are nobody
        (folder / "nginx.conf").write_text(MAIN.format(folder=folder, paths=paths, user=user))
        self.command = [program("nginx"), "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]

    @contextlib.contextmanager
    def running(self) -> Iterator[Nginx]:
        tried = subprocess.run([*self.command, "-t"], capture_output=True, text=True, check=False)
        assert tried.returncode == 0, tried.stderr
        process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)
        try:
            wait_until(self._listens, "nginx listens")
            yield self
        finally:
            process.terminate()
            process.wait(20)

    def _listens(self) -> bool:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.https), 1).close()
            return True
        return False

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> http.client.HTTPResponse:
        """Send a request with TLS; the body of the answer is in its ``said``."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the machine's own certificate
        connection = http.client.HTTPSConnection("127.0.0.1", self.https, timeout=30, context=context)
        connection.request(method, path, body or None, {"Host": HOST, **headers})
        answer = connection.getresponse()
        answer.said = answer.read()
        connection.close()
        return answer


@pytest.fixture(scope="module")
def nginx(running: tuple[Stage, list[int]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    stage, ports = running
    with Nginx(tmp_path_factory.mktemp("nginx"), stage, ports).running() as started:
        yield started


def test_nginx_passes_pages_on_and_leads_to_https(nginx: Nginx):
    page = nginx.ask("GET", "/clubs/")
    assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    plain = http.client.HTTPConnection("127.0.0.1", nginx.http, timeout=10)
    plain.request("GET", "/clubs/?name=a", headers={"Host": HOST})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/clubs/?name=a")


def test_nginx_answers_a_certificate_authority(nginx: Nginx, running: tuple[Stage, list[int]]):
    place = running[0].root / "var/lib/classement-acme/.well-known/acme-challenge/token"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("proof")
    plain = http.client.HTTPConnection("127.0.0.1", nginx.http, timeout=10)
    plain.request("GET", "/.well-known/acme-challenge/token", headers={"Host": HOST})
    assert plain.getresponse().read() == b"proof"


def test_nginx_serves_published_files_and_nothing_beside_them(nginx: Nginx, running: tuple[Stage, list[int]]):
    media = running[0].root / "srv/classement/media"
    folder = media / "published" / SHA256
    folder.mkdir(parents=True)
    (folder / "page-1.html").write_bytes(b"<p>stored")
    (folder / "page-1.html.gz").write_bytes(gzip.compress(b"<p>stored"))
    (folder / "list.csv").write_bytes(b"rank")
    (media / "uploads").mkdir(exist_ok=True)
    (media / "uploads" / "secret").write_bytes(b"birth dates")
    page = nginx.ask("GET", f"/published/{SHA256}/page-1.html")
    assert (page.status, page.said, page.headers["Content-Type"]) == (200, b"<p>stored", "text/html; charset=utf-8")
    assert page.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert page.headers["Content-Disposition"] is None
    packed = nginx.ask("GET", f"/published/{SHA256}/page-1.html", **{"Accept-Encoding": "gzip"})
    assert (packed.headers["Content-Encoding"], gzip.decompress(packed.said)) == ("gzip", b"<p>stored")
    table = nginx.ask("GET", f"/published/{SHA256}/list.csv")
    assert (table.headers["Content-Disposition"], table.headers["Content-Type"]) == (
        "attachment",
        "text/csv; charset=utf-8",
    )
    for outside in ("/published/../uploads/secret", "/published/%2e%2e/uploads/secret", "/uploads/secret"):
        assert b"birth dates" not in nginx.ask("GET", outside).said


def test_nginx_limits_who_tries_passwords_and_nobody_who_reads(nginx: Nginx):
    tries = [nginx.ask("POST", "/login/", b"username=a").status for _try in range(30)]
    assert (tries[0], set(tries[-5:])) == (403, {429})  # 403: of the site, without a token of a form
    assert 20 <= tries.count(403) <= 24
    assert nginx.ask("GET", "/login/").status == 200


def test_nginx_refuses_what_is_too_large_in_four_languages(nginx: Nginx):
    answer = nginx.ask("POST", "/clubs/", **{"Content-Length": "22100000"})
    assert (answer.status, "nothing of it was saved" in answer.said.decode()) == (413, True)


def test_while_no_web_server_answers_nginx_says_so_and_when_to_come_back(
    running: tuple[Stage, list[int]], tmp_path: Path
):
    with Nginx(tmp_path, running[0], [free_port(), free_port()]).running() as lonely:
        answer = lonely.ask("GET", "/clubs/")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "30")
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Die Website startet neu" in answer.said.decode()
        published = running[0].root / f"srv/classement/media/published/{SHA256}/later.html"
        published.parent.mkdir(parents=True, exist_ok=True)
        published.write_bytes(b"goes on")
        assert lonely.ask("GET", f"/published/{SHA256}/later.html").said == b"goes on"


def test_fail2ban_finds_the_addresses_of_failed_logins_and_no_others(running: tuple[Stage, list[int]]):
    stage, ports = running
    page = http.client.HTTPConnection("127.0.0.1", ports[0], timeout=30)
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Real-IP": "203.0.113.7"}
    page.request("GET", "/login/", headers=headers)
    form = page.getresponse()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.read().decode())[1]
    headers |= {"Cookie": form.headers["Set-Cookie"].partition(";")[0], "Referer": f"https://{HOST}/login/"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    page.request("POST", "/login/", f"csrfmiddlewaretoken={token}&username=nobody&password=wrong", headers)
    assert page.getresponse().status == 200
    log = stage.root / "classement-web.log"
    wait_until(lambda: "login failed from" in log.read_text(), "the failed login is logged")
    said = subprocess.run(
        [program("fail2ban-regex"), "--print-all-matched", log, FAIL2BAN],
        env=ELSEWHERE, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    failed = log.read_text().count("login failed from 203.0.113.7")
    assert (failed, re.search(r"(\d+) matched", said)[1]) == (1, "1"), said


def test_systemd_finds_no_fault_in_the_units(running: tuple[Stage, list[int]], tmp_path: Path):
    units = sorted((running[0].root / "etc/systemd/system").glob("classement-*.*"))
    for unit in units:
        if unit.is_file():  # the programs are where the folder of the test is
            text = unit.read_text().replace("/opt/classement", f"{running[0].root}/opt/classement")
            (tmp_path / unit.name).write_text(text)
    shutil.copytree(running[0].root / "etc/systemd/system/classement-.service.d", tmp_path / "classement-.service.d")
    files = [path for path in sorted(tmp_path.glob("classement-*.*")) if path.is_file()]
    said = subprocess.run(
        [program("systemd-analyze"), "verify", "--man=no", *files],
        env={**ELSEWHERE, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    ours = [line for line in said.stderr.splitlines() if "classement" in line]
    assert (said.returncode, ours) == (0, [])
