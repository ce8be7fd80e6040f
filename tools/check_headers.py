#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every header compiles on its own: one that depends on what its users include first breaks when they change.

    tools/check_headers.py COMMANDS.json [FOLDER...] [--quick] [--part K/N]

COMMANDS.json is a build's compile_commands.json, which has the compiler and its flags. --part takes every Nth header.
Headers for nvcc (.cuh), and those that need what is not installed here, are left out.

--quick takes a sixth of the time, for headers that use few names of the standard library: those names are looked up in two
tables (HOME: after std::, PLAIN: macros and C's types) and the header that declares each must be included; then everything is
compiled with the standard headers precompiled."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["include", "src", "cli", "bench", "tests", "python"]

# Where the standard declares the names that the public headers use.
HOME = {name: set(headers.split()) for headers, names in {
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "cstddef": "byte nullptr_t max_align_t",
    "cstddef cstdlib cstring array memory span string string_view vector": "size_t",  # those that have sizes declare it
    "array": "array", "atomic": "atomic memory_order_relaxed", "chrono": "chrono", "functional": "function reference_wrapper less",
    "map": "map multimap", "memory": "unique_ptr shared_ptr make_unique make_shared weak_ptr", "optional": "optional nullopt",
    "ranges": "ranges", "set": "set", "span": "span as_bytes dynamic_extent", "string": "string to_string", "tuple": "tuple tie",
    "string_view string": "string_view", "vector": "vector", "filesystem": "filesystem", "utility": "move forward swap exchange", "utility map": "pair",
    "compare": "strong_ordering", "stdexcept": "runtime_error logic_error invalid_argument", "variant": "variant", "deque": "deque",
    "concepts": "same_as unsigned_integral integral invocable convertible_to", "initializer_list vector string": "initializer_list",
    "type_traits": "is_trivially_copyable_v is_lvalue_reference_v is_same_v is_unsigned_v enable_if_t conditional_t decay_t",
}.items() for name in names.split()}
# Macros, and types that C has without std::.
PLAIN = {name: set(headers.split()) for headers, names in {
    "cstdint": "SIZE_MAX PTRDIFF_MAX INTPTR_MAX UINTPTR_MAX INTMAX_MAX UINTMAX_MAX INT8_MAX INT16_MAX INT32_MAX INT64_MAX INT8_MIN "
               "INT16_MIN INT32_MIN INT64_MIN UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX "
               "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t",
    "cstddef": "NULL offsetof ptrdiff_t max_align_t", "cstddef cstdlib cstring": "size_t",
    "climits": "CHAR_BIT SCHAR_MAX UCHAR_MAX SHRT_MAX USHRT_MAX INT_MIN INT_MAX UINT_MAX LONG_MIN LONG_MAX ULONG_MAX LLONG_MIN "
               "LLONG_MAX ULLONG_MAX",
    "cfloat": "FLT_MAX DBL_MIN DBL_MAX DBL_EPSILON", "cmath": "INFINITY NAN HUGE_VAL", "cassert": "assert", "cerrno": "errno",
    "cstdio": "EOF FILE stdin stdout stderr",
}.items() for name in names.split()}
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.MULTILINE)


def flags_of(commands):
    """The compiler, and for each folder the include paths and definitions that its sources are compiled with."""
    compiler, flags = None, {}
    for command in commands:
        words = shlex.split(command["command"])
        source = pathlib.Path(command["file"])
        if source.suffix not in (".cpp", ".cxx"):
            continue
        while words and not re.search(r"(\+\+|cc|clang|gcc)(-\d+)?$", words[0]):
            words.pop(0)  # a launcher such as ccache
        compiler = compiler or words[0]
        folder = re.search(r"-o \S*CMakeFiles/(\w+)\.dir", command["command"])
        kept = []
        for at, word in enumerate(words):
            if word.startswith(("-I", "-D", "-std=")):
                kept.append(word)
            elif word == "-isystem":
                kept.append("-I" + words[at + 1])
        name = folder.group(1) if folder else ""
        flags[name] = list(dict.fromkeys(flags.get(name, []) + kept))
    return compiler, flags


