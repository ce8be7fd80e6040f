# SPDX-License-Identifier: MIT
"""wreath.perm against numpy's own indexing, over all types of points; and that nothing is copied."""
import threading
import tracemalloc

import numpy as np
import pytest

from wreath import perm
from wreath.perm import Permutation

TYPES = [np.uint8, np.uint16, np.uint32, np.uint64, np.int8, np.int16, np.int32, np.int64]
SIZES = [0, 1, 2, 31, 127, 1000, 100003]
SEED = 20261115


def pairs():
    for dtype in TYPES:
        for n in SIZES:
            if n <= np.iinfo(dtype).max:
                yield pytest.param(dtype, n, id=f"{np.dtype(dtype)}-{n}")


def two(dtype, n):
    return perm.random(n, SEED, dtype=dtype), perm.random(n, SEED + 1, dtype=dtype)


@pytest.mark.parametrize("dtype, n", pairs())
def test_agrees_with_indexing(dtype, n):
    x, y = two(dtype, n)
    assert x.dtype == dtype and sorted(x.tolist()) == list(range(n))
    identity = np.arange(n, dtype=dtype)
    product = perm.multiply(x, y)
    assert product.dtype == dtype and np.array_equal(product, y[x])
    assert np.array_equal(perm.inverse(x)[x], identity)
    assert np.array_equal(perm.divide(x, y), y[np.argsort(x, kind="stable")])
    assert np.array_equal(perm.power(x, 5), x[x[x[x[x]]]])
    assert np.array_equal(perm.multiply(perm.power(x, -3), perm.power(x, 3)), identity)
    assert np.array_equal(perm.conjugate(x, y), perm.evaluate([(y, -1), x, y]))
    assert np.array_equal(perm.conjugate(x, y)[y], y[x])
    assert np.array_equal(perm.multiply(perm.multiply(y, x), perm.commutator(x, y)), perm.multiply(x, y))
    assert perm.is_permutation(x) and perm.equal(x, x.copy())


@pytest.mark.parametrize("method", ["loop", "partition"])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_methods_and_threads(method, threads):
    x, y = two(np.uint32, 300007)
    how = {"method": method, "threads": threads, "backend": "cpu"}
    assert np.array_equal(perm.multiply(x, y, **how), y[x])
    assert np.array_equal(perm.inverse(x, **how)[x], np.arange(len(x)))
    assert np.array_equal(perm.random(300007, SEED, threads=threads), x)


def test_cycles_order_and_sign():
    x = np.array([1, 2, 0, 4, 3, 5], dtype=np.uint16)
    assert perm.cycle_type(x) == [(1, 1), (2, 1), (3, 1)]
    assert perm.order(x) == 6 and perm.sign(x) == -1
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
    starts = np.cumsum([0] + primes)
    rings = np.concatenate([start + (np.arange(p) + 1) % p for start, p in zip(starts, primes)])
    assert perm.order(rings) == np.prod([int(p) for p in primes], dtype=object)


def test_values_of_any_type_are_moved():
    x = perm.random(1000, SEED)
    for y in [np.random.default_rng(SEED).random(1000), np.arange(1000) + 1j, np.arange(1000).astype("S7"),
              np.array([(i, i / 2) for i in range(1000)], dtype=[("a", "i8"), ("b", "f4")])]:
        assert np.array_equal(perm.multiply(x, y), y[x])
        assert np.array_equal(perm.divide(x, y)[x], y)
    few = np.array([1, 0, 0, 1, 2], dtype=np.uint8)
    assert perm.multiply(few, np.array([10, 20, 30])).tolist() == [20, 10, 10, 20, 30]


