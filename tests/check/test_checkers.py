# SPDX-License-Identifier: MIT
"""wreath-check and check/check.py: both accept proofs of what is known, agree on thousands of edited ones, and accept nothing false.

WREATH_CHECK names the program. EDITS=10000 makes more edits; SEED=7 repeats a run.
"""
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "check"))
import check
import prover

PROGRAM = os.environ.get("WREATH_CHECK", "wreath-check")
SEED = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))

A_B = ["letter a A", "letter b B"]
# name: (problem, claim)
KNOWN = {
    "cyclic": (["letter a A", "relator (a)^12"], "index 12"),
    "cyclic, involution": (["letter a a"], "index 2"),
    "one relator of one letter": (["letter a a", "letter b B", "relator a", "relator b b b"], "index 3"),
    "klein": (["letter a a", "letter b b", "relator (a b)^2"], "index 4"),
    "klein, no involutions": ([*A_B, "relator a a", "relator b b", "relator a b A B"], "index 4"),
    "S4": (["letter a a", "letter b B", "relator b b b", "relator (a b)^4"], "index 24"),
    "S4 over S3": (["letter r r", "letter s s", "letter t t", "relator (r s)^3", "relator (s t)^3", "relator (r t)^2", "subgroup r", "subgroup s"], "index 4"),
    "A5": ([*A_B, "relator (a)^2", "relator b b b", "relator (a b)^5"], "index 60"),
    "A5 over C3": (["letter a a", "letter b B", "relator b b b", "relator (a b)^5", "subgroup b"], "index 20"),
    "quaternions": ([*A_B, "relator a a B B", "relator a b A b"], "index 8"),
    "trivial": ([*A_B, "relator b A B a A", "relator a B A b B"], "index 1"),
    "trivial, Higman 3": (["letter a A", "letter b B", "letter c C", "relator A b a B B", "relator B c b C C", "relator C a c A A"], "index 1"),
    "no letters": ([], "index 1"),
    "unreduced words": ([*A_B, "relator b a a a B", "relator a A 1".replace(" 1", ""), "relator 1", "relator A b b b b a", "relator A B a b", "subgroup b B", "subgroup 1", "subgroup B a b"], "index 4"),
    "dihedral, infinite, over a translation": (["letter a a", "letter b b", "subgroup (a b)^5"], "index 10"),
    "L2(7) over S4": ([*A_B, "relator a a", "relator b b b", "relator (a b)^7", "relator (a b A B)^4", "subgroup a", "subgroup b a B A b a B"], None),
    "equal, A5": (["letter a a", "letter b B", "relator b b b", "relator (a b)^5"], "equal a b a b = B a B a B a"),
    "equal, powers": ([*A_B, "relator a a a a a", "relator a b A B", "relator (b)^3"], "equal (a b)^17 = a a B"),
    "equal cosets": ([*A_B, "relator a a", "relator b b b", "relator (a b)^5", "subgroup b"], "equal (b)^2 = 1"),
    "equal, collapse": ([*A_B, "relator b A B a A", "relator a B A b B"], "equal a b a a = B"),
}


