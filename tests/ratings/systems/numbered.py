"""The numbers of all rules and rulings, and which of them the names of tests begin with.

A test says first which rules it is about: ``test_f15_a09_the_floor_holds_after_each_round`` is one of F15 and of A9.
Numbers are those of a system: B2 is another rule in FICS than in the Belgian rules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
NUMBER: Final = re.compile(r"([a-z]{1,2})([0-9]{1,2})")


def numbers(letters: str, last: int) -> list[str]:
    """F1, F2 ... F19."""
    return [f"{letters}{number}" for number in range(1, last + 1)]


RULES: Final = {
    "frbe": [*numbers("B", 49), *numbers("P", 12), *numbers("BA", 25)],
    "fqe": [*numbers("Q", 21), *numbers("QA", 13)],
    "ffg": [*numbers("F", 19), *numbers("A", 15)],
    "fics": [*numbers("K", 12), *numbers("B", 12)],
}


# Rules that are not about the calculation: the tests of the rooms that keep them, as "file under tests::test".
KEPT_ELSEWHERE: Final = {
    "frbe": {
        "B34": "federation/test_access.py::test_a_secretary_acts_only_for_their_club",
        "B35": "tournaments/my_club/test_access.py::test_buttons_work_for_permitted_roles",
        "B36": "ratings/games/test_list_games.py::test_a_late_tournament_counts_from_the_day_that_was_decided",
        "B37": "tournaments/review/test_forwarding.py::test_the_league_passes_a_tournament_on",
        "B38": "ratings/games/test_list_games.py::test_a_pool_takes_its_paces_and_its_discipline",
        "B39": "tournaments/intake/test_receive.py::test_files_of_pairing_programs_come_in",
        "B40": "tournaments/formats/belgium/test_game_tables.py"
        "::test_a_sending_becomes_one_event_for_each_file_that_was_sent",
        "B41": "tournaments/intake/test_receive.py::test_the_values_of_the_file_are_stored",
        "B43": "tournaments/review/test_problems.py::test_playing_without_being_affiliated_warns_and_says_who_pays",
        "B44": "tournaments/review/test_decisions.py::test_unaffiliated_players_are_affiliated_at_the_organisers_cost",
        "B45": "tournaments/review/test_edits.py::test_not_rated_fixes_and_can_be_undone",
        "B46": "federation/identity/test_numbering.py::test_a_number_without_the_usual_count_of_digits_is_a_doubt",
        "B47": "tournaments/review/test_edits.py::test_a_new_member_needs_a_birth_date",
        "B48": "ratings/exports/test_exports.py::test_the_table_holds_everybody_in_order_of_matricule",
        "B49": "ratings/pools/test_creation.py::test_the_next_list_follows_the_calendar",
        "BA14": "tournaments/review/test_problems.py"
        "::test_playing_without_being_affiliated_blocks_where_the_policy_refuses",
        "BA15": "federation/regulations/test_due.py::test_a_deadline_ends_on_its_last_day",
        "BA16": "ratings/games/test_list_games.py::test_a_game_that_does_not_count_says_why",
        "BA18": "tournaments/review/test_problems.py::test_affiliated_is_looked_at_on_the_day_of_the_game",
    },
    "ffg": {"A5": "tournaments/formats/go/test_values.py::test_a_clock_proposes_a_pace"},
}

# Rules for people, of which no program can be asked anything.
FOR_PEOPLE: Final = {
    "frbe": {
        "B42": "Papi is not free for international events with large prizes: between the organiser and its authors",
    },
    "fqe": {"Q21": "what a rating is called: no list prints it"},
}


def exists(test: str) -> bool:
    """Return whether there is such a test, written as in `KEPT_ELSEWHERE`."""
    file, name = test.split("::")
    return name in _tests(HERE.parents[1] / file)


def rules_with_tests(system: str) -> set[str]:
    """Return the numbers in the names of the tests of a system, those in the files ``SYSTEM/test_*.py``."""
    return {number for file in (HERE / system).glob("test_*.py") for name in _tests(file) for number in named(name)}


def named(test: str) -> Iterator[str]:
    """Return the numbers with which the name of a test begins."""
    for word in test.removeprefix("test_").split("_"):
        found = NUMBER.fullmatch(word)
        if found is None:
            return
        yield f"{found[1].upper()}{int(found[2])}"


def _tests(file: Path) -> Iterator[str]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
