"""The addresses of tournaments: public pages, the club secretary's pages, receipts."""

from django.urls import URLPattern, include, path, re_path

from tournaments import old_address_views
from tournaments.claims import views as claims
from tournaments.corrections import views as corrections
from tournaments.corrections.feeds import CorrectionsFeed
from tournaments.my_club import (
    announcement_views,
    fide_views,
    tie_break_views,
    tournament_views,
    unmatched_views,
    update_views,
)
from tournaments.my_club import views as my_club
from tournaments.on_site import manual_pairing_views, player_views, public_views, round_views
from tournaments.on_site import views as on_site
from tournaments.prizes import choice_views
from tournaments.prizes import views as prizes
from tournaments.public import feeds, file_views, list_views
from tournaments.public import views as public
from tournaments.regulations import views as regulations

public_pages = [
    path("", public.tournament, name="tournament"),
    path("standings/", public.tournament_standings, name="tournament_standings"),
    path("crosstable/", public.tournament_crosstable, name="tournament_crosstable"),
    path("rounds/", public.tournament_rounds, name="tournament_rounds"),
    path("rounds/<int:number>/", public.tournament_rounds, name="tournament_round"),
    path("teams/", public.tournament_teams, name="tournament_teams"),
    path("players/<int:number>/", public.tournament_player, name="tournament_player"),
    path("prizes/", prizes.tournament_prizes, name="tournament_prizes"),
    path("files/", public.tournament_files, name="tournament_files"),
    path("files/<str:name>", file_views.tournament_file, name="tournament_file"),
]
live_pages = [  # of a tournament that is being played
    path("live/", public_views.shown, name="running_tournament"),
    path("live/<int:number>/", public_views.shown, name="running_round"),
]
claim_pages = [
    path("", claims.index, name="claims"),
    path("new/", claims.new, name="claim_new"),
    path("<int:pk>/", claims.claim, name="claim"),
    path("<int:pk>/act/", claims.act, name="claim_act"),
    path("<int:pk>/evidence/<int:evidence_pk>/", claims.evidence, name="claim_evidence"),
]
my_club_pages = [
    path("tournaments/", my_club.my_club_tournaments, name="my_club_tournaments"),
    path("upload/", my_club.send, name="send"),
    path("uploads/<slug:receipt>/", my_club.upload, name="upload"),
    path("uploads/<slug:receipt>/read/", my_club.read_upload, name="read_upload"),
    path("uploads/<slug:receipt>/dismiss/", my_club.dismiss, name="dismiss"),
    path("uploads/<slug:receipt>/submit/", my_club.submit_upload, name="submit_upload"),
]
my_club_tournament_pages = [
    path("", tournament_views.my_club_tournament, name="my_club_tournament"),
    path("fix/", tournament_views.fix, name="fix"),
    path("decide/", tournament_views.decide, name="decide"),
    path("rating-impact/", tournament_views.rating_impact, name="rating_impact"),
    path("delete/", tournament_views.discard, name="discard"),
    path("settings/", tournament_views.settings, name="tournament_settings"),
    path("update-from/<int:other_pk>/", update_views.update_from, name="update_from"),
    path("add-rounds/", update_views.add_rounds, name="add_rounds"),
    path("files/<str:name>", file_views.my_club_file, name="my_club_file"),
    path("tie-breaks/", tie_break_views.choose, name="tournament_tie_breaks"),
    path("prizes/", choice_views.prizes, name="choose_prizes"),
    path("results/", tournament_views.results, name="tournament_results"),
    path("players/", unmatched_views.unmatched_players, name="unmatched_players"),
    path("participants/<int:participant_pk>/", tournament_views.participant, name="participant"),
]
event_pages = [
    path("", on_site.event, name="event"),
    path("pair/", on_site.pair, name="event_pair"),
    path("undo-pairing/", on_site.undo_pairing, name="event_undo_pairing"),
    path("rounds/", on_site.set_rounds, name="event_rounds"),
    path("show/", on_site.show, name="event_show"),
    path("finish/", on_site.finish, name="event_finish"),
    path("delete/", on_site.discard, name="event_discard"),
    path("players/", player_views.event_players, name="event_players"),
    path("players/add/", player_views.add_player, name="event_add"),
    path("players/add-members/", player_views.add_members, name="event_add_members"),
    path("players/<int:participant_pk>/", player_views.event_player, name="event_player"),
    path("players/<int:participant_pk>/change/", player_views.change_player, name="event_change"),
    path("standings/", round_views.event_standings, name="event_standings"),
    path("crosstable/", round_views.event_crosstable, name="event_crosstable"),
    path("rounds/<int:number>/", round_views.event_round, name="event_round"),
    path("rounds/<int:number>/result/", round_views.enter_result, name="event_result"),
    path("rounds/<int:number>/result/<int:pairing_pk>/change/", round_views.late_result, name="event_late_result"),
    path("rounds/<int:number>/pairings/edit/", manual_pairing_views.edit_pairings, name="event_edit_pairings"),
    path("rounds/<int:number>/swap/", manual_pairing_views.swap, name="event_swap"),
    path("rounds/<int:number>/remove-board/", manual_pairing_views.remove_board, name="event_remove_board"),
    path("rounds/<int:number>/day/", round_views.set_day, name="event_day"),
    path("rounds/<int:number>/sheet/", round_views.event_sheet, name="event_sheet"),
    path("rounds/<int:number>/sheet/<slug:kind>/", round_views.event_sheet, name="event_sheet"),
]


