# SPDX-License-Identifier: MIT
"""Arrays in a GPU's memory, of any library: they are seen through DLPack or ``__cuda_array_interface__``, results and scratch space come
from the library whose array was given, and all work is put on its current stream."""
from __future__ import annotations

import contextlib
import sys
from typing import Any, Iterable, Iterator, List, Optional, Tuple

from wreath._wreath import perm as _perm

_device = _perm.device
_Operation = _device.Operation
_CPU, _CUDA, _PINNED, _MANAGED = 1, 2, 3, 13  # DLPack's numbers of devices
_TORCH_TYPES = {"torch.int32": (0, 32), "torch.int64": (0, 64), "torch.float32": (2, 32), "torch.float64": (2, 64), "torch.uint8": (1, 8),
                "torch.int8": (0, 8)}
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}      # DLPack's numbers of types


def is_there(array: Any) -> bool:
    """Whether the array is in a GPU's memory. Raises TypeError for other devices than GPUs that run CUDA."""
    kind = type(array)
    if kind.__module__ == "torch" and getattr(array, "is_cuda", False):
        return True
    if hasattr(kind, "__dlpack_device__"):
        device = int(array.__dlpack_device__()[0])
        if device in (_CUDA, _MANAGED):
            return True
        if device not in (_CPU, _PINNED):
            raise TypeError(f"a {kind.__name__} on a device of DLPack's type {device} was given; arrays must be in the memory of the "
                            "host or of a CUDA device")
        return False
    return hasattr(array, "__cuda_array_interface__")


def _library(array: Any) -> Tuple[str, Any]:
    """The name of the array's library, and its module."""
    name = type(array).__module__.partition(".")[0]
    return name, sys.modules.get(name)


def _number_of(device: Any) -> int:
    """Of a GPU of torch or CuPy; negative if it does not say."""
    return next((number for number in (getattr(device, "index", None), getattr(device, "id", None)) if isinstance(number, int)), -1)


def stream_of(stream: Any, lead: Any) -> int:
    """The address of a stream: the one that was asked for, or the current one of the array's library."""
    if stream is None:
        name, module = _library(lead)
        if name == "torch":
            stream = module.cuda.current_stream(lead.device).cuda_stream
        elif name == "cupy":
            stream = module.cuda.get_current_stream().ptr
        elif not hasattr(type(lead), "__dlpack__"):
            stream = lead.__cuda_array_interface__.get("stream")
    elif hasattr(stream, "__cuda_stream__"):
        stream = stream.__cuda_stream__()[1]
    elif not isinstance(stream, int):
        stream = getattr(stream, "cuda_stream", getattr(stream, "ptr", stream))
    if stream is not None and (not isinstance(stream, int) or isinstance(stream, bool) or stream < 0):
        raise TypeError(f"stream must be a stream of CUDA or its address, not {stream!r}")
    return stream or 1  # the legacy default stream, as both protocols write it


