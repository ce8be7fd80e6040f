# SPDX-License-Identifier: MIT
"""The C API from a language that calls C: here Python's ctypes, without wreath's own module.

    python3 examples/c_api.py [path of libwreath_c.so]
"""
import ctypes
import ctypes.util
import pathlib
import sys

BUILT = pathlib.Path(__file__).resolve().parents[1] / "build" / "release" / "libwreath_c.so"
path = sys.argv[1] if len(sys.argv) > 1 else BUILT if BUILT.exists() else ctypes.util.find_library("wreath_c")
library = ctypes.CDLL(str(path))
library.wreath_context_new.restype = ctypes.c_void_p
library.wreath_error.restype = ctypes.c_char_p
library.wreath_error.argtypes = [ctypes.c_void_p]
library.wreath_version.restype = ctypes.c_char_p
library.wreath_semigroup_size.restype = ctypes.c_uint64
library.wreath_semigroup_size.argtypes = [ctypes.c_void_p]
STOP = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
library.wreath_set_stop.argtypes = [ctypes.c_void_p, STOP, ctypes.c_void_p]

if library.wreath_api_version() != 1:
    sys.exit("this example is for version 1 of the C API")
context = ctypes.c_void_p(library.wreath_context_new())


def call(function, *arguments):
    """Calls a function that returns a status; an error becomes an exception."""
    status = function(context, *arguments)
    if status != 0:
        raise RuntimeError(f"status {status}: {library.wreath_error(context).decode()}")


group = ctypes.c_void_p()
call(library.wreath_word_group_open, b"surface:2", 0, ctypes.byref(group))
word, length, text = ctypes.POINTER(ctypes.c_uint8)(), ctypes.c_size_t(), ctypes.c_char_p()
call(library.wreath_word_group_parse, group, b"abABcd", ctypes.byref(word), ctypes.byref(length))
call(library.wreath_word_group_reduce, group, word, length, ctypes.byref(word), ctypes.byref(length))
call(library.wreath_word_group_print, group, word, length, ctypes.byref(text))
print("abABcd reduces to", text.value.decode())

# A permutation of a million points and its inverse.
points = 10**6
x = (ctypes.c_uint32 * points)(*range(points - 1, -1, -1))
y, z = (ctypes.c_uint32 * points)(), (ctypes.c_uint32 * points)()
call(library.wreath_perm_inverse, x, y, ctypes.c_size_t(points))
call(library.wreath_perm_multiply, x, y, z, ctypes.c_size_t(points))
print("x*x^-1 is the identity:", list(z) == list(range(points)))

# M11 from images of its points, and whether a transposition is in it.
rows = (ctypes.c_uint32 * 22)(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 1, 6, 9, 5, 3, 10, 2, 8, 4, 7)
mathieu, digits, proven, proof, found = ctypes.c_void_p(), ctypes.c_char_p(), ctypes.c_int(), ctypes.c_char_p(), ctypes.c_int()
call(library.wreath_perm_group_new, rows, ctypes.c_size_t(2), ctypes.c_size_t(11), None, None, ctypes.byref(mathieu))
call(library.wreath_perm_group_order, mathieu, ctypes.byref(digits), ctypes.byref(proven), ctypes.byref(proof))
print("M11 has order", digits.value.decode(), "proven" if proven.value else "not proven")
call(library.wreath_perm_group_contains, mathieu, (ctypes.c_uint32 * 11)(1, 0, *range(2, 11)), ctypes.byref(found))
print("(1,2) is in M11:", bool(found.value))

# All maps of nine points are 387,420,489: the callback, on this thread, stops the search for them at its tenth question.
questions = 0


@STOP
def stop(data):
    global questions
    questions += 1
    return questions >= 10


library.wreath_set_stop(context, stop, None)
maps = (ctypes.c_int32 * 27)(*range(1, 9), 0, 1, 0, *range(2, 9), 0, 0, *range(2, 9))
semigroup = ctypes.c_void_p()
call(library.wreath_semigroup_new, b"transformation", ctypes.c_size_t(9), 1, maps, ctypes.c_size_t(3), ctypes.byref(semigroup))
try:
    call(library.wreath_semigroup_run, semigroup, ctypes.c_uint64(2**64 - 1))
except RuntimeError as error:
    print(error)
print("elements by then:", library.wreath_semigroup_size(semigroup) > 0)
library.wreath_semigroup_free(semigroup)
library.wreath_perm_group_free(mathieu)
library.wreath_word_group_free(group)
library.wreath_context_free(context)
