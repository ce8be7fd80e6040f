#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of README.md and docs/, and compares what they print with what the pages show.

    tools/check_examples.py --wreath build/release/wreath [PAGE.md ...]    lists what differs, and fails
    tools/check_examples.py --wreath build/release/wreath --update         writes what was printed into the pages

An example is a block fenced by ```console. Its lines that begin with "$ " are commands of the shell (a line that ends in a backslash
continues in the next); what follows up to the next command is what it prints, on a terminal of 80 columns. The commands of a page run in one
temporary folder, in the order of the page, and each must succeed. On the page a line "..." stands for any number of lines, and " ... " in a
line for any text. Times, rates and sizes of memory differ from run to run and are not compared. Blocks fenced otherwise are not run.
"""
import argparse
import fcntl
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
VARIES = re.compile(r"\d[\d.,]*(e[+-]?\d+)?\s?[KMGT]?i?\s?(ns|us|ms|s|B|\w+/s)\b")
GUARD = 120  # seconds for one command
COLUMNS = 80  # of the terminal that it prints on


def examples_of(block):
    """[(command, lines shown)]"""
    examples = []
    lines = iter(block.splitlines())
    for line in lines:
        if line.startswith("$ "):
            command = line[2:]
            while command.endswith("\\"):
                command += "\n" + next(lines, "")
            examples.append((command, []))
        elif examples:
            examples[-1][1].append(line.rstrip())
    return examples


def fits(shown, printed):
    """Whether the printed lines are those shown."""
    pattern = ""
    for line in shown:
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*"
        else:
            plain = re.escape(re.sub(r"\s+", " ", VARIES.sub("#", line)).strip())
            pattern += plain.replace(r"\.\.\.", r"[^\n]*") + "\n"
    text = "".join(re.sub(r"\s+", " ", VARIES.sub("#", line)).strip() + "\n" for line in printed)
    return re.fullmatch(pattern, text) is not None


def read_terminal(terminal, printed):
    """Appends what is printed on it, until nobody has it open."""
    while True:
        try:
            more = os.read(terminal, 1 << 16)
        except OSError:  # how Linux reports the end of a terminal
            return
        if not more:
            return
        printed.append(more)


def run(command, folder, wreath):
    environment = dict(os.environ, PATH=f"{wreath.resolve().parent}:{os.environ['PATH']}", XDG_CACHE_HOME=str(folder / "cache"))
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    printed = []
    reader = threading.Thread(target=read_terminal, args=(ours, printed))
    reader.start()
    try:
        with subprocess.Popen(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs,
                              stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
            try:
                errors = process.communicate(timeout=GUARD)[1]
            except BaseException:  # it hangs, or Ctrl-C: its children have the terminal open, too
                os.killpg(process.pid, signal.SIGKILL)
                raise
    finally:
        os.close(theirs)
        reader.join()
        os.close(ours)
    lines = [line.rstrip() for line in b"".join(printed).decode().splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return process.returncode, lines, errors


def check_page(path, wreath, update=False):
    """Complaints; with `update`, the page is rewritten where only the output differs."""
    complaints = []
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "data").symlink_to(ROOT / "data")

        def replace(match):
            lines = []
            for command, shown in examples_of(match.group(1)):
                while shown and not shown[-1]:
                    shown.pop()
                code, printed, errors = run(command, folder, wreath)
                if code != 0:
                    complaints.append(f"$ {command}\n  exit code {code}: {errors.strip()}")
                elif not fits(shown, printed):
                    complaints.append("\n  ".join([f"$ {command}", "the page shows:", *shown, "it prints:", *printed]))
                    if not any("..." in line for line in shown):
                        shown = printed
                lines += ["$ " + command, *shown]
            return "```console\n" + "".join(line + "\n" for line in lines) + "```"

        updated = BLOCK.sub(replace, text)
    if update and updated != text:
        path.write_text(updated, encoding="utf-8")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE.md", type=pathlib.Path)
    parser.add_argument("--wreath", type=pathlib.Path, default=ROOT / "build/release/wreath", metavar="PROGRAM")
    parser.add_argument("--update", action="store_true", help="write what was printed into the pages")
    arguments = parser.parse_args()
    wrong = count = 0
    for page in arguments.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        count += sum(len(examples_of(block)) for block in BLOCK.findall(page.read_text(encoding="utf-8")))
        for complaint in check_page(page, arguments.wreath, arguments.update):
            print(f"{page}: {complaint}")
            wrong += 1
    print(f"examples: {count} were run, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
