# `make help` lists the commands. Each one sets up what it needs.
# With another Python or environment: make PYTHON=python3.12 VENV=.venv-3.12 test

VENV ?= .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -type f -not -name "*.mo" -not -path "*/__pycache__/*" -not -path "*.egg-info/*") setup.py pyproject.toml
FIND_PYTHON := tools/find_python.sh $(PYTHON)
CHECK_TEST_MACHINE := python=$$($(FIND_PYTHON)) && $$python -m tools.check_machine test && $$python -m tools.system_packages
# Without byte code of the installer itself: it would take 11 MB.
PIP_INSTALL := env PYTHONDONTWRITEBYTECODE=1 $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile
COMPILE_LOCK := .venv-lock/bin/uv pip compile -q --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --python-version 3.11
# Each worker starts with neighbouring tests, which share servers, and then takes over from others.
TEST := $(BIN)/python -m pytest -n 3 --dist worksteal
READY := $(VENV)/test-tools $(VENV)/installed
# What compiling needs. It is installed first, and the rest while the rules are compiled.
BUILD_TOOLS := $(VENV)/build-tools

# The number of set-up steps; `make test` adds two.
STEPS ?= 5
STEP := $(BIN)/python -m tools.step

# Python keeps its byte code, so that a second start is quick.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-quick test-versions test-sizes test-week test-suite lint fuzz fuzz-api crash-test torture bench bench-envs bench-web bench-server strength analysis-proof puzzle-agreement pictures records catalogues lock wheels audit sbom clean ready-to-play packages checked-build compiled FORCE

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

play: ready-to-play ## Open the web page on this machine
	@test "$$(cat $(VENV)/build-kind)" = compiled || echo "The rules run interpreted, about 80 times slower."
	@$(BIN)/smokestack serve --browse

test: ## Run all checks and tests; installs Chromium and PostgreSQL if they are missing
	@$(CHECK_TEST_MACHINE)
	@$(MAKE) --no-print-directory STEPS=7 packages
	@$(MAKE) --no-print-directory STEPS=7 --jobs 2 --output-sync checked-build
	@echo "Step 7 of 7: Run the tests"
	$(TEST)

test-quick: $(READY) ## Run the tests that need no browser and no database server
	$(TEST) -m "not browser and not postgresql and not slow"

test-versions: ## Run the tests on every installed Python from 3.11 to 3.14
	@$(CHECK_TEST_MACHINE)
	@MAKE="$(MAKE)" tools/test_versions.sh

test-sizes: $(READY) node_modules/.test ## Play whole games and every action in the browser at five sizes (5 minutes)
	SMOKESTACK_LONG=2 $(BIN)/python -m pytest -n 2 tests/web/whole_games.py tests/web/test_brass_layout_in_the_browser.py tests/web/test_brass_turns_in_the_browser.py

test-week: $(READY) node_modules/.test ## Play a week of correspondence, with restarts and killed servers (7 minutes)
	$(BIN)/python -m pytest -n 2 tests/web/week.py

test-suite: $(READY) node_modules/.test
	$(TEST)

lint: $(VENV)/test-tools ## Check style, types and imports
	$(if $(filter 7,$(STEPS)),@echo "Step 6 of 7: Check the sources")
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	PYTHONPATH=src $(BIN)/lint-imports --no-cache

fuzz: $(READY) ## Play forty times as many random games as `make test`
	SMOKESTACK_LONG=40 $(BIN)/python -m pytest -n 2 tests/games/test_every_game.py tests/games/*/test_random_games.py tests/games/*/test_audit.py tests/test_builds.py tests/web/test_hidden.py

fuzz-api: $(READY) ## Send 500,000 generated requests to all routes of the server (20 minutes)
	$(BIN)/python -m tests.server.fuzz 500000

crash-test: $(READY) ## Kill servers 1,000 times while games are played; nothing may be lost
	$(BIN)/python -m tools.crash_test --kills 1000 --on sqlite postgresql

torture: crash-test ## The former name of crash-test

bench: $(READY) .venv-bench/installed ## Measure the engine and the search beside other engines
	$(BIN)/python -m benchmarks.bench_glasgow --peers .venv-bench/bin/python
	$(BIN)/python -m benchmarks.bench_brass
	$(BIN)/python -m benchmarks.bench_dealing
	$(BIN)/python -m benchmarks.bench_search --peers .venv-bench/bin/python

bench-envs: $(READY) .venv-bench/installed ## Measure the environments beside other projects' on one core
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.bench_envs --peers .venv-bench/bin/python

bench-server: $(READY) ## Measure the server under load
	$(BIN)/python -m benchmarks.bench_server --on sqlite --processes 2
	$(BIN)/python -m benchmarks.bench_server --on postgresql --servers 2
	$(BIN)/python -m benchmarks.bench_server --on sqlite
	$(BIN)/python -m benchmarks.bench_correspondence

bench-web: $(READY) ## Measure the pages in a browser
	$(BIN)/python -m benchmarks.bench_web

strength: $(READY) ## Play the matches of docs/strength.md (an hour; continues if interrupted)
	$(BIN)/python -m benchmarks.strength

analysis-proof: $(READY) ## Measure the analysis on many games, for docs/analysis.md (hours; continues if interrupted)
	$(BIN)/python -m benchmarks.analysis_proof