def _followed(pages: list[URLPattern]) -> list[URLPattern]:
    """Return the pages of a tournament; those of one that updated another tournament lead to that one."""
    return [path(str(page.pattern), update_views.follow(page.callback), name=page.name) for page in pages]


urlpatterns = [
    path("tournaments/", list_views.tournament_list, name="tournament_list"),
    path("tournaments/<int:pk>/", include(public_pages)),
    path("tournaments/announced/", announcement_views.announced, name="announced"),
    path("my-club/announce/", announcement_views.announce, name="announce"),
    path("my-club/announced/<int:pk>/", announcement_views.change_announcement, name="change_announcement"),
    path("my-club/announced/<int:pk>/fide/", fide_views.fide_of_announcement, name="fide_of_announcement"),
    path("my-club/tournaments/<int:pk>/fide/", fide_views.fide_of_tournament, name="fide_of_tournament"),
    path("my-club/tournaments/<int:pk>/fide/check/", fide_views.check_for_fide, name="check_for_fide"),
    path(
        "my-club/announced/<int:pk>/withdraw/", announcement_views.withdraw_announcement, name="withdraw_announcement"
    ),
    path("tournaments.atom", feeds.TournamentsFeed(), name="tournaments_feed"),
    path("rules/", regulations.index, name="rules"),
    path("rules/files/<str:name>", regulations.template, name="rules_template"),
    path("rules/<slug:address>/", regulations.article, name="rule"),
    path("claims/", include(claim_pages)),
    path("corrections/", corrections.corrections, name="corrections"),
    path("claims/corrections/<int:pk>/", corrections.evidence_file, name="correction_evidence"),
    path("corrections.atom", CorrectionsFeed(), name="corrections_feed"),
    path("tournaments/live/", public_views.running, name="running_tournaments"),
    path("tournaments/<int:pk>/", include(live_pages)),
    path("tournaments/<int:year>/<slug:slug>/", include(live_pages)),
    path("my-club/events/new/", on_site.new_event, name="event_new"),
    path("my-club/events/<int:pk>/", include(_followed(event_pages))),
    path("my-club/tournaments/<int:pk>/", include(_followed(my_club_tournament_pages))),
    path("my-club/", include(my_club_pages)),
    path("receipts/<slug:receipt>/", my_club.receipt, name="receipt"),
    re_path(r"^(?P<old>(?:room|tournaments/\d+/rating)/.*)$", old_address_views.redirect_to_new),
    path("tournaments/<int:year>/<slug:slug>/", include(public_pages)),  # but those of addresses.PAGES
]
