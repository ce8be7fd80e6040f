#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath.perm on arrays in a GPU's memory against torch: that results are equal to the CPU's, and how long both take.

    python3 bench/python/device_arrays.py [--record FILE] [--largest 30] [--python PYTHON] [--build FOLDER]

Any Python starts it. It looks for one that has torch and a GPU (--python names it), builds the module for that one below FOLDER
(build/device-arrays), and runs itself there. What fails is printed, and the rest is run all the same; the exit code is then 1.

Times are those of a call between two synchronisations of the device, the least of several that take turns; torch's is that of the fastest way
with indices of four or eight bytes.
"""
import argparse
import glob
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import traceback

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZES = [0, 1, 2, 31, 32, 33, 127, 1000, 65535, 65536, 65537, 131072, (1 << 20) + 3, (1 << 24) + 1]
BARS = {"gather": (1.8, 2.2), "scatter": (4, 6), "inverse": (5, 7), "randperm": (5, 10)}
ASK = """
import json, os, sys, sysconfig, torch, numpy
if not torch.cuda.is_available(): sys.exit("torch sees no GPU")
print(json.dumps({"version": sys.version_info[:2], "include": sysconfig.get_path("include"), "torch": torch.__version__,
                  "numpy": numpy.__version__, "gpu": torch.cuda.get_device_name(), "folder": os.path.dirname(torch.__file__)}))
"""


# --- to find a Python with torch, and to build for it

def candidates(named):
    if named:
        return [named]
    patterns = ["/opt/*/bin/python3*", "/opt/*/*/bin/python3*", "/opt/*/*/*/bin/python3*", "/usr/local/bin/python3*", "/usr/bin/python3*",
                "/venv/bin/python3", "/root/*/bin/python3", "/root/.*/bin/python3", "/home/*/*/bin/python3", "/srv/*/bin/python3",
                "/usr/local/*/bin/python3", "/root/.*/*/*/bin/python3", "/mnt/*/bin/python3", "/workspace/*/bin/python3"]
    found = [sys.executable, shutil.which("python3"), shutil.which("python")]
    for pattern in patterns:
        found += [path for path in sorted(glob.glob(pattern)) if not path.endswith("config")]
    return list(dict.fromkeys(path for path in found if path and os.access(path, os.X_OK)))


def python_with_torch(named):
    for path in candidates(named):
        try:
            asked = subprocess.run([path, "-c", ASK], capture_output=True, text=True, timeout=100)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"  {path}: {error}")
            continue
        if asked.returncode == 0:
            return path, json.loads(asked.stdout.strip().splitlines()[-1])
        print(f"  {path}: {(asked.stderr.strip().splitlines() or ['?'])[-1]}")
    sys.exit("no Python with torch and a GPU was found; name one with --python")


def build(python, facts, folder):
    """The folder that PYTHONPATH needs. If the environment has no Python.h, the module is built for the system's Python of the same version."""
    target = python
    if not os.path.exists(f"{facts['include']}/Python.h"):
        target = "/usr/bin/python%d.%d" % tuple(facts["version"])
        print(f"{python} has no Python.h; the module is built for {target}")
    flags = [f"-DPython_EXECUTABLE={target}"]
    theirs = pathlib.Path(facts["folder"]) / "include" / "pybind11"
    if theirs.is_dir():  # of the age of torch, and so of its numpy, which the distribution's may be too old for
        copied = folder / "pybind11-of-torch"
        shutil.copytree(theirs, copied / "pybind11", dirs_exist_ok=True)
        flags.append(f"-DWREATH_PYBIND11={copied.resolve()}")
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DWREATH_CUDA=ON", "-DWREATH_PYTHON=ON",
                    "-DWREATH_MPI=OFF", "-DWREATH_BENCHMARKS=OFF", "-DWREATH_TESTS=OFF", "-DWREATH_CLI=OFF", *flags], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder), "--target", "wreath_python"], check=True, stdout=subprocess.DEVNULL)
    return folder / "python"


# --- tests

class Tests:
    """Runs what it is given; a failure does not end it."""

    def __init__(self):
        self.passed = 0
        self.failed = []

    def __call__(self, name, test):
        try:
            test()
            self.passed += 1
        except Exception as error:  # all of them: this runs once
            self.failed.append(f"{name}: {type(error).__name__}: {str(error)[:400]}")
            print(f"FAILED {name}")
            traceback.print_exc(limit=6, file=sys.stdout)
            if "CUDA" in str(error) and "illegal" in str(error):
                print("the device cannot be used any more")
                raise


