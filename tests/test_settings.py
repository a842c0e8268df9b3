"""Settings from the environment: what is refused, and with which sentence."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from federation import environment
from federation.profiles.reading import shipped

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "only-for-this-test-" + "k3yFjq8-" * 6,
    "ALLOWED_HOSTS": "ratings.example.org",
}
MAIL = {"EMAIL_URL": "smtp://mail.example.org", "EMAIL_FROM": "office@example.org"}
NEEDS_KEY = "PRODUCTION=1 needs a SECRET_KEY of its own, at least 50 characters long."
NEEDS_DATABASE = "PRODUCTION=1 needs DATABASE_URL: where the database of the federation is."
NEEDS_HOSTS = "PRODUCTION=1 needs ALLOWED_HOSTS: the names under which the site is reached."

NO_PROFILE = f"be: no such profile. Give the path of a folder with profile.toml, or {', '.join(shipped())}."


def check(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py check`` with these environment variables."""
    return manage("check", *arguments, **variables)


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of ``manage.py`` with these environment variables."""
    base = {name: os.environ[name] for name in ("PATH", "HOME", "VAR_DIR", "DATABASE_URL") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=base | variables,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_the_production_mode_passes_djangos_deployment_check():
    done = check("--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (1 silenced).\n"), done.stderr


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PRODUCTION": "1"}, NEEDS_KEY),
        ({**PRODUCTION, "SECRET_KEY": "short"}, NEEDS_KEY),
        ({**PRODUCTION, "DEBUG": "1"}, "PRODUCTION=1 and DEBUG=1 exclude each other."),
        ({**PRODUCTION, "ALLOWED_HOSTS": ""}, NEEDS_HOSTS),
        ({**PRODUCTION, "DATABASE_URL": ""}, NEEDS_DATABASE),
        (
            {**PRODUCTION, "SECOND_FACTOR_EXEMPT": "admin"},
            "PRODUCTION=1 and SECOND_FACTOR_EXEMPT exclude each other: nobody is exempt there.",
        ),
        ({"PRODUCTION": "perhaps"}, "PRODUCTION='perhaps': say 1 or 0 (true/false, yes/no, on/off)."),
        (
            {"FEDERATION_PROFILE": "be"},
            NO_PROFILE,
        ),
        ({"LANGUAGE_CODE": "it"}, "LANGUAGE_CODE='it': say fr, nl, de or en."),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL='loud': say DEBUG, INFO, WARNING, ERROR or CRITICAL."),
        ({"EMAIL_URL": "smtp://mail.example.org"}, "Set the environment variable EMAIL_FROM."),
        (
            {**PRODUCTION, **MAIL, "ALLOWED_HOSTS": "*"},
            "SITE_URL='https://*': say https://ratings.example.org, without anything after it.",
        ),
    ],
)
def test_the_site_does_not_start_with_wrong_settings(variables: dict[str, str], sentence: str):
    done = check(**variables)
    assert done.returncode != 0
    assert done.stderr == f"manage.py: {sentence}\n"


@pytest.mark.long
def test_an_unreachable_database_is_one_sentence():
    done = manage("showmigrations", DATABASE_URL="postgres:///ratings?host=/no/such/folder")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert done.stderr.startswith("manage.py: the database says: connection is bad: ")


def settings_of(file: str, pattern: str) -> set[str]:
    """Return the names of the variables in the file."""
    return set(re.findall(pattern, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE))


def test_the_instructions_and_the_containers_know_every_variable():
    read = settings_of("federation/settings.py", r'environment\.\w+\(\s*"([A-Z_]+)"')
    table = " ".join(settings_of("deploy/README.md", r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|"))
    assert set(re.findall(r"[A-Z_]+", table)) == read
    passed_on = settings_of("deploy/compose.yaml", r"^    ([A-Z_]+): ") | {"DEBUG"}
    assert passed_on | settings_of("deploy/Dockerfile", r"([A-Z]+_[A-Z]+)=/data") == read


def test_a_missing_value_without_default_is_refused():
    with pytest.raises(environment.ImproperlyConfigured, match=r"^Set the environment variable NO_SUCH_NAME\.$"):
        environment.text("NO_SUCH_NAME")


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("True", True), ("on", True), ("0", False), ("no", False)])
def test_a_switch_is_written_in_many_ways(monkeypatch: pytest.MonkeyPatch, value: str, meant: bool):
    monkeypatch.setenv("A_SWITCH", value)
    assert environment.boolean("A_SWITCH", not meant) is meant


def test_an_empty_value_is_the_default(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("EMPTY", "")
    assert environment.boolean("EMPTY", True) is True
    assert environment.integer("EMPTY", 7) == 7
    assert environment.words("EMPTY", ["a"]) == ["a"]
    assert environment.path("EMPTY", ROOT) == ROOT
    assert environment.text("EMPTY", "said") == "said"


@pytest.mark.parametrize("value", ["ten", "-3", "2", "3.5", "3 000"])
def test_an_invalid_or_small_number_is_refused(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("A_NUMBER", value)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.integer("A_NUMBER", 15, at_least=3)
    assert str(refused.value) == f"A_NUMBER={value!r}: say a whole number, 3 or more."


def test_a_number_may_equal_the_minimum(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_NUMBER", "3")
    assert environment.integer("A_NUMBER", 15, at_least=3) == 3


@pytest.mark.parametrize("value", ["Mars/Phobos", "/etc/passwd", "../passwd", "Europe"])
def test_a_time_zone_is_a_known_one(monkeypatch: pytest.MonkeyPatch, value: str):
    assert environment.time_zone("A_ZONE", "Europe/Brussels") == "Europe/Brussels"
    monkeypatch.setenv("A_ZONE", value)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.time_zone("A_ZONE", "Europe/Brussels")
    assert str(refused.value) == f"A_ZONE={value!r}: say the name of a time zone, such as Europe/Brussels."


def test_a_variable_that_the_profile_replaced_is_refused_if_it_says_otherwise(monkeypatch: pytest.MonkeyPatch):
    environment.replaced("A_CODE", "BEL", "FEDERATION_PROFILE")
    monkeypatch.setenv("A_CODE", "BEL")
    environment.replaced("A_CODE", "BEL", "FEDERATION_PROFILE")
    monkeypatch.setenv("A_CODE", "FRA")
    with pytest.raises(environment.ImproperlyConfigured, match=r"^A_CODE='FRA' is not read any more: say it with FED"):
        environment.replaced("A_CODE", "BEL", "FEDERATION_PROFILE")


def test_hosts_are_names_without_scheme_and_port(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SOME_HOSTS", "ratings.example.org, .example.be 192.168.1.20 [::1] * my_host")
    named = ["ratings.example.org", ".example.be", "192.168.1.20", "[::1]", "*", "my_host"]
    assert environment.hosts("SOME_HOSTS", []) == named


@pytest.mark.parametrize("value", ["https://ratings.example.org", "localhost:8000", "example.org/", "a..b"])
def test_an_invalid_host_is_refused(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("SOME_HOSTS", f"localhost {value}")
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.hosts("SOME_HOSTS", [])
    assert str(refused.value) == (f"SOME_HOSTS: {value!r} is no name of a host; say ratings.example.org, without port.")


def test_origins_have_a_scheme(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ORIGINS", "https://ratings.example.org:8443,https://*.example.be")
    assert environment.origins("ORIGINS") == ["https://ratings.example.org:8443", "https://*.example.be"]


@pytest.mark.parametrize("value", ["ratings.example.org", "https://", "https://example.org/page"])
def test_an_invalid_origin_is_refused(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("ORIGINS", value)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.origins("ORIGINS")
    assert str(refused.value) == f"ORIGINS: {value!r} is no origin; say https://ratings.example.org."


@pytest.mark.parametrize(
    ("value", "link"),
    [
        ("", ""),
        ("office@example.org", "mailto:office@example.org"),
        ("https://example.org/contact?of=ratings", "https://example.org/contact?of=ratings"),
        ("https://example.org", "https://example.org"),
    ],
)
def test_the_contact_is_an_address_or_a_page(monkeypatch: pytest.MonkeyPatch, value: str, link: str):
    monkeypatch.setenv("WHO", value)
    assert environment.contact("WHO") == link


@pytest.mark.parametrize("value", ["the office", "example.org", "mailto:a@b.org", "javascript:alert(1)", "https:///x"])
def test_an_invalid_contact_is_refused(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("WHO", value)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.contact("WHO")
    assert str(refused.value) == f"WHO={value!r}: say office@example.org or https://example.org/contact."


def test_a_list_is_separated_by_commas_or_blanks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NAMES", "a.example, b.example c.example")
    assert environment.words("NAMES", []) == ["a.example", "b.example", "c.example"]


@pytest.mark.parametrize(
    ("url", "engine", "name"),
    [
        ("sqlite:///{folder}/a%20b/c.sqlite3", "sqlite3", "{folder}/a b/c.sqlite3"),
        ("postgres://somebody:p%40ss@db.example:5433/ratings", "postgresql", "ratings"),
        ("postgresql:///ratings?host=/run/postgresql", "postgresql", "ratings"),
    ],
)
def test_a_database_is_named_by_a_url(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, engine: str, name: str
):
    monkeypatch.setenv("A_DATABASE", url.format(folder=tmp_path))
    found = environment.database("A_DATABASE", tmp_path / "default.sqlite3")
    assert (found["ENGINE"], found["NAME"]) == (f"django.db.backends.{engine}", name.format(folder=tmp_path))


def test_a_postgresql_url_gives_user_password_host_port_and_options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("A_DATABASE", "postgres://somebody:p%40ss@db.example:5433/ratings?sslmode=require")
    found = environment.database("A_DATABASE", tmp_path)
    facts = [found[name] for name in ("USER", "PASSWORD", "HOST", "PORT", "OPTIONS")]
    assert facts == ["somebody", "p@ss", "db.example", "5433", {"connect_timeout": 5, "sslmode": "require"}]


def test_without_a_url_the_database_is_the_file_whatever_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.delenv("A_DATABASE", raising=False)
    file = tmp_path / "new folder" / "100%#1?.sqlite3"
    assert environment.database("A_DATABASE", file)["NAME"] == str(file)
    assert file.parent.is_dir()


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://u:secret@host/name", "A_DATABASE: say sqlite:///path or postgres://user:password@host/name."),
        ("postgres://[::1/name", "A_DATABASE: say sqlite:///path or postgres://user:password@host/name."),
        ("sqlite:////dev/null/db", "The folder of the database cannot be made: /dev/null: File exists."),
        ("sqlite://", "A_DATABASE='sqlite://': say sqlite:///path/of/the/file."),
        ("sqlite://var/db.sqlite3", "A_DATABASE='sqlite://var/db.sqlite3': say sqlite:///path/of/the/file."),
        ("postgres://host/", "A_DATABASE: the name of the database is missing; say postgres://host/name."),
        ("postgres://u:secret@host:x/name", "A_DATABASE: the port must be a number from 0 to 65535."),
    ],
)
def test_a_wrong_database_url_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, sentence: str):
    monkeypatch.setenv("A_DATABASE", url)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.database("A_DATABASE", tmp_path)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("url", "celery"),
    [
        ("redis://cache.example:6379/1", "redis://cache.example:6379/1"),
        ("rediss://u:p%40ss@[::1]:6380?ssl_cert_reqs=none", "rediss://u:p%40ss@[::1]:6380?ssl_cert_reqs=none"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock"),
        ("unix:///run/redis.sock?db=2", "redis+socket:///run/redis.sock?virtual_host=2"),
    ],
)
def test_the_broker_is_named_as_celery_writes_it(monkeypatch: pytest.MonkeyPatch, url: str, celery: str):
    monkeypatch.setenv("A_BROKER", url)
    assert environment.broker("A_BROKER", "") == celery


def test_a_bucket_is_named_with_its_keys(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("A_BUCKET", "s3://key:a%2Fb@files?endpoint=https://files.example&region=eu")
    assert environment.bucket("A_BUCKET") == {
        "bucket_name": "files",
        "endpoint_url": "https://files.example",
        "region_name": "eu",
        "access_key": "key",
        "secret_key": "a/b",
    }


@pytest.mark.parametrize(
    "url", ["files", "s3://key:secret@", "https://files.example/b", "s3://files/a", "s3://files?zone=a"]
)
def test_another_kind_of_bucket_is_refused_and_no_key_repeated(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("A_BUCKET", url)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.bucket("A_BUCKET")
    assert str(refused.value) == "A_BUCKET: say s3://key:secret@bucket?endpoint=https://host&region=name."


@pytest.mark.parametrize("url", ["amqp://u:secret@host", "redis://host:port/0", "redis://host/first", "unix://"])
def test_another_kind_of_broker_is_refused(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("A_BROKER", url)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.broker("A_BROKER", "")
    assert str(refused.value) == "A_BROKER: say redis://host:port/0 or unix:///path/of/the/socket."


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("", ("", 25, "", "", False, False)),
        ("smtp://localhost", ("localhost", 25, "", "", False, False)),
        ("smtp://u%40x:p%40ss@mail.example:2525?tls=1", ("mail.example", 2525, "u@x", "p@ss", True, False)),
        ("smtp://mail.example?tls=1", ("mail.example", 587, "", "", True, False)),
        ("smtps://u:p@mail.example", ("mail.example", 465, "u", "p", False, True)),
    ],
)
def test_the_mail_server_is_named_by_a_url(monkeypatch: pytest.MonkeyPatch, url: str, server: tuple[object, ...]):
    monkeypatch.setenv("A_SERVER", url)
    assert environment.mail_server("A_SERVER") == server


@pytest.mark.parametrize(
    "url",
    [
        *("mail.example", "http://mail.example", "smtp://", "smtp://u:pa#ss@mail.example", "smtp://mail.example/box"),
        *(
            "smtp://mail.example?tls=yes",
            "smtp://mail.example?ssl=1",
            "smtps://mail.example?tls=1",
            "smtp://mail.example:x",
        ),
    ],
)
def test_a_wrong_mail_server_is_refused(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("A_SERVER", url)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.mail_server("A_SERVER")
    assert str(refused.value) == (
        "A_SERVER: say smtp://user:password@host:587?tls=1 or smtps://user:password@host:465,"
        " and write @, # and / of a password as %40, %23 and %2F."
    )


@pytest.mark.parametrize("value", ["office@example.org", "The Office <office@example.org>"])
def test_the_sender_of_mails_is_an_address(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("A_SENDER", value)
    assert environment.mail_address("A_SENDER") == value


@pytest.mark.parametrize("value", ["office", "office@", "The Office", "@example.org"])
def test_an_invalid_sender_is_refused(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("A_SENDER", value)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.mail_address("A_SENDER")
    assert str(refused.value) == f"A_SENDER={value!r}: say office@example.org or Name <office@example.org>."


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("", "http://localhost:8000"),
        ("https://ratings.example.org", "https://ratings.example.org"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
    ],
)
def test_the_address_of_the_site_is_known(monkeypatch: pytest.MonkeyPatch, value: str, meant: str):
    monkeypatch.setenv("A_SITE", value)
    assert environment.origin("A_SITE", "http://localhost:8000") == meant


@pytest.mark.parametrize(
    "value", ["ratings.example.org", "ftp://ratings.example.org", "https://", "https://*", "https://a.example/room"]
)
def test_an_address_of_the_site_is_an_origin(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setenv("A_SITE", value)
    with pytest.raises(environment.ImproperlyConfigured) as refused:
        environment.origin("A_SITE", "")
    assert str(refused.value) == f"A_SITE={value!r}: say https://ratings.example.org, without anything after it."
