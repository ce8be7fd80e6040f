# SPDX-License-Identifier: MIT
"""How Sphinx builds the site: tools/docs.py copies the pages of docs/ beside this file and adds the generated references."""
import os
import re

project = "wreath"
author = "the wreath authors"
copyright = author  # noqa: A001, the name is Sphinx's
version = release = os.environ.get("WREATH_VERSION", "")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "breathe", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["README.md"]

myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "toc.not_readable"]
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

breathe_projects = {"wreath": os.environ.get("WREATH_DOXYGEN", "doxygen/xml")}
breathe_default_project = "wreath"
primary_domain = "cpp"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "wreath"
html_static_path = ["_static"]
html_css_files = ["wreath.css"]
html_copy_source = False
html_show_sphinx = False
html_use_index = False  # 2,500 names of C++; the search finds them
html_domain_indices = False
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_SVG"  # Debian's version 2, shipped with the site: no network is needed
mathjax2_config = {"tex2jax": {"ignoreClass": "tex2jax_ignore", "processClass": "math"}, "SVG": {"font": "TeX"}, "showMathMenu": False, "messageStyle": "none"}
myst_update_mathjax = False  # it writes the settings of version 3
html_theme_options = {"light_css_variables": {"color-brand-primary": "#1f6f78", "color-brand-content": "#1f6f78"},
                      "dark_css_variables": {"color-brand-primary": "#6cc5cf", "color-brand-content": "#6cc5cf"}}


def list_arguments(_app, _what, _name, _object, _options, lines):
    """Arguments of a docstring stand in two columns, name and meaning: a list of them."""
    listed, inside = [], False
    for line in lines:
        found = re.match(r"(\*{0,2}[a-z]\w*(?:, \*{0,2}[a-z]\w*)*) {2,}(\S.*)", line)
        if found:
            listed += [*([] if inside else [""]), f"- ``{found[1]}``: {found[2]}"]
            inside = True
        elif inside and re.match(r" {4,}\S", line):
            listed[-1] += " " + line.strip()
        else:
            listed += ["", line] if inside and line else [line]
            inside = False
    lines[:] = listed


def setup(app):
    app.connect("autodoc-process-docstring", list_arguments)
