# One verb per job. Everything is made inside this folder: .venv (Python), target (Rust), site (docs).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUST := $(shell find crates content -name '*.rs' -o -name '*.toml' -o -name '*.grammar') Cargo.toml Cargo.lock .cargo/config.toml
.DEFAULT_GOAL := help

.PHONY: help demo test lint build bench docs clean

help:  ## Show what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 10

demo: $(VENV)/.built  ## Show the platform working: every game, agents, a replay
	@$(BIN)/ludus demo

test: $(VENV)/.built $(VENV)/.test  ## Run all tests, Rust and Python, with every example of the docs
	@cargo test --workspace --quiet
	@$(BIN)/python -m pytest

lint: $(VENV)/.built $(VENV)/.test $(VENV)/.lint  ## Check format, types, warnings and who may know whom
	@cargo fmt --all --check
	@cargo clippy --workspace --all-targets --quiet -- -D warnings
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m mypy.stubtest ludus._core --ignore-disjoint-bases
	@$(BIN)/python tools/layers.py

build: $(VENV)/.built  ## Build the native module into .venv

bench: $(VENV)/.built $(VENV)/.bench  ## Measure everything beside its peers and append to bench/history.csv
	@$(BIN)/ludus bench --history bench/history.csv

docs: $(VENV)/.built $(VENV)/.docs  ## Build the documentation into site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "open site/index.html"

clean:  ## Remove everything that was made
	@rm -rf $(VENV) target site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find python -name __pycache__ -o -name '*.so' | xargs rm -rf

$(VENV)/.tools:
	@command -v cargo >/dev/null || { echo "cargo is missing: install a stable Rust toolchain with rustup"; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) is missing: install Python 3.11 or newer"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is too old: install Python 3.11 or newer, or say make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "$(PYTHON) has no venv module: install it (Debian: python3-venv)"; exit 1; }
	@$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip 'maturin>=1.8,<2'
	@touch $@

# Installs the package in place, with its native module; again only when a Rust source or the package's own facts changed,
# also while it was being built.
$(VENV)/.built: $(VENV)/.tools pyproject.toml $(RUST)
	@echo "building the native module; the first time takes about a minute"
	@touch $@.begun
	@PIP_QUIET=1 $(BIN)/maturin develop --release --quiet
	@mv $@.begun $@

# The packages of one extra: test, lint, docs, bench.
$(VENV)/.%: $(VENV)/.tools pyproject.toml
	@$(BIN)/python tools/extra.py $* | xargs -d '\n' $(BIN)/pip install --quiet --disable-pip-version-check
	@touch $@
