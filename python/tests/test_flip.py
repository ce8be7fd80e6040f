# SPDX-License-Identifier: MIT
"""wreath.flip against known schemes, the definition of the tensor, and itself."""
import pickle
import signal
import subprocess
import sys
import threading
import xml.dom.minidom
from fractions import Fraction

import numpy as np
import pytest

from wreath import flip
from wreath.flip import Scheme

SEED = 20261115


def tensor_of(scheme):
    """The sum of u (x) v (x) w, slowly."""
    rank = scheme.rank
    flat = [factor.reshape(rank, -1) for factor in (scheme.u, scheme.v, scheme.w)]
    return np.einsum("ra,rb,rc->abc", *flat, optimize=True)


def tensor(n, m, p):
    """a_ij b_jk c_ki."""
    entries = np.zeros((n * m, m * p, p * n), dtype=np.int64)
    for i in range(n):
        for j in range(m):
            for k in range(p):
                entries[i * m + j, j * p + k, k * n + i] = 1
    return entries


@pytest.fixture(scope="module")
def strassen():
    """One of the schemes of rank 7, the same on every machine."""
    return flip.search("2x2x2", target=7, seed=1, walks=8, backend="cpu").scheme


# --- schemes


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 3, 4), (3, 3, 3)])
def test_the_standard_scheme(shape):
    scheme = flip.standard(shape)
    assert scheme.shape == shape and scheme.rank == np.prod(shape) and scheme.ring == "ZT"
    assert (tensor_of(scheme) == tensor(*shape)).all()
    assert scheme == Scheme("x".join(map(str, shape)))
    assert scheme.u.shape == (scheme.rank, *shape[:2]) and scheme.u.dtype == np.int64


def test_schemes_of_files(schemes):
    for path in sorted(schemes.glob("*.txt")):
        scheme = Scheme(path)
        n, m, p = (int(side) for side in path.stem.split("-")[0].split("x"))
        assert scheme.shape == (n, m, p) and scheme.rank == int(path.stem.split("-")[1])
        difference = tensor_of(scheme) - tensor(n, m, p)
        assert not (difference % 2).any() if scheme.ring == "F2" else not difference.any()


@pytest.mark.parametrize("ending", ["json", "txt", "exp", "npy"])
def test_every_format_is_written_and_read(ending, strassen, tmp_path):
    for scheme in strassen, flip.standard("2x3x2"), strassen.lift(seed=1):
        path = tmp_path / f"scheme.{ending}"
        scheme.save(path)
        assert Scheme(path, shape=scheme.shape) == scheme
        scheme.save(path, c_transposed=False)
        assert Scheme(path, shape=scheme.shape, c_transposed=False) == scheme


def test_a_scheme_with_c_the_other_way(strassen, tmp_path):
    strassen.save(tmp_path / "turned.json", c_transposed=False)
    with pytest.raises(ValueError, match="it is valid with c read as n x p, not transposed: use c_transposed=False$"):
        Scheme(tmp_path / "turned.json")


def test_convert(strassen, tmp_path):
    strassen.save(tmp_path / "a.json")
    assert flip.convert(tmp_path / "a.json", tmp_path / "b.exp") == strassen
    assert Scheme(tmp_path / "b.exp") == strassen
    flip.convert(tmp_path / "a.json", tmp_path / "c", to_format="txt")
    assert Scheme(tmp_path / "c", format="txt") == strassen


def test_arrays_there_and_back(strassen):
    for scheme in strassen, flip.standard("2x3x4"), strassen.lift(seed=1):
        again = Scheme.from_arrays(scheme.u, scheme.v, scheme.w)
        assert again == scheme
        flat = [factor.reshape(scheme.rank, -1).astype(np.int8) for factor in (scheme.u, scheme.v, scheme.w)]
        assert Scheme.from_arrays(*flat, shape=scheme.shape) == scheme


def test_pickles(strassen):
    for scheme in strassen, strassen.lift(seed=1), flip.standard("1x2x3"):
        again = pickle.loads(pickle.dumps(scheme))
        assert again == scheme and again.ring == scheme.ring


