#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every header compiles on its own: one that depends on what its users include first breaks when they change.

    tools/check_headers.py COMMANDS.json [--part K/N] [FOLDER...]

COMMANDS.json is a build's compile_commands.json, which has the compiler and its flags. --part takes every Nth header.
Headers for nvcc (.cuh), and those that need what is not installed here, are left out."""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ["include", "src", "cli", "bench", "tests", "python"]


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


def compile_alone(compiler, flags, header):
    own = ["-I", str(ROOT / "src"), "-I", str(ROOT / "include"), "-I", str(ROOT)]
    run = subprocess.run([compiler, *flags, *own, "-fsyntax-only", "-x", "c++", "-"], input=f'#include "{ROOT / header}"\n',
                         capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands")
    parser.add_argument("--part", default="1/1", help="K/N: every Nth header, from the Kth")
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
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(1 if parts > 1 else os.cpu_count()) as pool:
        for header, errors in zip(headers, pool.map(lambda h: compile_alone(compiler, target_of(h, flags), h), headers)):
            if errors:
                wrong += 1
                print(f"{header}: does not compile on its own:\n{errors}")
    print(f"headers: {len(headers) - wrong} of {len(headers)} compile on their own")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
