#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy on the C++ sources that differ from the main branch (all of them with --all). What needs a GPU toolkit is left out,
# and so are kernels in GCC's own vector code, which clang does not compile.
set -euo pipefail
cd "$(dirname "$0")/.."
all() { find src cli -name '*.cpp' -not -path '*/cuda/*' -not -path '*/cpu/kernels.cpp'; }
changed() {
  local base
  base=$(git merge-base HEAD origin/main 2> /dev/null || git rev-parse HEAD)
  { git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | grep -E '^(src|cli)/.*\.cpp$' | grep -vE '/cuda/|/cpu/kernels.cpp' || true
}
if [ "${1:-}" = --all ]; then mapfile -t files < <(all | sort); else mapfile -t files < <(changed | sort -u); fi
if [ ${#files[@]} -eq 0 ]; then
  echo "tidy: no source differs from the main branch"
  exit 0
fi
# Its own list of compile commands: one for each file.
cmake -S . -B build/tidy -G Ninja -DWREATH_UNITY=OFF -DWREATH_CUDA=OFF -DWREATH_TESTS=OFF -DWREATH_BENCHMARKS=OFF > build/configure-tidy.log
log=build/tidy.log
if ! printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option > "$log" 2>&1; then
  grep -vE '^[0-9]+ warnings? (and [0-9]+ errors? )?generated' "$log"
  exit 1
fi
echo "tidy: ${#files[@]} files are clean"
