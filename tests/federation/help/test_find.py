"""The help of each page: none lacks it, and it stands on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from django.test import Client
from django.urls import LocalePrefixPattern, URLPattern, URLResolver, get_resolver
from django.utils.html import escape
from django.utils.translation import override

from federation.help.find import BY_PAGE, help_of

# Addresses that have no page of the site: they take a form and lead on, send a file, or show a part of a page.
WITHOUT_PAGE = """
    act_as add_rounds announce_office backtest_compute bank_file book_lines calendar captain_answer_move
    captain_change_line_up captain_photo captain_propose_move captain_protest captain_send_photo change_invitation
    charge_by_hand choose_notices claim_act claim_evidence club_feed collection_file corrections_feed credit_charge
    decide decide_erasure decide_rectification desk_change_webhook desk_members_csv desk_revoke_token discard dismiss
    embed_club embed_list embed_player end_office end_sessions event_add event_add_members event_change event_day
    event_discard event_finish event_pair event_remove_board event_show event_swap event_undo_pairing fix
    issue_statements kept_file league_club_calendar league_copy_season league_embedded league_enter_teams
    league_list_table league_make_fixtures league_move league_propose_list league_rule league_season_file
    league_series_calendar league_series_file league_team_calendar lists_feed logout my_club_file notices_feed
    opensearch own_correction own_download own_visibility player_card player_feed player_qr player_short price_charges
    read_upload reverse_payment revoke_office rules_template server_state set_line_aside statement_file submit_upload
    tournament_calendar tournament_file tournaments_feed what_if_ask what_if_change
"""


def pages(patterns: Sequence[URLPattern | URLResolver], in_language: bool = False) -> Iterator[str]:
    """Yield the names of the addresses that begin with a language, without those of the admin."""
    for each in patterns:
        is_page = in_language or isinstance(each.pattern, LocalePrefixPattern)
        if isinstance(each, URLPattern):
            if is_page and each.name:
                yield each.name
        elif each.app_name != "admin":
            yield from pages(each.url_patterns, is_page)


def test_every_page_has_help_and_all_help_has_a_page() -> None:
    assert set(pages(get_resolver().url_patterns)) - set(WITHOUT_PAGE.split()) == set(BY_PAGE)


@pytest.mark.parametrize("language", ["fr", "nl", "de"])
def test_help_is_in_the_language_of_the_reader(language: str) -> None:
    english = {topic: (str(topic.shows), str(topic.advice)) for topic in set(BY_PAGE.values())}
    with override(language):
        assert [
            said for topic, said in english.items() if said[0] == str(topic.shows) or said[1] == str(topic.advice)
        ] == []


@pytest.mark.django_db
def test_a_page_shows_its_help_without_scripts(client: Client) -> None:
    shown = client.get("/en/methods/").content.decode()
    assert str(escape(help_of("methods").shows)) in shown
    assert shown.count('<details class="help">') == 1