class Checkers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def verdicts(self, proofs):
        """What wreath-check prints for each proof, after a check that it prints one line for each and ends normally."""
        verdicts = []
        for begin in range(0, len(proofs), 500):
            names = []
            for number, proof in enumerate(proofs[begin : begin + 500]):
                names.append(f"{number}.proof")
                (self.folder / names[-1]).write_bytes(proof)
            run = subprocess.run([PROGRAM, *names], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(run.stderr, "")
            lines = run.stdout.splitlines()
            self.assertEqual([line.split(": ")[0] for line in lines], names)
            found = [line.split(": ", 1)[1] for line in lines]
            self.assertTrue(all(verdict.startswith(("accepted: ", "rejected: ")) for verdict in found), found)
            self.assertEqual(run.returncode, 0 if all(verdict.startswith("accepted: ") for verdict in found) else 1)
            verdicts += found
        return verdicts

    @staticmethod
    def slow_verdict(proof):
        try:
            return "accepted: " + check.check(proof)
        except check.Rejected as why:
            return f"rejected: {why}"

    def assert_same(self, proofs):
        """That both checkers agree on each proof. Returns what wreath-check prints."""
        verdicts = self.verdicts(proofs)
        for proof, fast in zip(proofs, verdicts):
            slow = self.slow_verdict(proof)
            if fast.startswith("accepted") != slow.startswith("accepted"):
                self.fail(f"{fast}; {slow}; {self.kept(proof)}")
        return verdicts

    @staticmethod
    def kept(proof):
        with tempfile.NamedTemporaryFile(suffix=".proof", delete=False) as file:
            file.write(proof)
        return f"seed {SEED}; the proof is in {file.name}"


def known_proofs(rng):
    """(problem, claim, steps, enumeration) for each known presentation."""
    for problem, claim in KNOWN.values():
        enumeration = prover.Enumeration(problem, rng)
        yield problem, claim or f"index {len(enumeration.rows)}", enumeration.steps, enumeration


class Accepted(Checkers):
    def test_known_answers(self):
        proofs = []
        for problem, claim, steps, enumeration in known_proofs(random.Random(SEED)):
            self.assertTrue(enumeration.holds(claim), problem)
            proofs.append(prover.proof_of(problem, claim, steps))
        verdicts = self.assert_same(proofs)
        for name, verdict in zip(KNOWN, verdicts):
            self.assertRegex(verdict, "^accepted: ", f"{name}, seed {SEED}")

    def test_the_sentences(self):
        proofs = [prover.proof_of(problem, claim, steps) for problem, claim, steps, _ in known_proofs(None)]
        found = dict(zip(KNOWN, self.assert_same(proofs)))
        self.assertRegex(found["A5"], r"^accepted: G has order 60 \(\d+ steps\)$")
        self.assertRegex(found["A5 over C3"], r"^accepted: H has index 20 in G \(\d+ steps\)$")
        self.assertRegex(found["equal, A5"], r"^accepted: a b a b = B a B a B a in G \(\d+ steps\)$")
        self.assertRegex(found["equal cosets"], r"^accepted: H \(b\)\^2 = H 1 \(\d+ steps\)$")
        self.assertEqual(found["cyclic, involution"], "accepted: G has order 2 (1 step)")
        self.assertEqual(found["no letters"], "accepted: G has order 1")

    def test_a_long_relator_costs_no_more_than_its_period(self):
        problem = ["letter a A", "relator (a)^20000"]
        steps = [(row, 0) for row in range(1, 20000)] + [(1, 2)]
        self.assertEqual(self.assert_same([prover.proof_of(problem, "index 20000", steps)]), ["accepted: G has order 20000 (20000 steps)"])

    def test_standard_input_and_usage(self):
        proof = prover.proof_of(["letter a a"], "index 2", [(1, 0)])
        for command, claim in (([PROGRAM], b"G has order 2 (1 step)"), ([sys.executable, "-B", check.__file__], b"index 2")):
            run = subprocess.run([*command, "-"], input=proof, capture_output=True)
            self.assertEqual((run.returncode, run.stdout), (0, b"-: accepted: " + claim + b"\n"))
            run = subprocess.run([*command, "no such file", "-"], input=proof, capture_output=True)
            self.assertEqual(run.returncode, 1)
            self.assertRegex(run.stdout, b"^no such file: cannot be (?:read|checked): .*No such file or directory.*\n-: accepted: ")
            for wrong in ([], ["--fast"], ["-", "--fast"]):
                run = subprocess.run([*command, *wrong], stdin=subprocess.DEVNULL, capture_output=True)
                self.assertEqual((run.returncode, run.stdout), (64, b""))
                self.assertIn(b"check", run.stderr)
            for option in ("-h", "--help"):
                run = subprocess.run([*command, option], capture_output=True, check=True)
                self.assertIn(b"wreath-check", run.stdout)
                self.assertEqual(run.stderr, b"")


class Edits(Checkers):
    """Random edits, with checksums repaired: only true claims may be accepted."""

    def test_edited_proofs_prove_only_what_is_true(self):
        count = int(os.environ.get("EDITS") or 1500)
        print(f"{count} edits, seed {SEED}", flush=True)
        rng = random.Random(SEED)
        known = list(known_proofs(rng))
        small = [proof for proof in known if len(proof[2]) < 400]
        edited, proofs = [], []
        for _ in range(count):
            problem, claim, steps, enumeration = rng.choice(small)
            edit = rng.choice([self.edit_steps, self.edit_steps, self.edit_steps, self.edit_head, self.edit_bytes])
            new_problem, new_claim, number, body = edit(rng, problem, claim, steps)
            edited.append((new_problem, new_claim, enumeration if new_problem == problem else None))
            proofs.append(prover.file_of(new_problem, new_claim, number, body))
        accepted = unknown = 0
        for (problem, claim, enumeration), proof, verdict in zip(edited, proofs, self.assert_same(proofs)):
            if verdict.startswith("accepted"):
                accepted += 1
                try:
                    enumeration = enumeration or prover.Enumeration(problem)
                except prover.TooManyRows:  # an equality in another, infinite group
                    unknown += 1
                    continue
                if not enumeration.holds(claim):
                    self.fail(self.kept(proof))
        print(f"{accepted} of them accepted, {unknown} of those about infinite groups", flush=True)
        self.assertLess(unknown, 1 + count // 50)
        self.assertLess(accepted, count)

    @staticmethod
    def edit_steps(rng, problem, claim, steps):
        steps = list(steps)
        rows = 2 + len(steps)
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            at = rng.randrange(len(steps) + 1)
            row, action = steps[at] if at < len(steps) else (1, 0)
            edit = rng.randrange(7)
            if edit == 0:
                del steps[at : at + 1]
            elif edit == 1:
                steps.insert(at, rng.choice(steps) if steps else (1, 0))
            elif edit == 2:
                steps[at : at + 1] = [(row, rng.randrange(action + 3))]
            elif edit == 3:
                steps[at : at + 1] = [(rng.randrange(1, rows), action)]
            elif edit == 4 and steps:
                other = rng.randrange(len(steps))
                at = min(at, len(steps) - 1)
                steps[at], steps[other] = steps[other], steps[at]
            elif edit == 5:
                steps.insert(at, (rng.randrange(1, rows), rng.randrange(12)))
            else:
                steps[at : at + 2] = steps[at : at + 2][::-1]
        table = check.Table(check.Presentation("".join(line + "\n" for line in problem)))
        kept = Edits.steps_that_can_be_made(table, steps)
        if rng.random() < 0.5:
            steps = kept
        if steps == kept and rng.random() < 0.7:  # claim what the edited steps seem to prove, or almost that
            claim = f"index {len(table.rows) + rng.choice([0, 0, 0, 0, 1, -1])}"
            if rng.random() < 0.4:
                rows = {row: {letter: table.survivor(value) for letter, value in entries.items()} for row, entries in table.rows.items()}
                words = [prover.read_from(rows, rng, list(table.group.letters)) for _ in range(10)]
                claim = rng.choice([f"equal {u} = {v}" for u, end in words for v, other in words if end == other or rng.random() < 0.1])
        return problem, claim, len(steps), prover.body_of(steps)

    @staticmethod
    def steps_that_can_be_made(table, steps):
        kept = []
        for row, action in steps:
            try:
                table.make_step(row, action)
                kept.append((row, action))
            except check.Rejected:
                pass
        return kept

    @staticmethod
    def edit_head(rng, problem, claim, steps):
        lines = [*problem, claim]
        edit = rng.randrange(5)
        at = rng.randrange(len(lines))
        if edit == 0 and at < len(problem):
            del lines[at]
        elif edit == 1 and at < len(problem):
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif edit == 2 and at < len(problem):
            other = rng.randrange(len(problem))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            place = rng.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + rng.choice(["", *"aAbB 1023456789()^=\n\x80~"]) + lines[at][place + rng.randrange(2) :]
        return lines[:-1], lines[-1], len(steps), prover.body_of(steps)

    @staticmethod
    def edit_bytes(rng, problem, claim, steps):
        body = bytearray(prover.body_of(steps))
        for _ in range(rng.choice([1, 1, 2])):
            at = rng.randrange(len(body) + 1)
            body[at : at + rng.randrange(2)] = bytes([rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 0x7F, 0x80, 0xFF, rng.randrange(256)])][: rng.randrange(1, 2)])
        return problem, claim, max(0, len(steps) + rng.choice([-1, 0, 0, 0, 0, 1])), bytes(body)


