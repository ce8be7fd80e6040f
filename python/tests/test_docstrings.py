# SPDX-License-Identifier: MIT
"""The examples of the docstrings and of docs/python.md, docs/sage.md and docs/conventions.md are run."""
import doctest
import importlib
import pathlib
import types
import typing

import pytest

import wreath

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", ["wreath", "wreath.perm", "wreath.semigroup", "wreath.word", "wreath._automata", "wreath._progress", "wreath.flip", "wreath.orbit", "wreath.coset", "wreath.group"])
def test_docstrings(name):
    failures, _ = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert failures == 0


@pytest.mark.parametrize("page", [PAGES / "python.md", PAGES / "sage.md", PAGES / "conventions.md"], ids=lambda page: page.name)
def test_pages(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert failures == 0


def test_version():
    assert wreath.__version__.count(".") == 2


@pytest.mark.parametrize("name", ["wreath.perm", "wreath.semigroup", "wreath.word", "wreath.flip", "wreath.orbit", "wreath.coset", "wreath.group"])
def test_what_is_public_is_described_and_typed(name):
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", []):
        thing = getattr(module, public)
        assert thing.__doc__, public
        if callable(thing):
            typing.get_type_hints(thing.__init__ if isinstance(thing, type) else thing)
        for part, value in vars(thing).items() if isinstance(thing, type) and not issubclass(thing, tuple) else []:
            if not part.startswith("_"):
                assert value.__doc__ or isinstance(value, types.MemberDescriptorType), f"{public}.{part}"
