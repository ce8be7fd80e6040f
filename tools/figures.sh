#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Draws the figures of docs/ from the committed records, by `wreath plot`. The same records give the same files, byte for byte, with the same gnuplot.
#
#     tools/figures.sh [WREATH [FOLDER]]          by default build/release/wreath and docs/figures; `make figures` builds first
set -euo pipefail
cd "$(dirname "$0")/.."
wreath=$(realpath "${1:-build/release/wreath}")
figures=$(realpath -m "${2:-docs/figures}")
mkdir -p "$figures"
cd bench/results
day=2026-11-15

# figure NAME RECORD... -- OPTION...: one picture
figure() {
  local name=$1 records=()
  shift
  while [ "$1" != -- ]; do records+=("$day-$1.json"); shift; done
  shift
  "$wreath" plot "${records[@]}" "$@" -o "$figures/$name.svg" -q
}

figure perm-neoverse perm-ram-neoverse-2 perm-ram-neoverse-2-large -- --join --series 'loop, 2 threads' --series 'partition, 2 threads' \
  --series 'loop, 1 thread' --series 'partition, 1 thread' --series 'floor, 2 threads' --title 'Time per 4-byte point, two cores of a Neoverse-V1'
figure perm-xeon perm-ram-xeon-16 perm-ram-xeon-16-large -- --join --series '16 threads' --title 'Time per 4-byte point, 16 cores of a Xeon'
figure perm-h200 perm-gpu-h200 -- --table series.device --panels op --x points --y ns_per_point --y 'floor_ms*1e6/points=floor' --by algorithm \
  --where point_bytes=4 --log-x --log-y --title 'Time per 4-byte point, arrays on an H200'
