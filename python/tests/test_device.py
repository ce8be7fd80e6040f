# SPDX-License-Identifier: MIT
"""The protocols by which wreath.perm takes arrays in a GPU's memory, with arrays that only claim to be there. What is computed on a
GPU is tested by bench/python/device_arrays.py, on machines that have one."""
import ctypes
import sys
import types

import numpy as np
import pytest

from wreath import _device, perm


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    pass


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(DLManagedTensor))
DLManagedTensor._fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", Deleter)]
NAME = b"dltensor"  # capsules point to it
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Fake:
    """An array that claims by DLPack to be on a device."""

    def __init__(self, array, device=2, number=0):
        self.array, self.device, self.number = array, device, number
        self.dtype, self.streams, self.deleted, self.kept = array.dtype, [], 0, []

    def __dlpack_device__(self):
        return self.device, self.number

    def __dlpack__(self, stream=None):
        self.streams.append(stream)
        array = self.array
        shape, strides = (ctypes.c_int64 * array.ndim)(*array.shape), (ctypes.c_int64 * array.ndim)(
            *(stride // array.itemsize for stride in array.strides))
        code = {"i": 0, "u": 1, "f": 2}[array.dtype.kind]

        def delete(_):
            self.deleted += 1

        managed = DLManagedTensor(DLTensor(array.ctypes.data, self.device, self.number, array.ndim, code, 8 * array.itemsize, 1, shape, strides,
                                           0), None, Deleter(delete))
        self.kept.append((managed, shape, strides))
        return new_capsule(ctypes.addressof(managed), NAME, None)


class Interface:
    """An array that claims so by ``__cuda_array_interface__``."""

    def __init__(self, array, **more):
        self.array, self.dtype = array, array.dtype
        self.__cuda_array_interface__ = {"shape": array.shape, "typestr": array.dtype.str, "data": (array.ctypes.data, False), "version": 3,
                                         "strides": None if array.flags.c_contiguous else array.strides, **more}


def aligned(values, dtype=np.int32):
    """At an address that is a multiple of 16 bytes."""
    room = np.zeros(len(values) * 8 + 16, dtype=np.uint8)
    first = -room.ctypes.data % 16
    array = room[first:first + len(values) * np.dtype(dtype).itemsize].view(dtype)
    array[:] = values
    return array


HAS_GPU = True
try:
    _device._device.Array(1, 0, 32, -1)
except (OSError, MemoryError):
    HAS_GPU = False
without_gpu = pytest.mark.skipif(HAS_GPU, reason="the arrays are not really on the GPU")


@without_gpu
@pytest.mark.parametrize("kind", [Fake, Interface])
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.uint32, np.uint64])
def test_without_a_gpu_that_is_the_error(kind, dtype):
    x = kind(aligned([1, 2, 0], dtype))
    for call in (lambda: perm.multiply(x, x), lambda: perm.inverse(x), lambda: perm.divide(x, x), lambda: perm.defect(x),
                 lambda: perm.is_permutation(x), lambda: perm.cycle_type(x), lambda: perm.cycle_labels(x), lambda: perm.orbit_labels(x, x),
                 lambda: perm.schreier_vector(x), lambda: perm.random(3, seed=1, out=x), lambda: perm.random(3, like=x),
                 lambda: perm.order(x), lambda: perm.Permutation(x), lambda: perm.multiply(x, x, out=kind(aligned([0, 0, 0], dtype)))):
        with pytest.raises((OSError, MemoryError), match="GPU|CUDA"):
            call()


