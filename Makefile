# Everything sets itself up: a fresh machine with Python 3.11, make and git is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYER := $(VENV)/.player
READY := $(VENV)/.ready
TSC := $(VENV)/ts/node_modules/typescript/bin/tsc
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := --constraint constraints.txt
OTHERWISE := echo "some version of constraints.txt cannot be had here: taking what pyproject.toml allows"
unexport PYTHONDONTWRITEBYTECODE  # bytecode is kept: what the tests start need not be compiled anew
SERVE ?=
WATCH ?=
MINUTES ?= 10
G ?= tabletop
N ?= 100
GAMES ?= 50
MUTANTS ?=
MEASURE ?=
EVENING ?=

.PHONY: play watch test quick game lint types unit compiled bench fuzz mutants clicks milliseconds evening botgames golden age pictures lock clean

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Grognard needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(PLAYER): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) $(LOCKED) -e '.[server,tabletop]' || ($(OTHERWISE) && $(PIP) -e '.[server,tabletop]')
	touch $(PLAYER)

$(READY): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) $(LOCKED) -e '.[dev,compiled]' || ($(OTHERWISE) && $(PIP) -e '.[dev,compiled]')
	touch $(PLAYER) $(READY)

$(TSC): | $(READY)
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --silent --no-audit --no-fund --prefix $(VENV)/ts typescript@5

play: $(PLAYER)  ## open the table in the browser: make play SERVE="--port 2000"
	$(BIN)/grognard serve $(SERVE)

watch: $(PLAYER)  ## two bots fight the campaign of 1812 in the terminal; the record stays in games/
	$(BIN)/grognard watch russia1812 $(WATCH)

test: lint types unit  ## everything CI asks for

quick: lint types  ## lint, types, and the tests of kernel, boards, records and rules: the loop while working
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" tests/board tests/games tests/kernel tests/test_*.py

game: $(READY)  ## everything that concerns one game: make game G=vanguard
	$(BIN)/python -m pytest -n auto --dist worksteal tests/games/$(G) tests/bots tests/contract tests/lab tests/test_*.py -k $(G)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check src tests bench
	$(BIN)/lint-imports --no-cache

types: $(READY) $(TSC)
	$(BIN)/mypy
	$(BIN)/node $(TSC) -p src/grognard/web/jsconfig.json

unit: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal

compiled: $(READY)  ## build the mypyc version under build/compiled and run the same tests on it
	$(BIN)/python bench/build_compiled.py
	PYTHONPATH=build/compiled $(BIN)/python -m pytest -n auto -o pythonpath="build/compiled tests" --ignore tests/browser

bench: $(READY)  ## the speed table, interpreted and (if built) compiled
	$(BIN)/python bench/run.py

fuzz: $(READY)  ## random games with every invariant checked: make fuzz MINUTES=60
	$(BIN)/python tests/fuzz.py --minutes $(MINUTES)

mutants: $(READY)  ## break single rule lines of a game in a copy and list what its rule tests do not notice: make mutants G=tabletop N=100 MUTANTS="--seed x --jobs 2"
	$(BIN)/python tests/mutants.py $(G) --number $(N) $(MUTANTS)

clicks: $(READY)  ## play the measured turns through the browser by mouse and count the clicks
	PYTHONPATH=tests $(BIN)/python tests/clicks.py

milliseconds: $(READY)  ## how long a player waits, on a quiet machine; one game alone: make milliseconds MEASURE="answers --game merde --scenario borodino_1812"
	PYTHONPATH=tests $(BIN)/python tests/milliseconds.py $(MEASURE)

evening: $(READY)  ## a whole match in the browser by mouse against the bot, by an impatient hand: make evening G=merde EVENING="--scenario maida_1806 --width 1024"
	PYTHONPATH=tests $(BIN)/python tests/evening.py $(G) $(EVENING)

botgames: $(READY)  ## whole games of each bot against each bot, for every scenario: make botgames GAMES=50
	$(BIN)/python tests/botgames.py --games $(GAMES)

golden: $(READY)  ## record a new golden corpus (only when a rule changes; bump the ruleset and say so in the changelog)
	PYTHONPATH=tests $(BIN)/python tests/record_golden.py

age: $(READY)  ## keep a running match of each game's present ruleset, before its rules change
	PYTHONPATH=tests $(BIN)/python tests/record_age.py

pictures: $(READY)  ## take the pictures of docs/img again
	$(BIN)/python tests/browser/make_pictures.py

lock: $(READY)  ## write the lock file anew from what is installed
	$(BIN)/python -m pip freeze --disable-pip-version-check --exclude-editable > constraints.txt

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
