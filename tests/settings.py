"""The settings of the tests: the site's, with quick passwords, plain static files and a database file of their own."""

from federation import environment
from federation.settings import *  # noqa: F403 - every setting of the site
from federation.settings import DATABASES, JOB_HANDLERS, STORAGES, VAR_DIR

# A file, not memory: workers and threads of the tests open the same database.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "tests.sqlite3"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
JOB_HANDLERS = {
    **JOB_HANDLERS,
    "sleep": "tests.federation.background.handlers.sleep",
    "lose_connection": "tests.federation.background.handlers.lose_connection",
    "write": "tests.federation.background.handlers.write",
    "write_file": "tests.federation.background.handlers.write_file",
    "fill_database": "tests.federation.background.handlers.fill_database",
    "break": "tests.federation.background.handlers.break_down",
    "refuse": "tests.federation.background.handlers.refuse",
    "share": "tests.federation.background.handlers.share",
}
JOB_LEASE_SECONDS = environment.integer("JOB_LEASE_SECONDS", 3)
