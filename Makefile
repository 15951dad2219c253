# Chabudai. Needs Python 3.11 or newer, make and, for speed, a C compiler.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# With build/compiled on Python's path the compiled rules run; otherwise the sources run.
COMPILED := PYTHONPATH=build/compiled

# Without cached bytecode, Python would recompile every module at each start.
unexport PYTHONDONTWRITEBYTECODE

# Two installations must not run at the same time.
.NOTPARALLEL:

.PHONY: help play build test test-all check lint coverage docs test-train chromium screenshots bench bench-server strength hint-reasons simulate fuzz clean

help:
	@echo 'make play     open the table in your browser'
	@echo 'make test     run all checks: lint, then each test in the build where it can fail'
	@echo 'make check    run quick checks while you work: lint, kernel, records, rules, sessions'
	@echo 'make test-all run every test in both builds, with more examples'
	@echo 'make lint     check formatting, types, compiler traps, clauses without a test'
	@echo 'make coverage  measure the coverage of all but the browser tests, into build/coverage; ONLY=… a file or folder'
	@echo 'make build    build the packages and unpack the compiled rules into build/compiled'
	@echo 'make screenshots  take screenshots of all pages into build/screens, and update docs/pictures/screens'
	@echo 'make test-train  train an agent with sb3-contrib; installs torch, which is large'
	@echo 'make docs     build the manual into build/manual; a broken link fails the build'
	@echo 'make bench    compare speed with OpenSpiel; writes docs/benchmarks.md'
	@echo 'make bench-server  compare the server with boardgame.io; writes docs/benchmarks-server.md'
	@echo 'make strength measure the strength of the bots in under two hours; resumable; ONLY=… a game or pair'
	@echo 'make hint-reasons  check that the reasons of hints agree with their order, in 2,000 positions of each game'
	@echo 'make simulate  run the server in simulated worlds with faults; resumable; SEEDS=0-9999 which ones'
	@echo 'make fuzz     feed the server with bad messages, records, forms and headers; COUNT=1000000 how many'
	@echo 'make clean    remove everything that make has created'

# What playing needs. Somebody is waiting to play, so modules are compiled to bytecode only when they are used.
.venv/plays: pyproject.toml constraints.txt
	@echo 'Creating the virtual environment in .venv'
	@$(PYTHON) -c 'import sys; sys.exit("Chabudai needs Python 3.11 or newer, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(PIP) --no-compile build setuptools
	@$(PIP) --no-compile --no-build-isolation -e .
	@touch $@

.venv/ready: .venv/plays
	@echo 'Installing what tests and tools need'
	@$(PIP) --no-build-isolation -e '.[dev]'
	@$(BIN)/pyright --version > .venv/pyright.log
	@touch $@ .venv/docs

.venv/docs: .venv/plays
	@echo 'Installing what the manual needs'
	@$(PIP) --no-build-isolation -e '.[docs]'
	@touch $@

build: .venv/plays
	@$(BIN)/python -m tools.packages

play: .venv/plays
	@$(BIN)/python -m tools.play --open

test: chromium
	@$(BIN)/python -m tools.checks

test-all: chromium
	@$(BIN)/python -m tools.checks all

check: .venv/ready
	@$(BIN)/python -m tools.checks quick

lint: .venv/ready
	@$(BIN)/python -m tools.checks lint

# Plain Python only: compiled code cannot be measured.
coverage: .venv/ready
	@echo 'Testing with plain Python and measuring coverage'
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(BIN)/python -m coverage run -m pytest -n auto --ignore=tests/browser $(ONLY)
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage html --quiet
	@$(BIN)/python -m coverage report
	@echo 'Line by line: build/coverage/index.html'

test-train: .venv/ready build
	@echo 'Installing sb3-contrib and torch, then training for a minute'
	@$(PIP) sb3-contrib torch
	@$(COMPILED) $(BIN)/python -m pytest tests/envs/training.py

chromium: .venv/ready
	@$(BIN)/python tools/chromium.py

screenshots: build chromium
	@echo 'Taking screenshots of all pages'
	@$(COMPILED) $(BIN)/python -m tools.screenshots
	@$(COMPILED) $(BIN)/python -m tools.terminal_pictures

# The variable turns off the theme's notice about MkDocs 2, which we do not use.
docs: .venv/docs
	@echo 'Building the manual'
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH=src $(BIN)/python -m mkdocs build

bench: .venv/ready build
	@echo 'Measuring; this takes a few minutes'
	@$(PIP) open_spiel pygame rlcard || echo "Not all peers can be installed here: measuring those that are"
	@$(COMPILED) $(BIN)/python -m benchmarks

bench-server: .venv/ready build
	@echo 'Measuring the server; this takes about five minutes'
	@$(COMPILED) $(BIN)/python -m benchmarks.server

strength: .venv/ready build
	@$(PIP) open_spiel || echo "OpenSpiel cannot be installed here"
	@$(COMPILED) $(BIN)/python -m tools.strength $(if $(ONLY),$(addprefix --only ,$(ONLY)))

hint-reasons: .venv/ready build
	@$(COMPILED) $(BIN)/python -m tools.reason_check

SEEDS ?= 0-999
JOBS ?= 1

simulate: .venv/ready build
	@$(COMPILED) $(BIN)/python -m tests.simulation --seeds $(SEEDS) --jobs $(JOBS)

COUNT ?= 100000
SEED ?= 1

fuzz: .venv/ready build
	@$(COMPILED) $(BIN)/python -m tests.fuzzing --count $(COUNT) --seed $(SEED)

clean:
	@echo 'Removing .venv, build and caches'
	@rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/chabudai.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
