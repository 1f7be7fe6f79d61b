# Two commands matter: `make play` and `make test`. Each sets up all it needs in .venv.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src -type f -not -name "*.mo" -not -path "*/__pycache__/*" -not -path "*.egg-info/*" -not -path "*/npm/*") setup.py pyproject.toml package-lock.json

.PHONY: play test lint fuzz fuzz-api torture bench bench-web bench-server strength pictures records catalogues lock clean

play: .venv/installed
	@$(BIN)/smokestack serve --browse

# The rules are compiled while the sources are read.
test: .venv/requirements
	@$(MAKE) --no-print-directory --jobs 2 --output-sync .venv/installed lint
	$(BIN)/python -m pytest -n 3

lint: .venv/requirements
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports --no-cache

# The long form of the random games in `make test`: forty times as many of each kind.
fuzz: .venv/installed
	SMOKESTACK_LONG=40 $(BIN)/python -m pytest -n 2 tests/test_every_game.py tests/*/test_random_games.py tests/*/test_audit.py tests/test_builds.py

# Kills a server a hundred times on each database while people and bots play: nothing may be lost.
torture: .venv/installed
	$(BIN)/python benchmarks/torture.py --kills 100 --on sqlite postgresql
	$(BIN)/python benchmarks/torture.py --kills 100 --on sqlite postgresql --processes 2

# The long form of tests/api/test_fuzz.py: at least 100,000 requests, half an hour.
fuzz-api: .venv/installed
	PYTHONPATH=tests $(BIN)/python -m api.fuzz 100000

bench: .venv/installed .venv-bench/installed
	$(BIN)/python benchmarks/bench_glasgow.py --peers .venv-bench/bin/python
	$(BIN)/python benchmarks/bench_brass.py
	$(BIN)/python benchmarks/bench_search.py --peers .venv-bench/bin/python

bench-server: .venv/installed
	$(BIN)/python benchmarks/bench_server.py --on sqlite --processes 2
	$(BIN)/python benchmarks/bench_server.py --on postgresql --servers 2
	$(BIN)/python benchmarks/bench_server.py --on sqlite

bench-web: .venv/installed
	$(BIN)/python benchmarks/bench_web.py

# Screenshots of the pages for README and docs, the same ones each time.
pictures: .venv/installed
	PYTHONPATH=benchmarks $(BIN)/python docs/make_pictures.py

# The matches behind docs/strength.md, about half an hour on two cores; an interrupted run goes on.
strength: .venv/installed
	$(BIN)/python benchmarks/strength.py

# Plays the golden games in tests/records anew; only after a deliberate change of the rules.
records: .venv/installed
	$(BIN)/python tests/make_records.py

# Collects the messages of the sources into src/smokestack/locale; what is new waits there for words.
catalogues: .venv/requirements
	$(BIN)/python tests/make_catalogues.py

lock: .venv/requirements
	$(BIN)/python -m pip install -q uv
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --python-version 3.11 --group dev pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --python-version 3.11 --group bench -o requirements/bench.txt

clean:
	rm -rf .venv .venv-bench .strength build dist node_modules src/*.egg-info

.venv/requirements: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Smokestack needs Python 3.11 or newer; name it: make PYTHON=python3.12 play"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "The venv module is missing; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "Setting up .venv …"
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-compile --require-hashes -r requirements/dev.txt
	@touch $@

.venv/installed: .venv/requirements $(SOURCES)
	@if [ "$${SMOKESTACK_PURE:-0}" = 0 ]; then command -v $${CC:-cc} >/dev/null || { echo "A C compiler is missing; on Debian: apt-get install gcc python3-dev. Or run interpreted: SMOKESTACK_PURE=1 make play"; exit 1; }; fi
	@echo "Compiling the rules …"
	@rm -rf build
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	@touch $@

.venv-bench/installed: requirements/bench.txt
	@test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/bench.txt
	@touch $@
