#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the documentation site in build/docs/html, from docs/, the headers, the Python module and the program's own help.

    tools/docs.py [--build build/release]

Needs Sphinx with MyST, Furo, Breathe and copybutton, Doxygen and MathJax: `tools/setup.sh docs` installs Debian's packages.
"""
import argparse
import ast
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MATHJAX = pathlib.Path("/usr/share/javascript/mathjax")


def copy_pages(source):
    """The pages of docs/ with those of docs/site/ beside them, and the changelog. Links into the source tree become plain text."""
    shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("site", "numbers"))
    shutil.copyfile(ROOT / "CHANGELOG.md", source / "changelog.md")
    shutil.copytree(ROOT / "docs/site", source, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for page in source.rglob("*.md"):

        def within(match, folder=page.parent):
            leads_out = ":" not in match[2] and not (folder / match[2].split("#")[0]).resolve().is_relative_to(source.resolve())
            return match[1] if leads_out else match[0]

        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"(?<!!)\[([^\]]+)\]\(([^)#][^)]*)\)", within, text), encoding="utf-8")


def help_of(wreath, command):
    return subprocess.run([wreath, *command, "--help"], check=True, capture_output=True, text=True).stdout


def subcommands(text):
    """The names that a help text lists under Commands or Subcommands."""
    match = re.search(r"^(?:Commands|Subcommands|Engines|Verbs):\n((?:.+\n|\n(?=  \S))+)", text, re.MULTILINE)
    return re.findall(r"^  ([a-z][\w-]*)(?=\s|$)", match.group(1), re.MULTILINE) if match else []


def write_commands(wreath, folder):
    """A page for each engine, with a section for each verb, and one for all other commands: what --help prints."""
    (folder / "commands").mkdir()
    top = help_of(wreath, [])
    lines = ["# Commands", "", "What `wreath COMMAND --help` prints, for each command.", "", "```text", top.rstrip(), "```", ""]
    pages, others = [], []
    for command in subcommands(top):
        text = help_of(wreath, [command])
        section = ["```text", text.rstrip(), "```", ""]
        verbs = subcommands(text)
        if not verbs:
            others += [f"## wreath {command}", "", *section]
            continue
        for verb in verbs:
            section += [f"## wreath {command} {verb}", "", "```text", help_of(wreath, [command, verb]).rstrip(), "```", ""]
        (folder / "commands" / f"{command}.md").write_text("\n".join([f"# wreath {command}", "", *section]), encoding="utf-8")
        pages.append(f"commands/{command}")
    lines += [*others, "```{toctree}", ":maxdepth: 1", "", *pages, "```", ""]
    (folder / "commands.md").write_text("\n".join(lines), encoding="utf-8")


# The parts of the references, in the order of the site, with the header that each begins with. A part that is not listed here comes
# after these, by its name.
PARTS = {"word": ("Words", "group"), "semigroup": ("Semigroups", "enumeration"), "flip": ("Matrix multiplication", "scheme"), "orbit": ("Orbits and Cayley graphs", "search"),
         "coset": ("Cosets", "enumeration"), "group": ("Permutation groups", "group"), "perm": ("Permutations", "perm"), "shared": ("Runs, results, machines", "run")}
# What most programs begin with: the class, its header, and what it is for.
OBJECTS = [("word::Group", "word/group.hpp", "a group with a solved word problem: normal forms, equality, orders, balls"),
           ("semigroup::Enumeration", "semigroup/enumeration.hpp", "the elements of a semigroup with their words and Cayley graphs"),
           ("semigroup::OrbitStructure", "semigroup/orbits.hpp", "a semigroup too large to list: size, classes, membership, words"),
           ("flip::Scheme", "flip/scheme.hpp", "a matrix multiplication scheme"),
           ("flip::Search", "flip/search.hpp", "a search for schemes of low rank"),
           ("orbit::Search", "orbit/search.hpp", "a Cayley graph or an orbit: levels, diameter, shortest words"),
           ("coset::Enumeration", "coset/enumeration.hpp", "the cosets of a subgroup of a finitely presented group"),
           ("coset::Table", "coset/table.hpp", "a closed coset table: permutations, words, presentations"),
           ("group::Group", "group/group.hpp", "a permutation group: order, membership, stabilizers"),
           ("perm::multiply", "perm.hpp", "products, inverses, powers, cycles of arrays of points"),
           ("perm::Map", "perm/files.hpp", "the same with permutations in files of any size"),
           ("RunControl", "run.hpp", "limits, progress, checkpoints of everything that may take long")]


def in_order(names):
    return sorted(names, key=lambda name: (list(PARTS).index(name) if name in PARTS else len(PARTS) - 1.5, name))


def title_of(part):
    return PARTS[part][0] if part in PARTS else part.capitalize()


def essay_of(header):
    """The comment at the top of a header, in paragraphs; indented lines are a paragraph of their own."""
    lines = []
    for line in header.read_text(encoding="utf-8").splitlines()[1:]:
        if not re.match(r"//( |$)", line):
            break
        lines.append(line[3:])
    return [part for part in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")) if part.strip()]


def as_markdown(paragraphs):
    """Paragraphs of a comment: code where a line is indented or looks like it, otherwise text with its asterisks and angle brackets kept."""
    shown = []
    for part in paragraphs:
        if any(re.match(r"\s{2,}", line) for line in part.splitlines()):
            shown += ["```text", part, "```", ""]
        else:
            shown += [re.sub(r"([\\*_<>\[\]`$])", r"\\\1", part), ""]
    return shown


def has_declarations(header):
    """Whether a header declares anything itself, rather than include the others."""
    text = re.sub(r"//.*|^#.*$", "", header.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return bool(re.sub(r"namespace [\w:]+ \{|\}|\s", "", text))


def classes_of(header):
    """(name, anchor on its page) of the classes, but no templates, that a header defines in its namespace; `class` before `struct`."""
    text = header.read_text(encoding="utf-8")
    found = re.search(r"^namespace ([\w:]+) \{", text, re.MULTILINE)
    space = found[1].split("::") if found else []
    classes = re.findall(r"(?<!>\n)^(class|struct) (\w+)(?: final)?(?: : [^{;]*)? \{", text, re.MULTILINE)
    return [(name, "_CPPv4N" + "".join(f"{len(part)}{part}" for part in [*space, name]) + "E") for _, name in sorted(classes, key=lambda one: one[0])]


def write_cpp(folder):
    """A first page with the objects, a page for each part, and one for each public header."""
    (folder / "cpp").mkdir()
    include = ROOT / "include/wreath"
    parts = {}
    for path in sorted(include.rglob("*.hpp")):
        name = path.relative_to(include)
        engine = name.parts[0].removesuffix(".hpp")
        parts.setdefault(engine if (include / engine).is_dir() else "shared", []).append(name)
    page_of = {}
    for part, headers in parts.items():
        for name in headers:
            if has_declarations(include / name):
                page_of[name.as_posix()] = f"cpp/{name.as_posix().removesuffix('.hpp').replace('/', '-')}-hpp"
    for part in in_order(parts):
        first = PARTS.get(part, ("", ""))[1]
        headers = sorted(parts[part], key=lambda name: (name.stem != first, name.as_posix()))
        lines = [f"# C++: {title_of(part).lower() if part != 'shared' else 'what all parts share'}", ""]
        for name in headers:
            if name.as_posix() not in page_of:
                lines += [f"`#include <wreath/{name}>` includes all of these.", "", *as_markdown(essay_of(include / name))]
        lines += ["| header | what is in it |", "|---|---|"]
        listed = [name for name in headers if name.as_posix() in page_of]
        for name in listed:
            about = " ".join("".join(as_markdown(essay_of(include / name)[:1])).split()) if essay_of(include / name) else ""
            lines += [f"| [{name}]({page_of[name.as_posix()].removeprefix('cpp/')}.md) | {about.replace('|', chr(92) + '|')} |"]
        (folder / "cpp" / f"{part}.md").write_text("\n".join(lines), encoding="utf-8")
        for name in listed:
            # Not in a toctree: 70 more lines in the margin of every page would double what is drawn and read.
            lines = ["---", "orphan: true", "---", "", f"# wreath/{name}", "", f"Part of [{title_of(part)}]({part}.md) in the [C++ reference](../cpp.md).", "", "```cpp", f"#include <wreath/{name}>", "```", "", *as_markdown(essay_of(include / name)),
                     *([", ".join(f'<a href="#{anchor}"><code>{one}</code></a>' for one, anchor in classes_of(include / name)), ""] if classes_of(include / name) else []),
                     "```{eval-rst}", f".. doxygenfile:: wreath/{name}", "   :project: wreath", "```", ""]
            (folder / f"{page_of[name.as_posix()]}.md").write_text("\n".join(lines), encoding="utf-8")
    lines = ["# C++ reference", "", "In CMake `find_package(wreath)` and `wreath::wreath`; otherwise `pkg-config --cflags --libs wreath`. Begin with one of these:", "",
             "| | header | |", "|---|---|---|"]
    lines += [f"| `wreath::{name}` | [{header}]({page_of[header]}.md) | {about} |" for name, header, about in OBJECTS if header in page_of]
    lines += ["", "The word problem in a surface group (`examples/words.cpp`; the tests compile it and the other examples, and run them):", "",
              "```cpp", (ROOT / "examples/words.cpp").read_text(encoding="utf-8").split("\n", 3)[3].rstrip(), "```", "",
              "Relators to cosets to permutations to a semigroup (`examples/chain.cpp`):", "",
              "```cpp", re.sub(r"^(//.*\n)+", "", (ROOT / "examples/chain.cpp").read_text(encoding="utf-8")).rstrip(), "```", "",
              "A call that may take long has a `RunControl*` as its last argument (`examples/progress.cpp`):", "",
              "```cpp", re.sub(r"^(//.*\n)+", "", (ROOT / "examples/progress.cpp").read_text(encoding="utf-8")).rstrip(), "```", "",
              "All headers:", "", "```{toctree}", ":maxdepth: 2", "", *(f"cpp/{part}" for part in in_order(parts)), "```", ""]
    (folder / "cpp.md").write_text("\n".join(lines), encoding="utf-8")


def definitions_of(path):
    """The classes and functions at the top of a Python file, by name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def exported_by(path):
    """What its __all__ names."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    return []


def summary_of(node):
    text = (ast.get_docstring(node) or "").split("\n\n")[0]
    sentence = re.match(r"(.*?[.:;])(\s|$)", " ".join(text.split()) + " ")
    return re.sub(r"([\\*_<>\[\]`|$])", r"\\\1", (sentence[1] if sentence else text).rstrip(":;"))


def write_python(folder, module):
    """A first page, a page for each module with its functions, and one for each class."""
    lines = ["# Python reference", ""]
    package = module / "wreath"
    if not package.is_dir():
        (folder / "python.md").write_text("\n".join([*lines, "The module was not built: `make python` builds it."]), encoding="utf-8")
        return
    (folder / "python").mkdir()
    everywhere = {}
    for path in package.glob("*.py"):
        for name, node in definitions_of(path).items():
            everywhere.setdefault(name, node)
    lines += ["Each class has a page of its own. [The tour](../python.md) shows how they are used, and how Python calls are named.", ""]
    pages, seen = [], {}
    for name in in_order(name for name in exported_by(package / "__init__.py") if (package / f"{name}.py").is_file()):
        here = definitions_of(package / f"{name}.py")
        exported = exported_by(package / f"{name}.py")
        classes = [one for one in exported if isinstance(here.get(one, everywhere.get(one)), ast.ClassDef)]
        functions = [one for one in exported if one not in classes]
        own = []
        page = [f"# wreath.{name}", "", "```{eval-rst}", f".. automodule:: wreath.{name}", "   :no-members:", "```", "", "## Classes", "", "| class | |", "|---|---|"]
        for one in classes:
            if (one, one in here) not in seen or one in here:
                seen[(one, one in here)] = f"wreath.{name}.{one}"
                own.append(f"wreath.{name}.{one}")
                (folder / "python" / f"wreath.{name}.{one}.md").write_text(
                    "\n".join([f"# wreath.{name}.{one}", "", "```{eval-rst}", f".. autoclass:: wreath.{name}.{one}", "   :members:", "   :undoc-members:",
                               "   :inherited-members: tuple, object", "   :special-members: __init__, __call__, __len__, __iter__, __getitem__, __contains__, __mul__, __pow__, __invert__", "```", ""]),
                    encoding="utf-8")
            target = seen[(one, one in here)]
            page.append(f"| [{one}]({target}.md) | {summary_of(here.get(one, everywhere[one]))} |")
        if not classes:
            page = page[:page.index("## Classes")]
        if functions:
            page += ["", "## Functions", ""]
            for one in functions:
                page += ["```{eval-rst}", f".. autofunction:: wreath.{name}.{one}", "```", ""]
        if own:
            page += ["", "```{toctree}", ":hidden:", "", *own, "```", ""]
        (folder / "python" / f"wreath.{name}.md").write_text("\n".join(page), encoding="utf-8")
        pages.append(f"python/wreath.{name}")
        lines += [f"**[wreath.{name}](python/wreath.{name}.md)**: " + ", ".join(f"[{one}](python/{seen[(one, one in here)]}.md)" for one in classes)
                  + (" and " if classes else "") + f"{len(functions)} function{'s' if len(functions) != 1 else ''}" + ".", ""]
    lines += ["```{toctree}", ":hidden:", "", *pages, "```", ""]
    (folder / "python.md").write_text("\n".join(lines), encoding="utf-8")


def run_doxygen(target):
    target.mkdir(parents=True, exist_ok=True)
    settings = {"INPUT": ROOT / "include", "STRIP_FROM_PATH": ROOT / "include", "OUTPUT_DIRECTORY": target, "RECURSIVE": "YES", "GENERATE_XML": "YES",
                "GENERATE_HTML": "NO", "GENERATE_LATEX": "NO", "QUIET": "YES", "WARNINGS": "NO", "EXTRACT_ALL": "YES", "MACRO_EXPANSION": "YES"}
    subprocess.run(["doxygen", "-"], input="".join(f'{key} = "{value}"\n' for key, value in settings.items()), text=True, check=True)
    for page in (target / "xml").glob("*.xml"):  # Breathe prints the private parts of a header's classes, too
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r'<sectiondef kind="private-[a-z-]+">.*?</sectiondef>', "", text, flags=re.DOTALL), encoding="utf-8")


def make_self_contained(static):
    """Ships what the pages need and what Debian's packages leave elsewhere, so that they work when opened from disk.

    Of MathJax the SVG output is enough: it needs no web fonts. Furo's script is a module, which browsers do not load from disk, and its
    style sheet takes normalize.css from a web server: the module becomes one plain script, and the style sheet is copied. Pages follow
    the browser's preference for dark ones."""
    mathjax = static / "mathjax"
    unused = shutil.ignore_patterns("unpacked", "docs", "test", "localization", "HTML-CSS", "CommonHTML", "NativeMML", "PlainSource", "PreviewHTML", "MathML", "AsciiMath",
                                    "STIX*", "Asana*", "Gyre*", "Latin-Modern", "Neo-Euler", "otf", "woff", "svg", "eot", "png", "*_HTML*", "*_CHTML*", "*-full.js", "*MML*")
    if not mathjax.exists():
        shutil.copytree(MATHJAX, mathjax, symlinks=False, ignore=unused)
    script = static / "scripts/furo.js"
    text = script.read_text(encoding="utf-8")
    module = re.match(r'import Gumshoe from "\./(.*)";\n', text)
    if module:
        script.write_text((script.parent / module[1]).read_text(encoding="utf-8") + text[module.end():], encoding="utf-8")
    style = static / "styles/furo.css"
    text = style.read_text(encoding="utf-8")
    outside = re.search(r"@import url\((/javascript/(.*/)?(normalize\.css))\);", text)
    if outside:
        shutil.copyfile("/usr/share" + outside[1], style.parent / outside[3])
        text = text.replace(outside[1], outside[3])
    colours = re.search(r'body\[data-theme="dark"\] \{([^}]*)\}', text)
    if colours and "prefers-color-scheme" not in text:  # Debian's style sheet has lost the rule for browsers that prefer dark pages
        text += f'\n@media not print {{ @media (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {{{colours[1]}}} }} }}\n'
    style.write_text(text, encoding="utf-8")


