#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the numbers quoted in README.md and docs/results.md are those of the committed run records, and that every record that a page of
docs/ names is there.

    tools/check_results.py [PAGE.md ...]          lists what is wrong, and fails; without pages: README.md and docs/results.md
    tools/check_results.py --marked               also lists the numbers that are marked as having no record

Where the numbers of a page PAGE.md come from is written in docs/numbers/PAGE.txt, under the page's headings:

    ## In memory
    record 2026-11-15-perm-ram-neoverse-2
    at series.ram[operation=multiply, points=2^27, threads=2]
    4.11 = traditional_ns
    2.21 = implicit_ns
    1.9 = traditional_ns / implicit_ns
    30 ~ paper: the article's introduction
    8.8 ~ unrecorded: a run of another program, in passing

`record` names a file of bench/results; `at` a place in it, where the paths below begin. A path has dots, [3] for a place in a list,
[key=value, ...] for the one row with these values, [all key=value, ...] for all such rows, and [] for all of a list. `=` gives the number
as the page prints it and an expression: + - * /, numbers, paths, and min, max, median, count, sum of lists. The value must round to the
number as it is printed. `~` marks a number that no record holds: of a paper, a setting of the run, or not recorded, and why; on
docs/results.md no number of ours may be unrecorded.

Every number of an entry must appear below its heading on the page. In tables every cell that begins with a number, in columns other than
the first and those of papers (their heading says so), needs an entry, one for each time it appears.
"""
import argparse
import ast
import collections
import json
import operator
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/results.md")
STRICT = ("docs/results.md",)

NUMBER = re.compile(r"(?<![\w.^*])(?:(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?:\*10\^(-?\d+))?|(\d+)\^(\d+))(?![\w^]|\.\d|,\d{3})")
PATH = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[\w-]+|\[[^\]]*\])*")
STEP = re.compile(r"\.?([\w-]+)|\[([^\]]*)\]")
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.USub: operator.neg}
FUNCTIONS = {"min": min, "max": max, "median": statistics.median, "count": len, "sum": sum}
PAPER_HEADING = re.compile(r"paper|article|published", re.IGNORECASE)


class Wrong(Exception):
    """What is wrong with an entry."""


def number_value(text):
    """The value of a number as printed, and half a unit of its last digit."""
    match = NUMBER.fullmatch(text)
    if not match:
        raise Wrong(f"'{text}' is not a number")
    digits, exponent, base, power = match.groups()
    if base:
        return float(int(base) ** int(power)), 1e-9 * int(base) ** int(power)
    digits = digits.replace(",", "")
    scale = 10.0 ** int(exponent or 0)
    decimals = len(digits.partition(".")[2])
    return float(digits) * scale, 0.5 * 10.0**-decimals * scale


def numbers_in(text):
    return [match.group(0) for match in NUMBER.finditer(text.replace("**", ""))]


def same_value(value, text):
    """Whether a value of a record is what [key=TEXT] asks for."""
    if isinstance(value, bool):
        return text == ("yes" if value else "no")
    if isinstance(value, (int, float)):
        try:
            return value == number_value(text)[0]
        except Wrong:
            return False
    return str(value) == text


def select(value, query):
    """[3], [], [key=value, ...], [all key=value, ...]"""
    if not isinstance(value, list):
        raise Wrong(f"[{query}] needs a list")
    if not query:
        return value
    if re.fullmatch(r"-?\d+", query):
        if not -len(value) <= int(query) < len(value):
            raise Wrong(f"[{query}]: there are only {len(value)}")
        return value[int(query)]
    every = query.startswith("all ")
    conditions = [part.split("=", 1) for part in re.split(r",\s*(?=\w+=)", query.removeprefix("all "))]
    if any(len(condition) != 2 for condition in conditions):
        raise Wrong(f"[{query}] is not a choice; write [key=value]")
    rows = [row for row in value if all(same_value(row.get(key.strip()), text.strip()) for key, text in conditions)]
    if not rows or (len(rows) > 1 and not every):
        raise Wrong(f"[{query}] fits {len(rows)} rows, not one")
    return rows if every else rows[0]


def follow(value, path):
    """The value at a path; after [] of all rows."""
    end = 0
    for match in STEP.finditer(path):
        if match.start() != end:
            break
        end = match.end()
        key, query = match.groups()
        if key is None:
            value = select(value, query.strip())
        elif isinstance(value, list):
            value = [follow(row, key) for row in value]
        elif not isinstance(value, dict) or key not in value:
            raise Wrong(f"there is no '{key}' at '{path}'")
        else:
            value = value[key]
    if end != len(path):
        raise Wrong(f"'{path}' is not a path")
    return value


def evaluate(expression, place):
    """A number, from an expression with paths."""
    values = []

    def keep(match):
        if match.group(0) in FUNCTIONS:
            return match.group(0)
        values.append(follow(place, match.group(0)))
        return f"value_{len(values) - 1}"

    def compute(node):
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            return node.value
        if isinstance(node, ast.Name):
            return values[int(node.id.removeprefix("value_"))]
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](compute(node.left), compute(node.right))
        if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](compute(node.operand))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS and not node.keywords:
            arguments = [compute(argument) for argument in node.args]
            return FUNCTIONS[node.func.id](arguments[0] if len(arguments) == 1 else arguments)
        raise Wrong(f"'{expression}' is not an expression of numbers and paths")

    try:
        result = compute(ast.parse(PATH.sub(keep, expression), mode="eval").body)
    except (SyntaxError, TypeError, ValueError, ZeroDivisionError, IndexError) as error:
        raise Wrong(f"'{expression}': {error}") from error
    if isinstance(result, bool) or not isinstance(result, (int, float)):
        raise Wrong(f"'{expression}' is not a number in the record")
    return result


class Block:
    """The entries of one section: numbers that are spoken for, and complaints."""

    def __init__(self, lines, records):
        self.spoken_for = collections.Counter()
        self.complaints = []
        self.marked = []
        record, place = None, None
        for line_number, line in lines:
            try:
                if line.startswith("record "):
                    record = place = read_record(records, line.removeprefix("record ").strip())
                elif line.startswith("at "):
                    if record is None:
                        raise Wrong("'at' comes after 'record'")
                    place = follow(record, line.removeprefix("at ").strip())
                elif line:
                    self.read_entry(line, place, line_number)
            except Wrong as wrong:
                self.complaints.append((line_number, f"{line}: {wrong}"))

    def read_entry(self, line, place, line_number):
        quoted, sign, rest = re.match(r"(\S+)\s*([=~]?)\s*(.*)", line).groups()
        value, half_unit = number_value(quoted)
        self.spoken_for[quoted] += 1
        if sign == "~":
            kind = rest.partition(":")[0].strip()
            if kind not in ("paper", "setting", "unrecorded"):
                raise Wrong("after ~ comes 'paper', 'setting' or 'unrecorded', and why")
            self.marked.append((line_number, kind, quoted, rest))
            return
        if sign != "=":
            raise Wrong("an entry is NUMBER = EXPRESSION or NUMBER ~ REASON")
        if place is None:
            raise Wrong("no record is named above it")
        found = evaluate(rest, place)
        if abs(found - value) > half_unit * (1 + 1e-9):
            raise Wrong(f"the record has {found:.10g}")


def read_record(records, name):
    path = records / (name if name.endswith(".json") else name + ".json")
    if not path.is_file():
        raise Wrong(f"there is no record {path.name}")
    return json.loads(path.read_text(encoding="utf-8"))


def split_row(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def table_numbers(lines):
    """(line, number) of every number in a cell that begins with one, but in the first column and those of papers."""
    found, header = [], None
    for number, line in lines:
        if not line.lstrip().startswith("|"):
            header = None
            continue
        cells = split_row(line)
        if header is None:
            header = cells
        elif not all(re.fullmatch(r":?-*:?", cell) for cell in cells):
            for heading, cell in list(zip(header, cells))[1:]:
                if not PAPER_HEADING.search(heading) and NUMBER.match(cell.lstrip("*~<>= `")):
                    found += [(number, text) for text in numbers_in(cell)]
    return found


def without_code(text):
    """The page with its code blocks blank, so that lines keep their numbers."""
    return re.sub(r"^```.*?^```", lambda match: "\n" * match.group(0).count("\n"), text, flags=re.DOTALL | re.MULTILINE)


def sections_of(text):
    """(heading, lines) of each section of a page or of its numbers; lines with their numbers."""
    sections = [("", [])]
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            sections.append((line.strip(), []))
        else:
            sections[-1][1].append((number, line.strip()))
    return sections


def check_page(text, numbers, records, strict=False):
    """Complaints about the page (line, what) and about its numbers, and the numbers that are marked (line, kind, number, why)."""
    complaints, of_numbers, marked = [], [], []
    entries = dict(sections_of(numbers))
    page = sections_of(without_code(text))
    of_numbers += [(0, f"the page has no heading '{heading}'") for heading in entries if heading not in dict(page)]
    for heading, lines in page:
        block = Block(entries.get(heading, []), records)
        of_numbers += block.complaints
        marked += block.marked
        there = collections.Counter(number for _, line in lines for number in numbers_in(line))
        of_numbers += [(0, f"{heading}: {quoted} does not appear on the page") for quoted in block.spoken_for if not there[quoted]]
        left = block.spoken_for.copy()
        for line, number in table_numbers(lines):
            if left[number] <= 0:
                complaints.append((line, f"{number} appears in a table, and no entry names its record"))
            left[number] -= 1
        if strict:
            of_numbers += [(line, f"{quoted}: unrecorded numbers are not allowed here") for line, kind, quoted, _ in block.marked if kind == "unrecorded"]
    complaints += missing_records(text, records)
    return sorted(complaints), sorted(of_numbers), marked


def missing_records(text, records):
    """Complaints about the names of records on a page, `2026-11-15-perm-disk-h200` or with folder and ending: there must be such files."""
    complaints = []
    for line, content in enumerate(text.splitlines(), 1):
        names = re.findall(r"bench/results/([\w.-]+)\.json", content) + re.findall(r"`(\d{4}-\d\d-\d\d-[\w.-]+?)(?:\.json)?`", content)
        complaints += [(line, f"there is no record {name}.json") for name in dict.fromkeys(names) if "NAME" not in name and not (records / f"{name}.json").is_file()]
    return complaints


def numbers_of(path):
    return ROOT / "docs/numbers" / (path.stem + ".txt")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE.md")
    parser.add_argument("--records", type=pathlib.Path, default=ROOT / "bench/results", metavar="FOLDER")
    parser.add_argument("--marked", action="store_true", help="list the numbers that are marked as having no record")
    arguments = parser.parse_args()
    wrong = 0
    for name in arguments.pages or [ROOT / page for page in PAGES]:
        path = pathlib.Path(name)
        source = numbers_of(path)
        strict = any(path.resolve() == ROOT / page for page in STRICT)
        numbers = source.read_text(encoding="utf-8") if source.is_file() else ""
        complaints, of_numbers, marked = check_page(path.read_text(encoding="utf-8"), numbers, arguments.records, strict)
        for file, list_of_complaints in ((path, complaints), (source, of_numbers)):
            for line, what in list_of_complaints:
                print(f"{file}:{line}: {what}")
        if arguments.marked:
            for line, kind, quoted, why in marked:
                print(f"{source}:{line}: {quoted} ~ {why}")
        wrong += len(complaints) + len(of_numbers)
    for path in sorted(ROOT.glob("docs/**/*.md")) if not arguments.pages else []:
        for line, what in missing_records(path.read_text(encoding="utf-8"), arguments.records):
            print(f"{path}:{line}: {what}")
            wrong += 1
    print(f"results: {wrong} numbers or records are wrong" if wrong else "results: every number that is quoted from a record is there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
