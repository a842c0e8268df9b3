# `make install`, `make run`, `make test`, `make test-quick`, `make lint`, `make bench`, `make messages`: see README.md and CONTRIBUTING.md.
PYTHON := .venv/bin/python
LANGUAGES := fr nl de
QUIET_UNTIL_DONE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# For Python 3.11 and newer on Linux and macOS; with digests, and without the name of an index.
LOCK = $(PYTHON) -m uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-header $(LATEST)

.PHONY: install dev programs run test test-quick test-sqlite test-postgres test-browser test-more lint lock audit tag bench messages \
	quick-ratings quick-rest sqlite-rest sqlite-ratings sqlite-tournaments postgres postgres-more \
	long long-files long-tests long-postgres crowd more-examples

install:  ## the environment of the site
	@./run install

dev:  ## the environment of tests, lint and benchmarks
	@./run install --dev

programs: dev  ## Chromium and other programs for the tests, if they can be installed; warns of what is missing
	@$(PYTHON) -m tests.services

run:
	@./run

# On SQLite every test that does not take long, and those in Chromium; on PostgreSQL the rooms whose SQL, locks or jobs
# are their own. `make test-more` runs the others: those that take long, every other test that opens a database on
# PostgreSQL, and four times as many examples of each property. CI runs `make test long`.
SQLITE := sqlite-rest sqlite-ratings sqlite-tournaments
# Each part takes as long as another: if one does not, give some of its tests to another one.
OUTSIDE_APPS = $(filter-out $(LONG),$(wildcard tests/test_*.py))
POSTGRES_ROOMS := $(addprefix tests/federation/,audit background database imports) \
	$(addprefix tests/tournaments/,corrections test_tasks.py) \
	$(addprefix tests/ratings/,calculation/test_store.py lists/test_publication.py lists/test_rating_run.py test_tasks.py)
PAGE_FILES := $(addprefix test_*,views.py pages.py form.py forms.py mails.py tables.py conditional.py admin_site.py)
PAGE_ROOMS := $(wildcard tests/*/admin tests/*/public tests/*/my_club tests/*/bundle)
NO_PAGES := $(PAGE_FILES:%=--ignore-glob='*/%') $(PAGE_ROOMS:%=--ignore=%)
LONG := $(addprefix tests/,attacks benchmarks test_admin_saves.py test_demo.py test_fuzz.py test_plugin.py test_run.py \
	test_seventh_profile.py test_upgrade.py) \
	$(addprefix tests/browser/,test_accessibility.py test_backtest_pages.py) \
	$(addprefix tests/federation/,accounts/test_hashing.py admin/test_odd_input.py background/test_faults.py \
	erasure/test_erasing.py files/test_bucket.py server) \
	$(addprefix tests/ratings/,api/test_schemathesis.py systems/common/test_compiled_loops.py verification/test_attacks.py) \
	$(addprefix tests/ratings/lists/,test_inputs.py test_late_corrections.py test_real_periods.py \
	test_synthetic_periods.py test_worker.py) \
	$(addprefix tests/tournaments/,formats/trf/test_robustness.py intake/test_real_files.py public/test_trf_facts.py)
# What takes long, as files and as single marked tests. Without them no test needs schemathesis, which loads slowly.
NOT_LONG := -m "not long" -p no:schemathesis $(LONG:%=--ignore=%)

CROWD := tests/federation/server/test_update.py::test_two_hundred_readers_and_five_senders_notice_no_update_on_postgresql

# What runs after each change: pure rooms and verbs, few examples of each property, nothing that waits for a worker.
QUICK := quick-ratings quick-rest
QUICK_REST := tests/tournaments tests/leagues
SLOW_ROOMS := $(addprefix tests/federation/,accounts audit background database files imports/test_undo.py invitations logins) \
	$(addprefix tests/federation/,management own_data privacy server_state structure web) \
	$(addprefix tests/ratings/,api backtests checklist embeds exports living management open_data players public_log records) \
	$(addprefix tests/ratings/,simulator verification) \
	$(addprefix tests/tournaments/,claims corrections deadlines demo duplicates management models on_site updates) \
	$(addprefix tests/leagues/,files matches to_rating)
NOT_QUICK := $(NO_PAGES) $(NOT_LONG) $(SLOW_ROOMS:%=--ignore=%)

# Compiled modules are kept even if the environment says otherwise: every part and every worker would compile them again.
$(QUICK) $(SQLITE) postgres postgres-more test-browser long-files long-tests long-postgres crowd more-examples: export PYTHONDONTWRITEBYTECODE :=

test: dev programs  ## the tests, side by side; each part prints its output when it is over
	@$(MAKE) --no-print-directory --jobs 4 --keep-going $(QUIET_UNTIL_DONE) sqlite-rest sqlite-tournaments postgres sqlite-ratings test-browser

test-more: dev programs  ## what takes longer: whole servers, attacks, upgrades, and the rest on PostgreSQL
	@$(MAKE) --no-print-directory --jobs 2 --keep-going $(QUIET_UNTIL_DONE) postgres-more long crowd more-examples