class Call:
    """One call over arrays in a GPU's memory: its stream, what is seen of its arguments, and memory for its results."""

    def __init__(self, stream: Any, backend: str = "auto", **arrays: Any) -> None:
        if backend == "cpu":
            raise ValueError("backend='cpu' does not work on arrays in a GPU's memory")
        given = {name: array for name, array in arrays.items() if array is not None}
        for name, array in given.items():
            if not is_there(array):
                raise TypeError(f"{name} is in the host's memory and {next(other for other in given if is_there(given[other]))} in that of a "
                                "GPU; all arrays of a call must be in one place")
        self.lead = next(iter(given.values()))
        self.stream = stream_of(stream, self.lead)
        library = _library(self.lead)[0]
        self._on_torchs_stream = stream is None and library == "torch"
        self._lead_device: Optional[int] = None
        self._kept: List[Any] = []
        if stream is not None and library in ("torch", "cupy"):
            self._wait_for(stream_of(None, self.lead), _number_of(self.lead.device))  # which may still use the memory that it gives for results

    def _wait_for(self, other: int, device: int) -> None:
        """This call's work begins after what is on the other stream now."""
        if other != self.stream:
            _device.wait_for(self.stream, other, device)

    def view(self, name: str, array: Any) -> Any:
        """What the extension takes."""
        if self._is_plain_tensor(array):  # torch's __dlpack__ takes 20 microseconds
            kind, bits = _TORCH_TYPES[str(array.dtype)]
            view = _device.View(array.data_ptr(), array.shape[0], kind, bits, array.device.index)
        elif hasattr(type(array), "__dlpack__"):
            view = _device.View(self._capsule(name, array), name)
        else:
            view = self._interface(name, array.__cuda_array_interface__)
        if view.device >= 0:
            if self._lead_device is not None and view.device != self._lead_device:
                raise TypeError(f"{name} is on GPU {view.device} and another array on GPU {self._lead_device}; all must be on one")
            self._lead_device = view.device
        return view

    def _is_plain_tensor(self, array: Any) -> bool:
        """Whether it is a dense tensor of torch's own class, about which nothing needs to be asked: what is on the current stream is ready
        for this call. Others go through DLPack, which knows what can be seen from outside."""
        return (self._on_torchs_stream and type(array) is getattr(sys.modules.get("torch"), "Tensor", None) and array.is_cuda
                and str(array.layout) == "torch.strided" and array.dim() == 1 and array.is_contiguous() and not array.requires_grad
                and not array.is_conj() and not array.is_neg() and str(array.dtype) in _TORCH_TYPES)

    def _capsule(self, name: str, array: Any) -> Any:
        try:
            return array.__dlpack__(stream=self.stream)
        except (BufferError, RuntimeError) as error:  # of torch, if it is sparse, needs a gradient, or is to be conjugated
            if isinstance(error, RuntimeError) and "export" not in str(error):
                raise
            raise TypeError(f"{name}: {error}") from None

    def points(self, name: str, array: Any) -> Any:
        """The same, for points."""
        view = self.view(name, array)
        view.require_points(name)
        return view

    def _interface(self, name: str, said: Any) -> Any:
        shape, strides, kind = said["shape"], said.get("strides"), said["typestr"]
        if len(shape) != 1:
            raise TypeError(f"{name} has {len(shape)} dimensions; expected one")
        width = int(kind[2:])
        if kind[1] not in _CODES or kind[0] == ">":
            raise TypeError(f"{name} is an array of type {kind}; points are integers in the native byte order")
        if strides is not None and shape[0] > 1 and strides[0] != width:
            raise TypeError(f"{name} is not contiguous: its stride is {strides[0]} bytes; give a contiguous copy")
        if said.get("mask") is not None:
            raise TypeError(f"{name} has a mask; give an array without one")
        if name == "out" and said["data"][1]:
            raise ValueError("out is read-only")
        address, theirs = said["data"][0] or 0, said.get("stream")
        device = -1
        if theirs is not None and (theirs or 1) != self.stream and address:
            device = _device.device_of(address)
            self._wait_for(theirs or 1, device)
        return _device.View(address, shape[0], _CODES[kind[1]], 8 * width, device)

    def result(self, out: Any, size: int, like: Any, view: Any) -> Tuple[Any, Any]:
        """The array for a result, with as many entries, of the type of `like`: the caller's, or a new one of its library."""
        if out is None:
            out = self._empty(like, size, getattr(like, "dtype", None), view.code, view.bits)
        return out, self.view("out", out)

    def bytes_like(self, like: Any, size: int) -> Tuple[Any, Any]:
        """A new array of 8-bit integers."""
        out = self._empty(like, size, "int8", 0, 8)
        return out, self.view("out", out)

    def scratch(self, size_of: Any, *arguments: Any) -> Any:
        """As many bytes of space as size_of(...) says; None if the call shall take it itself."""
        if _library(self.lead)[0] not in ("torch", "cupy"):
            return None
        space = self._empty(self.lead, size_of(*arguments), "uint8", 1, 8)
        self._kept.append(space)
        return self.view("the scratch space", space)

    def _empty(self, like: Any, size: int, dtype: Any, code: int, bits: int) -> Any:
        name, module = _library(like)
        if name == "torch":
            return module.empty(size, dtype=getattr(module, dtype) if isinstance(dtype, str) else dtype, device=like.device)
        if name == "cupy":
            with like.device:
                return module.empty(size, dtype=dtype)
        device = self._lead_device
        if device is None:  # no array said it
            device = _device.device_of(like.__cuda_array_interface__["data"][0] or 0)
        return DeviceArray(size, code, bits, device)

    def given_back(self, result: Any) -> Any:
        """The result, as an array of the library that the first array belongs to."""
        if isinstance(result, DeviceArray):
            namespace = getattr(self.lead, "__array_namespace__", None)
            if namespace is not None:
                return namespace().from_dlpack(result)
        return result


