#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""wreath cite: what it takes from records and proofs, that it has proofs checked, and what it refuses."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from cli_test import ROOT, WREATH, CliTest

A5 = "<a,b | a^2, b^3, (ab)^5>"


class CiteTest(CliTest):
    def run_with_proof(self, *command, name="r"):
        self.wreath(*command, "--proof", f"{name}.proof", "--record", f"{name}.json", "-q")

    def fields(self, *arguments):
        return json.loads(self.wreath("cite", *arguments, "--json").stdout)

    def sha256(self, name):
        return hashlib.sha256((self.folder / name).read_bytes()).hexdigest()

    def record(self, name, results, **fields):
        record = {"format": "wreath run record 1", "command": "wreath", "version": "0.1.0", "commit": "unknown", "date": "2026-11-19T05:43:52Z",
                  "machine": {"cpu": "Neoverse-V1", "cores": 1}, "ending": "done", "results": results} | fields
        (self.folder / name).write_text(json.dumps(record))


class Citations(CiteTest):
    def test_text_has_what_a_reader_needs(self):
        self.run_with_proof("coset", "enumerate", A5, "--subgroup", "b")
        text = self.wreath("cite", "r.json").stdout
        record = json.loads((self.folder / "r.json").read_text())
        for part in (record["command"], record["version"], record["commit"], record["date"], record["machine"]["cpu"], "  index: 20\n", "  verified: yes\n",
                     "r.proof: wreath-check: accepted: H has index 20 in G (", "    letter a a\n", "    subgroup b\n", "    claim index 20\n",
                     f"  {self.sha256('r.json')}  r.json\n", f"  {self.sha256('r.proof')}  r.proof\n", "@software{wreath,\n", "@misc{wreath-"):
            self.assertIn(part, text)

    def test_every_kind_of_proof(self):
        strassen = ROOT / "data/schemes/2x2x2-7.txt"
        for command, claim in ((["coset", "enumerate", A5], "index 60"), (["coset", "order", A5], "order 60"),
                               (["word", "equal", A5, "abab", "BaBaBa"], "equal (a b)^2 = (B a)^3"), (["word", "equal", A5, "a", "b"], "different a = b"),
                               (["word", "complete", A5], "confluent 17"), (["word", "build", "triangle:2,3,7"], "automatic 52"),
                               (["semigroup", "enumerate", "boolean:2"], "size 16"), (["flip", "verify", strassen], "rank 7"),
                               (["flip", "path", "2x2x2", strassen], None)):
            with self.subTest(command=command):
                self.run_with_proof(*command)
                found = self.fields("r.json")
                self.assertEqual((found["checked"], found["proof"], found["proof_sha256"]), (True, "r.proof", self.sha256("r.proof")))
                self.assertTrue(found["verdict"].startswith("accepted: "), found)
                self.assertEqual(found["claim"], claim or f"moves {[a['value'] for a in found['answers'] if a['name'] == 'moves'][0]}")
                self.assertTrue(found["problem"])

    def test_json_has_the_fields_of_the_record(self):
        self.run_with_proof("coset", "enumerate", A5, "--subgroup", "b")
        found = self.fields("r.json")
        record = json.loads((self.folder / "r.json").read_text())
        self.assertEqual([found[name] for name in ("command", "wreath", "commit", "date")], [record[name] for name in ("command", "version", "commit", "date")])
        self.assertEqual((found["record"], found["record_sha256"]), ("r.json", self.sha256("r.json")))
        self.assertIn({"name": "index", "value": 20}, found["answers"])
        self.assertIn({"name": "verified", "value": True}, found["answers"])
        self.assertEqual(found["problem"], ["letter a a", "letter b B", "relator (b)^3", "relator (a b)^5", "subgroup b"])

    def test_a_proof_is_looked_for_beside_the_record_first(self):
        for folder in ("run", "kept", "other"):
            (self.folder / folder).mkdir()
        self.wreath("coset", "enumerate", A5, "--proof=run/it's one.proof", "--record", "run/r.json")
        self.assertEqual(self.fields("run/r.json")["proof"], "run/it's one.proof")
        shutil.copy(self.folder / "run/r.json", self.folder / "other/r.json")
        self.assertEqual(self.fields("other/r.json")["proof"], "run/it's one.proof")  # where the command wrote it
        for name in ("r.json", "it's one.proof"):
            shutil.move(self.folder / "run" / name, self.folder / "kept" / name)
        self.assertEqual(self.fields("kept/r.json")["proof"], "kept/it's one.proof")
        shutil.move(self.folder / "kept/it's one.proof", self.folder / "-p")
        self.refused("cite", "kept/r.json", says="the proof of this run is missing")
        self.assertTrue(self.fields("kept/r.json", "--proof=-p")["checked"])

    def test_no_proof_was_written(self):
        self.wreath("word", "order", "free:2", "ab", "--record", "r.json")
        self.assertIn("  no proof was written\n", self.wreath("cite", "r.json").stdout)
        self.assertNotIn("proof", self.fields("r.json"))
        self.wreath("coset", "enumerate", "<a,b | a^2>", "--record", "r.json")  # infinite
        self.assertIn("no proof was written", self.wreath("cite", "r.json").stdout)

    def test_a_stopped_run_is_called_so(self):
        (self.folder / "p").write_text("of an earlier run")
        self.wreath("coset", "enumerate", "<a,b | a^2, b^3>", "--max-cosets", "1000", "--proof", "p", "--record", "r.json", code=2)
        text = self.wreath("cite", "r.json").stdout
        self.assertIn("  no proof was written\n", text)
        self.assertRegex(text, "Answer\n  ending: [a-z]+\n  reason: --max-cosets 1000 was reached\n")

    def test_long_numbers_keep_their_digits(self):
        order = 43252003274489856001
        self.record("r.json", {"order": order, "digits": "-12\" 43252003274489856001", "ratio": 0.12345678901234567890123, "list": [order]})
        text = self.wreath("cite", "r.json").stdout
        self.assertIn(f"  order: {order}\n", text)
        self.assertIn("  digits: -12\" 43252003274489856001\n", text)
        self.assertIn({"name": "order", "value": order}, self.fields("r.json")["answers"])

    def test_long_results_are_left_out(self):
        self.record("r.json", {"levels": list(range(1000)), "size": 7, "elements": [{"rank": 3}]} | {f"f{i}": i for i in range(20)})
        text = self.wreath("cite", "r.json").stdout
        self.assertIn("  size: 7\n  rank: 3\n  f0: 0\n", text)
        self.assertIn("  ... (22 in all)\n", text)
        self.assertNotIn("levels", text)
        self.assertEqual(len(self.fields("r.json")["answers"]), 22)

    def test_bibtex_can_be_read_and_set(self):
        self.record("r.json", {"order": 4}, command="wreath x '{a_b}' 50% \\ a^b ~/x $y & #1 --json")
        entries = self.fields("r.json")["bibtex"]
        self.assertEqual(re.findall(r"^@(\w+)\{([\w-]+),$", entries, re.MULTILINE), [("software", "wreath"), ("misc", "wreath-" + self.sha256("r.json")[:8])])
        self.assertIn(r"\texttt{wreath x '\textbraceleft{}a\_b\textbraceright{}' 50\% \textbackslash{} a\textasciicircum{}b \textasciitilde{}/x \$y \& \#1 -{}-json}", entries)
        depth = 0
        for character in entries:
            depth += {"{": 1, "}": -1}.get(character, 0)
            self.assertGreaterEqual(depth, 0)
        self.assertEqual(depth, 0)
        self.assertEqual(entries.count("year = {2026}"), 2)

    def test_output_goes_to_a_file(self):
        self.run_with_proof("coset", "enumerate", A5)
        shown = self.wreath("cite", "r.json").stdout
        self.assertEqual(self.wreath("cite", "r.json", "-o", "cite.txt").stdout, "cite.txt: the citation of r.json\n")
        self.assertEqual((self.folder / "cite.txt").read_text(), shown)
        for name in ("r.json", "r.proof"):
            self.refused("cite", "r.json", "-o", name, code=64, says="are the same file")