class Malformed(Checkers):
    problem, claim = KNOWN["A5 over C3"]

    def setUp(self):
        super().setUp()
        self.steps = prover.Enumeration(self.problem).steps
        self.body = prover.body_of(self.steps)
        self.proof = prover.proof_of(self.problem, self.claim, self.steps)

    def assert_rejected(self, proofs, message=""):
        for proof, verdict in zip(proofs, self.assert_same(proofs)):
            self.assertRegex(verdict, "^rejected: .*" + message, proof[:400])

    def edited(self, old, new):
        """The proof with a text of its head replaced, and checksums that fit."""
        data = self.proof[: self.proof.rindex(b"sha256 ")]
        self.assertIn(old, data)
        data = data.replace(old, new, 1)
        begin, end = data.index(b"\nletter") + 1, data.index(b"\nclaim") + 1
        old_sum = data.split(b"input ", 1)[1][:64]
        return prover.with_checksum(data.replace(old_sum, prover.sha256(data[begin:end]).encode(), 1))

    def test_truncated_at_every_byte(self):
        self.assert_rejected([self.proof[:length] for length in range(len(self.proof))])

    def test_any_byte_changed_without_its_checksum(self):
        self.assert_rejected([self.proof[:at] + bytes([self.proof[at] ^ 1]) + self.proof[at + 1 :] for at in range(len(self.proof))])

    def test_something_after_the_end(self):
        self.assert_rejected([self.proof + b"\n", self.proof + self.proof, prover.with_checksum(self.proof)])

    def test_unknown_versions_kinds_and_lines(self):
        self.assertRegex(self.verdicts([self.edited(b"steps", b"steps")])[0], "^accepted")
        for old, new in [
            (b"wreath proof 1", b"wreath proof 2"), (b"wreath proof 1", b"wreath proof 1 "), (b"wreath proof 1", b"wreath proof 11"),
            (b"wreath proof 1", b"Wreath proof 1"), (b"wreath proof 1\n", b"wreath proof 1\r\n"), (b"kind coset", b"kind cosets"),
            (b"kind coset", b"kind "), (b"by hand\n", b""), (b"by hand\n", b"by hand\nby foot\n"), (b"letter a a\n", b"letter a a\ncolour red\n"),
            (b"relator b", b"relators b"), (b"claim index", b"claim indices"), (b"claim index", b"claim"), (b"index 20", b"index 020"),
            (b"index 20", b"index 20 "), (b"index 20", b"index -20"), (b"index 20", b"index 20\nclaim index 20"), (b"index 20", b"index 99999999999999999999"),
            (b"steps ", b"steps  "), (b"steps ", b"steps 0"), (b"\nsteps", b"\n\nsteps"), (b"index 20", b"equal a = b = a"), (b"index 20", b"equal a"),
            (b"index 20", b"equal  = a"), (b"index 20", b"equal = a"), (b"index 20", b"equal c = a"), (b"index 20", b"equal a a a b b = a"),
        ]:
            with self.subTest(old=old, new=new):
                self.assert_rejected([self.edited(old, new)])

    def test_names_and_words(self):
        for old, new in [
            (b"letter a a", b"letter a"), (b"letter a a", b"letter a a a"), (b"letter a a", b"letter a b"), (b"letter a a", b"letter 1 1"),
            (b"letter a a", b"letter = ="), (b"letter a a", b"letter (a (a"), (b"letter a a", b"letter \xc3\xa4 a"), (b"letter a a", b"letter  a"),
            (b"letter a a", b"letter a a "), (b"letter a a", b"letter"), (b"b b b", b"b b c"), (b"b b b", b""), (b" b b b", b""), (b"b b b", b"b  b b"),
            (b"b b b", b"b b b "), (b"b b b", b"b\tb b"), (b"b b b", b"b b 1"), (b"b b b", b"(b)^0"), (b"b b b", b"(b)^03"), (b"b b b", b"(b)^"),
            (b"b b b", b"(b)3"), (b"b b b", b"(b b b"), (b"b b b", b"()^3"), (b"b b b", b"(1)^3"), (b"b b b", b"(b)^-3"), (b"b b b", b"((b)^3)^1"),
            (b"b b b", b"(b)^+3"), (b"b b b", b"b^3"), (b"subgroup b", b"subgroup c"), (b"subgroup b\n", b"subgroup b\nrelator b b b\n"),
        ]:
            with self.subTest(old=old, new=new):
                self.assert_rejected([self.edited(old, new)])

    def test_huge_numbers_take_no_memory(self):
        for old, new in [
            (b"(a b)^5", b"(a b)^99999999999"), (b"(a b)^5", b"(a b)^9223372036854775807"), (b"(a b)^5", b"(a b)^18446744073709551617"),
            (b"(a b)^5", b"(a b)^8388608"), (b"index 20", b"index 9223372036854775807"), (b"index 20", b"equal (a)^16777216 = a"),
            (b"subgroup b", b"subgroup (b)^4294967297"),
        ]:
            with self.subTest(old=old, new=new):
                self.assert_rejected([self.edited(old, new)])
        for count, length in [(2**40, None), (2**63 - 1, None), (2**64 - 1, None), (None, 2**40), (None, 2**63 - 1), (None, 2**64), (2**63 - 1, 2**63 - 1)]:
            counts = f"steps {count or len(self.steps)} {length or len(self.body)}".encode()
            self.assert_rejected([self.edited(f"steps {len(self.steps)} {len(self.body)}".encode(), counts)])

    def with_body(self, count, body):
        return prover.file_of(self.problem, self.claim, count, body)

    def test_numbers_of_steps(self):
        count = len(self.steps)
        self.assert_rejected([self.with_body(count - 1, self.body), self.with_body(count, self.body + b"\0"), self.with_body(count, self.body + b"\x80")], "follow")
        self.assert_rejected([self.with_body(count + 1, self.body), self.with_body(count + 1, self.body + b"\0")], f"step {count + 1}: ")
        self.assert_rejected([self.with_body(count, b"\x80\0" + self.body[1:])], "step 1: a number has more bytes than it needs")
        self.assert_rejected([self.with_body(count, b"\xff" * 9 + b"\1" + self.body[1:])], "step 1: a number does not fit in 63 bits")
        for huge in (2**31, 2**32, 2**33, 2**62, 2**63 - 1):
            head, tail = prover.number(huge), prover.number(0)
            self.assert_rejected([self.with_body(1, head + tail), self.with_body(1, tail + head), self.with_body(1, prover.number(huge - 1) + tail)], "step 1: ")

    def test_steps_that_are_wrong(self):
        two = ["letter a A", "letter b B", "relator a b A B", "relator a a", "subgroup a b"]
        for steps, message in [
            ([(2, 0)], "step 1: "), ([(1, 0), (3, 0)], "step 2: "), ([(1, 4)], "step 1: more than one letter is missing"),
            ([(1, 0), (2, 9)], "step 2: .*subgroup"), ([(1, 10)], "step 1: there is no"),
        ]:
            with self.subTest(steps=steps):
                self.assert_rejected([prover.proof_of(two, "index 2", steps)], message)

    def test_steps_that_say_nothing_new(self):
        """A row that is there already is defined again, a cycle is used twice, a dead row is named."""
        three = ["letter a A", "relator (a)^3"]
        for steps in ([(1, 0), (2, 0), (1, 2)], [(1, 0), (1, 0), (3, 0), (1, 2)], [(1, 0), (2, 0), (1, 2), (2, 2), (3, 2)],
                      [(1, 0), (2, 0), (3, 0), (1, 2), (4, 0)]):
            with self.subTest(steps=steps):
                self.assertEqual(self.verdicts([prover.proof_of(three, "index 3", steps)])[0][:8], "accepted")

    def test_rows_that_are_not_closed(self):
        self.assert_rejected([prover.proof_of(self.problem, "index 1", []), prover.proof_of(self.problem, "index 0", [])])
        self.assert_rejected([prover.proof_of(["letter a A", "relator a a"], "index 2", [(1, 0)])])
        # Closed, but the second relator was never used.
        steps = [(1, 0), (2, 0), (1, 2)]
        self.assert_rejected([prover.proof_of(["letter a A", "relator (a)^3", "relator (a)^4"], "index 3", steps)], "relator")
        self.assert_rejected([prover.proof_of(["letter a A", "relator (a)^3", "subgroup a"], "index 3", steps)], "subgroup")

    def test_bytes_without_sense(self):
        rng = random.Random(SEED)
        proofs = [rng.randbytes(rng.randrange(300)) for _ in range(100)]
        proofs += [b"wreath proof 1\n" + rng.randbytes(rng.randrange(300)) for _ in range(100)]
        self.assert_rejected([*proofs, b"", b"\n", b"\0" * 1000])

    def test_flags_and_folders_are_not_files(self):
        run = subprocess.run([PROGRAM, "."], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (1, ".: cannot be read: Is a directory\n"))


if __name__ == "__main__":
    unittest.main()
