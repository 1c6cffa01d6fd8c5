# Trainshed: `make play` to play, `make test` to check everything, `make help` for the rest.

BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup play test long lint types bench load docs words requirements clean

help: ## say what each command does
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: ## make .venv ready; quick when nothing has changed
	@tools/setup

play: setup ## start the site and open it in the browser
	@$(BIN)/trainshed serve --open

test: setup ## run every check: style, types, layers, spelling, tests, browser tests
	@tools/check

long: setup ## run what is too long for every day too, and measure coverage
	@tools/check --long

lint: setup ## correct the style where that is safe, show the rest
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/codespell

types: setup ## check the types
	@$(BIN)/mypy

bench: setup ## measure the speed
	@$(BIN)/trainshed bench

load: setup ## let a crowd play for two minutes and measure; more with ARGS="--help"
	@$(BIN)/python -m tools.load $(ARGS)

docs: setup ## build the documentation in site/
	@$(BIN)/zensical build --clean

words: setup ## bring the catalogues of all languages up to date with the source
	@$(BIN)/python tools/words.py
	@$(BIN)/python hatch_build.py

requirements: setup ## pin the newest versions of all dependencies
	@tools/requirements

clean: ## remove all that the other commands have made
	@rm -rf .venv site dist build test-results front/node_modules
	@rm -rf src/trainshed/web/static/vendor src/trainshed/board/fonts
	@rm -rf .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .cache
	@find src tests tools \( -name '*.mo' -o -name __pycache__ \) -prune -exec rm -rf {} +