def target_of(header, flags):
    wanted = {"cli": "wreath_cli", "python": "wreath_python", "tests": "core_tests", "bench": "wreath_signature"}
    return flags.get(wanted.get(header.parts[0], "wreath"), flags.get("wreath", []))


def standard_includes(header, folders, known):
    """The standard headers that a header includes, itself or through others of ours."""
    if header not in known:
        known[header] = set()
        for bracket, name in INCLUDE.findall(header.read_text()):
            path = next((folder / name for folder in (header.parent, *folders) if (folder / name).is_file()), None)
            if bracket == "<" and path is None:
                known[header].add(name)
            elif path is not None:
                known[header] |= standard_includes(path, folders, known)
    return known[header]


def missing_includes(header, folders, known):
    """One line for each name of the standard library whose header is not included."""
    code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', " ", header.read_text(), flags=re.DOTALL)
    included = standard_includes(header, folders, known)
    for name in sorted(set(re.findall(r"\bstd::(\w+)", code))):
        if name not in HOME:
            yield f"std::{name} is not in the table HOME of tools/check_headers.py: add it there\n"
        elif not HOME[name] & included:
            yield f"std::{name} is used, and <{'> or <'.join(sorted(HOME[name]))}> is not included\n"
    for name in sorted(set(re.findall(r"(?<![\w:.>])[A-Za-z]\w*", code)) & PLAIN.keys()):
        if not PLAIN[name] & included:
            yield f"{name} is used, and <{'> or <'.join(sorted(PLAIN[name]))}> is not included\n"


def precompile(compiler, flags, headers, folder):
    """Flags that load all standard headers at once."""
    names = sorted(set().union(*headers))
    together = pathlib.Path(folder) / "standard.hpp"
    together.write_text("".join(f"#include <{name}>\n" for name in names))
    subprocess.run([compiler, *flags, "-x", "c++-header", str(together), "-o", f"{together}.gch"], check=True)
    return ["-include", str(together)]


def compile_alone(compiler, flags, header):
    own = ["-I", str(ROOT / "src"), "-I", str(ROOT / "include"), "-I", str(ROOT)]
    run = subprocess.run([compiler, *flags, *own, "-fsyntax-only", "-x", "c++", "-"], input=f'#include "{ROOT / header}"\n',
                         capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands")
    parser.add_argument("--part", default="1/1", help="K/N: every Nth header, from the Kth")
    parser.add_argument("--quick", action="store_true", help="look the names of the standard library up; precompile its headers")
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    options = parser.parse_args()
    compiler, flags = flags_of(json.loads(pathlib.Path(options.commands).read_text()))
    if compiler is None:
        sys.exit(f"{options.commands} has no C++ source: configure the build first")
    part, parts = map(int, options.part.split("/"))
    headers = sorted(path.relative_to(ROOT) for folder in options.folders for path in (ROOT / folder).rglob("*.hpp")
                     if "cuda" not in path.parts and "plugin" not in path.parts and "<cuda" not in path.read_text())
    headers = [header for header in headers if header.parts[0] != "python" or "wreath_python" in flags]
    headers = headers[part - 1::parts]
    wrong, faults = 0, {}
    workers = 1 if parts > 1 else 2 if options.quick else os.cpu_count()  # as many as CTest reserves
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(workers) as pool:
        flags_for = {header: target_of(header, flags) for header in headers}
        if options.quick and headers:
            known, folders = {}, [ROOT / "include", ROOT / "src", ROOT]
            faults = {header: "".join(missing_includes(ROOT / header, folders, known)) for header in headers}
            common = flags_for[headers[0]]  # they are all in one folder, and so compiled alike
            loads = precompile(compiler, common, [standard_includes(ROOT / header, folders, known) for header in headers], folder)
            flags_for = dict.fromkeys(headers, [*common, *loads])
        for header, errors in zip(headers, pool.map(lambda h: compile_alone(compiler, flags_for[h], h), headers)):
            errors = faults.get(header, "") + errors
            if errors:
                wrong += 1
                print(f"{header}: does not compile on its own:\n{errors}")
    print(f"headers: {len(headers) - wrong} of {len(headers)} compile on their own")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
