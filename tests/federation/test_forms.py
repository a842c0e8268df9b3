"""federation/forms.py and admin/shared.py: two who save one member from pages that both opened before."""

import pytest
from django.urls import reverse

from federation.merging import merge
from federation.models import Member, Sex
from tests import cast
from tests.at_once import at_once
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def registrar():
    """A browser in which the membership officer is logged in."""
    return logged_in(cast.membership_officer())


def page(registrar, member):
    return registrar.get(reverse("admin:federation_member_change", args=[member.pk]))


def errors(response):
    return response.context["adminform"].form.errors


def facts():
    return Member.objects.values_list("last_name", "search_name", "birth_date", "title", "deceased", "hidden").get()


def test_what_nobody_touched_stays_as_a_colleague_wrote_it(registrar):
    shown = page(registrar, cast.member(10001))
    send(registrar, shown, {"last_name": "Peeters", "birth_date": "1991-01-01", "deceased": "on"})
    send(registrar, shown, {"title": "WFM"})
    last_name, search_name, born, title, deceased, hidden = facts()
    assert (last_name, search_name, str(born)) == ("Peeters", "peeters anna", "1991-01-01")
    assert (title, deceased, hidden) == ("WFM", True, False)


def test_a_field_that_both_changed_is_told_and_the_second_may_insist(registrar):
    shown = page(registrar, cast.member(10001))
    send(registrar, shown, {"title": "WFM", "birth_date": "1991-01-01", "sex": "M"})
    told = send(registrar, shown, {"title": "WIM", "birth_date": "1992-02-02", "sex": ""})
    sentence = "Somebody else wrote “%s” here meanwhile. Save again if it is to be as you wrote it."
    assert errors(told) == {
        "title": [sentence % "WFM"],
        "birth_date": [sentence % "1 January 1991"],
        "sex": [sentence % Sex.MALE.label],
    }
    assert facts()[3] == "WFM"
    send(registrar, told, {})
    assert (str(facts()[2]), facts()[3]) == ("1992-02-02", "WIM")


def test_two_who_write_the_same_are_told_nothing(registrar):
    shown = page(registrar, cast.member(10001))
    for _ in range(2):
        assert send(registrar, shown, {"title": "WFM"}).redirect_chain


@pytest.mark.django_db(transaction=True)
def test_who_saves_a_member_while_he_is_merged_leaves_him_merged(registrar):
    anna, double = cast.member(10001), cast.member(10002)
    shown = page(registrar, double)
    at_once(
        Member.objects.filter(pk=double.pk),
        lambda: merge(double, anna),
        lambda: send(registrar, shown, {"title": "FM"}),
    )
    double.refresh_from_db()
    assert (double.title, double.merged_into) == ("FM", anna)