def test_out_is_used_and_returned():
    x, y = two(np.uint32, 1000)
    out = np.empty_like(x)
    for result, expected in [(perm.multiply(x, y, out=out), y[x]), (perm.inverse(x, out=out), np.argsort(x)),
                             (perm.power(x, 2, out=out), x[x]), (perm.conjugate(x, y, out=out), perm.conjugate(x, y)),
                             (perm.random(1000, 3, out=out), perm.random(1000, 3))]:
        assert result is out and np.array_equal(perm.multiply(out, np.arange(1000)), out)
    perm.multiply(x, y, out=out)
    kept = x.copy()
    perm.multiply(x, y, out=x)
    assert np.array_equal(x, y[kept])
    perm.inverse(y, out=y)
    assert np.array_equal(perm.multiply(x, y), kept)


def test_nothing_is_copied():
    n = 1 << 22
    x, y, out = perm.random(n, 1), perm.random(n, 2), np.empty(n, dtype=np.uint32)
    signed = x.view(np.int32)
    tracemalloc.start()
    perm.multiply(x, y, out=out)
    perm.multiply(signed, y, out=out)
    perm.inverse(x, out=out)
    assert perm.is_permutation(signed)
    Permutation(x)
    _, peak = tracemalloc.get_traced_memory()  # numpy tells tracemalloc of its arrays
    tracemalloc.stop()
    assert peak < n
    assert np.shares_memory(Permutation(x).array, x)
    assert np.shares_memory(np.asarray(Permutation(x)), x)


def test_memory_maps(tmp_path):
    x, y = two(np.uint32, 5000)
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    mapped = [np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in "xy"]
    z = np.lib.format.open_memmap(tmp_path / "z.npy", mode="w+", dtype=np.uint32, shape=(5000,))
    assert perm.multiply(*mapped, out=z) is z
    z.flush()
    assert np.array_equal(np.load(tmp_path / "z.npy"), y[x])
    with pytest.raises(ValueError, match="out is read-only"):
        perm.multiply(x, y, out=mapped[0])


@pytest.mark.parametrize("call, sentence", [
    (lambda: perm.multiply([0, 5, 1], [0, 1, 2]), "value 5 at index 1 is not a point: there are 3 points"),
    (lambda: perm.multiply(np.array([0, -7], dtype=np.int16), [0, 1]), "value -7 at index 1 is not a point"),
    (lambda: perm.multiply(np.array([3], dtype=np.int16), [0]), "value 3 at index 0 is not a point: there is 1 point$"),
    (lambda: perm.inverse([0, 0, 1]), "x is not a permutation: value 0 at index 1 already appears at index 0"),
    (lambda: perm.power([0, 0, 1], -1), "not a permutation"),
    (lambda: perm.commutator([0, 0, 1], [0, 1, 2]), "not a permutation"),
    (lambda: perm.cycle_type([1, 1]), "not a permutation"),
    (lambda: perm.divide([0, 1], [0, 1, 2]), "they have 2 and 3"),
    (lambda: perm.multiply([0, 1], np.array(["x" * 20] * 2)), "values of 80 bytes"),
    (lambda: perm.multiply([0, 1], [0, 1], out=np.empty(3, dtype=np.int64)), "out has 3 points"),
    (lambda: perm.multiply([0, 1], [0, 1], backend="gpu"), "'gpu' is not a valid backend: choose one of auto, cpu, cuda"),
    (lambda: perm.multiply([0, 1], [0, 1], method="fast"), "'fast' is not a valid method"),
    (lambda: perm.random(300, dtype=np.uint8), "300 points do not fit"),
    (lambda: perm.random(200, dtype=np.int8), "200 points do not fit in int8"),
    (lambda: perm.random(-1), "n is -1"),
    (lambda: perm.random(10, seed=-1), "seed is -1, and must be a whole number from 0 to 18446744073709551615"),
    (lambda: perm.random(10, seed=2**64), "seed is 18446744073709551616"),
    (lambda: perm.inverse([0], threads=-1), "threads is -1, and must be a whole number from 0 to 4096"),
    (lambda: perm.order([0], threads=2**32), "threads is 4294967296"),
    (lambda: perm.evaluate([]), "an empty product"),
    (lambda: Permutation([0, 2]), "value 2 at index 1"),
    (lambda: Permutation([0, 1]) * Permutation([0]), "they have 2 and 1"),
])
def test_errors_name_what_is_wrong(call, sentence):
    with pytest.raises(ValueError, match="^.*" + sentence.replace("(", r"\(")):
        call()