def test_fractions():
    standard = flip.standard("2x2x2")
    u = np.array([[[Fraction(int(x), 3) for x in row] for row in matrix] for matrix in standard.u], dtype=object)
    scheme = Scheme.from_arrays(u, standard.v, standard.w * 3)
    assert scheme.ring == "Q" and scheme.u[0, 0, 0] == Fraction(1, 3)
    assert scheme.verify("F2") == "F2"
    assert scheme.multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]).tolist() == [[19, 22], [43, 50]]
    with pytest.raises(ValueError, match="not all of its coefficients are in Z"):
        scheme.verify("Z")


def test_wrong_schemes_are_named(strassen):
    u = strassen.u.copy()
    wrong = next(k for k in range(7) if u[k].sum() > 1)  # it must not become zero, which is another error
    u[wrong] ^= np.array([[1, 0], [0, 0]])
    with pytest.raises(ValueError, match="not a decomposition of 2x2x2: the coefficient of a"):
        Scheme.from_arrays(u, strassen.v, strassen.w)
    zero = strassen.u.copy()
    zero[3] = 0
    with pytest.raises(ValueError, match="summand 4 has a zero factor"):
        Scheme.from_arrays(zero, strassen.v, strassen.w)
    unverified = Scheme.from_arrays(u, strassen.v, strassen.w, verify=False)
    assert unverified.ring is None and "not verified" in repr(unverified)
    with pytest.raises(ValueError):
        unverified.verify()
    with pytest.raises(ValueError, match="not verified"):
        unverified.save("never.txt")
    with pytest.raises(ValueError, match="do not match"):
        Scheme.from_arrays(strassen.u, strassen.v[:, :1], strassen.w)
    with pytest.raises(ValueError, match="7 x 6"):
        Scheme.from_arrays(*(f.reshape(7, -1) for f in (strassen.u, strassen.v, strassen.w)), shape="2x3x2")
    with pytest.raises(ValueError, match="tries is 0, and must be a whole number from 1"):
        strassen.lift(tries=0)
    with pytest.raises(TypeError, match="u must have integers or Fractions, not float64"):
        Scheme.from_arrays(strassen.u * 0.5, strassen.v, strassen.w)
    for large in (2**80, -2**80, 2**63, Fraction(1, 2**70), Fraction(2**70, 3)):
        with pytest.raises(ValueError, match=f"{large} is too large for a coefficient"):
            Scheme.from_arrays([[[large]]], [[[1]]], [[[1]]])
    for empty in (np.empty((0, 2, 2), dtype=int), []):
        for shape in (None, "2x2x2"):
            with pytest.raises(ValueError, match="at least one summand"):
                Scheme.from_arrays(empty, empty, empty, shape=shape)


@pytest.mark.parametrize("options, kind, sentence", [
    ({"threads": 2**32 + 1}, ValueError, "threads is 4294967297"),
    ({"threads": -1}, ValueError, "threads is -1"),
    ({"seed": 2**64}, ValueError, "seed is 18446744073709551616"),
    ({"restart_above": "x"}, TypeError, "restart_above must be a whole number, not 'x'"),
    ({"symmetry": "c3", "cubes": "abc"}, TypeError, "cubes must be a list of whole numbers from 0 on, not 'abc'"),
    ({"symmetry": "c3", "free_cubes": "abc"}, TypeError, "free_cubes must be True or False"),
    ({"time": "abc"}, TypeError, "time must be a number of seconds, not 'abc'"),
    ({"plus_after": 2**31}, ValueError, "^plus_after=2147483648 is too large: it may be at most 1073741824$"),
    ({"swaps": [1]}, ValueError, '^swaps= requires symmetry="c2" or c6$'),
    ({"symmetry": "c2", "swaps": [0, 0, 0]}, ValueError, r"^swaps=\[0,0,0\]: give one number, or three"),
])
def test_wrong_options_are_named(options, kind, sentence):
    with pytest.raises(kind, match=sentence):
        flip.search("2x2x2", **{"target": 7, **options})


