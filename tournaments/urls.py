"""The addresses of tournaments: public pages, the secretary's room, receipts."""

from django.urls import include, path

from tournaments.views import mending, public, renewal, room

public_pages = [
    path("", public.tournament_list, name="tournament_list"),
    path("<int:pk>/", public.tournament, name="tournament"),
    path("<int:pk>/standings/", public.tournament_standings, name="tournament_standings"),
    path("<int:pk>/rounds/", public.tournament_rounds, name="tournament_rounds"),
    path("<int:pk>/rounds/<int:number>/", public.tournament_rounds, name="tournament_round"),
    path("<int:pk>/teams/", public.tournament_teams, name="tournament_teams"),
]
room_pages = [
    path("", room.room, name="room"),
    path("upload/", room.send, name="send"),
    path("uploads/<slug:receipt>/", room.upload, name="upload"),
    path("uploads/<slug:receipt>/read/", room.read_upload, name="read_upload"),
    path("uploads/<slug:receipt>/submit/", room.submit_upload, name="submit_upload"),
    path("tournaments/<int:pk>/", mending.room_tournament, name="room_tournament"),
    path("tournaments/<int:pk>/mend/", mending.mend, name="mend"),
    path("tournaments/<int:pk>/move/", mending.move, name="move"),
    path("tournaments/<int:pk>/settings/", mending.settings, name="tournament_settings"),
    path("tournaments/<int:pk>/renew/<int:other_pk>/", renewal.renewal, name="renewal"),
    path("tournaments/<int:pk>/results/", mending.results, name="tournament_results"),
    path("tournaments/<int:pk>/participants/<int:participant_pk>/", mending.participant, name="participant"),
]
urlpatterns = [
    path("tournaments/", include(public_pages)),
    path("room/", include(room_pages)),
    path("receipts/<slug:receipt>/", room.receipt, name="receipt"),
]
