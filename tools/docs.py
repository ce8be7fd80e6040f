#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the documentation site in build/docs/html, from docs/, the headers, the Python module and the program's own help.

    tools/docs.py [--build build/release]

Needs Sphinx with MyST, Furo, Breathe and copybutton, Doxygen and MathJax: `tools/setup.sh docs` installs Debian's packages.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MATHJAX = pathlib.Path("/usr/share/javascript/mathjax")


def copy_pages(source):
    """The pages of docs/ with those of docs/site/ beside them. Links into the source tree become plain text."""
    shutil.copytree(ROOT / "docs", source, ignore=shutil.ignore_patterns("site", "numbers"))
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
    """One section for each command, from its --help."""
    lines = ["# Commands", "", "What `wreath COMMAND --help` prints, for each command.", ""]
    top = help_of(wreath, [])
    lines += ["```text", top.rstrip(), "```", ""]
    for engine in subcommands(top):
        text = help_of(wreath, [engine])
        lines += [f"## wreath {engine}", "", "```text", text.rstrip(), "```", ""]
        for verb in subcommands(text):
            lines += [f"### wreath {engine} {verb}", "", "```text", help_of(wreath, [engine, verb]).rstrip(), "```", ""]
    (folder / "commands.md").write_text("\n".join(lines), encoding="utf-8")


CPP = {"word": "Words", "semigroup": "Semigroups", "coset": "Cosets", "orbit": "Orbits", "perm": "Permutations", "flip": "Matrix multiplication",
       "": "Runs, GPUs, MPI"}  # the pages of the C++ reference


def write_cpp(folder):
    """A page for each engine and one for what they share, with a section for each public header."""
    (folder / "cpp").mkdir()
    headers = sorted(path.relative_to(ROOT / "include") for path in (ROOT / "include/wreath").rglob("*.hpp"))
    listed = []
    for engine, title in CPP.items():
        own = [name for name in headers if (name.parts[1].removesuffix(".hpp") == engine if engine else name.parts[1].removesuffix(".hpp") not in CPP)]
        lines = [f"# {title}", ""]
        for name in own:
            lines += [f"## {name}", "", "```{eval-rst}", f".. doxygenfile:: {name}", "   :project: wreath", "```", ""]
        (folder / "cpp" / f"{engine or 'shared'}.md").write_text("\n".join(lines), encoding="utf-8")
        listed.append(f"cpp/{engine or 'shared'}")
    lines = ["# C++", "", "The public headers, `#include <wreath/...>`: `find_package(wreath)` and `wreath::wreath` in CMake, or `pkg-config wreath`.", "",
             "```{toctree}", ":maxdepth: 2", "", *listed, "```", ""]
    (folder / "cpp.md").write_text("\n".join(lines), encoding="utf-8")


def write_python(folder, module):
    lines = ["# Python modules", ""]
    if not module.is_dir():
        lines += ["The module was not built; `make python` builds it, and `make docs` then lists it here."]
    else:
        present = [name for name in CPP if name and (module / "wreath" / f"{name}.py").is_file()]
        for name in present:
            lines += [f"## wreath.{name}", "", "```{eval-rst}", f".. automodule:: wreath.{name}", "   :members:", "   :undoc-members:", "```", ""]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", metavar="FOLDER", help="where wreath was built")
    arguments = parser.parse_args()
    target = ROOT / "build/docs"
    source = target / "source"
    shutil.rmtree(source, ignore_errors=True)
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
    command = ["/usr/bin/python3", "-m", "sphinx", "-q", "-E", "-b", "html", str(source), str(target / "html")]
    result = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True)
    # Breathe declares a namespace once for each header, which Sphinx notes each time.
    sys.stderr.write(re.sub(r".*WARNING: Duplicate C\+\+ declaration.*\n(Declaration is .*\n)?", "", result.stderr))
    if result.returncode == 0:
        make_self_contained(target / "html/_static")
        print(f"The site is in {(target / 'html').relative_to(ROOT)}: open index.html in a browser.")
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())
