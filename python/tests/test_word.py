# SPDX-License-Identifier: MIT
"""wreath.word against known answers, definitions and the slow way."""
import itertools
import math
import os
import random
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from wreath.word import Automaton, Group, Subgroup, WordProblem, complete, families

SEED = 20261115


@pytest.fixture(scope="module")
def surface():
    return Group("surface:2")


def random_words(count, length, letters="aAbBcCdD", seed=SEED):
    choose = random.Random(seed)
    return ["".join(choose.choices(letters, k=choose.randrange(length))) for _ in range(count)]


# --- groups


def test_a_family(surface):
    assert surface.verified and surface.ending == ""
    assert surface.name == "surface:2"
    assert surface.letters == ["a", "A", "b", "B", "c", "C", "d", "D"]
    assert surface.inverses == [1, 0, 3, 2, 5, 4, 7, 6]
    assert surface.order == math.inf
    assert (surface.word_acceptor_states, surface.word_differences, surface.general_multiplier_states) == (36, 33, 104)
    assert repr(surface).startswith("<Group surface:2: verified, 8 letters, ")


@pytest.mark.parametrize("text, order", [("<a | a^7>", 7), ("triangle:2,3,5", 60), ("coxeter:5,3,3", 14400), ("symmetric:5", 120),
                                         ("quaternion", 8), ("free:1", math.inf), ("triangle:2,3,7", math.inf)])
def test_orders_of_groups(text, order):
    assert Group(text).order == order


def test_from_presentation():
    by_text = Group.from_presentation("<a,b | a^2, b^3, (a*b)^4>")
    by_lists = Group.from_presentation(generators=["a", "b"], relators=["a^2", "b^3", "(a*b)^4"])
    assert by_text.order == by_lists.order == 24
    assert by_text.presentation == by_lists.presentation
    assert Group.from_presentation(generators=["a"]).order == math.inf
    with pytest.raises(ValueError, match="either a presentation"):
        Group.from_presentation()
    with pytest.raises(ValueError, match="either a presentation"):
        Group.from_presentation("<a>", generators=["a"])


def test_the_order_of_letters_and_kept_inverses():
    assert Group("<a,b | a^2>", letter_order="b,a").letters == ["b", "B", "a"]
    assert Group("<a,b | a^2>", keep_inverses=True).letters == ["a", "A", "b", "B"]


def test_files(surface, tmp_path):
    path = tmp_path / "s2.wreath"
    surface.save(path)
    for again in Group.load(path), Group(str(path)), Group(path):
        assert again.origin == "file" and again.verified
        assert again.reduce("abABcd") == surface.reduce("abABcd")
    presentation = tmp_path / "group.txt"
    presentation.write_text("<a,b | a^2, b^3, (a*b)^5>\n")
    assert Group(presentation).order == 60


def test_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert Group("triangle:3,3,4", cache=False).origin == "built"
    assert not list(tmp_path.rglob("*.wreath"))
    assert Group("triangle:3,3,4").origin == "built"
    assert Group("triangle:3,3,4").origin == "cache"


def test_what_is_not_verified_answers_nothing():
    group = Group("baumslag-solitar:1,2", time=0.1, cache=False)  # it has no automatic structure
    assert not group.verified and group.ending
    assert "not verified" in repr(group)
    for question in (lambda: group.reduce("a"), lambda: group.reduce(["a"]), lambda: group.order, lambda: group.ball(1),
                     lambda: group.growth(), lambda: group.save("never.wreath"), lambda: group.cayley_graph(1)):
        with pytest.raises(ValueError, match="not verified"):
            question()


def test_a_time_limit_ends_a_build():
    group = Group("thompson", time=0.2, cache=False)
    assert not group.verified and "time" in group.ending


