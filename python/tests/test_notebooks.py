# SPDX-License-Identifier: MIT
"""The notebooks run, and show what is written in them; and progress is shown in a notebook."""
import ast
import json
import os
import pathlib
import sys

import pytest

BOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks").glob("*.ipynb"))


def run(code, space):
    """What a notebook's cell shows: its last expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), space)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), space)


def test_there_are_three():
    assert [path.stem for path in BOOKS] == ["groups_and_orbits", "permutations", "semigroups"]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_notebook(path):
    space = {}
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        shown = run("".join(cell["source"]), space)
        written = "".join("".join(output["data"]["text/plain"]) for output in cell["outputs"])
        assert ("" if shown is None else repr(shown)) == written


def test_progress_in_a_notebook(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    code = ("import wreath._progress as p\np._PATIENCE = 0\nline = p._Line()\nline('shuffle', 1, 2, 'points', '')\nline('shuffle', 2, 2, 'points', '')\n"
            "line(None, 0, 0, '', '')")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    kernels = tmp_path / "kernels" / "this"
    kernels.mkdir(parents=True)

    (kernels / "kernel.json").write_text(json.dumps({"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                                                     "display_name": "this", "language": "python"}))
    before = os.environ.get("JUPYTER_PATH")
    os.environ["JUPYTER_PATH"] = str(tmp_path)
    try:
        client.NotebookClient(book, kernel_name="this", timeout=300).execute()
    finally:
        if before is None:
            del os.environ["JUPYTER_PATH"]
        else:
            os.environ["JUPYTER_PATH"] = before
    shown = [output["data"]["text/plain"] for output in book.cells[0].outputs if output["output_type"] == "display_data"]
    assert len(shown) == 1 and shown[0].startswith("shuffle [##############################] 100% of 2 points")
