# SPDX-License-Identifier: MIT
"""What all modules have in common: pickles, processes that were forked, errors about files and types, defaults."""
import copy
import inspect
import multiprocessing
import operator
import pickle
import re
import warnings

import numpy as np
import pytest

import wreath
from wreath import _progress, coset, flip, group as permutation_group, orbit, perm, semigroup, word

PATIENCE = 60  # seconds for what takes one: a process that hangs is ended


def _work(_=None):
    """One answer of each engine, by loops on several threads."""
    x = perm.random(300_000, 1, threads=2)
    product = perm.multiply(x, perm.inverse(x, threads=2, method="partition"), threads=2, method="partition")
    plain = perm.multiply(x, perm.inverse(x, threads=2, method="loop"), threads=2, method="loop")
    group = word.Group("surface:2")
    return (bool((product == np.arange(300_000)).all()), bool((plain == product).all()),
            len(semigroup.family("full:5", threads=2)), group.reduce(["abABcd"] * 5000, threads=2)[-1],
            flip.search("2x2x2", target=7, seed=1, threads=2).rank)


def test_forked_processes_work_as_their_parent():
    expected = (True, True, 3125, "dc", 7)
    assert _work() == expected
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's own about threads and fork
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert pool.map_async(_work, range(4)).get(timeout=PATIENCE) == [expected] * 4
    assert _work() == expected


def _semigroup_half_way():
    found = semigroup.family("full:5")
    found.run(until=100)
    return found


@pytest.mark.parametrize("make, facts", [
    (lambda: perm.Permutation([1, 2, 0]), lambda x: x.array.tolist()),
    (lambda: semigroup.Semigroup([[1, 2, 0], [1, 0, 2]]), lambda x: (x.monoid, x.words())),
    (_semigroup_half_way, lambda x: (x.size, x.complete, x.monoid)),
    (lambda: semigroup.family("full:3").green(), lambda x: (x.d.tolist(), x.d_classes)),
    (lambda: semigroup.count_structure("full:4"), lambda x: x),
    (lambda: word.Group("surface:2"), lambda x: (x.name, x.reduce("abABcd"), x.word_acceptor_states)),
    (lambda: word.Group("free:2").growth(3), lambda x: x),
    (lambda: word.Group("free:1").cayley_graph(2), lambda x: (x.vertices, x.edges.tolist())),
    (lambda: flip.standard("2x2x2"), lambda x: (x.ring, x.u.tolist())),
    (lambda: flip.search("2x2x2", target=7, seed=1), lambda x: (x.rank, x.reached)),
], ids=lambda value: "")
def test_pickles(make, facts):
    thing = make()
    for again in pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing):
        assert type(again) is type(thing) and facts(again) == facts(thing)


def test_what_cannot_be_pickled_is_said_in_a_sentence():
    with pytest.raises(TypeError, match="checkpoint="):
        pickle.dumps(flip.Search("2x2x2"))
    with pytest.raises(TypeError, match="verified"):
        pickle.dumps(word.Group("<a,b | a^7, b^7, (a*b)^7, (a*B)^5>", max_rules=3, cache=False))


