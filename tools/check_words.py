#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds phrases that are not plain English, in messages, help, comments and documentation, and proposes what to write instead.

    tools/check_words.py [PATH ...]          lists them, and fails; without paths: the whole tree
    tools/check_words.py --count             only how many there are, by file

A line that needs such a phrase (this file, a quotation) has the words "plain words" in a comment on it.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {".cpp", ".hpp", ".cu", ".cuh", ".py", ".md", ".g", ".gd", ".gi", ".sh", ".cmake", ".txt", ".json", ".cff", ""}
LEFT_OUT = re.compile(r"^(bench/results|tests/data|data|docs/numbers)/|^LICENSE$|^tools/check_words.py$|^\.git")

# (what to look for, what to write instead, what all of it contains: texts without that are not searched)
PHRASES = [
    (r"\b(checkpoint|record|file|message) speaks? of\b|\bthat \S+ speaks? of\b", "refers to, names", "speak"),
    (r"\bcame up before\b", "already appears", "came up before"),
    (r"\bin peace\b", "normally", "in peace"),
    (r"\b(is|are) nowhere (smaller|larger)\b", "has no smaller side", "nowhere"),
    (r"\b(as many|so many) \w+ as each other\b", "the same number of", "as each other"),
    (r"(?<!there )(?<!There )\b(is|are|was|were|be) no (?!longer|more|less|fewer|matter|need|\w+er than|one\b|point in|better|worse|faster|slower)[a-z]+\b(?! (that|which|whose|who) )", "is not a ...", " no "),
    (r"\bthere is no such one\b", "it does not exist", "there is no such one"),
    (r"\bso many (?!that|as)\w+", "N ..., the given number of ...", "so many"),
    (r"\b(start|starts|started|starting|begin|begins|made|make|written|write|read|built|build|drawn)\s+anew\b", "restart, rebuild, rewrite", "anew"),
    (r"\b(goes|go|going|went|gone) on (with|from|without|until|where|for ever|to the)\b", "continue(s), resumed from", " on "),
    (r"\bgoes on\b", "continues", "goes on"),
    (r"\b(it|which|that|file|program|report|record|message|page|table|command|name|line|function|result|header|help|output|README|docs?/\S+) (tells|says)\b", "reports, prints, lists, shows", ""),
    (r"\b(right|wrong) over (F2|Z|Q|the integers)\b", "valid over, not valid over", " over "),
    (r"\b(answers?|results?) (is|are) right\b", "is correct, are correct", "right"),
    (r"\bin letters\b", "as text", "in letters"),
    (r"\b(is|are) there before\b", "is already defined", "there before"),
    (r"\bstands? there twice\b", "appears twice", "there twice"),
    (r"\ba (line|row|word|file) each\b", "one per line", " each"),
    (r"\ba row a \w+\b", "one ... per row", "a row a "),
    (r"\bas the machine likes\b", "chosen automatically", "as the machine likes"),
    (r"\bhears? of\b", "checks for, receives", "hear"),
    (r"\bschemes of matrix multiplication\b", "matrix multiplication schemes", "schemes of matrix multiplication"),
    (r"\bfor want of\b", "for lack of", "for want of"),
    (r"\bwhere there (is|are) no\b", "if there is no, on machines without", "where there "),
    (r"(?<![\w,.^])1 (words|cycles|elements|points|letters|rules|states|files|generators) (are|were)\b", "singular", ""),
    (r"\bone a line\b", "one per line", "one a line"),
    (r"\ba row of \w+ each\b", "one row of ... per ...", "a row of "),
    (r"\bcan be read in (two|several) ways\b", "is ambiguous", "can be read in "),
    (r"\btold (apart|from|of|to|so|where|that|otherwise)\b|\b(is|are|was|were|be|been|has|have) told\b|\ball told\b", "distinguished, asked, reported", "told"),
    (r"\bso much (memory|space|time|disk)\b", "N bytes of memory, the memory limit", "so much"),
    (r"\banew\b", "again, restart", "anew"),
    (r"\b(run|run's|checkpoint|`\w+( \w+)?`|definition|option|error|reason) (tells|says)\b(?! (little|nothing))", "reports, prints, is", ""),
    (r"\b\d+ at the last distance\b|\bat the last distance\b", "N states at distance D", "last distance"),
    (r"\b\d[\d,]* R-, [\d,]+ L-", "N R-classes, M L-classes", "r-, "),
    (r"\bmay be taken\b(?= *[;.\"'] *(raise|with))", "is left, is available", "may be taken"),
    (r"\bcloses nothing\b", "without a matching opening bracket", "closes nothing"),
]
PATTERNS = [(re.compile(pattern, re.IGNORECASE), advice, contained) for pattern, advice, contained in PHRASES]


def complaints_of(text):
    """(line, phrase, advice) for each phrase found."""
    lower = text.lower()
    found = [(match.start(), match.group(0), advice) for pattern, advice, contained in PATTERNS if contained in lower
             for match in pattern.finditer(text)]
    for start, phrase, advice in sorted(found):
        line = text[text.rfind("\n", 0, start) + 1:].split("\n", 1)[0]
        if "plain words" not in line:
            yield text.count("\n", 0, start) + 1, phrase, advice


def files(paths):
    """What git tracks; outside a checkout, all that is not built."""
    try:
        listed = subprocess.run(["git", "ls-files", "--", *map(str, paths)], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        roots = [ROOT / path for path in paths or (".",)]
        found = (path for root in roots for path in ([root] if root.is_file() else root.rglob("*")) if path.is_file())
        listed = [name for name in (str(path.resolve().relative_to(ROOT)) for path in found) if not re.match(r"build/|.*__pycache__/", name)]
    for name in listed:
        path = ROOT / name
        if path.suffix in KINDS and not LEFT_OUT.search(name) and path.is_file() and not path.is_symlink():
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", metavar="PATH", type=pathlib.Path)
    parser.add_argument("--count", action="store_true")
    arguments = parser.parse_args()
    count = collections.Counter()
    for path in files([p.resolve() for p in arguments.paths]):
        for line, phrase, advice in complaints_of(path.read_text(encoding="utf-8", errors="replace")):
            count[path.relative_to(ROOT)] += 1
            if not arguments.count:
                print(f"{path.relative_to(ROOT)}:{line}: '{phrase}': {advice}")
    if arguments.count:
        for path, n in count.most_common():
            print(f"{n:5} {path}")
    total = sum(count.values())
    print(f"words: {total} phrases to rewrite" if total else "words: nothing to rewrite")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
