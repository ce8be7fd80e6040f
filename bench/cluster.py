#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the verbs that ranks run send and take, on hosts out of network namespaces (tests/mpi/hosts.py), against `wreath cluster plan`.

    bench/cluster.py --wreath build/release/wreath --hosts 2 4 --rates 100mbit 1gbit --points 2^26 [--only perm] [-o RECORD]

For each verb, number of hosts and rate: the seconds that the program reports, the bytes that a host sent, by its network card, the
seconds that its cores worked, and the floor: the bytes of one host over the rate. The hosts share the cores of this machine and its
disk, so times where the network is not the limit are those of this machine with all ranks on it. Needs root.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "mpi"))
import record  # noqa: E402
from hosts import Hosts  # noqa: E402

BITS = {"mbit": 1e6, "gbit": 1e9}


def rate_of(text):
    return float(text[:-4]) * BITS[text[-4:]]


def commands(options):
    """By name: what each is about, the command, and what `cluster plan` is asked."""
    points = str(options.points)
    x, y, perm = "x.npy", "y.npy", ["--points", points]
    orbit = str(options.orbit)
    return {
        "perm multiply": (["perm", "multiply", x, y, "-o", "z.npy"], perm),
        "perm inverse": (["perm", "inverse", x, "-o", "z.npy"], perm),
        "perm divide": (["perm", "divide", x, y, "-o", "z.npy"], perm),
        "perm check": (["perm", "check", x], perm),
        "perm cycles": (["perm", "cycles", x], perm),
        "perm power": (["perm", "power", x, "3", "-o", "z.npy"], perm),
        "perm random": (["perm", "random", points, "-o", "r.npy"], perm),
        "semigroup enumerate": (["semigroup", "enumerate", options.semigroup, "--backend", "cpu"],
                                ["--elements", str(options.elements), "--generators", str(options.generators)]),
        "orbit growth": (["orbit", "growth", f"lrx:{orbit}", "--backend", "cpu"], ["--states", str(math.factorial(options.orbit))]),
        "word reduce": (["word", "reduce", "surface:2", "--file", "words.txt", "-o", "forms.txt"], ["--letters", str(options.letters)]),
    }


def cpu_seconds(before, after):
    return sum(after.values()) - sum(before.values())


def measure(options, count, rate, name, command):
    with Hosts(count, rate if rate != "none" else None) as hosts:
        prepare(options, hosts, command)
        before = [hosts.sent(host) for host in hosts.hosts()]
        begin = time.monotonic()
        arguments = ["/usr/bin/env", "bash", "-c", 'TIMEFORMAT="cpu %U %S"; time "$0" "$@"', options.wreath, *command, "--threads", "1",
                     "--json", "-q", "--record", "run.json"]
        code, stdout, stderr = hosts.mpirun(*arguments, timeout=1800)
        whole = time.monotonic() - begin
        sent = [hosts.sent(host) - old for host, old in zip(hosts.hosts(), before)]
        if code != 0:
            raise SystemExit(f"{command}\n{stdout}\n{stderr}")
        run = json.loads((hosts.shared / "run.json").read_text())
    cpu = [sum(map(float, line.split()[1:])) for line in stderr.splitlines() if line.startswith("cpu ")]
    return {"command": "wreath " + " ".join(command), "verb": name, "points": options.points, "hosts": count, "rate": rate, "seconds": run["seconds"],
            "seconds with mpirun": round(whole, 3), "sent by each host": sent, "cpu seconds of each rank": cpu,
            "memory of rank 0": run["peak_memory"], "phases": {phase["name"]: round(phase["seconds"], 4) for phase in run["phases"]}}


def prepare(options, hosts, command):
    for name, seed in (("x.npy", 1), ("y.npy", 2)):
        if name in command:
            source = pathlib.Path(options.folder) / f"{options.points}-{name}"
            if not source.exists():
                subprocess.run([options.wreath, "perm", "random", str(options.points), "--seed", str(seed), "-o", source, "-q"], check=True)
            (hosts.shared / name).symlink_to(source)
    if "words.txt" in command:
        source = pathlib.Path(options.folder) / f"{options.letters}-words.txt"
        if not source.exists():
            import random
            rng = random.Random(1)
            source.write_text("\n".join("".join(rng.choices("aAbBcCdD", k=1000)) for _ in range(options.letters // 1000)) + "\n")
        (hosts.shared / "words.txt").symlink_to(source)


def predict(options, row, question):
    """What the plan says of hosts that share the cores of this machine."""
    rate = ["--network", str(rate_of(row["rate"]))] if row["rate"] != "none" else []
    plan = subprocess.run([options.wreath, "cluster", "plan", row["verb"], *question, "--nodes", str(row["hosts"]), *rate, "--cores",
                           str(options.cores / row["hosts"]), "--json"], capture_output=True, text=True)
    if plan.returncode != 0:
        return {"plan": plan.stderr.strip()}
    plan = json.loads(plan.stdout)
    return {"predicted seconds": round(plan["predicted_seconds"], 3), "predicted bytes sent": plan["sent"], "predicted memory": plan["memory"],
            "predicted alone": round(plan["predicted_alone"], 3), "advice": plan["advice"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--hosts", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--rates", nargs="+", default=["100mbit", "1gbit"])
    parser.add_argument("--points", type=lambda text: 2 ** int(text[2:]) if text.startswith("2^") else int(text), default=2 ** 24)
    parser.add_argument("--semigroup", default="bihecke:5")
    parser.add_argument("--elements", type=int, default=31103)
    parser.add_argument("--generators", type=int, default=8)
    parser.add_argument("--orbit", type=int, default=11)
    parser.add_argument("--letters", type=int, default=50_000_000)
    parser.add_argument("--cores", type=float, default=2)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--folder", default="/var/tmp", help="keeps the inputs")
    parser.add_argument("--measured", nargs="*", default=[], help="rows of an earlier run, one JSON object per line: their predictions are made again")
    record.add_arguments(parser)
    options = parser.parse_args()
    rows = []
    questions = {name: question for name, (_, question) in commands(options).items()}
    for line in (line for path in options.measured for line in open(path, encoding="utf-8") if line.startswith("{")):
        row = json.loads(line)
        question = list(questions[row["verb"]])
        if row["verb"].startswith("perm"):
            question[1] = str(row["points"])
        row |= predict(options, row, question)
        if row["verb"] == "perm power":
            row["predicted seconds"], row["predicted bytes sent"] = 2 * row["predicted seconds"], 2 * row["predicted bytes sent"]
        rows.append(row)
    if options.measured:
        options.only = []
    for name, (command, question) in commands(options).items():
        if not any(name.startswith(only) for only in options.only):
            continue
        for count in options.hosts:
            for rate in options.rates:
                for _ in range(options.repeat):
                    row = measure(options, count, rate, name, command)
                    row |= predict(options, row, question)
                    if rate != "none":
                        row["floor"] = round(max(row["sent by each host"]) * 8 / rate_of(rate), 3)
                    rows.append(row)
                    print(json.dumps(row), flush=True)
    record.write(options, "cluster", "hosts out of network namespaces on one machine, a rank of one thread on each", rows=rows)


if __name__ == "__main__":
    main()