def test_errors_are_pythons():
    with pytest.raises(ValueError, match="surfac"):
        Group("surfac:2")
    with pytest.raises(FileNotFoundError, match="nowhere.wreath"):
        Group("nowhere.wreath")
    with pytest.raises(OSError, match="nowhere.wreath"):
        Group.load("nowhere.wreath")
    with pytest.raises(ValueError, match="column 13"):
        Group("<a,b | a^2, c>")
    with pytest.raises(ValueError, match="backend"):
        Group("free:2").reduce("a", backend="abacus")
    with pytest.raises(ValueError, match="threads is -1"):
        Group("free:2").reduce(["a"], threads=-1)
    with pytest.raises(ValueError, match="radius is -1"):
        Group("free:2").ball(-1)
    with pytest.raises(MemoryError, match="smaller radius"):
        Group("free:2").ball(100)
    with pytest.raises(OSError, match="more than 2.32 elements"):
        Group("free:2").cayley_graph(100)
    with pytest.raises(OSError):
        Group("free:2").save("/nonexistent/folder/f.wreath")


# --- words


def test_reduce(surface):
    assert surface.reduce("abABcdCD") == "1"
    assert surface.reduce("abABcd") == "dc"
    assert surface.reduce("") == "1" and surface.reduce("1") == "1"
    assert surface.reduce("a^2*b^-1") == "aaB"
    assert surface.reduce([]) == []
    assert surface.reduce(("aA", "ab")) == ["1", "ab"]
    assert surface.reduce(word for word in ["aA"]) == ["1"]


def test_reducing_many_is_reducing_each(surface):
    words = random_words(3000, 60) + ["[a,b]*[c,d]", "(abAB)^5", "1", ""]
    forms = surface.reduce(words)
    assert forms == [surface.reduce(word) for word in words]
    assert forms == surface.reduce(words, threads=1) == surface.reduce(words, backend="cpu", threads=3)
    assert forms == surface.reduce(forms), "normal forms are their own"


def test_long_words(surface):
    word = "".join(random.Random(SEED).choices("aAbBcCdD", k=300_000))
    form = surface.reduce(word)
    assert surface.reduce([word]) == [form]
    assert surface.multiply(form, surface.inverse(word)) == "1"


def test_names_of_several_characters():
    group = Group("<x1,x2 | x1^2, x2^3, (x1*x2)^5>")
    assert group.reduce(["x1*x1*x2", "x2^-1*x2^-1"]) == ["x2", "x2"]
    assert group.reduce("x1*x2*x1") == "x1*x2*x1"


def test_wrong_words_are_named(surface):
    with pytest.raises(ValueError, match=r"column 3"):
        surface.reduce("abx")
    with pytest.raises(ValueError, match=r"words\[2\]: .abx., column 3"):
        surface.reduce(["a", "b", "abx"])
    with pytest.raises(ValueError, match=r"words\[0\]"):
        surface.reduce(["äb"])
    with pytest.raises(TypeError, match=r"words\[1\] is of type int"):
        surface.reduce(["a", 7])
    for call in (surface.reduce, surface.inverse):
        with pytest.raises(TypeError, match="words must be a str or an iterable of str, not 7"):
            call(7)
    for call in (surface.pack, surface.lengths):
        with pytest.raises(TypeError, match="one str"):
            call("abc")
    assert surface.reduce(["a"]) == ["a"], "still usable after errors"


@pytest.mark.parametrize("call, kind, sentence", [
    (lambda g: g.equal(["ab"], ["ab"]), TypeError, r"u must be a str, not \['ab'\]"),
    (lambda g: g.equal("ab", ["ab"]), TypeError, "v must be a str"),
    (lambda g: g.order_of(["a"]), TypeError, r"word must be a str, not \['a'\]"),
    (lambda g: g.explain_order(7), TypeError, "word must be a str, not 7"),
    (lambda g: g.order_of("a", powers=1.5), TypeError, "powers must be a whole number, not 1.5"),
    (lambda g: g.multiply("a", 7), TypeError, r"words\[1\] must be a str, not 7"),
    (lambda g: g.reduce("a", threads=2**70), ValueError, "threads is 1180591620717411303424"),
    (lambda g: g.reduce("a", threads="all"), TypeError, "threads must be a whole number, not 'all'"),
    (lambda g: g.reduce("a", backend=3), TypeError, "backend must be a str, not 3"),
    (lambda g: g.ball(2.0), TypeError, "radius must be a whole number, not 2.0"),
    (lambda g: Group("free:2", max_rules=-1), ValueError, "max_rules is -1"),
    (lambda g: Group("free:2", max_rules=0), ValueError, "max_rules is 0, and must be a whole number from 1"),
    (lambda g: g.subgroup(["a"], max_vertices=0), ValueError, "max_vertices is 0"),
    (lambda g: g.subgroup("a^2, b"), TypeError, r"generators must be a list of str, not one str: give \['a\^2', 'b'\]"),
    (lambda g: g.subgroup("[a,b]"), TypeError, r"give \['\[a,b\]'\]"),
    (lambda g: g.subgroup(7), TypeError, "generators must be a list of str, not 7"),
    (lambda g: Group.from_presentation(7), TypeError, "presentation must be a str"),
    (lambda g: Group.from_presentation(generators=["s t"], relators=["s^2"]), ValueError, "'s t' is not a valid name of a generator"),
    (lambda g: Group.from_presentation(generators=["s,t"]), ValueError, "'s,t' is not a valid name"),
    (lambda g: Group.from_presentation(generators=["s", ""]), ValueError, "'' is not a valid name"),
    (lambda g: Group.from_presentation(generators="st"), TypeError, "generators must be a list of str, not one str"),
    (lambda g: Group.from_presentation(generators=["s"], relators="s^2"), TypeError, "relators must be a list of str"),
    (lambda g: Group.from_presentation(generators=["s"], relators=[2]), TypeError, r"relators\[0\] must be a str, not 2"),
])
def test_wrong_arguments_are_named(surface, call, kind, sentence):
    with pytest.raises(kind, match=sentence):
        call(surface)


