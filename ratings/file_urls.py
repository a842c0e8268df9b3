"""Addresses of published files, and of what search engines read: the same in every language."""

from django.contrib.sitemaps import views as sitemap_views
from django.urls import path, register_converter
from django.urls.converters import StringConverter

from federation.members.number_addresses import NUMBER
from ratings.open_data.views import open_data
from ratings.players import club_views
from ratings.public import file_views
from ratings.public.sitemaps import SITEMAPS
from ratings.public_log import views as log_views


class FileName(StringConverter):
    """A name with an ending, so that no address of a page matches."""

    regex = r"[a-z0-9-]+\.[a-z0-9]+"


register_converter(FileName, "file_name")

urlpatterns = [
    path("lists/<slug:slug>/<slug:month>/bundle.zip", file_views.bundle, name="list_bundle"),
    path("lists/<slug:slug>/<slug:month>/<file_name:name>", file_views.download, name="list_file"),
    path(
        "lists/<slug:slug>/<slug:month>/birth-dates/<file_name:name>",
        file_views.with_birth_dates,
        name="list_file_with_birth_dates",
    ),
    path(f"clubs/{NUMBER}/members.json", club_views.members_file, name="club_file"),
    path("log/entries/<int:number>.json", log_views.entry, name="log_entry"),
    path("log/<path:path>", log_views.file, name="log_file"),
    path("published/<str:sha256>/<str:name>", file_views.published, name="published_file"),
    path("open-data.zip", open_data, name="open_data"),
    path("open-data.parquet.zip", open_data, {"kept_as": "parquet", "ending": "parquet.zip"}, name="open_data_parquet"),
    path("sitemap.xml", sitemap_views.index, {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap"}),
    path("sitemap-<slug:section>.xml", sitemap_views.sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
]