test-quick: dev  ## pure rooms and verbs, on SQLite, in about a minute on two cores
	@$(MAKE) --no-print-directory --jobs 2 --keep-going $(QUIET_UNTIL_DONE) $(QUICK)

quick-rest:
	@EXAMPLES=5 $(PYTHON) -m pytest -q $(QUICK_REST) $(NOT_QUICK)

quick-ratings:
	@EXAMPLES=5 $(PYTHON) -m pytest -q tests/ratings tests/federation $(QUICK_REST:%=--ignore=%) $(NOT_QUICK)

test-sqlite: $(SQLITE)  ## all tests but those in a browser

test-postgres: postgres postgres-more  ## all tests that use a database

test-browser:  ## pages in Chromium
	@echo "== SQLite: pages in Chromium"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/browser $(NOT_LONG)

sqlite-ratings:
	@echo "== SQLite: ratings, and tests outside the apps"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/ratings $(OUTSIDE_APPS) $(NOT_LONG)

sqlite-tournaments:
	@echo "== SQLite: tournaments"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/tournaments $(NOT_LONG)

sqlite-rest:
	@echo "== SQLite: the federation, and leagues"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests --ignore=tests/ratings --ignore=tests/tournaments --ignore=tests/browser $(OUTSIDE_APPS:%=--ignore=%) $(NOT_LONG)

postgres:
	@echo "== PostgreSQL: SQL, locks and jobs"
	@TEST_DB=postgres $(PYTHON) -m pytest -m "not long" -p no:schemathesis $(POSTGRES_ROOMS)

postgres-more:
	@echo "== PostgreSQL: every other test that opens a database"
	@TEST_DB=postgres $(PYTHON) -m pytest tests/federation tests/tournaments tests/ratings tests/leagues \
		$(addprefix --ignore=,$(POSTGRES_ROOMS) tests/tournaments/formats tests/ratings/systems tests/federation/server)

long: long-files long-tests long-postgres

long-files:
	@echo "== SQLite: what takes long"
	@TEST_DB=sqlite $(PYTHON) -m pytest $(LONG) --deselect=$(CROWD)

long-tests:
	@echo "== SQLite: single tests that take long"
	@TEST_DB=sqlite $(PYTHON) -m pytest -m long tests $(LONG:%=--ignore=%)

long-postgres:
	@echo "== PostgreSQL: tests of SQL, locks and jobs that take long"
	@TEST_DB=postgres $(PYTHON) -m pytest -m long -p no:schemathesis $(POSTGRES_ROOMS)

crowd:
	@echo "== PostgreSQL: an update under two hundred readers, alone on the machine"
	@TEST_DB=sqlite $(PYTHON) -m pytest $(CROWD)

more-examples:
	@echo "== SQLite: more examples of each property"
	@TEST_DB=sqlite EXAMPLES=50 $(PYTHON) -m pytest -m hypothesis tests

lint: dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	DATABASE_URL=sqlite:///:memory: $(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m pytest -q tests/test_architecture.py

lock: dev  ## the locks of the ranges in requirements*.txt; LATEST=--upgrade takes the latest versions
	$(LOCK) requirements-dev.txt --output-file requirements-dev.lock
	$(LOCK) requirements-fast.txt --constraints requirements-dev.lock --output-file requirements-fast.lock
	$(LOCK) requirements-parquet.txt --constraints requirements-dev.lock --output-file requirements-parquet.lock
	$(LOCK) requirements-s3.txt --constraints requirements-dev.lock --output-file requirements-s3.lock
	$(LOCK) requirements.txt --constraints requirements-dev.lock --output-file requirements.lock

audit: dev  ## flaws known of what is locked
	@$(PYTHON) -m tests.audit

tag:  ## the tag of this version, with its notes from CHANGELOG.md; `./run server update` takes the newest
	@version=$$(sed -n 's/^__version__ = "\(.*\)"/\1/p' federation/__init__.py) && \
		awk -v title="## $$version " 'index($$0, title) == 1 {on = 1; next} /^## / {on = 0} on' CHANGELOG.md | \
		git tag -a "v$$version" --cleanup=verbatim -F -

bench: dev  ## measures and writes benchmarks/README.md
	$(PYTHON) -m benchmarks

messages: dev  ## collects the sentences of code and templates (needs xgettext, Debian: gettext) and compiles the catalogues
	$(PYTHON) manage.py makemessages $(LANGUAGES:%=--locale %) --no-obsolete --no-location --ignore tests --ignore var --ignore .venv
	@# Whatever the version of gettext, lines break at the same places: who collects nothing new changes nothing.
	$(PYTHON) -c "import pathlib, polib; [(po.save(), po.save_as_mofile(po.fpath.removesuffix('po') + 'mo')) \
		for po in map(polib.pofile, map(str, pathlib.Path('federation/locale').rglob('*.po')))]"