@pytest.mark.parametrize("call, sentence", [
    (lambda: perm.power([1, 0], 1.5), "exponent must be a whole number, not 1.5"),
    (lambda: Permutation([1, 0])**1.5, "exponent must be a whole number, not 1.5"),
    (lambda: perm.random(2.0), "n must be a whole number, not 2.0"),
    (lambda: perm.random(10, seed="x"), "seed must be a whole number, not 'x'"),
    (lambda: perm.inverse([0], threads=None), "threads must be a whole number, not None"),
    (lambda: perm.inverse([0], backend=1), "backend must be a str, not 1"),
    (lambda: perm.multiply([[0, 1]], [0, 1]), "x has 2 dimensions"),
    (lambda: perm.multiply(np.arange(10)[::2], np.arange(10)), "numpy.ascontiguousarray"),
    (lambda: perm.multiply(np.arange(3, dtype=">u4"), np.arange(3)), "byte order"),
    (lambda: perm.multiply([0.5, 1.0], [0, 1]), "x is an array of float64; points are integers"),
    (lambda: perm.multiply([0, 1], np.array(["a", 3], dtype=object)), "Python objects"),
    (lambda: perm.multiply([0, 1], [0, 1], out=np.empty(2, dtype=np.int32)), "out is an array of int32"),
    (lambda: perm.evaluate([np.arange(3), np.arange(3, dtype=np.uint8)]), "they must have the same type"),
    (lambda: perm.multiply([0, 1], np.eye(2), out=np.empty((2, 2), dtype=np.int32)), "out must be a contiguous array of float64"),
])
def test_arguments_of_another_kind(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call()
    assert perm.power([1, 2, 0], np.int8(-1)).tolist() == [2, 0, 1]


@pytest.mark.parametrize("nothing", [[], (), range(0), np.empty(0, dtype=np.uint32)])
def test_the_permutation_of_no_points(nothing):
    for result in [perm.inverse(nothing), perm.multiply(nothing, nothing), perm.divide(nothing, nothing), perm.power(nothing, -3),
                   perm.evaluate([nothing, (nothing, -1)]), perm.commutator(nothing, nothing), (~Permutation(nothing)).array]:
        assert result.shape == (0,) and result.dtype.kind in "ui"
    assert perm.is_permutation(nothing) and perm.order(nothing) == 1 and perm.sign(nothing) == 1
    assert perm.cycle_type(nothing) == [] and perm.equal(nothing, nothing) and len(Permutation(nothing)) == 0
    with pytest.raises(TypeError, match="array of float64"):
        perm.inverse(np.empty(0))


def test_an_order_of_thousands_of_digits():
    sieve = np.ones(12_000, dtype=bool)
    for p in range(2, 110):
        sieve[p * p::p] = False
    primes = np.flatnonzero(sieve)[2:].tolist()
    starts = np.cumsum([0] + primes)
    rings = np.concatenate([start + (np.arange(p) + 1) % p for start, p in zip(starts, primes)])
    expected = 1
    for p in primes:
        expected *= p
    assert expected > 10**4300 and perm.order(rings) == expected  # more digits than Python reads at once


def test_misaligned_arrays_are_refused():
    def misaligned(values):
        array = np.zeros(values.nbytes + 1, dtype=np.uint8)[1:].view(values.dtype)
        array[:] = values
        return array

    x = np.array([1, 2, 0], dtype=np.uint32)
    for call in [lambda: perm.inverse(misaligned(x)), lambda: perm.multiply(x, misaligned(x)),
                 lambda: perm.divide(x, misaligned(np.ones(3))), lambda: perm.inverse(x, out=misaligned(x)),
                 lambda: perm.multiply(x, x, out=misaligned(x)), lambda: perm.random(3, out=misaligned(x))]:
        with pytest.raises(TypeError, match="is not aligned to its item size"):
            call()


def test_copies_are_made_as_asked():
    array = np.array([1, 2, 0], dtype=np.uint32)
    x = Permutation(array)
    assert x.__array__() is array and x.__array__(copy=False) is array and np.asarray(x) is array
    assert not np.shares_memory(x.__array__(copy=True), array) and not np.shares_memory(np.array(x), array)
    assert x.__array__(np.int64).dtype == np.int64 and x.__array__(np.int64, copy=True).tolist() == [1, 2, 0]
    with pytest.raises(ValueError, match="needs a copy"):
        x.__array__(np.int64, copy=False)


def test_overlap_is_refused():
    a = np.arange(10, dtype=np.uint32)
    with pytest.raises(ValueError, match="shares memory with y"):
        perm.multiply(a.copy(), a, out=a)
    with pytest.raises(ValueError, match="shares memory with x"):
        perm.multiply(a[:5], np.arange(10, dtype=np.uint32), out=a[1:6])
    with pytest.raises(ValueError, match="shares memory with x"):
        perm.power(a, 2, out=a)


def test_without_the_gil():
    x, y = two(np.uint32, 1 << 20)
    results = [None] * 4

    def work(k):
        results[k] = perm.multiply(x, y, threads=1)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(result, y[x]) for result in results)


