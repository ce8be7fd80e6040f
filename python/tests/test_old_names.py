# SPDX-License-Identifier: MIT
"""Older names of arguments and values still work, with a DeprecationWarning that points at the caller; the present ones are silent."""
import warnings

import pytest

from wreath import flip, perm
from wreath.semigroup import Semigroup, family
from wreath.word import Group

X, Y = [1, 2, 0], [0, 2, 1]


def letters(group):
    return group.letters


@pytest.mark.parametrize("old, new, says", [
    (lambda: perm.multiply(X, Y, algorithm="auto"), lambda: perm.multiply(X, Y, method="auto"), "algorithm is now called method"),
    (lambda: perm.divide(X, Y, method="implicit"), lambda: perm.divide(X, Y, method="partition"),
     'method="implicit" is now called method="partition"'),
    (lambda: perm.inverse(X, method="partitioned"), lambda: perm.inverse(X, method="partition"),
     'method="partitioned" is now called method="partition"'),
    (lambda: perm.power(X, 2, method="traditional"), lambda: perm.power(X, 2, method="loop"),
     'method="traditional" is now called method="loop"'),
    (lambda: perm.evaluate("x*y", x=X, y=Y, method="plain"), lambda: perm.evaluate("x*y", x=X, y=Y, method="loop"),
     'method="plain" is now called method="loop"'),
    (lambda: letters(Group("<a,b | a^2>", order="b,a")), lambda: letters(Group("<a,b | a^2>", letter_order="b,a")),
     "order is now called letter_order"),
    (lambda: letters(Group.from_presentation("<a,b>", order="b,a")),
     lambda: letters(Group.from_presentation("<a,b>", letter_order="b,a")), "order is now called letter_order"),
    (lambda: Semigroup([X], keep="rows").levels, lambda: Semigroup([X], method="rows").levels, "keep is now called method"),
    (lambda: flip.permute(flip.standard("2x3x4"), order="pmn").shape, lambda: flip.permute(flip.standard("2x3x4"), "pmn").shape,
     "order is now called sides"),
])
def test_old_and_new(old, new, says):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        expected = new()
    with pytest.warns(DeprecationWarning) as seen:
        found = old()
    assert [str(warning.message) for warning in seen] == [says]
    assert seen[0].filename == __file__
    assert list(found) == list(expected)


def test_both_names_at_once():
    with pytest.warns(DeprecationWarning) as seen:
        perm.multiply(X, Y, algorithm="implicit")
    assert [str(warning.message) for warning in seen] == ["algorithm is now called method",
                                                          'method="implicit" is now called method="partition"']
    with pytest.warns(DeprecationWarning):
        assert len(family("full:3", keep="rows")) == 27


def test_the_method_of_a_search():
    assert flip.search("2x2x2", target=7, seed=1, method="auto", backend="cpu").reached
    with pytest.raises(ValueError, match="is not a valid method"):
        flip.search("2x2x2", steps=1, method="sideways", backend="cpu")