def test_errors_are_pythons(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.json"):
        Scheme("nowhere.json")
    with pytest.raises(OSError):
        flip.standard("2x2x2").save(tmp_path / "no" / "such" / "folder.txt")
    with pytest.raises(ValueError, match="'R' is not a valid ring"):
        flip.standard("2x2x2").verify("R")
    with pytest.raises(ValueError, match="9x9"):
        flip.standard("9x9")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ValueError, match="bad.json"):
        Scheme(tmp_path / "bad.json")
    with pytest.raises(ValueError, match="odd.xyz"):
        flip.standard("2x2x2").save(tmp_path / "odd.xyz")


def test_sorted_forgets_the_order(strassen):
    order = np.random.default_rng(SEED).permutation(7)
    shuffled = Scheme.from_arrays(strassen.u[order], strassen.v[order], strassen.w[order])
    assert shuffled != strassen and shuffled.sorted() == strassen.sorted()


def test_a_scheme_multiplies(strassen):
    random = np.random.default_rng(SEED)
    a, b = random.integers(-9, 9, (2, 2, 2))
    assert (strassen.multiply(a, b, modulo=2) == a @ b % 2).all()
    assert (strassen.lift(seed=1).multiply(a, b) == a @ b).all()
    scheme = flip.standard("2x3x4")
    a, b = random.integers(-9, 9, (2, 3)), random.integers(-9, 9, (3, 4))
    assert (scheme.multiply(a, b) == a @ b).all()
    blocks_a, blocks_b = random.integers(-9, 9, (2, 2, 3, 3)), random.integers(-9, 9, (2, 2, 3, 3))
    expected = np.einsum("ijab,jkbc->ikac", blocks_a, blocks_b)
    assert (strassen.lift(seed=1).multiply(blocks_a, blocks_b) == expected).all()
    large = np.array([[2**70, 1], [0, 3]], dtype=object)
    assert (flip.standard("2x2x2").multiply(large, large) == large @ large).all()  # of any size
    for wrong in (a, a[0], 7):
        with pytest.raises(ValueError, match="multiplies 2x3 by 3x4"):
            scheme.multiply(a, wrong)


def test_derived_schemes(strassen, schemes, tmp_path):
    assert flip.product(strassen, strassen).rank == 49
    assert flip.extend(strassen, "2x2x3").rank == 11
    assert flip.project(flip.extend(strassen, (2, 2, 3)), "2x2x2").rank == 7
    laderman = Scheme(schemes / "3x3x3-23.txt")
    wide = flip.permute(schemes / "2x3x3-15.txt", "pmn")
    assert wide.shape == (3, 3, 2)
    assert flip.merge(laderman, wide, along="p").shape == (3, 3, 5)
    outer = schemes / "2x2x2-7.txt"
    parts = [schemes / name for name in ("4x4x4-47.txt", "3x4x4-38.txt", "3x3x4-29.txt")]
    assert flip.blocks(outer, "7x7x7", parts).rank == 47 + 3 * 38 + 3 * 29
    assert flip.blocks(outer, "7x7x7", schemes).rank <= 248
    assert flip.blocks(outer, "4x4x4", schemes / "2x2x2-7.txt").ring == "ZT"
    (tmp_path / "good.txt").write_bytes((schemes / "2x2x2-7.txt").read_bytes())
    (tmp_path / "bad.txt").write_text("not a scheme")
    with pytest.warns(UserWarning, match="skipped: .*bad.txt:1:1"):
        assert flip.blocks(outer, "4x4x4", tmp_path).rank == 49
    assert flip.blocks(outer, "6x6x6", schemes).ring == "ZT"  # no scheme that is valid over F2 alone is used
    with pytest.raises(ValueError, match="no schemes"):
        flip.blocks(outer, "7x7x7", schemes / ".." / ".." / "cmake")
    with pytest.raises(ValueError, match="too short"):
        flip.blocks(outer, "1x2x3")
    with pytest.raises(ValueError, match="along"):
        flip.merge(laderman, wide, along="")
    with pytest.raises(ValueError):
        flip.extend(laderman, "2x2x2")


