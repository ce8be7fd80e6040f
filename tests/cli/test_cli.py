#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program as its users meet it: output, exit codes, error sentences, and that nothing is left half done."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import unittest

from cli_test import HANGS, ROOT, WREATH, CliTest, load, save

VERBS = ["random", "multiply", "inverse", "divide", "power", "check", "cycles", "convert", "tune"]
SEMIGROUP_VERBS = ["enumerate", "member", "factor", "cayley", "green"]
WORD_VERBS = ["build", "info", "growth", "export", "import", "reduce", "inverse", "equal", "multiply", "concat", "compare", "order", "ball",
              "complete", "automaton", "subgroup", "geodesics"]
COSET_VERBS = ["enumerate", "verify", "permutations", "representatives", "trace", "schreier", "presentation"]
FLIP_VERBS = ["search", "verify", "convert", "lift", "simplify", "derive", "path", "equivalent", "automorphisms", "stats", "records"]
GROUP_VERBS = ["order", "base", "contains", "factor", "stabilizer", "orbits", "blocks", "random", "action"]
ORBIT_VERBS = ["growth", "word", "antipodes", "oracle", "info"]
COMMANDS = [[], ["perm"], *(["perm", verb] for verb in VERBS), ["semigroup"], *(["semigroup", verb] for verb in SEMIGROUP_VERBS),
            ["word"], *(["word", verb] for verb in WORD_VERBS), ["flip"], *(["flip", verb] for verb in FLIP_VERBS), ["orbit"], *(["orbit", verb] for verb in ORBIT_VERBS), ["coset"], *(["coset", verb] for verb in COSET_VERBS), ["group"], *(["group", verb] for verb in GROUP_VERBS), ["cluster"], ["cluster", "plan"], ["bench"], ["bench", "signature"], ["demo"], ["doctor"], ["plot"], ["cite"], ["completion"], ["man"]]


class Helpers(CliTest):
    program = "sleep"
    hangs = 0.1

    def test_a_program_that_hangs_on_a_terminal_fails(self):
        with self.assertRaisesRegex(AssertionError, "hangs"):
            self.on_screen(HANGS)


class PermCliTest(CliTest):
    def inputs(self):
        save(self.folder / "x.npy", [2, 0, 1, 3])
        save(self.folder / "y.npy", [10, 11, 12, 13], "<u8")