class DeviceArray:
    """A result in a GPU's memory: ``torch.from_dlpack``, ``cupy.from_dlpack`` and others take it over without a copy, and
    `numpy.asarray` copies it to the host. It is returned if the library of the arguments is not known."""

    def __init__(self, size: int, code: int, bits: int, device: int) -> None:
        self._inner = _device.Array(size, code, bits, device)

    @property
    def __cuda_array_interface__(self) -> Any:
        return self._inner.__cuda_array_interface__

    def __dlpack__(self, **options: Any) -> Any:
        return self._inner.__dlpack__(**options)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self._inner.__dlpack_device__()

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        if copy is False:
            raise ValueError("an array in a GPU's memory cannot be used without a copy, and copy=False forbids it")
        here = self._inner.fetched()
        return here if dtype is None else here.astype(dtype)

    def __len__(self) -> int:
        return len(self._inner)

    def __repr__(self) -> str:
        return f"<DeviceArray of {len(self)} {self.__cuda_array_interface__['typestr'][1:]}>"


@contextlib.contextmanager
def _naming(what: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def multiply(x: Any, y: Any, out: Any, backend: str, method: str, stream: Any) -> Any:
    call = Call(stream, backend, x=x, y=y, out=out)
    return _move(call, _Operation.multiply, call.points("x", x), y, out, False, method)


def divide(x: Any, y: Any, out: Any, check: bool, backend: str, method: str, stream: Any) -> Any:
    call = Call(stream, backend, x=x, y=y, out=out)
    return _move(call, _Operation.divide, call.points("x", x), y, out, check, method)


def _move(call: Call, operation: Any, a: Any, y: Any, out: Any, check: bool, method: str) -> Any:
    b = call.view("y", y)
    out, z = call.result(out, a.size, y, b)
    range_ = b.size if operation == _Operation.multiply else z.size
    scratch = call.scratch(_device.scratch_bytes, operation, a, range_, method)
    if not _device.move(operation, a, b, z, check, method, call.stream, scratch):
        _require_permutation(call, a)
    return call.given_back(out)


def inverse(x: Any, out: Any, check: bool, backend: str, method: str, stream: Any) -> Any:
    call = Call(stream, backend, x=x, out=out)
    a = call.points("x", x)
    out, z = call.result(out, a.size, x, a)
    if not _device.inverse(a, z, check, method, call.stream, call.scratch(_device.scratch_bytes, _Operation.inverse, a, a.size, method)):
        _require_permutation(call, a)
    return call.given_back(out)


def _require_permutation(call: Call, view: Any) -> None:
    wrong = _device.defect(view, call.stream, None)
    if wrong:
        raise ValueError(f"x is not a permutation: {wrong}")


def random(n: int, seed: int, out: Any, like: Any, stream: Any) -> Any:
    call = Call(stream, out=out, like=like)
    if out is None:
        pattern = call.points("like", like)
        out, x = call.result(None, n, like, pattern)
    else:
        x = call.points("out", out)
        if x.size != n:
            raise ValueError(f"out has {x.size} points; the result has {n}")
    _device.random(x, seed, call.stream, call.scratch(_device.random_scratch_bytes, n))
    return call.given_back(out)


def defect(x: Any, stream: Any) -> Optional[str]:
    call = Call(stream, x=x)
    view = call.points("x", x)
    return _device.defect(view, call.stream, None)


def cycle_type(x: Any, stream: Any) -> List[Tuple[int, int]]:
    call = Call(stream, x=x)
    with _naming("x is not a permutation"):
        return _device.cycle_type(call.points("x", x), call.stream)


def cycle_labels(x: Any, out: Any, stream: Any) -> Any:
    call = Call(stream, x=x, out=out)
    view = call.points("x", x)
    out, z = call.result(out, view.size, x, view)
    with _naming("x is not a permutation"):
        _device.cycle_labels(view, z, call.stream)
    return call.given_back(out)


def orbits(generators: Iterable[Any], schreier: bool, stream: Any) -> Tuple[Any, Any]:
    given = list(generators)
    call = Call(stream, **{f"generator {g + 1}": x for g, x in enumerate(given)})
    views = [call.points("a generator", x) for x in given]
    labels, labels_view = call.result(None, views[0].size, given[0], views[0])
    vector, vector_view = call.bytes_like(given[0], views[0].size if schreier else 0)
    _device.orbits(views, labels_view, vector_view, call.stream)
    return call.given_back(labels), call.given_back(vector) if schreier else None


def equal(x: Any, y: Any) -> bool:
    """By the library of the arrays."""
    Call(None, x=x, y=y)
    if x.shape != y.shape:
        return False
    if x.dtype != y.dtype:
        raise TypeError(f"x has points of type {x.dtype} and y of type {y.dtype}")
    return bool((x == y).all())
