"""The settings of the tests: the site's, with quick passwords, plain static files and a database file of their own."""

from federation import environment
from federation.settings import *  # noqa: F403 - every setting of the site
from federation.settings import DATABASES, INSTALLED_APPS, STORAGES, VAR_DIR

# A file, not memory: workers and threads of the tests open the same database.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "tests.sqlite3"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
INSTALLED_APPS = [*INSTALLED_APPS, "tests.federation.background"]  # kinds of jobs for the tests of jobs
JOB_LEASE_SECONDS = environment.integer("JOB_LEASE_SECONDS", 3)
SECOND_FACTOR_EXEMPT = ["*"]  # tests of the second factor ask for it
API_REQUESTS_A_MINUTE = 1_000_000  # a test of the limit sets its own
