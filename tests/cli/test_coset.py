# SPDX-License-Identifier: MIT
"""wreath coset as its users meet it."""
import json
import random
import re
import subprocess
import unittest
from pathlib import Path

from cli_test import HANGS, WREATH, CliTest, load

A5 = "<a,b | a^2, b^3, (ab)^5>"
WIDE = Path(__file__).resolve().parent.parent / "data" / "a5-wide.coset"
SMALL = "monoid<a,b | a^3=a, b^2=b, aba=bab>"
HURWITZ = "<a,b | a^2, b^3, (ab)^7, [a,b]^8>"


class Coset(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath("coset", *arguments, "--json", "-q", code=code).stdout)

    def test_enumerates(self):
        answer = self.json("enumerate", A5, "--subgroup", "ab")
        self.assertEqual((answer["index"], answer["verified"], answer["complete"]), (12, True, True))
        for method in ("auto", "hlt", "felsch", "mixed", "sparse"):
            for threads in (1, 2):
                answer = self.json("enumerate", HURWITZ, "--method", method, "--threads", threads, "-o", f"{method}{threads}.coset")
                self.assertEqual(answer["index"], 10752)
                self.assertGreaterEqual(answer["total"], answer["max"])
                if method != "auto":
                    self.assertEqual(answer["method"], method)
        tables = {path.read_bytes() for path in self.folder.glob("*.coset")}
        self.assertEqual(len(tables), 1, "tables depend on the method or the threads")
        self.assertIn("index 29, verified", self.wreath("coset", "enumerate", "fibonacci:2,7", "-q").stdout)

    def test_long_powers(self):
        self.assertEqual(self.json("enumerate", "<a | a^10000000>")["index"], 10000000)
        self.assertEqual(self.json("order", "<a,b | a^3000000, b^2, (ab)^2>")["order"], 6000000)

    def test_what_is_proven(self):
        """A table on its own proves that the index is at least its number of rows."""
        answer = self.json("enumerate", A5, "--subgroup", "a,b", "-o", "one.coset")
        self.assertEqual((answer["index"], answer["verified"], answer["proven"], answer["resumed"]), (1, True, "exactly", False))
        answer = self.json("verify", "one.coset", A5, "--subgroup", "ab")
        self.assertEqual((answer["cosets"], answer["verified"], answer["proven"]), (1, True, "at least"))
        self.assertNotIn("index", answer)
        self.assertEqual(self.wreath("coset", "verify", "one.coset", A5, "--subgroup", "ab", "-q").stdout, "verified: the index is at least 1\n")
        self.json("enumerate", A5, "--subgroup", "ab", "-o", "a5.coset")
        answer = self.json("verify", "a5.coset", A5, "--subgroup", "ab")
        self.assertEqual((answer["index"], answer["proven"]), (12, "exactly"))
        self.assertIn("exactly 12", self.wreath("coset", "verify", "a5.coset", A5, "-q").stdout)
        self.assertIn("at least 12", self.wreath("coset", "verify", "a5.coset", A5, "--subgroup", "1", "-q").stdout)
        answer = self.json("verify", "a5.coset", "<a,b | a^2, b^3, (ab)^4>")
        self.assertRegex(answer["problem"], "^a relator does not hold at coset [0-9]+$")
        self.assertEqual((answer["verified"], answer["relator"].replace("*", "")), (False, "abababab"))
        self.assertIn("relator: ", self.wreath("coset", "verify", "a5.coset", "<a,b | a^2, b^3, (ab)^4>", "-q").stdout)

    def test_resumed_answers_say_so(self):
        begun = ["--max-cosets", 2000, "--method", "hlt", "--checkpoint"]
        self.json("enumerate", HURWITZ, *begun, "h.ck", code=2)
        answer = self.json("enumerate", HURWITZ, "--resume", "h.ck", "--checkpoint", "other.ck", "-o", "h.coset")
        self.assertEqual((answer["index"], answer["verified"], answer["proven"], answer["resumed"]), (10752, False, "at least", True))
        text = self.wreath("coset", "enumerate", HURWITZ, "--resume", "h.ck", "--checkpoint", "other.ck", "-q").stdout
        self.assertIn("index 10,752, resumed", text)
        self.assertIn("verified: at least 10,752", text)
        for verb in (["trace", "a"], ["representatives"], ["schreier"], ["presentation"], ["permutations", "-o", "p"]):
            self.assertFalse(self.json(verb[0], A5, *verb[1:])["resumed"])
            self.assertTrue(self.json(verb[0], "h.coset", *verb[1:])["resumed"])
            resumed = self.wreath("coset", verb[0], HURWITZ, *verb[1:], "--resume", "h.ck", "--checkpoint", "other.ck", "--json")
            self.assertTrue(json.loads(resumed.stdout)["resumed"])
            self.assertIn("enumerated from a checkpoint", resumed.stderr)
        self.json("order", HURWITZ, *begun, "o.ck", code=2)
        self.assertTrue(self.json("order", HURWITZ, "--resume", "o.ck", "--checkpoint", "other.ck")["resumed"])
        self.assertIn("resumed", self.wreath("coset", "order", HURWITZ, "--resume", "o.ck", "-q").stdout)

    def test_a_stop_before_the_table_is_written(self):
        """The checkpoint has the finished table, so that the next run only writes it."""
        self.json("enumerate", HURWITZ, "--method", "hlt", "--checkpoint", "h.ck", "-o", "h.coset")
        answer = self.json("enumerate", HURWITZ, "--method", "hlt", "--resume", "h.ck", "--time", "0.000001", "-o", "again.coset")
        self.assertEqual(answer["index"], 10752)
        first, second = ((self.folder / name).read_bytes() for name in ("h.coset", "again.coset"))
        self.assertEqual(first[-1000:-8], second[-1000:-8])

    def test_short_runs_of_other_verbs_end(self):
        for verb in (["presentation", "--subgroup", "b"], ["schreier", "--subgroup", "b"], ["permutations", "-o", "p"], ["representatives"]):
            command = [verb[0], HURWITZ, *verb[1:], "--method", "hlt", "--time", "0.000001"]
            self.json(*command, "--checkpoint", "v.ck", code=2)
            for runs in range(100):
                run = subprocess.run([WREATH, "coset", *command, "--resume", "v.ck", "--json", "-q"], cwd=self.folder, capture_output=True,
                                     text=True, timeout=HANGS)
                if run.returncode == 0:
                    break
            self.assertEqual(run.returncode, 0, f"{verb[0]} never ends: {run.stdout}{run.stderr}")

    def test_generators_keep_their_names(self):
        answer = self.json("presentation", HURWITZ, "--subgroup", "ab")
        self.assertEqual((answer["generators"], answer["presentation"]), (["ab"], "<x1 | x1^7>"))

    def test_limits(self):
        answer = self.json("enumerate", "<a,b | a^2, b^3>", "--max-cosets", 1000, code=2)
        self.assertNotIn("index", answer)
        self.assertFalse(answer["verified"])
        self.assertIn("--max-cosets 1000 was reached", answer["reason"])
        endless = "<a,b | a^2, b^3>", "--method", "hlt"
        text = self.wreath("coset", "enumerate", *endless, "--time", "0.2", "-q", code=2).stdout
        self.assertRegex(text, r"the index is not known\n(?s:.*)\nstopped \(time\)\n")
        self.assertNotIn("infinite", text)
        for verb in ("enumerate", "order"):  # the limit that was reached, not another that was given
            answer = self.json(verb, *endless, "--memory", "64M", "--max-cosets", 10**12, "--backend", "cpu", code=2)
            self.assertFalse(answer["complete"])
            self.assertEqual(answer["reason"], "the memory is full; give more with --memory")
            answer = self.json(verb, "<a,b | a^2, b^3>", "--max-cosets", 1000, code=2)
            self.assertEqual(answer["reason"], "--max-cosets 1000 was reached")

    def test_infinite_abelian_quotients(self):
        for group, subgroup in (("<a,b | >", "1"), ("<a,b | a^2*b^3>", ""), ("<a,b | a^2, b^2>", "ab")):
            answer = self.json("order", group, "--subgroup", subgroup)
            self.assertEqual((answer["order"], answer["complete"]), ("infinite", True))
            self.assertRegex(answer["proof"], "abelianization|infinite abelian quotient")
        run = self.wreath("coset", "enumerate", "<a,b | [a,b]>", "--subgroup", "a")
        proof = "the index is infinite: b has infinite order in the largest abelian quotient in which the subgroup is trivial"
        self.assertIn(proof, run.stdout)
        answer = self.json("enumerate", "<a,b | [a,b]>", "--subgroup", "a")
        self.assertEqual((answer["index"], answer["infinite"], answer["complete"], answer["proof"]), ("infinite", True, True, proof))
        answer = self.json("enumerate", "free:2", "-o", "t.coset", code=2)
        self.assertEqual((answer["index"], answer["ending"]), ("infinite", "infinite"))
        self.assertEqual(answer["reason"], "the table is infinite, and not written to t.coset")
        self.assertFalse(self.json("enumerate", "<a,b | a^2, b^3>", "--max-cosets", 100, code=2)["infinite"])

    def test_subgroups_of_small_index_with_infinite_abelian_quotients(self):
        proof = "a subgroup of index 2 has an infinite abelian quotient"
        answer = self.json("order", "<a,b | a^2, b^2>")
        self.assertEqual((answer["order"], answer["proof"], answer["complete"]), ("infinite", proof, True))
        for subgroup, more in (("1", ""), ("a", ", in which its intersection with the given one has infinite index")):
            answer = self.json("enumerate", "<a,b | a^2, b^2>", "--subgroup", subgroup)
            self.assertEqual(answer["proof_index"], 2)
            self.assertEqual((answer["index"], answer["proof"]), ("infinite", "the index is infinite: " + proof + more))
        self.refused("coset", "permutations", "triangle:2,3,6", "-o", "p", "-q", says="the index is infinite")
        self.assertEqual(self.json("order", "coxeter:3,3,4,3")["order"], "infinite")
        for verb in ("enumerate", "order"):
            self.refused("coset", verb, "triangle:2,3,6", "--proof", "p", "-q", says="no proof can be written")
            self.assertFalse((self.folder / "p").exists())

    def test_the_subgroup_of_a_proof_can_be_listed(self):
        """The command that is printed, as it is printed."""
        (self.folder / "it's.ace").write_text("gr: ab;\nrel: a^2, b^3;\ngen: a;\n")
        for verb, arguments, index in (("enumerate", ["<a,b | a^2, b^3>"], 3), ("order", ["triangle:2,3,6"], 6),
                                       ("enumerate", ["it's.ace", "--format", "ace", "--keep-inverses"], 3),
                                       ("enumerate", ["<a,b | [a,b]>", "--subgroup", "a"], 1), ("order", ["free:2"], 1)):
            text = self.wreath("coset", verb, *arguments, "-q").stdout
            command = re.search(r"^  see: wreath (coset subgroups .*)$", text, re.MULTILINE)[1]
            answer = self.json(verb, *arguments)
            self.assertEqual((answer["proof_index"], answer["proof_command"]), (index, "wreath " + command))
            run = subprocess.run(f"{WREATH} {command} --json -q", shell=True, cwd=self.folder, capture_output=True, text=True,
                                 timeout=HANGS, check=True)
            listed = json.loads(run.stdout)["list"]
            self.assertTrue(any(each["index"] == index and 0 in each["invariants"] for each in listed), command)
        self.assertNotIn("proof_index", self.json("order", A5))

    def test_the_trivial_subgroup(self):
        (self.folder / "a5.ace").write_text("gr: ab;\nrel: a^2, b^3, (ab)^5;\ngen: ab;\n")
        for subgroup in ("", " ", "1"):
            self.assertEqual(self.json("enumerate", "a5.ace", "--subgroup", subgroup)["index"], 60)
            self.assertEqual(self.json("order", A5, "--subgroup", subgroup)["factors"], [60])
            answer = self.json("enumerate", "<a,b | [a,b]>", "--subgroup", subgroup)
            self.assertEqual(answer["subgroup_generators"], 0)
            self.assertTrue(answer["infinite"])
            self.assertNotIn("subgroup", answer["proof"])  # it is trivial
            self.wreath("coset", "enumerate", A5, "--subgroup", "ab", "-o", "a5.coset", "-q")
            self.assertTrue(self.json("verify", "a5.coset", A5, "--subgroup", subgroup)["verified"])
            self.refused("coset", "trace", "a5.coset", "a", "--subgroup", subgroup, "-q", code=64, says="leave out --subgroup")
        self.assertEqual(self.json("order", A5)["factors"], [20, 3])
        # a checkpoint over the trivial subgroup can be continued with generators
        self.json("enumerate", HURWITZ, "--subgroup", "1", "--max-cosets", 2000, "--method", "hlt", "--checkpoint", "h.ck", code=2)
        self.assertEqual(self.json("enumerate", HURWITZ, "--subgroup", "b", "--method", "hlt", "--resume", "h.ck")["index"], 3584)

    def test_short_runs_get_further(self):
        command = ["enumerate", HURWITZ, "--method", "hlt", "--time", "0.000001", "-o", "h.coset"]
        self.json(*command, "--checkpoint", "h.ck", code=2)
        for runs in range(100):
            run = subprocess.run([WREATH, "coset", *command, "--resume", "h.ck", "--json", "-q"], cwd=self.folder, capture_output=True,
                                 text=True, timeout=HANGS)
            if run.returncode == 0:
                break
        self.assertEqual(json.loads(run.stdout)["index"], 10752)
        self.assertTrue((self.folder / "h.coset").exists())

    def test_small_tables_end(self):
        for method in ("hlt", "felsch", "mixed", "sparse"):
            for limit in (1, 2, 5, 8, 11, 12, 17, 24, 31):
                for group in ("<a,b | a^2, b^3>", "<a,b | a^3, b^3, (ab)^3>"):
                    self.json("enumerate", group, "--max-cosets", limit, "--method", method, code=2)
        self.assertEqual(self.json("enumerate", "symmetric:4", "--method", "sparse", "--max-cosets", 48)["index"], 24)

    def test_checkpoint(self):
        self.json("enumerate", HURWITZ, "--max-cosets", 2000, "--method", "hlt", "--checkpoint", "h.ck", code=2)
        answer = self.json("enumerate", HURWITZ, "--method", "hlt", "--resume", "h.ck")
        self.assertEqual(answer["index"], 10752)
        self.refused("coset", "enumerate", A5, "--resume", "h.ck", "-q", says="this is a checkpoint of another run")
        self.refused("coset", "enumerate", HURWITZ, "--method", "hlt", "--resume", "h.ck", "--max-cosets", 3, "-q", says="--max-cosets 3 is less")

    def test_order_continues(self):
        text = self.wreath("coset", "order", HURWITZ, "--max-cosets", 500, "--method", "hlt", "--checkpoint", "o.ck", "-q", code=2).stdout
        self.assertIn("continue with --resume o.ck", text)
        self.assertRegex(text, r"\d+ cosets defined, at most \d+ at one time, by hlt")
        answer = self.json("order", HURWITZ, "--max-cosets", 500, "--method", "hlt", code=2)
        self.assertEqual((answer["complete"], answer["factors"], answer["method"]), (False, [], "hlt"))
        self.assertGreaterEqual(answer["total"], answer["max"])
        answer = self.json("order", HURWITZ, "--method", "hlt", "--resume", "o.ck")
        self.assertEqual(answer["order"], 10752)
        self.refused("coset", "order", A5, "--resume", "o.ck", "-q",
                     says="its relators are b^3, (ab)^7, (aBab)^8, this run's are b^3, (ab)^5")

    def test_wide_tables(self):
        """A table with entries of 5 bytes, as those of more than 2^32 - 2 rows have them: A5 over the trivial subgroup."""
        wide = WIDE
        self.assertIn("verified: the index is at least 60", self.wreath("coset", "verify", wide, A5, "-q").stdout)
        self.assertIn("NOT a table", self.wreath("coset", "verify", wide, "<a,b | a^2, b^3, (ab)^4>", "-q").stdout)
        self.wreath("coset", "enumerate", A5, "-o", "narrow.coset", "-q")
        for verb in (["representatives"], ["trace", "ab", "babab", "1"]):
            tables = [self.wreath("coset", verb[0], table, *verb[1:], "-q").stdout for table in (wide, "narrow.coset")]
            self.assertEqual(*tables)
        for table in (wide, "narrow.coset"):
            self.wreath("coset", "permutations", table, "-o", f"{len(str(table))}", "-q")
        for letter in "ab":
            points = [load(self.folder / f"{len(str(table))}-{letter}.npy") for table in (wide, "narrow.coset")]
            self.assertEqual(*map(list, points))
        self.wreath("perm", "cycles", f"{len(str(wide))}-b.npy", "-q")
        self.refused("coset", "schreier", wide, "-q", says="do not fit in 4 bytes")

    def test_tables(self):
        self.json("enumerate", A5, "--subgroup", "ab", "-o", "a5.coset")
        self.assertTrue(self.json("verify", "a5.coset", A5, "--subgroup", "ab")["verified"])
        self.assertFalse(self.json("verify", "a5.coset", "<a,b | a^2, b^3, (ab)^4>")["verified"])
        self.refused("coset", "verify", "a5.coset", "<a,b | a^3, b^3>", "-q", says="its letters are not those of")
        words = self.wreath("coset", "representatives", "a5.coset", "-q").stdout.split()
        self.assertEqual((len(words), words[:3]), (12, ["1", "a", "b"]))
        traced = self.json("trace", "a5.coset", "abab", "b")["words"]
        self.assertEqual([(each["coset"], each["member"]) for each in traced], [(0, True), (2, False)])
        damaged = bytearray((self.folder / "a5.coset").read_bytes())
        damaged[-20] ^= 1
        (self.folder / "bad.coset").write_bytes(damaged)
        self.refused("coset", "trace", "bad.coset", "a", "-q", says="is damaged")
        self.refused("coset", "trace", "a5.coset", "c", "-q", says="c")

    def test_permutations(self):
        answer = self.json("permutations", A5, "--subgroup", "ab", "-o", "p")
        self.assertEqual(answer["files"], {"a": "p-a.npy", "b": "p-b.npy"})
        a, b = load(self.folder / "p-a.npy"), load(self.folder / "p-b.npy")
        self.assertEqual([a[a[c]] for c in range(12)], list(range(12)))
        self.assertEqual([b[b[b[c]]] for c in range(12)], list(range(12)))
        self.assertEqual(b[a[0]], 0)  # the subgroup's generator fixes coset 0
        order = json.loads(self.wreath("perm", "order", "p-a.npy", "--json", "-q").stdout)
        self.assertEqual(int(order["order"]), 2)

    def test_subgroups(self):
        self.assertEqual(self.json("presentation", "<a,b | a^2, b^2>", "--subgroup", "ab")["presentation"], "<x1 | >")
        answer = self.json("presentation", "<a,b | a^2, b^3>", "--subgroup", "[a,b], [a,B]")
        self.assertEqual((answer["index"], answer["presentation"]), (6, "<x1,x2 | >"))
        coxeter = "<a,b,c,d | a^2, b^2, c^2, d^2, (ab)^3, (bc)^3, (cd)^3, (ac)^2, (ad)^2, (bd)^2>"
        text = self.wreath("coset", "presentation", coxeter, "--subgroup", "ab, bcbd, cd", "-o", "h.txt", "-q").stdout
        self.assertIn("h.txt: ", text)
        index = self.json("enumerate", coxeter, "--subgroup", "ab, bcbd, cd")["index"]
        self.assertEqual(self.json("order", "h.txt")["order"], 120 // index)
        long = ["coset", "presentation", "symmetric:4", "--subgroup", "a", "--no-simplify", "-q"]
        text = self.on_screen(*long)
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines() if " = " not in line), text)
        lines = self.wreath(*long).stdout.splitlines()  # files and pipes get whole lines
        self.assertTrue(lines[0].endswith(">") and len(lines[0]) > 80 and all(" = " in line for line in lines[1:]), lines[0])
        self.wreath(*long, "-o", "long.txt")
        self.assertEqual((self.folder / "long.txt").read_text(), lines[0] + "\n")
        generators = self.json("schreier", "<a,b | a^2, b^3>", "--subgroup", "[a,b], [a,B]")["words"]
        self.assertGreaterEqual(len(generators), 2)

    def test_lists_of_words(self):
        """As lines, in JSON and in a record they are the same, also if they are few."""
        for verb, name in (("representatives", "words"), ("schreier", "words")):
            for group in ((A5, "--subgroup", "ab"), (A5, "--subgroup", "a, b"), ("<a | a^3>", "--subgroup", "1"), ("<a | a>",)):
                lines = self.wreath("coset", verb, *group, "-q", "--record", "lines.json").stdout.splitlines()
                self.assertEqual(self.json(verb, *group, "--record", "json.json")[name], lines)
                for record in ("lines.json", "json.json"):
                    self.assertEqual(json.loads((self.folder / record).read_text())["results"][name], lines)

    def test_stopped_presentations(self):
        """Rewriting takes far less time than simplifying, so that one of the limits ends the latter."""
        def stopped(*arguments):
            for k in range(20):
                seconds = 0.01 * 2**k
                command = [WREATH, "coset", "presentation", *arguments, "-q", "--time", str(seconds)]
                run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=HANGS)
                self.assertEqual(run.returncode, 2, run.stderr)
                if "simplified" in run.stdout:
                    return run.stdout
            self.fail("it was never stopped while it simplified")

        self.wreath("coset", "enumerate", HURWITZ, "-o", "h.coset", "-q")
        lines = stopped("h.coset").splitlines()  # thousands of generators
        self.assertRegex(lines[-1], r"^stopped \(time\): [\d,]+ generators, [\d,]+ relators with [\d,]+ letters in total, "
                                    r"not yet simplified; use -o FILE or --json to get all of them$")
        self.assertEqual([line.split(" = ")[0] for line in lines[:-1]], [f"  x{k}" for k in range(1, 11)] + ["  ..."])
        self.assertIn("not yet simplified; all of them are in h.txt\n", stopped("h.coset", "-o", "h.txt"))
        self.assertTrue((self.folder / "h.txt").read_text().startswith("<x1,x2,x3,"))
        answer = json.loads(stopped("h.coset", "--json"))
        self.assertEqual((answer["simplified"], answer["ending"]), (False, "time"))
        self.assertGreater(len(answer["generators"]), 10)

        draw = random.Random(1)  # two generators, and relators that take long to compare
        relators = ["".join(draw.choices("ab", k=900)) for _ in range(20)]
        (self.folder / "long.txt").write_text(f"<a,b | {', '.join(relators)}>\n")
        lines = stopped("long.txt", "--subgroup", "a, b").splitlines()
        count = re.search(r"^stopped \(time\): ([23]) generators, .* in total, not yet simplified$", lines[-1])
        self.assertTrue(count, lines[-1][:200])  # the third, before it is replaced, is that of a tree of one coset
        names = [f"x{k}" for k in range(1, int(count[1]) + 1)]
        self.assertTrue(lines[0].startswith(f"<{','.join(names)} | "))
        self.assertEqual([line.split(" = ")[0] for line in lines[1:-1]], [f"  {name}" for name in names])

    def test_outputs_are_checked_first(self):
        endless = ["<a,b | a^2, b^3>", "--max-cosets", 1000]
        for verb in ("enumerate", "presentation", "representatives"):
            self.refused("coset", verb, *endless, "-o", "no/such/folder/x", "-q", says="no/such/folder")
            for option in ("--checkpoint", "--resume"):
                self.refused("coset", verb, *endless, "-o", "g.ck", option, "g.ck", "-q", code=64, says="-o")

    def test_tables_above_the_memory_limit(self):
        self.wreath("coset", "enumerate", "<a | a^1000000>", "-o", "c.coset", "-q")
        says = "c.coset: the table needs 7.6 MiB of memory, and --memory leaves 0 B for it; give at least --memory "
        for verb in (["trace", "c.coset", "a"], ["verify", "c.coset", "<a | a^1000000>"]):
            self.refused("coset", *verb, "--memory", "1M", "-q", says=says)

    def test_files_of_other_programs(self):
        (self.folder / "a5.ace").write_text("# A5\ngr: ab;\nrel: a^2, b^3, (ab)^5;\ngen: ab;\n")
        (self.folder / "m11.tc").write_text("abcde..b,c,d,abcbae.\na3b5c3d3e0c.\na=(ce)2,(bcd)5.\n\nM11 over M10.\n")
        (self.folder / "a5.g").write_text('F := FreeGroup("a","b");; G := F / [ F.1^2, F.2^3, (F.1*F.2)^5 ];\n')
        self.assertEqual(self.json("enumerate", "a5.ace")["index"], 12)
        self.assertEqual(self.json("enumerate", "m11.tc")["index"], 11)
        self.assertEqual(self.json("enumerate", "a5.g", "--subgroup", "a*b")["index"], 12)
        self.assertEqual(self.json("enumerate", "m11.tc", "--format", "tcenum", "--subgroup", "a")["index"], 3960)

    def test_monoids(self):
        self.assertEqual(self.json("monoid", SMALL)["size"], 10)
        self.assertEqual(self.json("monoid", SMALL.replace("monoid", "semigroup"))["size"], 9)
        self.assertEqual(self.json("monoid", "monoid<a,b | ab=ba, a^2=a>")["size"], "infinite")
        for method in ("auto", "hlt", "felsch"):
            answer = self.json("monoid", A5, "--method", method, "--pairs", "ab=1", "--side", "right", "-o", f"{method}.npy")
            self.assertEqual((answer["classes"], answer["nodes"], answer["verified"], answer["kind"]), (12, 12, True, "right"))
            self.assertNotIn("size", answer)
            self.assertIn("12 classes, verified", self.wreath("coset", "monoid", A5, "--pairs", "ab=1", "--side", "left", "-q").stdout)
        self.assertEqual(len({path.read_bytes() for path in self.folder.glob("*.npy")}), 1, "tables depend on the method")
        answer = self.json("monoid", "monoid<a,b | aa=a, bb=b>", "--max-nodes", 1000, code=2)
        self.assertFalse(answer["verified"])
        self.assertIn("--max-nodes 1000", answer["reason"])
        self.json("monoid", "monoid<a,b | aa=a, bb=b>", "--time", 0.2, code=2)
        files = ["-o", "t.npy", "--words", "w.txt"]
        text = self.wreath("coset", "monoid", "monoid<a,b | aa=a, bb=b>", "--max-nodes", 1000, *files, "-q", code=2).stdout
        self.assertIn("t.npy: not written, because the table is not complete\nw.txt: not written", text)
        answer = self.json("monoid", "monoid<a,b | ab=ba, a^2=a>", *files, code=2)
        self.assertEqual(answer["reason"], "the table is infinite, and not written to t.npy, w.txt")
        self.assertFalse((self.folder / "t.npy").exists() or (self.folder / "w.txt").exists())
        for kind in ("monoid", "semigroup"):
            says = f"'b' is not a letter of this {kind}: the letters are a"
            self.refused("coset", "monoid", f"{kind}<a | b=a>", "-q", says=says)
            self.refused("coset", "monoid", f"{kind}<a | a^3=a>", "--pairs", "b=a", "-q", says=says)
        self.refused("coset", "monoid", SMALL, "--pairs", "ab", "-q", says="a pair of words")
        self.refused("coset", "monoid", SMALL, "--side", "both", "-q", code=64, says="twosided")
        self.refused("coset", "monoid", SMALL, "-o", "table.txt", "-q", says=".npy")

    def test_monoids_and_semigroups_agree(self):
        """The rules of a semigroup present it; the table gives transformations that generate it."""
        for family, size in (("full:3", 27), ("brauer:3", 15), ("symmetric-inverse:3", 34)):
            self.wreath("semigroup", "enumerate", family, "--rules", "rules.txt", "-q")
            rules = (self.folder / "rules.txt").read_text().strip().replace(" = ", "=").replace(" ", "*").replace("\n", ", ")
            letters = sorted(set(re.findall("s[0-9]+", rules)), key=lambda name: int(name[1:]))
            (self.folder / "m.txt").write_text(f"monoid<{','.join(letters)} | {rules}>\n")
            self.assertEqual(self.json("monoid", "m.txt", "--transformations", "m.gens", "--words", "words.txt")["size"], size)
            again = json.loads(self.wreath("semigroup", "enumerate", "m.gens", "--json", "-q").stdout)
            self.assertEqual(again["size"], size)
            self.assertEqual(len((self.folder / "words.txt").read_text().split("\n")), size + 1)

    def test_bad_input(self):
        self.refused("coset", "enumerate", "<a,b | a^2, c>", "-q", says="c")
        self.refused("coset", "enumerate", A5, "--subgroup", "a, (b", "-q", says="'a, (b', column")
        self.refused("coset", "enumerate", "monoid<a | a^2=a>", "-q", says="monoid")
        self.refused("coset", "enumerate", "no/such/file", "-q", says="no/such/file")
        self.refused("coset", "enumerate", A5, "--method", "best", "-q", code=64, says="method")
        self.refused("coset", "enumerate", A5, "-o", "no/such/folder/x", "-q", says="no/such/folder")
        self.wreath("coset", "enumerate", A5, "-o", "a5.coset", "-q")
        for option in ("--resume", "--checkpoint"):
            self.refused("coset", "presentation", "a5.coset", option, "x.ck", "-q", code=64, says=f"leave out {option}")
        self.refused("coset", "presentation", "a5.coset", "--subgroup", "a", "-q", code=64, says="leave out --subgroup")


