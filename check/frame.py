# SPDX-License-Identifier: MIT
"""The frame of a proof, the same for all kinds; written from docs/proofs.md alone, for check.py."""
import hashlib
import re


class Rejected(Exception):
    """The first line or step of a proof that is wrong, or what is wrong at its end."""


def require(condition, why):
    if not condition:
        raise Rejected(why)


class Proof:
    """The parts of a file, after a check of its frame: kind, problem (lines), claim (a line), steps (their number), body (bytes)."""

    def __init__(self, data):
        self.data, self.at, self.number = data, 0, 0
        require(data.startswith(b"wreath proof "), "not a proof: it does not begin with 'wreath proof 1'")
        require(self.line() == "wreath proof 1", "line 1: an unknown version of the format")
        self.kind = self.line("kind ")
        self.line("by ")
        problem_sum = self.line("input ")
        self.problem = []
        begin = end = self.at
        while not (line := self.line()).startswith("claim "):
            require(line, f"line {self.number}: an empty line before the claim")
            self.problem.append(line)
            end = self.at
        self.claim = line.removeprefix("claim ")
        counts = self.line("steps ").split(" ")
        require(len(counts) == 2, f"line {self.number}: expected 'steps N B'")
        self.steps, length = map(number, counts)
        require(not self.line(), f"line {self.number}: expected an empty line before the steps")
        require(self.at + length <= len(data), "the file ends within the steps")
        self.body = data[self.at : self.at + length]
        whole = data[: self.at + length]
        require(re.fullmatch(rb"sha256 [0-9a-f]{64}\n", data[len(whole) :]), "the steps are not followed by one last line with a checksum")
        require(data[len(whole) + 7 : -1].decode() == hashlib.sha256(whole).hexdigest(), "the file is damaged: its checksum differs")
        require(problem_sum == hashlib.sha256(data[begin:end]).hexdigest(), "line 4: not the checksum of the problem")

    def line(self, beginning=""):
        """What follows the beginning of the next line."""
        self.number += 1
        end = self.data.find(b"\n", self.at)
        require(end >= 0, f"line {self.number}: the file ends within this line, or before it")
        text = self.data[self.at : end].decode("latin-1")
        require(text.startswith(beginning), f"line {self.number}: expected '{beginning}...'")
        self.at = end + 1
        return text.removeprefix(beginning)

    def numbers(self):
        """The numbers of the steps, in LEB128."""
        digits = []
        for byte in self.body:
            digits.append(byte % 128)
            require(len(digits) <= 9, "a number does not fit in 63 bits")
            if byte < 128:
                require(byte > 0 or len(digits) == 1, "a number has more bytes than it needs")
                yield sum(digit * 128**i for i, digit in enumerate(digits))
                digits = []
        require(not digits, "the bytes end within a number")


def number(text):
    require(re.fullmatch("0|[1-9][0-9]{0,18}", text) and int(text) < 2**63, f"{text[:30]!r} is not a number")
    return int(text)


def counted(number, noun):
    return f"{number} {noun}{'s' if number != 1 else ''}"