def test_inverse_multiply_equal(surface):
    words = random_words(200, 40)
    for word, inverse in zip(words, surface.inverse(words)):
        assert inverse == surface.inverse(word)
        assert surface.multiply(word, inverse) == "1"
        assert surface.equal(f"({word or 1})^-1", inverse)
    assert not surface.equal("ab", "ba")
    assert surface.multiply("abAB", "c", "d") == "dc" and surface.multiply() == "1"


def test_orders_of_elements():
    group = Group("triangle:2,3,7")
    assert [group.order_of(word) for word in ("1", "a", "b", "ab", "abaB")] == [1, 2, 3, 7, math.inf]
    assert group.explain_order("abaB")
    assert group.order_of("abaB", powers=1) in (None, math.inf)


# --- packed words


def test_packed_words(surface):
    words = random_words(500, 50)
    letters, offsets = surface.pack(words)
    assert letters.dtype == np.uint8 and offsets.dtype == np.uint64 and len(offsets) == len(words) + 1
    assert surface.unpack(letters, offsets) == [word or "1" for word in words]
    forms = surface.reduce_packed(letters, offsets)
    assert surface.unpack(*forms) == surface.reduce(words)
    assert int(forms[1][-1]) == len(forms[0])
    assert surface.lengths(["ab", "1"]).tolist() == [2, 0]


def test_packed_words_of_a_memory_map(surface, tmp_path):
    letters, offsets = surface.pack(random_words(50, 50))
    np.save(tmp_path / "letters.npy", letters)
    mapped = np.load(tmp_path / "letters.npy", mmap_mode="r")
    forms = surface.reduce_packed(mapped, offsets.astype(np.int64))
    assert all((a == b).all() for a, b in zip(forms, surface.reduce_packed(letters, offsets)))


def test_wrong_packed_words(surface):
    ok = np.array([0, 1, 2], dtype=np.uint8), np.array([0, 3], dtype=np.uint64)
    assert surface.reduce_packed(*ok)[0].tolist() == [2]
    for letters, offsets, sentence in [
            (np.array([0, 9], np.uint8), np.array([0, 2], np.uint64), "9 at index 1 is not a letter"),
            (ok[0], np.array([1, 3], np.uint64), "first offset must be 0"),
            (ok[0], np.array([], np.uint64), "first offset must be 0"),
            (ok[0], np.array([0, 3, 2, 3], np.uint64), "at index 2 is less"),
            (ok[0], np.array([0, 2], np.uint64), "last offset is 2")]:
        with pytest.raises(ValueError, match=sentence):
            surface.reduce_packed(letters, offsets)
    with pytest.raises(TypeError, match="letters must be bytes"):
        surface.reduce_packed(ok[0].astype(np.int32), ok[1])
    with pytest.raises(TypeError, match="offsets must be 64-bit integers"):
        surface.reduce_packed(ok[0], ok[1].astype(np.float64))