def test_lift(strassen):
    found = flip.lift(strassen, seed=1)
    assert found.scheme.ring == "ZT" and "impossible" not in found and not found.no_ternary_lift
    assert found.scheme.verify("Z") == "ZT"
    assert (tensor_of(found.scheme) == tensor(2, 2, 2)).all()
    assert ((found.scheme.u - strassen.u) % 2 == 0).all()


def test_simplify():
    scheme = Scheme.from_arrays([[1, 2], [0, 1]], [[1, 0], [-2, 1]], [[1], [1]], shape=(1, 2, 1))
    assert scheme.ring == "Z"
    simple = scheme.simplify(walks=1, rounds=50, seed=SEED)
    assert simple.ring == "ZT" and simple.rank == 2 and simple.verify("Z") == "ZT"
    with pytest.raises(ValueError, match="walks"):
        scheme.simplify(walks=-1)


def test_large_schemes(strassen):
    large = flip.extend(strassen.lift(seed=1), (2, 9, 9))
    assert flip.lift(large, seed=1).scheme.ring == "ZT" and large.shape == (2, 9, 9)


def test_records_and_path(strassen):
    assert flip.records("2x2x2")["F2"] == 7 and flip.records((4, 4, 4))["F2"] == 47
    assert flip.records()["2x2x2"] == flip.records("2x2x2")
    assert flip.records("2x2x17") is None
    assert flip.records("1x1x64") == {"F2": 64, "Z": 64, "ZT": 64, "Q": 64}
    way = flip.path("2x2x2", strassen)
    assert way.flips + way.pluses == len(way.moves) and way.greatest_rank >= 8
    assert flip.path("2x2x2", strassen, moves=str(way)) == way
    with pytest.raises(ValueError, match="moves"):
        flip.path("2x2x2", strassen, moves="flip a 1 2\n")


def test_equivalence(strassen):
    turned = Scheme.from_arrays(strassen.v, strassen.w, strassen.u, shape="2x2x2")
    found = flip.equivalence(strassen, turned)
    assert found is not None and found.X.shape == (2, 2) and found.turns in (0, 1, 2)
    assert flip.equivalence(strassen, "2x2x2") is None
    group = flip.automorphisms(strassen)
    assert (group.order, group.basis_order) == (36, 6) and group.generators[0].Y.shape == (2, 2)


def test_other_rings():
    over_z = flip.search("2x2x2", ring="Z", target=7, seed=SEED, time=60).scheme
    assert over_z.ring == "ZT" and over_z.verify() == "ZT" and set(np.unique(over_z.u)) <= {-1, 0, 1}
    modulo_3 = flip.search("2x2x2", ring="F3", target=7, seed=SEED, time=60, different=False).scheme
    assert modulo_3.rank == 7 and modulo_3.verify("F3") == "F3"
    a, b = np.random.default_rng(SEED).integers(-9, 9, (2, 2, 2))
    assert (over_z.multiply(a, b) == a @ b).all() and (modulo_3.multiply(a, b, modulo=3) == a @ b % 3).all()
    assert pickle.loads(pickle.dumps(modulo_3)) == modulo_3
    assert flip.search("2x2x2", ring="Z", starts=[over_z], target=7, seed=1).rank == 7


def test_pictures(schemes):
    scheme = Scheme(schemes / "3x3x3-23.txt")
    picture = xml.dom.minidom.parseString(scheme._repr_svg_())
    coloured = [r for r in picture.getElementsByTagName("rect") if r.getElementsByTagName("title")]
    assert len(coloured) == scheme.nonzeros == sum(np.count_nonzero(f) for f in (scheme.u, scheme.v, scheme.w))


# --- the search


