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
figure perm-xeon perm-ram-xeon-16 perm-ram-xeon-16-large -- --join --series 'loop, 16 threads' --series 'partition, 16 threads' --series 'floor, 16 threads' \
  --title 'Time per 4-byte point, 16 cores of a Xeon'
figure perm-h200 perm-gpu-h200 -- --table series.device --panels op --x points --y ns_per_point=time --y 'floor_ms*1e6/points=floor' --by algorithm \
  --where point_bytes=4 --series 'time, traditional' --series 'time, implicit' --series 'floor, implicit' --log-x --log-y \
  --title 'Time per 4-byte point, arrays on an H200'
figure perm-disk perm-disk-neoverse-2-1250M -- --size 700x420 --title '1.25 billion 4-byte points on a disk, 1 GiB of memory, two cores of a Neoverse-V1'

figure word-reduce word-reduce-h200 -- --figure S_2 --figure C_334 --series 'GPU, one word, base 0' --series 'GPU, one word, there and back' \
  --series 'one word, 16 threads' --series 'one core, word after word' --size 1100x560 --title 'The normal form of one uniform word: an H200 and a Xeon'
figure word-threads word-reduce-h200 -- --figure threads --speedup --size 700x480 --title 'One long uniform word on the cores of a Xeon'
figure word-scan word-multiply-h200 -- --figure 'scan: surface:2' --figure 'scan: triangle:3,3,4' --series walk --series 'scan, 2 threads' --series 'scan, 4 threads' \
  --series 'scan, 16 threads' --series 'scan, GPU' --size 1100x560 --title 'A product that changes the whole word: a Xeon and an H200'
blocks=(--x letters --y seconds --by block --panels group --log-x --log-y --size 1100x560)
for block in 1 4 16 64 256 1024; do blocks+=(--series "block $block"); done
figure word-multiply-paper word-multiply-h200 -- --table series.paper_products "${blocks[@]}" --title 'Path doubling on an H200, by threads a block: a product'
figure word-shortlex-paper word-multiply-h200 -- --table series.paper_shortlex "${blocks[@]}" --title 'Path doubling on an H200, by threads a block: a normal form'
figure word-speedup word-multiply-h200 -- --table series.paper_products --x block --y seconds --by letters --panels group --speedup --log-x \
  --x-label 'threads a block' --size 1100x560 --title 'Path doubling on an H200: speed-up of a product'
figure word-build word-build-neoverse -- --size 800x480 --title 'Verified automatic structures of 42 groups, one core of a Neoverse-V1'

figure semigroup-levels semigroup-h200-gpu-bihecke4 semigroup-h200-gpu-bihecke5 semigroup-h200-gpu-bihecke6 semigroup-h200-gpu-renner7 semigroup-h200-gpu-full8 -- \
  --title 'Elements by the length of their least word'
sizes=()
for one in gpu-bihecke4 gpu-bihecke5 gpu-bihecke6 gpu-full6 gpu-full7 gpu-full8 gpu-full9 xeon2-bihecke6 xeon2-full6 xeon2-full7 xeon2-full8 xeon16-full9 xeon1-renner7 xeon1-renner8 xeon1-renner9; do
  sizes+=("semigroup-h200-$one")
done
figure semigroup-time "${sizes[@]}" -- --across --x results.size --y results.phases.enumerate --by results.backend --kind points --log-x --log-y \
  --x-label elements --y-label 'time (s)' --title 'Time of the enumeration: an H200 (cuda), and 1 to 16 cores of a Xeon (cpu)'

figure flip-time-to-rank flip-search-h200-4x4 flip-search-h200-5x5 -- --size 700x420 --title 'Time to rank 47 (4x4x4) and to rank 93 (5x5x5, symmetric), eleven seeds each, one H200'
figure flip-rank flip-search-h200-6x6-c6 -- --figure 'rank by seed' --size 700x460 --title '6x6x6 with the symmetry c6: the best rank so far, five seeds, one H200'
figure flip-rates flip-rates-h200-thread flip-rates-h200-warp -- --label 'a thread for a walk' --label 'a warp for a walk' --size 700x460 \
  --title 'Flips per second by shape, from the standard scheme, one H200'
figure flip-core flip-cpu-neoverse-1 -- --size 800x480 --title 'Flips per second on one core of a Neoverse-V1'

# the papers' own experiments, as `wreath-paper` repeats them
figure paper-words-shortlex paper-words-figure-6-h200 paper-words-figure-7-h200 -- --label S_2 --label C_334 --series 'block 1,' --series 'block 16,' --series 'block 64,' --series reduction \
  --size 900x560 --title 'A normal form: path doubling on an H200, by threads a block, and reduction on a core of a Xeon'
figure paper-words-speedup paper-words-figure-4-h200 paper-words-figure-5-h200 paper-words-figure-8-h200 paper-words-figure-9-h200 -- --label S_2 --label C_334 --label S_2 --label C_334 --series GPU \
  --size 800x520 --title 'Path doubling on an H200: speed-up of a product and of a normal form (ShortLex)'
figure paper-permutations-ram paper-permutations-table-8-h200 -- --series '128 million, multiplication, ' --series '128 million, inverse, ' \
  --size 800x600 --title '128 million points in memory: two Xeon E5410 (the paper) and 16 cores of a Xeon'
figure paper-flips-rank paper-flips-time-to-47-h200 -- --kind steps --size 700x460 --title '4x4x4: the best rank so far, five seeds, one H200'
