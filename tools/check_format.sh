#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Says which files clang-format would change; with --fix, changes them.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(find include src check cli python tests bench -name '*.?pp' -o -name '*.cu' -o -name '*.cuh' | sort)
if [ "${1:-}" = --fix ]; then
  clang-format-14 -i "${files[@]}"
else
  clang-format-14 --dry-run --Werror "${files[@]}"
  echo "format: ${#files[@]} files are formatted correctly"
fi
