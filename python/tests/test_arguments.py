# SPDX-License-Identifier: MIT
"""One rule for every argument of every public function, method and class: a wrong type is a TypeError, a wrong value a ValueError, and
the message names the argument."""
import functools
import inspect
import re
import tempfile
from typing import Any, List, NamedTuple

import numpy as np
import pytest

import wreath
from wreath import coset, flip, group, orbit, perm, semigroup, word

COMPLEX = np.array([1j, 2])


class Kind(NamedTuple):
    types: List[Any]   # each is a TypeError; None only where it is not the default
    values: List[Any]  # each is a ValueError


WORDS = [None, 1.5, object(), "ab", [1], [None], COMPLEX]
ARRAYS = [None, 1.5, "abc", object(), ["a", "b"], COMPLEX, [0.5, 1], {1: 2}]
KINDS = {
    "whole": Kind([None, 1.5, "3", object(), ["a"], COMPLEX], [-1, 2**70]),
    "positive": Kind([None, 1.5, "3", object(), ["a"], COMPLEX], [-1, 0, 2**70]),
    "integer": Kind([None, 1.5, "3", object(), ["a"], COMPLEX], []),
    "order": Kind([None, 1.5, "3", object(), ["a"], COMPLEX], [-1, 0]),
    "modulo": Kind([None, 1.5, "3", object(), ["a"], COMPLEX], [1, 4]),
    "seed": Kind([1.5, "3", object(), ["a"], COMPLEX], [-1, 2**64]),
    "flag": Kind([None, 1.5, "no", object(), ["a"], [], COMPLEX], []),
    "text": Kind([None, 1.5, object(), ["a"], COMPLEX, b"a"], []),
    "choice": Kind([None, 1.5, object(), ["a"], COMPLEX, b"cpu"], ["nonsense"]),
    "word": Kind([None, 1.5, object(), ["a"], COMPLEX], ["a!", "z"]),
    "words": Kind(WORDS, [["a!"], ["z"]]),
    "word or words": Kind([None, 1.5, object(), [1], [None], COMPLEX], ["a!", ["z"]]),
    "letters": Kind([None, 1.5, object(), [1], [None], COMPLEX], [[], ["a", "a"], [""]]),
    "names": Kind(WORDS, [["a b"], ["a", "a"]]),
    "seconds": Kind(["soon", object(), ["a"], 1j, COMPLEX], [-1, float("nan")]),
    "memory": Kind([1.5, object(), ["a"], COMPLEX], ["8X", -1, ""]),
    "path": Kind([None, 1.5, object(), ["a"], COMPLEX], []),
    "map": Kind(ARRAYS, []),
    "permutation": Kind(ARRAYS, [[0, 5, 1], [0, -1, 1], [1, 1, 0]]),
    "permutation of 3": Kind(ARRAYS, [[0, 5, 1], [0, -1, 1], [1, 1, 0], [1, 0], [1, 0, 2, 3], []]),
    "values": Kind([None, 1.5, object()], []),
    "out": Kind([1.5, "abc", object(), ["a"], COMPLEX, [0, 0, 0]], [np.zeros(7, dtype=np.int64)]),
    "rows": Kind([None, 1.5, "nonsense", object(), [["a", "b"]], [[0.5, 1]], [[1j]], 3], [[[0, 3]], [[0, -1]], [[0, 1], [0]], [], [[]]]),
    "rows or a name": Kind([None, 1.5, object(), [["a", "b"]], [[0.5, 1]], [[1j]], 3], ["nonsense", [[0, 3]], [[0, -1]], [[0, 1], [0]], [], [[]]]),
    "points": Kind([None, 1.5, "abc", object(), ["a"], COMPLEX, 1], [[-1], [99], [2**70]]),
    "row": Kind(ARRAYS, [[0, 3, 1], [0, -1, 1], [0, 1], [0, 1, 2, 0], []]),
    "numbers": Kind([None, 1.5, "ab", object(), ["a"], COMPLEX], [[99], [-1]]),
    "weights": Kind([None, 1.5, "ab", object(), ["a"], COMPLEX], [[-1], [2**70], [1, 2]]),
    "codes": Kind([None, 1.5, "abc", object(), ["a"], COMPLEX], [-1, 2**63, [[1]] * 2 + [[-1]]]),
    "state": Kind([None, 1.5, object(), ["a"], COMPLEX, {0.5}], [[0, -1], 99, {77}, "(1,99)", [0, 0, 1, 2, 99, 3], [0, 99], (0, 1, 2, 3, 4, 99)]),
    "shape": Kind([None, 1.5, object(), [1.5, 2, 2], COMPLEX, 3], ["2x2", "axbxc", (2, 2), (0, 2, 2), (-1, 2, 2)]),
    "shapes": Kind([None, 1.5, object(), [1.5], COMPLEX, 3], [["2x2"], [(0, 2, 2)]]),
    "scheme": Kind([None, 1.5, object(), ["a"], COMPLEX], []),
    "schemes": Kind([None, 1.5, object(), [1.5], [None]], []),
    "factor": Kind([None, "abc", object(), ["a"], [[[0.5, 1], [1, 1]]], np.array([[[1j]]])], [[], [[[1, 1, 1], [1, 1, 1]]]]),
    "matrix": Kind([None, "abc", object(), [["a", "b"], ["c", "d"]]], [[[1, 2, 3]], [], 1.5]),
    "callback": Kind([1.5, "abc", object(), ["a"], COMPLEX], []),
    "act": Kind([None, 1.5, "abc", object(), ["a"], COMPLEX], []),
    "semigroup": Kind([None, 1.5, object(), ["a"], COMPLEX], ["nonsense"]),
    "automaton": Kind([None, 1.5, "wa:free:2", object()], []),
    "subgroup": Kind([None, 1.5, "a", object()], []),
    "Permutation": Kind([None, 1.5, "abc", object(), [1, 0, 2]], [perm.Permutation([1, 0])]),
    "dtype": Kind([1.5, object(), "nonsense", "f8", "c16", "U3"], []),
    "packed letters": Kind([None, 1.5, "abc", object(), ["a"], COMPLEX, np.array([1, 2])], [np.array([99], dtype=np.uint8)]),
    "offsets": Kind([None, 1.5, "abc", object(), ["a"], COMPLEX, np.array([0.5])], [np.array([3, 0], dtype=np.uint64)]),
}

