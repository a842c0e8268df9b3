"""The addresses of league seasons: public pages, the captain's and the officer's."""

from django.urls import include, path

from leagues.captain import club_views as clubs
from leagues.captain import move_views as moves
from leagues.captain import photo_views as photos
from leagues.captain import views as captain
from leagues.office import preparation_views as preparation
from leagues.office import takeover_views as takeover
from leagues.office import views as office
from leagues.public import file_views as files
from leagues.public import matchday_views as matchdays
from leagues.public import paper_views as paper
from leagues.public import player_views as players
from leagues.public import views as public

public_pages = [
    path("", public.seasons, name="league_seasons"),
    path("matches/<int:pk>/", public.match, name="league_match"),
    path("teams/<int:pk>/", public.team, name="league_team"),
    path("matches/<int:pk>/sheet/", paper.sheet, name="league_sheet"),
    path("matches/<int:pk>/sheet/code.svg", paper.sheet_code, name="league_sheet_code"),
    path("teams/<int:pk>/calendar.ics", paper.team_calendar, name="league_team_calendar"),
    path("players/<str:number>/", players.player, name="league_player"),
    path("<slug:slug>/", public.season, name="league_season"),
    path("<slug:slug>/live/", matchdays.live, name="league_live"),
    path("<slug:slug>/calendar.ics", paper.season_calendar, name="league_season_calendar"),
    path("<slug:slug>/rulings/", public.rulings, name="league_rulings"),
    path("<slug:slug>/files/<str:name>", files.season_file, name="league_season_file"),
    path("<slug:slug>/clubs/<str:number>/", matchdays.club_day, name="league_club"),
    path("<slug:slug>/clubs/<str:number>/calendar.ics", paper.club_calendar, name="league_club_calendar"),
    path("<slug:slug>/<slug:code>/", public.series, name="league_series"),
    path("<slug:slug>/<slug:code>/scorers/", public.scorers, name="league_scorers"),
    path("<slug:slug>/<slug:code>/calendar.ics", paper.series_calendar, name="league_series_calendar"),
    path("<slug:slug>/<slug:code>/files/<str:name>", files.series_file, name="league_series_file"),
    path("<slug:slug>/<slug:code>/embed/", paper.embedded, name="league_embedded"),
]
captain_pages = [
    path("", captain.captain, name="captain"),
    path("<int:pk>/<slug:side>/", captain.captain_match, name="captain_match"),
    path("<int:pk>/<slug:side>/line-up/", captain.line_up, name="captain_line_up"),
    path("<int:pk>/<slug:side>/line-up/change/", captain.change_line_up, name="captain_change_line_up"),
    path("<int:pk>/<slug:side>/result/", captain.enter_result, name="captain_enter"),
    path("<int:pk>/<slug:side>/confirm/", captain.confirm, name="captain_confirm"),
    path("<int:pk>/<slug:side>/protest/", captain.protest, name="captain_protest"),
    path("<int:pk>/<slug:side>/photo/", photos.send_photo, name="captain_send_photo"),
    path("<int:pk>/<slug:side>/move/", moves.move, name="captain_move"),
    path("<int:pk>/<slug:side>/move/propose/", moves.propose_move, name="captain_propose_move"),
    path("<int:pk>/<slug:side>/move/answer/", moves.answer_move, name="captain_answer_move"),
    path("photos/<int:pk>/", photos.photo, name="captain_photo"),
    path("clubs/<slug:slug>/<str:number>/", clubs.club_season, name="league_club_season"),
    path("clubs/<slug:slug>/<str:number>/enter/", clubs.enter_teams, name="league_enter_teams"),
    path(
        "clubs/<slug:slug>/<str:number>/entries/<int:pk>/withdraw/", clubs.withdraw_entry, name="league_club_withdraws"
    ),
    path("clubs/<slug:slug>/<str:number>/propose/", clubs.propose_list, name="league_propose_list"),
    path("clubs/<slug:slug>/<str:number>/import/", clubs.import_list, name="league_import_list"),
    path("clubs/<slug:slug>/<str:number>/list.csv", clubs.list_table, name="league_list_table"),
]
office_pages = [
    path("", office.office, name="league_office"),
    path("matches/<int:pk>/", office.office_match, name="league_office_match"),
    path("matches/<int:pk>/result/", office.enter_result, name="league_enter"),
    path("matches/<int:pk>/confirm/", office.confirm_result, name="league_confirm"),
    path("matches/<int:pk>/arbiter/", office.appoint_arbiter, name="league_appoint"),
    path("matches/<int:pk>/rule/", office.rule_on_match, name="league_rule"),
    path("matches/<int:pk>/decide/", office.decide_finding, name="league_decide"),
    path("matches/<int:pk>/move/", office.move_match, name="league_move"),
    path("<slug:slug>/", office.office_season, name="league_office_season"),
    path("<slug:slug>/preparation/", preparation.preparation, name="league_office_preparation"),
    path("<slug:slug>/entries/accept/", preparation.accept_entries, name="league_accept_entries"),
    path("<slug:slug>/entries/<int:pk>/withdraw/", preparation.withdraw_entry, name="league_withdraw_entry"),
    path("<slug:slug>/series/<int:pk>/fixtures/", preparation.make_fixtures, name="league_make_fixtures"),
    path("<slug:slug>/rounds/<int:number>/report/", takeover.round_report, name="league_round_report"),
    path("<slug:slug>/take-over/", takeover.take_over, name="league_take_over"),
    path("<slug:slug>/compare/", takeover.compare, name="league_compare"),
    path("<slug:slug>/next/", preparation.following, name="league_office_next"),
    path("<slug:slug>/next/play-offs/", preparation.make_play_offs, name="league_make_play_offs"),
    path("<slug:slug>/next/copy/", preparation.copy_season, name="league_copy_season"),
]
urlpatterns = [
    path("interclubs/", include(public_pages)),
    path("captain/", include(captain_pages)),
    path("league-office/", include(office_pages)),
    path("confirm-result/<str:token>/", captain.confirm_result, name="confirm_result"),
]
