"""federation/background/kinds: a kind of job is declared once, in the app it belongs to."""

import pytest

from federation.background.kinds import KINDS, job_kind
from federation.models import Job


def kinds(field: str) -> set[str]:
    """Return the names of the site's own kinds for which the field says anything."""
    return {
        kind.name
        for kind in KINDS.values()
        if getattr(kind, field) and not kind.handler.__module__.startswith("tests.")
    }


def test_the_names_that_rows_of_jobs_hold_are_declared():
    assert kinds("name") == {
        *("compare_list", "password_mail", "verify_audit", "transfer_mail", "allow_silent_transfers"),
        *("erase", "invitation_mail", "notice_mails", "near_duplicates", "reminder_mail", "search_index", "webhook"),
        *("statement_mails", "renewal_mail", "notice_digests"),
        *("read_upload", "clean_uploads", "pair_round", "compare_pairings", "tie_breaks"),
        *("reading_mail", "decision_mail", "league_mail", "correction_mail", "claim_mail", "deadline_mail"),
        *("rate", "living", "render", "render_part", "hide", "backtest", "what_if"),
        *("revise_all", "publish_revisions", "forward_overdue", "hand_over_leg", "hand_over_legs", "match_mail"),
        *("unanswered_claims", "verify_lists", "verification_mail", "public_log", "statistics", "open_data"),
    }


def test_kinds_that_a_user_waits_for_are_urgent():
    assert kinds("urgent") == {
        *(
            "compare_list",
            "password_mail",
            "invitation_mail",
            "read_upload",
            "pair_round",
            "rate",
            "living",
            "what_if",
            "hide",
        ),
        *("revise_all", "publish_revisions"),
    }


def test_kinds_with_a_page_that_shows_the_error_do_not_wait_for_the_staff():
    assert kinds("error_on_page") == {
        *("read_upload", "compare_list", "rate", "backtest", "what_if", "pair_round"),
        *("revise_all", "publish_revisions"),
    }


def test_an_unreadable_file_is_mailed_to_its_sender():
    assert kinds("on_failure") == {"read_upload"}


def test_two_kinds_of_one_name_are_refused():
    with pytest.raises(ValueError, match="There are two kinds of job called rate."):
        job_kind("rate", "Rate")(KINDS["render"].handler)


def test_an_unknown_kind_is_called_by_its_name():
    labels = [Job(kind=kind).label for kind in ("rate", "of_an_earlier_version")]
    assert labels == ["Calculating a list", "of_an_earlier_version"]