# --- elements


@pytest.mark.parametrize("name", ["surface:2", "triangle:2,3,7", "quaternion", "free:2"])
def test_balls_spheres_and_graphs_agree(name):
    group = Group(name)
    ball = group.ball(4)
    graph = group.cayley_graph(4)
    assert graph.vertices == ball == group.reduce(ball)
    assert group.ball_sizes(4)[-1] == len(ball) == len(graph)
    assert sum(group.sphere_sizes(4)) == len(ball)
    number = {word: i for i, word in enumerate(ball)}
    expected = [[number[word], x, number[product]]
                for word, (x, letter) in itertools.product(ball, enumerate(group.letters))
                if (product := group.multiply(word, letter)) in number]
    assert graph.edges.tolist() == expected
    assert graph.edges.dtype == np.uint32


def test_growth(surface):
    growth = surface.growth(100)
    assert growth.series == "(1+2x+2x^2+2x^3+x^4)/(1-6x-6x^2-6x^3+x^4)"  # Cannon
    assert growth.numerator == [1, 2, 2, 2, 1] and growth.denominator == [1, -6, -6, -6, 1]
    assert growth.spheres[:5] == [1, 8, 56, 392, 2736] and growth.balls[2] == 65
    for n in range(5, 101):  # exact, far beyond 64 bits
        assert growth.spheres[n] == 6 * sum(growth.spheres[n - 3:n]) - growth.spheres[n - 4]
    assert growth.rate_bounds[0] <= growth.rate <= growth.rate_bounds[1]
    assert abs(growth.spheres[100] / growth.spheres[99] - growth.rate) < 1e-9
    assert Group("quaternion").growth().rate == 0
    assert surface.growth(5, time=60).spheres == growth.spheres[:6]
    with pytest.raises(TimeoutError):
        surface.growth(5, time=0)


def test_numbers_of_thousands_of_digits(surface):
    growth = surface.growth(6000)
    spheres = growth.spheres
    assert spheres[6000] > 10**4300  # more digits than Python reads at once
    for n in range(5, 6001):
        assert spheres[n] == 6 * sum(spheres[n - 3:n]) - spheres[n - 4]
    assert growth.balls[6000] == sum(spheres) and "spheres=[1, 8, 56, 392, 2736, 19096, ...]" in repr(growth)


def test_pictures(surface):
    import xml.dom.minidom
    graph = Group("triangle:2,3,7").cayley_graph(5)
    picture = xml.dom.minidom.parseString(graph._repr_svg_())
    assert len(picture.getElementsByTagName("circle")) == len(graph)
    assert graph.dot().count("->") == len({frozenset((a, b)) for a, x, b in graph.edges.tolist() if x == 0}) + \
        sum(x == 1 for _, x, _ in graph.edges.tolist())
    large = surface.cayley_graph(4)
    assert len(large) > 3000 and large._repr_svg_() is None
    with pytest.raises(ValueError, match="smaller radius"):
        large.svg()


def test_a_finite_group_ends():
    group = Group("quaternion")
    assert len(group.ball(1_000_000)) == 8 == len(group.cayley_graph(1_000_000))
    assert sum(group.sphere_sizes(10)) == 8


def test_hyperbolic_and_families(surface):
    assert surface.hyperbolic() is True
    assert Group("abelian:2").hyperbolic() is False
    assert Group("figure8").hyperbolic() is None
    assert any(name.startswith("surface") for name, _ in families())


# --- long calls


def test_other_threads_go_on(surface):
    words = random_words(20_000, 60)
    expected = surface.reduce(words)
    answers = [None] * 4

    def work(i):
        answers[i] = surface.reduce(words)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer == expected for answer in answers)


def test_handlers_that_return_do_not_stop_it(surface):
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    try:
        forms = surface.reduce(["abABcdCDabcdABCD" * 5] * 200_000)
        assert Group("coxeter:5,3,5", cache=False).verified
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert heard and set(forms) == {surface.reduce("abcdABCD" * 5)}


def test_ctrl_c_ends_a_build():
    code = "print('begun', flush=True)\nfrom wreath.word import Group\nimport sys\nprint('ready', flush=True)\n" \
           "Group('thompson', cache=False)"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ))
    assert process.stdout.readline() == "begun\n" and process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert "KeyboardInterrupt" in errors and process.returncode != 0


