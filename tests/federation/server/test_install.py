"""`./run server install` in a folder in place of the machine."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.federation.server.machines import Stage


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    staged = Stage(tmp_path_factory.mktemp("install"))
    done = staged.install()
    assert done.returncode == 0, done.stdout + done.stderr
    return staged


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_settings_are_complete_and_not_for_everybody(stage: Stage):
    lines = stage.read("etc/classement.env").splitlines()
    assert "PRODUCTION=1" in lines
    assert 'FEDERATION_NAME="Schach & Go"' in lines
    assert "CSRF_TRUSTED_ORIGINS=https://elo.example.org" in lines
    assert mode(stage.root / "etc/classement.env") == 0o640


def test_nginx_gets_the_names_and_paths_of_the_machine(stage: Stage):
    nginx = stage.read("etc/nginx/conf.d/classement.conf")
    assert "server_name elo.example.org;" in nginx
    assert "ssl_certificate     /etc/classement/tls/fullchain.pem;" in nginx
    assert f"alias {stage.root}/srv/classement/static/;" in nginx
    assert "location /.well-known/acme-challenge/ {\n        root /var/lib/classement-acme;" in nginx
    assert "ratings.example.org" not in nginx


def test_another_user_can_run_the_version_whatever_the_umask(stage: Stage):
    assert stage.current() == "1.0.0"
    release = stage.root / "opt/classement/current"
    for path in (release, release / "manage.py", release / "federation", stage.root / "opt/classement"):
        assert mode(path.resolve()) & 0o044 == 0o044, path
    assert (release / "VERSION").read_text() == "1.0.0\n"


def test_there_is_a_certificate_until_one_is_ordered(stage: Stage):
    done = stage.server("doctor")
    assert "ok       certificate: valid for 29 days" in done.stdout
    assert mode(stage.root / "etc/classement/tls/privkey.pem") == 0o600


def test_what_could_not_be_done_is_said(stage: Stage):
    said = stage.install().stdout
    assert "Not done, there is no useradd: useradd --system classement" in said
    assert "Not done, there is no systemctl: systemctl enable --now classement-web classement-web-second" in said


def test_a_second_time_changes_nothing(stage: Stage):
    before = {path: path.read_bytes() for path in (stage.root / "etc").rglob("*") if path.is_file()}
    assert stage.server("install", "--yes").returncode == 0
    assert {path: path.read_bytes() for path in (stage.root / "etc").rglob("*") if path.is_file()} == before


def test_a_file_that_was_edited_stays_and_doctor_names_it(stage: Stage):
    file = stage.root / "etc/nginx/conf.d/classement.conf"
    own = file.read_text().replace("server_tokens off", "server_tokens on")
    file.write_text(own)
    done = stage.server("install", "--yes")
    assert f"{file} was changed on this machine and stays." in done.stdout
    assert file.read_text() == own
    assert "server_tokens off" in file.with_name("classement.conf.new").read_text()
    assert "warning  /etc/nginx/conf.d/classement.conf: differs" in stage.server("doctor").stdout


def test_doctor_asks_the_site_and_fails_where_something_is_wrong(stage: Stage):
    done = stage.server("doctor")
    assert "ok       settings: " in done.stdout
    assert "wrong    Database: " in done.stdout  # nobody has migrated it
    assert done.returncode == 1


def test_doctor_sees_settings_that_everybody_can_read(stage: Stage):
    file = stage.root / "etc/classement.env"
    file.chmod(0o644)
    assert "wrong    settings: everybody can read" in stage.server("doctor").stdout
    file.chmod(0o640)


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("ALLOWED_HOSTS=Elo", "ALLOWED_HOSTS is missing or wrong (Host name of the site (ratings.example.org))"),
        ("FEDERATION_PROFILE=Belgium", "FEDERATION_PROFILE is missing or wrong (Profile (be-frbe"),
        ("SECRET_KEY=short", "The settings in /etc/classement.env are refused: "),
    ],
)
def test_a_wrong_setting_is_refused_with_one_sentence(tmp_path: Path, stage: Stage, setting: str, sentence: str):
    copy = Stage(tmp_path)
    done = copy.server("install", "--yes", *copy.settings(), "--set", setting)
    assert done.returncode == 1
    assert done.stderr.startswith(f"./run server: {sentence}"), done.stderr


def test_questions_are_asked_again_until_the_answer_will_do(tmp_path: Path):
    staged = Stage(tmp_path)
    done = staged.server(
        "install", "--set", f"DATABASE_URL=sqlite:///{staged.root}/site.sqlite3",
        "--set", f"VAR_DIR={staged.root}/srv/classement", input="nonsense\nelo.example.org\n\nfr-ffe\nfr\n\n\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "ALLOWED_HOSTS='nonsense' is not what is meant" in done.stdout
    lines = staged.read("etc/classement.env").splitlines()
    assert {"ALLOWED_HOSTS=elo.example.org", "FEDERATION_PROFILE=fr-ffe", "LANGUAGE_CODE=fr"} <= set(lines)


def test_what_was_written_is_remembered(stage: Stage):
    written = json.loads(stage.read("etc/classement/written.json"))
    assert "/etc/systemd/system/classement-migrate.service" in written
    assert "/etc/systemd/system/classement-.service.d/sandbox.conf" in written