class Text(html.parser.HTMLParser):
    """The text of the article of a page, without what stands in its margin."""
    SKIPPED = ("script", "style", "nav", "button")

    def __init__(self):
        super().__init__()
        self.parts, self.inside, self.skipping = [], 0, 0

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        if tag == "article" or names.get("role") == "main":
            self.inside += 1
        self.skipping += tag in self.SKIPPED or (tag == "a" and "headerlink" in (names.get("class") or ""))
        self.in_link = tag == "a" and "headerlink" in (names.get("class") or "")

    def handle_endtag(self, tag):
        if tag in self.SKIPPED or (tag == "a" and self.in_link):
            self.skipping -= 1
            self.in_link = False
        if tag == "article":
            self.inside -= 1

    def handle_data(self, data):
        if self.inside and not self.skipping:
            self.parts.append(data)


def write_excerpts(site):
    """What the search shows of a page. Sphinx's script fetches the page itself, which browsers refuse for files on the disk: so the texts
    come as a script, and the search page asks it. Long pages are cut: generated references are found by their names."""
    texts = {}
    for page in sorted(site.rglob("*.html")):
        if "_static" in page.parts:
            continue
        reader = Text()
        reader.feed(page.read_text(encoding="utf-8"))
        texts[page.relative_to(site).as_posix()] = " ".join("".join(reader.parts).split())[:40000]
    script = f"""const WREATH_TEXTS = {json.dumps(texts, ensure_ascii=False, separators=(",", ":"))};
window.fetch = address => Promise.resolve({{text: () => {{
  const page = document.createElement("div"), main = page.appendChild(document.createElement("div"));
  main.setAttribute("role", "main");
  main.textContent = WREATH_TEXTS[decodeURIComponent(address.replace(/^(\\.\\/)+/, ""))] || "";
  return page.outerHTML;
}}}});
const findObjects = Search.performObjectSearch;  // names of parameters are left out, and sentences come before other names
Search.performObjectSearch = (...terms) => findObjects(...terms).filter(item => !/parameter|enumerator/.test(item[3])).map(item => {{ item[4] -= 12; return item; }});
"""
    (site / "_static/excerpts.js").write_text(script, encoding="utf-8")
    page = site / "search.html"
    text = page.read_text(encoding="utf-8")
    if "excerpts.js" not in text:
        page.write_text(text.replace("</body>", '<script src="_static/excerpts.js"></script>\n</body>', 1), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", metavar="FOLDER", help="where wreath was built")
    arguments = parser.parse_args()
    target = ROOT / "build/docs"
    source = target / "source"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(target / "html", ignore_errors=True)  # no page of an earlier site stays behind
    copy_pages(source)
    (source / "reference").mkdir()
    wreath = str(arguments.build / "wreath")
    write_commands(wreath, source / "reference")
    write_cpp(source / "reference")
    write_python(source / "reference", arguments.build / "python")
    run_doxygen(target / "doxygen")
    version = subprocess.run([wreath, "--version"], capture_output=True, text=True).stdout.split()
    environment = dict(os.environ, WREATH_DOXYGEN=str(target / "doxygen/xml"), WREATH_VERSION=version[1] if len(version) > 1 else "",
                       PYTHONPATH=str(arguments.build / "python"))
    command = ["/usr/bin/python3", "-m", "sphinx", "-q", "-E", "-j", "auto", "-b", "html", "-d", str(target / "doctrees"), str(source), str(target / "html")]
    result = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True)
    # Breathe declares a namespace once for each header, which Sphinx notes each time.
    sys.stderr.write(re.sub(r".*WARNING: Duplicate C\+\+ declaration.*\n(Declaration is .*\n)?", "", result.stderr))
    if result.returncode == 0:
        make_self_contained(target / "html/_static")
        write_excerpts(target / "html")
        print(f"The site is in {(target / 'html').relative_to(ROOT)}: open index.html in a browser.")
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