class Refusals(CiteTest):
    def test_what_is_not_a_record(self):
        self.run_with_proof("coset", "enumerate", A5)
        (self.folder / "json.json").write_text(self.wreath("coset", "enumerate", A5, "--json").stdout)
        for name, content in (("empty", ""), ("list", "[1]"), ("text", "wreath run record 1"), ("other", '{"format": 5, "results": 7}'), ("cut", (self.folder / "r.json").read_text()[:300])):
            (self.folder / name).write_text(content)
        for name in ("empty", "list", "text", "other", "cut", "json.json", "r.proof"):
            self.refused("cite", name, says=f"{name}: this is not a run record; every command writes one with --record FILE")
        self.refused("cite", "nowhere.json", says="nowhere.json")

    def test_odd_records_are_cited_without_a_crash(self):
        for results in (None, 7, [], "x", [[1]], {"a": None}):
            self.record("r.json", results, command=7, machine=[], date=None)
            self.wreath("cite", "r.json")
        (self.folder / "r.json").write_text('{"format": "wreath run record 1"}')
        self.wreath("cite", "r.json")

    def test_proofs_that_do_not_hold(self):
        self.run_with_proof("coset", "enumerate", A5)
        proof = (self.folder / "r.proof").read_bytes()
        for name, content in (("flipped", proof[:-100] + bytes([proof[-100] ^ 1]) + proof[-99:]), ("cut", proof[:-1]), ("claims", proof.replace(b"claim index 60", b"claim index 61"))):
            (self.folder / name).write_bytes(content)
            self.refused("cite", "r.json", "--proof", name, says=f"{name}: the proof is not accepted; wreath-check: rejected: ")
        self.refused("cite", "r.json", "--proof", "r.json", says="r.json: this is not a proof")
        self.refused("cite", "r.json", "--proof", "none", says="none")
        self.refused("cite", "r.json", "--proof", "none", "--json", says="none")

    def test_proofs_of_something_else(self):
        self.run_with_proof("coset", "enumerate", A5)
        self.run_with_proof("coset", "enumerate", A5, "--subgroup", "b", name="s")
        self.run_with_proof("word", "equal", A5, "a", "b", name="d")
        self.run_with_proof("word", "equal", A5, "a", "bB a", name="e")
        self.refused("cite", "r.json", "--proof", "s.proof", says="s.proof: the proof claims 'index 20', but 'index' is 60 in r.json; name the proof of this run with --proof FILE")
        self.refused("cite", "r.json", "--proof", "d.proof", says="the proof claims 'different a = b', but 'equal' is not there in r.json")
        self.refused("cite", "e.json", "--proof", "d.proof", says="the proof claims 'different a = b', but 'equal' is yes in e.json")


