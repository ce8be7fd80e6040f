#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy on the C++ sources that differ from the main branch (all of them with --all).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:?usage: check_tidy.sh BUILD_FOLDER [--all]}
all() { find src cli -name '*.cpp' -not -path '*/cuda/*'; }
changed() {
  local base
  base=$(git merge-base HEAD origin/main 2> /dev/null || git rev-parse HEAD)
  { git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | grep -E '^(src|cli)/.*\.cpp$' | grep -v '/cuda/' || true
}
if [ "${2:-}" = --all ]; then mapfile -t files < <(all | sort); else mapfile -t files < <(changed | sort -u); fi
if [ ${#files[@]} -eq 0 ]; then
  echo "tidy: no source differs from the main branch"
  exit 0
fi
printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 1 clang-tidy-14 -p "$build" --quiet --extra-arg=-Wno-unknown-warning-option 
echo "tidy: ${#files[@]} files are clean"