@pytest.mark.parametrize("call, kind", [
    (lambda folder: word.Group("free:1").save(folder / "no" / "g.wreath"), FileNotFoundError),
    (lambda folder: word.Group("free:1").save(folder), IsADirectoryError),
    (lambda folder: flip.standard("2x2x2").save(folder / "no" / "s.json"), FileNotFoundError),
    (lambda folder: flip.Search("2x2x2", output=folder / "no" / "s.json"), FileNotFoundError),
    (lambda folder: flip.Search("2x2x2", checkpoint=folder / "no" / "s.ck"), FileNotFoundError),
    (lambda folder: flip.Search("2x2x2", resume=folder / "no.ck"), FileNotFoundError),
    (lambda folder: flip.Search("2x2x2", starts=[folder / "no.json"]), FileNotFoundError),
    (lambda folder: semigroup.family("full:3").save(folder / "no" / "s.npz"), FileNotFoundError),
    (lambda folder: semigroup.Semigroup.load(folder / "no.npz"), FileNotFoundError),
    (lambda folder: semigroup.open(folder / "no.txt"), FileNotFoundError),
    (lambda folder: word.Group.load(folder / "no.wreath"), FileNotFoundError),
    (lambda folder: word.Group(folder / "no.txt"), FileNotFoundError),
    (lambda folder: flip.Scheme(folder / "no.json"), FileNotFoundError),
    (lambda folder: word.Group("free:1").save("/proc/g.wreath"), OSError),
    (lambda folder: flip.standard("2x2x2").save("/proc/s.json"), OSError),
    (lambda folder: semigroup.family("full:3").save("/proc/s.npz"), OSError),
    (lambda folder: semigroup.family("full:3").save(folder), IsADirectoryError),
    (lambda folder: flip.standard("2x2x2").save(folder / "no" / "s.npy"), FileNotFoundError),
    (lambda folder: word.Automaton("wa:free:1").save(folder / "no" / "a.wa"), FileNotFoundError),
    (lambda folder: semigroup.family("full:3").draw().save(folder / "no" / "a.svg"), FileNotFoundError),
    (lambda folder: permutation_group.Group(folder / "no.g"), FileNotFoundError),
    (lambda folder: orbit.Graph(folder / "no.g"), FileNotFoundError),
    (lambda folder: coset.Cosets(folder / "no.g"), FileNotFoundError),
    (lambda folder: flip.hunt_status(folder / "no"), OSError),
], ids=lambda value: "")
def test_files_that_cannot_be_read_or_written_are_os_errors(call, kind, tmp_path):
    with pytest.raises(kind) as caught:
        call(tmp_path)
    assert ".new" not in str(caught.value) and "->" not in str(caught.value)  # names of the user's alone
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", [
    lambda: semigroup.family(5), lambda: semigroup.count_structure(5), lambda: semigroup.Semigroup([[0]], method=5),
    lambda: word.Group("free:1").reduce(5), lambda: word.Group("free:1").reduce([5]), lambda: word.Group("free:1").ball("1"),
    lambda: word.Group("free:1").order_of(5), lambda: word.Group("free:1").hyperbolic(time="now"),
    lambda: flip.search(5), lambda: flip.search("2x2x2", time="now", steps=1), lambda: flip.standard(5),
    lambda: flip.permute("2x2x2", 5), lambda: flip.Search("2x2x2", checkpoint_every="often"),
    lambda: flip.Search("2x2x2", symmetry=3), lambda: flip.merge("2x2x2", "2x2x2", along=3), lambda: flip.path("2x2x2", "2x2x2", 5),
    lambda: flip.standard("2x2x2").verify(5), lambda: perm.random("many"), lambda: perm.multiply([0], [0], backend=3),
    lambda: perm.power([0], "2"), lambda: perm.Permutation([0]) / perm.Permutation([0]),
    lambda: perm.Permutation([0]).divide(np.array([0])), lambda: perm.Permutation([0]).divide([0]),
], ids=lambda value: "")
def test_wrong_types_are_told_in_a_sentence(call):
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    text = str(caught.value)
    assert text and "\n" not in text and not re.search("incompatible|Invoked|_wreath|C\\+\\+|Unable to cast", text), text


def test_errors_about_words_do_not_speak_of_a_command_line():
    group = word.Group("free:2")
    for call in (lambda: group.reduce("a?b"), lambda: group.reduce(["ab", "a?b"]), lambda: group.equal("a", "(b"),
                 lambda: group.multiply("a", "b^"), lambda: group.order_of("x"), lambda: word.Group("<a,b | a^?>"),
                 lambda: word.Group.from_presentation("<a,b | a^?>"), lambda: group.pack(["a*"])):
        with pytest.raises(ValueError) as caught:
            call()
        assert "command line" not in str(caught.value)


def test_without_a_seed_results_differ_and_with_one_they_do_not():
    seeded = {function for module in (coset, flip, orbit, perm, semigroup, word) for function in vars(module).values()
              if inspect.isfunction(function) and "seed" in inspect.signature(function).parameters}
    assert {perm.random, flip.search, flip.lift, flip.hunt} == seeded
    for function in (*seeded, flip.Search, flip.Scheme.lift, flip.Scheme.simplify):
        assert inspect.signature(function).parameters["seed"].default is None
    assert (perm.random(100) != perm.random(100)).any() and (perm.random(100, 7) == perm.random(100, 7)).all()
    one, two = (flip.search("3x3x3", steps=100, walks=2, backend="cpu") for _ in range(2))
    assert one.seed != two.seed
    again = flip.search("3x3x3", steps=100, walks=2, backend="cpu", seed=one.seed)
    assert again.seed == one.seed and again.flips == one.flips and again.scheme == one.scheme