class Manners(PermCliTest):
    def test_the_page_of_fields_is_up_to_date(self):
        self.assertEqual(self.wreath("man", "--fields").stdout, (ROOT / "docs/json.md").read_text(),
                         "write it again: wreath man --fields > docs/json.md")

    def test_errors_are_objects_too(self):
        for command, kind, code in ((["orbit", "growth", "lrx:x"], "input", 1), (["orbit", "growth", "lrx:4", "--depth"], "usage", 64),
                                    (["perm", "check", "(1,2)", "--memory", "0"], "usage", 64)):
            run = self.wreath(*command, "--json", code=code)
            answer = json.loads(run.stdout)
            self.assertEqual((answer["format"], answer["version"]), ("wreath error", 1))
            error = answer["error"]
            self.assertEqual((error["kind"], error["exit_code"]), (kind, code))
            self.assertIn(error["message"], run.stderr)

    def test_every_object_has_the_common_fields(self):
        for command in (["orbit", "growth", "lrx:4"], ["word", "equal", "free:2", "a", "b"], ["semigroup", "green", "full:3"],
                        ["coset", "order", "<a | a^4>"], ["perm", "sign", "(1,2)"], ["flip", "verify", "2x2x2"], ["doctor"]):
            text = self.wreath(*command, "--json", "-q").stdout
            answer = json.loads(text)
            names = list(answer)
            self.assertEqual(names[:2], ["format", "version"], command)
            self.assertEqual((answer["format"], answer["version"]), ("wreath " + " ".join(command[:2 - (command == ["doctor"])]), 1))
            self.assertEqual((answer["complete"], answer["ending"]), (True, "done"))
            self.assertIn("seconds", names)
            self.assertEqual(len(set(names)), len(names))

    def test_threads_mean_the_cpu_unless_a_backend_is_given(self):
        for given, reason in (([], "short inputs are fastest on the CPU"), (["--threads", "2"], "asked for"),
                              (["--threads", "2", "--backend", "auto"], "short inputs are fastest on the CPU")):
            self.wreath("word", "reduce", "free:2", "abA", *given, "--record", "run.json")
            self.assertEqual(json.loads((self.folder / "run.json").read_text())["choices"]["backend"], {"name": "cpu", "why": reason})

    @unittest.skipUnless(shutil.which("readelf"), "readelf is not installed")
    def test_the_cpp_library_is_there_once(self):
        """Within the program, or loaded; a libfmt that is loaded would load a second one."""
        needed = subprocess.run(["readelf", "-d", WREATH], capture_output=True, text=True, timeout=HANGS).stdout
        self.assertEqual("libfmt" in needed, "libstdc++" in needed, needed)

    def test_every_help_has_usage_and_examples(self):
        for command in COMMANDS:
            text = self.wreath(*command, "--help").stdout
            self.assertIn("Usage: " + " ".join(["wreath", *command]), text)
            self.assertIn("Examples:", text)
            self.assertEqual(text, self.wreath("help", *command).stdout)

    def test_version(self):
        self.assertRegex(self.wreath("--version").stdout, r"^wreath \d+\.\d+\.\d+( \([0-9a-f]+(-dirty)?\))?\n$")

    def test_misspelt_names_are_suggested(self):
        self.refused("prem", code=64, says="did you mean 'perm'?")
        self.refused("perm", "mutliply", code=64, says="did you mean 'multiply'?")
        self.refused("perm", "multiply", "--thread", "2", code=64, says="did you mean '--threads'?")
        self.refused("perm", "random", "8", "--sede=3", code=64, says="did you mean '--seed'?")
        self.refused("growth", code=64, says="'wreath' has no command 'growth'; did you mean 'wreath word growth' or 'wreath orbit growth'?\n")
        self.refused("zebra", code=64, says="'wreath' has no command 'zebra'\n")

    def test_bad_options_are_usage_errors(self):
        self.inputs()
        good = ["perm", "multiply", "x.npy", "y.npy", "-o", "z.npy"]
        self.refused(*good, "--memory", "3Q", code=64, says="'3Q' is not a size")
        self.refused(*good, "--threads", "0", code=64, says="'0' is not a valid number of threads")
        self.refused(*good, "--backend", "gpu", code=64, says="choose one of auto, cpu, cuda")
        self.refused(*good, "--time", "soon", code=64, says="'soon' is not a valid time")
        self.refused(*good, "--seed", "-1", code=64, says="'-1' is not a valid seed")
        self.refused(*good, "extra", code=64, says="extra")
        self.refused("perm", "multiply", "x.npy", "y.npy", code=64, says="--output")
        self.refused("perm", "multiply", "x.npy", "-o", "z.npy", code=64, says="Y")
        self.refused("perm", "random", "many", "-o", "z.npy", code=64, says="'many' is not a whole number")
        self.refused("completion", "tcsh", code=64, says="tcsh")

    def test_errors_of_the_command_line_are_sentences(self):
        self.inputs()
        for arguments, says in (
                (["perm", "multiply", "x.npy", "-o", "z.npy"], "Y is missing: give the map that acts second"),
                (["perm", "multiply", "x.npy", "y.npy"], "--output is missing: give the file to write (.npy)"),
                (["word", "order", "surface:2"], "WORD is missing: give words such as a*b\n"),
                (["word", "reduce"], "GROUP is missing: give a family, a presentation, a file with one, or a structure file\n"),
                (["flip", "search"], "TENSOR is missing: give the sizes n, m and p of the product"),
                (["perm", "random", "8", "-o"], "-o needs a value: FILE"),
                (["perm", "random", "8", "--output"], "--output needs a value: FILE"),
                (["perm", "random", "8", "9", "-o", "z.npy"], "unexpected argument: 9"),
                (["perm", "random", "8", "-o", "-q"], "-o needs a value, and '-q' looks like an option; for a file of that name write ./-q"),
                (["perm", "random", "8", "--output", "--json"], "'--json' looks like an option"),
                (["flip", "search", "2x2x2", "--cubes", "a"], "--cubes: 'a' is not a valid number"),
                (["flip", "convert", "a", "b", "c", "-o", "d"], "SCHEME: at most 1 allowed, 3 given"),
                (["flip", "lift", "2x2x2", "--tries", "-5"], "'-5' is not a number from 1 to 1000000"),
                (["flip", "lift", "2x2x2", "--tries", "0"], "'0' is not a number from 1 to 1000000"),
                (["word", "complete", "free:2", "--max-rules", "0"], "--max-rules: must be at least 1"),
                (["word", "build", "surface:2", "--max-length", "0"], "--max-length: must be at least 1"),
                (["word", "build", "surface:2", "--max-states", "0"], "--max-states: must be at least 1"),
                (["word", "subgroup", "free:2", "--generators", "a", "--max-vertices", "0"], "--max-vertices: must be at least 1"),
                (["flip", "derive", "grow", "2x2x2", "-o", "d"], "'grow' is not a valid operation of derive: choose one of extend, project"),
                (["flip", "records", "2x2"], "'2x2' is not a shape"),
                (["semigroup", "green", "full:3", "--count", "--order"], "cannot be used together"),
                (["semigroup", "green", "full:3", "--page", "2"], "--page needs --egg-box FILE"),
                (["semigroup", "green", "full:3", "--egg-box", "e.svg", "--page", "0"], "pages are numbered from 1"),
                (["word", "equal", "free:2", "a"], "expected 2 words, but 1 was given"),
                (["bench", "signature", "--seed", "3"], "--seed has no effect on a signature"),
                (["bench", "signature", "--memory", "3G"], "--memory has no effect on a signature"),
                (["perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--checkpoint-every", "9"], "--checkpoint-every needs --checkpoint"),
                (["flip", "search", "2x2x2", "--checkpoint", "c", "--checkpoint-every", "0"], "'0' is not a valid time")):
            self.refused(*arguments, code=64, says=says)
        self.wreath("perm", "random", "8", "-o", "./-q.npy")
        self.wreath("perm", "random", "8", "--output=-q.npy")
        self.assertTrue((self.folder / "-q.npy").exists())

    def test_usage_lines_show_how_many(self):
        for command, usage in ((["flip", "verify"], "wreath flip verify SCHEME..."), (["plot"], "wreath plot RECORD..."),
                               (["word", "reduce"], "wreath word reduce GROUP [WORD...]"), (["flip", "convert"], "wreath flip convert SCHEME -o FILE"),
                               (["flip", "records"], "wreath flip records [TENSOR...]"), (["bench", "signature"], "wreath bench signature [ENGINE]")):
            self.assertIn(f"Usage: {usage} ", self.wreath(*command, "--help").stdout)

    def test_a_missing_command_lists_them(self):
        self.refused("perm", code=64, says="'wreath perm' needs a command: random, multiply")

    def test_lost_output_is_an_error(self):
        for command in (["doctor"], ["man"], ["--help"], ["--version"], ["completion", "bash"]):
            run = subprocess.run([WREATH, *command], stdout=open("/dev/full", "w"), stderr=subprocess.PIPE, text=True)
            self.assertEqual((run.returncode, run.stderr), (1, "wreath: stdout: cannot write: No space left on device\n"), command)
        run = subprocess.run([WREATH, "zebra"], stderr=open("/dev/full", "w"))
        self.assertEqual(run.returncode, 64)

    def test_no_file_of_a_command_is_replaced_by_another(self):
        (self.folder / "g.txt").write_text("2 3\n1 0 2\n1 2 0\n")
        (self.folder / "p.txt").write_text("<a | a^3>")
        self.wreath("perm", "random", "100", "-o", "x.npy")
        self.wreath("coset", "enumerate", "symmetric:3", "-o", "t.coset")
        before = {name: (self.folder / name).read_bytes() for name in ("g.txt", "p.txt", "x.npy", "t.coset")}
        for command, says in ((["semigroup", "enumerate", "g.txt", "--record", "g.txt"], "--record and SEMIGROUP"),
                              (["semigroup", "enumerate", "g.txt", "--words", "w", "--record", "./w"], "--record and --words"),
                              (["semigroup", "cayley", "x.npy", "-o", "x.npy"], "--output and the input"),
                              (["orbit", "growth", "x.npy", "--record", "x.npy"], "--record and"),
                              (["orbit", "growth", "lrx:6", "--checkpoint", "c", "--record", "c"], "--record and --checkpoint"),
                              (["orbit", "growth", "x.npy", "--checkpoint", "x.npy"], "--checkpoint and"),
                              (["orbit", "antipodes", "x.npy", "-o", "x.npy"], "--output and the input"),
                              (["orbit", "oracle", "x.npy", "-o", "x.npy"], "--output and the input"),
                              (["coset", "enumerate", "symmetric:3", "-o", "u", "--record", "u"], "--record and --output"),
                              (["coset", "trace", "t.coset", "a", "--record", "t.coset"], "--record and"),
                              (["flip", "search", "2x2x2", "-o", "f.json", "--record", "f.json"], "--record and --output"),
                              (["perm", "cycles", "x.npy", "--label", "./x.npy"], "--label and X"),
                              (["word", "build", "p.txt", "-o", "p.txt"], "--output and the input"),
                              (["word", "info", "p.txt", "--record", "p.txt"], "--record and")):
            self.refused(*command, code=64, says=says)
        self.assertEqual(before, {name: (self.folder / name).read_bytes() for name in before})

    def test_an_error_after_the_answer_is_not_a_second_object(self):
        run = self.wreath("coset", "enumerate", "<a | a^3>", "--json", "--record", "/dev/full", code=1)
        self.assertEqual(json.loads(run.stdout)["index"], 3)
        self.assertIn("No space left", run.stderr)

    def test_records_are_refused_before_the_work(self):
        self.inputs()
        good = ["perm", "multiply", "x.npy", "y.npy", "-o", "z.npy"]
        self.refused(*good, "--record", "nowhere/r.json", says="nowhere/r.json: cannot write")
        self.refused(*good, "--record", "x.npy", code=64, says="--record and X are the same file")
        self.refused(*good, "--record", "z.npy", code=64, says="--record and --output are the same file")
        self.refused(*good, "--checkpoint", "y.npy", code=64, says="--checkpoint and Y are the same file")
        (self.folder / "precious.txt").write_text("mine")
        self.refused(*good, "--checkpoint", "precious.txt", says="is not a checkpoint; choose another file")
        self.refused(*good, "--record", "", code=64, says="the file name is empty")

    def test_names_that_are_no_text(self):
        run = subprocess.run([os.fsencode(WREATH), b"perm", b"random", b"5", b"-o", b"bad\xff.npy", b"--json"], cwd=self.folder, capture_output=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(json.loads(run.stdout)["points"], 5)

    def test_no_arguments_shows_help(self):
        self.assertIn("Usage: wreath", self.wreath(code=64).stderr)

    def test_json_is_one_object(self):
        self.inputs()
        for command in (["doctor"], ["perm", "random", "100", "-o", "r.npy"], ["perm", "multiply", "x.npy", "y.npy", "-o", "z.npy"]):
            self.assertEqual(json.loads(self.wreath(*command, "--json").stdout)["ending"], "done")

    def test_record_tells_how_to_repeat_the_run(self):
        self.wreath("perm", "random", "100", "--seed", "5", "-o", "a file.npy", "--record", "r.json")
        record = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(record["command"], "wreath perm random 100 --seed 5 -o 'a file.npy' --record r.json")
        self.assertEqual((record["seed"], record["ending"], record["results"]["points"]), (5, "done", 100))
        self.assertTrue({"version", "commit", "machine", "date", "choices", "phases", "threads"} <= set(record))

    def test_doctor_names_machine_build_and_what_is_missing(self):
        text = self.wreath("doctor").stdout
        for word in ("processor", "caches", "memory", "huge pages", "disk", "GPU", "mpirun", "compiler", "Missing"):
            self.assertIn(word, text)
        shown = self.on_screen("doctor")
        self.assertLessEqual(max(map(len, shown.splitlines())), 80, shown)
        def settled(words):  # what is free changes from one run to the next
            return re.sub(r"[\d.]+ [KMGTPE]?i?B( is)? free", "", " ".join(words.split()))
        self.assertEqual(settled(shown), settled(text))
        self.assertNotIn("B free", settled(text))
        report = json.loads(self.wreath("doctor", "--json").stdout)
        self.assertIn(report["build"]["level"], text)
        self.assertIn(report["machine"]["cores"], range(1, len(os.sched_getaffinity(0)) + 1))
        for item in report["missing"]:
            self.assertTrue(item["what"] and item["cost"] and item["fix"])

    def test_demo_checks_every_answer(self):
        report = json.loads(self.wreath("demo", "--json", "-q").stdout)
        self.assertTrue(report["passed"])
        self.assertEqual({"word", "coset", "semigroup", "perm", "flip", "orbit"}, {item["engine"] for item in report["items"]})
        self.assertTrue(all(item["passed"] for item in report["items"]))

    def test_completion_scripts_are_valid_and_complete(self):
        script = self.wreath("completion", "bash").stdout
        asked = script + '\nCOMP_WORDS=(wreath perm mul); COMP_CWORD=2; _wreath; echo "${COMPREPLY[@]}"'
        self.assertEqual(subprocess.run(["bash", "-c", asked], capture_output=True, text=True).stdout, "multiply\n")
        def completed(*words):
            asked = f'{script}\nCOMP_WORDS=(wreath {" ".join(words)}); COMP_CWORD={len(words)}; _wreath; echo "${{COMPREPLY[@]}}"'
            return subprocess.run(["bash", "-c", asked], capture_output=True, text=True, cwd=self.folder).stdout.split()
        (self.folder / "x.npy").write_text("")
        self.assertEqual(completed("perm", "multiply", "--ch"), ["--checkpoint", "--checkpoint-every"])
        self.assertEqual(completed("perm", "multiply", "x"), ["x.npy"])
        self.assertEqual(completed("perm", "multiply", "--backend", "c"), ["cpu", "cuda"])
        self.assertEqual(completed("bench", "signature", "semi"), ["semigroup"])
        self.assertEqual(completed("completion", "''"), ["bash", "zsh", "fish"])
        self.assertEqual(completed("perm", "multiply", "-o", "''"), ["x.npy"])
        # The values of an option are those of the command, from the table that reads them.
        self.assertEqual(completed("perm", "multiply", "--method", "''"), ["auto", "loop", "partition", "shared", "messages", "files"])
        self.assertEqual(completed("flip", "search", "--symmetry", "''"), ["none", "c2", "c3", "c6"])
        self.assertEqual(completed("flip", "derive", "pro"), ["project", "product"])
        self.assertEqual(completed("flip", "derive", "--sides", "p"), ["pmn", "pnm"])
        self.assertEqual(completed("word", "reduce", "--letter-order", "''"), ["x.npy"])  # letters: nothing to offer
        self.assertEqual(completed("word", "build", "su"), ["surface:"])
        self.assertEqual(completed("word", "info", "tre"), ["trefoil"])
        self.assertEqual(completed("semigroup", "green", "sym"), ["symmetric:", "symmetric-inverse:"])
        self.assertIn("x.npy", completed("semigroup", "green", "''"))
        self.assertTrue(self.wreath("completion", "zsh").stdout.startswith("#compdef wreath\n"))

    @unittest.skipIf(shutil.which("fish") is None, "fish is not installed")
    def test_fish_completes_commands_options_values_and_files(self):
        (self.folder / "wreath.fish").write_text(self.wreath("completion", "fish").stdout)
        (self.folder / "x.npy").write_text("")
        def completed(line):
            asked = f"source wreath.fish; complete -C '{line}'"
            shown = subprocess.run(["fish", "--no-config", "-c", asked], capture_output=True, text=True, cwd=self.folder).stdout
            return [row.split("\t")[0] for row in shown.splitlines()]
        self.assertEqual(completed("wreath perm mul"), ["multiply"])
        self.assertEqual(completed("wreath perm multiply --ch"), ["--checkpoint", "--checkpoint-every"])
        self.assertEqual(completed("wreath perm multiply x"), ["x.npy"])
        self.assertEqual(completed("wreath perm multiply --backend c"), ["cpu", "cuda"])
        self.assertEqual(completed("wreath word build su"), ["surface:"])

    def test_manual_tells_every_command_and_option(self):
        page = self.wreath("man").stdout
        self.assertTrue(page.startswith(".TH WREATH 1"))
        for name in ("wreath perm multiply", "wreath doctor", "\\-\\-checkpoint", "\\-\\-output", "EXIT STATUS"):
            self.assertIn(name, page)


class Perm(PermCliTest):
    def test_multiplies(self):
        self.inputs()
        text = self.wreath("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy").stdout
        self.assertIn("z.npy = x.npy * y.npy: 4 points", text)
        self.assertEqual(load(self.folder / "z.npy"), [12, 10, 11, 13])

    def test_inverse_divide_power_and_verify(self):
        save(self.folder / "x.npy", [2, 0, 1, 3])
        save(self.folder / "y.npy", [3, 2, 1, 0])
        for method in ("auto", "loop", "partition"):
            for verify in ("sample", "all"):
                how = ["--method", method, "--verify", verify]
                self.wreath("perm", "inverse", "x.npy", "-o", "w.npy", *how)
                self.assertEqual(load(self.folder / "w.npy"), [1, 2, 0, 3])
                self.wreath("perm", "divide", "x.npy", "y.npy", "-o", "q.npy", *how)
                self.assertEqual(load(self.folder / "q.npy"), [2, 1, 3, 0])
                text = self.wreath("perm", "multiply", "x.npy", "q.npy", "-o", "p.npy", *how).stdout
                self.assertEqual(load(self.folder / "p.npy"), [3, 2, 1, 0])
                self.assertIn({"sample": "verified: a sample of the points", "all": "verified: all 4 points"}[verify], text)
        self.wreath("perm", "power", "x.npy", "2", "-o", "w.npy")
        self.assertEqual(load(self.folder / "w.npy"), [1, 2, 0, 3])
        self.wreath("perm", "power", "x.npy", "9223372036854775808", "-o", "w.npy")
        self.assertEqual(load(self.folder / "w.npy"), [1, 2, 0, 3])
        self.refused("perm", "power", "x.npy", "1e9", "-o", "w.npy", code=64, says="is not an exponent")
        for baseline in ("mapped", "buffered", "sort", "buckets"):
            self.refused("perm", "multiply", "x.npy", "y.npy", "-o", "w.npy", "--method", baseline, code=64,
                         says="choose one of auto, loop, partition")
        self.refused("perm", "inverse", "x.npy", "-o", "./v.npy", "--record", "v.npy", code=64, says="--record and --output are the same file")
        self.refused("perm", "check", "x.npy", "--record", "x.npy", code=64, says="--record and X are the same file")
        self.refused("perm", "tune", "--points", "1000", says="at least 2^20 points")
        self.wreath("perm", "power", "x.npy", "-2", "-o", "w.npy")
        self.assertEqual(load(self.folder / "w.npy"), [2, 0, 1, 3])
        self.wreath("perm", "power", "x.npy", "-o", "w.npy", "--", "-2")
        self.assertEqual(load(self.folder / "w.npy"), [2, 0, 1, 3])

    def test_check_and_cycles(self):
        save(self.folder / "x.npy", [2, 0, 1, 3, 5, 4])
        self.assertEqual(self.wreath("perm", "check", "x.npy").stdout, "yes: x.npy is a permutation of 6 points\n")
        report = json.loads(self.wreath("perm", "cycles", "x.npy", "--json").stdout)
        self.assertEqual((report["order"], report["sign"], report["fixed_points"], report["cycles"]), (6, -1, 1, 3))
        save(self.folder / "one.npy", [1, 2, 0])
        self.assertIn("one.npy: 3 points in 1 cycle, 0 fixed, even, order 3\n", self.wreath("perm", "cycles", "one.npy").stdout)
        self.refused("perm", "cycles", "one.npy", "--memory", "1K", says="and none is available beside the")
        save(self.folder / "bad.npy", [1, 2, 1])
        self.assertEqual(self.wreath("perm", "check", "bad.npy").stdout, "no: bad.npy: value 1 at index 2 already appears at index 0\n")
        self.refused("perm", "cycles", "bad.npy", says="bad.npy: this is not a permutation: value 1 at index 2")
        self.refused("perm", "inverse", "bad.npy", "-o", "z.npy", says="bad.npy: this is not a permutation")

    def test_gap_text_and_stdin(self):
        (self.folder / "x.g").write_text("x := (1,2,3)(5,6);\n")
        self.wreath("perm", "convert", "x.g", "-o", "x.npy")
        self.assertEqual(load(self.folder / "x.npy"), [1, 2, 0, 3, 5, 4])
        self.wreath("perm", "convert", "x.npy", "-o", "back.g")
        text = (self.folder / "back.g").read_text()
        self.assertEqual("".join(text.split()), "back:=PermList([2,3,1,4,6,5]);")
        save(self.folder / "map.npy", [0, 0, 1])
        self.refused("perm", "convert", "map.npy", "-o", "map.g", says="only permutations can be written as GAP text")
        self.refused("perm", "inverse", "x.npy", "-o", "x.g", says="convert it afterwards to get GAP text")
        self.refused("perm", "inverse", "x.npy", "-o", "x.dat", says="x.dat: the result is an .npy file; its name must end in .npy")
        (self.folder / "list.g").write_text("[2,2,1]")
        self.assertEqual(self.wreath("perm", "check", "list.g").stdout,
                         "no: list.g: value 2 at position 2 already appears at position 1\n")
        (self.folder / "a.g").write_text("(1,2)")
        (self.folder / "b.g").write_text("(1,2,3)")
        self.wreath("perm", "multiply", "a.g", "b.g", "-o", "c.npy")  # GAP: (1,2)*(1,2,3) = (1,3)
        self.assertEqual(load(self.folder / "c.npy"), [2, 1, 0])
        self.wreath("perm", "multiply", "b.g", "a.g", "-o", "c.npy")
        self.assertEqual(load(self.folder / "c.npy"), [0, 2, 1])
        run = subprocess.run([WREATH, "perm", "cycles", "-", "--json"], input="(1,2)(3,4,5)", capture_output=True, text=True)
        self.assertEqual(json.loads(run.stdout)["order"], 6)
        run = subprocess.run([WREATH, "perm", "check", "-"], input=(self.folder / "x.npy").read_bytes(), capture_output=True)
        self.assertIn(b"yes", run.stdout)
        (self.folder / "bad.g").write_text("PermList([2,1,\n 0])")
        self.refused("perm", "check", "bad.g", says="bad.g:2:2:")

    def test_tune_is_kept(self):
        report = json.loads(self.wreath("perm", "tune", "--points", "2^20", "--json", "-q").stdout)
        self.assertTrue(pathlib.Path(os.environ["XDG_CACHE_HOME"], "wreath/perm-tuning.json").exists())
        self.assertEqual({entry["operation"] for entry in report["entries"]}, {"multiply", "inverse", "divide"})

    def test_random_is_the_same_file_for_any_threads(self):
        for threads in (1, 2, 7):
            self.wreath("perm", "random", "100000", "--seed", "3", "--threads", threads, "-o", f"{threads}.npy")
        files = {path.read_bytes() for path in self.folder.iterdir()}
        self.assertEqual(len(files), 1)
        self.assertEqual(sorted(load(self.folder / "1.npy")), list(range(100000)))

    def test_bad_files(self):
        self.inputs()
        save(self.folder / "z.npy", [1, 2, 3])  # must survive all of it
        raw = (self.folder / "x.npy").read_bytes()
        (self.folder / "cut.npy").write_bytes(raw[:-1])
        (self.folder / "header.npy").write_bytes(raw[:40])
        (self.folder / "long.npy").write_bytes(raw + b"x")
        (self.folder / "text.npy").write_text("0 1 2 3\n")
        (self.folder / "empty.npy").write_bytes(b"")
        (self.folder / "float.npy").write_bytes(raw.replace(b"<u4", b"<f4"))
        (self.folder / "words.npy").write_bytes(raw.replace(b"<u4", b"<U1"))
        (self.folder / "matrix.npy").write_bytes(raw.replace(b"(4,), }  ", b"(2, 2), }"))
        save(self.folder / "out.npy", [0, 1, 4])
        for name, says in (("cut", "the file is cut short"), ("header", "header is cut short"), ("long", "1 byte follows"),
                           ("text", "not an .npy file"), ("empty", "not an .npy file"), ("float", "integers is needed"),
                           ("words", "this is an array of text (<U1)"), ("matrix", "shape (2, 2)"), ("none", "cannot open"),
                           ("out", "out.npy: value 4 at index 2 is not a point of y.npy, which has 4 points (0..3)")):
            self.refused("perm", "multiply", f"{name}.npy", "y.npy", "-o", "z.npy", says=f"{name}.npy: " if name != "out" else says)
            self.refused("perm", "multiply", f"{name}.npy", "y.npy", "-o", "z.npy", says=says)

    def test_bad_outputs(self):
        self.inputs()
        self.refused("perm", "multiply", "x.npy", "y.npy", "-o", "nowhere/z.npy", says="nowhere/z.npy: cannot write")
        self.refused("perm", "multiply", "x.npy", "y.npy", "-o", ".", says="this is a folder")
        self.refused("perm", "random", "100", "-o", "nowhere/z.npy", says="nowhere/z.npy: cannot write")
        self.refused("perm", "random", "2^60", "-o", "z.npy", says="disk space")
        self.refused("perm", "random", "257", "--type", "uint8", "-o", "z.npy", says="257 points do not fit in 1-byte integers")

    def test_output_over_input(self):
        self.inputs()
        self.wreath("perm", "multiply", "x.npy", "x.npy", "-o", "x.npy")
        self.assertEqual(load(self.folder / "x.npy"), [1, 2, 0, 3])

    def test_stopped_runs_exit_2_and_resume(self):
        self.inputs()
        command = ["perm", "multiply", "x.npy", "y.npy", "-o", "z.npy"]
        run = self.wreath(*command, "--time", "1e-9", "--checkpoint", "run.ck", code=2)
        self.assertIn("continue with --resume run.ck", run.stdout)
        self.assertFalse((self.folder / "z.npy").exists())
        self.wreath(*command, "--resume", "run.ck")
        self.assertEqual(load(self.folder / "z.npy"), [12, 10, 11, 13])
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"x.npy", "y.npy", "z.npy"})

    def test_foreign_checkpoints(self):
        self.inputs()
        command = ["perm", "multiply", "x.npy", "y.npy", "-o", "z.npy"]
        self.wreath(*command, "--time", "1e-9", "--checkpoint", "run.ck", code=2)
        self.refused("perm", "multiply", "y.npy", "x.npy", "-o", "z.npy", "--resume", "run.ck", says="run.ck: this is a checkpoint of another run: its x file is")
        self.refused(*command, "--resume", "x.npy", says="x.npy: this is not a wreath checkpoint")
        (self.folder / "empty.ck").write_bytes(b"")
        self.refused(*command, "--resume", "empty.ck", says="empty.ck: this file is empty: it is not a checkpoint")
        self.refused(*command, "--resume", "none.ck", says="none.ck: cannot open")
        damaged = bytearray((self.folder / "run.ck").read_bytes())
        damaged[60] ^= 1
        (self.folder / "run.ck").write_bytes(damaged)
        self.refused(*command, "--resume", "run.ck", says="run.ck: the checkpoint is damaged")

    def test_cuda_where_there_is_none_is_an_error(self):
        self.inputs()
        if json.loads(self.wreath("doctor", "--json").stdout)["gpu"]["devices"]:
            self.skipTest("there is a GPU")
        self.refused("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--backend", "cuda", says="use --backend cpu")

    def test_ctrl_c_leaves_nothing_behind(self):
        for points in (2**k for k in range(23, 31)):  # until the work is still going on when the signal comes
            run = self.start(WREATH, "perm", "random", points, "-o", "x.npy", "-q", text=True)
            self.wait_until(run, lambda: self.catches_ctrl_c(run))
            run.send_signal(signal.SIGINT)
            text, _ = run.communicate(timeout=HANGS)
            if run.returncode != 0:
                break
            (self.folder / "x.npy").unlink()
        self.assertEqual(run.returncode, 2, text)
        self.assertIn("stopped", text)
        self.assertEqual(list(self.folder.iterdir()), [])


