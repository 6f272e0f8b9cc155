# Every task of the project. A target first installs what it needs into .venv, and passes ARGS on.

.PHONY: help play serve site try test test-uncompiled test-slow test-all test-newest check lint types layers scripts fix lock \
  bench bench-engine bench-server bench-cluster verify-atlas atlas docs translations mutations pictures lighthouse dist \
  clean
# .venv/test sets AT_ONCE for two steps that need not wait for each other.
ifndef AT_ONCE
.NOTPARALLEL:
endif

BIN := .venv/bin
COMPILED := src/noughts/kernels/*.so src/noughts/kernels/words128/*.so
TUTORIAL := src/noughts/pages/tutorial.json
STATIC := src/noughts/server/http/static.json
# Made together with .venv, and named for this folder: in a checkout that was moved, both are made again.
HERE := .venv/made-for-$(firstword $(shell pwd -P | cksum))
# The first Python that is new enough: PYTHON if it is given, else that of .venv, else by name.
python = $(or $(shell for each in \
  $(or $(PYTHON),$(if $(wildcard $(HERE)),$(BIN)/python) python3 python3.14 python3.13 python3.12 python3.11); do \
  "$$each" -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo "$$each" && break; \
  done),$(error noughts: no Python 3.11 or newer here; name one as PYTHON=PATH))
# Some environments forbid bytecode; without it a server takes three times as long to start.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-15s %s\n", $$1, $$2}' Makefile

play: ## play within ten seconds, e.g. make play ARGS="--level hard --side o"
	@trap : INT; "$(python)" tools/install_screen.py build/screen $(ARGS) \
	  && PYTHONPATH=src:build/screen "$(python)" -m noughts $(ARGS) || [ $$? = 130 ]

serve: .venv/web.txt $(TUTORIAL) $(STATIC) ## play in the browser, e.g. make serve ARGS="--port 8080"
	@trap : INT; PYTHONPATH=src $(BIN)/python -m noughts serve $(ARGS) || [ $$? = 130 ]

site: .venv/web.txt $(TUTORIAL) $(STATIC) build/pyodide/npm.log ## build the pages without a server into build/site, e.g. make site ARGS="--url https://example.org/noughts"
	@PATH="$$PATH:$$PWD/$(BIN)" PYTHONPATH=src $(BIN)/python -m noughts.site.build build/site $(ARGS)

try: .venv/web.txt $(TUTORIAL) $(STATIC) build/pyodide/npm.log ## build them unless they are, and open them in the browser
	@if [ -n "$(ARGS)$$(find src/noughts build/pyodide/npm.log -type f ! -name '*.pyc' ! -name '*.so' \
	  -newer build/site/index.html 2>&1 | head -n 1)" ]; then $(MAKE) --no-print-directory site; fi
	@trap : INT; PYTHONPATH=src $(BIN)/python -m noughts.site.host build/site || [ $$? = 130 ]

# By stealing, the tests of a module stay on one worker with what they share, until another runs dry.
# In CI the core is left to test-uncompiled, so that each test runs once.
test: .venv/test ## run all but the slow tests, e.g. make test ARGS="tests/core -x"
	@$(BIN)/pytest -n auto --dist worksteal $(or $(ARGS),$(if $(CI),$(CORE:%=--ignore=%)))

CORE := tests/core tests/wording tests/test_wrong_types.py src/noughts/core src/noughts/wording
test-uncompiled: .venv/test ## run those of core, solver and kernels uncompiled, and measure their coverage
	@$(BIN)/pytest -n auto --dist worksteal --uncompiled $(CORE) tests/solver tests/kernels --cov
	@$(BIN)/coverage report --include="*/noughts/core/*" --fail-under=100

# Servers and browsers mostly wait: two workers per core. In file order the workers finish evenly.
test-slow: .venv/test ## run the other tests: real servers, browsers, kills, full counts
	@$(BIN)/pytest -n $$((2 * $$(getconf _NPROCESSORS_ONLN))) --dist loadfile --no-loadscope-reorder \
	  -m slow $(if $(CI),--durations 20) $(ARGS)

test-all: .venv/test ## run all tests, with many more random examples
	@HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n auto --timeout 3600 -m "" $(ARGS)

test-newest: .venv/test ## run the tests with the newest libraries that pyproject.toml admits; say which break them
	@$(BIN)/python tools/newest.py $(ARGS)

check: lint types layers scripts ## lint, types and layers, and those of the pages' scripts

lint: .venv/dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: .venv/dev
	@$(BIN)/mypy

layers: .venv/dev
	@$(BIN)/lint-imports --no-logo

# What the API sends has the types that its own description says.
scripts: .venv/dev build/scripts/npm.log
	@$(BIN)/python tools/scripts/openapi.py >build/scripts/openapi.json
	@$(NODE)/openapi-typescript build/scripts/openapi.json --root-types --root-types-no-schema-prefix \
	  --output build/scripts/api.d.ts >build/scripts/api.log
	@$(NODE)/tsc --project tools/scripts
	@$(BIOME) --error-on-warnings

# The Node of this machine, or else what a package for Python carries.
NODE := PATH="$$PATH:$$PWD/$(BIN)" build/scripts/node_modules/.bin
BIOME := $(NODE)/biome check --config-path=tools/scripts src/noughts/server/http/static \
  src/noughts/site tests/server/http/static tests/site/static

fix: .venv/dev build/scripts/npm.log ## format the code and fix what lint can fix
	@$(BIN)/ruff check --fix-only
	@$(BIN)/ruff format
	@$(BIOME) --write

lock: $(BIN)/uv ## lock the newest libraries that pyproject.toml admits, for make to install
	@$(BIN)/python tools/lock.py $(BIN)/uv

bench: .venv/dev .venv/bench.txt .venv/kernels build/pyodide/npm.log ## run every benchmark, each beside its peer; ARGS=--quick for a smoke test
	@failed=0; for file in benchmarks/[!_]*.py; do \
	  echo; echo "$$file"; $(BIN)/python "$$file" $(ARGS) </dev/null || failed=1; \
	done; exit $$failed

bench-engine: .venv/kernels ## 200 games against each opponent, for hours; ARGS="--engine './another-engine'" for one more
	@$(BIN)/python benchmarks/engine.py --games 200 --jobs $$(getconf _NPROCESSORS_ONLN) $(ARGS) </dev/null

bench-server: .venv/dev .venv/bench.txt .venv/kernels ## only the online server beside its peer; needs npm
	@$(BIN)/python benchmarks/server.py $(ARGS) </dev/null

bench-cluster: .venv/dev .venv/bench.txt .venv/kernels ## only the online server on PostgreSQL, one process and two; needs npm
	@$(BIN)/python benchmarks/cluster.py $(ARGS) </dev/null

verify-atlas: ## check every certificate of the atlas; ARGS="9x4:4" checks some
	@PYTHONPATH=src "$(python)" -m noughts atlas --verify $(ARGS)

atlas: .venv/kernels ## prove the values of the atlas again, but for 10x4:4 to 13x4:4; about three minutes
	@$(BIN)/python -m tools.build_atlas src/noughts/atlas/proofs $(ARGS)
	@$(BIN)/python -m tools.build_atlas src/noughts/atlas/proofs --answers
	@$(BIN)/noughts atlas --picture docs/atlas.svg

docs: .venv/dev ## build the documentation into build/docs
	@$(BIN)/python -m zensical build --clean --strict

translations: .venv/dev ## put every message of the code into the catalogues, and compile them
	@$(BIN)/python -m tests.wording.language.catalogues

mutations: .venv/test ## make random mistakes and check that the tests notice; ARGS="--count 30 --seed 1"
	@$(BIN)/python -m tests.mutations $(ARGS)

pictures: .venv/browser ## retake the pictures of README and docs, and of every state of the pages into build/pictures
	@$(BIN)/python -m tools.draw_pictures docs/pictures
	@$(BIN)/python -m tests.recording docs/pictures/terminal.svg
	@$(BIN)/noughts replay docs/pictures/games.jsonl --svg docs/pictures/game.svg
	@$(BIN)/noughts replay docs/pictures/games.jsonl --game 1 --cast docs/pictures/game.cast
	@$(BIN)/python -m tests.screen.picture docs/pictures/screen.svg
	@$(BIN)/python -m tests.browser.pictures build/pictures docs/pictures

lighthouse: .venv/browser build/pyodide/npm.log ## Lighthouse's scores of every page; needs npm, e.g. make lighthouse ARGS="wall room"
	@$(BIN)/python -m tests.browser.lighthouse $(ARGS)

dist: .venv/dev ## build the source distribution, and of it a wheel for this machine, into dist
	@rm -rf dist; mkdir -p build; $(BIN)/python -m build --no-isolation >build/dist.log 2>&1 \
	  || { cat build/dist.log >&2; exit 1; }
	@ls dist/*

clean: ## remove everything that make and the tools created
	@rm -rf .venv build dist src/*.egg-info $(COMPILED) $(TUTORIAL) $(STATIC) .coverage .coverage.* .hypothesis .cache .*_cache
	@find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

# --- What is installed into .venv, each step once; an interrupted one is done again. All of it has the versions and the
# --- hashes of requirements/, which `make lock` renews.
#
#   play                               screen.txt, into build/screen, and only at a terminal
#   verify-atlas                       nothing
#   serve                              web.txt
#   site, try                          web.txt, and Pyodide into build/pyodide
#   dist, docs, translations           dev.txt
#   check, fix                         dev.txt, TypeScript and Biome into build/scripts, node.txt where there is no Node
#   test, mutations                    dev.txt, the kernels, Chromium and Firefox where there are none, Pyodide into
#                                      build/pyodide
#   pictures, lighthouse               dev.txt, Chromium and Firefox; lighthouse also Pyodide
#   atlas, bench-engine                dev.txt, the kernels
#   bench, bench-server, bench-cluster bench.txt, the kernels; bench also Pyodide
#
# uv.txt comes first: uv takes a third of pip's time. Where it cannot be had, pip stands in. This pip is Python's own if
# it has one, since to make one for .venv takes 3 s; and bytecode is left to the first start, which makes a fifth of it.

$(HERE):
	@echo "Making .venv..." >&2; rm -rf .venv; "$(python)" -m venv --without-pip .venv
	@touch $@

$(BIN)/uv: requirements/uv.txt $(HERE)
	@{ "$$($(BIN)/python -c "import sys; print(sys._base_executable)")" \
	  -m pip --python $(BIN)/python install --quiet --retries=1 --require-hashes -r $< \
	  || { $(BIN)/python -m ensurepip && $(BIN)/python -m pip install --quiet --retries=1 --require-hashes -r $<; }; \
	  } </dev/null >.venv/uv.log 2>&1 || { $(call failed,.venv/uv.log); }
	@touch $@

.venv/%.txt: requirements/%.txt $(HERE)
	@echo "Installing $<..." >&2; $(MAKE) --no-print-directory --silent $(BIN)/uv 2>/dev/null || true
	@{ $(BIN)/uv pip install --python $(BIN)/python --require-hashes -r $< \
	  || { $(BIN)/python -m ensurepip && $(BIN)/python -m pip install --quiet --require-hashes -r $<; }; \
	  } </dev/null >.venv/install.log 2>&1 || { $(call failed,.venv/install.log); }
	@touch $@

# The checkout itself, for the command `noughts`.
.venv/dev: .venv/dev.txt pyproject.toml setup.py
	@NOUGHTS_COMPILE=0 $(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable . \
	  </dev/null >.venv/install.log 2>&1 || { $(call failed,.venv/install.log); }
	@touch $@

failed = $(if $(CI),cat $(1) >&2;) echo "noughts: that failed; is the network there? See $(1)" >&2; exit 1

# What npm installs. Node trusts what this machine trusts only if told, which matters behind a proxy
# that reads along.
build/scripts/npm.log: tools/scripts/package-lock.json
build/pyodide/npm.log: tools/site/package-lock.json
build/scripts/npm.log build/pyodide/npm.log: $(if $(shell command -v npm 2>&1),,.venv/node.txt)
	@echo "Installing into $(@D)..." >&2; mkdir -p $(@D)
	@cp $(dir $(filter %/package-lock.json,$^))package*.json $(@D)
	@export NODE_EXTRA_CA_CERTS="$${NODE_EXTRA_CA_CERTS-/etc/ssl/certs/ca-certificates.crt}"; \
	  PATH="$$PATH:$$PWD/$(BIN)" npm ci --prefix $(@D) --no-audit --no-fund --ignore-scripts </dev/null >$@ 2>&1 \
	  || { mv $@ $(@D)/failed.log; $(call failed,$(@D)/failed.log); }

# At the same time, as one waits for the network.
.venv/test: .venv/dev $(TUTORIAL) $(STATIC)
	@$(MAKE) AT_ONCE=1 --no-print-directory --silent --jobs=2 .venv/kernels .venv/browser
	@$(MAKE) --no-print-directory --silent build/pyodide/npm.log || true

$(TUTORIAL): tools/tutorial.py $(wildcard docs/tutorial/*.* docs/tutorial/solutions/*)
	@$(BIN)/python -m tools.tutorial; touch $@

$(STATIC): tools/static_files.py $(wildcard src/noughts/server/http/static/*/*.css src/noughts/server/http/static/*/*.js \
  src/noughts/site/static/*.js src/noughts/site/static/*/*.js)
	@$(BIN)/python -m tools.static_files; touch $@

.venv/kernels: setup.py $(wildcard src/noughts/kernels/*.p* src/noughts/kernels/*.c) .venv/dev
	@echo "Compiling the kernels..." >&2; rm -f $(COMPILED)
	@$(BIN)/python setup.py --quiet build_ext --inplace >.venv/kernels.log 2>&1; \
	ls src/noughts/kernels/_shared*.so >/dev/null 2>&1 \
	  || echo "noughts: the kernels stay plain Python, which is slow; see .venv/kernels.log" >&2; touch $@

.venv/browser: .venv/dev tests/browser/browsers.py
	@! $(BIN)/python tests/browser/browsers.py || touch $@
