"""Two people who correct a tournament from pages that both opened before."""

import pytest
from django.urls import reverse

from tests.cases import long_after
from tests.forms import forms, send
from tests.tournaments import events
from tournaments.corrections.find_games import find
from tournaments.models import Correction, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db

MEANWHILE = (
    "Someone else has meanwhile corrected the same thing: look at the corrections so far, and send yours again "
    "if it is still needed."
)
WHY = {"reason": "The arbiter wrote."}


@pytest.fixture
def tournament():
    """Return an accepted tournament."""
    made = events.tournament()
    decisions.accept(made, None)
    return made


def page(officer, tournament, *rows):
    """Return the page with these games and participants, searched and taken."""
    address = reverse("admin:tournaments_tournament_correct", args=[tournament.pk])
    shown = officer.get(address)
    for token in rows:
        shown = officer.post(address, {**posted(shown), "add": token})
    return shown


def posted(shown):
    [form] = [each for each in forms(shown) if "reason" in each.fields]
    return dict(form.filled({}, ""))


def refusals(response):
    return response.context["form"].errors.get("__all__", [])


def corrected():
    return list(Correction.objects.order_by("pk").values_list("field", "before", "after"))


@pytest.mark.long
def test_colours_that_were_sent_twice_change_sides_once(officer, tournament):
    game = tournament.pairings.get(round=1, board=1)
    shown, turned = page(officer, tournament, f"g{game.pk}"), {f"g{game.pk}-swapped": "on", **WHY}
    send(officer, shown, turned, button="correct")
    assert refusals(send(officer, shown, turned, button="correct")) == [MEANWHILE]
    assert corrected() == [("colours", "Aerts, Anna - Dubois, Didier", "Dubois, Didier - Aerts, Anna")]
    game.refresh_from_db()
    assert game.white.number == 4


@pytest.mark.long
def test_a_correction_can_be_sent_again_after_seeing_that_of_a_colleague(officer, tournament):
    game, other = tournament.pairings.filter(round=1).order_by("board")
    shown, beside = (page(officer, tournament, f"g{each.pk}") for each in (game, other))
    send(officer, shown, {f"g{game.pk}-result": "01", **WHY}, button="correct")
    told = send(officer, shown, {f"g{game.pk}-result": "==", **WHY}, button="correct")
    assert refusals(told) == [MEANWHILE]
    assert "1–0 → 0–1" in told.text
    send(officer, told, {f"g{game.pk}-result": "=="}, button="correct")
    send(officer, beside, {f"g{other.pk}-result": "10", **WHY}, button="correct")  # nobody touched that one
    assert corrected() == [("result", "1 0", "0 1"), ("result", "0 1", "= ="), ("result", "= =", "1 0")]


@pytest.mark.long
def test_untouched_facts_keep_the_correction_of_a_colleague(officer, tournament):
    shown = page(officer, tournament)
    send(officer, shown, {"name": "Knight Cup", "end": "2026-03-16", **WHY}, button="correct")
    send(officer, shown, {"city": "Aalst", **WHY}, button="correct")
    stored = Tournament.objects.get()
    assert (stored.name, stored.city, str(stored.end)) == ("Knight Cup", "Aalst", "2026-03-16")
    assert [field for field, _before, _after in corrected()] == ["name", "end", "city"]


@pytest.mark.long
def test_wrong_numbers_are_errors_of_their_fields(officer, tournament):
    seat, game = tournament.participants.get(number=1), tournament.pairings.get(round=1, board=1)
    shown = page(officer, tournament, f"p{seat.pk}", f"g{game.pk}")
    wrong = {f"p{seat.pk}-member": "99999", f"g{game.pk}-black": "77", **WHY}
    sent = send(officer, shown, wrong, button="correct")
    found = {name: said for row in sent.context["form"].rows for name, said in row.errors.items()}
    assert found == {"member": ["No member has the number 99999."], "black": ["No participant has this number."]}
    assert corrected() == []


@pytest.mark.long
def test_the_opponent_of_a_game_is_corrected_by_number(officer, tournament):
    first, second = tournament.pairings.filter(round=1).order_by("board")
    shown = page(officer, tournament, f"g{first.pk}", f"g{second.pk}")
    numbers = {f"g{first.pk}-black": str(second.black.number), f"g{second.pk}-black": str(first.black.number)}
    send(officer, shown, {**numbers, **WHY}, button="correct")
    assert {field for field, _before, _after in corrected()} == {"opponents"}
    before = second.black
    first.refresh_from_db()
    assert first.black == before


@pytest.mark.long
def test_a_row_that_was_taken_by_mistake_is_left_out_again(officer, tournament):
    game = tournament.pairings.get(round=1, board=1)
    shown = page(officer, tournament, f"g{game.pk}")
    assert [row.token for row in shown.context["form"].rows] == [f"g{game.pk}"]
    without = officer.post(shown.request["PATH_INFO"], {**posted(shown), "drop": f"g{game.pk}"})
    assert without.context["form"].rows == []


@pytest.mark.long
@pytest.mark.parametrize("token", long_after(2, ["g0", "p-1", "gx", "x1", "g" + "9" * 30, ""]))
def test_rows_that_are_none_are_left_out(officer, tournament, token):
    assert page(officer, tournament, token).context["form"].rows == []


@pytest.mark.parametrize(
    ("text", "games"),
    [("1", 2), ("1.2", 1), ("aerts", 3), ("anna dubois", 1), ("AERTS 2", 1), ("nobody", 0), ("9999", 0)],
)
def test_games_are_found_by_player_round_and_board(tournament, text, games):
    assert find(tournament, text).game_count == games


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_page_asks_the_same_queries_for_any_number_of_rows(officer, tournament, django_assert_num_queries, count):
    tokens = [f"g{game.pk}" for game in tournament.pairings.order_by("pk")[:count]]
    shown = page(officer, tournament, *tokens)
    sent = {**posted(shown), "find": "aerts", "search": "1"}
    with django_assert_num_queries(13):
        officer.post(shown.request["PATH_INFO"], sent)
