"""The addresses of the API for lists, players and clubs."""

from django.urls import path

from federation.members.number_addresses import NUMBER
from ratings.api import club_views, list_views, player_views

urlpatterns = [
    path("pools/", list_views.Pools.as_view(), name="api_pools"),
    path("lists/", list_views.Lists.as_view(), name="api_lists"),
    path("lists/<slug:slug>/<slug:month>/", list_views.OneList.as_view(), name="api_list"),
    path("lists/<slug:slug>/<slug:month>/ratings/", list_views.Ratings.as_view(), name="api_ratings"),
    path("living/", list_views.LivingLists.as_view(), name="api_living_lists"),
    path("living/<slug:slug>/", list_views.LivingRatings.as_view(), name="api_living"),
    path("players/", player_views.Players.as_view(), name="api_players"),
    path(f"players/{NUMBER}/", player_views.Player.as_view(), name="api_player"),
    path(f"players/{NUMBER}/history/", player_views.History.as_view(), name="api_history"),
    path(f"players/{NUMBER}/games/", player_views.Games.as_view(), name="api_games"),
    path(
        f"players/{NUMBER}/calculations/<slug:slug>/<slug:month>/",
        player_views.Ledger.as_view(),
        name="api_ledger",
    ),
    path("clubs/", club_views.Clubs.as_view(), name="api_clubs"),
    path(f"clubs/{NUMBER}/", club_views.OneClub.as_view(), name="api_club"),
    path(f"clubs/{NUMBER}/members/", club_views.ClubMembers.as_view(), name="api_club_members"),
    path("search/", club_views.Search.as_view(), name="api_search"),
]
