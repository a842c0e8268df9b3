"""Addresses of the public pages of ratings, members and clubs."""

from django.urls import path

from federation.members.number_addresses import NUMBER
from ratings import verify_views
from ratings.backtests import views as backtest
from ratings.checklist import announcement_views
from ratings.checklist import views as checklist
from ratings.club_ranking import views as club_ranking
from ratings.embeds import calendar_views
from ratings.embeds import views as embeds
from ratings.embeds.feeds import ClubFeed, PlayerFeed
from ratings.home import views as home
from ratings.methods import views as methods
from ratings.players import club_views, entrant_rating_views, ledger_views, unit_views
from ratings.players import views as players
from ratings.public import download_views, feeds, recalculation_views
from ratings.public import views as lists
from ratings.public_log import views as log_views
from ratings.records import card_views, head_to_head_views
from ratings.records import views as records
from ratings.review import views as effect
from ratings.simulator import views as simulator
from ratings.statistics import views as statistics
from ratings.tops import views as tops

urlpatterns = [
    path("", home.home, name="home"),
    path("verify/", verify_views.verify, name="verify"),
    path("log/", log_views.log, name="public_log"),
    path("lists/", lists.index, name="lists"),
    path("calendar.ics", calendar_views.calendar, name="calendar"),
    path("tournaments/<int:pk>/rounds.ics", calendar_views.rounds, name="tournament_calendar"),
    path("tournaments/<int:year>/<slug:slug>/rounds.ics", calendar_views.rounds, name="tournament_calendar"),
    path("tournaments/announced/<int:pk>/", announcement_views.announcement, name="announcement"),
    path("tournaments/announced/<int:year>/<slug:slug>/", announcement_views.announcement, name="announcement"),
    path("tournaments/announced/<int:pk>/calendar.ics", calendar_views.announcement, name="announcement_calendar"),
    path(
        "tournaments/announced/<int:year>/<slug:slug>/calendar.ics",
        calendar_views.announcement,
        name="announcement_calendar",
    ),
    path("embed/lists/<slug:slug>/", embeds.top, name="embed_list"),
    path(f"embed/clubs/{NUMBER}/", embeds.club, name="embed_club"),
    path(f"embed/players/{NUMBER}/", embeds.player, name="embed_player"),
    path(f"players/{NUMBER}/ratings.atom", PlayerFeed(), name="player_feed"),
    path(f"clubs/{NUMBER}/tournaments.atom", ClubFeed(), name="club_feed"),
    path("lists.atom", feeds.ListsFeed(), name="lists_feed"),
    path("lists/<slug:slug>/", lists.detail, name="list_latest"),
    path("lists/<slug:slug>/on/", lists.on_day, name="list_on"),
    path("lists/<slug:slug>/on/<str:day>/", lists.on_day, name="list_on_day"),
    path("lists/<slug:slug>/today/", checklist.everybody, name="list_today"),
    path("lists/<slug:slug>/next/", checklist.by_event, name="next_list"),
    path("lists/<slug:slug>/next/players/", checklist.by_player, name="next_list_players"),
    path("lists/<slug:slug>/<slug:month>/", lists.detail, name="list"),
    path("lists/<slug:slug>/<slug:month>/downloads/", download_views.downloads, name="downloads"),
    path("lists/<slug:slug>/<slug:month>/recalculate/", recalculation_views.recalculate, name="recalculate"),
    path("tops/", tops.index, name="tops"),
    path("tops/<slug:slug>/number-ones/", tops.number_ones, name="number_ones"),
    path("tops/<slug:slug>/records/", tops.all_records, name="records"),
    path("tops/<slug:slug>/<slug:name>/", tops.top, name="top"),
    path("players/", players.search, name="players"),
    path(f"players/{NUMBER}/", records.overview, name="player"),
    path(f"players/{NUMBER}/games/", records.games, name="player_games"),
    path(f"players/{NUMBER}/tournaments/", records.tournaments, name="player_tournaments"),
    path(f"players/{NUMBER}/opponents/", records.opponents, name="player_opponents"),
    path(f"players/{NUMBER}/record/", records.record, name="player_record"),
    path(f"players/{NUMBER}/calculations/", records.calculations, name="player_calculations"),
    path(f"players/{NUMBER}/card.png", card_views.card, name="player_card"),
    path(f"players/{NUMBER}/qr.svg", card_views.qr, name="player_qr"),
    path(f"p/{NUMBER}/", card_views.short, name="player_short"),
    path("head-to-head/", head_to_head_views.head_to_head, name="head_to_head"),
    path(f"players/{NUMBER}/simulator/", simulator.simulator, name="simulator"),
    path(f"players/{NUMBER}/simulator/opponents/", simulator.opponents, name="simulator_opponents"),
    path(f"players/{NUMBER}/<slug:slug>/today/", checklist.ledger_today, name="ledger_today"),
    path(f"players/{NUMBER}/<slug:slug>/<slug:month>/", ledger_views.ledger, name="ledger"),
    path("clubs/", club_views.index, name="clubs"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("statistics/<slug:subject>/", statistics.counted, name="statistics_of"),
    path("clubs/ranking/", club_ranking.ranking, name="club_ranking"),
    path(f"clubs/{NUMBER}/", club_views.detail, name="club"),
    path(f"clubs/{NUMBER}/history/", club_ranking.history, name="club_history"),
    path("leagues/", unit_views.index, name="units"),
    path("leagues/<str:code>/", unit_views.detail, name="unit"),
    path("methods/", methods.index, name="methods"),
    path("methods/<slug:system>/", methods.method, name="method"),
    path("backtest/", backtest.index, name="backtests"),
    path("backtest/<slug:slug>/", backtest.detail, name="backtest"),
    path("backtest/<slug:slug>/compute/", backtest.compute, name="backtest_compute"),
    path("backtest/<slug:slug>/what-if/", backtest.ask_what_if, name="what_if_ask"),
    path("what-if/<int:pk>/", backtest.what_if, name="what_if"),
    path("what-if/<int:pk>/change/", backtest.change_what_if, name="what_if_change"),
    path("my-club/events/<int:pk>/ratings/", entrant_rating_views.seeding, name="event_ratings"),
    path("tournaments/<int:pk>/rating-changes/", effect.effect, name="rating_changes"),
    path("tournaments/<int:year>/<slug:slug>/rating-changes/", effect.effect, name="rating_changes"),
]