WRONG = [
    (lambda k: perm.inverse(k(aligned([0.5, 1.0], np.float32))), "x is an array of float32; on a GPU points are integers of 4 or 8 bytes"),
    (lambda k: perm.inverse(k(aligned([1, 0], np.int16))), "x is an array of int16; on a GPU points"),
    (lambda k: perm.inverse(k(aligned(range(8))[::2])), "x is not contiguous: its stride is"),
    (lambda k: perm.inverse(k(aligned(range(8)).reshape(2, 4))), "x has 2 dimensions; expected one"),
    (lambda k: perm.inverse(k(aligned(range(8))[1:])), "x is not aligned to 16 bytes"),
    (lambda k: perm.multiply(k(aligned([1, 0])), np.array([1, 0])), "y is in the host's memory and x in that of a GPU"),
    (lambda k: perm.multiply([1, 0], k(aligned([1, 0]))), "x is in the host's memory and y in that of a GPU"),
    (lambda k: perm.inverse(np.array([1, 0]), out=k(aligned([1, 0]))), "x is in the host's memory and out in that of a GPU"),
    (lambda k: perm.orbit_labels(k(aligned([1, 0])), [1, 0]), "generator 2 is in the host's memory"),
    (lambda k: perm.power(k(aligned([1, 0])), 2), "does not work on arrays in a GPU's memory"),
    (lambda k: perm.evaluate([k(aligned([1, 0]))]), "does not work on arrays in a GPU's memory"),
    (lambda k: perm.inverse(k(aligned([1, 0])), stream="fast"), "stream must be a stream of CUDA or its address, not 'fast'"),
    (lambda k: perm.random(2, dtype="i4", out=k(aligned([1, 0]))), "dtype is that of out"),
]


