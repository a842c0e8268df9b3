"""The values of a profile on a day."""

import datetime as dt

from federation.profiles.reading import read

DEMO, FRBE = read("xx-demo"), read("be-frbe")


def test_a_row_holds_until_the_next_with_the_same_key():
    prices = [
        {row.fee_class: row.cents for row in DEMO.on(day).tariff if row.what == "affiliation"}
        for day in (dt.date(2025, 6, 30), dt.date(2025, 7, 1))
    ]
    assert prices == [{"Y": 1000, "A": 2000}, {"Y": 1200, "A": 2000}]


def test_rows_keep_the_order_of_the_file():
    assert [row.what for row in DEMO.on(dt.date(2026, 1, 1)).tariff] == [
        "affiliation", "affiliation", "rating_member", "fine_late",
    ]  # fmt: skip


def test_a_row_ends_with_its_last_day():
    policies = [DEMO.on(day).unaffiliated.then for day in (dt.date(2024, 12, 31), dt.date(2025, 1, 1))]
    assert policies == ["refuse", "rating_member"]


def test_belgian_results_were_due_in_thirty_days_and_are_due_in_three():
    days = [FRBE.on(day).clocks["results"].days for day in (dt.date(2024, 12, 31), dt.date(2025, 1, 1))]
    assert days == [30, 3]


def test_a_price_before_the_first_row_is_unknown():
    assert [row.what for row in FRBE.on(dt.date(2018, 8, 31)).tariff] == ["ex_officio"]


def test_words_of_a_language_without_any_are_those_of_the_site():
    assert [FRBE.words(language).number for language in ("nl", "fr", "it")] == ["stamnummer", "matricule", "matricule"]