# The kind of each argument by its name, and by its function's where that differs.
OF = {
    "threads": "whole", "n": "whole", "until": "whole", "radius": "whole", "count": "whole", "powers": "whole", "letters": "whole",
    "most": "whole", "depth": "whole", "number": "whole", "page": "positive", "columns": "positive", "tries": "positive", "walks": "whole",
    "rounds": "whole", "target": "whole", "steps": "whole", "keep": "whole", "terms": "whole", "above": "whole", "tape": "positive",
    "shortest": "whole", "longest": "whole", "max_rules": "positive", "max_length": "positive", "max_states": "positive", "size": "positive",
    "max_vertices": "positive", "max_cosets": "positive", "exponent": "integer", "element": "integer", "first": "whole", "last": "whole",
    "seed": "seed", "time": "seconds", "memory": "memory", "check": "flag", "monoid": "flag", "graphs": "flag", "left": "flag",
    "cache": "flag", "keep_inverses": "flag", "labels": "flag", "verify": "flag", "c_transposed": "flag", "output_c_transposed": "flag",
    "reduce": "flag", "outer": "flag", "keep_last": "flag", "backend": "choice", "method": "choice", "proof": "choice", "metric": "choice",
    "inverses": "choice", "symmetry": "choice", "ring": "choice", "format": "choice", "from_format": "choice", "to_format": "choice",
    "kind": "choice", "along": "choice", "sides": "choice", "order": "choice", "letter_order": "choice", "path": "path", "scratch": "path",
    "folder": "path", "target_path": "path", "x": "permutation", "y": "permutation", "out": "out", "like": "map", 
    "dtype": "dtype", "generators": "words", "words": "words", "word": "word", "u": "word", "v": "word", "rows": "rows", "row": "row",
    "permutation": "permutation of 3", "points": "points", "base": "points", "state": "state", "start": "state", "shape": "shape",
    "shapes": "shapes", "withhold": "shapes", "up_to": "shape", "scheme": "scheme", "other": "automaton", "on_best": "callback",
    "on_find": "callback", "starts": "schemes", "sources": "schemes", "semigroup": "semigroup", "label": "choice", "moves": "choice",
    "a": "matrix", "b": "matrix", "modulo": "modulo", "offsets": "offsets", "show": "callback", "relators": "words",
    "presentation": "choice", "name": "choice", "weights": "weights", "source": "path", "group": "path", "elements": "rows",
    "act": "act", "undirected": "flag", "keep_levels": "flag", "distance": "whole", "options": None, "schedule": None, "names": None, "stream": None,
}
EXCEPTIONS = {
    ("perm.multiply", "x"): "map", ("perm.multiply", "y"): "values", ("perm.divide", "y"): "values", ("perm.power", "x"): "map", ("perm.conjugate", "x"): "map",
    ("perm.defect", "x"): "map", ("perm.is_permutation", "x"): "map", ("perm.equal", "x"): "map", ("perm.equal", "y"): "map",
    ("perm.orbit_labels", "generators"): "permutation", ("perm.schreier_vector", "generators"): "permutation",
    ("perm.evaluate", "word"): None, ("perm.Permutation", "array"): "permutation", ("perm.Permutation.divide", "other"): "Permutation",
    ("word.Group.from_presentation", "presentation"): None, ("word.Group.multiply", "words"): "word",
    ("semigroup.Semigroup.elements", "first"): "integer", ("semigroup.Semigroup.elements", "last"): "integer",
    ("semigroup.Semigroup.words", "first"): "integer", ("semigroup.Semigroup.words", "last"): "integer",
    ("semigroup.Semigroup", "generators"): "rows", ("semigroup.Semigroup.multiply", "x"): "integer",
    ("semigroup.Semigroup.multiply", "y"): "integer", ("semigroup.Semigroup.evaluate", "word"): "numbers",
    ("semigroup.Semigroup.add_generators", "generators"): "rows", ("semigroup.Semigroup.draw", "left"): "flag",
    ("word.Group.reduce", "words"): "word or words", ("word.Group.inverse", "words"): "word or words",
    ("word.Subgroup.coset", "words"): "word or words", ("word.RewritingSystem.reduce", "words"): "word or words",
    ("word.Group.reduce_packed", "letters"): "packed letters", ("word.Group.unpack", "letters"): "packed letters",
    ("word.Group.from_presentation", "generators"): "names", ("word.Automaton.of_words", "letters"): "letters",
    ("orbit.Search", "starts"): "codes", ("orbit.Search.path", "state"): "codes",
    ("word.Subgroup.intersection", "other"): "subgroup", ("word.Group.save", "path"): "path", ("orbit.Graph", "generators"): "rows or a name",
    ("coset.Cosets", "subgroup"): "word or words", ("coset.enumerate", "subgroup"): "word or words", ("coset.order", "subgroup"): "word or words",
    ("coset.low_index_subgroups", "contains"): "word or words", ("coset.low_index_subgroups", "index"): "positive",
    ("coset.low_index_subgroups", "homology"): "whole", ("coset.low_index_subgroups", "normal"): "flag",
    ("coset.low_index_subgroups", "counts_only"): "flag", ("coset.low_index_subgroups", "presentation"): "flag",
    ("coset.Cosets.trace", "start"): "whole", ("group.Group", "generators"): "rows or a name", ("group.Group", "order"): "order", ("group.Group.action", "on"): "choice", ("group.Group", "presentation"): "path",
    ("flip.Scheme.from_arrays", "u"): "factor", ("flip.Scheme.from_arrays", "v"): "factor", ("flip.Scheme.from_arrays", "w"): "factor",
    ("flip.convert", "target"): "path", ("flip.path", "start"): "scheme", ("flip.path", "end"): "scheme",
    ("flip.merge", "first"): "scheme", ("flip.merge", "second"): "scheme", ("flip.product", "first"): "scheme",
    ("flip.product", "second"): "scheme", ("flip.equivalence", "first"): "scheme", ("flip.equivalence", "second"): "scheme",
    ("flip.blocks", "outer"): "scheme", ("flip.blocks", "parts"): "schemes", ("word.complete", "presentation"): "path",
}


