#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Components of presentations under Andrews-Curtis moves, for growing numbers of letters.

    bench/orbit/presentations.py --wreath build/release/wreath --graph 'akbulut-kirby:3,#,8' --caps 28,30,32 --backend cuda -o out.json
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import record  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--graph", default="akbulut-kirby:3,#")
    parser.add_argument("--caps", default="20,22,24")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--limit", type=float, default=300, help="seconds of a search")
    record.add_arguments(parser)
    options = parser.parse_args()
    rows = []
    for cap in options.caps.split(","):
        graph = options.graph.replace("#", cap)
        start = time.time()
        run = subprocess.run([options.wreath, "orbit", "growth", graph, "--backend", options.backend, "--json", "-q", "--time",
                              str(options.limit)], capture_output=True, text=True, check=False)
        seconds = time.time() - start
        if run.returncode not in (0, 2):
            rows.append({"graph": graph, "error": run.stderr.strip()})
            print(f"{graph}: {run.stderr.strip()}", flush=True)
            continue
        report = json.loads(run.stdout)
        rows.append({"graph": graph, "states": report["states"], "complete": "diameter" in report, "levels": report["levels"],
                     "memory": report["memory"], "wall_seconds": round(seconds, 3)})
        print(f"{graph}: {report['states']} states{'' if rows[-1]['complete'] else ' (stopped)'}, {seconds:.2f} s", flush=True)
        record.write(options, "orbit presentations", "components under Andrews-Curtis moves", rows=rows)


if __name__ == "__main__":
    main()
