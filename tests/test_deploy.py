"""Files and commands named in deploy/ exist, and needed ones are named. Only a server shows that it works."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import entry_points, packages_distributions
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands
from django.urls import reverse
from django.utils.translation import override

from federation import settings as site
from federation.background import health
from federation.server import units

ROOT = Path(__file__).resolve().parent.parent
UNITS = ROOT / "deploy" / "systemd"


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def test_every_command_that_is_run_exists():
    files = ["README.md", "deploy/README.md", "run", "deploy/compose.yaml", *map(str, UNITS.glob("*.service"))]
    named = set(re.findall(r'manage(?:\.py"?)?,? "?([a-z]+(?:_[a-z]+)*)"?', " ".join(map(read, files))))
    assert len(named) > 10
    assert named <= get_commands().keys()


def test_every_unit_is_started_by_the_installation_or_by_another():
    started = {name.removesuffix(".timer") for name in [*units.WEB, *units.OTHERS, *units.TIMERS]}
    assert {path.stem for path in UNITS.glob("*.service")} == started | {"classement-migrate"}


@pytest.mark.parametrize("unit", [*units.WEB, *units.OTHERS])
def test_services_need_a_migrated_database(unit: str):
    lines = read(f"deploy/systemd/{unit}.service").splitlines()
    assert "Requires=classement-migrate.service" in lines
    assert any(re.match("After=.* classement-migrate.service$", line) for line in lines)
    migrate = read("deploy/systemd/classement-migrate.service").splitlines()
    assert "TimeoutStartSec=infinity" in migrate
    assert "RemainAfterExit=yes" not in migrate  # or a restart of it would stop the web servers


def test_both_web_servers_run_alike_and_nginx_knows_them():
    first, second = (read(f"deploy/systemd/{unit}.service").partition("[Service]")[2] for unit in units.WEB)
    assert first.replace("--port 8000", "--port 8001") == second
    assert re.findall(r"server (127.0.0.1:\d+) max_fails=0;", read("deploy/nginx.conf")) == [
        "127.0.0.1:8000",
        "127.0.0.1:8001",
    ]


@pytest.mark.parametrize(("page", "limit"), [("send", "210m"), ("admin:federation_listcomparison_add", "1g")])
def test_nginx_lets_large_files_through_in_every_language(settings, page: str, limit: str):
    places = re.findall(r"location ~ (\S+) \{\s+client_max_body_size (\w+);", read("deploy/nginx.conf"))
    for language, _name in settings.LANGUAGES:
        with override(language):
            assert [most for pattern, most in places if re.search(pattern, reverse(page))] == [limit]


def test_monitors_ask_health_and_nginx_does_not_log_it():
    assert f"http://127.0.0.1:8000{health.PATH}" in read("deploy/compose.yaml")
    assert re.search(f"location = {health.PATH} {{\\s+access_log off;\\s+proxy_pass ", read("deploy/nginx.conf"))
    assert f"`{health.PATH}`" in read("deploy/README.md")


@pytest.mark.parametrize("page", ["login", "admin:login", "forgotten_password"])
def test_nginx_limits_logins_and_forgotten_passwords_by_address_in_every_language(settings, page: str):
    nginx = read("deploy/nginx.conf")
    places = re.findall(r"location ~ (\S+) \{\s+limit_req zone=login ", nginx)
    for language, _name in settings.LANGUAGES:
        with override(language):
            assert [bool(re.search(pattern, reverse(page))) for pattern in places] == [True]
    assert "limit_req_status 429;" in nginx


def test_the_image_takes_every_app_and_nothing_that_its_build_does_not_see():
    copied = {
        source for line in re.findall(r"^COPY (.*) \S+$", read("deploy/Dockerfile"), re.M) for source in line.split()
    }
    assert copied == set(re.findall(r"^!(\S+)$", read(".dockerignore"), re.M))
    apps = {name.partition(".")[0] for name in site.INSTALLED_APPS if (ROOT / name.partition(".")[0]).is_dir()}
    assert {"federation", "leagues"} <= apps <= copied


def test_containers_run_with_few_rights_and_bounds():
    services = yaml.safe_load(read("deploy/compose.yaml"))["services"]
    to_begin = {"CHOWN", "SETGID", "SETUID"}  # of programs that start as root and continue as another user
    more = {"database": {"DAC_OVERRIDE", "FOWNER"} | to_begin, "broker": to_begin}
    more["nginx"] = {"NET_BIND_SERVICE"} | to_begin
    for name, service in services.items():
        rights = service["cap_drop"], set(service.get("cap_add", [])), service["security_opt"], service["read_only"]
        assert (name, *rights) == (name, ["ALL"], more.get(name, set()), ["no-new-privileges:true"], True)
        assert not service.get("privileged")
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        assert service["pids_limit"] == 200
    lasting = {name for name, service in services.items() if service["restart"] == "unless-stopped"}
    watched = {name for name, service in services.items() if service.get("healthcheck", {}).get("test")}
    assert watched == lasting - {"sweeper"}  # its sign of life is in /health/


def test_the_compose_file_names_only_what_it_declares_and_what_is_there():
    compose = yaml.safe_load(read("deploy/compose.yaml"))
    services = compose["services"]
    for name, service in services.items():
        assert ("image" in service) or ("build" in service), name
        assert service.get("depends_on", {}).keys() <= services.keys()
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or source.startswith("./site"), volume
    build = services["web"]["build"]
    assert (ROOT / "deploy" / build["context"] / build["dockerfile"]).is_file()
    conditions = {each["condition"] for service in services.values() for each in service.get("depends_on", {}).values()}
    assert conditions == {"service_completed_successfully", "service_healthy", "service_started"}


def test_every_path_that_the_image_copies_is_in_the_repository():
    known = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    beginnings = {path.partition("/")[0] for path in known}
    sources = [
        word for line in re.findall(r"^COPY (.*) \S+$", read("deploy/Dockerfile"), re.M) for word in line.split()
    ]
    assert [source for source in sources if source not in beginnings] == []


def test_the_image_holds_every_program_that_it_starts():
    starting = re.findall(r'^CMD \["(\w+)"', read("deploy/Dockerfile"), re.M)
    services = yaml.safe_load(read("deploy/compose.yaml"))["services"].values()
    for service in [each for each in services if "build" in each]:
        starting += [service["command"].split()[0]] if "command" in service else []
        starting += service.get("healthcheck", {}).get("test", [])[1:2]
    assert set(starting) == {"celery", "granian", "python", "sh"}
    scripts = {script.name: script.dist.name for script in entry_points(group="console_scripts") if script.dist}
    assert {spelled(scripts[name]) for name in ("celery", "granian")} <= of_the_image()


def test_the_code_in_the_image_imports_only_what_the_image_holds():
    ours = {
        source for line in re.findall(r"^COPY (.*) \S+$", read("deploy/Dockerfile"), re.M) for source in line.split()
    }
    at_start = re.compile(r"^(?:from (?=\S+ import )|import )(\w+)", re.M)
    imported = {
        name
        for app in sorted(ours - {"templates", "static"})
        for path in (ROOT / app).rglob("*.py")
        for name in at_start.findall(path.read_text(encoding="utf-8"))
    }
    assert {"django", "celery", "numpy"} <= imported
    known, image = packages_distributions(), of_the_image()
    foreign = imported - ours - set(sys.stdlib_module_names)
    assert {name for name in foreign if not image & {spelled(each) for each in known.get(name, [])}} == set()


def of_the_image() -> set[str]:
    """Return the packages that the image installs."""
    locks = re.findall(r"-r (\S+\.lock)", read("deploy/Dockerfile"))
    names = re.findall(r"^([a-z0-9.-]+)==", "".join(read(lock) for lock in locks), re.M)
    return {spelled(name) for name in names}


def spelled(package: str) -> str:
    """Return the name of a package as the locks spell it."""
    return re.sub(r"[-_.]+", "-", package).lower()