# One object of each class that is not a tuple. A class that is missing here makes the next test fail.
OBJECTS = {
    "Permutation": lambda: perm.Permutation([1, 2, 0]),
    "Semigroup": lambda: semigroup.Semigroup([[1, 2, 0], [1, 0, 2]]),
    "Green": lambda: semigroup.family("full:3").green(),
    "Orbits": lambda: semigroup.Orbits("full:3"),
    "Group": lambda: word.Group("free:2"),
    "Subgroup": lambda: word.Group("free:2").subgroup(["a"]),
    "CayleyGraph": lambda: word.Group("free:1").cayley_graph(2),
    "RewritingSystem": lambda: word.complete("<a,b | a^2, b^3>"),
    "WordProblem": lambda: word.WordProblem("free:2"),
    "Automaton": lambda: word.Automaton("wa:free:2"),
    "Cosets": lambda: coset.Cosets("<a,b | a^2, b^3, (ab)^5>", "ab"),
    "Graph": lambda: orbit.Graph("pancake:5"),
    "Scheme": lambda: flip.standard("2x2x2"),
    "Search": lambda: flip.Search("2x2x2", backend="cpu"),
    "group.Group": lambda: permutation_group.Group("mathieu:11"),
}
OPERATORS = ["add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "pow", "and_", "or_", "xor", "lshift", "rshift", "lt", "le",
             "gt", "ge"]


def test_every_class_is_among_the_objects():
    classes = {name for module in (coset, flip, permutation_group, orbit, perm, semigroup, word) for name in module.__all__
               if isinstance(getattr(module, name), type) and not issubclass(getattr(module, name), tuple)}
    assert classes - {"Result"} == set(OBJECTS) - {"group.Group"}


@pytest.mark.parametrize("name", OBJECTS)
def test_operators_with_arrays_lists_and_other_classes_raise(name):
    thing = OBJECTS[name]()
    others = [np.array([0, 2, 1]), np.array(2), np.int64(2), np.zeros((3, 3)), np.array([thing, 1], dtype=object), [0, 2, 1], (0, 2, 1),
              2, 1.5, None] + [make() for other, make in OBJECTS.items() if other != name]
    for other in others:
        for operator_name in OPERATORS:
            for left, right in ((thing, other), (other, thing)):
                if name == "Permutation" and operator_name == "pow" and left is thing and hasattr(other, "__index__") and np.ndim(other) == 0:
                    assert thing**other == thing * thing
                    continue
                with pytest.raises(TypeError):
                    getattr(operator, operator_name)(left, right)
        assert (thing == other) is False and (other == thing) is False
        assert (thing != other) is True and (other != thing) is True
    for ufunc in (np.multiply, np.add, np.power, np.equal, np.less):
        with pytest.raises(TypeError):
            ufunc(thing, np.array([0, 2, 1]))
    array = np.array([0, 2, 1])
    with pytest.raises(TypeError):
        array *= thing
    assert array.tolist() == [0, 2, 1]


def test_families_are_lists_of_names_and_meanings():
    for module in (word, semigroup, permutation_group):
        families = module.families()
        assert isinstance(families, list) and all(isinstance(part, str) and part for family in families for part in family)
    assert {"free:n"} <= {name for name, _ in word.families()} and {"full:n"} <= {name for name, _ in semigroup.families()}


def test_slices():
    x = perm.Permutation([2, 0, 1, 3])
    assert x[1] == 0 and isinstance(x[1], int) and x[-1] == 3
    assert x[1:3].tolist() == [0, 1] and x[::-1].tolist() == [3, 1, 0, 2] and x[[0, 3]].tolist() == [2, 3]
    found = semigroup.family("full:3")
    everything = found.elements()
    for part in (slice(2, 5), slice(None), slice(None, None, -1), slice(20, 3, -4), slice(5, 2), slice(-3, None), slice(1, None, 2)):
        assert found[part].tolist() == everything[part].tolist()


def test_division_has_one_meaning():
    a, b = perm.Permutation(perm.random(50, 1)), perm.Permutation(perm.random(50, 2))
    assert a.divide(b) == ~a * b == perm.Permutation(perm.divide(a.array, b.array))
    with pytest.raises(TypeError, match="ambiguous"):
        a / b