def test_a_search_reaches_its_target():
    heard = []
    found = flip.search("3x3x3", target=23, seed=SEED, time=120, on_best=heard.append)
    assert found.reached and found.rank == 23 and found.ending == "target"
    assert [best.rank for best in heard] == [best.rank for best in found.bests] and heard[0].rank == 27
    assert [best.rank for best in heard] == sorted({best.rank for best in heard}, reverse=True)
    assert [best.seconds for best in heard] == sorted(best.seconds for best in heard)
    assert found.scheme.verify() == "F2" and found.flips > 0 and found.walks > 0
    assert "rank 23" in repr(found)


def test_steps_repeat_exactly():
    one, two = (flip.search("3x3x3", steps=20_000, walks=8, seed=7, threads=threads) for threads in (1, 2))
    assert one.ending == two.ending == "steps" and not one.reached
    assert one.flips == two.flips and one.scheme == two.scheme and one.steps >= 20_000


def test_symmetry_and_starts(schemes):
    found = flip.search("3x3x3", symmetry="c3", target=23, time=120, seed=1)
    assert found.reached
    turned = Scheme.from_arrays(found.scheme.v, found.scheme.w, found.scheme.u)
    assert turned.sorted() == found.scheme.sorted()
    mirrored = flip.search("3x3x3", symmetry="c6", steps=1000, seed=1).scheme
    image = Scheme.from_arrays(*(factor[:, ::-1, ::-1] for factor in (mirrored.u, mirrored.v, mirrored.w)))
    assert image.sorted() == mirrored.sorted()
    again = flip.search("3x3x3", starts=[found.scheme, schemes / "3x3x3-23.txt"], target=23, seed=1)
    assert again.reached and len(again.bests) == 1
    with pytest.raises(ValueError):
        flip.search("2x3x3", symmetry="c3", target=15)
    assert flip.search("2x3x3", symmetry="c2", swaps=[1, 1, 1], target=15, time=120, seed=1).rank == 15
    assert flip.search("4x4x4", symmetry="c6", half_orbits=True, steps=1000).rank <= 73
    with pytest.raises(TypeError, match="half_orbits must be True or False"):
        flip.search("4x4x4", symmetry="c6", half_orbits=1, steps=1000)
    with pytest.raises(ValueError, match="one number, or three"):
        flip.search("2x3x3", symmetry="c2", swaps=[1, 1], steps=1000)
    with pytest.raises(ValueError, match="symmetry"):
        flip.search("3x3x3", symmetry="c5", target=23)
    with pytest.raises(ValueError):
        flip.search("3x3x3", starts=[flip.standard("2x2x2")], target=23)
    with pytest.raises(ValueError, match="target is -1"):
        flip.search("3x3x3", target=-1)
    with pytest.raises(TypeError, match="threads must be a whole number, not 'two'"):
        flip.search("3x3x3", threads="two", target=23)
    with pytest.raises(TypeError, match="unknown search option: wlaks"):
        flip.search("3x3x3", wlaks=3)


def run_a_little(walk):
    """Until the time is over and there were new flips: a machine that is busy may not come to them in a tenth of a second."""
    flips = walk.result.flips
    found = walk.run(time=0.1)
    while found.flips == flips:
        found = walk.run(time=0.1)
    return found


def test_time_stops_and_the_search_goes_on():
    walk = flip.Search("4x4x4", target=1, seed=1)
    assert walk.result.ending == "none"
    first = run_a_little(walk)
    assert first.ending == "time" and not first.reached
    second = run_a_little(walk)
    assert second.flips > first.flips and second.seconds > first.seconds and second.rank <= first.rank
    assert all(scheme.rank <= second.rank + 1 for scheme in walk.kept(1))
    assert "4x4x4" in repr(walk)


def test_a_callback_that_raises_stops_the_search():
    def stop(best):
        if best.rank < 60:
            raise RuntimeError(f"rank {best.rank} will do")

    with pytest.raises(RuntimeError, match="will do") as caught:
        flip.search("4x4x4", target=1, on_best=stop)
    assert caught.value.result.rank < 60 and caught.value.result.scheme.verify() == "F2"


def test_a_callback_ends_the_search_in_peace():
    def stop(best):
        if best.rank < 60:
            raise StopIteration

    found = flip.search("4x4x4", target=1, on_best=stop)
    assert found.ending == "callback" and found.rank < 60


