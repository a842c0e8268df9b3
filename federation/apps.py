"""The federation app."""

from django.apps import AppConfig, apps
from django.contrib.admin import apps as admin_apps
from django.core import checks
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _

from federation.audit import triggers
from federation.database import acts
from federation.database.migration_check import check_migrations
from federation.database.private_file import close_to_others
from federation.profiles.catalogues import use_words_of_the_profile
from federation.staff_groups import make_groups


class OfficeConfig(admin_apps.AdminConfig):
    """Django's admin with a site of our own."""

    default = False
    default_site = "federation.admin_site.Site"


class FederationConfig(AppConfig):
    """Collects what apps declare (jobs, what is audited, what is personal), checks migrations, and keeps staff groups
    and triggers up to date.
    """

    name = "federation"
    verbose_name = _("Federation")

    def ready(self) -> None:
        """Collect what apps declare, register checks, take the words of the profile, make groups and triggers later on.

        The groups of staff need all permissions, and triggers all tables.
        Django sends the signal for one app after the other: at auth's turn our apps, listed before it, have theirs.
        """
        autodiscover_modules("tasks", "audited", "erasure.personal", "amendments.in_use", "structure.hats")
        checks.register(check_migrations, checks.Tags.database)
        checks.register(triggers.check_triggers, checks.Tags.database)
        connection_created.connect(close_to_others)
        use_words_of_the_profile()
        connection_created.connect(acts.introduce)
        pre_migrate.connect(triggers.uninstall, sender=self)
        post_migrate.connect(make_groups, sender=apps.get_app_config("auth"))
        post_migrate.connect(triggers.install, sender=apps.get_app_config("auth"))
