#!/bin/sh
# SPDX-License-Identifier: MIT
# Milliseconds of the ten scripts in GAP alone, with the kernel module and through the pipe: the least of three runs each, and at
# most two minutes per run. Needs the package where GAP finds it, with its module: time_scripts.sh [options of GAP].
cd "$(dirname "$0")/scripts" || exit 1
printf '%-20s %8s %8s %8s\n' script gap module pipe
for script in *.g; do
  printf '%-20s' "$script"
  for channel in gap module pipe; do
    least=
    for run in 1 2 3; do
      ms=$(CHANNEL=$channel WREATH_CHANNEL=$channel SCRIPT=$script timeout 120 gap -q -A -r "$@" ../time_scripts.g < /dev/null 2>&1 |
           sed -n 's/^ms \([0-9]*\),.*/\1/p')
      if [ -n "$ms" ] && { [ -z "$least" ] || [ "$ms" -lt "$least" ]; }; then least=$ms; fi
    done
    printf ' %8s' "${least:--}"
  done
  echo
done
