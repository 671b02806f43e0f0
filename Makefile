# SPDX-License-Identifier: MIT
# See README.md. Only deps, deps-test, play and test install packages, and they name them; other targets only report what is missing.
JOBS := $(shell nproc)
RELEASE := cmake --preset release
NINJA = ninja -C $(1) -j$(JOBS)

help:
	@echo 'make build    build/tambour, the program'
	@echo 'make fast     build/fast/tambour, with link-time and profile-guided optimisation; takes three times as long'
	@echo 'make test     all tests; ends with "N passed, M failed"'
	@echo 'make play     the table in the browser'
	@echo 'make deps     installs the packages that building and playing need; make deps-test those of the tests too'
	@echo 'make deb      the Debian package with program, data, service and man page'
	@echo 'make lint     lint and type checks of the web client'
	@echo 'make screenshots  pictures of the table into docs/img'
	@echo 'make bench    figures of speed and size (docs/performance.md)'
	@echo 'make figures  the speed of the table in a real browser'
	@echo 'make load     a thousand clients at the table (docs/performance-server.md)'
	@echo 'make attack   50 honest games under known attacks for SECONDS (docs/server.md)'
	@echo 'make faults   kills servers and their database over 200 times and checks that no move is lost'
	@echo 'make odds-proof  compares the odds of known combats with a million plays each'
	@echo 'make soak     100,000 random games of every battle and book'
	@echo 'make fuzz     the fuzzers for SECONDS each (300)'
	@echo 'make coverage which rows of each book the code cites and a case executes'
	@echo 'make mutants  silences each rule, mutates sources for MINUTES (10), lists what no test notices'
	@echo 'make signatures  restates tests/signatures.txt after an intended change of behaviour'
	@echo 'make protocol  regenerates the answers in docs/protocol.md'
	@echo 'make acts     regenerates docs/acts.md: the questions and verbs of every book'
	@echo 'make format   clang-format over the sources'

build: build/.needs
	@$(RELEASE) > build/configure.log || (cat build/configure.log; exit 1)
	$(call NINJA,build) tambour

fast: build/.needs
	@tools/fast.sh $(JOBS)

test: deps-test
	@tools/test.sh

play: deps
	@$(MAKE) --no-print-directory build
	@tools/play.sh

deps:
	@tools/need.sh $(call packages,tools/packages.txt)
	@tools/need.sh --node

deps-test: deps
	@tools/need.sh $(call packages,tools/packages-test.txt)

deb: build/.needs-test build
	@rm -f build/tambour_*.deb
	cd build && cpack > cpack.log || (cat cpack.log; exit 1)
	@ls build/tambour_*.deb

lint: build/.needs web
	@cd web && npm run --silent check

bench: build/.needs-test build
	$(call NINJA,build) tambour_bench
	build/tambour_bench

load: build/.needs-test build
	$(call NINJA,build) tambour_load
	tools/load.sh

faults: build/.needs-test build
	$(call NINJA,build) server_tests
	TAMBOUR_FAULT_RUNS=200 build/server_tests --gtest_filter='Faults.*'
	$(call NINJA,build) tambour_several
	tools/test-several.sh 200 20 20 10 20

odds-proof: build
	build/tambour prove tests/combats

soak: build
	build/tambour contract --games 100000 --checks 4000 --jobs $(JOBS)

SECONDS ?= 300
attack: build/.needs-test build
	$(call NINJA,build) tambour_attack
	tools/attack.sh $(SECONDS)

fuzz: build/.needs-test
	@tools/fuzz.sh $(SECONDS)

MINUTES ?= 10
mutants: build/.needs build/.needs-test
	@cmake --preset mutants > build/configure.log || (cat build/configure.log; exit 1)
	$(call NINJA,build/mutants) tambour
	build/mutants/tambour mutants --jobs $(JOBS)
	tools/source-mutants.py --minutes $(MINUTES) --jobs $(JOBS)

coverage: build/.needs
	@cmake --preset mutants > build/configure.log || (cat build/configure.log; exit 1)
	$(call NINJA,build/mutants) tambour
	build/mutants/tambour coverage --missing

signatures: build
	(echo '# Written by make signatures: perft counts to depth 4 and a signature for every battle and book.'; build/tambour signature) > build/signatures.txt
	mv build/signatures.txt tests/signatures.txt

acts: build
	build/tambour acts > build/acts.md
	mv build/acts.md docs/acts.md

protocol: build/.needs-test build
	$(call NINJA,build) unit_tests
	TAMBOUR_RESTATE=1 build/unit_tests --gtest_filter='Protocol.*'

format:
	@command -v clang-format > /dev/null || tools/need.sh --check clang-format
	git ls-files '*.h' '*.cpp' | xargs clang-format -i

# Checks for packages once per checkout, and again when a list changes: those to build and play, and those that tests need too.
packages = $(shell grep -v '^#' $(1))
build/.needs: tools/packages.txt
build/.needs-test: tools/packages-test.txt build/.needs
build/.needs build/.needs-test:
	@tools/need.sh --check $(call packages,$<)
	@mkdir -p build
	@touch $@

.PHONY: help build test play deps deps-test deb lint bench load attack faults odds-proof soak fuzz mutants coverage signatures protocol acts format

# The table in the browser is part of the program.
build: web
web:
	@tools/web.sh

screenshots: build/.needs-test build
	cd web && npm run --silent screenshots

figures: build/.needs-test build
	cd web && npm run --silent figures

.PHONY: web screenshots figures
