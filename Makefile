# `make install`, `make run`, `make test`, `make test-quick`, `make lint`, `make bench`, `make messages`: see README.md and CONTRIBUTING.md.
PYTHON := .venv/bin/python
LANGUAGES := fr nl de
QUIET_UNTIL_DONE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# For Python 3.11 and newer on Linux and macOS; with digests, and without the name of an index.
LOCK = $(PYTHON) -m uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-header $(LATEST)

.PHONY: install dev programs run test test-quick test-sqlite test-postgres test-browser test-server lint lock audit tag bench messages \
	quick-ratings quick-rest sqlite-rest sqlite-ratings sqlite-tournaments postgres-rest postgres-ratings postgres-pages

install:  ## the environment of the site
	@./run install

dev:  ## the environment of tests, lint and benchmarks
	@./run install --dev

programs: dev  ## Chromium and others for the tests, where they can be installed; says loudly what is missing
	@$(PYTHON) -m tests.services

run:
	@./run

# The suite in parts of about the same length: two at work, one more while tests of another wait for a worker.
# On PostgreSQL run the tests that open a database; tests/plugin.py leaves out the others. Tests of pages, forms, mails and
# bundles, which ask what the tests of verbs ask, run there with `make test-postgres` alone: all of them twice take much
# longer. `make test-server` runs ./run, and installs and updates whole servers in folders, which takes another minute; CI
# runs it.
SQLITE := sqlite-rest sqlite-ratings sqlite-tournaments
POSTGRES := postgres-rest postgres-ratings
PAGE_FILES := $(addprefix test_*,views.py pages.py form.py forms.py mails.py tables.py conditional.py admin_site.py)
PAGE_ROOMS := $(wildcard tests/*/admin tests/*/public tests/*/my_club tests/*/bundle)
NO_PAGES := $(PAGE_FILES:%=--ignore-glob='*/%') $(PAGE_ROOMS:%=--ignore=%)

# What is asked after each change: pure rooms and verbs, few examples of each property, nothing that waits for a worker.
QUICK := quick-ratings quick-rest
QUICK_REST := $(addprefix tests/federation/,files foreign_lists identity imports members) tests/tournaments
NOT_QUICK := $(NO_PAGES) --ignore=tests/federation/background --ignore=tests/ratings/lists/test_worker.py \
	--ignore=tests/federation/server --ignore=tests/ratings/public_log/test_witness.py \
	--ignore=tests/ratings/verification/test_attacks.py \
	--ignore=tests/ratings/systems/common/test_compiled_loops.py

# Compiled modules are kept where the environment says otherwise, too: every part and every worker would make them anew.
$(QUICK) $(SQLITE) $(POSTGRES) postgres-pages test-browser: export PYTHONDONTWRITEBYTECODE :=

test: dev programs  ## all tests but those of pages, mails and bundles on PostgreSQL, side by side; each part tells its story when it is over
	@$(MAKE) --no-print-directory --jobs 3 --keep-going $(QUIET_UNTIL_DONE) $(POSTGRES) $(SQLITE) test-browser

test-quick: dev  ## pure rooms and verbs, on SQLite, in less than a minute on two cores
	@$(MAKE) --no-print-directory --jobs 2 --keep-going $(QUIET_UNTIL_DONE) $(QUICK)

quick-rest:
	@EXAMPLES=10 $(PYTHON) -m pytest -q $(QUICK_REST) $(NOT_QUICK)

quick-ratings:
	@EXAMPLES=10 $(PYTHON) -m pytest -q tests/ratings tests/federation $(QUICK_REST:%=--ignore=%) $(NOT_QUICK)

test-sqlite: $(SQLITE)  ## all tests but those in a browser

test-postgres: $(POSTGRES) postgres-pages  ## all tests that use a database

test-server: dev  ## whole servers, started, installed and updated in folders of the tests
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/federation/server tests/test_run.py

test-browser:  ## pages in Chromium
	@echo "== SQLite: pages in Chromium"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/browser

sqlite-ratings sqlite-tournaments: sqlite-%:
	@echo "== SQLite: $*"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/$*

sqlite-rest:
	@echo "== SQLite: the federation, and what is no app's"
	@TEST_DB=sqlite $(PYTHON) -m pytest --ignore=tests/ratings --ignore=tests/tournaments --ignore=tests/browser \
		--ignore=tests/federation/server --ignore=tests/test_run.py

postgres-ratings:
	@echo "== PostgreSQL: ratings"
	@TEST_DB=postgres $(PYTHON) -m pytest tests/ratings --ignore=tests/ratings/systems $(NO_PAGES)

postgres-rest:
	@echo "== PostgreSQL: the federation and tournaments"
	@TEST_DB=postgres $(PYTHON) -m pytest tests/federation tests/tournaments \
		--ignore=tests/tournaments/formats --ignore=tests/federation/server $(NO_PAGES)

postgres-pages:
	@echo "== PostgreSQL: pages, forms, mails and bundles"
	@TEST_DB=postgres $(PYTHON) -m pytest $(PAGE_ROOMS) $(filter-out tests/browser/%, \
		$(wildcard $(PAGE_FILES:%=tests/*/%) $(PAGE_FILES:%=tests/*/*/%)))

lint: dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	DATABASE_URL=sqlite:///:memory: $(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m pytest -q tests/test_architecture.py

lock: dev  ## the locks of the ranges in requirements*.txt; LATEST=--upgrade takes the latest versions
	$(LOCK) requirements-dev.txt --output-file requirements-dev.lock
	$(LOCK) requirements-fast.txt --constraints requirements-dev.lock --output-file requirements-fast.lock
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
