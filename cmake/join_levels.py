#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Joins what computes, compiled for any processor and for a newer level, into one object file for a package.

    cmake/join_levels.py OUTPUT --any OBJECTS... --newer OBJECTS... --callers OBJECTS...
    cmake/join_levels.py --check OBJECTS...      whether objects that compute can be joined: a test of every build

Every function of these objects that others call, or may call since it is the library's, becomes a jump through a table, which cli/start/choose_level.cpp fills when the
program starts. All other functions of the newer level become local to it, so that none of them can take the place of a function
of the same name elsewhere: a template that two objects have is in the program once otherwise. Constants that the levels, and the
code around them, have in common stay common. Variables of a file belong to its level, and nothing may be made before the level
is chosen: a newer object that does so is refused.
"""
import argparse
import os
import pathlib
import subprocess
import sys

TOOLS = {name: os.environ.get(name.upper(), fallback) for name, fallback in (("nm", "nm"), ("objcopy", "objcopy"), ("cxx", "c++"))}


def run(tool, *arguments):
    return subprocess.run([TOOLS[tool], *map(str, arguments)], check=True, stdout=subprocess.PIPE, text=True).stdout


def symbols(objects, *options):
    """The names of each kind, as nm calls the kinds."""
    kinds = {}
    for line in run("nm", "--format=posix", *options, *objects).splitlines():
        fields = line.split()
        if len(fields) > 1 and len(fields[1]) == 1:
            kinds.setdefault(fields[1], set()).add(fields[0])
    return kinds


def of(kinds, wanted):
    return set().union(*(kinds.get(kind, set()) for kind in wanted))


def compiled(names):
    return [name for name in names if not name.endswith(".gch")]  # CMake takes precompiled headers for objects


def check(objects):
    """Ends the program if a level cannot have these objects for itself."""
    wrong = [f"{name} makes an object before the level is chosen: make it where it is used first, or move it to a folder that does "
             "not compute (src/CMakeLists.txt)"
             for name in objects if any("_GLOBAL__sub_I" in symbol for symbol in of(symbols([name]), "t"))]
    variables = of(symbols(objects, "-g"), "BC")
    if variables:
        wrong.append(f"each level would have its own {', '.join(sorted(variables))}: move it to a folder that does not compute")
    if wrong:
        sys.exit("\n".join(f"join_levels.py: {line}" for line in wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path, nargs="?")
    for name in ("any", "newer", "callers", "check"):
        parser.add_argument(f"--{name}", nargs="+", default=[], type=str)
    arguments = parser.parse_args()
    for names in (arguments.any, arguments.newer, arguments.callers, arguments.check):
        names[:] = compiled(names)
    if arguments.check:
        check(arguments.check)
        return
    check(arguments.newer)
    base, newer, callers = (symbols(objects, "-g") for objects in (arguments.any, arguments.newer, arguments.callers))
    asked = callers.get("U", set()) - of(callers, "TWVuDRB")
    templates = {name for name in base.get("W", set()) & of(newer, "TW") if name.startswith("_ZN6wreath")}  # of the library
    functions = sorted(base.get("T", set()) | (base.get("W", set()) & asked) | templates)
    missing = set(functions) - of(newer, "TW")
    if missing:
        sys.exit(f"join_levels.py: the newer level lacks {', '.join(sorted(missing))}")
    common = {name for name in of(newer, "Vu") if not name.startswith("_ZTV")}
    once = arguments.output.with_suffix(".once")  # "unique" symbols, which may stand in one file only unless they are weak
    once.write_text("".join(f"{name}\n" for name in sorted(of(base, "u") | of(newer, "u"))))

    parts = []
    for level, objects in (("any", arguments.any), ("newer", arguments.newer)):
        part = arguments.output.with_suffix(f".{level}.o")
        renamed = part.with_suffix(".names")
        renamed.write_text("".join(f"{name} {name}.{level}\n" for name in functions))
        kept = part.with_suffix(".kept")
        kept.write_text("".join(f"{name}\n" for name in sorted(common) + [f"{name}.{level}" for name in functions]))
        run("cxx", "-r", "-nostdlib", "-Wl,--force-group-allocation", "-o", part, *objects)
        run("objcopy", f"--redefine-syms={renamed}", f"--weaken-symbols={once}", part)
        if level == "newer":
            run("objcopy", f"--keep-global-symbols={kept}", part)
        parts.append(part)

    jumps = arguments.output.with_suffix(".s")
    lines = ['.section .note.GNU-stack,"",@progbits', ".text"]
    for k, name in enumerate(functions):
        lines += [f".globl {name}", f".hidden {name}", f".type {name},@function", f"{name}: jmp *wreath_code+{8 * k}(%rip)"]
    for table, level, section in (("wreath_code", "any", ".data"), ("wreath_newer_code", "newer", '.data.rel.ro,"aw"')):
        lines += [f".section {section}", ".balign 8", f".globl {table}", f".hidden {table}", f"{table}:"]
        lines += [f".quad {name}.{level}" for name in functions]
    lines += [".section .rodata", ".balign 8", ".globl wreath_functions", ".hidden wreath_functions",
              f"wreath_functions: .quad {len(functions)}", ""]
    jumps.write_text("\n".join(lines))
    run("cxx", "-c", "-o", jumps.with_suffix(".jumps.o"), jumps)
    run("cxx", "-r", "-nostdlib", "-o", arguments.output, *parts, jumps.with_suffix(".jumps.o"))


if __name__ == "__main__":
    main()
