#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Words in groups as the users of wreath word meet them: reduce, inverse, equal, multiply, concat, compare, order, ball."""
import json
import os
import random
import signal
import subprocess
import tempfile
import unittest

from cli_test import HANGS, WREATH, CliTest, load, save

LETTERS = "aAbBcCdD"


def packed(words):
    """Letters and offsets of words of surface:2."""
    offsets = [0]
    for word in words:
        offsets.append(offsets[-1] + len(word))
    return [LETTERS.index(x) for word in words for x in word], offsets


class WordReduce(CliTest):
    @classmethod
    def setUpClass(cls):
        cache = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cache.cleanup)
        cls.cache = cache.name
        subprocess.run([WREATH, "word", "equal", "surface:2", "a", "a"], check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"XDG_CACHE_HOME": cls.cache})  # now it is in the cache

    def word(self, verb, *arguments, code=0):
        return self.wreath("word", verb, *arguments, code=code).stdout

    def json(self, verb, *arguments, code=0):
        return json.loads(self.wreath("word", verb, *arguments, "--json", code=code).stdout)

    def fed(self, text, *arguments, code=0):
        run = subprocess.run([WREATH, "word", *arguments], input=text, capture_output=True, cwd=self.folder, timeout=HANGS)
        self.assertEqual(run.returncode, code, run.stderr)
        return run

    def random_words(self, count, longest, seed):
        rng = random.Random(seed)
        return ["".join(rng.choice(LETTERS) for _ in range(rng.randrange(longest))) for _ in range(count)]

    # --- the forms in which words come and go

    def test_arguments(self):
        self.assertEqual(self.word("reduce", "surface:2", "abABcd", "[a,b]", "", "(ab)^2", "a*b^-1"), "dc\nABab\n1\nabab\naB\n")
        self.assertEqual(self.word("reduce", "surface:2", "[a,b]", "[b,a]", "[[a,b],c]*[c,[a,b]]"), "ABab\nBAba\n1\n")
        self.assertEqual(self.word("reduce", "surface:2", "--geodesic", "abABcd"), "dc\n")
        self.assertEqual(self.json("reduce", "surface:2", "abABcd", "1")["normal_forms"], ["dc", "1"])

    def test_text(self):
        (self.folder / "words.txt").write_bytes(b"abABcd\r\na*a^-1\n\n# a remark\n(a b)^2 # twice\nabABcdCD")
        forms = "dc\n1\n1\n1\nabab\n1\n"
        self.assertEqual(self.word("reduce", "surface:2", "--file", "words.txt"), forms)
        self.word("reduce", "surface:2", "--file", "words.txt", "-o", "forms.txt")
        self.assertEqual((self.folder / "forms.txt").read_text(), forms)
        text = (self.folder / "words.txt").read_bytes()
        for arguments in (["-"], ["--file", "-"], []):
            self.assertEqual(self.fed(text, "reduce", "surface:2", *arguments).stdout.decode(), forms)
        self.assertEqual(self.fed(b"", "reduce", "surface:2").stdout, b"")
        self.assertEqual(self.fed(b"\n", "reduce", "surface:2").stdout, b"1\n")
        (self.folder / "names.txt").write_text("x1*x2^-1*x1\n x2 x2^-1\n")
        self.assertEqual(self.word("reduce", "<x1,x2 | x1^3, x2^3>", "--file", "names.txt"), "x1*x2^-1*x1\n1\n")

    def test_packed_words(self):
        words = self.random_words(500, 60, 1) + ["", "a", "abABcd"]
        letters, offsets = packed(words)
        save(self.folder / "w.npy", letters, "|u1")
        save(self.folder / "o.npy", offsets, "<u8")
        text = self.word("reduce", "surface:2", "--packed", "w.npy", "--offsets", "o.npy")
        (self.folder / "w.txt").write_text("\n".join(words) + "\n")
        self.assertEqual(text, self.word("reduce", "surface:2", "--file", "w.txt"))
        for source in (["--packed", "w.npy", "--offsets", "o.npy"], ["--file", "w.txt"]):
            self.word("reduce", "surface:2", *source, "-o", "f.npy", "--out-offsets", "e.npy")
            forms, ends = load(self.folder / "f.npy"), load(self.folder / "e.npy")
            back = ["".join(LETTERS[x] for x in forms[a:b]) or "1" for a, b in zip(ends, ends[1:])]
            self.assertEqual("\n".join(back) + "\n", text)
        (self.folder / "w.txt").write_text("ab" * 600_000 + "\n")  # more than a mebibyte
        self.word("reduce", "surface:2", "--file", "w.txt", "-o", "f.npy", "--out-offsets", "e.npy")
        self.assertEqual(load(self.folder / "e.npy"), [0, 1_200_000])
        self.assertEqual(len(load(self.folder / "f.npy")), 1_200_000)
        save(self.folder / "o.npy", [0], "<u8")
        save(self.folder / "w.npy", [], "|u1")
        self.assertEqual(self.word("reduce", "surface:2", "--packed", "w.npy", "--offsets", "o.npy"), "")

    def test_batches_threads_and_lengths_do_not_matter(self):
        words = self.random_words(3, 10, 2) + ["".join(self.random_words(1, 3_000_000, 3))] + self.random_words(2000, 3000, 4)
        text = ("\n".join(words) + "\n").encode()
        first = self.fed(text, "reduce", "surface:2", "--threads", "1").stdout
        self.assertEqual(first, self.fed(text, "reduce", "surface:2", "--threads", "3", "--base-length", "5000").stdout)
        self.assertEqual(first.count(b"\n"), len(words))
        self.assertEqual(first, self.fed(first, "reduce", "surface:2").stdout)
        inverses = self.fed(first, "inverse", "surface:2").stdout
        self.assertEqual(first, self.fed(inverses, "inverse", "surface:2").stdout)
        products = b"".join(u + b"*" + v + b"\n" for u, v in zip(first.splitlines()[4:], inverses.splitlines()[4:]))
        self.assertEqual(self.fed(products, "reduce", "surface:2").stdout, b"1\n" * (len(words) - 4))

    def test_a_line_is_answered_when_it_comes(self):
        run = self.start(WREATH, "word", "reduce", "surface:2", "-")
        for word, form in ((b"abABcd\n", b"dc\n"), (b"\n", b"1\n"), (b"[a,b]\n", b"ABab\n")):
            run.stdin.write(word)
            run.stdin.flush()
            self.assertEqual(run.stdout.readline(), form)
        run.stdin.close()
        self.assertEqual(run.wait(timeout=HANGS), 0)

    def test_stats(self):
        run = self.wreath("word", "reduce", "surface:2", "abABcd", "aA", "b", "--stats")
        self.assertEqual(run.stdout, "dc\n1\nb\n")
        self.assertIn("words    3, of which 1 reduced to 1", run.stderr)
        self.assertIn("in       9 letters; 1 to 6 per word, 3.0 on average", run.stderr)
        self.assertIn("out      3 letters; 0 to 2 per word, 1.0 on average", run.stderr)
        (self.folder / "w.txt").write_text("abABcd\n")
        self.assertIn("letters/s", self.word("reduce", "surface:2", "--file", "w.txt", "-o", "f.txt", "--stats"))
        stats = self.json("reduce", "surface:2", "abABcd", "aA", "b")["stats"]
        self.assertEqual((stats["identities"], stats["in"]["letters"], stats["out"]["longest"]), (1, 9, 2))

    def test_the_record_has_the_statistics(self):
        self.word("reduce", "surface:2", "abABcd", "--record", "r.json")
        record = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(record["results"]["stats"]["out"]["letters"], 2)
        self.assertIn("reduce", {phase["name"] for phase in record["phases"]})

    # --- questions about elements

    def test_equal_multiply_concat_inverse(self):
        self.assertRegex(self.word("equal", "surface:2", "abABcdCD", ""), r"^equal \((normal forms|confluent rules)\)\n$")
        self.assertRegex(self.word("equal", "surface:2", "ab", "ba"), r"^different \((normal forms|confluent rules)\)\n$")
        self.assertEqual(self.word("multiply", "surface:2", "abAB", "c", "d"), "dc\n")
        self.assertEqual(self.word("concat", "surface:2", "abAB", "cd"), "dc\n")
        self.assertEqual(self.json("concat", "surface:2", "abAB", "cd")["length"], 2)
        self.assertEqual(self.word("inverse", "surface:2", "dc", ""), "CD\n1\n")
        (self.folder / "u.txt").write_text("ab" * 100000 + "\n")
        (self.folder / "v.txt").write_text("BA" * 100000 + "\n")
        self.assertEqual(self.word("concat", "surface:2", "@u.txt", "@v.txt"), "1\n")
        self.assertEqual(self.word("equal", "surface:2", "@u.txt", "@u.txt"), "equal (normal forms)\n")

    def test_compare(self):
        for u, v, written in (("ab", "ba", "less"), ("b", "ab", "less"), ("ba", "ab", "greater"), ("aA", "aA", "equal"),
                              ("aA", "", "greater")):
            self.assertEqual(self.word("compare", "surface:2", u, v), written + "\n")
        self.assertEqual(self.word("compare", "surface:2", "abABcd", "dc", "--normal"), "equal\n")
        self.assertEqual(self.word("compare", "surface:2", "aA", "a", "--normal"), "less\n")

    def test_order(self):
        for group, word, order in (("triangle:3,3,4", "ab", "4"), ("triangle:3,3,4", "bbabBB", "4"), ("triangle:3,3,4", "", "1"),
                                   ("triangle:3,3,4", "abAB", "infinite"), ("surface:2", "[a,b]", "infinite"),
                                   ("symmetric:5", "abcd", "5"), ("abelian:3", "abC", "infinite")):
            self.assertEqual(self.word("order", group, word).split(" (")[0], order)
        self.assertEqual(self.json("order", "triangle:2,3,7", "ab")["order"], 7)
        self.assertIn("normal forms", self.json("order", "surface:2", "[a,b]")["proof"])
        unknown = self.word("order", "<a,b,t | [a,b], t^2, (t*a)^2, (t*b)^2>", "ab", "--powers", "20")
        self.assertTrue(unknown.startswith("infinite (") or unknown.startswith("unknown (no power up to 20 is 1"), unknown)

    def test_ball(self):
        self.assertEqual(self.word("ball", "surface:2", "1"), "1\na\nA\nb\nB\nc\nC\nd\nD\n")
        self.assertEqual(self.word("ball", "surface:2", "0"), "1\n")
        ball = self.word("ball", "surface:2", "4").split()
        self.assertEqual(len(ball), 3193)
        self.assertEqual("\n".join(ball), self.fed("\n".join(ball).encode(), "reduce", "surface:2").stdout.decode().strip())
        self.assertEqual(self.json("ball", "symmetric:4", "100")["size"], 24)
        self.word("ball", "surface:2", "4", "-o", "b.npy", "--out-offsets", "o.npy")
        self.assertEqual(len(load(self.folder / "o.npy")), 3194)

    def test_ball_as_a_graph(self):
        self.word("ball", "triangle:3,3,4", "4", "--graph", "g.json", "-o", "e.txt")
        graph = json.loads((self.folder / "g.json").read_text())
        elements = (self.folder / "e.txt").read_text().split()
        self.assertEqual(graph["elements"], elements)
        products = [(e, x, ("" if elements[e] == "1" else elements[e]) + name) for e in range(len(elements)) for x, name in enumerate(graph["letters"])]
        forms = self.fed("\n".join(word for _, _, word in products).encode(), "reduce", "triangle:3,3,4").stdout.decode().split()
        inside = [[e, x, elements.index(form)] for (e, x, _), form in zip(products, forms) if form in elements]
        self.assertEqual(graph["edges"], inside)
        self.word("ball", "triangle:3,3,4", "4", "--graph", "g.npy", "-o", "e.txt")
        rows = load(self.folder / "g.npy")
        self.assertEqual([rows[i:i + 3] for i in range(0, len(rows), 3)], inside)
        self.word("ball", "triangle:3,3,4", "2", "--graph", "g.dot", "-o", "e.txt")
        self.assertIn('label="ab"', (self.folder / "g.dot").read_text())
        self.refused("word", "ball", "surface:2", "6", "--graph", "x.dot", "-o", "y.txt", says="too many for a picture")
        self.refused("word", "ball", "surface:2", "3", "--graph", "x.png", code=64, says=".dot, .json or .npy")
        self.refused("word", "ball", "surface:2", "60", "--graph", "x.npy", says="choose a smaller radius")
        self.refused("word", "ball", "surface:2", "many", code=64, says="many")

    # --- bad input

    def test_bad_letters_have_a_place(self):
        (self.folder / "words.txt").write_text("a\nb\nc\nd\nab\nabxc\nq\n")
        run = self.wreath("word", "reduce", "surface:2", "--file", "words.txt", code=1)
        self.assertIn("words.txt:6:3: 'x' is not a letter of this group: the letters are a, A, b, B", run.stderr)
        self.assertEqual(run.stdout, "a\nb\nc\nd\nab\n")  # what came before is answered
        self.refused("word", "reduce", "surface:2", "--file", "words.txt", "-o", "out.txt", says="words.txt:6:3:")
        self.refused("word", "reduce", "surface:2", "ab", "[a,x]", says="'[a,x]', column 4: 'x' is not a letter")
        self.refused("word", "equal", "surface:2", "ab", "a)", says="'a)', column 2:")
        run = self.fed(b"ab\na\xff\n", "reduce", "surface:2", code=1)
        self.assertIn(b"stdin:2:2:", run.stderr)
        run = self.fed(b"ab\na\0b\n", "reduce", "surface:2", code=1)
        self.assertIn(b"stdin:2:2:", run.stderr)
        self.assertIn(b"stdin:1:3000001:", self.fed(b"a" * 3000000 + b"?", "reduce", "surface:2", code=1).stderr)

    def test_bad_files(self):
        self.refused("word", "reduce", "surface:2", "--file", "none.txt", says="none.txt: cannot open: No such file or directory")
        self.refused("word", "reduce", "surface:2", "--file", ".", says=".: cannot read: Is a directory")
        self.refused("word", "equal", "surface:2", "@none.txt", "a", says="none.txt: cannot open")
        self.refused("word", "reduce", "surface:2", "a", "-o", "nowhere/f.txt", says="nowhere/f.txt: cannot write")
        self.refused("word", "ball", "surface:2", "2", "--graph", "nowhere/f.npy", says="nowhere/f.npy: cannot write")
        self.refused("word", "reduce", "none.wreath", "a", says="none.wreath")
        with open("/dev/full", "w") as full:
            full = subprocess.run([WREATH, "word", "reduce", "surface:2", "a"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((full.returncode, full.stderr), (1, b"wreath: stdout: cannot write: No space left on device\n"))

    def test_bad_packed_words(self):
        save(self.folder / "w.npy", [0, 1, 2, 3], "|u1")
        save(self.folder / "o.npy", [0, 2, 4], "<u8")
        save(self.folder / "w8.npy", [0, 1, 2, 8], "|u1")
        save(self.folder / "w32.npy", [0, 1, 2, 3])
        save(self.folder / "o32.npy", [0, 2, 4])
        for words, offsets, says in (("w8", "o", "w8.npy: value 8 at index 3 is not a letter: there are 8 letters (0..7)"),
                                     ("w32", "o", "w32.npy: letters must be bytes"), ("w", "o32", "o32.npy: offsets must be 64-bit"),
                                     ("none", "o", "none.npy"), ("w", "none", "none.npy")):
            self.refused("word", "reduce", "surface:2", "--packed", words + ".npy", "--offsets", offsets + ".npy", says=says)
        for offsets, says in (([0, 3, 2, 4], "less than the one before"), ([0, 2, 5], "beyond the end of"), ([1, 4], "the first offset must be 0"),
                              ([], "the first offset must be 0"), ([0, 2], "they must be equal")):
            save(self.folder / "o.npy", offsets, "<u8")
            self.refused("word", "reduce", "surface:2", "--packed", "w.npy", "--offsets", "o.npy", says=says)

    def test_wrong_usage(self):
        self.refused("word", "reduce", "surface:2", "a", "--file", "w.txt", code=64, says="give words in one way only")
        self.refused("word", "reduce", "surface:2", "--packed", "w.npy", code=64, says="--packed and --offsets must be given together")
        self.refused("word", "reduce", "surface:2", "a", "-o", "f.npy", code=64, says="--out-offsets")
        self.refused("word", "reduce", "surface:2", "a", "-o", "f.txt", "--out-offsets", "o.npy", code=64, says="needs a .npy output")
        self.refused("word", "reduce", "surface:2", "a", "-o", "f.npy", "--out-offsets", "./f.npy", code=64, says="-o are the same file")
        self.refused("word", "reduce", "surface:2", "a", "-o", "f.txt", "--record", "f.txt", code=64, says="--record and --output are the same file")
        (self.folder / "w.txt").write_text("a\n")
        self.refused("word", "reduce", "surface:2", "--file", "w.txt", "--record", "w.txt", code=64, says="--record and --file are the same")
        self.refused("word", "equal", "surface:2", "a", code=64, says="expected 2 words, but 1 was given")
        self.refused("word", "equal", "surface:2", "a", "b", "c", code=64, says="expected 2 words, but 3 were given")
        self.refused("word", "order", "surface:2", code=64, says="WORD")
        self.refused("word", "ball", "surface:2", code=64, says="R")

    def test_without_words_a_terminal_is_not_waited_for(self):
        main, terminal = self.open_terminal()
        self.addCleanup(os.close, main)
        self.addCleanup(os.close, terminal)
        run = subprocess.run([WREATH, "word", "reduce", "surface:2"], stdin=terminal, capture_output=True, text=True, timeout=HANGS)
        self.assertEqual(run.returncode, 64)
        self.assertIn("no words", run.stderr)

    def test_structures_that_cannot_answer(self):
        limits = ["--max-rules", "100", "--max-states", "1000"]
        self.assertIn("no verified structure", self.word("multiply", "heisenberg", "a", "b", *limits, code=2))
        self.assertIn("no verified structure", self.word("reduce", "higman:4", "ab", *limits, code=2))
        self.assertTrue(self.word("equal", "heisenberg", "[a,b]a", "a[a,b]", *limits).startswith("equal ("))
        self.assertTrue(self.word("equal", "heisenberg", "ab", "ba", *limits).startswith("different ("))
        found = self.json("reduce", "heisenberg", "[a,b]", "ba", *limits)  # by rules that are confluent, or as a nilpotent group
        self.assertNotEqual(found["form"], "shortlex")
        self.assertEqual(len(found["normal_forms"]), 2)
        self.word("build", "surface:2", "-o", "s.wreath")
        whole = (self.folder / "s.wreath").read_bytes()
        (self.folder / "s.wreath").write_bytes(b"WREATHW9" + whole[8:])
        self.refused("word", "reduce", "s.wreath", "ab", says="s.wreath: this structure file has a format that this version")
        (self.folder / "s.wreath").write_bytes(whole[:2000])
        self.refused("word", "reduce", "s.wreath", "ab", says="cut short")

    # --- ends that come early

    def test_stopped_runs_keep_what_is_done(self):
        (self.folder / "w.txt").write_text("abABcd\n")
        run = self.wreath("word", "reduce", "surface:2", "--file", "w.txt", "-o", "f.txt", "--time", "1e-9", code=2)
        self.assertIn("stopped (time)", run.stdout)
        self.wreath("word", "ball", "surface:2", "9", "--time", "1e-9", code=2)
        self.wreath("word", "order", "surface:2", "[a,b]", "--time", "1e-9", code=2)
        self.wreath("word", "equal", "surface:2", "ab", "ba", "--time", "1e-9", code=2)

    def paused_stream(self, *limit):
        """The program, waiting for its second word, and its answer to the first."""
        run = self.start(WREATH, "word", "reduce", "surface:2", "-", *limit)
        run.stdin.write(b"abABcd\n")
        run.stdin.flush()
        return run, run.stdout.readline()

    def test_a_stream_that_pauses_ends_with_ctrl_c(self):
        run, answer = self.paused_stream()
        self.assertEqual(answer, b"dc\n")
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=HANGS), 2)
        self.assertIn(b"after 1 word\n", run.stderr.read())

    def test_a_stream_that_pauses_ends_with_its_time(self):
        for seconds in (0.25, 1, 4, 16, 64):  # until there is time enough for the first word
            run, answer = self.paused_stream("--time", seconds)
            self.assertEqual(run.wait(timeout=HANGS), 2)
            if answer:
                break
        self.assertEqual(answer, b"dc\n")
        self.assertIn(b"after 1 word\n", run.stderr.read())


if __name__ == "__main__":
    unittest.main()
