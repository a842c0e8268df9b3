"""Settings of the site, from environment variables (deploy/README.md, "Settings"); the defaults run the demo."""

from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from federation import environment

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = environment.path("VAR_DIR", BASE_DIR / "var")

# -- Mode ---------------------------------------------------------------------------------------------------------
DEMO_KEY = "demo-key-known-to-everybody-never-for-a-real-federation"
PRODUCTION = environment.boolean("PRODUCTION", False)
DEBUG = environment.boolean("DEBUG", False)
SECRET_KEY = environment.text("SECRET_KEY", DEMO_KEY)
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")
CSRF_FAILURE_VIEW = "federation.logins.views.stale_form"
if PRODUCTION and (SECRET_KEY == DEMO_KEY or len(SECRET_KEY) < 50):
    raise ImproperlyConfigured("PRODUCTION=1 needs a SECRET_KEY of its own, at least 50 characters long.")
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("PRODUCTION=1 and DEBUG=1 exclude each other.")
if PRODUCTION and not environment.words("ALLOWED_HOSTS", []):
    raise ImproperlyConfigured("PRODUCTION=1 needs ALLOWED_HOSTS: the names under which the site is reached.")

# -- The federation -----------------------------------------------------------------------------------------------
# What differs from federation to federation: a code of federation/profiles/, or the path of a folder like those.
FEDERATION_PROFILE = environment.text("FEDERATION_PROFILE", "be-frbe")
PROFILE = environment.profile(FEDERATION_PROFILE).federation
for _variable, _same in (("FEDERATION_CODE", PROFILE.country), ("UNAFFILIATED_POLICY", "charge")):
    environment.replaced(_variable, _same, "FEDERATION_PROFILE")
FEDERATION_NAME = environment.text("FEDERATION_NAME", "Classement")
CONTACT = environment.contact("CONTACT")  # who answers players

# -- Applications -------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "leagues",
    "ratings",
    "tournaments",
    "federation",
    "federation.apps.OfficeConfig",  # django.contrib.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_tables2",
    "django_filters",
    "django_htmx",
    "import_export",
    "csp",
    "axes",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]
MIDDLEWARE = [
    "federation.background.health.answer_monitors",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "federation.web.gzip.PageGZipMiddleware",
    "federation.web.language.lead_home",
    "federation.web.no_store.keep_private",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    *([] if PRODUCTION else ["tournaments.demo.loading.wait_for_demo"]),
    "federation.i18n.hreflang.add_links",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "federation.logins.second_factor.require",
    "federation.structure.hats.put_on",
    "federation.accounts.session_store.note_use",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "federation.accounts.resume_form.ask_to_log_in",
    "axes.middleware.AxesMiddleware",
    "federation.audit.request_act.NameActs",
    "federation.privacy.looks.keep_log",
    "federation.web.unavailable.Unavailable",
]
ROOT_URLCONF = "federation.urls"
WSGI_APPLICATION = "federation.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "federation.context_processors.site",
            ],
        },
    },
]

# -- Data ---------------------------------------------------------------------------------------------------------
if PRODUCTION and not environment.words("DATABASE_URL", []):
    raise ImproperlyConfigured("PRODUCTION=1 needs DATABASE_URL: where the database of the federation is.")
