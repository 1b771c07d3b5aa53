# Two commands do all the set-up: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
N ?= 20000
WORKERS ?= 2

.PHONY: help demo install dev test check congruence bench bench-service clean

help:            ## what there is
	@sed -n 's/^\([a-z-]*\): .*## /\1\t/p' $(MAKEFILE_LIST)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

$(VENV)/.installed: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.installed

install: $(VENV)/.installed       ## the package, in .venv

dev: $(VENV)/.dev                 ## the package with what tests need

demo: install    ## a small bilingual sample: a recall, all decisions by a person, a timeline
	@$(BIN)/graphcue demo

check: dev       ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: dev        ## the whole suite
	$(BIN)/python -m pytest -n $(WORKERS) -m "not timed"
	$(BIN)/python -m pytest -m timed

congruence: dev  ## the same random work on all stores, N cases
	GRAPHCUE_CONGRUENCE_CASES=$(N) $(BIN)/python -m pytest tests/test_congruence.py

bench: dev       ## what it costs
	$(BIN)/python -m bench

bench-service: dev  ## what HTTP costs, and five minutes of reads and writes
	$(BIN)/python -m bench.service

clean:           ## away with what was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