class Checkers(CiteTest):
    def test_the_checker_beside_the_program_or_on_the_path_is_used(self):
        self.run_with_proof("coset", "enumerate", A5)
        places = {name: self.folder / name for name in ("beside", "path")}
        for place in places.values():
            place.mkdir()
        copy = places["beside"] / "wreath"
        shutil.copy(WREATH, copy)

        def cite():
            libraries = str(pathlib.Path(WREATH).resolve().parent)
            run = subprocess.run([copy, "cite", "r.json", "--json"], cwd=self.folder, capture_output=True, text=True,
                                 env=os.environ | {"PATH": str(places["path"]), "LD_LIBRARY_PATH": libraries})
            return run.returncode, json.loads(run.stdout)

        code, found = cite()
        self.assertEqual((code, found["checked"], found["claim"]), (0, False, "index 60"))
        self.assertNotIn("verdict", found)
        for place, answer, status in (("path", "accepted: by one on the path", 0), ("beside", "rejected: step 3", 1)):
            checker = places[place] / "wreath-check"
            checker.write_text(f'#!/bin/sh\necho "$1: {answer}"\nexit {status}\n')
            checker.chmod(0o755)
            code, found = cite()
            self.assertEqual(code, status)
            self.assertIn(answer, found["verdict"] if code == 0 else found["error"]["message"])


if __name__ == "__main__":
    unittest.main()
