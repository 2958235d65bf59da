# Everything sets itself up: a fresh machine with Python 3.11, make and git is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WATCH ?=
SIM ?= --games 20 --jobs 2
MINUTES ?= 10

.PHONY: play test lint types unit compiled bench fuzz golden clean

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Grognard needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,compiled]'
	touch $(READY)

play: $(READY)  ## watch two bots fight the campaign of 1812; the record stays in games/
	$(BIN)/grognard watch russia1812 $(WATCH)

test: lint types unit  ## everything CI asks for

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/python -m pytest -n auto

compiled: $(READY)  ## build the mypyc version under build/compiled and run the same tests on it
	$(BIN)/python bench/build_compiled.py
	PYTHONPATH=build/compiled GROGNARD_COMPILED=1 $(BIN)/python -m pytest -n auto -o pythonpath="build/compiled tests"

bench: $(READY)  ## the speed table, interpreted and (if built) compiled
	$(BIN)/python bench/run.py

fuzz: $(READY)  ## random games with every invariant checked: make fuzz MINUTES=60
	$(BIN)/python tests/fuzz.py --minutes $(MINUTES)

golden: $(READY)  ## record a new golden corpus (only when a rule changes; bump the ruleset and say so in the changelog)
	$(BIN)/python tests/record_golden.py

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
