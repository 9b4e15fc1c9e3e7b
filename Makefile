# Every command of the project; `make help` lists them. Needs python3 (3.11 or later)
# and make, nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
WHAT := --constraint constraints.txt --config-settings editable_mode=compat --editable '.[lab,site,test]'
LOCK := $(BIN)/uv pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 --all-extras --custom-compile-command 'make lock' --no-emit-index-url
ONLY ?=
# More than cores: some tests wait.
WORKERS = $(shell $(PYTHON) -c 'import os; print(min(4, os.cpu_count() + 1))')
UNIT_WORKERS = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 2)')
# Whatever the shell says: without its bytecode each of some hundred processes would
# compile the package.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup reproduce test test-slow check compile test-notebooks test-browser test-fast readers new-player fuzz lab scratch notebooks papers site bench bench-clusters data leaderboard pictures lock clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## prepare .venv: once, then nothing to do

reproduce: $(STAMP) ## run every notebook, collect tables and figures in build/report (ONLY=02: one, in build/report-02; SET="SEED=6 GAMES=500": with other parameters, in build/changed-02-SEED=6-GAMES=500)
	@$(BIN)/python -m tools.reproduce --report build/$(if $(SET),changed,report)$(if $(ONLY),-$(ONLY) --only $(ONLY)) $(foreach each,$(SET),--set '$(each)')

test: $(STAMP) ## lint, types, unit tests, doctests, the boards in a browser, every notebook compared with its stored outputs
	@$(MAKE) --no-print-directory --jobs=2 check compile
	$(BIN)/python -m pytest -q -n $(UNIT_WORKERS) --dist worksteal README.md docs mmlib tests tools --ignore=tests/browser
	@$(MAKE) --no-print-directory --jobs=2 test-notebooks test-browser

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy

compile:
	$(BIN)/python -m tools.compile

test-notebooks: # politely: the boards beside them have to answer in time
	LOKY_MAX_CPU_COUNT=1 nice $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadscope --no-loadscope-reorder -p no:hypothesispytest notebooks

test-browser:
	@mkdir -p build; $(BIN)/python -m pytest -q -rs tests/browser >build/browser.log 2>&1; \
	  status=$$?; echo; echo 'The boards in a browser:'; cat build/browser.log; exit $$status

test-fast: $(STAMP) ## the unit tests and doctests of what was edited since the last commit, slow ones too
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m 'not every_reader' $$($(BIN)/python -m tools.edited)

test-slow: $(STAMP) ## the tests that `make test` leaves out: means over thousands of games, stored results replayed, processes killed (three minutes)
	$(BIN)/python -m pytest -q -n $(UNIT_WORKERS) --dist worksteal -m slow tests

readers: $(STAMP) ## run every notebook as a reader who changed its seed, some with another board or player (half an hour; ONLY=02: one)
	LOKY_MAX_CPU_COUNT=1 $(BIN)/python -m pytest -q -rP -n $(WORKERS) --dist worksteal -m '' -k '$(or $(ONLY),reader)' tests/notebooks

new-player: $(STAMP) ## lay out a new player: its file, its line in the registry, its test (NAME=one_plus_one)
	@$(BIN)/python -m tools.new_player $(NAME)

fuzz: $(STAMP) ## call everything public with absurd arguments: 50,000 cases, some twenty minutes (SEED=7 CASES=1000; EACH=1: one odd value at a time)
	@$(BIN)/python -W ignore -m tests.fuzz $(if $(SEED),--seed $(SEED)) $(if $(CASES),--cases $(CASES)) $(if $(EACH),--each)

lab: $(STAMP) ## open JupyterLab at the README's list of notebooks
	$(BIN)/jupyter lab --LabApp.default_url=/lab/tree/$(or $(OPEN),README.md) --LabApp.app_settings_dir=.jupyter \
	  --ContentsManager.pre_save_hook=tools.saving.leave_out --ServerApp.kernel_websocket_connection_class=tools.messages.AtOnce \
	  $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB)

scratch: $(STAMP) ## copy the notebooks into mine/, where you can change them, and open JupyterLab there; what is in mine/ stays as it is
	@$(BIN)/mmlib notebooks mine
	@$(MAKE) --no-print-directory lab OPEN=mine/start_here.ipynb

notebooks: $(STAMP) ## rewrite the notebooks' stored outputs (ONLY=02 rewrites one)
	@$(BIN)/python -m tools.reproduce --write $(if $(ONLY),--only $(ONLY))

papers: $(STAMP) ## build the two papers in build/papers from what the notebooks show (a few seconds)
	@$(BIN)/python -m tools.papers

site: $(STAMP) ## build the website in build/site from what is stored, and check every link (half a minute)
	@$(BIN)/python -m tools.site

bench: $(STAMP) ## measure the speed claims: ratios within one run
	$(BIN)/python -m tests.benchmarks

bench-clusters: $(STAMP) ## measure what a second worker brings to joblib, Dask and Ray (installs Ray, a quarter of a gigabyte; some six minutes, or GAMES=1000)
	@$(PIP) ray && $(BIN)/python -m tests.benchmarks.clusters $(GAMES)

data: $(STAMP) ## make the stored results again (some ten hours; goes on where it was stopped; ONLY=bottleneck: one)
	@$(BIN)/python -m tools.measure $(ONLY)

leaderboard: $(STAMP) ## play the leaderboards again and write docs/leaderboards.md and README's first players (about ten minutes)
	@$(BIN)/python -m tools.leaderboard

pictures: $(STAMP) ## take the pictures of the boards and measure their controls in a browser (needs Chromium; twelve minutes)
	@$(BIN)/python -m tests.browser.tour

# Not by the stamp: what pyproject.toml has just come to ask for is not pinned yet.
lock: ## write constraints.txt anew, for every system, and requirements.lock with hashes; pins are kept where they can be (UPGRADE=1: all the newest)
	@test -x $(BIN)/uv || $(MAKE) --no-print-directory setup
	@$(LOCK) $(if $(UPGRADE),--upgrade) --annotation-style line --output-file constraints.txt pyproject.toml
	@$(LOCK) --constraint constraints.txt --no-annotate --generate-hashes --output-file requirements.lock pyproject.toml

clean: ## remove what the commands made: .venv and build, with the unfinished part of `make data`
	rm -rf $(VENV) build

# A usable .venv is kept; else the checks come first, so that a half-made environment
# never looks finished.
$(STAMP): pyproject.toml constraints.txt setup.py mmlib/__init__.py
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "mmlib needs Python 3.11 or later, but '$(PYTHON)' is: $$("$(PYTHON)" --version 2>&1)."; \
	    echo "Install one (Debian, Ubuntu: apt install python3 python3-venv), or name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }; \
	  "$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "'$(PYTHON)' cannot make virtual environments: its module ensurepip or venv is missing."; \
	    echo "Install it (Debian, Ubuntu: apt install python3-venv), then type the same command again."; exit 1; }; \
	  echo "making $(VENV)"; "$(PYTHON)" -m venv --clear $(VENV); }
	@echo "installing into $(VENV): a minute or two, the first time only"
	@$(PIP) uv && $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python $(WHAT) || $(PIP) $(WHAT)
	@touch $@
	@echo "ready: make lab opens the notebooks, make help lists all commands"