def test_a_search_has_one_caller():
    walk = flip.Search("3x3x3", target=23)
    with pytest.raises(RuntimeError, match="already running"):
        walk.run(on_best=lambda best: walk.run())
    assert walk.run(time=120).reached


def test_another_thread_may_look():
    walk = flip.Search("4x4x4", target=1, seed=2)
    ranks, done = [], threading.Event()

    def look():
        while not done.is_set():
            ranks.append(walk.result.rank)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        while len(ranks) < 2:  # until the other thread has come to look
            walk.run(time=0.1)
    finally:
        done.set()
        watcher.join()
    assert ranks and ranks == sorted(ranks, reverse=True)


INTERRUPTED = """
import wreath.flip as flip
try:
    flip.search("4x4x4", target=1, on_best=lambda best: print(best.rank, flush=True))
except KeyboardInterrupt as stop:
    print("kept", stop.result.rank, stop.result.scheme.verify(), stop.result.ending, flush=True)
    raise
"""


def test_ctrl_c_keeps_the_best():
    process = subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "64\n"
    assert int(process.stdout.readline()) < 64, "the search is under way"
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    kept = output.splitlines()[-1].split()
    assert kept[0] == "kept" and int(kept[1]) < 64 and kept[2:] == ["F2", "interrupted"]
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_search_keeps_files(tmp_path):
    best, pool, state = tmp_path / "best.json", tmp_path / "pool", tmp_path / "run.ck"
    found = flip.search("2x2x2", target=7, seed=1, output=best, folder=pool, checkpoint=state)
    assert found.reached and flip.Scheme(best).rank == 7
    assert {flip.Scheme(file).rank for file in pool.iterdir()} <= {7, 8}
    assert flip.search("2x2x2", target=7, seed=1, resume=state, starts=[]).reached
    with pytest.raises(ValueError, match="already has a scheme of 2x2x2"):
        flip.search("2x2x3", steps=1, output=best)


# --- the hunt


def test_a_hunt_finds_what_is_withheld_and_continues(tmp_path):
    found = []
    result = flip.hunt("2x2x3", folder=tmp_path / "hunt", withhold=["2x2x3"], target=11, seed=1, steps=20000, backend="cpu",
                       on_find=found.append)
    assert result.complete and result.ending == "target" and result.best == {"2x2x3": 11} and result.skipped == []
    assert found == result.finds and found[-1].rank == 11
    assert flip.Scheme(found[-1].file).rank == 11
    rows = {row.shape: row for row in flip.hunt_status(tmp_path / "hunt")}
    assert rows["2x2x3"].rank == 11 and rows["2x2x3"].best_known == 11
    assert sum(row.rounds for row in rows.values()) == result.rounds
    again = flip.hunt((2, 2, 3), folder=tmp_path / "hunt", target=11, seed=1)
    assert again.complete and again.rounds == 0


def test_a_hunt_of_rounds_stops_after_them(tmp_path):
    result = flip.hunt(["2x2x2", "2x2x3"], folder=tmp_path, rounds=2, seed=1, steps=2000, backend="cpu")
    assert result.complete and result.ending == "steps" and result.rounds == 2 and set(result.best) == {"2x2x2", "2x2x3"}

    def stop(find):
        raise StopIteration

    assert flip.hunt("2x3x3", folder=tmp_path / "other", withhold=["2x2x2"], steps=2000, seed=1, backend="cpu",
                     on_find=stop).ending == "callback"


def test_wrong_hunts_are_refused(tmp_path):
    with pytest.raises(ValueError, match="shapes"):
        flip.hunt(folder=tmp_path / "hunt")
    with pytest.raises(ValueError, match="2x2"):
        flip.hunt("2x2", folder=tmp_path / "hunt")
    with pytest.raises(ValueError, match="rounds"):
        flip.hunt("2x2x2", folder=tmp_path / "hunt", rounds=-1)
    with pytest.raises(ValueError, match="hunt"):
        flip.hunt_status(tmp_path)
