"""The rooms and the arrows between them (CONTRIBUTING.md, "The floor plan"): who may import whom."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.python_files import OTHER_IMPORTS, ROOT, facts, sources

# An app imports itself and what stands before it.
APPS = {"federation": 0, "tournaments": 1, "ratings": 2, "leagues": 3}
# Inside an app, a module imports its own layer and lower ones. The last word of its name says its layer (`file_views`
# are views); a module without a place here is a verb. A room is as high as the first word of its path that has a place.
LAYERS = {
    "models": 0, "profiles": 0, "rulebooks": 0, "identity": 0, "database": 0, "i18n": 0, "verbs": 1,
    "forms": 2, "tables": 2, "filters": 2, "resources": 2, "templatetags": 2, "pages": 2, "rendering": 2,
    "tasks": 3, "views": 4, "feeds": 4, "admin": 5, "urls": 6, "management": 7,
}  # fmt: skip
# Pure rooms know neither Django nor database, files, network, clock or chance; beside the standard library they use:
PURE_MODULES = (
    "federation.identity.column_names",
    "federation.identity.names",
    "federation.identity.number_forms",
    "federation.identity.numbering",
    "federation.files.dbase",
    "federation.files.unique_values",
)
IN_MEMORY = "federation.files.sqlite_reader"  # it opens databases from bytes, in memory alone
BERGER = "tournaments.on_site.berger"
PURE = {
    "tournaments.formats": {"defusedxml", "msgspec", *PURE_MODULES, IN_MEMORY},
    IN_MEMORY: frozenset({"sqlite3"}),
    BERGER: frozenset(),
    "leagues.rules": {"msgspec", BERGER},
    "ratings.systems": {"numpy"},
    "ratings.bundle.plain": frozenset(),
    **dict.fromkeys(
        PURE_MODULES,
        frozenset({"federation.files.unique_values", "federation.identity.names", "federation.identity.number_forms"}),
    ),
}
OUTSIDE_WORLD = {"os", "pathlib", "shutil", "tempfile", "subprocess", "socket", "sqlite3", "time", "random", "secrets"}
MODEST_NAMES = {"services", "utils", "helpers", "managers", "signals"}  # names that say nothing of what is inside
LINES = 400
MODULES = 15  # in a folder


def module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def inside(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


@cache
def layer(name: str) -> int:
    """Return the layer of a module, or of something that a module holds."""
    if any(inside(name, room) for room in PURE):
        return LAYERS["models"]
    parts = name.split(".")[1:]
    if not (ROOT / name.replace(".", "/")).exists() and not (ROOT / f"{name.replace('.', '/')}.py").exists():
        parts.pop()  # the name of something inside a module
    found = [LAYERS[kind] for part in parts if (kind := part.split("_")[-1]) in LAYERS]
    return found[0] if found else LAYERS["verbs"]


@cache
def rooms() -> list[str]:
    """Return the rooms as CONTRIBUTING.md draws them, lowest first: "federation.identity", "ratings.lists" ..."""
    plan = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## The floor plan")[2]
    found, owner = [], ""
    for line in plan.split("```")[1].splitlines():
        if heading := re.match(r"(\w+)/ ", line):
            owner = heading[1]
        elif entry := re.match(r"  (\w+)/ ", line):
            found.append(f"{owner}.{entry[1]}")
    return found


def room_of(name: str) -> str:
    """Return the room of a module, "" for one that stands at the top of its app."""
    found = ".".join(name.split(".")[:2])
    return found if (ROOT / found.replace(".", "/")).is_dir() else ""


def breaks(rule: Callable[[str, str], bool]) -> list[str]:
    """Return every import in the apps that breaks the rule, as a line each."""
    found = []
    for file in sources(*APPS):
        own = module(file)
        found += [f"{own} imports {name}" for name in facts(file).imports if rule(own, name)]
    return found


def app(name: str) -> str:
    return name.partition(".")[0]


def test_ratings_know_tournaments_know_the_federation_and_never_the_other_way_round():
    assert breaks(lambda own, name: APPS.get(app(name), 0) > APPS[app(own)]) == []


def test_ratings_import_only_the_models_of_tournaments():
    def rule(own: str, name: str) -> bool:
        command = inside(own, "ratings.management")  # the last app's commands may start a step of any app
        # A player list for a pairing program has the layout of its tournament files: one pure writer knows both.
        file = inside(own, "ratings.exports") and any(word in name for word in ("writer", "report"))
        return (
            app(own) == "ratings"
            and app(name) == "tournaments"
            and not inside(name, "tournaments.models")
            and not (command or file)
        )

    assert breaks(rule) == []


def test_modules_used_before_installation_import_only_the_standard_library():
    for name in (
        "run",
        "federation/background/broker.py",
        "federation/__init__.py",
        *map(str, (ROOT / "federation" / "server").glob("*.py")),
    ):
        file = ROOT / name
        assert {app(name) for name in facts(file).imports} <= {*sys.stdlib_module_names, "federation"}


def test_bundled_modules_import_only_the_standard_library():
    for name in ("verify", "digests"):
        assert {app(each) for each in facts(ROOT / f"ratings/bundle/{name}.py").imports} <= {*sys.stdlib_module_names}


def test_no_app_knows_pages_admin_or_settings_of_another():
    def rule(own: str, name: str) -> bool:
        foreign = app(name) in APPS and app(name) != app(own)
        return foreign and (layer(name) >= LAYERS["tasks"] or inside(name, "federation.settings"))

    assert breaks(rule) == []


def test_inside_an_app_imports_go_down_the_layers():
    assert breaks(lambda own, name: app(own) == app(name) and layer(name) > layer(own)) == []


def test_every_folder_is_a_room_of_the_floor_plan():
    folders = {
        f"{owner}.{folder.name}" for owner in APPS for folder in (ROOT / owner).iterdir() if any(folder.glob("*.py"))
    }
    assert folders - {f"{owner}.migrations" for owner in APPS} == set(rooms())


def test_rooms_import_only_rooms_above_them_in_the_floor_plan():
    """So there is no circle between rooms."""
    places = {room: place for place, room in enumerate(rooms())}

    def rule(own: str, name: str) -> bool:
        above, below = room_of(own), room_of(name)
        return app(own) == app(name) and bool(above and below) and places[below] > places[above]

    assert breaks(rule) == []


def test_no_folder_holds_more_modules_than_a_reader_can_take_in():
    crowded = Counter(str(file.parent.relative_to(ROOT)) for file in sources(*APPS) if file.stem != "__init__")
    commands = {folder for folder in crowded if folder.endswith("management/commands")}  # a command each
    assert {folder: count for folder, count in crowded.items() if count > MODULES and folder not in commands} == {}


@pytest.mark.parametrize("room", PURE)
def test_pure_rooms_import_only_the_standard_library_and_allowed_packages(room: str):
    def rule(own: str, name: str) -> bool:
        if not inside(own, room) or inside(name, room) or any(inside(name, known) for known in PURE[room]):
            return False
        return app(name) not in sys.stdlib_module_names or app(name) in OUTSIDE_WORLD

    assert breaks(rule) == []


def test_pure_rooms_open_no_file_and_ask_no_clock():
    found = []
    for file in sources(*APPS):
        if any(inside(module(file), room) for room in PURE):
            names = {"open", "now", "today", "utcnow"}.intersection(facts(file).calls)
            found += [f"{module(file)} calls {name}" for name in names]
    assert found == []


def test_imports_stand_at_the_top_and_are_absolute():
    found = []
    for file in sources(*APPS, "tests", "benchmarks"):
        if not OTHER_IMPORTS.search(file.read_text(encoding="utf-8")):
            continue
        found += [f"a function of {module(file)} imports {name}" for name in facts(file).in_functions]
        found += [f"{module(file)} imports {name}" for name in facts(file).imports if name.startswith(".")]
    assert found == []


def test_modules_are_named_after_what_is_inside():
    assert [module(file) for file in sources(*APPS) if MODEST_NAMES & {file.stem, file.parent.name}] == []


def test_no_file_is_too_long_to_be_read():
    lengths = {
        file: len(file.read_text(encoding="utf-8").splitlines()) for file in sources(*APPS, "tests", "benchmarks")
    }
    assert [f"{module(file)}: {length} lines" for file, length in lengths.items() if length > LINES] == []
