# SPDX-License-Identifier: MIT
# The newcomer's commands. `make demo` and `make test` need nothing prepared: tools/setup.sh looks for what they need and
# installs what is missing from the distribution's packages.
BUILD := build/release
ifdef JOBS
  PARALLEL := --parallel $(JOBS)
endif

.PHONY: all help configure-all build demo test bench python figures docs check format install dist distcheck packages asan tsan coverage clean
all: build

help:
	@echo "make demo      build wreath and run one small example of each engine"
	@echo "make test      build the tests and run them"
	@echo "make asan      build and run the quick tests under the address and undefined-behaviour sanitizers (tsan: threads)"
	@echo "make build     build the program, $(BUILD)/wreath, the tests, the benchmarks and wreath-paper"
	@echo "make python    build the Python module: PYTHONPATH=$(BUILD)/python python3 -c 'import wreath'"
	@echo "make bench     run the benchmarks, and compare each default with the best options; JSON goes to $(BUILD)/bench.json and choices.json"
	@echo "make figures   draw docs/figures from the records in bench/results (needs matplotlib)"
	@echo "make docs      build the documentation site, build/docs/html"
	@echo "make check     format, clang-tidy on changed files, layers, tests, and make asan"
	@echo "make coverage  build and run the quick tests with counters; list the files and headers that they run least"
	@echo "make install   install to PREFIX (/usr/local)"
	@echo "make dist      write the source archive build/dist/wreath-VERSION.tar.xz; distcheck: build and test it"
	@echo "make packages  Debian packages, a wheel and a container image from that archive, each tried (as root); docs/install.md"
	@echo "make clean     remove build/"

# $(call configure,PRESET,OPTIONS) makes or refreshes build/PRESET. A build folder knows where it was made.
define configure
	@made_for=$$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' build/$(1)/CMakeCache.txt 2> /dev/null); \
	if [ -n "$$made_for" ] && ! [ "$$made_for" -ef . ]; then \
	  echo "build/$(1) was configured in $$made_for, which is another folder: run 'make clean', then try again." >&2; exit 1; \
	fi
	@cmake --preset $(1) $(2) > build/configure-$(1).log 2>&1 || { cat build/configure-$(1).log; exit 1; }
endef
summary = @sed -n '/^-- wreath [0-9]/,/^-- What is not/s/^-- //p' build/configure-$(1).log
build_with = @cmake --build --preset $(1) $(PARALLEL) $(if $(2),--target $(2))
# One more than there are cores: many tests wait, for mpirun or for a program that they stop.
run_tests = @ctest --preset $(1) --parallel $(or $(JOBS),$(shell echo $$(($$(nproc) + 1))))

demo:
	@tools/setup.sh build
	$(call configure,release)
	$(call summary,release)
	$(call build_with,release,wreath_cli wreath_check)
	@echo
	@$(BUILD)/wreath demo

# CUDA code is compiled wherever there is nvcc, also without a GPU, so that it cannot rot; what was chosen by hand stays.
cuda_is = $(shell grep -sE '^WREATH_CUDA:[A-Z]+=($(1))$$' $(BUILD)/CMakeCache.txt)
configure-all:
	@tools/setup.sh build
	@tools/setup.sh test
	$(call configure,release,$(if $(call cuda_is,ON|OFF),,-DWREATH_CUDA=CHECK) -DWREATH_TESTS=ON -DWREATH_BENCHMARKS=ON)
	$(call summary,release)

build: configure-all
	$(call build_with,release,all wreath_benchmarks)

test: configure-all
	$(call build_with,release)
	$(call run_tests,release)

# The quick tests under the address and undefined-behaviour sanitizers, or under the thread sanitizer.
asan tsan:
	@tools/setup.sh build
	@tools/setup.sh test
	$(call configure,$@,-DWREATH_TESTS=ON -DWREATH_CLI=ON)
	$(call build_with,$@)
	$(call run_tests,$@)

# Which lines the quick tests run. Counters of earlier runs are removed.
coverage:
	@tools/setup.sh build
	@tools/setup.sh test
	$(call configure,$@,-DWREATH_TESTS=ON -DWREATH_CLI=ON)
	$(call build_with,$@)
	@find build/$@ -name '*.gcda' -delete
	$(call run_tests,$@)
	@python3 tools/coverage.py build/$@

python:
	@tools/setup.sh build
	@tools/setup.sh python
	$(call configure,release,-DWREATH_PYTHON=ON)
	$(call build_with,release,wreath_python)
	@echo
	@python=$$(sed -n 's/^Python_EXECUTABLE:[A-Z]*=//p' $(BUILD)/CMakeCache.txt); \
	  echo "The module wreath is in $(BUILD)/python. To use it (docs/python.md):"; \
	  echo "  PYTHONPATH=$(BUILD)/python $$python -c 'import wreath; print(len(wreath.semigroup.family(\"bihecke:5\")))'"

bench: build
	@$(BUILD)/bench/wreath_bench --benchmark_out=$(BUILD)/bench.json --benchmark_out_format=json
	@python3 bench/choices/choices.py --wreath $(BUILD)/wreath -o $(BUILD)/choices.json
	@python3 bench/small.py $(BUILD)/wreath

figures:
	@tools/setup.sh figures
	@python=python3; python3 -c 'import matplotlib' 2> /dev/null || python=/usr/bin/python3; $$python tools/figures.py

docs: python
	@tools/setup.sh docs
	$(call build_with,release,wreath_cli)
	@python3 tools/docs.py --build $(BUILD)

check: configure-all
	@tools/setup.sh check
	@tools/check_format.sh
	@tools/check_tidy.sh
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory asan

format:
	@tools/setup.sh check
	@tools/check_format.sh --fix

install:
	@tools/setup.sh build
	$(call configure,release,$(if $(call cuda_is,CHECK),-DWREATH_CUDA=AUTO))
	$(call build_with,release,wreath_product)
	@cmake --install $(BUILD) $(if $(PREFIX),--prefix $(PREFIX))

# The source archive: what is committed, and the same bytes whenever and wherever it is made.
VERSION := $(shell sed -n 's/^project.wreath VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
COMPRESS := xz -6 --threads=1
ARCHIVE := build/dist/wreath-$(VERSION).tar.xz
dist:
	@mkdir -p build/dist
	@git -c core.abbrev=12 -c tar.umask=0002 archive --prefix=wreath-$(VERSION)/ HEAD | $(COMPRESS) > $(ARCHIVE).part && mv $(ARCHIVE).part $(ARCHIVE)
	@cd build/dist && sha256sum wreath-$(VERSION).tar.xz

# Without git, in a folder of its own.
distcheck: dist
	@rm -rf build/dist/wreath-$(VERSION)
	@tar -xf $(ARCHIVE) -C build/dist
	@$(MAKE) --no-print-directory -C build/dist/wreath-$(VERSION) test

# From the source archive, without git and without a network.
packages: dist
	@tools/setup.sh build
	@tools/setup.sh python
	@tools/setup.sh packages
	@packaging/packages.sh $(ARCHIVE)

clean:
	@rm -rf build
