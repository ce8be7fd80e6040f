# SPDX-License-Identifier: MIT
# The newcomer's commands. `make demo` and `make test` need nothing prepared: tools/setup.sh looks for what they need and
# installs what is missing from the distribution's packages.
BUILD := build/release
ifdef JOBS
  PARALLEL := --parallel $(JOBS)
endif

.PHONY: all demo test bench figures check format install asan tsan setup clean help
all: build

help:
	@echo "make demo      build wreath, then let each engine do one small real piece of work"
	@echo "make test      build everything and run the tests, also under the sanitizers"
	@echo "make build     only build: the program is $(BUILD)/wreath"
	@echo "make bench     run the benchmarks; JSON goes to $(BUILD)/bench.json"
	@echo "make figures   draw docs/figures from the records in bench/results (needs gnuplot)"
	@echo "make check     format, clang-tidy on changed files, layers, tests"
	@echo "make install   install to PREFIX (/usr/local)"

setup:
	@tools/setup.sh build

.PHONY: build configure
configure: setup
	@cmake --preset release > build/configure.log 2>&1 || { cat build/configure.log; exit 1; }
	@sed -n '/^-- wreath [0-9]/,/^-- What is not/s/^-- //p' build/configure.log

build: configure
	@cmake --build --preset release $(PARALLEL)

demo: configure
	@cmake --build --preset release --target wreath_cli $(PARALLEL)
	@echo
	@$(BUILD)/wreath demo

test: build asan
	@ctest --preset release

# The quick tests under the address and undefined-behaviour sanitizers.
asan: setup
	@cmake --preset asan > build/configure-asan.log 2>&1 || { cat build/configure-asan.log; exit 1; }
	@cmake --build --preset asan $(PARALLEL)
	@ctest --preset asan

tsan: setup
	@tools/setup.sh tsan
	@cmake --preset tsan > build/configure-tsan.log 2>&1 || { cat build/configure-tsan.log; exit 1; }
	@cmake --build --preset tsan $(PARALLEL)
	@ctest --preset tsan

bench: build
	@$(BUILD)/bench/wreath_bench --benchmark_out=$(BUILD)/bench.json --benchmark_out_format=json

figures: configure
	@cmake --build --preset release --target wreath_cli $(PARALLEL)
	@tools/figures.sh $(BUILD)/wreath

check: build
	@tools/setup.sh check
	@tools/check_format.sh
	@tools/check_tidy.sh
	@$(MAKE) --no-print-directory test

format:
	@tools/setup.sh check
	@tools/check_format.sh --fix

install: build
	@cmake --install $(BUILD) $(if $(PREFIX),--prefix $(PREFIX))

clean:
	@rm -rf build