class BenchSignature(CliTest):
    def test_is_as_expected(self):
        results = json.loads(self.wreath("bench", "signature", "semigroup", "--backend", "cpu", "--threads", "2", "--json", "-q").stdout)
        self.assertEqual((results["ending"], results["as_expected"]), ("done", True))
        self.assertEqual([entry["engine"] for entry in results["signatures"]], ["semigroup"])
        entry = results["signatures"][0]
        self.assertEqual(entry["signature"], entry["expected"])
        self.assertRegex(entry["signature"], "^[0-9a-f]{16}$")
        self.assertTrue(entry["parts"] and entry["work"])
        text = self.wreath("bench", "signature", "semigroup", "--backend", "cpu").stdout
        self.assertRegex(text, f"^semigroup +{entry['signature']}  as expected  ")
        shown = self.on_screen("bench", "signature", "semigroup", "--backend", "cpu")
        self.assertLessEqual(max(map(len, shown.splitlines())), 80, shown)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_unknown_engines_are_wrong_usage(self):
        self.refused("bench", "signature", "zebra", code=64, says="choose one of word, semigroup, perm, flip, orbit, coset, group")

    def test_time_ends_with_what_is_known(self):
        results = json.loads(self.wreath("bench", "signature", "--json", "-q", "--time", "0.000001", code=2).stdout)
        self.assertEqual((results["ending"], results["signatures"]), ("time", []))


if __name__ == "__main__":
    unittest.main()
