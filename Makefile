# Two commands matter: `make run` and `make test`. Both set up everything they need by themselves.
# `make run PORT=8500` listens there instead; 0 is any port that is free.
# `make test PYTHON=python3.13` uses that Python, in an environment of its own beside .venv: .venv-3.13.
ifdef PYTHON
override PYTHON := $(shell ./scripts/pythons named $(PYTHON))
export PYTHON
endif
VENV := .venv$(if $(PYTHON),-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])'))
export VENV
BIN := $(VENV)/bin

.PHONY: run test whole site both quick pure style types walls tests client client-tests browser screenshots proofs pages client-code examples answers format lock environment package clean

# The client is built before the environment is made, so that what only building needs is gone by then.
run:
	@./scripts/client --tidy
	@./scripts/environment run
	@$(BIN)/houserules serve $(if $(PORT),--port $(PORT))

# The documentation as a site, in build/site.
site: environment
	@$(BIN)/mkdocs build --strict

# The wheel and the source archive, in dist/.
package: environment client
	@$(BIN)/python -m hatchling build

test: style types walls client-tests tests

# The cases too of which `make test` takes a part: an hour.
whole:
	@HOUSERULES_WHOLE=1 $(MAKE) --no-print-directory test

# Under a minute, while one works: all but what is slow. The exhaustive tests of the law are left to `make test`.
quick: environment
	@$(MAKE) --no-print-directory -j2 -O style types walls pure

pure: environment
	@unset PYTHONDONTWRITEBYTECODE; $(BIN)/pytest -n 2 --dist loadscope \
		tests/cards tests/money tests/merkle tests/ledger tests/play tests/law tests/clauses tests/scenarios \
		--ignore=tests/law/test_mutations.py --ignore=tests/law/test_rubbish.py --ignore=tests/law/test_words.py

# The oldest and the newest Python on this machine that houserules runs on; on those between, the types and the pure
# rooms.
both:
	@set -e; for python in $$(./scripts/pythons ends); do $(MAKE) test PYTHON=$$python; done
	@set -e; for python in $$(./scripts/pythons between); do $(MAKE) types pure PYTHON=$$python; done

environment:
	@./scripts/environment

client: environment
	@./scripts/client

client-tests: environment
	./scripts/client-tests

browser:
	@./scripts/browser >/dev/null

style: environment
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: environment
	$(BIN)/mypy

walls: environment
	$(BIN)/lint-imports --cache-dir .cache/import-linter

tests: environment client
	@./scripts/client --tools
	./scripts/tests

screenshots: environment client browser
	HOUSERULES_WHOLE=1 HOUSERULES_SCREENSHOTS=1 $(BIN)/pytest tests/browser
	$(BIN)/python scripts/paper_pictures.py

proofs: environment
	$(BIN)/pytest --write-proofs

pages: environment
	$(BIN)/python scripts/reference_pages.py
	$(BIN)/python scripts/house_edges.py

# The typed client of the API, from the API's own description; and the examples in it, from a running service.
client-code: environment
	$(BIN)/python scripts/api_client.py

examples: environment
	$(BIN)/python -m tests.api.examples

# The answers that come with the package; minutes. Only those whose sources have changed are computed again.
answers: environment
	$(BIN)/python scripts/shipped_answers.py

format: environment
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What runs here (serve and lab), what may run anywhere (all), the graphics card, and what developing needs. uv comes
# from the machine; the locks name no addresses.
COMPILE := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url pyproject.toml
lock:
	$(COMPILE) --extra dev -o locks/develop.lock
	$(COMPILE) --extra all -c locks/develop.lock -o requirements.lock
	$(COMPILE) --extra serve --extra lab --group build -c locks/develop.lock -o locks/run.lock
	$(COMPILE) --extra gpu -o locks/gpu.lock

clean:
	rm -rf .venv .venv-* .cache .hypothesis build dist ui/node_modules src/houserules/web/static