@functools.lru_cache(None)
def thing(name):
    """An object to ask."""
    return {
        "S": lambda: semigroup.Semigroup([[1, 2, 0], [1, 0, 2]]), "orbits": lambda: semigroup.Orbits("full:3"),
        "g": lambda: word.Group("free:2"), "h": lambda: word.Group("free:2").subgroup(["a^2", "b", "abA"]),
        "rules": lambda: word.complete("<a,b | a^2, b^3>"), "wa": lambda: word.Automaton("wa:free:2"), "problem": lambda: word.WordProblem("free:2"),
        "gm": lambda: word.Automaton("gm:free:2"), "cosets": lambda: coset.Cosets("<a,b | a^2, b^3, (ab)^5>", "ab"),
        "graph": lambda: orbit.Graph("lrx:6"), "codes": lambda: orbit.Search(lambda x: [x], 1), "G": lambda: group.Group([[1, 2, 0]]), "scheme": lambda: flip.standard("2x2x2"),
        "bits": lambda: flip.search("2x2x2", target=7, seed=1).scheme, "search": lambda: flip.Search("2x2x2", steps=1, walks=1, backend="cpu"),
    }[name]()


def method(owner, name):
    return functools.partial(lambda owner, name: getattr(thing(owner), name), owner, name)


FOLDER = tempfile.TemporaryDirectory()
FILE = f"{FOLDER.name}/scheme.json"
flip.standard("2x2x2").save(FILE)
U = [[[1, 0], [0, 1]]]
A2 = "<a | a^2>"
# What is called, with valid arguments where they have no default. Methods are looked up when they are called.
CALLS = {
    "perm.random": (perm.random, {"n": 3}), "perm.identity": (perm.identity, {"n": 3}),
    "perm.multiply": (perm.multiply, {"x": [1, 0, 2], "y": [1, 0, 2]}), "perm.divide": (perm.divide, {"x": [1, 0, 2], "y": [1, 0, 2]}),
    "perm.inverse": (perm.inverse, {"x": [1, 0, 2]}), "perm.power": (perm.power, {"x": [1, 0, 2], "exponent": 2}),
    "perm.evaluate": (perm.evaluate, {"word": [[1, 0, 2]]}),
    "perm.conjugate": (perm.conjugate, {"x": [1, 0, 2], "y": [1, 0, 2]}), "perm.commutator": (perm.commutator, {"x": [1, 0, 2], "y": [1, 0, 2]}),
    "perm.defect": (perm.defect, {"x": [1, 0, 2]}), "perm.is_permutation": (perm.is_permutation, {"x": [1, 0, 2]}),
    "perm.equal": (perm.equal, {"x": [1, 0, 2], "y": [1, 0, 2]}), "perm.cycle_type": (perm.cycle_type, {"x": [1, 0, 2]}),
    "perm.cycle_labels": (perm.cycle_labels, {"x": [1, 0, 2]}), "perm.orbit_labels": (perm.orbit_labels, {"generators": [1, 0, 2]}),
    "perm.schreier_vector": (perm.schreier_vector, {"generators": [1, 0, 2]}), "perm.cycles": (perm.cycles, {"x": [1, 0, 2]}),
    "perm.sign": (perm.sign, {"x": [1, 0, 2]}), "perm.order": (perm.order, {"x": [1, 0, 2]}),
    "perm.Permutation": (perm.Permutation, {"array": [1, 0, 2]}), "perm.Permutation.divide": (perm.Permutation([1, 0, 2]).divide, {}),
    "semigroup.Semigroup": (semigroup.Semigroup, {"generators": [[1, 0]]}), "semigroup.Semigroup.run": (method("S", "run"), {}),
    "semigroup.Semigroup.elements": (method("S", "elements"), {}), "semigroup.Semigroup.word": (method("S", "word"), {}),
    "semigroup.Semigroup.words": (method("S", "words"), {}), "semigroup.Semigroup.evaluate": (method("S", "evaluate"), {}),
    "semigroup.Semigroup.find": (method("S", "find"), {}), "semigroup.Semigroup.position": (method("S", "position"), {"row": [0, 1, 2]}),
    "semigroup.Semigroup.factor": (method("S", "factor"), {}), "semigroup.Semigroup.add_generators": (method("S", "add_generators"), {}),
    "semigroup.Semigroup.closure": (method("S", "closure"), {}), "semigroup.Semigroup.small_generators": (method("S", "small_generators"), {}),
    "semigroup.Semigroup.multiply": (method("S", "multiply"), {"x": 0, "y": 0}), "semigroup.Semigroup.draw": (method("S", "draw"), {}),
    "semigroup.Semigroup.save": (method("S", "save"), {}), "semigroup.Semigroup.load": (semigroup.Semigroup.load, {}),
    "semigroup.Orbits": (semigroup.Orbits, {}), "semigroup.Orbits.size": (method("orbits", "size"), {}),
    "semigroup.Orbits.factor": (method("orbits", "factor"), {"row": [0, 0, 0]}),
    "semigroup.Orbits.place": (method("orbits", "place"), {"row": [0, 0, 0]}), "semigroup.Orbits.d_classes": (method("orbits", "d_classes"), {}),
    "semigroup.Orbits.order": (method("orbits", "order"), {}), "semigroup.Orbits.pages": (method("orbits", "pages"), {}),
    "semigroup.Orbits.draw": (method("orbits", "draw"), {}), "semigroup.family": (semigroup.family, {}),
    "semigroup.open": (semigroup.open, {}), "semigroup.count_structure": (semigroup.count_structure, {"semigroup": "full:3"}),
    "word.Group": (word.Group, {"group": "free:2"}), "word.Group.from_presentation": (word.Group.from_presentation, {"generators": ["a"]}),
    "word.Group.load": (word.Group.load, {}), "word.Group.save": (method("g", "save"), {}), "word.Group.hyperbolic": (method("g", "hyperbolic"), {}),
    "word.Group.reduce": (method("g", "reduce"), {"words": "a"}), "word.Group.inverse": (method("g", "inverse"), {"words": "a"}),
    "word.Group.multiply": (method("g", "multiply"), {}), "word.Group.equal": (method("g", "equal"), {"u": "a", "v": "a"}),
    "word.Group.order_of": (method("g", "order_of"), {"word": "a"}), "word.Group.explain_order": (method("g", "explain_order"), {"word": "a"}),
    "word.Group.pack": (method("g", "pack"), {}), "word.Group.unpack": (method("g", "unpack"), {"letters": np.zeros(1, "u1"), "offsets": np.array([0, 1])}),
    "word.Group.reduce_packed": (method("g", "reduce_packed"), {"letters": np.zeros(1, "u1"), "offsets": np.array([0, 1])}),
    "word.Group.lengths": (method("g", "lengths"), {}), "word.Group.ball": (method("g", "ball"), {}),
    "word.Group.cayley_graph": (method("g", "cayley_graph"), {"radius": 1}), "word.Group.subgroup": (method("g", "subgroup"), {"generators": ["a"]}),
    "word.Group.conjugator": (method("g", "conjugator"), {"u": "a", "v": "b"}),
    "word.Group.shortest_conjugates": (method("g", "shortest_conjugates"), {"word": "a"}), "word.Group.root": (method("g", "root"), {"word": "a"}),
    "word.Group.geodesics": (method("g", "geodesics"), {"word": "a"}), "word.Group.automaton": (method("g", "automaton"), {}),
    "word.Group.sphere_sizes": (method("g", "sphere_sizes"), {"radius": 2}), "word.Group.ball_sizes": (method("g", "ball_sizes"), {"radius": 2}),
    "word.Group.growth": (method("g", "growth"), {}), "word.Subgroup.open": (word.Subgroup.open, {"group": A2, "generators": ["a"]}),
    "word.Subgroup.coset": (method("h", "coset"), {}), "word.Subgroup.presentation": (method("h", "presentation"), {}),
    "word.Subgroup.word_acceptor": (method("h", "word_acceptor"), {}), "word.Subgroup.intersection": (method("h", "intersection"), {"other": functools.partial(thing, "h")}),
    "word.RewritingSystem.reduce": (method("rules", "reduce"), {}), "word.RewritingSystem.equal": (method("rules", "equal"), {"u": "a", "v": "a"}),
    "word.WordProblem": (word.WordProblem, {"group": A2}), "word.WordProblem.equal": (method("problem", "equal"), {"u": "a", "v": "a"}),
    "word.WordProblem.order_of": (method("problem", "order_of"), {"word": "a"}),
    "word.WordProblem.conjugator": (method("problem", "conjugator"), {"u": "a", "v": "b"}),
    "word.WordProblem.contains": (method("problem", "contains"), {"generators": ["a"], "word": "b"}),
    "word.WordProblem.normal_form": (method("problem", "normal_form"), {"word": "a"}),
    "word.RewritingSystem.normal_forms": (method("rules", "normal_forms"), {}), "word.complete": (word.complete, {"presentation": "<a,b | a^2, b^3>"}),
    "word.CayleyGraph.svg": (lambda size: thing("g").cayley_graph(1).svg(size), {}), "word.Automaton": (word.Automaton, {}),
    "word.Automaton.of_words": (word.Automaton.of_words, {"letters": ["a"], "words": ["a"]}),
    "word.Automaton.counts": (method("wa", "counts"), {}), "word.Automaton.words": (method("wa", "words"), {}),
    "word.Automaton.first_difference": (method("wa", "first_difference"), {}), "word.Automaton.concatenate": (method("wa", "concatenate"), {}),
    "word.Automaton.exists": (method("gm", "exists"), {}), "word.Automaton.compose": (method("gm", "compose"), {}),
    "word.Automaton.minimise": (method("wa", "minimise"), {}), "word.Automaton.with_label": (method("gm", "with_label"), {}),
    "word.Automaton.save": (method("wa", "save"), {}), "orbit.Graph": (orbit.Graph, {"generators": [[1, 2, 3, 4, 5, 0]]}),
    "orbit.Graph.run": (method("graph", "run"), {}), "orbit.Graph.antipodes": (method("graph", "antipodes"), {}),
    "orbit.Graph.word": (method("graph", "word"), {"state": "(1,2)"}),
    "orbit.Search": (orbit.Search, {"act": lambda x: [x], "starts": 1}), "orbit.Search.run": (method("codes", "run"), {}),
    "orbit.Search.level": (method("codes", "level"), {"distance": 0}), "orbit.Search.path": (method("codes", "path"), {"state": 1}), "coset.Cosets": (coset.Cosets, {"group": "<a,b | a^2, b^3, (ab)^5>"}),
    "coset.Cosets.run": (method("cosets", "run"), {}), "coset.Cosets.trace": (method("cosets", "trace"), {"word": "a"}),
    "coset.Cosets.representative": (method("cosets", "representative"), {}), "coset.enumerate": (coset.enumerate, {"group": "<a,b | a^2, b^3, (ab)^5>"}),
    "coset.order": (coset.order, {"group": "<a,b | a^2, b^3, (ab)^5>"}),
    "coset.low_index_subgroups": (coset.low_index_subgroups, {"group": "<a,b | a^2, b^3, (ab)^5>", "index": 5}), "group.Group": (group.Group, {"generators": [[1, 0, 2]]}),
    "group.Group.run": (method("G", "run"), {}), "group.Group.factor": (method("G", "factor"), {"permutation": [1, 2, 0]}),
    "group.Group.random": (method("G", "random"), {}), "group.Group.stabilizer": (method("G", "stabilizer"), {}),
    "group.Group.action": (method("G", "action"), {"on": "set", "points": [0]}),
    "group.Group.set_stabilizer": (method("G", "set_stabilizer"), {"points": [0]}), "flip.Scheme": (flip.Scheme, {"source": FILE}),
    "flip.Scheme.from_arrays": (flip.Scheme.from_arrays, {"u": U, "v": U, "w": U}), "flip.Scheme.svg": (method("scheme", "svg"), {}),
    "flip.Scheme.verify": (method("scheme", "verify"), {}), "flip.Scheme.lift": (method("bits", "lift"), {}),
    "flip.Scheme.simplify": (method("scheme", "simplify"), {}), "flip.Scheme.save": (method("scheme", "save"), {"path": FILE}),
    "flip.Scheme.multiply": (method("scheme", "multiply"), {"a": np.eye(2), "b": np.eye(2)}), "flip.standard": (flip.standard, {}),
    "flip.convert": (flip.convert, {"source": FILE, "target": FILE}), "flip.lift": (flip.lift, {"scheme": "2x2x2"}),
    "flip.extend": (flip.extend, {"scheme": "2x2x2", "shape": "2x2x3"}), "flip.project": (flip.project, {"scheme": "2x2x2", "shape": "2x2x1"}),
    "flip.permute": (flip.permute, {"scheme": "2x2x2", "sides": "mpn"}), "flip.merge": (flip.merge, {"first": "2x2x2", "second": "2x2x2", "along": "n"}),
    "flip.product": (flip.product, {"first": "2x2x2", "second": "2x2x1"}), "flip.blocks": (flip.blocks, {"outer": "2x2x2", "shape": "3x3x3"}),
    "flip.records": (flip.records, {}), "flip.path": (flip.path, {"start": "2x2x2", "end": "2x2x2"}),
    "flip.equivalence": (flip.equivalence, {"first": "2x2x2", "second": "2x2x2"}), "flip.automorphisms": (flip.automorphisms, {}),
    "flip.Search": (flip.Search, {"shape": "2x2x2"}), "flip.Search.run": (method("search", "run"), {}), "flip.Search.kept": (method("search", "kept"), {}),
    "flip.search": (flip.search, {"shape": "2x2x2", "steps": 1, "backend": "cpu"}),
    "flip.hunt": (flip.hunt, {"shapes": "2x2x3", "folder": FOLDER.name, "rounds": 1}), "flip.hunt_status": (flip.hunt_status, {}),
    "wreath.progress": (wreath.progress, {}),
}
WITHOUT = {"Result", "Green", "Family", "Path"}  # what calls return, and is not made by callers


