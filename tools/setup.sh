#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks for what a part of the work needs and installs what is missing from the distribution's packages: as root or through
# sudo, else it prints the one line to run. Parts: build (the program), test, python, figures, docs, check, packages. What is only wanted is tried once.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build

# "PACKAGE PROBE": a probe with a slash is a file that the compiler must find, or a path; one without is a program.
part=${1:-build}
wants=""
python="pybind11-dev:pybind11/pybind11.h python3-dev:python-headers python3-numpy:python-numpy python3-pytest:python-pytest"
case $part in
  build) needs="g++:g++ cmake:cmake ninja-build:ninja make:make
                libfmt-dev:fmt/format.h libcli11-dev:CLI/CLI.hpp nlohmann-json3-dev:nlohmann/json.hpp"
         # Runs of several processes; all else works without.
         wants="openmpi-bin:mpirun libopenmpi-dev:mpicxx" ;;
  test) needs="python3:python3 pkg-config:pkg-config libgtest-dev:gtest/gtest.h libbenchmark-dev:benchmark/benchmark.h"
        # Figures, the Python module, and the GAP package; without them their tests are left out.
        wants="python3-matplotlib:python-matplotlib gap-core:gap $python" ;;
  python) needs=$python ;;
  figures) needs="python3-matplotlib:python-matplotlib" ;;
  docs) needs="doxygen:doxygen python3-sphinx:python-sphinx python3-myst-parser:python-myst_parser furo:python-furo python3-breathe:python-breathe
               python3-sphinx-copybutton:python-sphinx_copybutton libjs-mathjax:/usr/share/javascript/mathjax"
        wants="chromium:chromium" ;;  # for the test of the site
  check) needs="clang-format-14:clang-format-14 clang-tidy-14:clang-tidy-14 git:git" ;;
  packages) needs="build-essential:/usr/share/doc/build-essential debhelper:dh dh-python:dh_python3 dpkg-dev:dpkg-buildpackage lintian:lintian
                   mmdebstrap:mmdebstrap buildah:buildah xz-utils:xz git:git
                   python3-pip:/usr/lib/python3/dist-packages/pip python3-wheel:python-wheel python3-setuptools:python-setuptools" ;;
  *) echo "setup.sh: '$part' is not a part: choose build, test, python, figures, docs, check or packages" >&2; exit 64 ;;
esac

has() {
  case $1 in
    python-headers) compgen -G "/usr/include/python3.*/Python.h" > /dev/null ;;
    python-*) for one in /usr/bin/python3 python3; do
                "$one" -c "import importlib.util as u; exit(not u.find_spec('${1#python-}'))" 2> /dev/null && return 0
              done; return 1 ;;
    /*) [ -e "$1" ] ;;
    */*) for folder in /usr/include /usr/local/include; do [ -e "$folder/$1" ] && return 0; done; return 1 ;;
    *) command -v "$1" > /dev/null 2>&1 ;;
  esac
}

missing=()
for need in $needs; do
  has "${need#*:}" || missing+=("${need%%:*}")
done
wanted=()
tried=build/setup-wanted-$part
if [ ! -e "$tried" ]; then
  for want in $wants; do
    has "${want#*:}" || wanted+=("${want%%:*}")
  done
fi
[ ${#missing[@]} -eq 0 ] && [ ${#wanted[@]} -eq 0 ] && exit 0

install="install -y --no-install-recommends"
as_root=(none)
if command -v apt-get > /dev/null; then
  if [ "$(id -u)" -eq 0 ]; then
    as_root=()
  elif command -v sudo > /dev/null && { sudo -n true 2> /dev/null || { [ -t 0 ] && [ ${#missing[@]} -ne 0 ]; }; }; then
    as_root=(sudo)
  fi
elif [ ${#missing[@]} -ne 0 ]; then
  echo "wreath needs these packages (Debian's names): ${missing[*]}" >&2
  echo "This system has no apt-get: install the corresponding packages with its package manager, then run make again." >&2
  exit 1
fi
if [ "${as_root[*]-}" = none ]; then
  [ ${#missing[@]} -eq 0 ] && exit 0
  echo "wreath needs packages that are not installed. Run this as root, then make again:" >&2
  echo "  apt-get update && apt-get $install ${missing[*]} ${wanted[*]-}" >&2
  exit 1
fi

# What apt already lists is installed without `apt-get update`, which takes longest. What is only wanted is not tried again if there is
# no network: apt would wait and retry for seconds.
log=build/setup.log
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }
once="-o Acquire::Retries=0 -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15"
all_sources="-o APT::Update::Error-Mode=any"
install_needed() {  # one broken source need not matter
  apt $install $once "$@" || { apt update -qq || true; apt $install "$@"; }
}
install_wanted() {
  apt $install $once "$@" || { apt update -qq $once $all_sources && apt $install $once "$@"; }
}
if [ ${#missing[@]} -ne 0 ]; then
  echo "Installing: ${missing[*]}"
  if ! install_needed "${missing[@]}" > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "The packages could not be installed (see the log, $log). Run this as root, then make again:" >&2
    echo "  apt-get update && apt-get $install ${missing[*]}" >&2
    exit 1
  fi
fi
if [ ${#wanted[@]} -ne 0 ]; then
  touch "$tried"
  echo "Installing: ${wanted[*]}"
  install_wanted "${wanted[@]}" > "$log" 2>&1 ||
    echo "Not installed: ${wanted[*]}. wreath works without them: mpirun is for several processes, matplotlib" \
      "for figures in files, pybind11 and numpy for the Python module, gap for the tests of the GAP package, chromium for that of the site."
fi