# --- subgroups


def test_subgroups_of_a_finite_group_by_their_elements():
    group = Group("symmetric:4")
    for generators in ([], ["a"], ["a", "b"], ["ab"], ["ac"], ["a", "b", "c"]):
        members, todo = {"1"}, ["1"]
        while todo:
            element = todo.pop()
            for h in generators:
                product = group.multiply(element, h)
                if product not in members:
                    members.add(product)
                    todo.append(product)
        subgroup = group.subgroup(generators)
        assert subgroup.verified and subgroup.ending == ""
        assert subgroup.order == len(members) and subgroup.index == 24 // len(members)
        assert [word in subgroup for word in group.ball(10)] == [word in members for word in group.ball(10)]
        transversal, moves = subgroup.transversal(), subgroup.permutations()
        assert subgroup.coset(transversal) == transversal
        for letter, move in zip(group.letters, moves):
            assert [transversal[i] for i in move] == subgroup.coset([word + letter if word != "1" else letter for word in transversal])
        assert group.subgroup(subgroup.schreier_generators()).order == len(members)


def test_a_subgroup_without_the_structure_of_the_group(tmp_path):
    subgroup = Subgroup.open("heisenberg", ["a^2", "b"])
    assert subgroup.verified and subgroup.index == 4 and not subgroup.group.verified and subgroup.generators == ["aa", "b"]
    assert subgroup.coset("a^3*b") == "ab" and "aab" in subgroup and len(subgroup.transversal()) == 4
    text, generators, relators = subgroup.presentation()
    assert all(word in subgroup for word in generators)
    assert Subgroup.open("symmetric:4", ["a", "b"]).order == 6  # builds the structure
    file = tmp_path / "cosets"
    file.write_text("_RWS := rec(isRWS := true, generatorOrder := [a,A,b,B,_H,x,X], ordering := \"shortlex\",\n"
                    "inverses := [A,a,B,b,,X,x], equations := [[a^2,IdWord], [b^3,IdWord], [(a*b)^5,IdWord], [_H*a*b,x*_H]]);\n")
    stored = Subgroup.open(file)
    assert (stored.index, stored.generators, stored.presentation()[0]) == (12, ["ab"], "<x1 | x1^5>")
    with pytest.raises(ValueError, match="without a letter _H"):
        Subgroup.open("free:2")
    with pytest.raises(FileNotFoundError):
        Subgroup.open(tmp_path / "none.txt")
    stopped = Subgroup.open("heisenberg", ["a"], max_rules=100, max_vertices=64)
    assert not stopped.verified and stopped.ending


def test_a_subgroup_that_was_not_found():
    subgroup = Group("triangle:2,3,7").subgroup(["ab"], max_states=4, max_vertices=64)
    assert not subgroup.verified and "not verified" in repr(subgroup)
    with pytest.raises(ValueError, match="not verified"):
        subgroup.index
    with pytest.raises(ValueError):
        Group("free:2").subgroup(["ax"])
    with pytest.raises(ValueError, match="infinite index"):
        Group("free:2").subgroup(["a"]).transversal()


def test_automata(tmp_path):
    group = Group("surface:2")
    forms, geodesics, pairs = group.automaton(), group.automaton("geodesics"), group.automaton("geodesic-pairs")
    assert (forms.tapes, pairs.tapes, forms.states, geodesics.states) == (1, 2, 36, 49)
    assert pairs.exists(1) == geodesics and pairs.exists(2) == forms and pairs.swap().swap() == pairs
    assert forms <= geodesics and not geodesics <= forms and geodesics.first_difference(forms) == "bABc"
    assert (forms | geodesics) == geodesics and (forms & geodesics) == forms and (forms & ~forms).size == 0
    assert forms.counts(3) == group.sphere_sizes(3) and forms.size == math.inf and forms.growth()[0] == group.growth().series
    assert "ab" in forms and "aA" not in forms and ("bABc", "AdcD") in pairs
    assert group.automaton("gm").with_label("a") == group.automaton("gm/a")
    forms.save(tmp_path / "forms.fsa")
    assert Automaton(tmp_path / "forms.fsa") == forms and forms.minimise().states == 36 and "digraph" in forms.dot()
    words = Automaton.of_words("ab", ["ab", "b"])
    assert words.concatenate(words).words() == ["bb", "abb", "bab", "abab"] and words.reverse().words() == ["b", "ba"]
    assert words.diagonal().compose(words.diagonal()).words(2) == [("b", "b"), ("ab", "ab")]
    with pytest.raises(FileNotFoundError):
        Automaton(tmp_path / "none.fsa")
    with pytest.raises(TypeError):
        forms & 3
    with pytest.raises(ValueError):
        forms.exists()