puzzle-agreement: $(READY) ## Let an independent solver try all puzzles (7 minutes)
	$(BIN)/python -m benchmarks.puzzle_agreement

pictures: $(READY) ## Make the screenshots of README and docs
	$(BIN)/python -m tools.make_pictures

records: $(READY) ## Play the games in tests/records again, after an intended change of the rules
	$(BIN)/python -m tools.make_records

catalogues: $(VENV)/test-tools ## Collect the messages to translate into src/smokestack/locale
	$(BIN)/python -m tools.make_catalogues

lock: .venv-lock/installed ## Update the lock files in requirements/ from pyproject.toml
	$(COMPILE_LOCK) --group dev pyproject.toml -o requirements/dev.txt
	$(COMPILE_LOCK) --group build pyproject.toml -c requirements/dev.txt -o requirements/play.txt
	$(COMPILE_LOCK) --group build -c requirements/dev.txt -o requirements/build.txt
	$(COMPILE_LOCK) --group node -o requirements/node.txt
	$(COMPILE_LOCK) --group bench -o requirements/bench.txt
	$(COMPILE_LOCK) --extra postgres pyproject.toml -c requirements/dev.txt -o requirements/server.txt
	$(COMPILE_LOCK) --group audit -o requirements/audit.txt

wheels: $(READY) ## Build the archives of a release and try them on every installed Python
	$(BIN)/python -m tools.check_wheels $$(tools/installed_pythons.sh)

audit: .venv-audit/installed ## Look up known vulnerabilities of all dependencies (needs the network)
	.venv-audit/bin/python -m tools.audit

sbom: .venv-audit/installed ## Write software bills of materials (CycloneDX) to dist/
	.venv-audit/bin/python -m tools.sbom

clean: ## Delete environments and everything built
	rm -rf .venv .venv-* .strength .analysis-proof build dist node_modules src/*.egg-info

# ---- set-up ----

ready-to-play: STEPS := 4
ready-to-play: $(BUILD_TOOLS) node_modules/.play
	@$(STEP) 4/$(STEPS) "Install Smokestack and run dependencies" $(MAKE) --jobs 2 $(VENV)/installed $(VENV)/play

packages: $(BUILD_TOOLS) node_modules/.test
	@:

checked-build: compiled lint
	@:

# A make of its own begins at once; as a prerequisite it would begin after the test tools.
compiled:
	@$(MAKE) --no-print-directory $(VENV)/installed

$(BIN)/python:
	@python=$$($(FIND_PYTHON)) && $$python -m tools.check_machine play \
	  && $$python -m tools.step 1/$(STEPS) "Create $(VENV)" $$python -m venv $(VENV) \
	  && find $(VENV) -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/build-tools: requirements/build.txt | $(BIN)/python
	@$(STEP) 2/$(STEPS) "Install the build tools" $(PIP_INSTALL) --require-hashes -r $<
	@rm -rf build # built with other versions
	@touch $@

$(VENV)/play: requirements/play.txt | $(BUILD_TOOLS)
	@$(PIP_INSTALL) --require-hashes -r $<
	@touch $@

node_modules/.play: package-lock.json | $(BUILD_TOOLS)
	@$(STEP) 3/$(STEPS) "Install htmx and fonts" $(BIN)/python -m tools.npm_packages play
	@touch $@

node_modules/.test: package-lock.json | $(BUILD_TOOLS)
	@$(STEP) 3/$(STEPS) "Install htmx, fonts and axe-core" $(BIN)/python -m tools.npm_packages test
	@touch node_modules/.play $@

# Changes when a C compiler appears or SMOKESTACK_PURE is set, and only then.
$(VENV)/build-kind: FORCE | $(BUILD_TOOLS)
	@kind=$$($(BIN)/python -m tools.compiler); test "$$(cat $@ 2>/dev/null)" = $$kind || echo $$kind > $@

$(VENV)/installed: $(BUILD_TOOLS) $(VENV)/build-kind node_modules/.play $(SOURCES)
	@kind=$$(cat $(VENV)/build-kind); test $$kind = compiled || export SMOKESTACK_PURE=1; \
	  $(STEP) 4/$(STEPS) "Install Smokestack, $$kind" $(PIP_INSTALL) --no-deps --no-build-isolation --force-reinstall .
	@touch $@

# They include what playing needs, in the same versions.
$(VENV)/test-tools: requirements/dev.txt $(BUILD_TOOLS)
	@$(STEP) 5/$(STEPS) "Install run dependencies and test tools" $(PIP_INSTALL) --require-hashes -r $<
	@touch -r requirements/play.txt $(VENV)/play
	@touch $@

.venv-bench/installed: requirements/bench.txt | $(BIN)/python
	@$(BIN)/python -m venv .venv-bench
	@.venv-bench/bin/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes -r $<
	@touch $@

.venv-audit/installed: requirements/audit.txt | $(BIN)/python
	@$(BIN)/python -m venv .venv-audit
	@.venv-audit/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv-lock/installed: | $(BIN)/python
	@$(BIN)/python -m venv .venv-lock
	@.venv-lock/bin/python -m pip install -qq --disable-pip-version-check uv
	@touch $@
