# Soft Lookup: `make site` builds the book and its verdict, `make test` runs the tests.
# Needs Python 3.11 or newer, make (3.81, as macOS has it, will do) and git.
# The first target sets up .venv by itself; afterwards nothing is done twice.

ARGS ?=

VENV := .venv
ifeq ($(OS),Windows_NT)
  PYTHON ?= python
  BIN := $(VENV)/Scripts
else
  PYTHON ?= python3
  BIN := $(VENV)/bin
endif
PY := $(BIN)/python
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready

export PYTHONUTF8 := 1
# Material's notice of its end in 2027; the verdict does not hang on who builds the site.
export NO_MKDOCS_2_WARNING := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help setup site offline serve test check fix drawings exercises mutants platforms zensical records lint format lock numpy clean

help: ## list the targets
	@echo "make TARGET [ARGS='...'] [PYTHON=python3.12]"
	@sed -n 's/^\([a-z]*\):.*## /  \1: /p' Makefile

setup: $(READY) ## make .venv with what requirements.lock lists

site: $(READY) ## build the book into site/ and hold it to its verdict
	@$(PY) -m mkdocs build --strict $(ARGS)
	@$(BIN)/tether verify site

offline: $(READY) ## build the book for reading from a disk, without a server, as dist/soft-lookup.zip
	@SOFT_LOOKUP_OFFLINE=1 $(PY) -m mkdocs build --strict --site-dir dist/soft-lookup $(ARGS)
	@$(BIN)/tether verify dist/soft-lookup
	@PYTHONPATH=tests $(PY) -m support.packing dist/soft-lookup

serve: $(READY) ## show the book at http://127.0.0.1:8000/ and again after every edit
	@$(PY) -m mkdocs serve $(ARGS)

test: $(READY) ## run all tests (ARGS='-k softmax' for some)
	@$(PY) -m pytest -n auto $(ARGS)

check: $(READY) ## recompute every number of the pages, without building the site
	@$(BIN)/tether check $(ARGS)

fix: $(READY) ## rewrite stale numbers and outputs in place (ARGS=--diff to look first)
	@$(BIN)/tether fix $(ARGS)

# Nothing written yet is no failure, but pytest has a code of its own for it.
exercises: $(READY) ## try what you wrote in exercises/ (ARGS='-k softmax' for some)
	@$(PY) -m pytest exercises $(ARGS) || [ $$? -eq 5 ]

drawings: $(READY) ## keep the figures as they are drawn now, for tests/book to hold them to
	@$(PY) tests/support/drawings.py

# Minutes: ARGS='literals claims options fences neighbours constants' for some kinds alone.
mutants: $(READY) ## spoil the book in every place, and score how much of it is caught
	@PYTHONPATH=tests $(PY) -m support.scores $(ARGS)

# Minutes: ARGS='kernels threads' unless told otherwise; 'pythons' installs the lock for each that is at hand.
platforms: $(READY) ## check the book with other kernels, threads or Pythons
	@PYTHONPATH=tests $(PY) -m support.platforms $(ARGS)

zensical: $(READY) ## build a copy of the book with MkDocs' successor, judge it, and say what is lost
	@PYTHONPATH=tests $(PY) -m support.successor

# Times are those of one core; a record of what has not changed need not be made again (RECORDS='blockwise_record').
RECORDS ?= blockwise_record long_training fetch_record real_picks
records: $(READY) ## measure what no build measures, and write src/softlookup/experiments/records
	@for name in $(RECORDS); do OPENBLAS_NUM_THREADS=1 $(PY) -m softlookup.experiments.$$name || exit 1; done

lint: $(READY) ## lint, format, types, workflows
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@$(BIN)/zizmor --offline --quiet --no-progress .github/workflows

format: $(READY) ## mend format and what else Ruff can mend safely
	@$(PY) -m ruff check --fix-only
	@$(PY) -m ruff format

lock: $(READY) ## resolve the dependencies anew (ARGS=--upgrade for newer ones)
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --generate-hashes \
	  --no-emit-index-url --no-config --custom-compile-command "make lock" \
	  --output-file requirements.lock $(ARGS) pyproject.toml

numpy: $(READY) ## put another NumPy into .venv (V=1.26.4), until the next change of the lock
	@$(PY) -m pip install --quiet "numpy==$(V)" && $(PY) -m pip check

clean: ## remove .venv, site/ and every cache
	@rm -rf $(VENV) site dist .site-* .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis

# A new lock gets a new environment, so that nothing it dropped lingers.
$(LOCKED): requirements.lock
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || { \
	  echo "Soft Lookup needs Python 3.11 or newer, and '$(PYTHON)' is not one (or is missing)." >&2; \
	  echo "Name one that is, such as: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up $(VENV) with $(PYTHON); the first time takes a minute or two."
	@$(PYTHON) -m venv --clear $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PY) -m pip install --require-hashes --requirement requirements.lock >$(VENV)/pip.log 2>&1 || { \
	  tail -n 15 $(VENV)/pip.log >&2; \
	  echo "The packages of requirements.lock were not installed (all of it: $(VENV)/pip.log)." >&2; \
	  echo "Once the cause is mended, run make again." >&2; exit 1; }
	@touch $@

$(READY): $(LOCKED) pyproject.toml
	@$(PY) -m pip install --no-deps --no-build-isolation --editable . >$(VENV)/pip-editable.log 2>&1 || { \
	  cat $(VENV)/pip-editable.log >&2; echo "pyproject.toml does not install." >&2; exit 1; }
	@touch $@
