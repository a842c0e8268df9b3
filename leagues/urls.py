"""The addresses of league seasons: public pages, the captain's and the officer's."""

from django.urls import include, path

from leagues.captain import views as captain
from leagues.office import preparation_views as preparation
from leagues.office import views as office
from leagues.public import views as public

public_pages = [
    path("", public.seasons, name="league_seasons"),
    path("matches/<int:pk>/", public.match, name="league_match"),
    path("teams/<int:pk>/", public.team, name="league_team"),
    path("<slug:slug>/", public.season, name="league_season"),
    path("<slug:slug>/<slug:code>/", public.series, name="league_series"),
    path("<slug:slug>/<slug:code>/scorers/", public.scorers, name="league_scorers"),
]
captain_pages = [
    path("", captain.captain, name="captain"),
    path("<int:pk>/<slug:side>/", captain.captain_match, name="captain_match"),
    path("<int:pk>/<slug:side>/line-up/", captain.line_up, name="captain_line_up"),
    path("<int:pk>/<slug:side>/line-up/change/", captain.change_line_up, name="captain_change_line_up"),
    path("<int:pk>/<slug:side>/result/", captain.enter_result, name="captain_enter"),
    path("<int:pk>/<slug:side>/confirm/", captain.confirm, name="captain_confirm"),
    path("<int:pk>/<slug:side>/protest/", captain.protest, name="captain_protest"),
]
office_pages = [
    path("", office.office, name="league_office"),
    path("matches/<int:pk>/", office.office_match, name="league_office_match"),
    path("matches/<int:pk>/rule/", office.rule_on_match, name="league_rule"),
    path("matches/<int:pk>/move/", office.move_match, name="league_move"),
    path("<slug:slug>/", office.office_season, name="league_office_season"),
    path("<slug:slug>/preparation/", preparation.preparation, name="league_office_preparation"),
    path("<slug:slug>/series/<int:pk>/fixtures/", preparation.make_fixtures, name="league_make_fixtures"),
    path("<slug:slug>/next/", preparation.following, name="league_office_next"),
    path("<slug:slug>/next/copy/", preparation.copy_season, name="league_copy_season"),
]
urlpatterns = [
    path("interclubs/", include(public_pages)),
    path("captain/", include(captain_pages)),
    path("league-office/", include(office_pages)),
    path("confirm-result/<str:token>/", captain.confirm_result, name="confirm_result"),
]
