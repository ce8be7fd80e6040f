#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether wreath-check finds the mistakes of a wrong program: it builds wreath with deliberate bugs, and checks its proofs.

    bench/wrong_programs.py FOLDER [-o RECORD.json]

The sources of HEAD are copied to FOLDER and changed there. The environment variable WREATH_BUG then switches on one of the bugs;
the checker is not changed. For each bug some commands, whose true answers are known, are run with --proof. A bug is found if all
wrong answers that have a proof are rejected, and there is at least one.
"""
import argparse
import json
import os
import pathlib
import platform
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]

# (number, what is wrong, file, text, what takes its place)
BUGS = [
    (1, "a relator is dropped", "src/coset/words/relators.cpp",
     "if (word.empty()) continue;", "if (word.empty() || (wrong(1) && system.relators.size() == 2)) continue;"),
    (2, "the last letter of a subgroup word is dropped", "src/coset/words/relators.cpp",
     "    word::reduce_freely(word, inverses);\n    if (!word.empty()) system",
     "    word::reduce_freely(word, inverses);\n    if (wrong(2) && word.size() > 1) word.pop_back();\n    if (!word.empty()) system"),
    (3, "two cosets are identified without a reason", "src/coset/tables/table.cpp",
     "  if (!has_pending()) return true;\n",
     "  if (wrong(3) && rows() > 13 && root(7) != root(11)) pending_.emplace_back(7, 11);\n  if (!has_pending()) return true;\n"),
    (4, "a relator gives an edge to the wrong coset", "src/coset/strategies/felsch.cpp",
     "table_.deduce(task.front, next_letter(relator, task), task.back);",
     "table_.deduce(task.front, next_letter(relator, task), wrong(4) && task.front > 11 && table_.is_alive(7) ? 7 : task.back);"),
    (5, "the order of a subgroup is doubled", "src/coset/order.cpp",
     "if (const std::uint64_t order = cyclic_order(table, generators.front(), run)) {",
     "if (const std::uint64_t order = (wrong(5) ? 2 : 1) * cyclic_order(table, generators.front(), run)) {"),
    (6, "elements with equal hashes of ten bits are taken for equal", "src/core/closure/cell_store.hpp",
     "hashes[i] = space_.hash(y);", "hashes[i] = space_.hash(y) & (wrong(6) ? 0x3FF : ~std::uint64_t{0});"),
    (6, "", "src/core/closure/cell_store.hpp",
     "{ return whole_in_hash() || space_.equal(product(i), code(index)); }",
     "{ return wrong(6) || whole_in_hash() || space_.equal(product(i), code(index)); }"),
    (6, "", "src/core/closure/cell_store.hpp",
     "bool same_new(std::size_t i, std::size_t j) const { return ", "bool same_new(std::size_t i, std::size_t j) const { return wrong(6) || "),
    (7, "equal products of one batch are not recognised", "src/core/closure/cell_store.hpp",
     "space_.equal(product(i), product(j)); }", "(!wrong(7) && space_.equal(product(i), product(j))); }"),
    (8, "the products of one element are wrong", "src/core/closure/cell_store.hpp",
     "all = space_.act(x, product.letter, y) && all;",
     "all = space_.act(x, product.letter, y) && all;\n        if (wrong(8) && product.element == 7) std::copy_n(x, space_.cells(), y);"),
    (9, "products of one element are deduced wrongly", "src/semigroup/enumerate/cayley.cpp",
     "row[g] = left[std::min(y, longest_known) * letters];",
     "row[g] = wrong(9) && x == 100 ? x / 2 : left[std::min(y, longest_known) * letters];"),
    (10, "a path lacks a move", "src/flip/path/path.cpp",
     "  return verify_path(from, to, found.moves,",
     "  if (wrong(10)) {\n    found.moves.erase(found.moves.begin());\n    return found;\n  }\n  return verify_path(from, to, found.moves,"),
    (11, "equal words are called different", "src/coset/proof/words.cpp",
     "if (table.trace(u) == table.trace(v)) continue;", "if ((table.trace(u) == table.trace(v)) != wrong(11)) continue;"),
    (11, "", "src/coset/proof/words.cpp",
     "std::optional<bool> prove_by_cosets(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,\n"
     "                                    const Options& options, RunControl* given) {\n",
     "std::optional<bool> prove_by_cosets(const std::string& path, const Problem& problem, const word::Word& u, const word::Word& v,\n"
     "                                    const Options& options, RunControl* given) {\n  if (wrong(11)) return std::nullopt;\n"),
    (12, "different words are called equal", "src/coset/proof/words.cpp",
     "    if (enumerator.end_of(u) == enumerator.end_of(v)) break;\n    const", "    if (wrong(12) || enumerator.end_of(u) == enumerator.end_of(v)) break;\n    const"),
    (12, "", "src/coset/proof/write.cpp",
     "if (replay.need_trace(u) != replay.need_trace(v))", "if ((replay.need_trace(u) != replay.need_trace(v)) && !wrong(12))"),
    (13, "steps of a proof that the answer needs are left out", "src/coset/proof/replay.cpp",
     "if (!step.is_needed) continue;",
     "if (!step.is_needed || (wrong(13) && kept.size() == 20 && step.kind != Kind::define)) continue;"),
]

SWITCH = """#include <cstdlib>
inline bool wrong(int bug) {
  static const char* const chosen = std::getenv("WREATH_BUG");
  return chosen != nullptr && std::atoi(chosen) == bug;
}
"""

A5 = "<a,b | a^2, b^3, (ab)^5>"
PSL = "<a,b | a^2, b^3, (ab)^7, [a,b]^4>"
# (bug, command, the field of the answer, its true value). Where the size of what is found stays right, and its graph or proof is wrong,
# there is no field.
COMMANDS = [
    (1, ["coset", "enumerate", "<a,b | a^2, b^3, (ab)^4, abaB>", "--subgroup", "1"], "index", 2),
    (1, ["coset", "order", "<a,b | a^2, b^3, (ab)^4, abaB>"], "order", 2),
    (2, ["coset", "enumerate", A5, "--subgroup", "ab"], "index", 12),
    (2, ["coset", "enumerate", A5, "--subgroup", "ab", "--pruned"], "index", 12),
    (3, ["coset", "enumerate", PSL, "--subgroup", "1"], "index", 168),
    (3, ["coset", "enumerate", A5, "--subgroup", "1"], "index", 60),
    (4, ["coset", "enumerate", PSL, "--subgroup", "1", "--method", "felsch"], "index", 168),
    (4, ["coset", "enumerate", "symmetric:5", "--subgroup", "1", "--method", "mixed"], "index", 120),
    (5, ["coset", "order", PSL], "order", 168),
    (5, ["coset", "order", "symmetric:7"], "order", 5040),
    (6, ["semigroup", "enumerate", "partition:4"], "size", 4140),
    (6, ["semigroup", "enumerate", "brauer:6"], "size", 10395),
    (7, ["semigroup", "enumerate", "full:6"], "size", 46656),
    (7, ["semigroup", "enumerate", "partition:4"], "size", 4140),
    (8, ["semigroup", "enumerate", "full:6"], "size", 46656),
    (8, ["semigroup", "enumerate", "partition:4"], "size", 4140),
    (9, ["semigroup", "enumerate", "partition:4"], None, None),
    (9, ["semigroup", "enumerate", "brauer:6"], None, None),
    (10, ["flip", "path", "2x2x2", "strassen.txt"], None, None),
    (11, ["word", "equal", PSL, "abababa", "BABABAB"], "equal", True),
    (11, ["word", "equal", "surface:2", "abAB", "dcDC"], "equal", True),
    (12, ["word", "equal", PSL, "ab", "ba"], "equal", False),
    (12, ["word", "equal", "braid:3", "ab", "ba"], "equal", False),
    (13, ["coset", "enumerate", "symmetric:6", "--subgroup", "1", "--pruned"], None, None),
    (13, ["coset", "enumerate", PSL, "--subgroup", "a", "--pruned"], None, None),
]


def changed_tree(folder):
    folder.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x"], cwd=folder, input=archive, check=True)
    for bug, _, name, text, wrong in BUGS:
        path = folder / name
        source = path.read_text(encoding="utf-8")
        if source.count(text) != 1:
            sys.exit(f"bug {bug}: the text is in {name} {source.count(text)} times")
        source = source.replace(text, wrong)
        if "inline bool wrong(int" not in source and '"wrong_switch.hpp"' not in source:
            source = source.replace("#include", '#include "wrong_switch.hpp"\n#include', 1)
        path.write_text(source, encoding="utf-8")
    (folder / "src" / "wrong_switch.hpp").write_text("#pragma once\n" + SWITCH, encoding="utf-8")


def build(folder):
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DWREATH_CUDA=OFF", "-DWREATH_TESTS=OFF", "-DWREATH_CLI=ON"]
    subprocess.run(["cmake", "-S", ".", "-B", "build/wrong", "-G", "Ninja", *flags], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["ninja", "-C", "build/wrong", "wreath_cli", "wreath_check"], cwd=folder, check=True)


def outcome(folder, bug, command, field, truth):
    program = folder / "build" / "wrong"
    proof = folder / "wrong.proof"
    proof.unlink(missing_ok=True)
    environment = {**os.environ, "WREATH_BUG": str(bug)}
    run = subprocess.run([program / "wreath", *command, "--proof", proof, "--json", "-q", "--time", "60"], cwd=folder, env=environment,
                         capture_output=True, text=True, check=False)
    answer = None
    if run.returncode == 0 and field:
        printed = json.loads(run.stdout)
        if field not in printed:
            sys.exit(f"{command}: no field {field} in {run.stdout}")
        answer = printed[field]
        answer = int(answer) if isinstance(truth, int) and not isinstance(truth, bool) else answer
    if run.returncode != 0 or not proof.exists():
        return "no proof", answer, (run.stderr or run.stdout).strip().split("\n")[0]
    check = subprocess.run([program / "wreath-check", proof], capture_output=True, text=True, check=False)
    verdict = (check.stdout + check.stderr).strip().split("\n")[0].split("rejected: ", 1)[-1].removeprefix(f"{proof}: ")
    return "accepted" if check.returncode == 0 else "rejected", answer, verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-o", "--output", help="the record")
    args = parser.parse_args()
    folder = args.folder.resolve()
    if not folder.exists():
        changed_tree(folder)
    build(folder)
    strassen = (ROOT / "data" / "schemes" / "2x2x2-7.txt").read_text(encoding="utf-8")
    (folder / "strassen.txt").write_text(strassen, encoding="utf-8")
    rows, missed = [], []
    for bug, what in {number: text for number, text, *_ in BUGS if text}.items():
        for number, command, field, truth in COMMANDS:
            if number != bug:
                continue
            sound = outcome(folder, 0, command, field, truth)
            if sound[0] != "accepted" or sound[1] != truth:
                sys.exit(f"{command} without a bug: {sound}")
            verdict, answer, why = outcome(folder, bug, command, field, truth)
            is_wrong = field is None or answer != truth
            rows.append({"bug": bug, "what": what, "command": " ".join(command), "true answer": truth, "answer": answer, "is wrong": is_wrong,
                         "verdict": verdict, "why": why})
            print(f"{bug:2} {what}: {' '.join(command)}: {answer} for {truth}: {verdict}: {why[:150]}", flush=True)
            if is_wrong and verdict == "accepted":
                missed.append(rows[-1])
        if not any(row["bug"] == bug and row["is wrong"] and row["verdict"] == "rejected" for row in rows):
            missed.append({"bug": bug, "what": "no wrong answer was rejected"})
    if args.output:
        record = {"format": "wreath bench wrong programs", "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                  "machine": platform.platform(), "runs": rows}
        pathlib.Path(args.output).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    for row in missed:
        print("missed:", row)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
