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
