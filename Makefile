# Every target does its own set-up in .venv, and only what has changed since the last time.

PYTHON ?= python3
BIN := .venv/bin
SOURCES := pyproject.toml CMakeLists.txt $(wildcard cpp/*)

ifeq ($(origin CXX),default)
COMPILERS := c++ g++ clang++
else
COMPILERS := $(firstword $(CXX))
endif

.PHONY: help demo test lint cross bench goldens docs wheel clean

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s%s\n", $$1, $$2 }' Makefile

demo: .venv/.package  ## Pick features on an embedded data set and explain them
	@$(BIN)/natpick demo

test: .venv/.test  ## Run the tests
	@$(BIN)/python -m pytest

lint: .venv/.test .venv/.lint  ## Check style, types, layers and the C++ format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/clang-format --dry-run -Werror cpp/*

CROSS := aarch64-linux-gnu-g++

cross:  ## Compile the core for 64-bit ARM
	@command -v $(CROSS) >/dev/null || \
	{ echo "make cross needs $(CROSS): install it (on Debian, the package g++-aarch64-linux-gnu)." >&2; exit 1; }
	@for file in $(filter-out cpp/bindings.cpp,$(wildcard cpp/*.cpp)); do \
	$(CROSS) -std=c++20 -O3 -Wall -Wextra -Werror -ffp-contract=off -DNATPICK_SIMD=portable \
	-c $$file -o /dev/null || exit 1; done

bench: .venv/.test .venv/.peers  ## Time natpick and its peers side by side
	@$(BIN)/python benchmarks/run.py --peers-python .venv/peers/bin/python

goldens: .venv/.test  ## Check the published results that need data of their own
	@$(BIN)/python benchmarks/goldens.py

docs: .venv/.docs  ## Build the documentation into docs/_build
	@$(BIN)/sphinx-build -n -W docs docs/_build
	@$(BIN)/sphinx-build -q -n -W -b doctest -d docs/_build/.doctrees docs docs/_build/doctest

# The wheel is repaired to manylinux, then tested where the source tree cannot be seen.
wheel: .venv/.wheel  ## Build a wheel and run the tests against it
	@rm -rf dist build/scratch-wheel
	@$(BIN)/pip wheel -q --no-deps -w build/scratch-wheel .
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair -w dist build/scratch-wheel/natpick-*.whl
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && \
	cp -R tests pyproject.toml "$$scratch" && \
	$(BIN)/python -m venv "$$scratch/venv" && \
	"$$scratch/venv/bin/pip" install -q "pip>=25.1" && \
	"$$scratch/venv/bin/pip" install -q dist/natpick-*.whl --group pyproject.toml:test && \
	cd "$$scratch" && venv/bin/python -m pytest

clean:  ## Remove everything that was built
	@rm -rf .venv build dist docs/_build docs/generated src/natpick/_core.pyi natpick-demo.html
	@rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

# Set-up. A stamp in .venv says that a step is done.

.venv/.python:
	@command -v $(PYTHON) >/dev/null || \
	{ echo "natpick needs Python 3.11 or newer: $(PYTHON) was not found. Install it, or set PYTHON." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "natpick needs Python 3.11 or newer: $(PYTHON) is older. Set PYTHON to a newer one." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	{ echo "natpick needs Python's venv module: install it (on Debian, the package python3-venv)." >&2; exit 1; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -q "pip>=25.1"
	@touch $@

.venv/.package: .venv/.python $(SOURCES)
	@for compiler in $(COMPILERS); do command -v $$compiler >/dev/null && exit 0; done; \
	echo "natpick needs a C++ compiler: $(COMPILERS) not found. Install one (on Debian, g++), or set CXX." >&2; exit 1
	@echo "Building natpick ..."
	@$(BIN)/pip install -q -e '.[files]'
	@touch $@

.venv/.test: .venv/.package
	@$(BIN)/pip install -q --group test
	@touch $@

.venv/.lint: .venv/.python pyproject.toml
	@$(BIN)/pip install -q --group lint
	@touch $@

# The peers have requirements of their own, so they live apart.
.venv/.peers: .venv/.python pyproject.toml
	@echo "Setting up the peers of the benchmarks ..."
	@$(PYTHON) -m venv .venv/peers
	@.venv/peers/bin/pip install -q "pip>=25.1"
	@.venv/peers/bin/pip install -q --group peers
	@touch $@

.venv/.docs: .venv/.package
	@$(BIN)/pip install -q --group docs -e '.[plot]'
	@touch $@

.venv/.wheel: .venv/.python pyproject.toml
	@$(BIN)/pip install -q --group wheel
	@touch $@