def test_permutation_objects():
    rng = np.random.default_rng(SEED)
    a, b = (Permutation(rng.permutation(50)) for _ in range(2))
    assert ~(a * b) == ~b * ~a and a.divide(b) == ~a * b and a**0 == a * ~a
    assert a**a.order() == a**0 and a.sign() * b.sign() == (a * b).sign()
    assert hash(a) == hash(Permutation(a.array.astype(np.uint8)))
    assert a[7] == a.array[7] and len(a) == 50 and a != 3
    product = Permutation([1, 2, 0, 3, 5, 4])
    assert product.cycles() == [(0, 1, 2), (4, 5)]
    assert repr(product) == "Permutation([1, 2, 0, 3, 5, 4])" and "of 50 points" in repr(a)


def test_powers_beyond_64_bits():
    x = perm.random(1000, SEED)
    order = perm.order(x)
    for exponent in [2**63, -2**63 - 1, 2**200 + 17, -2**130 + 5]:
        assert np.array_equal(perm.power(x, exponent), perm.power(x, exponent % order))


def test_powers_of_any_exponent():
    x = perm.random(1000, seed=3)
    order = perm.order(x)
    assert perm.equal(perm.power(x, order * 10**5000 + 2), perm.multiply(x, x))
    assert perm.equal(perm.power(x, -order * 10**5000 - 1), perm.inverse(x))


def test_formulas():
    x, y = perm.random(1000, seed=1), perm.random(1000, seed=2)
    expected = perm.multiply(perm.multiply(perm.inverse(x), y), perm.power(x, 3))
    assert perm.equal(perm.evaluate("x^-1*y*x^3", x=x, y=y), expected)
    assert perm.equal(perm.evaluate("[x,y]", x=x, y=y), perm.commutator(x, y))
    assert perm.equal(perm.evaluate("1", x=x), perm.identity(1000))
    with pytest.raises(ValueError, match="no permutation is given for 'z'"):
        perm.evaluate("x*z", x=x)
    with pytest.raises(ValueError, match="at character 3"):
        perm.evaluate("x*", x=x)
    with pytest.raises(TypeError, match="unexpected argument 'y'"):
        perm.evaluate([x], y=y)