def test_size(tests, n, dtype):
    import numpy as np
    import torch
    from wreath import perm
    host_type = {torch.int32: np.int32, torch.int64: np.int64}[dtype]
    here = {}

    def same(device, host):
        assert isinstance(device, torch.Tensor) and device.is_cuda, type(device)
        got = device.cpu().numpy()
        assert got.dtype == host.dtype, (got.dtype, host.dtype)
        if not np.array_equal(got, host):
            where = np.flatnonzero(got != host)
            raise AssertionError(f"{len(where)} of {n} differ, first at {where[0]}: {got[where[0]]} for {host[where[0]]}")

    def start():
        here["x"], here["y"] = perm.random(n, 7, dtype=host_type), perm.random(n, 8, dtype=host_type)
        here["dx"], here["dy"] = torch.from_numpy(here["x"]).cuda(), torch.from_numpy(here["y"]).cuda()

    tests(f"start {n} {dtype}", start)
    if "dy" not in here:
        return
    x, y, dx, dy = here["x"], here["y"], here["dx"], here["dy"]
    where = f"{n} {dtype}"
    tests(f"random {where}", lambda: same(perm.random(n, 7, like=dx), x))
    tests(f"random out {where}", lambda: same(perm.random(n, 8, out=torch.empty_like(dy)), y))
    for method in ("auto", "loop", "partition"):
        tests(f"multiply {method} {where}", lambda m=method: same(perm.multiply(dx, dy, method=m), y[x]))
        tests(f"inverse {method} {where}", lambda m=method: same(perm.inverse(dx, method=m), perm.inverse(x)))
        tests(f"inverse unchecked {method} {where}", lambda m=method: same(perm.inverse(dx, check=False, method=m), perm.inverse(x)))
        tests(f"divide {method} {where}", lambda m=method: same(perm.divide(dx, dy, method=m), perm.divide(x, y)))
    tests(f"is_permutation {where}", lambda: _true(perm.is_permutation(dx)))
    tests(f"cycle_labels {where}", lambda: same(perm.cycle_labels(dx), perm.cycle_labels(x)))
    tests(f"cycle_type {where}", lambda: _equal(perm.cycle_type(dx), perm.cycle_type(x)))
    tests(f"order, sign {where}", lambda: _equal((perm.order(dx), perm.sign(dx)), (perm.order(x), perm.sign(x))))
    tests(f"orbit_labels {where}", lambda: same(perm.orbit_labels(dx, dy), perm.orbit_labels(x, y)))
    if n:
        def orbits_of_sparse():
            z = np.arange(n, dtype=host_type)
            z[: n // 2] = np.roll(z[: n // 2], 1)
            w = np.arange(n, dtype=host_type)
            w[[0, n - 1]] = w[[n - 1, 0]]
            a, b = torch.from_numpy(z).cuda(), torch.from_numpy(w).cuda()
            same(perm.orbit_labels(a, b), perm.orbit_labels(z, w))
            vector = perm.schreier_vector(a, b)
            assert vector.dtype == torch.int8 and int((vector == 0).sum()) == len(np.unique(perm.orbit_labels(z, w)))
            _equal(perm.cycle_type(a), perm.cycle_type(z))
        tests(f"sparse orbits {where}", orbits_of_sparse)

        def wrong_ones():
            bad = dx.clone()
            bad[n // 2] = n
            _equal(perm.defect(bad), perm.defect(bad.cpu().numpy()))
            _raises(ValueError, "is not a point", lambda: perm.multiply(bad, dy))
            _raises(ValueError, "not a permutation", lambda: perm.inverse(bad))
            _raises(ValueError, "not a permutation", lambda: perm.divide(bad, dy))
            bad[n // 2] = -1
            _raises(ValueError, "value -1", lambda: perm.multiply(bad, dy))
            if n > 1:
                bad = dx.clone()
                bad[0] = bad[n - 1]
                _equal(perm.defect(bad), perm.defect(bad.cpu().numpy()))
                for m in ("auto", "loop", "partition"):
                    _raises(ValueError, "not a permutation", lambda m=m: perm.inverse(bad, method=m))
                _raises(ValueError, "not a permutation", lambda: perm.cycle_labels(bad))
                _raises(ValueError, "not a permutation", lambda: perm.cycle_type(bad))
        tests(f"wrong ones {where}", wrong_ones)


def _true(value):
    assert value is True, value


def _equal(one, other):
    assert one == other, f"{str(one)[:200]} and {str(other)[:200]}"


def _raises(kind, text, call):
    try:
        call()
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError(f"{kind.__name__} was not raised")


def test_protocols(tests):
    import torch
    from wreath import perm
    n = 1 << 20
    x = perm.random(n, 1, like=torch.empty(0, dtype=torch.int32, device="cuda"))
    y = perm.random(n, 2, like=x)

    class Interface:
        def __init__(self, tensor):
            self.tensor = tensor
            self.__cuda_array_interface__ = tensor.__cuda_array_interface__

    def by_interface():
        z = perm.multiply(Interface(x), Interface(y))
        assert torch.equal(torch.from_dlpack(z), perm.multiply(x, y))
        assert (torch.as_tensor(z, device="cuda") == perm.multiply(x, y)).all()
        import numpy as np
        assert np.array_equal(np.asarray(z), perm.multiply(x, y).cpu().numpy())

    def in_place():
        out = torch.empty_like(x)
        address = out.data_ptr()
        assert perm.multiply(x, y, out=out) is out and out.data_ptr() == address and torch.equal(out, y[x.long()])

    def on_streams():
        for stream in (torch.cuda.Stream(), torch.cuda.Stream(), torch.cuda.default_stream()):
            with torch.cuda.stream(stream):
                a = torch.arange(n, dtype=torch.int32, device="cuda")
                for _ in range(50):
                    a = torch.roll(a, 1)  # is still at work when the next line puts more behind it
                z = perm.multiply(a, y)
                w = z.flip(0)
            stream.synchronize()
            assert torch.equal(w.flip(0), y.roll(50))
        assert torch.equal(perm.multiply(x, y, stream=torch.cuda.Stream()), y[x.long()])
        for given in (None, torch.cuda.Stream()):
            first, second = torch.cuda.Stream(), torch.cuda.Stream()
            named = []
            for stream in (first, second):
                with torch.cuda.stream(stream):
                    a = torch.arange(n, dtype=torch.int32, device="cuda")
                    for _ in range(200):
                        a = torch.roll(a, 1)
                    named.append(Interface(a))
                    named[-1].__cuda_array_interface__ = dict(a.__cuda_array_interface__, version=3, stream=stream.cuda_stream)
            z = torch.from_dlpack(perm.multiply(*named, stream=given))  # without a synchronisation in between
            assert torch.equal(z, torch.arange(n, dtype=torch.int32, device="cuda").roll(400))

    def tensors_that_cannot_be_seen():
        _raises(TypeError, "x: ", lambda: perm.inverse(torch.eye(4, device="cuda").to_sparse()))
        _raises(TypeError, "x: ", lambda: perm.multiply(torch.rand(4, device="cuda", requires_grad=True), y))
        values = torch.rand(n, device="cuda", requires_grad=True)
        _raises(TypeError, "y: ", lambda: perm.multiply(x, values))
        assert torch.equal(perm.multiply(x, values.detach()), values.detach()[x.long()])
        empty = torch.empty(0, dtype=torch.int32, device="cuda")
        assert perm.multiply(empty, y).shape == (0,) and perm.inverse(Interface(empty)).__len__() == 0

    def of_library(name):
        library = importlib.import_module(name)
        if name == "jax":
            from_dlpack, kind = library.numpy.from_dlpack, library.Array
        else:
            from_dlpack, kind = library.from_dlpack, library.ndarray
        a, b = from_dlpack(x), from_dlpack(y)
        for result, expected in ((perm.multiply(a, b), perm.multiply(x, y)), (perm.inverse(a), perm.inverse(x)), (perm.divide(a, b), perm.divide(x, y)),
                                 (perm.random(n, 1, like=a), x), (perm.cycle_labels(a), perm.cycle_labels(x)),
                                 (perm.orbit_labels(a, b), perm.orbit_labels(x, y))):
            assert isinstance(result, kind), type(result)
            assert torch.equal(torch.from_dlpack(result), expected)
        assert perm.is_permutation(a) and perm.cycle_type(a) == perm.cycle_type(x)
        for _ in range(20):  # what comes just before is waited for
            c = a * 0 + n - 1 - a
            assert torch.equal(torch.from_dlpack(perm.multiply(c, b)), y[(n - 1 - x).long()])

    def floats():
        values = torch.rand(n, device="cuda")
        assert torch.equal(perm.multiply(x, values), values[x.long()])
        assert torch.equal(perm.divide(x, values)[x.long()], values)

    def objects():
        a, b = perm.Permutation(x), perm.Permutation(y)
        assert ~(a * b) == ~b * ~a and a[5] == int(x[5]) and len(a) == n

    def errors():
        _raises(TypeError, "integers", lambda: perm.inverse(torch.rand(8, device="cuda")))
        _raises(TypeError, "not contiguous", lambda: perm.inverse(x[::2]))
        _raises(TypeError, "aligned", lambda: perm.inverse(x[1:]))
        _raises(TypeError, "dimensions", lambda: perm.inverse(x.reshape(2, -1)))
        _raises(TypeError, "in one place", lambda: perm.multiply(x, y.cpu()))
        _raises(TypeError, "same width", lambda: perm.multiply(x, y.long()))
        _raises(TypeError, "out is an array of", lambda: perm.multiply(x, y, out=torch.empty(n, dtype=torch.int64, device="cuda")))
        _raises(TypeError, "integers of 4 or 8 bytes", lambda: perm.inverse(x.to(torch.int16)))
        _raises(TypeError, "GPU", lambda: perm.power(x, 2))
        _raises(ValueError, "shares memory", lambda: perm.inverse(x, out=x))
        _raises(ValueError, "backend", lambda: perm.inverse(x, backend="cpu"))

    for name, test in (("__cuda_array_interface__", by_interface), ("out", in_place), ("streams", on_streams), ("floats", floats), ("tensors", tensors_that_cannot_be_seen),
                       ("Permutation", objects), ("errors", errors)):
        tests(name, test)
    for name in ("cupy", "jax"):
        if importlib.util.find_spec(name) is None:
            print(f"{name} is not installed: skipped")
        else:
            tests(name, lambda name=name: of_library(name))


# --- times

def seconds_of(call):
    import torch
    torch.cuda.synchronize()
    start = time.perf_counter()
    result = call()
    torch.cuda.synchronize()
    seconds = time.perf_counter() - start
    del result
    return seconds


def best_of(calls, rounds, tests, where):
    """The least time of each, in turns; calls that torch does not have are left out."""
    times = {}
    for turn in range(rounds + 1):  # the first warms up
        for name, call in calls.items():
            if turn and name not in times:
                continue
            try:
                seconds = seconds_of(call)
                times[name] = seconds if not turn or name not in times or turn == 1 else min(times[name], seconds)
            except Exception as error:
                print(f"  {where} {name}: {type(error).__name__}: {str(error).splitlines()[0][:150]}")
                if name.startswith("wreath"):
                    tests.failed.append(f"{where} {name}: {str(error)[:300]}")
    return times


def measure(tests, exponent, rounds):
    import torch
    from wreath import perm
    n = 1 << exponent
    rows = []
    x32 = perm.random(n, 1, like=torch.empty(0, dtype=torch.int32, device="cuda"))
    y32 = perm.random(n, 2, like=x32)
    x64 = x32.long()
    out = torch.empty_like(x32)
    identity = torch.arange(n, dtype=torch.int32, device="cuda")
    if exponent >= 27:
        def large():
            import numpy as np
            assert np.array_equal(x32.cpu().numpy(), perm.random(n, 1, dtype=np.int32)), "random differs from the CPU's"
        tests(f"random 2^{exponent}", large)
        tests(f"multiply 2^{exponent}", lambda: _true(torch.equal(perm.multiply(x32, y32, out=out), torch.index_select(y32, 0, x64))))
        tests(f"inverse 2^{exponent}", lambda: _true(torch.equal(torch.index_select(perm.inverse(x32, out=out), 0, x64), identity)))
        tests(f"divide 2^{exponent}", lambda: _true(torch.equal(torch.index_select(perm.divide(x32, y32, out=out), 0, x64), y32)))
        tests(f"cycles 2^{exponent}", lambda: _equal(sum(a * b for a, b in perm.cycle_type(x32)), n))
    jobs = {
        "gather": {"wreath": lambda: perm.multiply(x32, y32, out=out),
                   "wreath, new array": lambda: perm.multiply(x32, y32),
                   "index_select int32": lambda: torch.index_select(y32, 0, x32, out=out),
                   "index_select int64": lambda: torch.index_select(y32, 0, x64, out=out),
                   "y[x] int32": lambda: y32[x32], "y[x] int64": lambda: y32[x64],
                   "take int64": lambda: torch.take(y32, x64), "gather int64": lambda: torch.gather(y32, 0, x64, out=out)},
        "scatter": {"wreath": lambda: perm.divide(x32, y32, out=out, check=False),
                    "wreath, checked": lambda: perm.divide(x32, y32, out=out),
                    "scatter_ int64": lambda: out.scatter_(0, x64, y32), "index_copy_ int64": lambda: out.index_copy_(0, x64, y32),
                    "index_copy_ int32": lambda: out.index_copy_(0, x32, y32),
                    "out[x]=y int64": lambda: out.index_put_((x64,), y32), "out[x]=y int32": lambda: out.index_put_((x32,), y32)},
        "inverse": {"wreath": lambda: perm.inverse(x32, out=out, check=False),
                    "wreath, checked": lambda: perm.inverse(x32, out=out),
                    "scatter_ int64": lambda: out.scatter_(0, x64, identity),
                    "out[x]=arange int64": lambda: out.index_put_((x64,), identity),
                    "out[x]=arange int32": lambda: out.index_put_((x32,), identity),
                    "argsort int32": lambda: torch.argsort(x32)},
        "randperm": {"wreath": lambda: perm.random(n, 5, out=out),
                     "randperm int64": lambda: torch.randperm(n, device="cuda"),
                     "randperm int32": lambda: torch.randperm(n, device="cuda", dtype=torch.int32)},
        "check": {"wreath": lambda: perm.is_permutation(x32)},
        "cycle labels": {"wreath": lambda: perm.cycle_labels(x32, out=out)},
    }
    for what, calls in jobs.items():
        if what == "check":
            del x64, identity  # makes room for cycles
        times = best_of(calls, rounds, tests, f"{what} 2^{exponent}")
        torch.cuda.empty_cache()
        theirs = {name: seconds for name, seconds in times.items() if not name.startswith("wreath")}
        row = {"what": what, "points": f"2^{exponent}", "milliseconds": {name: round(1e3 * seconds, 4) for name, seconds in times.items()}}
        if "wreath" in times and theirs:
            fastest = min(theirs, key=theirs.get)
            row |= {"fastest of torch": fastest, "ratio": round(theirs[fastest] / times["wreath"], 3), "bar": BARS[what][0], "aim": BARS[what][1]}
        rows.append(row)
        print(json.dumps(row), flush=True)
    return rows


def run(options):
    import torch
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take three quarters of the GPU's memory
    start = time.time()
    tests = Tests()
    rows = []
    try:
        for n in SIZES:
            for dtype in (torch.int32, torch.int64):
                test_size(tests, n, dtype)
        print(f"sizes: {tests.passed} passed, {len(tests.failed)} failed, {time.time() - start:.0f} s", flush=True)
        test_protocols(tests)
        print(f"protocols: {tests.passed} passed, {len(tests.failed)} failed, {time.time() - start:.0f} s", flush=True)
        for exponent in (27, 30):
            if exponent <= options.largest:
                torch.cuda.empty_cache()
                tests(f"times 2^{exponent}", lambda e=exponent: rows.extend(measure(tests, e, 5 if e < 30 else 3)))
                print(f"2^{exponent}: {time.time() - start:.0f} s", flush=True)
    except Exception:
        traceback.print_exc()
    print(f"{tests.passed} passed, {len(tests.failed)} failed")
    for line in tests.failed:
        print("FAILED", line)
    if options.record:
        import numpy
        from wreath import _wreath
        results = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "numpy": numpy.__version__, "passed": tests.passed,
                   "failed": tests.failed, "rows": rows}
        with open(options.record, "w", encoding="utf-8") as file:
            file.write(_wreath.record("bench/python/device_arrays.py", 0, 1, json.dumps(results)) + "\n")
    return 1 if tests.failed or not rows else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", help="write a run record to this file")
    parser.add_argument("--largest", type=int, default=30, help="exponent of the largest size that is measured")
    parser.add_argument("--python", help="a Python with torch")
    parser.add_argument("--build", default=str(ROOT / "build" / "device-arrays"))
    parser.add_argument("--here", action="store_true", help="measure in this Python, with the module on its path")
    options = parser.parse_args()
    if options.here:
        sys.exit(run(options))
    start = time.time()
    python, facts = python_with_torch(options.python)
    print(f"{python}: {facts}, {time.time() - start:.0f} s", flush=True)
    module = build(python, facts, pathlib.Path(options.build))
    print(f"built in {time.time() - start:.0f} s", flush=True)
    command = [python, __file__, "--here", "--largest", str(options.largest)]
    if options.record:
        command += ["--record", os.path.abspath(options.record)]
    sys.exit(subprocess.run(command, env=os.environ | {"PYTHONPATH": str(module), "PYTHONUNBUFFERED": "1"}).returncode)


if __name__ == "__main__":
    main()
