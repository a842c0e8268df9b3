"""Sentences that are stored in English and read in any language."""

from __future__ import annotations

import datetime as dt
import json

from django.utils import translation

from federation.i18n.errors import UserError, filled, plain

TEMPLATE = "The list of %(date)s is already published."


def test_a_refusal_is_english_to_programs_and_in_the_readers_language_to_people() -> None:
    refusal = UserError(TEMPLATE, date=dt.date(2026, 7, 1))
    with translation.override("nl"):
        assert str(refusal) == "The list of 2026-07-01 is already published."
        assert refusal.sentence == "De lijst van 1 juli 2026 is al gepubliceerd."


def test_a_sentence_without_facts_may_hold_a_per_cent_sign() -> None:
    assert str(UserError("100 % of the games are missing.")) == "100 % of the games are missing."
    assert filled("100 % of the games are missing.", {}) == "100 % of the games are missing."


def test_facts_survive_the_way_through_json() -> None:
    facts = {"date": dt.date(2026, 7, 1), "line": 3, "share": 0.5, "pool": "elo"}
    kept = json.loads(json.dumps(plain(facts)))
    assert kept == {"date": {"day": "2026-07-01"}, "line": 3, "share": 0.5, "pool": "elo"}
    with translation.override("de"):
        assert filled("%(pool)s %(line)s: %(date)s", kept) == "elo 3: 1. Juli 2026"