@pytest.mark.parametrize("kind", [Fake, Interface])
@pytest.mark.parametrize("call, sentence", WRONG)
def test_wrong_kinds_are_type_errors(kind, call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call(kind)


@pytest.mark.parametrize("call, sentence", [
    (lambda out: perm.inverse(Fake(aligned([0.5, 1.0], np.float32)), out=out), "points are integers of 4 or 8 bytes"),
    (lambda out: perm.inverse(Fake(aligned(range(8))[::2]), out=out), "x is not contiguous: its stride is 2"),
    (lambda out: perm.inverse(Fake(aligned(range(9))[1:]), out=out), "x is not aligned to 16 bytes"),
    (lambda out: perm.inverse(Fake(aligned(range(8), np.int64)), out=out), "out is an array of int32; the result is one of int64"),
    (lambda out: perm.multiply(Fake(aligned(range(8), np.int64)), out, out=Fake(aligned(range(8)))), "must have the same width"),
    (lambda out: perm.multiply(Fake(aligned(range(8)), number=1), out, out=out), "y is on GPU 0 and another array on GPU 1"),
])
def test_sentences_with_room_for_the_result(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call(Fake(aligned(range(8))))


def test_wrong_values_are_value_errors():
    x = Fake(aligned([1, 0]))
    with pytest.raises(ValueError, match="out has 3 points; the result has 2"):
        perm.inverse(x, out=Fake(aligned([0, 0, 0])))
    with pytest.raises(ValueError, match="out shares memory with x"):
        perm.inverse(x, out=x)
    with pytest.raises(ValueError, match="backend='cpu'"):
        perm.inverse(x, backend="cpu")
    with pytest.raises(ValueError, match="out has 2 points; the result has 3"):
        perm.random(3, out=x)
    with pytest.raises(ValueError, match="read-only"):
        perm.inverse(Interface(aligned([1, 0])), out=Interface(aligned([1, 0]), data=(16, True)))
    with pytest.raises(TypeError, match="DLPack's type 10"):
        perm.inverse(Fake(aligned([1, 0]), device=10))


def test_streams_and_ownership():
    out = Fake(aligned([0, 0, 0], np.int64))
    for given, passed in ((None, 1), (0, 1), (1, 1), (2, 2), (4096, 4096), (type("S", (), {"cuda_stream": 77})(), 77),
                          (type("S", (), {"ptr": 78})(), 78), (type("S", (), {"__cuda_stream__": lambda self: (0, 79)})(), 79)):
        x = Fake(aligned([1, 0]))
        with pytest.raises((TypeError, ValueError)):
            perm.inverse(x, out=out, stream=given)
        assert x.streams == [passed] and x.deleted == 1, given
    x = Interface(aligned([1, 0]), stream=55)
    assert _device.stream_of(None, x) == 55 and _device.stream_of(None, Interface(aligned([1, 0]))) == 1


class OnHost:
    """A DLPack array of the host and nothing else."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_the_host_are_used_as_numpy_arrays():
    x = np.array([1, 2, 0], dtype=np.int32)
    assert perm.inverse(OnHost(x)).tolist() == [2, 0, 1] and perm.multiply(OnHost(x), OnHost(x)).dtype == np.int32
    assert np.shares_memory(perm.Permutation(OnHost(x)).array, x)


@without_gpu
def test_torch_is_asked_for_its_stream_and_for_memory(monkeypatch):
    asked = []

    class Tensor(Fake):
        __module__ = "torch"

        def __init__(self, array):
            super().__init__(array)
            self.device = "cuda:0"

        def __dlpack_device__(self):
            return 2, 0

        def __dlpack__(self, stream=None):
            self.device = 2
            capsule = super().__dlpack__(stream)
            self.device = "cuda:0"
            return capsule

    torch = types.ModuleType("torch")
    torch.uint8 = np.uint8
    torch.cuda = types.SimpleNamespace(current_stream=lambda device: asked.append(device) or types.SimpleNamespace(cuda_stream=4711))
    torch.empty = lambda size, dtype, device: asked.append((size, np.dtype(dtype).name, device)) or Tensor(aligned([0] * size, dtype))
    monkeypatch.setitem(sys.modules, "torch", torch)
    x = Tensor(aligned([1, 2, 0], np.int64))
    with pytest.raises(OSError, match="GPU|CUDA"):
        perm.multiply(x, x)
    assert asked == ["cuda:0", (3, "int64", "cuda:0")] and set(x.streams) == {4711} and x.deleted == 2


class Calls:
    """In place of the extension's functions that need a GPU: what was asked of them."""

    def __init__(self, monkeypatch, number=3):
        self.waits = []
        monkeypatch.setattr(_device._device, "device_of", lambda address: number if address else -1)
        monkeypatch.setattr(_device._device, "wait_for", lambda stream, other, device: self.waits.append((stream, other, device)))


@pytest.mark.parametrize("x_stream, y_stream, given, stream, waits", [
    (None, None, None, 1, []),                      # nobody names one: the default stream
    (1, 1, None, 1, []), (2, 2, None, 2, []), (55, 55, None, 55, []),
    (55, None, None, 55, []),                       # y is ready
    (55, 66, None, 55, [(55, 66, 3)]),              # the first array's stream is the caller's
    (None, 66, None, 1, [(1, 66, 3)]), (2, 1, None, 2, [(2, 1, 3)]),
    (55, 66, 77, 77, [(77, 55, 3), (77, 66, 3)]), (None, 2, 2, 2, []), (1, 2, 2, 2, [(2, 1, 3)]),
])
def test_streams_that_arrays_name_are_waited_for(monkeypatch, x_stream, y_stream, given, stream, waits):
    calls = Calls(monkeypatch)
    x, y = Interface(aligned([1, 0]), stream=x_stream), Interface(aligned([1, 0]), stream=y_stream)
    call = _device.Call(given, x=x, y=y)
    call.view("x", x), call.view("y", y)
    assert call.stream == stream and calls.waits == waits


def test_what_names_no_stream_or_has_no_entries_is_not_waited_for(monkeypatch):
    calls = Calls(monkeypatch)
    old, empty = Interface(aligned([1, 0]), version=2), Interface(aligned([]), stream=66, data=(0, False))
    call = _device.Call(77, x=old, y=empty)
    call.view("x", old), call.view("y", empty)
    assert calls.waits == []


@without_gpu
def test_the_result_is_waited_for_before_it_is_written(monkeypatch):
    calls = Calls(monkeypatch)
    x, y, out = (Interface(aligned([1, 0]), stream=stream) for stream in (55, 66, 88))
    with pytest.raises((OSError, MemoryError), match="GPU|CUDA"):
        perm.multiply(x, y, out=out)
    assert calls.waits == [(55, 66, 3), (55, 88, 3)]


def test_results_are_made_where_the_arrays_are(monkeypatch):
    Calls(monkeypatch, number=5)

    class Made(Exception):
        pass

    def make(*what):
        raise Made(*what)

    monkeypatch.setattr(_device._device, "Array", make)
    with pytest.raises(Made) as made:
        perm.inverse(Interface(aligned([1, 0])))
    assert made.value.args == (2, 0, 32, 5)
    with pytest.raises(Made) as made:
        perm.inverse(Interface(aligned([]), data=(0, False)))
    assert made.value.args == (0, 0, 32, -1)


def test_the_result_of_an_empty_array_may_be_on_any_gpu(monkeypatch):
    Calls(monkeypatch)
    empty, result = Interface(aligned([]), data=(0, False)), Fake(aligned([]), number=1)
    monkeypatch.setattr(_device, "DeviceArray", lambda *what: result)
    call = _device.Call(None, x=empty)
    out, view = call.result(None, 0, empty, call.view("x", empty))
    assert out is result and view.device == 1


class PlainTensor:
    """As much of torch's as the short way asks for."""

    is_cuda, requires_grad, layout, dtype, shape = True, False, "torch.strided", "torch.int64", (3,)
    device = types.SimpleNamespace(index=1)
    neg = conj = False
    contiguous = True

    def __init__(self, **more):
        self.__dict__.update(more)

    def dim(self):
        return len(self.shape)

    def is_contiguous(self):
        if self.layout != "torch.strided":
            raise RuntimeError("sparse tensors do not have is_contiguous")
        return self.contiguous

    def is_conj(self):
        return self.conj

    def is_neg(self):
        return self.neg

    def data_ptr(self):
        return 4096 if self.shape[0] else 0

    def __dlpack_device__(self):
        return 2, self.device.index

    def __dlpack__(self, stream=None):
        raise BufferError("Can't export this")


PlainTensor.__module__ = "torch"


@pytest.fixture
def torch_with_streams(monkeypatch):
    torch = types.ModuleType("torch")
    torch.Tensor = PlainTensor
    torch.cuda = types.SimpleNamespace(current_stream=lambda device: types.SimpleNamespace(cuda_stream=4711))
    monkeypatch.setitem(sys.modules, "torch", torch)


def test_dense_tensors_are_seen_without_dlpack(torch_with_streams):
    for dtype, bits in (("torch.int64", 64), ("torch.int32", 32)):
        x = PlainTensor(dtype=dtype)
        view = _device.Call(None, x=x).view("x", x)
        assert (view.size, view.bits, view.device) == (3, bits, 1)
    empty = PlainTensor(shape=(0,))
    assert _device.Call(None, x=empty).view("x", empty).size == 0


class SubTensor(PlainTensor):
    pass


@pytest.mark.parametrize("x", [
    PlainTensor(requires_grad=True), PlainTensor(layout="torch.sparse_coo"), PlainTensor(neg=True), PlainTensor(conj=True),
    PlainTensor(contiguous=False), PlainTensor(shape=(2, 2)), PlainTensor(dtype="torch.complex64"), PlainTensor(dtype="torch.bool"), SubTensor(),
], ids=lambda x: next(iter(x.__dict__), "subclass"))
def test_other_tensors_are_left_to_dlpack(torch_with_streams, x):
    with pytest.raises(TypeError, match="x: Can't export this"):
        _device.Call(None, x=x).view("x", x)


def test_on_another_librarys_stream_tensors_are_left_to_dlpack(torch_with_streams):
    x, y = Interface(aligned([1, 0, 2]), stream=55), PlainTensor()
    call = _device.Call(None, x=x, y=y)
    assert call.stream == 55
    with pytest.raises(TypeError, match="y: Can't export this"):
        call.view("y", y)


def test_tensors_of_two_gpus_are_told_apart(torch_with_streams):
    x, y = PlainTensor(), PlainTensor(device=types.SimpleNamespace(index=0))
    call = _device.Call(None, x=x, y=y)
    call.view("x", x)
    with pytest.raises(TypeError, match="y is on GPU 0 and another array on GPU 1"):
        call.view("y", y)


def test_a_stream_besides_torchs_waits_for_torchs(torch_with_streams, monkeypatch):
    calls = Calls(monkeypatch)
    x = PlainTensor()
    assert _device.Call(99, x=x).stream == 99 and calls.waits == [(99, 4711, 1)]
    assert _device.Call(4711, x=x).stream == 4711 and len(calls.waits) == 1
