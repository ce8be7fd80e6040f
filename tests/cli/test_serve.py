# SPDX-License-Identifier: MIT
"""wreath serve: calls by messages, as GAP makes them."""
import struct
import subprocess
import unittest

from cli_test import WREATH


def value(of):
    if isinstance(of, int):
        return struct.pack("<Bq", 0, of)
    if isinstance(of, str):
        return struct.pack("<BI", 1, len(of)) + of.encode()
    if all(0 <= number < 256 for number in of):
        return struct.pack("<BI", 2, len(of)) + bytes(of)
    if all(0 <= number < 65536 for number in of):
        return struct.pack(f"<BI{len(of)}H", 3, len(of), *of)
    return struct.pack(f"<BI{len(of)}i", 4, len(of), *of)


def values(reply):
    found = []
    at = 1
    for _ in range(reply[0]):
        kind = reply[at]
        if kind == 0:
            found.append(struct.unpack_from("<q", reply, at + 1)[0])
            at += 9
            continue
        length = struct.unpack_from("<I", reply, at + 1)[0]
        at += 5
        if kind == 1:
            found.append(reply[at:at + length].decode())
            at += length
        else:
            width, letter = {2: (1, "B"), 3: (2, "H"), 4: (4, "i")}[kind]
            found.append(list(struct.unpack_from(f"<{length}{letter}", reply, at)))
            at += width * length
    assert at == len(reply)
    return found


class Serve(unittest.TestCase):
    def setUp(self):
        self.process = subprocess.Popen([WREATH, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertRegex(self.process.stdout.readline(), rb"^wreath \d+[.]\d+[.]\d+\n$")

    def tearDown(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(60), 0)
        self.process.stdout.close()

    def send(self, request):
        self.process.stdin.write(struct.pack("<I", len(request)) + request)
        self.process.stdin.flush()
        reply = self.process.stdout.read(struct.unpack("<I", self.process.stdout.read(4))[0])
        return reply[0], reply[1:]

    def call(self, name, *arguments):
        return self.send(bytes([len(name)]) + name.encode() + bytes([len(arguments)]) + b"".join(map(value, arguments)))

    def ask(self, name, *arguments):
        status, reply = self.call(name, *arguments)
        self.assertEqual(status, 0, reply)
        return values(reply)

    def test_words(self):
        group, names, inverses = self.ask("word_group_open", "triangle:2,3,7", 0)
        self.assertEqual((names, inverses), ("a b B", [0, 2, 1]))
        self.assertEqual(self.ask("word_group_reduce", group, [0, 1] * 7), [[]])
        self.assertEqual(self.ask("word_group_equal", group, [1, 1], [2]), [1])
        self.assertEqual(self.ask("word_group_reduce_many", group, [0, 0, 1, 1], [2, 2]), [[2], [0, 1]])
        self.assertEqual(self.ask("word_group_element_order", group, [0, 1]), ["7"])
        self.assertEqual(self.ask("word_group_order", group), ["infinite"])

    def test_numbers_of_all_widths(self):
        for points in (3, 300, 70000):
            images = list(range(1, points)) + [0]
            self.assertEqual(self.ask("perm_inverse", images), [[points - 1] + list(range(points - 1))])
        semigroup, = self.ask("semigroup_new", "partial-permutation", 3, 0, [-1, 2, 0])
        self.assertEqual(self.ask("semigroup_run", semigroup, -1)[1], 1)
        self.assertEqual(self.ask("semigroup_rows", semigroup, 0, 1), [[-1, 2, 0]])

    def test_permutation_groups(self):
        group, points, generators = self.ask("perm_group_new", [1, 2, 3, 4, 0, 1, 2, 0, 3, 4], 5, "", "")
        self.assertEqual((points, generators), (5, 2))
        self.assertEqual(self.ask("perm_group_order", group)[:2], ["60", 1])
        self.assertEqual(self.ask("perm_group_contains", group, [1, 0, 2, 3, 4]), [0])
        self.assertEqual(self.ask("perm_group_contains", group, [1, 0, 3, 2, 4]), [1])
        word, = self.ask("perm_group_factor", group, [1, 2, 3, 4, 0], 1000)
        self.assertTrue(all(abs(letter) in (1, 2) for letter in word))
        stabilizer, _, _ = self.ask("perm_group_stabilizer", group, [0])
        self.assertEqual(self.ask("perm_group_order", stabilizer)[0], "12")
        self.assertEqual(self.ask("perm_group_orbits", stabilizer), [[0, 1, 1, 1, 1]])
        large, _, _ = self.ask("perm_group_open", "mathieu:24", "", "")
        base, orbits = self.ask("perm_group_base", large)
        self.assertEqual(len(base), len(orbits))
        self.assertEqual(len(self.ask("perm_group_strong_generators", large)[0]) % 24, 0)
        self.assertEqual(sorted(self.ask("perm_group_random", large, 1)[0]), list(range(24)))

    def test_no_count_is_negative(self):
        group, _, _ = self.ask("word_group_open", "triangle:2,3,7", 0)
        mathieu, points, _ = self.ask("perm_group_open", "mathieu:11", "", "")
        cosets = self.ask("cosets_open", "<a,b | a^2, b^3, (ab)^5>", "a", 0)[0]
        for request in (("word_group_growth", group, -1), ("word_group_ball", group, -1), ("cosets_open", "<a | a^2>", "", -1),
                        ("cosets_images", cosets, -1), ("cosets_trace", cosets, "a", -1), ("set_limits", 0, -1, 0),
                        ("semigroup_new", "transformation", -1, 0, [0]), ("word_group_reduce_many", group, [0, 1], [3, -1]),
                        ("perm_inverse", [-1]), ("perm_group_new", [0, -1], 2, "", ""), ("perm_group_random", mathieu, -1)):
            status, message = self.call(*request)
            self.assertEqual((status, b"not negative" in message), (1, True), (request, message))
        for images in ([], [0], list(range(points + 1))):
            status, message = self.call("perm_group_contains", mathieu, images)
            self.assertEqual((status, b"11 points" in message), (1, True), message)

    def test_errors(self):
        for request in ((), ("nothing",), ("word_group_order", 5), ("word_group_order",), ("semigroup_new", "transformation", 2, 0, [0, 7])):
            status, message = self.call(*request) if request else self.send(b"")
            self.assertEqual(status, 1)
            self.assertGreater(len(message), 10)
        for request in (b"\x05gro", b"\x07version\x01\x09", b"\x07version\x01\x04\xff\xff\xff\x7f", b"\x07version\x00more"):
            self.assertEqual(self.send(request)[0], 1, request)
        self.assertEqual(self.ask("version")[0], 1)


if __name__ == "__main__":
    unittest.main()