def called(name):
    function = CALLS[name][0]
    return function() if isinstance(function, functools.partial) else function


def public():
    for module in (coset, flip, group, orbit, perm, semigroup, word):
        for name in module.__all__:
            owner, where = getattr(module, name), f"{module.__name__[7:]}.{name}"
            if name in WITHOUT:
                continue
            if inspect.signature(owner).parameters and not (isinstance(owner, type) and name in ("Subgroup", "RewritingSystem", "CayleyGraph")):
                yield where
            if isinstance(owner, type):
                for part, value in vars(owner).items():
                    if not part.startswith("_") and callable(getattr(owner, part)) and not isinstance(value, property):
                        if set(inspect.signature(getattr(owner, part)).parameters) - {"self"}:
                            yield f"{where}.{part}"


def test_every_public_callable_is_here():
    assert set(public()) | {"wreath.progress"} == set(CALLS)


def cases(name, wrong):
    """Pairs (argument, wrong value) of a callable."""
    for argument, parameter in inspect.signature(called(name)).parameters.items():
        kind = EXCEPTIONS[name, argument] if (name, argument) in EXCEPTIONS else OF[argument]
        for value in getattr(KINDS[kind], wrong) if kind else []:
            if value is not None or parameter.default is not None:
                yield argument, value


def call_with(name, argument, value):
    function = called(name)
    arguments = {key: given() if isinstance(given, functools.partial) else given for key, given in {**CALLS[name][1], argument: value}.items()}
    listed = [arguments.pop(key) for key, parameter in inspect.signature(function).parameters.items()
              if parameter.kind == inspect.Parameter.VAR_POSITIONAL and key in arguments]
    return function(*listed, **arguments)


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_type_is_a_type_error(name):
    for argument, value in cases(name, "types"):
        with pytest.raises(TypeError) as caught:
            call_with(name, argument, value)
        assert re.search(rf"\b{argument}\b", str(caught.value)), (argument, value, caught.value)
        assert "incompatible" not in str(caught.value) and "unexpected argument types" not in str(caught.value)


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_value_is_a_value_error(name):
    for argument, value in cases(name, "values"):
        with pytest.raises(ValueError):
            print(argument, value)  # shown if nothing is raised
            call_with(name, argument, value)


