# The one entrance. Each target first makes what it needs of .venv; ARGS go to the program it runs.

.PHONY: help play serve test test-all check lint types layers cover fix bench bench-server bench-cluster verify-atlas atlas pictures lighthouse clean anew
.NOTPARALLEL:

BIN := .venv/bin
UV := $(shell command -v uv 2>/dev/null)
export UV_PYTHON_DOWNLOADS := never
# What is compiled here runs here.
export NOUGHTS_NATIVE := 1

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-13s %s\n", $$1, $$2}' Makefile

play: .venv/play ## play; as in make play ARGS="--level hard --side o"
	@trap : INT; $(BIN)/noughts $(ARGS) || { code=$$?; [ $$code = 130 ] || exit $$code; }

serve: .venv/play ## play in the browser; as in make serve ARGS="--port 8080"
	@trap : INT; $(BIN)/noughts serve $(ARGS) || { code=$$?; [ $$code = 130 ] || exit $$code; }

test: .venv/browser ## run the tests, except the slow ones; the engine's without compiled kernels too
	@$(BIN)/pytest $(ARGS)
	@$(BIN)/pytest --uncompiled --quiet tests/core tests/solver tests/kernels

test-all: .venv/browser ## run all tests: full counts, long runs, ten times the random examples
	@HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -m "" $(ARGS)

check: lint types layers cover ## lint, types, layers, tests with the core covered to the last branch

lint: .venv/dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: .venv/dev
	@$(BIN)/mypy

layers: .venv/dev
	@$(BIN)/lint-imports --no-logo

cover: .venv/browser
	@$(BIN)/pytest --cov $(ARGS)

fix: .venv/dev ## format the code, and mend what lint can mend
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format

bench: .venv/bench ## run every benchmark, each beside its peer; ARGS=--quick for a smoke test
	@failed=0; for file in benchmarks/[!_]*.py; do \
	  echo; echo "$$file"; $(BIN)/python "$$file" $(ARGS) </dev/null || failed=1; \
	done; exit $$failed

bench-server: .venv/bench ## only the online server beside its peer; needs npm
	@$(BIN)/python benchmarks/server.py $(ARGS) </dev/null

bench-cluster: .venv/bench ## only the online server on PostgreSQL, one process and two; needs npm
	@$(BIN)/python benchmarks/cluster.py $(ARGS) </dev/null

verify-atlas: .venv/play ## check every certificate of the atlas; ARGS="9x4:4" checks some
	@$(BIN)/noughts atlas --verify $(ARGS)

atlas: .venv/play ## prove every value of the atlas anew; about three minutes
	@$(BIN)/noughts atlas --build src/noughts/atlas/proofs $(ARGS)
	@$(BIN)/noughts atlas --picture docs/atlas.svg

pictures: .venv/browser ## screenshots of the pages in both themes, into build/pictures
	@$(BIN)/python -m tests.browser.pictures build/pictures

lighthouse: .venv/browser ## Lighthouse's scores of the pages; needs npm
	@$(BIN)/python -m tests.browser.lighthouse

clean: ## remove all that make and the tools have made
	@rm -rf .venv build dist src/*.egg-info src/noughts/kernels/*.so .coverage .coverage.* .hypothesis .*_cache
	@find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

# The environment. `.venv/ready` names the place it was made for, and is gone during an install: after
# an interruption, a move of the checkout or a loss, it is made anew. A healthy one costs 20 ms here.

HEALTHY := import importlib.util as it; raise SystemExit(not it.find_spec("noughts"))
ANEW := $(shell [ "$$(cat .venv/ready 2>/dev/null)" = "$$(pwd -P)" ] && [ -x $(BIN)/noughts ] \
  && $(BIN)/python -c '$(HEALTHY)' 2>/dev/null || echo anew)
PYTHONS := $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11 \
  $(if $(UV),"$$(uv python find --no-project '>=3.11' 2>/dev/null)"))
INSTALL := $(if $(UV),uv pip install --python $(BIN)/python,$(BIN)/python -m pip install)
stop = { echo "noughts: $(1)" >&2; exit 1; }

.venv/dev: EXTRA := [dev]
.venv/bench: EXTRA := [bench]
KERNELS := setup.py $(wildcard src/noughts/kernels/*.py src/noughts/kernels/*.pxd)
.venv/play .venv/dev .venv/bench: pyproject.toml $(KERNELS) $(ANEW)
	@echo "Setting up (once)..." >&2; rm -f .venv/ready
	@$(INSTALL) --quiet --editable '.$(EXTRA)' </dev/null >.venv/install.log 2>&1 || { \
	  [ -z "$$CI" ] || cat .venv/install.log >&2; \
	  $(call stop,could not install the packages; is the network there? See .venv/install.log); }
	@touch .venv/play $@; pwd -P >.venv/ready

.venv/browser: .venv/dev tests/browser/chromium.py
	@! $(BIN)/python tests/browser/chromium.py || touch $@

anew:
	@rm -rf .venv; for python in $(PYTHONS); do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	  python=; \
	done; \
	[ "$$python" ] || $(call stop,Python 3.11 or newer is not here; name one with PYTHON=...); \
	if [ "$(UV)" ]; then uv venv --quiet --python "$$python" .venv; exit; fi; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null \
	  || $(call stop,$$python lacks the package python3-venv; install that or uv); \
	"$$python" -m venv .venv