MODULAR = "<a,b | a^2, b^3>"


class Subgroups(CliTest):
    def json(self, *arguments, code=0):
        return json.loads(self.wreath("coset", "subgroups", *arguments, "--json", "-q", code=code).stdout)

    def test_counts(self):
        answer = self.json(MODULAR, "--index", 12)
        self.assertEqual(answer["classes"], [1, 1, 2, 2, 1, 8, 6, 7, 14, 27, 26, 80])
        self.assertEqual(answer["normal"], [1, 1, 1, 0, 0, 2, 0, 0, 0, 0, 0, 1])
        self.assertEqual((answer["total"], answer["index"], answer["complete"]), (175, 12, True))
        self.assertNotIn("list", answer)
        text = self.wreath("coset", "subgroups", MODULAR, "--index", 3, "-q").stdout
        self.assertEqual(text, MODULAR + ": 4 classes of subgroups of index at most 3\n"
                         "index  classes  normal  subgroups\n"
                         "-----  -------  ------  ---------\n"
                         "1      1        1       1\n"
                         "2      1        1       1\n"
                         "3      2        1       4\n")

    def test_filters(self):
        self.assertEqual(self.json("<a,b | a^2, b^3, (ab)^7>", "--index", 168, "--normal")["total"], 2)
        self.assertEqual(self.json("<a,b | a^3, b^3, (ab)^4>", "--index", 12, "--homology", 1)["total"], 5)
        self.assertEqual(self.json("<a,b | a^3, b^3, (ab)^4>", "--index", 12, "--homology", 3)["total"], 0)
        self.assertEqual(self.json("free:2", "--index", 3, "--contains", "a, b")["classes"], [1, 0, 0])
        self.assertEqual(self.json("free:2", "--index", 3, "--contains", "a")["classes"], [1, 1, 3])
        self.assertEqual(self.json("free:2", "--index", 3, "--contains", "a", "--normal")["classes"], [1, 1, 1])

    def test_lists(self):
        answer = self.json(MODULAR, "--index", 3, "--list", "--presentation")
        self.assertEqual(len(answer["list"]), answer["total"])
        cube = answer["list"][1]
        self.assertEqual((cube["index"], cube["normal"], cube["conjugates"], cube["invariants"]), (3, True, 1, [2, 2, 2]))
        self.assertEqual(cube["permutations"], {"a": [0, 1, 2], "b": [1, 2, 0]})
        self.assertEqual(cube["presentation"], "<x1,x2,x3 | x1^2, x2^2, x3^2>")
        for each in answer["list"]:
            words = ", ".join(each["generators"])
            self.assertEqual(json.loads(self.wreath("coset", "enumerate", MODULAR, "--subgroup", words, "--json", "-q").stdout)["index"],
                             each["index"])
        text = self.wreath("coset", "subgroups", MODULAR, "--index", 3, "--list", "-q").stdout
        self.assertIn("3: index 3, 3 conjugates, abelianization Z x C2\n  generators: a, bab\n  a: (1 2)\n  b: (0 1 2)\n", text)

    def test_streams(self):
        """The same lines for any number of threads, and as many as there are classes."""
        for threads in (1, 3):
            answer = self.json("free:2", "--index", 7, "-o", f"{threads}.jsonl", "--threads", threads)
        lines = (self.folder / "1.jsonl").read_text().splitlines()
        self.assertEqual(lines, (self.folder / "3.jsonl").read_text().splitlines())
        self.assertEqual(len(lines), answer["total"])
        found = [json.loads(line) for line in lines]
        self.assertEqual([sum(each["index"] == k for each in found) for k in range(1, 8)], answer["classes"])

    def test_stops_and_resumes(self):
        arguments = ["<a,b | a^2, b^3>", "--index", 60]
        answer = self.json(*arguments, "--time", 0.2, "--checkpoint", "m.ck", code=2)
        self.assertEqual((answer["complete"], answer["ending"]), (False, "time"))
        again = self.json(*arguments, "--time", 0.2, "--resume", "m.ck", code=2)
        self.assertGreater(again["nodes"], answer["nodes"])
        self.assertTrue(all(a >= b for a, b in zip(again["classes"], answer["classes"])))
        for other, says in (([MODULAR, "--index", 59], "its largest index is 60, this run's is 59"),
                            (["<a,b | a^2, b^4>", "--index", 60], "its relators are b^3, this run's are b^4"),
                            ([*arguments, "--contains", "[a,b]"], "its contained words are none, this run's are a*b^-1*a*b"),
                            ([*arguments, "--homology", 1], "its least rank of the abelianization is none, this run's is 1"),
                            ([*arguments, "--normal"], "without restriction to normal subgroups")):
            self.refused("coset", "subgroups", *other, "--resume", "m.ck", "-q", says=says)
        answer = self.json(*arguments, "--time", 0.2, "-o", "some.jsonl", code=2)
        lines = (self.folder / "some.jsonl").read_text().splitlines()
        self.assertEqual(len([json.loads(line) for line in lines]), answer["total"])

    def test_refuses(self):
        for arguments, code, message in (
                (["free:2"], 64, "--index"),
                (["free:2", "--index", "0"], 64, "at least 1"),
                (["free:2", "--index", "5000"], 64, "4000"),
                (["free:2", "--index", "3", "--presentation"], 64, "--list or -o"),
                (["free:2", "--index", "3", "--list", "--checkpoint", "a.ck"], 64, "no checkpoint"),
                (["free:2", "--index", "3", "--contains", "c"], 1, "'c'")):
            self.assertIn(message, self.wreath("coset", "subgroups", *arguments, code=code).stderr)


if __name__ == "__main__":
    unittest.main()