@pytest.mark.parametrize("call, kind, sentence", [
    (lambda: "abc" in thing("G"), TypeError, "permutation must be a list or an array, not 'abc'"),
    (lambda: [0, 1] in thing("G"), ValueError, "points"),
    (lambda: [1, 1, 0] in thing("G"), ValueError, "not a permutation"),
    (lambda: [0.5, 1, 2] in thing("S"), TypeError, "row must have integers"),
    (lambda: [0, 1] in thing("S"), ValueError, "degree 2"),
    (lambda: 3 in thing("orbits"), TypeError, "row must be a list or an array, not 3"),
    (lambda: 3 in thing("h"), TypeError, "word must be a str, not 3"),
    (lambda: 3 in thing("wa"), TypeError, "word must be a str"),
    (lambda: "ab" in thing("gm"), ValueError, "two"),
    (lambda: thing("S")["a"], TypeError, "element must be a whole number"),
    (lambda: thing("S")[6], IndexError, "out of range"),
    (lambda: thing("S").words(0, 99), IndexError, "out of range"),
    (lambda: perm.Permutation([1, 0])**0.5, TypeError, "exponent must be a whole number, not 0.5"),
    (lambda: perm.Permutation([1, 0])[5], IndexError, "out of bounds"),
    (lambda: perm.evaluate(3), TypeError, "word must be a formula or a list of arrays, not 3"),
    (lambda: perm.evaluate(["ab"]), TypeError, r"word\[0\] must be"),
    (lambda: perm.evaluate([([1, 0], 2)]), ValueError, "a letter must be"),
    (lambda: perm.evaluate("x*y", x=[1, 0]), ValueError, "add y="),
    (lambda: perm.evaluate([[1, 0], [1, 0, 2]]), ValueError, "point"),
    (lambda: perm.conjugate([1, 0], [1, 0], method=3), TypeError, "method must be a str"),
    (lambda: semigroup.family("full:3", threads=-1), ValueError, "threads is -1"),
    (lambda: word.Group.from_presentation(3), TypeError, "presentation must be a str, not 3"),
    (lambda: word.Group.from_presentation(), ValueError, "pass either a presentation"),
    (lambda: flip.search("2x2x2", walk=3), TypeError, "unknown search option: walk"),
    (lambda: flip.search("2x2x2", method=3), TypeError, "method must be a str, not 3"),
    (lambda: flip.search("2x2x2", ring=3), TypeError, "ring must be a str, not 3"),
    (lambda: flip.search("2x2x2", different=3), TypeError, "different must be True or False, not 3"),
    (lambda: perm.identity(300, dtype="u1"), ValueError, "300 points do not fit in uint8"),
    (lambda: perm.evaluate("x", x="abc"), TypeError, "x must be an array or a list of integers, not 'abc'"),
    (lambda: perm.orbit_labels([1, 0, 2], [1, 0]), ValueError, "the generators have 3 points and 2; they must have the same number"),
    (lambda: "ab" in thing("g"), TypeError, "Group"),
    (lambda: "ab" in thing("cosets"), TypeError, "Cosets"),
    (lambda: len(thing("g")), OverflowError, "the order is inf, which is more than len"),
    (lambda: word.Automaton("free:2"), FileNotFoundError, "automata of groups are KIND:GROUP"),
    (lambda: word.Group("<a,b | ab=ba>").conjugator("a", "b"), TimeoutError, "not hyperbolic"),
    (lambda: semigroup.Semigroup.load(__file__), ValueError, "not a semigroup file"),
    (lambda: thing("graph").word([1, 0]), ValueError, r"state: \[1, 0\], in text '\[2,1\]' is not a state of this graph"),
])
def test_operators_and_options(call, kind, sentence):
    with pytest.raises(kind, match=sentence):
        call()


def test_long_values_are_cut_in_messages():
    with pytest.raises(TypeError) as caught:
        perm.random([0] * 10**6)
    assert len(str(caught.value)) < 200