def test_orbits():
    x, y = perm.random(5000, seed=1), perm.random(5000, seed=2)
    both = perm.orbit_labels(x, y)
    assert both.dtype == x.dtype
    assert (both[x] == both).all() and (both[y] == both).all() and (both <= np.arange(5000)).all()
    assert (perm.orbit_labels(x) == perm.cycle_labels(x)).all()
    vector = perm.schreier_vector(x, y)
    assert ((vector == 0) == (both == np.arange(5000))).all()
    assert perm.Permutation("(1,2,3)(4,5)") == perm.Permutation([1, 2, 0, 4, 3]) == perm.Permutation("PermList([2,3,1,5,4])")
    for text in ("(1,2)(2,3)", "[1,1]", "Perm([1])"):
        with pytest.raises(ValueError):
            perm.Permutation(text)
    with pytest.raises(ValueError, match="generator 2 is not a permutation"):
        perm.orbit_labels([1, 0], [0, 0])
    with pytest.raises(ValueError, match="at least one"):
        perm.orbit_labels()


def test_labels_of_cycles():
    x = perm.random(5000, seed=4)
    labels = perm.cycle_labels(x)
    assert np.array_equal(labels[x], labels)
    assert [(int(n), int(k)) for n, k in zip(*np.unique(np.unique(labels, return_counts=True)[1], return_counts=True))] == perm.cycle_type(x)
    assert np.all(labels <= np.arange(5000))
    with pytest.raises(ValueError, match="x is not a permutation: value 0 at index 1 already appears"):
        perm.cycle_labels([0, 0])


def test_rows_are_moved():
    x = perm.random(1000, SEED)
    for y in (np.arange(3000).reshape(1000, 3), np.random.default_rng(SEED).random((1000, 8)), np.zeros((1000, 64), dtype=np.uint8)):
        z = perm.multiply(x, y)
        assert z.dtype == y.dtype and np.array_equal(z, y[x])
        assert np.array_equal(perm.divide(x, y)[x], y)
        out = np.empty_like(y)
        assert perm.multiply(x, y, out=out) is out and np.array_equal(out, y[x])
    with pytest.raises(ValueError, match="the result has"):
        perm.multiply(x, y, out=np.empty((999, 64), dtype=np.uint8))
    with pytest.raises(ValueError, match="values of 72 bytes"):
        perm.multiply(x, np.zeros((1000, 9)))
    rows = np.array([[1, 0, 2, 3, 4], [0, 1, 3, 2, 4]])
    assert perm.orbit_labels(rows).tolist() == perm.orbit_labels(*rows).tolist() == [0, 0, 2, 2, 4]
    assert perm.schreier_vector(rows).tolist() == perm.schreier_vector(*map(Permutation, rows)).tolist()


def test_generators_of_numpy_are_seeds():
    one, two = np.random.default_rng(5), np.random.default_rng(5)
    first, second = perm.random(100, one), perm.random(100, one)
    assert (first != second).any() and np.array_equal(first, perm.random(100, two)) and np.array_equal(second, perm.random(100, two))
    with pytest.raises(TypeError, match="seed must be a whole number"):
        perm.random(10, np.random.RandomState(1))


def test_random_like_another_array():
    assert perm.random(5, 1, like=np.empty(0, dtype=np.int16)).dtype == np.int16


def test_permutations_are_iterable():
    x = Permutation([1, 2, 0])
    assert list(x) == [1, 2, 0] and [type(point) for point in x] == [int] * 3 and 2 in x and perm.inverse(x).tolist() == [2, 0, 1]


def test_lists_have_the_type_of_the_arrays_beside_them():
    x = np.array([1, 2, 0], dtype=np.uint32)
    assert perm.equal(perm.inverse(x), [2, 0, 1]) and not perm.equal([2, 0, -1], x.astype(np.uint64))
    assert perm.conjugate(x, [0, 2, 1]).dtype == perm.commutator([0, 2, 1], x).dtype == perm.evaluate([x, ([0, 2, 1], -1)]).dtype == np.uint32
    assert perm.orbit_labels([1, 0, 2, 3], np.array([0, 1, 3, 2], dtype=np.uint8)).tolist() == [0, 0, 2, 2]
    with pytest.raises(TypeError, match="they must have the same type"):
        perm.conjugate(x, np.array([0, 2, 1]))
    assert perm.Permutation([1, 0, 2]).cycle_type() == [(1, 1), (2, 1)]
