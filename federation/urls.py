"""All addresses of the site. They begin with the language, unless it is that of the site (`LANGUAGE_CODE`)."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path, re_path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView, TemplateView

from federation.api.views import page as api_page
from federation.appearance import views as looks
from federation.server_state import site_file_views as site_files
from federation.server_state.views import server_state
from federation.web.language import choose_language

handler500 = "federation.web.unavailable.error_page"
urlpatterns = [
    path("language/<slug:language>/", choose_language, name="choose_language"),
    path("language/<slug:language>/<path:page>", choose_language),
    path("colours.css", looks.colours, name="colours"),
    path("logo/<slug:digest>.<slug:kind>", looks.logo, name="logo"),
    path("manifest.webmanifest", site_files.manifest, name="manifest"),
    path(".well-known/security.txt", site_files.security_txt, name="security_txt"),
    path(".well-known/change-password", require_safe(RedirectView.as_view(pattern_name="change_password"))),
    path("favicon.ico", site_files.favicon),
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain")),
    path("", include("ratings.file_urls")),
    path("api/v1/", include("ratings.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("federation.api.urls")),  # the last one: it answers all other addresses below it, too
    *i18n_patterns(
        path("", include("ratings.urls")),  # the pages that are read most are found first
        path("", include("tournaments.urls")),
        path("", include("leagues.urls")),
        path("offices/", include("federation.structure.urls")),
        path("my-club/", include("federation.desk.urls")),
        path("office/", include("federation.office.urls")),
        path("", include("federation.search.urls")),
        path("treasury/", include("federation.treasury.urls")),
        path("admin/server/", admin.site.admin_view(server_state), name="server_state"),
        path("admin/appearance/", admin.site.admin_view(looks.appearance), name="appearance"),
        path("admin/appearance/<int:pk>/", admin.site.admin_view(looks.preview), name="appearance_preview"),
        path(
            "admin/appearance/<int:pk>/colours.css",
            admin.site.admin_view(looks.preview_colours),
            name="appearance_preview_colours",
        ),
        path("admin/", admin.site.urls),
        path("api/", api_page, name="api"),
        path("", include("federation.logins.urls")),
        path("", include("federation.invitations.urls")),
        path("privacy/", include("federation.privacy.urls")),
        path("", include("federation.own_data.urls")),
        prefix_default_language=False,
    ),
    # An address with the site's own language redirects to the page. Not permanently: LANGUAGE_CODE may change.
    re_path(rf"^{settings.LANGUAGE_CODE}/(?P<rest>(?!/).*)$", RedirectView.as_view(url="/%(rest)s", query_string=True)),
]
