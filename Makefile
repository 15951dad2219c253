# Chabudai. Needs Python 3.11 or newer, make and, for speed, a C compiler.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := setup.py pyproject.toml $(shell find src -type f -not -name '*.pyc' -not -path '*.egg-info/*')

# The compiled package stands in build/compiled, before the sources on Python's path; without PYTHONPATH the sources run.
COMPILED := PYTHONPATH=build/compiled

# Two installations at once would get in each other's way.
.NOTPARALLEL:

.PHONY: help play test test-plain test-compiled test-browser test-train chromium coverage screenshots lint bench bench-server strength build clean

help:
	@echo 'make play     open the table in your browser'
	@echo 'make test     lint, then all tests with plain Python and with the compiled rules, and the page in Chromium'
	@echo 'make screenshots  pictures of all pages into build/screens, and some of them into docs/pictures/screens'
	@echo 'make test-train  train an agent with a well-known library; installs torch, which is large'
	@echo 'make coverage  what the tests without a browser reach, into build/coverage; ONLY=… a file or folder'
	@echo 'make lint     formatting, types, traps of the compiler, clauses without a test'
	@echo 'make bench    measure speed beside OpenSpiel; writes docs/benchmarks.md'
	@echo 'make bench-server  measure the server beside boardgame.io; writes docs/benchmarks-server.md'
	@echo 'make strength measure how strong the bots are, under two hours, goes on where it was; ONLY=… a game or pair'
	@echo 'make build    compile the rules into build/compiled'
	@echo 'make clean    remove everything that make has made'

# What is needed to play; then what is needed to work on it. Who wants to play waits, so Python compiles only what it loads.
.venv/plays: pyproject.toml constraints.txt
	@echo 'Making the virtual environment in .venv'
	@$(PYTHON) -c 'import sys; sys.exit("Chabudai needs Python 3.11 or newer, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt 'setuptools>=77' mypy
	@CHABUDAI_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-build-isolation -c constraints.txt -e .
	@touch $@

.venv/ready: .venv/plays
	@echo 'Installing what tests and tools need'
	@CHABUDAI_COMPILE=0 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c constraints.txt -e '.[dev]'
	@touch $@

build: build/ready

build/ready: .venv/plays $(SOURCES)
	@echo 'Compiling the rules into build/compiled, which takes a minute or two'
	@rm -rf build
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --target build/compiled .
	@$(COMPILED) $(BIN)/python -c 'import chabudai; chabudai.COMPILED or print("No working C compiler was found: the rules run as plain Python, with the same results, more slowly.")'
	@touch $@

play: build
	@$(COMPILED) $(BIN)/python -m chabudai serve --open

test: lint test-plain test-compiled test-browser
	@echo 'All is well.'

test-plain: .venv/ready chromium
	@echo 'Testing with plain Python'
	@$(BIN)/python -m pytest -n auto --ignore=tests/browser

test-compiled: build chromium
	@if $(COMPILED) $(BIN)/python -c 'import chabudai, sys; sys.exit(not chabudai.COMPILED)'; then \
	  echo 'Testing with the compiled rules' && \
	  $(COMPILED) $(BIN)/python -m pytest -n auto --ignore=tests/browser tests && \
	  echo 'Comparing what both builds play' && \
	  $(BIN)/python tools/compare_builds.py src build/compiled; \
	else \
	  echo 'No compiled rules to test: there is no working C compiler.'; \
	fi

test-train: .venv/ready build
	@echo 'Installing sb3-contrib and torch, then training for a minute'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt sb3-contrib torch
	@$(COMPILED) $(BIN)/python -m pytest tests/envs/training.py

# The page is the same in both builds: once is enough.
test-browser: build chromium
	@echo 'Testing the page in Chromium'
	@$(COMPILED) $(BIN)/python -m pytest -n auto tests/browser

# Plain Python only: compiled code cannot be measured.
coverage: .venv/ready
	@echo 'Testing with plain Python, and measuring what the tests reach'
	@rm -rf build/coverage && mkdir -p build/coverage
	@$(BIN)/coverage run -m pytest -n auto --ignore=tests/browser $(ONLY)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet
	@$(BIN)/coverage report
	@echo 'Line by line: build/coverage/index.html'

chromium: .venv/ready
	@$(BIN)/python tools/chromium.py

screenshots: build chromium
	@echo 'Taking pictures of all pages'
	@$(COMPILED) $(BIN)/python -m tools.screenshots

lint: .venv/ready
	@echo 'Checking format, types, traps of the compiler and clauses'
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/python tools/mypyc_traps.py
	@$(BIN)/python tools/clauses.py --check
	@$(BIN)/python tools/scene_schema.py --check

bench: .venv/ready build
	@echo 'Measuring; this takes a few minutes'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt open_spiel pygame rlcard || echo "The peers cannot all be installed here: measuring with those that are"
	@$(COMPILED) $(BIN)/python -m benchmarks

bench-server: .venv/ready build
	@echo 'Measuring the server; this takes about five minutes'
	@$(COMPILED) $(BIN)/python -m benchmarks.server

strength: .venv/ready build
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt open_spiel || echo "OpenSpiel cannot be installed here"
	@$(COMPILED) $(BIN)/python -m tools.strength $(if $(ONLY),$(addprefix --only ,$(ONLY)))

clean:
	@echo 'Removing .venv, build and caches'
	@rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis src/chabudai.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
