#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the examples of README.md and docs/, and compares what they print with what the pages show.

    tools/check_examples.py --wreath build/release/wreath [PAGE.md ...]    lists what differs, and fails
    tools/check_examples.py --wreath build/release/wreath --update         writes what was printed into the pages

    tools/check_examples.py --all-blocks README.md                         its sessions of Python and GAP and its C++ programs, too

An example is a block fenced by ```console. Its lines that begin with "$ " are commands of the shell (a line that ends in a backslash
continues in the next); what follows up to the next command is what it prints, on a terminal of 80 columns. The commands of a page run in one
temporary folder, in the order of the page, and each must succeed. On the page a line "..." stands for any number of lines, and " ... " in a
line for any text. Times, rates and sizes of memory differ from run to run and are not compared. Blocks fenced otherwise are not run.

A command that names ~/ has a home folder in it. With --all-blocks the folder has links to gap/, data/ and build/release/, as if it were the
sources after `make demo`. Blocks of ```python are sessions that doctest runs, ```gap sessions that GAP's Test() runs with the packages
that are then in ~/.gap, and each block of ```cpp is a program that is compiled with what pkg-config reports of wreath, from an
installation in an empty folder. A comment at the end of a line that prints shows what it prints. A language that this build or this
machine does not have is left out, and named.
"""
import argparse
import fcntl
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OTHER = re.compile(r"^```(python|gap|cpp)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
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


def environment_of(folder, wreath):
    return dict(os.environ, PATH=f"{wreath.resolve().parent}:{os.environ['PATH']}", XDG_CACHE_HOME=str(folder / "cache"))


def home_in(folder):
    """A home folder of its own: Debian's GAP takes ~/gap for one of its own folders."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    return home


def run(command, folder, wreath):
    environment = environment_of(folder, wreath)
    if "~/" in command:  # nothing is left in a person's folder
        environment["HOME"] = str(home_in(folder))
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


class Other:
    """Runs the blocks that are not commands. Each function gives a complaint, or an empty text."""

    def __init__(self, wreath, python):
        self.wreath = wreath
        self.build = wreath.resolve().parent
        self.python_program = python
        self.left_out = set()

    def check(self, language, block, folder):
        return getattr(self, language)(block, folder)

    def done(self, command, folder, **more):
        environment = dict(environment_of(folder, self.wreath), HOME=str(home_in(folder)), **more)
        with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, start_new_session=True) as process:
            try:
                return process.communicate(timeout=GUARD)[0], process.returncode
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise

    def python(self, block, folder):
        if not list((self.build / "python").glob("wreath/_wreath*.so")):
            self.left_out.add("python (the module is not built)")
            return ""
        (folder / "session.txt").write_text(block, encoding="utf-8")
        script = "import doctest; failed, tried = doctest.testfile('session.txt', module_relative=False, optionflags=doctest.ELLIPSIS); exit(failed or not tried)"
        # The folder of the module, as the page has it: build/release/python.
        printed, code = self.done([self.python_program, "-B", "-c", script], folder, PYTHONPATH="build/release/python")
        return printed if code else ""

    def gap(self, block, folder):
        if shutil.which("gap") is None:
            self.left_out.add("gap (it is not installed)")
            return ""
        (folder / "session.tst").write_text(block, encoding="utf-8")
        (folder / "session.g").write_text('if Test( "session.tst" ) then Print( "as shown\\n" ); fi;\nQUIT_GAP( 0 );\n')
        printed = self.done(["gap", "-q", "session.g"], folder)[0]
        return "" if "as shown" in printed else printed

    def cpp(self, block, folder):
        compiler = shutil.which(os.environ.get("CXX", "g++"))
        if compiler is None or shutil.which("pkg-config") is None:
            self.left_out.add("cpp (g++ or pkg-config is missing)")
            return ""
        installed = folder / "installed"
        if not installed.exists():
            printed, code = self.done(["cmake", "--install", str(self.build), "--prefix", str(installed)], folder)
            if code:
                return printed
        (folder / "program.cpp").write_text(block, encoding="utf-8")
        found = ":".join({str(path.parent) for path in installed.rglob("wreath.pc")})
        printed, code = self.done(["bash", "-c", f"{compiler} -std=c++20 -O0 program.cpp -o program $(pkg-config --cflags --libs wreath) && ./program"],
                                  folder, PKG_CONFIG_PATH=found)
        shown = re.findall(r"<<.*;\s*// (.*)$", block, re.MULTILINE)
        return "" if code == 0 and printed.splitlines() == shown else f"it should print: {shown}\nit prints:\n{printed}"


def check_page(path, wreath, update=False, other=None):
    """Complaints; with `update`, the page is rewritten where only the output differs. `other` runs the other blocks."""
    complaints = []
    text = path.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "data").symlink_to(ROOT / "data")
        if other is not None:
            (folder / "gap").symlink_to(ROOT / "gap")
            (folder / "build").mkdir()
            (folder / "build" / "release").symlink_to(other.build)

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
        if other is not None:  # after the commands, one of which shows GAP the package
            for language, block in OTHER.findall(text):
                printed = other.check(language, block, folder)
                if printed:
                    complaints.append(f"{language}:\n{block}{printed.rstrip()}")
    if update and updated != text:
        path.write_text(updated, encoding="utf-8")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE.md", type=pathlib.Path)
    parser.add_argument("--wreath", type=pathlib.Path, default=ROOT / "build/release/wreath", metavar="PROGRAM")
    parser.add_argument("--all-blocks", action="store_true", help="also the blocks of Python, GAP and C++")
    parser.add_argument("--python", default="/usr/bin/python3", metavar="PROGRAM", help="the Python that the module is built for")
    parser.add_argument("--update", action="store_true", help="write what was printed into the pages")
    arguments = parser.parse_args()
    wrong = count = 0
    other = Other(arguments.wreath, arguments.python) if arguments.all_blocks else None
    for page in arguments.pages or [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        count += sum(len(examples_of(block)) for block in BLOCK.findall(page.read_text(encoding="utf-8")))
        for complaint in check_page(page, arguments.wreath, arguments.update, other):
            print(f"{page}: {complaint}")
            wrong += 1
        if other is not None:
            count += len(OTHER.findall(page.read_text(encoding="utf-8")))
    if other is not None and other.left_out:
        print(f"left out: {', '.join(sorted(other.left_out))}")
    print(f"examples: {count} were run, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