def test_a_scheme_over_f2_multiplies_modulo_2_when_it_is_asked_to():
    scheme = flip.search("2x2x2", target=7, seed=1).scheme
    with pytest.raises(ValueError, match="modulo=2"):
        scheme.multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]])
    assert scheme.multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]], modulo=2).tolist() == [[1, 0], [1, 0]]
    assert scheme.lift(seed=1).multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]).tolist() == [[19, 22], [43, 50]]


def test_open_reads_what_the_program_reads(tmp_path):
    np.save(tmp_path / "g.npy", np.array([[1, 2, 0], [1, 0, 2]]))
    (tmp_path / "g.g").write_text("[Transformation([2,3,1]), Transformation([2,1,3])]")
    for source in (tmp_path / "g.npy", str(tmp_path / "g.g")):
        assert semigroup.open(source).words() == semigroup.Semigroup([[1, 2, 0], [1, 0, 2]]).words()
    assert len(semigroup.open("full:3")) == 27
    assert semigroup.open(tmp_path / "g.npy", monoid=True).monoid


def test_what_dir_lists_is_public():
    for module in (wreath, coset, flip, permutation_group, orbit, perm, semigroup, word):
        assert dir(module) == sorted(module.__all__)
    for make in [*OBJECTS.values(), lambda: word.Result(size=1)]:
        assert not [name for name in dir(make()) if name.startswith("_") and not name.startswith("__")]


def test_progress_is_shown():
    seen = []
    with wreath.progress(lambda *what: seen.append(what)):
        full = semigroup.Semigroup([[1, 2, 3, 4, 5, 6, 0], [1, 0, 2, 3, 4, 5, 6], [0, 0, 2, 3, 4, 5, 6]])
        while len(seen) < 3 and not full.complete:
            full.run(time=0.3)
    assert seen[-1] == (None, 0, 0, "", "") and all(isinstance(phase, str) and unit for phase, _, _, unit, _ in seen if phase is not None)
    count = len(seen)
    semigroup.family("full:3").run()
    assert len(seen) == count
    with pytest.raises(TypeError, match="show must be"):
        wreath.progress(3)


def test_what_a_progress_function_raises_does_not_stop_the_call():
    def show(*_):
        raise RuntimeError("of the function")

    with warnings.catch_warnings(), wreath.progress(show):
        warnings.simplefilter("ignore")
        assert len(semigroup.family("full:4")) == 256


def test_progress_of_a_search_is_that_of_one_call():
    seen = []
    walk = flip.Search("4x4x4", steps=300_000, walks=2, backend="cpu", threads=1)
    with wreath.progress(lambda *what: seen.append(what)):
        walk.run()
    assert [phase for phase, *_ in seen].count(None) == 1 and seen[-1][0] is None


def test_progress_in_a_log(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 8.0, 9.0, 14.0, 15.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(_progress, "_terminal_width", lambda: None)
    line = _progress._Line()
    for done in range(5):
        line("shuffle", done, 0, "points", "")
    line(None, 0, 0, "", "")
    assert capsys.readouterr().err == "shuffle: 2 points, 8 s\nshuffle: 4 points, 14 s\n"


@pytest.mark.parametrize("width", [20, 1000])
def test_progress_on_a_terminal_is_one_line(monkeypatch, capsys, width):
    clock = iter([0.0, 1.0, 2.0, 3.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(_progress, "_terminal_width", lambda: width)
    line = _progress._Line()
    for done in range(3):
        line("shuffle", done, 100, "points", "a long note")
    line(None, 0, 0, "", "")
    lines = capsys.readouterr().err.split("\r")
    assert lines[1].startswith("shuffle [") and all(len(text) < width for text in lines) and "\n" not in "".join(lines)


def test_progress_on_a_terminal(monkeypatch, capsys):
    clock = iter([0.0, 1.0, 2.0, 3.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(_progress, "_terminal_width", lambda: 100)
    line = _progress._Line()
    line("shuffle", 1, 4, "points", "")
    line("shuffle", 2, 4, "points", "")
    line(None, 0, 0, "", "")
    written = capsys.readouterr().err
    assert "\rshuffle [###############---------------] 50% of 4 points, 1 s left" in written and written.endswith("\r")
