# `make install`, `make run`, `make test`, `make lint`, `make bench`, `make messages`: see README.md and CONTRIBUTING.md.
PYTHON := .venv/bin/python
LANGUAGES := fr nl de
# Where tests open a database; those that do not, tests/plugin.py leaves out.
DATABASE_TESTS := tests/federation tests/tournaments tests/ratings \
	--ignore=tests/tournaments/formats --ignore=tests/tournaments/writers --ignore=tests/ratings/systems
QUIET_UNTIL_DONE := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: install dev programs run test test-sqlite test-postgres test-browser lint bench messages

install:  ## the environment of the site
	@./run install

dev:  ## the environment of tests, lint and benchmarks
	@./run install --dev

programs: dev  ## Chromium and others for the tests, where they can be installed; says loudly what is missing
	@$(PYTHON) -m tests.services

run:
	@./run

test: dev programs  ## everything, side by side (some tests wait for workers); each part tells its story when it is over
	@$(MAKE) --no-print-directory --jobs 3 --keep-going $(QUIET_UNTIL_DONE) test-sqlite test-postgres test-browser

test-sqlite:  ## all tests but those in a browser
	@echo "== SQLite: all tests but those in a browser"
	@TEST_DB=sqlite $(PYTHON) -m pytest --ignore=tests/browser

test-postgres:  ## the tests that use a database
	@echo "== PostgreSQL: the tests that use a database"
	@TEST_DB=postgres $(PYTHON) -m pytest $(DATABASE_TESTS)

test-browser:  ## pages in Chromium
	@echo "== SQLite: pages in Chromium"
	@TEST_DB=sqlite $(PYTHON) -m pytest tests/browser

lint: dev
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	DATABASE_URL=sqlite:///:memory: $(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m pytest -q tests/test_architecture.py

bench: dev  ## measures and writes benchmarks/README.md
	$(PYTHON) -m benchmarks

messages: dev  ## collects the sentences of code and templates (needs xgettext, Debian: gettext) and compiles the catalogues
	$(PYTHON) manage.py makemessages $(LANGUAGES:%=--locale %) --no-obsolete --no-location --ignore tests --ignore var --ignore .venv
	$(PYTHON) -c "import pathlib, polib; [polib.pofile(str(po)).save_as_mofile(str(po.with_suffix('.mo'))) \
		for po in pathlib.Path('federation/locale').rglob('*.po')]"
