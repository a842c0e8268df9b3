"""The addresses of tournaments: public pages, the secretary's room, receipts."""

from django.urls import URLPattern, include, path

from tournaments.my_club import tie_break_views, tournament_views, update_views
from tournaments.my_club import views as room
from tournaments.on_site import manual_pairing_views, player_views, public_views, round_views
from tournaments.on_site import views as live
from tournaments.public import feeds, file_views
from tournaments.public import views as public

public_pages = [
    path("", public.tournament_list, name="tournament_list"),
    path("<int:pk>/", public.tournament, name="tournament"),
    path("<int:pk>/standings/", public.tournament_standings, name="tournament_standings"),
    path("<int:pk>/rounds/", public.tournament_rounds, name="tournament_rounds"),
    path("<int:pk>/rounds/<int:number>/", public.tournament_rounds, name="tournament_round"),
    path("<int:pk>/teams/", public.tournament_teams, name="tournament_teams"),
    path("<int:pk>/files/<str:name>", file_views.tournament_file, name="tournament_file"),
]
room_pages = [
    path("", room.room, name="room"),
    path("upload/", room.send, name="send"),
    path("uploads/<slug:receipt>/", room.upload, name="upload"),
    path("uploads/<slug:receipt>/read/", room.read_upload, name="read_upload"),
    path("uploads/<slug:receipt>/put-away/", room.put_away, name="put_away"),
    path("uploads/<slug:receipt>/submit/", room.submit_upload, name="submit_upload"),
]
room_tournament_pages = [
    path("", tournament_views.room_tournament, name="room_tournament"),
    path("mend/", tournament_views.mend, name="mend"),
    path("move/", tournament_views.move, name="move"),
    path("foreseen/", tournament_views.foreseen, name="room_foreseen"),
    path("delete/", tournament_views.discard, name="discard"),
    path("settings/", tournament_views.settings, name="tournament_settings"),
    path("renew/<int:other_pk>/", update_views.renewal, name="renewal"),
    path("rounds/", update_views.take_in_rounds, name="take_in_rounds"),
    path("files/<str:name>", file_views.room_file, name="room_file"),
    path("tie-breaks/", tie_break_views.choose, name="tournament_tie_breaks"),
    path("results/", tournament_views.results, name="tournament_results"),
    path("participants/<int:participant_pk>/", tournament_views.participant, name="participant"),
]
live_pages = [
    path("", live.live_tournament, name="live"),
    path("pair/", live.pair, name="live_pair"),
    path("unpair/", live.unpair, name="live_unpair"),
    path("rounds/", live.set_rounds, name="live_rounds"),
    path("show/", live.show_live, name="live_show"),
    path("finish/", live.finish, name="live_finish"),
    path("delete/", live.discard, name="live_discard"),
    path("players/", player_views.live_players, name="live_players"),
    path("players/add/", player_views.add_player, name="live_add"),
    path("players/add-members/", player_views.add_members, name="live_add_members"),
    path("players/<int:participant_pk>/", player_views.live_player, name="live_player"),
    path("players/<int:participant_pk>/change/", player_views.change_player, name="live_change"),
    path("standings/", round_views.live_standings, name="live_standings"),
    path("crosstable/", round_views.live_crosstable, name="live_crosstable"),
    path("rounds/<int:number>/", round_views.live_round, name="live_round"),
    path("rounds/<int:number>/result/", round_views.enter_result, name="live_result"),
    path("rounds/<int:number>/by-hand/", manual_pairing_views.change_round, name="live_by_hand"),
    path("rounds/<int:number>/swap/", manual_pairing_views.swap, name="live_swap"),
    path("rounds/<int:number>/part/", manual_pairing_views.part, name="live_part"),
    path("rounds/<int:number>/day/", round_views.set_day, name="live_day"),
    path("rounds/<int:number>/sheet/", round_views.live_sheet, name="live_sheet"),
    path("rounds/<int:number>/sheet/<slug:kind>/", round_views.live_sheet, name="live_sheet"),
]


def _followed(pages: list[URLPattern]) -> list[URLPattern]:
    """Pages of a tournament; the addresses of one that renewed another one lead to that one."""
    return [path(str(page.pattern), update_views.follow(page.callback), name=page.name) for page in pages]


urlpatterns = [
    path("tournaments/", include(public_pages)),
    path("tournaments.atom", feeds.TournamentsFeed(), name="tournaments_feed"),
    path("tournaments/live/", public_views.running, name="live_list"),
    path("tournaments/<int:pk>/live/", public_views.shown, name="live_public"),
    path("tournaments/<int:pk>/live/<int:number>/", public_views.shown, name="live_public_round"),
    path("room/live/new/", live.new_live, name="live_new"),
    path("room/live/<int:pk>/", include(_followed(live_pages))),
    path("room/tournaments/<int:pk>/", include(_followed(room_tournament_pages))),
    path("room/", include(room_pages)),
    path("receipts/<slug:receipt>/", room.receipt, name="receipt"),
]
