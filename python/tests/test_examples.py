# SPDX-License-Identifier: MIT
"""The examples run, and find what they say."""
import pathlib
import subprocess
import sys
import xml.dom.minidom

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"

# What must be in the output of each.
SAYS = {
    "c_api": ["abABcd reduces to dc", "x*x^-1 is the identity: True", "status 4: interrupted"],
    "perm": ["52 cards: 8 out-shuffles, 52 in-shuffles", "the top card is at place 41", "x^-1*z is y: True"],
    "semigroup": ["n = 10:  16796 elements", "256 elements, 41 of them idempotents"],
    "word": ["abAB = dcDC? True", "(1+2x+2x^2+2x^3+x^4)/(1-6x-6x^2-6x^3+x^4)", "23827351189278452790747976, exactly"],
    "flip": ["rank 23 after", "the same: True", "4x4x4: rank 49"],
    "joined": ["it has 168 elements", "ab   has order 7 as a word and 7 as a permutation of 168 points", "168 elements"],
}


def test_every_example_is_run():
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", sorted(SAYS))
def test_example(name, tmp_path):
    done = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py")], cwd=tmp_path, capture_output=True, text=True,
                          timeout=600)
    assert done.returncode == 0, done.stderr
    for line in SAYS[name]:
        assert line in done.stdout
    for picture in tmp_path.glob("*.svg"):
        assert xml.dom.minidom.parse(str(picture)).documentElement.tagName == "svg"


def test_the_joined_example_draws(tmp_path):
    subprocess.run([sys.executable, str(EXAMPLES / "joined.py")], cwd=tmp_path, check=True, capture_output=True, timeout=600)
    picture = xml.dom.minidom.parse(str(tmp_path / "triangle-237.svg"))
    assert len(picture.getElementsByTagName("circle")) > 100
