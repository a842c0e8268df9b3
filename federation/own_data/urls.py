"""The addresses of one's own data and notices."""

from django.urls import path

from federation.own_data import feeds, views

urlpatterns = [
    path("my-data/", views.own_data, name="own_data"),
    path("my-data/notices/", views.choose_notices, name="choose_notices"),
    path("my-data/delete-account/", views.delete_account, name="delete_account"),
    path("my-data/<int:pk>/visibility/", views.visibility, name="own_visibility"),
    path("my-data/<int:pk>/correct/", views.correct, name="own_correction"),
    path("my-data/<int:pk>/data.json", views.download, name="own_download"),
    path("notices/<str:token>.atom", feeds.NoticesFeed(), name="notices_feed"),
    path("notices/stop/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