DATABASES = {"default": environment.database("DATABASE_URL", VAR_DIR / "classement.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MEDIA_ROOT = environment.path("MEDIA_ROOT", VAR_DIR / "media")  # uploads and previews: never served
PUBLISHED_ROOT = MEDIA_ROOT / "published"  # rendered pages and downloads of published lists: served as they are
LOG_ROOT = MEDIA_ROOT / "log"  # the public log, served as it is (ratings/public_log/)
SPOOL_ROOT = MEDIA_ROOT / "spool"  # files sent while the database was away (tournaments/intake/spool.py)
LOG_KEY = environment.path("LOG_KEY", VAR_DIR / "keys" / "public_log.pem")  # signs it; made at the first start
log_name = f"{ALLOWED_HOSTS[0].lstrip('.') if PRODUCTION else 'localhost:8000'}/log"
LOG_ORIGIN = environment.text("LOG_ORIGIN", log_name)  # its name in checkpoints: it stays when the site moves
ERASED_NUMBERS = VAR_DIR / "erased_numbers.txt"  # of people who stay erased when a backup is restored
DEMO_ROOT = VAR_DIR / "demo"  # the demo's tournament files
DEMO_PROGRESS = VAR_DIR / "demo_progress"  # there while the demo is loaded: how many percent of it are
# Of uploads and published files, where several machines share no folder (deploy/README.md).
MEDIA_BUCKET = environment.bucket("MEDIA_BUCKET")
STORAGES = {
    "default": (
        {"BACKEND": "federation.files.bucket_storage.BucketStorage", "OPTIONS": MEDIA_BUCKET}
        if MEDIA_BUCKET
        else {"BACKEND": "federation.files.private_storage.PrivateStorage"}
    ),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
STATIC_URL = "/static/"
STATIC_ROOT = environment.path("STATIC_ROOT", VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
UPLOAD_LIMIT = environment.integer("UPLOAD_LIMIT", 20 * 1024 * 1024, at_least=1)  # bytes of one tournament file
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_LIMIT + 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000

# -- Hooks --------------------------------------------------------------------------------------------------------
# Functions of all apps that the federation calls without knowing them (federation/hooks.py): arguments -> result.
# (request, page, fields) -> Place | None: the page on which a form stands, in words (accounts/resume_form_words.py)
FORM_DESCRIPTIONS = ["federation.accounts.resume_form_words.in_admin", "tournaments.my_club.resume_form_words.in_room"]
# (members) -> lines of text: what needs these members; they are not deleted then (admin/members.py)
MEMBER_REFERENCES = ["ratings.players.kept_ratings.listed_members"]
# (members) -> {name of a table: rows}: what is stored of them where no foreign key leads to it (members/data_export.py)
PERSONAL_DATA = [
    *("ratings.players.kept_ratings.kept_ratings", "federation.privacy.kept_audit.kept_audit"),
    "federation.privacy.looks.kept_looks",
]
# (members) -> sentences: why they cannot be erased now (erasure/erasures.py)
ERASURE_BLOCKERS = ["tournaments.claims.erasing.open_claims"]
# (person) before a person is erased: removes files that name them (erasure/erasing.py)
ERASED_FILES = ["tournaments.erasure.originals.remove_those_of", "tournaments.claims.erasing.remove_evidence"]
ERASED_FILES += ["leagues.erasure.sheets.remove_photos"]
# (person) -> emptied rows, in the transaction that erases a person: beside what `erasure.personal` names (the same)
ERASED_ROWS = ["tournaments.erasure.unmatched.erase"]
# (person) in the same transaction, after the person was taken out of all texts (the same)
ERASED_TEXTS = ["ratings.erasure.closed_openings.close_openings"]
# () once a day: removes what is kept no longer (background/cleanup.py)
CLEANING = ["federation.privacy.retention.sweep", "leagues.matches.photos.remove_old"]
# () -> what else is kept, and for how many days (privacy/retention.py)
ALSO_KEPT = ["leagues.matches.photos.kept"]
# (accepted before, refused before) once a day: removes the originals of these tournaments (privacy/retention.py)
OLD_UPLOADS = ["tournaments.erasure.originals.remove_old"]
# (numbers) after a backup was restored: erases these people again (background/restoring.py)
RESTORED = ["federation.erasure.replay.erase_again"]
# () in the transaction that hides members or shows them again: withdraws stored files (members/hiding.py)
MEMBERS_HIDDEN = ["ratings.public.rendering.withdraw_everything"]
# () in the transaction that puts colours or a logo into force: writes stored pages again (appearance/choose.py)
COLOURS_CHOSEN = ["ratings.lists.job_queue.queue_stale_rendering"]
# (member) -> pool, rating, date and address of each list in which they stand today (office/member_card.py)
RATINGS_OF_MEMBER = ["ratings.players.member_ratings.in_words"]
# (ids of pairings) -> {id: match and board in words, address of the match}: games of teams (ratings/players/ledger.py)
TEAM_MATCHES = ["leagues.to_rating.team_matches.team_matches"]
# (tournament) -> fields of tournaments.public.lines.Figures, None if no list holds it (tournaments/public)
TOURNAMENT_FIGURES = ["ratings.review.tournament_figures.figures"]
# (club) -> teams: name, series and address of each in the seasons that run (ratings/players/club_views.py)
CLUB_TEAMS = ["leagues.public.club_teams.club_teams"]
# (today) -> days of the coming year in the calendar of all, beside those of the rules (ratings/embeds)
CALENDAR_DAYS = ["leagues.public.season_days.season_days"]
# (first day) -> ids of the pairings since then whose result both sides confirmed (ratings/statistics)
CONFIRMED_GAMES = ["leagues.matches.confirmed_games.confirmed_games"]
# (members' ids, pace, day) -> {id: rating}: what they are rated in the list that holds on that day (FIDE reports)
RATINGS_IN_FORCE = ["ratings.players.member_ratings.ratings_in_force"]
# () -> of each rating type: discipline, paces, days of the last and the next list (tournaments/review/list_days.py)
LIST_DAYS = ["ratings.review.list_days.list_days"]
# (change, user) -> HTML: what a change would do to the ratings, shown before it is made (web/dry_run.py)
RATING_IMPACT = ["ratings.review.impact_text.describe_impact"]
# (tournament): after an accepted tournament was corrected (tournaments/corrections/correct.py)
CORRECTION_MADE = ["ratings.lists.job_queue.queue_public_log"]
# (disciplines and paces concerned, all if empty) in the transaction that changes the facts behind the next lists
RATED_FACTS_CHANGED = ["ratings.living.job_queue.queue_living"]
# (user) -> address of the page that revises lists after a correction, "" if the user may not (tournaments/admin)
REVISIONS_PAGE = ["ratings.lists.revision_plan.revisions_page"]
# (count) -> the latest corrections that name nobody, for the home page (ratings/home)
LATEST_CORRECTIONS = ["tournaments.corrections.public_corrections.latest_corrections"]
# (ids of corrections) -> {id: title and address of each public list revised for it} (tournaments/corrections)
LISTS_REVISED = ["ratings.lists.taken_in.lists_revised"]
# (id of a list, as text) -> its title and the corrections that it takes in, None if there is none (the same)
CORRECTIONS_OF_LIST = ["ratings.lists.taken_in.corrections_of_list"]
# (ids of tournament, game or None, member) -> day on which the first list with it was published (tournaments/claims)
FIRST_PUBLISHED = ["ratings.lists.taken_in.first_published"]
# (user) -> lines with links: what waits for this person, on the first page of the admin, in this order (dashboard.py)
DASHBOARD = [
    *("tournaments.dashboard.tournaments", "ratings.dashboard.lists", "ratings.dashboard.verification"),
    *("federation.erasure.waiting.erasures", "federation.dashboard.club_requests"),
    *("federation.dashboard.background_work", "federation.dashboard.audit"),
]
# (user) -> sections of lines with a clock and a button: what waits for an officer, in this order (office/inbox.py)
OFFICE_INBOX = [
    *("tournaments.my_club.inbox.inbox", "ratings.dashboard.inbox", "leagues.office.inbox.inbox"),
    *("federation.office.inbox.members", "federation.office.inbox.money", "federation.office.inbox.server"),
]
# (user) -> lines with links: how things are, below what waits (dashboard.py)
STATE_OF_THINGS = [
    *("ratings.dashboard.verified", "tournaments.dashboard.admissions"),
    *("federation.dashboard.money", "federation.dashboard.server"),
]
# (user) -> lines with links: what a new site still lacks, on the same page (dashboard.py)
FIRST_STEPS = ["federation.dashboard.people", "ratings.dashboard.pools"]
# (demo, stored password) -> lines of logins: what the demo has beside people, tournaments and lists (loaddemo)
DEMO_PARTS = ["leagues.demo.season.load"]
# () -> path below MEDIA_ROOT and SHA-256 of each file that rows name (background/backup_checks.py)
STORED_FILES = [
    *("tournaments.intake.stored_files.uploads", "tournaments.claims.stored_files.evidence"),
    *("ratings.public.rendering.stored_files", "leagues.matches.photos.stored_files"),
]
# (request) in the transaction that decides on a member's request for a correction (privacy/rectifications.py)
RECTIFICATION_DECIDED = ["federation.own_data.member_notices.request_decided"]
# () -> queues work that is done once a night (background/nightly.py)
NIGHTLY = [
    *("federation.own_data.member_notices.queue", "federation.office.near_duplicates.queue"),
    *("ratings.living.job_queue.queue_overdue", "tournaments.deadlines.reminders.queue"),
    *("tournaments.standings.outcomes.queue", "federation.enrolment.transfers.queue", "federation.audit.nightly.queue"),
    *("tournaments.review.forwarding.queue", "ratings.verification.nightly.queue", "ratings.statistics.counting.queue"),
    *("tournaments.intake.private.queue", "tournaments.claims.claims.queue", "leagues.matches.reminders.queue"),
    *("ratings.open_data.nightly.queue", "federation.own_data.digests.queue", "ratings.public_log.nightly.queue"),
]
# (user, clubs) -> what waits for the people of these clubs, on the first page of "My club" (desk/waiting.py)
MY_CLUB_WAITING = [
    *("tournaments.my_club.waiting.tournaments", "tournaments.claims.waiting.claims"),
    *("tournaments.deadlines.reminders.announced", "federation.desk.waiting.members"),
    "leagues.captain.waiting.matches",
]
# (members' ids, day) -> ids of those who have played since that day (enrolment/receipts.py)
PLAYED_SINCE = ["tournaments.intake.played_since.played_since"]
# () -> what is due at some moment: files sent while the database was away, line-ups (sweep_jobs.py, every few seconds)
TAKE_IN = ["tournaments.intake.spool.take_in", "leagues.matches.reminders.sweep", "federation.search.index.follow"]
# Sources of what can be searched, in the order of the results; objects, not functions (search/sources.py)
SEARCHED = [
    *("ratings.searched.MEMBERS", "ratings.searched.CLUBS", "tournaments.searched.TOURNAMENTS"),
    *("ratings.searched.LISTS", "tournaments.searched.ARTICLES"),
]
# () -> lines of text for monitors, after the word whether the site works (background/health.py)
HEALTH = ["ratings.verification.nightly.health_lines", "federation.audit.nightly.health_lines"]
# () -> number and hash of audit entries that something published names, and its name (audit/verification.py)
AUDIT_HEADS = ["ratings.lists.audit_heads.named_heads"]

# -- Jobs ---------------------------------------------------------------------------------------------------------
# The Job row is the truth; the broker only wakes a worker (federation/background/jobs.py). Each kind of job is declared
# in the tasks.py of its app (federation/background/kinds.py).
JOB_LEASE_SECONDS = environment.integer("JOB_LEASE_SECONDS", 15, at_least=3)
JOBS_KEPT_DAYS = environment.integer("JOBS_KEPT_DAYS", 90, at_least=1)  # those that are done
private_socket = VAR_DIR / "broker" / "broker.sock"  # where `./run` listens: commands beside it reach its worker
CELERY_BROKER_URL = environment.broker(
    "REDIS_URL", f"unix://{private_socket}" if private_socket.exists() else "redis://127.0.0.1:6379/0"
)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # A frozen broker must not hang a web request: fail fast, the sweeper sends again.
    "socket_timeout": 2,
    "socket_connect_timeout": 2,
    "max_retries": 0,
    "visibility_timeout": 3600,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 3600  # a job that hangs would renew its lease for ever: its process is ended

# -- Languages ----------------------------------------------------------------------------------------------------
FORMAT_MODULE_PATH = "federation.date_formats"
DATE_FORMAT, SHORT_DATE_FORMAT = "j F Y", "d/m/Y"  # of commands, which speak English without saying so
_NAMES = {"fr": "Français", "nl": "Nederlands", "de": "Deutsch", "en": "English"}
LANGUAGES = [(code, _NAMES[code]) for code in PROFILE.languages]
# That of the addresses without a language.
LANGUAGE_CODE = environment.one_of("LANGUAGE_CODE", PROFILE.languages, PROFILE.languages[0])
LANGUAGE_COOKIE_NAME = "language"  # what the switch of languages remembers (federation/web/language.py)
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # seconds
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [
    BASE_DIR / "federation" / "locale",
    environment.package("rest_framework") / "locale",  # its error sentences; the rest of it is for pages of its own
]
TIME_ZONE = environment.time_zone("TIME_ZONE", PROFILE.time_zone)
USE_TZ = True

# -- Mail ---------------------------------------------------------------------------------------------------------
(EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_USE_SSL) = environment.mail_server(
    "EMAIL_URL"
)
DEFAULT_FROM_EMAIL = environment.mail_address("EMAIL_FROM") if EMAIL_HOST else ""
EMAIL_TIMEOUT = 10  # seconds
# Where the pages are that mails lead to.
THIS_SITE = f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if PRODUCTION else "http://localhost:8000"
SITE_URL = environment.origin("SITE_URL", THIS_SITE) if EMAIL_HOST else ""

# -- People and security ------------------------------------------------------------------------------------------
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "my_club"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_HASHERS = ["federation.accounts.hashing.Argon2", "federation.accounts.hashing.PBKDF2"]
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds for which the link of a mail is good
# A second factor is required of staff and of officers of clubs and units (federation/logins/second_factor.py).
# Logins that need none, * for all of them: those of the demo, which it prints.
SECOND_FACTOR_EXEMPT = environment.words("SECOND_FACTOR_EXEMPT", [] if PRODUCTION else environment.DEMO_LOGINS)
if PRODUCTION and SECOND_FACTOR_EXEMPT:
    raise ImproperlyConfigured("PRODUCTION=1 and SECOND_FACTOR_EXEMPT exclude each other: nobody is exempt there.")
ACCOUNT_ADAPTER = "federation.logins.adapters.AccountAdapter"
ACCOUNT_EMAIL_VERIFICATION = "none"  # allauth sends no mail and signs nobody up
ACCOUNT_RATE_LIMITS = False  # axes counts, in the database (federation/accounts/lockout.py)
MFA_ADAPTER = "federation.logins.adapters.FactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "federation.logins.second_factor_forms.CodeForm",
    "authenticate_webauthn": "federation.logins.second_factor_forms.PasskeyForm",
}
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1  # codes before and after, for clocks that are wrong by half a minute
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION  # http://localhost
AXES_FAILURE_LIMIT = 5  # also of mails to one address, and of one client (federation/accounts/password_reset.py)
AXES_COOLOFF_TIME = 1  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], ["username"], ["ip_address"]]  # accounts.lockout.LIMITS
AXES_HANDLER = "federation.accounts.lockout.Handler"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # else one who keeps trying locks a club's house out for ever
AXES_USERNAME_CALLABLE = "federation.accounts.lockout.login_name"
AXES_LOCKOUT_CALLABLE = "federation.accounts.lockout.locked"
AXES_ENABLE_ADMIN = False
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "federation.accounts.session_store"
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],  # the admin's own icons
        "object-src": [NONE],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
    }
}
if PRODUCTION:
    SECURE_SSL_REDIRECT = environment.boolean("SECURE_SSL_REDIRECT", True)
    SECURE_HSTS_SECONDS = environment.integer("SECURE_HSTS_SECONDS", 31_536_000)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # Only who asks for it: a host name on the browsers' lists is hard to take off again.
    SECURE_HSTS_PRELOAD = environment.boolean("SECURE_HSTS_PRELOAD", False)
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    # The proxy in front (deploy/nginx.conf) sets both of these headers itself.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    AXES_CLIENT_IP_CALLABLE = "federation.web.proxy.client_address"

# -- API (federation/api/) -------------------------------------------------------------------------------------------
API_REQUESTS_A_MINUTE = environment.integer("API_REQUESTS_A_MINUTE", 60, at_least=1)  # of a client without a token
REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "federation.api.problems.answer",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": FEDERATION_NAME,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
}
_MEMORY = "django.core.cache.backends.locmem.LocMemCache"  # of this process
CACHES = {
    "default": {"BACKEND": _MEMORY},
    "throttles": environment.redis_cache(CELERY_BROKER_URL),  # of all processes; below, of one without a broker
    "own_throttles": {"BACKEND": _MEMORY, "LOCATION": "throttles", "OPTIONS": {"MAX_ENTRIES": 10_000}},
}

# -- Spreadsheets in the admin ------------------------------------------------------------------------------------
IMPORT_EXPORT_IMPORT_PERMISSION_CODE = IMPORT_EXPORT_EXPORT_PERMISSION_CODE = "change"
DJANGO_TABLES2_TEMPLATE = "tables/table.html"
METRICS_TOKEN = environment.text("METRICS_TOKEN", "")  # without it there are no metrics (background/metrics.py)
LOGGING = environment.logging_to_console("LOG_LEVEL")