def test_rewriting_systems_of_monoids():
    system = complete("semigroup<a,b | ab=ba, a^2=a, b^2=b>")
    assert system.confluent and system.ending == "" and system.order == 3 and system.letters == ["a", "b"]
    assert system.rules == [("aa", "a"), ("ba", "ab"), ("bb", "b")]
    assert system.reduce(["baba", "bb"]) == ["ab", "b"] and system.equal("ab", "bab") and not system.equal("a", "b")
    assert system.normal_forms() == ["a", "b", "ab"] and "3 rules, confluent" in repr(system)
    assert complete("symmetric:5").order == 120 and complete("free:2").order == math.inf
    assert complete("baumslag-solitar:1,2", order="recursive").confluent
    weighted = complete("monoid<a,b | ab=ba>", order="wtlex", weights=[1, 3])
    assert weighted.confluent and len(weighted.rules) == 1
    stopped = complete("baumslag-solitar:1,2", max_rules=20)
    assert not stopped.confluent and "limit on rules" in stopped.ending
    for ask in (lambda: stopped.order, lambda: stopped.equal("a", "t"), lambda: stopped.normal_forms()):
        with pytest.raises(ValueError):
            ask()
    with pytest.raises(ValueError, match="not an order of words"):
        complete("free:2", order="lex")
    with pytest.raises(ValueError):
        complete("monoid<a,b | ab=ba>").reduce("c")


def test_presentations_of_subgroups():
    h = Group("surface:2").subgroup(["a^2", "b", "c", "d", "abA", "acA", "adA"])
    text, generators, relators = h.presentation()
    assert len(generators) == 6 and [len(relator) for relator in relators] == [12] and text.startswith("<x1,x2,x3,x4,x5,x6 | ")
    assert all(word in h for word in generators) and h.coset_acceptor().size == 2 and h.coset_multiplier().tapes == 2
    assert h.word_acceptor() <= h.group.automaton()


def test_the_trivial_group():
    for trivial in (Group("< | >", cache=False), Group.from_presentation(generators=[])):
        assert trivial.verified and trivial.order == len(trivial) == 1 and list(trivial) == ["1"] and trivial.letters == []
        assert trivial.reduce(["", "1"]) == ["1", "1"] and trivial.growth(2).spheres == [1, 0, 0]


def test_lengths_and_iteration():
    assert len(Group("symmetric:4")) == 24 and bool(Group("free:2"))
    graph = Group("free:1").cayley_graph(1)
    assert list(graph) == graph.vertices and len(graph) == 3
    one, two = Automaton("wa:free:1"), Automaton("gm:free:1")
    assert one != two and one != Automaton("wa:free:2")


def test_questions_without_a_structure():
    problem = WordProblem("thompson", max_rules=300)
    assert problem.equal("1", "a*A") and "freely" in problem.proof
    assert not problem.equal("a", "b") and "exponent sums" in problem.proof
    assert problem.order_of("a") == math.inf and problem.conjugator("a", "bab^-1") and problem.conjugator("a", "b") is None
    assert problem.contains(["a"], "a^3") and not problem.contains(["a"], "b")
    with pytest.raises(ValueError, match="no proof"):
        WordProblem("higman:4", max_rules=300).equal("a", "b")
    assert WordProblem("dihedral:100").order_of("a^4") == 25
    assert WordProblem("monoid<a,b | ab=ba, a^3=a>").normal_form("baa") == "aab"
    with pytest.raises(ValueError, match="monoid"):
        WordProblem("monoid<a,b | ab=ba>").order_of("a")
    with pytest.raises(ValueError, match="write <a,b | ab>".replace("|", r"\|")):
        WordProblem("<a,b ab>")
