#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program on a terminal: what the screen shows, Ctrl-C, and texts that fit 80 columns."""
import os
import re
import shutil
import signal
import subprocess
import unittest

from cli_test import HANGS, ROOT, WREATH, CliTest
from test_cli import COMMANDS


def screen(text):
    """The lines that a terminal shows after this text: a carriage return goes back, \\x1b[K erases to the end of the line."""
    lines, column = [""], 0
    for part in re.findall(r"\x1b\[K|\r|\n|[^\x1b\r\n]+", text):
        if part == "\n":
            lines.append("")
            column = 0
        elif part == "\r":
            column = 0
        elif part == "\x1b[K":
            lines[-1] = lines[-1][:column]
        else:
            lines[-1] = lines[-1][:column].ljust(column) + part + lines[-1][column + len(part):]
            column += len(part)
    return lines


class Terminal(CliTest):
    def on_terminal(self, *arguments, until=None, stdin=subprocess.DEVNULL):
        """Runs the program on a terminal, and presses Ctrl-C once it has printed something that matches `until`; its exit code
        and all that the terminal was sent."""
        ours, theirs = self.open_terminal()
        self.addCleanup(os.close, ours)
        process = self.start(WREATH, *arguments, stdin=stdin, stdout=theirs, stderr=theirs, env=dict(os.environ, TERM="xterm"))
        os.close(theirs)
        sent = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # how Linux reports the end of a terminal
                break
            if not more:
                break
            sent += more
            if until and re.search(until, sent):
                process.send_signal(signal.SIGINT)
                until = None
        return process.wait(timeout=HANGS), sent.decode()

    def test_a_new_best_has_a_line_of_its_own(self):
        code, sent = self.on_terminal("flip", "search", "4x4x4", "--steps", "60000", "--walks", "256", "--threads", "1")
        self.assertEqual(code, 0)
        bests = [line for line in screen(sent) if "flips/s" in line and "rank" in line]
        self.assertGreater(len(bests), 3)
        for line in bests:
            self.assertRegex(line, r"^rank \d+ after \S+ \S+: [\d,]+ flips, \S+ (\S )?flips/s$")

    def test_silent_work_shows_its_time_and_ctrl_c_is_answered(self):
        code, sent = self.on_terminal("perm", "check", "-", until=rb"working, \d+ s", stdin=subprocess.PIPE)
        self.assertEqual(code, 2)
        lines = screen(sent)
        self.assertIn("stopping; press Ctrl-C again to quit at once", lines)
        self.assertIn("stopped (interrupted) while the standard input was being read", lines)

    def test_quiet_work_shows_nothing(self):
        _, sent = self.on_terminal("flip", "search", "3x3x3", "--steps", "20000", "--walks", "64", "-q", "--json")
        self.assertNotIn("\x1b", sent)


    def test_errors_fit_the_terminal_at_spaces(self):
        wide = ("orbit", "growth", "lrx:8", "--start", "[1,2,3]", "--method", "none")
        plain = self.wreath(*wide, code=64).stderr
        code, sent = self.on_terminal(*wide)
        self.assertEqual(code, 64)
        lines = screen(sent)
        self.assertGreater(len(plain.splitlines()[0]), 80)  # in a log it stays one line
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(" ".join(" ".join(lines).split()), " ".join(plain.split()))


class Columns(CliTest):
    def wide(self, text):
        return [line for line in text.splitlines() if len(line) > 80]

    def test_every_help_fits_80_columns(self):
        for command in COMMANDS:
            self.assertEqual(self.wide(self.wreath(*command, "--help").stdout), [], command)

    def test_paragraphs_of_help_are_filled(self):
        for command in COMMANDS:
            lines = self.wreath(*command, "--help").stdout.splitlines()
            for line, after in zip(lines[2:], lines[3:]):  # the first two are the description and the usage
                if line[:1].strip() and after[:1].strip() and not line.endswith(":") and not line.startswith("Usage:") and not after.startswith("Usage:"):
                    self.assertGreater(len(line) + 1 + len(after.split()[0]), 80, (command, line, after))

    def test_results_are_folded_on_a_terminal_only(self):
        for command in (["semigroup", "enumerate", "boolean:3", "--fingerprint", "-q"], ["orbit", "info", "lrx:8", "-q"],
                        ["word", "growth", "surface:3", "-q"], ["flip", "verify", str(ROOT / "data" / "schemes" / "3x3x3-23.txt")]):
            plain = self.wreath(*command).stdout
            for columns in (40, 80, 500):
                shown = self.on_screen(*command, columns=columns)
                self.assertEqual(*(re.sub(r"[\d.]+ ?\wi?[Bs]\b.*", "", "".join(text.split())) for text in (shown, plain)), command)
                if columns > max(map(len, plain.splitlines())):
                    self.assertEqual(len(shown.splitlines()), len(plain.splitlines()), command)
                elif columns == 40:
                    self.assertGreater(len(shown.splitlines()), len(plain.splitlines()), command)

    def test_demo_fits_80_columns(self):
        self.assertEqual(self.wide(self.on_screen("demo", "--backend", "cpu", "-q")), [])

    def test_results_of_flip_fit_80_columns(self):
        scheme = str(ROOT / "data" / "schemes" / "3x3x3-23.txt")
        shutil.copy(scheme, self.folder / "s.txt")
        (self.folder / "d").mkdir()
        shutil.copy(scheme, self.folder / "d")
        (self.folder / "d" / "no.txt").write_text("3 3 3 1\n" + "1 0 0 0 0 0 0 0 0\n" * 3)
        for command in (["verify", "4x4x4", "d/no.txt", "s.txt"], ["convert", "s.txt", "-o", "s.json"], ["lift", "s.txt"],
                        ["lift", "s.txt", "-o", "l.json"], ["lift", "d"], ["simplify", "s.txt"], ["stats", "d"], ["records", "--folder", "d"],
                        ["records", "--gaps"], ["derive", "product", "s.txt", "2x2x2"], ["path", "3x3x3", "s.txt"],
                        ["equivalent", "s.txt", "d/3x3x3-23.txt"], ["automorphisms", "5x5x5"],
                        ["search", "3x3x3", "--steps", "1000", "--walks", "64", "--backend", "cpu", "-o", "b.json"]):
            shown = self.on_screen("flip", *command, "-q", code=1 if command[0] == "verify" else 0)
            self.assertEqual(self.wide(shown), [], command)

    def test_the_manual_fits_80_columns(self):
        page, examples = self.wreath("man").stdout, False
        for line in page.splitlines():
            examples = line == ".nf" or (examples and line != ".fi")
            if examples:  # the rest is filled by the reader's program; examples are indented by seven
                self.assertLessEqual(len(line.replace("\\-", "-").replace("\\e", "\\").replace("\\&", "")), 73, line)


if __name__ == "__main__":
    unittest.main()
