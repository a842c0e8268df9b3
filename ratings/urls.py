"""Addresses of the public pages of ratings, members and clubs."""

from django.urls import path

from ratings.views import clubs, effect, home, ledger, lists, players

urlpatterns = [
    path("", home.home, name="home"),
    path("verify/", home.verify, name="verify"),
    path("lists/", lists.index, name="lists"),
    path("lists/<slug:slug>/", lists.detail, name="list_latest"),
    path("lists/<slug:slug>/<slug:month>/", lists.detail, name="list"),
    path("players/", players.search, name="players"),
    path("players/<int:matricule>/", players.detail, name="player"),
    path("players/<int:matricule>/<slug:slug>/<slug:month>/", ledger.ledger, name="ledger"),
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/<int:number>/", clubs.detail, name="club"),
    path("tournaments/<int:pk>/rating/", effect.effect, name="tournament_effect"),
]
