# SPDX-License-Identifier: MIT
"""wreath serve: calls by messages, as GAP makes them."""
import os
import pty
import random
import re
import signal
import struct
import subprocess
import termios
import threading
import unittest

from cli_test import HANGS, ROOT, WREATH


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
    code = 0  # with which the process ends

    def setUp(self):
        self.process = subprocess.Popen([WREATH, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.assertRegex(self.process.stdout.readline(), rb"^wreath \d+[.]\d+[.]\d+\n$")

    def tearDown(self):
        self.process.stdin.close()
        self.assertEqual(self.process.wait(HANGS), self.code)
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

    def test_long_replies(self):
        points = 16500  # as many elements: more than 2^28 numbers, which take two bytes each
        semigroup, = self.ask("semigroup_new", "transformation", points, 0, list(range(1, points)) + [0])
        self.assertEqual(self.ask("semigroup_run", semigroup, -1)[0], points)
        status, reply = self.call("semigroup_rows", semigroup, 0, points)
        self.assertEqual((status, reply[:2]), (0, b"\x01\x03"), reply[:100])
        self.assertEqual(len(reply), 6 + 2 * points**2)

    def test_errors(self):
        for request in ((), ("nothing",), ("word_group_order", 5), ("word_group_order",), ("semigroup_new", "transformation", 2, 0, [0, 7])):
            status, message = self.call(*request) if request else self.send(b"")
            self.assertEqual(status, 1)
            self.assertGreater(len(message), 10)
        for request in (b"\x05gro", b"\x07version\x01\x09", b"\x07version\x01\x04\xff\xff\xff\x7f", b"\x07version\x00more"):
            self.assertEqual(self.send(request)[0], 1, request)
        self.assertEqual(self.ask("version")[0], 1)

    def test_a_damaged_length_is_an_error_and_the_end(self):
        self.process.stdin.write(b"\xff\xff\xff\xff")
        self.process.stdin.flush()
        reply = self.process.stdout.read(struct.unpack("<I", self.process.stdout.read(4))[0])
        self.assertEqual((reply[0], b"4294967295 bytes" in reply), (1, True), reply)
        self.assertEqual(self.process.wait(HANGS), 1)
        self.code = 1

    def test_a_request_that_ends_early_ends_the_process(self):
        self.process.stdin.write(struct.pack("<I", 1 << 30) + b"\x07version")
        # tearDown closes the input, and wants a clean end

    def test_random_requests(self):
        seed = int(os.environ.get("SEED", random.randrange(10**9)))
        chance = random.Random(seed)
        calls = re.findall(r'\{"([a-z_]+)", \{"([a-z]*)", ', (ROOT / "capi/calls.cpp").read_text())
        self.assertGreater(len(calls), 40)
        calls = [call for call in calls if call[0] not in ("set_limits", "free")]
        self.ask("set_limits", 1, 1 << 31, 1)
        watch = threading.Timer(HANGS, self.process.kill)  # what hangs ends, and is a failure
        watch.start()
        texts = ["triangle:2,3,7", "<a,b | a^2, b^3, (ab)^5>", "mathieu:12", "symmetric:9", "transformation", "partial-permutation",
                 "boolean", "a", "a,b", "", "60", "auto", "none", "-1", "surface:2", "\x01", "(1,2)", "/nowhere/x.coset"]
        objects = {"g": self.ask("word_group_open", "triangle:2,3,7", 0)[:1], "p": self.ask("perm_group_open", "mathieu:12", "", "")[:1],
                   "s": self.ask("semigroup_new", "transformation", 3, 0, [1, 2, 0, 0, 0, 1]),
                   "c": self.ask("cosets_open", "<a,b | a^2, b^3, (ab)^5>", "a", 0)[:1]}
        objects["h"] = self.ask("word_subgroup_open", objects["g"][0], [0, 1], [2])

        def argument(kind):
            if chance.random() < 0.05:
                kind = chance.choice("tlwnugschp")
            if kind == "t":
                return chance.choice(texts)
            if kind in "lw":
                length = chance.choice((0, 1, 2, 3, 4, 9, 12, 300))
                if chance.random() < 0.5:
                    return chance.sample(range(length), length)
                return [chance.randrange(-1 if kind == "l" else 0, chance.choice((2, 4, 300, 70000, 2**31))) for _ in range(length)]
            if kind in "nu":
                return chance.choice((0, 1, 2, 3, 4, 12, 1000, -1, -2**63, 2**31, 2**63 - 1, 2**40))
            if chance.random() < 0.05:
                return chance.choice((0, -1, 2**40, *sum(objects.values(), [])))
            return chance.choice(objects[kind])

        answered = 0
        for _ in range(500):
            name, kinds = chance.choice(calls)
            arguments = [argument(kind) for kind in kinds]
            request = bytearray(bytes([len(name)]) + name.encode() + bytes([len(arguments)]) + b"".join(map(value, arguments)))
            way = chance.randrange(10)
            if way == 0:
                request = request[:chance.randrange(len(request))]
            elif way == 1:
                for _ in range(chance.randrange(1, 4)):
                    request[chance.randrange(len(request))] = chance.randrange(256)
            elif way == 2:
                request = bytearray(chance.randbytes(chance.randrange(40)))
            self.process.stdin.write(struct.pack("<I", len(request)) + request)
            self.process.stdin.flush()
            head = self.process.stdout.read(4)
            self.assertEqual(len(head), 4, f"no answer to {bytes(request)!r}; SEED={seed}")
            reply = self.process.stdout.read(struct.unpack("<I", head)[0])
            self.assertIn(reply[0], range(5), f"{reply!r} to {bytes(request)!r}; SEED={seed}")
            if reply[0] == 0:
                answered += 1
                found = values(reply[1:])
                if way > 2 and name.endswith(("_open", "_new")):
                    objects[{"word_group": "g", "perm_group": "p", "semigroup": "s", "cosets": "c", "word_subgroup": "h"}
                            [name.rpartition("_")[0]]].append(found[0])
            else:
                self.assertGreater(len(reply), 10, f"{reply!r} to {bytes(request)!r}; SEED={seed}")
        watch.cancel()
        self.assertGreater(answered, 50, f"SEED={seed}")
        self.assertEqual(self.ask("version")[0], 1)


class Terminal(unittest.TestCase):
    def test_the_terminal_is_as_before_after_the_end_and_after_a_signal(self):
        for end in ("length", signal.SIGTERM, signal.SIGHUP):
            leader, follower = pty.openpty()
            before = termios.tcgetattr(follower)
            process = subprocess.Popen([WREATH, "serve"], stdin=follower, stdout=follower)
            greeting = b""
            while not greeting.endswith(b"\n"):
                greeting += os.read(leader, 1)
            self.assertNotEqual(termios.tcgetattr(follower), before)
            if end == "length":
                os.write(leader, b"help")
                process.wait(HANGS)
                self.assertEqual(process.returncode, 1)
            else:
                process.send_signal(end)
                process.wait(HANGS)
                self.assertEqual(process.returncode, -end)
            self.assertEqual(termios.tcgetattr(follower), before)
            os.close(leader)
            os.close(follower)


if __name__ == "__main__":
    unittest.main()
