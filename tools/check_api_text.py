#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists the public C++ functions that have no documentation text, as `file:line name`, and fails if there are any.

    tools/check_api_text.py [HEADER ...]     without names: all of include/wreath
    tools/check_api_text.py --count          only how many functions there are, and how many have no text

Counted are free functions, public member functions, friends that are defined in a public part, operators and constructors.
Left out are functions that are defaulted or deleted, destructors, moving and copying, members that are defined again outside
their class, and everything in a private part or in a namespace called detail.

A text is what Doxygen reads, so that the reference shows it: lines with /// that end directly above the declaration, or ///< on
one of its lines. It belongs to that declaration alone: in a group of declarations under one text only the first has one.

The headers are parsed as text in the style of clang-format: in `member_{...}` a brace that follows a name without a space begins
an initializer, and in `function() {` one that follows a space begins a body.
"""
import argparse
import dataclasses
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'')
TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
TYPE = re.compile(r"(?:enum\s+)?(?:class|struct|union|enum)\b(?:\s+(\w+))?")


@dataclasses.dataclass(frozen=True)
class Function:
    line: int
    name: str
    has_text: bool


@dataclasses.dataclass
class Scope:
    name: str          # of a class; empty for a namespace
    is_public: bool    # whether what is declared now can be used from outside
    may_be_public: bool = True


def skip(text, at, opening, closing):
    """The place after the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        depth += (text[at] == opening) - (text[at] == closing)
        at += 1
        if depth == 0:
            break
    return at


def without_prefix(declaration):
    """The declaration without its template parameters, constraints and attributes."""
    rest = declaration.strip()
    while True:
        if match := re.match(r"template\s*(?=<)", rest):
            rest = rest[skip(rest, match.end(), "<", ">"):].lstrip()
        elif match := re.match(r"requires\s*(?=\()", rest):
            rest = rest[skip(rest, match.end(), "(", ")"):].lstrip()
        elif match := re.match(r"(?:requires|&&|\|\|)\s+[\w:]+\s*", rest):
            rest = rest[match.end():]
            if rest.startswith("<"):
                rest = rest[skip(rest, 0, "<", ">"):].lstrip()
        elif match := re.match(r"\[\[.*?\]\]\s*", rest):
            rest = rest[match.end():]
        else:
            return rest


def function_in(declaration, owner):
    """The name of the function that is declared, or None. `owner` is the class around it."""
    rest = without_prefix(declaration)
    if re.match(r"(using|typedef|static_assert|concept|namespace|extern)\b", rest) or (TYPE.match(rest) and "(" not in rest):
        return None
    if re.search(r"=\s*(default|delete)\s*$", rest):
        return None
    if match := re.search(r"\boperator\s*(\(\)|[^\s\w(]+|[\w:]+)\s*(?=\()", rest):
        name, parameters = "operator" + (" " if match.group(1)[0].isalpha() else "") + match.group(1), rest[match.end():]
    else:
        depth, at = 0, 0
        for at, letter in enumerate(rest):
            depth += (letter == "<") - (letter == ">" and rest[at - 1] != "-")
            if depth == 0 and letter in "(=":
                break
        else:
            return None
        match = re.search(r"([\w:~]+)\s*$", rest[:at])
        if rest[at] == "=" or not match or match.group(1).startswith("~") or "::" in match.group(1):
            return None
        name, parameters = match.group(1), rest[at:]
    inside = parameters[1:skip(parameters, 0, "(", ")") - 1].strip()
    if owner and name in (owner, "operator=") and re.fullmatch(rf"(const\s+)?{owner}\s*&{{1,2}}(\s*\w+)?", inside):
        return None  # moves or copies
    return name


def functions_of(text):
    """The public functions of a header."""
    lines = text.split("\n")
    code, behind = [], set()  # the lines without their comments; those that have a text behind their code
    for number, line in enumerate(lines):
        unquoted = QUOTED.sub(lambda match: "_" * len(match.group(0)), line)
        start = unquoted.find("//")
        code.append(unquoted if start < 0 else unquoted[:start])
        if start >= 0 and re.match(r"///<.*\w", line[start:]):
            behind.add(number)
        if code[-1].lstrip().startswith("#"):
            code[-1] = ""

    def text_above(number):
        above = []
        while number > 0 and re.match(r"\s*///(?!<)", lines[number - 1]):
            number -= 1
            above.append(lines[number])
        return any(re.search(r"///.*\w", line) for line in above)

    whole = "\n".join(code)
    scopes = [Scope("", True)]
    at, start, depth = 0, None, 0
    while at < len(whole):
        token = TOKEN.match(whole, at).group(0)
        if token.isspace() or (token == ";" and start is None):
            at += len(token)
            continue
        if start is None and token == "}":
            if len(scopes) > 1:
                scopes.pop()
            at += 1
            continue
        if start is None:
            if match := re.compile(r"(public|protected|private)\s*:(?!:)").match(whole, at):
                scopes[-1].is_public = scopes[-1].may_be_public and match.group(1) == "public"
                at = match.end()
                continue
            start = at
        depth += (token == "(") - (token == ")")
        if depth > 0 or token not in (";", "{"):
            at += len(token)
            continue
        declaration = whole[start:at].rstrip()
        rest = without_prefix(declaration)
        if token == "{" and re.match(r"(inline\s+)?namespace\b", rest):
            hidden = rest.split()[-1].split("::")[-1] == "detail"
            may_be = scopes[-1].is_public and not hidden
            scopes.append(Scope("", may_be, may_be))
            at, start = at + 1, None
            continue
        kind = TYPE.match(rest)
        if token == "{" and kind and "(" not in rest:
            if rest.startswith("enum"):
                at = skip(whole, at, "{", "}")  # up to the ; there may be a variable
            else:
                may_be = scopes[-1].is_public
                scopes.append(Scope(kind.group(1) or "", may_be and not rest.startswith("class"), may_be))
                at, start = at + 1, None
            continue
        name = function_in(declaration, scopes[-1].name)
        if token == "{" and (re.match(r"[\w>\]]", whole[at - 1]) or declaration.endswith("=")):
            at = skip(whole, at, "{", "}")  # an initializer
            continue
        first, last = whole.count("\n", 0, start), whole.count("\n", 0, at)
        at = at + 1 if token == ";" else skip(whole, at, "{", "}")
        if name is not None and scopes[-1].is_public:
            has_text = text_above(first) or any(line in behind for line in range(first, last + 1))
            yield Function(first + 1, name, has_text)
        start = None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("headers", nargs="*", type=pathlib.Path)
    parser.add_argument("--count", action="store_true", help="print only the totals")
    options = parser.parse_args()
    headers = options.headers or sorted((ROOT / "include/wreath").rglob("*.hpp"))
    total = missing = 0
    for header in headers:
        path = header.resolve()
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else header
        for function in functions_of(path.read_text(encoding="utf-8")):
            total += 1
            if not function.has_text:
                missing += 1
                if not options.count:
                    print(f"{shown}:{function.line} {function.name}")
    if options.count:
        print(f"public functions: {total}, without a text: {missing}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
