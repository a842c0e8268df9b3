"""Addresses of published files: the same in every language."""

from django.urls import path

from ratings.views import files

urlpatterns = [
    path("lists/<slug:slug>/<slug:month>/list.<slug:extension>", files.download, name="list_file"),
    path("lists/<slug:slug>/<slug:month>/bundle.zip", files.bundle, name="list_bundle"),
    path("published/<str:sha256>/<str:name>", files.published, name="published_file"),
]
