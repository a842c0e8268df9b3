"""The addresses of tournaments: public pages, the secretary's room, receipts."""

from django.urls import URLPattern, include, path

from tournaments.views import (
    by_hand,
    feeds,
    files,
    live,
    live_players,
    live_public,
    live_rounds,
    mending,
    public,
    renewal,
    room,
    tie_breaks,
)

public_pages = [
    path("", public.tournament_list, name="tournament_list"),
    path("<int:pk>/", public.tournament, name="tournament"),
    path("<int:pk>/standings/", public.tournament_standings, name="tournament_standings"),
    path("<int:pk>/rounds/", public.tournament_rounds, name="tournament_rounds"),
    path("<int:pk>/rounds/<int:number>/", public.tournament_rounds, name="tournament_round"),
    path("<int:pk>/teams/", public.tournament_teams, name="tournament_teams"),
    path("<int:pk>/files/<str:name>", files.tournament_file, name="tournament_file"),
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
    path("", mending.room_tournament, name="room_tournament"),
    path("mend/", mending.mend, name="mend"),
    path("move/", mending.move, name="move"),
    path("foreseen/", mending.foreseen, name="room_foreseen"),
    path("delete/", mending.discard, name="discard"),
    path("settings/", mending.settings, name="tournament_settings"),
    path("renew/<int:other_pk>/", renewal.renewal, name="renewal"),
    path("rounds/", renewal.take_in_rounds, name="take_in_rounds"),
    path("files/<str:name>", files.room_file, name="room_file"),
    path("tie-breaks/", tie_breaks.choose, name="tournament_tie_breaks"),
    path("results/", mending.results, name="tournament_results"),
    path("participants/<int:participant_pk>/", mending.participant, name="participant"),
]
live_pages = [
    path("", live.live_tournament, name="live"),
    path("pair/", live.pair, name="live_pair"),
    path("unpair/", live.unpair, name="live_unpair"),
    path("rounds/", live.set_rounds, name="live_rounds"),
    path("show/", live.show_live, name="live_show"),
    path("finish/", live.finish, name="live_finish"),
    path("delete/", live.discard, name="live_discard"),
    path("players/", live_players.live_players, name="live_players"),
    path("players/add/", live_players.add_player, name="live_add"),
    path("players/add-members/", live_players.add_members, name="live_add_members"),
    path("players/<int:participant_pk>/", live_players.live_player, name="live_player"),
    path("players/<int:participant_pk>/change/", live_players.change_player, name="live_change"),
    path("standings/", live_rounds.live_standings, name="live_standings"),
    path("crosstable/", live_rounds.live_crosstable, name="live_crosstable"),
    path("rounds/<int:number>/", live_rounds.live_round, name="live_round"),
    path("rounds/<int:number>/result/", live_rounds.enter_result, name="live_result"),
    path("rounds/<int:number>/by-hand/", by_hand.change_round, name="live_by_hand"),
    path("rounds/<int:number>/swap/", by_hand.swap, name="live_swap"),
    path("rounds/<int:number>/part/", by_hand.part, name="live_part"),
    path("rounds/<int:number>/day/", live_rounds.set_day, name="live_day"),
    path("rounds/<int:number>/sheet/", live_rounds.live_sheet, name="live_sheet"),
    path("rounds/<int:number>/sheet/<slug:kind>/", live_rounds.live_sheet, name="live_sheet"),
]


def _followed(pages: list[URLPattern]) -> list[URLPattern]:
    """Pages of a tournament; the addresses of one that renewed another one lead to that one."""
    return [path(str(page.pattern), renewal.follow(page.callback), name=page.name) for page in pages]


urlpatterns = [
    path("tournaments/", include(public_pages)),
    path("tournaments.atom", feeds.TournamentsFeed(), name="tournaments_feed"),
    path("tournaments/live/", live_public.running, name="live_list"),
    path("tournaments/<int:pk>/live/", live_public.shown, name="live_public"),
    path("tournaments/<int:pk>/live/<int:number>/", live_public.shown, name="live_public_round"),
    path("room/live/new/", live.new_live, name="live_new"),
    path("room/live/<int:pk>/", include(_followed(live_pages))),
    path("room/tournaments/<int:pk>/", include(_followed(room_tournament_pages))),
    path("room/", include(room_pages)),
    path("receipts/<slug:receipt>/", room.receipt, name="receipt"),
]
