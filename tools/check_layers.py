#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks which part may know which (docs/architecture.md), by what it includes and by what its objects are linked with, and lists
what breaks the rules.

    check_layers.py [BUILD]        with a build folder, its objects too

    cli, python, capi, gap -> include/wreath -> open -> format, engines -> core
    open turns what a user names into the objects of engines, and knows engines and formats; format knows core alone, and reads and
    writes plain data: it defines nothing in the namespace of an engine
    engines never include one another, nor one another's public headers, except that word calls coset by wreath/coset and group calls perm by wreath/perm; engines know
    neither format nor open; core knows none of them
    the same holds for symbols: what an object of one layer leaves undefined, an object of a layer that it may know defines. An
    object compiled from files of several layers (a unity piece) may use what any of them may
    cli and python know of src/ the tools of core/ for text, files and records alone; engines they know by their public headers
    the machines of perm and of core/arrays (ram, disk, cuda, mpi) do not know one another; perm's planner (plan*) knows none of
    perm's: it asks core/arrays how much memory a phase takes
    core/cuda only from cuda/ folders, core/mpi only from mpi/ folders (core/run/gpu.cpp asks core/cuda/info)
    only an engine's backend.cpp looks into its own cuda/ and mpi/ folders from outside
    bench/inputs, bench/signature, bench/baselines and bench/paper know engines, format and core, and no cuda/ or mpi/ folder of
    an engine; signature, baselines and paper know inputs, paper knows baselines, and its main.cpp cli; of all bench/, the product knows
    signature alone, and only from cli
    check (the program wreath-check) knows the standard library and itself, and no other part knows check
    include/wreath holds public headers: the standard library and one another, no CUDA, MPI, JSON or fmt; wreath.h is C
    CLI11 only in cli/front/command.cpp; fmt and JSON only in .cpp files (JSON's forward declarations excepted); no fmt in .cu
    no flags such as --memory in the texts of src/ and include/: option("memory") names options, and front ends write them; nor
    commands such as 'wreath perm convert', nor mpirun
"""
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys

ENGINES = {"word", "semigroup", "perm", "flip", "orbit", "coset", "group"}
MACHINES = ("cuda", "mpi")
FRONT_ENDS = {"cli", "python", "capi"}
# Engines that call another one, by its public headers.
CALLS = {("word", "coset"), ("group", "perm")}
# What each layer of src/ may know, and be linked with, besides itself.
KNOWS = {"core": set(), "format": {"core"}, "open": {"core", "format"} | ENGINES,
         **{engine: {"core"} | {theirs for mine, theirs in CALLS if mine == engine} for engine in ENGINES}}
# Public headers of plain data that core may know: letters, words and presentations, which word and coset both take.
PLAIN_DATA = {"wreath/word/presentation.hpp", "wreath/word/words.hpp"}
ARRAY_MACHINES = {"ram", "disk", "cuda", "mpi"}
# Of core/, what front ends may use, and why it is not public: it is about how the program looks and what it writes.
TOOLS = {
    "core/data/huge_array.hpp": "arrays of the demo that are timed",
    "core/features.hpp": "doctor says what was compiled in",
    "core/io/distinct_files.hpp": "the record is a file of the program's own",
    "core/io/mapped_file.hpp": "text files given on the command line",
    "core/proof/sha256.hpp": "a citation has the hashes of the files",
    "core/io/output_file.hpp": "files appear whole or not at all",
    "core/parallel/function_ref.hpp": "what is printed only if it is asked for",
    "core/parallel/loops.hpp": "how many threads 'all' are",
    "core/text/characters.hpp": "the command is quoted for a shell",
    "core/text/json.hpp": "records",
    "core/run/program_end.hpp": "the end of the program does not wait for a GPU that is being started",
    "core/run/machine.hpp": "doctor describes the machine",
    "core/text/names.hpp": "the names that an option's value is chosen from",
    "core/text/option.hpp": "options are named as the program writes them",
    "core/run/record.hpp": "records",
    "core/data/rng.hpp": "the demo's random words",
    "core/run/signals.hpp": "Ctrl-C",
    "core/text/svg.hpp": "charts",
    "core/text/table.hpp": "tables",
    "core/text/units.hpp": "8G, 1.5 s, 1,000, 2 words",
    "core/version.hpp": "the version that is shown",
}
# Folders of bench/ that others include, and which of them a layer may know. Tests and the other benchmarks may know all.
BENCH_LAYERS = ("baselines", "inputs", "paper", "signature")
KNOWN_OF_BENCH = {"cli": {"signature"}, "inputs": {"inputs"}, "signature": {"signature", "inputs"}, "baselines": {"baselines", "inputs"},
                  "paper": {"paper", "baselines", "inputs"}}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
TOKEN = re.compile(r'''//.*|'(?:[^'\\]|\\[^']+)'|"(?:[^"\\]|\\.)*"''')  # a comment, a character or a text
FLAG = re.compile(r"--[a-z]|'wreath |mpirun")
SUFFIXES = {".hpp", ".cpp", ".cu", ".cuh", ".h"}


def place(path):
    """('src', 'perm', 'cuda') for src/perm/cuda/gather.cu; ('cli',) for cli/main.cpp."""
    return path.parts[:-1]


def owner(parts):
    """Which layer a file belongs to: 'core', an engine's name, 'format', or the folder at the top."""
    if parts[0] == "bench" and len(parts) > 1 and parts[1] in BENCH_LAYERS:
        return parts[1]
    return parts[1] if parts[0] == "src" and len(parts) > 1 else parts[0]


def target_layer(included):
    """The layer that an include such as "perm/cuda/gather.hpp" names, and its folders; None outside the project's source."""
    parts = included.split("/")
    if parts[0] in ENGINES | {"core", "format", "open", "cli", "check"}:
        return parts[0], parts[:-1]
    if parts[0] == "bench":
        return (parts[1] if parts[1] in BENCH_LAYERS else "bench"), parts[:-1]
    return None, parts[:-1]


def complaint(path, quote, included):
    parts = place(path)
    here = owner(parts)
    layer, folders = target_layer(included)  # in angle brackets as in quotes
    name = path.name
    if parts[0] == "include":
        if quote == '"' and not included.startswith("wreath/"):
            return "a public header may include public headers only"
        if name == "wreath.h":
            return None if quote == "<" and included in ("stddef.h", "stdint.h") else "the C API includes C's standard library only"
        if quote == "<" and not included.startswith("wreath/") and ("/" in included or included.endswith((".h", ".hpp"))):
            return "a public header may include the standard library only"
        return None
    if here == "check":
        own = quote == '"' and "/" not in included
        standard = quote == "<" and not included.endswith((".h", ".hpp")) and "/" not in included
        return None if own or standard or included == "sys/mman.h" else "check includes nothing of ours"  # that: advice about pages
    if layer == "check" or "check" in folders and ".." in folders:
        return f"{here} may not know check"
    if here in ("tests", "bench"):
        return None
    if included.startswith("CLI/") and path.as_posix() != "cli/front/command.cpp":
        return "CLI11 belongs to cli/front/command.cpp"
    if included.startswith("fmt/") and path.suffix != ".cpp":
        return "fmt belongs in .cpp files"
    if included.startswith("nlohmann/") and path.suffix != ".cpp" and included != "nlohmann/json_fwd.hpp":
        return "JSON belongs in .cpp files"
    public = included.removesuffix(".hpp").split("/")[1] if included.startswith("wreath/") else None
    if here in ENGINES and public in ENGINES - {here} and (here, public) not in CALLS:
        return f"{here} may not know {public}"
    if here == "core" and public in ENGINES and included not in PLAIN_DATA:
        return f"core may not know {public}"
    if layer is None:
        return None
    if here in FRONT_ENDS and (
        layer in ENGINES | {"format", "open"} or (layer == "core" and included not in TOOLS)
    ):
        return f"{here} knows {layer} by include/wreath alone"
    if here == layer and (here == "perm" or "arrays" in parts and "arrays" in folders):
        mine, theirs = ARRAY_MACHINES.intersection(parts), ARRAY_MACHINES.intersection(folders)
        if mine and theirs and mine != theirs:
            return f"{here}'s {mine.pop()}/ may not know its {theirs.pop()}/"
        if theirs and not mine and name.startswith("plan"):
            return f"the planner may not know perm/{theirs.pop()}"
    by_header = KNOWS.get(here, set()) if here == "open" else {"core"}  # engines know one another by their public headers alone
    if here in KNOWS and layer in KNOWS and layer != here and layer not in by_header & KNOWS[here]:
        return f"{here} may not know {layer}"
    if layer in ("bench", *BENCH_LAYERS) and layer not in KNOWN_OF_BENCH.get(here, ()):
        return f"{here} may not know {'/'.join(folders)}"
    if layer == "cli" and here != "cli" and not (here == "paper" and name == "main.cpp"):
        return f"{here} may not know cli"
    for machine in MACHINES:
        if machine not in folders or machine in parts:
            continue
        if layer == "core" and (path.as_posix(), included) != ("src/core/run/gpu.cpp", "core/cuda/info.hpp"):
            return f"core/{machine} may be included from {machine}/ folders only"
        if layer in ENGINES and not (here == layer and name == "backend.cpp"):
            return f"only {layer}/backend.cpp may look into {layer}/{machine}/"
        if layer == "baselines" and not (name == "backend.cpp" and list(parts) == folders[:-1]):
            return f"only {'/'.join(folders[:-1])}/backend.cpp may look into {'/'.join(folders)}/"
    return None


def names_flag(path, line):
    """Whether a text in this line of the library holds a flag or a command of the program."""
    if path.parts[0] not in ("src", "include"):
        return False
    return any(token.startswith('"') and FLAG.search(token) for token in TOKEN.findall(line))


def complaints(root):
    for top in ("include", "src", "check", "cli", "python", "capi", "gap", "tests", "bench"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            relative = path.relative_to(root)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                if match and (why := complaint(relative, *match.groups())):
                    yield f"{relative}:{number}: {line.strip()}: {why}"
                if names_flag(relative, line):
                    yield f"{relative}:{number}: {line.strip()}: the library has no flags or commands: name options by option() of core/text/option.hpp"


def layers_of(source, root, build):
    """The layers of src/ that a compiled file has code of: its own, or those of the files that a unity piece includes."""
    if source.is_relative_to(root / "src"):
        return {source.relative_to(root / "src").parts[0]}
    if source.is_relative_to(build / "generated"):
        first = source.relative_to(build / "generated").parts[0]
        return {first if first in KNOWS else "core"}
    if source.is_relative_to(build / "src") and source.exists():
        included = re.findall(r'#include "([^"]+)"', source.read_text(encoding="utf-8"))
        return {layer for name in included for layer in layers_of(pathlib.Path(name), root, pathlib.Path("/nowhere"))}
    return set()


def objects_of(root, build):
    """The objects of the library that are there, each with its layers."""
    commands = build / "compile_commands.json"
    objects = {}
    for entry in json.loads(commands.read_text(encoding="utf-8")) if commands.exists() else []:
        output = re.search(r" -o (\S+[.]o)\b", entry["command"])
        layers = layers_of(pathlib.Path(entry["file"]), root, build)
        if output and layers:
            path = pathlib.Path(entry["directory"]) / output[1]
            if path.exists():
                objects[path] = layers
    return objects


def owners(symbol, layers):
    """Of the layers of an object, those that a symbol may be of: the one whose namespace it is in, or else all."""
    match = re.search(r"6wreath\d+([a-z]+?)(?=\d|[A-Z])", symbol)
    return {match[1]} if len(layers) > 1 and match and match[1] in layers else layers


def link_complaints(root, build):
    objects = objects_of(root, build)
    if not objects or not shutil.which("nm"):
        return
    defined_by = collections.defaultdict(set)
    undefined = collections.defaultdict(set)
    listed = subprocess.run(["nm", "-A", "-P", *map(str, objects)], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        place, rest = line.split(": ", 1)
        symbol, kind = rest.split()[:2]
        layers = objects[pathlib.Path(place)]
        if kind in "Uw":
            undefined[symbol].add(frozenset(layers))
        elif kind in "TDBRWVuS":
            defined_by[symbol] |= owners(symbol, layers)
            if layers == {"format"} and kind in "TDBR" and (match := re.match(r"_ZNK?6wreath\d+([a-z]+?)(?=\d|[A-Z])", symbol)):
                if match[1] in ENGINES:
                    yield f"{place}: format defines {readable(symbol)}: it reads and writes plain data"
    for symbol, users in sorted(undefined.items()):
        owner_layers = defined_by.get(symbol, set())
        for layers in users if owner_layers else ():
            if not any({here, *KNOWS[here]} & owner_layers for here in layers):
                yield f"{'/'.join(sorted(layers))} is linked with {'/'.join(sorted(owner_layers))}: {readable(symbol)}"


def readable(symbol):
    if not shutil.which("c++filt"):
        return symbol
    return subprocess.run(["c++filt", symbol], capture_output=True, text=True, check=True).stdout.strip()


def self_test():
    """The rules themselves: what must be refused, and what must pass."""
    path = pathlib.PurePosixPath
    refused = [
        ("src/core/run/a.cpp", '"', "perm/files.hpp"),
        ("src/core/arrays/a.cpp", '"', "wreath/perm.hpp"),
        ("src/perm/a.cpp", '"', "flip/scheme.hpp"),
        ("src/perm/a.cpp", '"', "format/gap.hpp"),
        ("src/perm/a.cpp", '"', "open/input_text.hpp"),
        ("src/core/run/a.cpp", '"', "open/input_text.hpp"),
        ("src/format/gap.cpp", '"', "open/input_text.hpp"),
        ("src/format/gap.cpp", '"', "word/internals.hpp"),
        ("cli/word/word.cpp", '"', "open/word/group.hpp"),
        ("src/perm/a.cpp", '"', "wreath/flip/scheme.hpp"),
        ("src/perm/a.cpp", "<", "wreath/coset.hpp"),
        ("src/coset/a.cpp", '"', "wreath/word/group.hpp"),
        ("src/word/a.cpp", '"', "wreath/semigroup/enumeration.hpp"),
        ("src/word/a.cpp", '"', "coset/enumerator.hpp"),
        ("src/perm/a.cpp", '"', "core/cuda/check.hpp"),
        ("src/perm/files.cpp", '"', "perm/cuda/gather.hpp"),
        ("src/perm/a.cpp", "<", "flip/scheme.hpp"),
        ("src/core/run/a.cpp", "<", "perm/files.hpp"),
        ("src/perm/files.cpp", "<", "perm/cuda/gather.hpp"),
        ("cli/perm/perm.cpp", "<", "perm/files.hpp"),
        ("python/src/perm.cpp", "<", "core/parallel/team.hpp"),
        ("bench/paper/words.cpp", "<", "cli/front/table.hpp"),
        ("include/wreath/perm.hpp", "<", "core/hd.hpp"),
        ("src/perm/backend.hpp", '"', "perm/cuda/gather.hpp"),
        ("src/perm/plan_disk.cpp", '"', "perm/disk/cycles.hpp"),
        ("src/core/arrays/ram/a.cpp", '"', "core/arrays/disk/move.hpp"),
        ("src/core/arrays/ram/a.cpp", '"', "perm/plan.hpp"),
        ("src/perm/files/a.cpp", '"', "core/arrays/mpi/router.hpp"),
        ("src/core/run/a.hpp", "<", "fmt/format.h"),
        ("src/core/run/a.hpp", "<", "nlohmann/json.hpp"),
        ("src/perm/cuda/a.cu", "<", "fmt/format.h"),
        ("src/perm/a.cpp", "<", "CLI/CLI.hpp"),
        ("cli/perm/perm.cpp", "<", "CLI/CLI.hpp"),
        ("cli/perm/perm.cpp", '"', "core/cuda/check.hpp"),
        ("cli/perm/perm.cpp", '"', "perm/files.hpp"),
        ("cli/word/word.cpp", '"', "format/gap.hpp"),
        ("python/src/perm.cpp", '"', "core/parallel/team.hpp"),
        ("src/perm/disk/files.cpp", '"', "perm/mpi/job.hpp"),
        ("src/perm/mpi/multiply.cpp", '"', "perm/disk/job.hpp"),
        ("bench/paper/words.cpp", '"', "cli/front/table.hpp"),
        ("bench/paper/words.cpp", '"', "word/reduction/cuda/scan_multiply.hpp"),
        ("bench/paper/words.cpp", '"', "bench/baselines/word/cuda/paper_multiply.hpp"),
        ("bench/paper/words.cpp", '"', "bench/signature/digest.hpp"),
        ("bench/baselines/word/backend.cpp", '"', "word/reduction/cuda/scan_multiply.hpp"),
        ("bench/baselines/word/backend.cpp", '"', "bench/baselines/semigroup/cuda/paper.hpp"),
        ("bench/baselines/word/backend.cpp", '"', "bench/paper/words.hpp"),
        ("bench/baselines/word/backend.cpp", '"', "cli/front/table.hpp"),
        ("bench/signature/word.cpp", '"', "bench/baselines/word/backend.hpp"),
        ("cli/word/word.cpp", '"', "bench/baselines/word/backend.hpp"),
        ("cli/bench_signature.cpp", '"', "bench/inputs/word/adversary.hpp"),
        ("src/word/group.cpp", '"', "bench/inputs/word/adversary.hpp"),
        ("bench/inputs/word/adversary.cpp", '"', "bench/signature/digest.hpp"),
        ("cli/bench_signature.cpp", '"', "bench/paper/experiment.hpp"),
        ("python/src/word.cpp", '"', "bench/baselines/word/backend.hpp"),
        ("python/src/word.cpp", '"', "bench/signature/digest.hpp"),
        ("src/format/gap.cpp", '"', "bench/baselines/word/backend.hpp"),
        ("src/perm/a.cpp", '"', "bench/perm/cuda_arrays.hpp"),
        ("src/perm/a.cpp", '"', "bench/baselines/perm/sort.hpp"),
        ("src/perm/a.cpp", '"', "bench/paper/experiment.hpp"),
        ("src/perm/a.cpp", '"', "bench/signature/digest.hpp"),
        ("bench/signature/flip.cpp", '"', "flip/cuda/backend.hpp"),
        ("bench/signature/flip.cpp", '"', "cli/front/table.hpp"),
        ("include/wreath/perm.hpp", '"', "core/hd.hpp"),
        ("include/wreath/perm.hpp", "<", "cuda_runtime.h"),
        ("include/wreath/wreath.h", '"', "wreath/perm.hpp"),
        ("capi/word.cpp", '"', "word/internals.hpp"),
        ("check/coset.cpp", '"', "wreath/word/words.hpp"),
        ("check/coset.cpp", '"', "../src/core/hd.hpp"),
        ("check/coset.cpp", "<", "wreath/coset.hpp"),
        ("check/coset.cpp", "<", "fmt/format.h"),
        ("src/coset/a.cpp", '"', "check/proof.hpp"),
        ("cli/coset.cpp", '"', "../check/proof.hpp"),
        ("tests/coset/a_test.cpp", '"', "check/proof.hpp"),
    ]
    passed = [
        ("src/perm/backend.cpp", '"', "perm/cuda/gather.hpp"),
        ("src/perm/cuda/gather.cu", '"', "core/cuda/check.hpp"),
        ("src/core/run/gpu.cpp", '"', "core/cuda/info.hpp"),
        ("cli/perm/perm.cpp", '"', "core/text/units.hpp"),
        ("cli/perm/perm.cpp", '"', "wreath/perm/files.hpp"),
        ("src/perm/disk/files.cpp", '"', "perm/plan.hpp"),
        ("src/perm/plan_disk.cpp", '"', "core/arrays/disk/move.hpp"),
        ("src/perm/mpi/multiply.cpp", '"', "core/arrays/mpi/router.hpp"),
        ("bench/paper/main.cpp", '"', "cli/front/common.hpp"),
        ("bench/paper/words.cpp", '"', "word/reduction/backend.hpp"),
        ("bench/paper/words.cpp", '"', "bench/baselines/word/backend.hpp"),
        ("bench/baselines/word/backend.cpp", '"', "bench/baselines/word/cuda/paper_multiply.hpp"),
        ("bench/baselines/semigroup/cuda/paper.cu", '"', "core/cuda/buffer.hpp"),
        ("bench/signature/flip.cpp", '"', "flip/backend.hpp"),
        ("bench/signature/word.cpp", '"', "bench/inputs/word/adversary.hpp"),
        ("bench/paper/words.cpp", '"', "bench/inputs/word/adversary.hpp"),
        ("cli/bench_signature.cpp", '"', "bench/signature/signature.hpp"),
        ("bench/word/multiply_bench.cpp", '"', "bench/baselines/word/cuda/paper_multiply.hpp"),
        ("cli/front/command.cpp", "<", "CLI/CLI.hpp"),
        ("src/core/text/json.hpp", "<", "nlohmann/json_fwd.hpp"),
        ("include/wreath/perm.hpp", '"', "wreath/run.hpp"),
        ("include/wreath/perm.hpp", "<", "vector"),
        ("src/perm/a.cpp", "<", "wreath/perm.hpp"),
        ("src/word/subgroup/a.cpp", '"', "wreath/coset/enumeration.hpp"),
        ("src/coset/a.cpp", '"', "wreath/coset/enumeration.hpp"),
        ("src/coset/a.cpp", '"', "wreath/run.hpp"),
        ("src/format/a.cpp", '"', "wreath/word/words.hpp"),
        ("check/coset.cpp", '"', "proof.hpp"),
        ("check/coset.cpp", "<", "vector"),
        ("src/open/word/group.cpp", '"', "word/internals.hpp"),
        ("src/open/word/group.cpp", '"', "format/kbmag/kbmag.hpp"),
        ("include/wreath/coset/table.hpp", '"', "wreath/word/presentation.hpp"),
    ]
    for file, quote, included in refused:
        assert complaint(path(file), quote, included), (file, included)
    for file, quote, included in passed:
        assert not complaint(path(file), quote, included), (file, included)
    flags = [
        ("src/perm/a.cpp", 'throw InputError("give more with --memory");'),
        ("src/perm/cuda/a.cu", """if (letter == '"') fail("\\"x\\" // use --backend cpu");"""),
        ("include/wreath/perm.hpp", 'std::string scratch = "--scratch";'),
        ("src/perm/a.cpp", """throw InputError("convert it with 'wreath perm convert'");"""),
        ("src/perm/a.cpp", 'throw InputError("start it without mpirun");'),
    ]
    no_flags = [
        ("src/perm/a.cpp", 'throw InputError("give more with " + option("memory"));  // --memory'),
        ("src/perm/a.cpp", 'text += "a"; --count; text += "1 -- 2";'),
        ("cli/perm/perm.cpp", 'command.add_flag("--json", options.json);'),
    ]
    for file, line in flags:
        assert names_flag(path(file), line), (file, line)
    for file, line in no_flags:
        assert not names_flag(path(file), line), (file, line)


def main():
    self_test()
    root = pathlib.Path(__file__).resolve().parent.parent
    found = list(complaints(root))
    linked = "includes"
    if len(sys.argv) > 1:
        found += link_complaints(root, pathlib.Path(sys.argv[1]).resolve())
        linked = "includes and symbols"
    print("\n".join(found) if found else f"layers: {linked} follow the rules, and no message of the library names a flag or a command")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
