# SPDX-License-Identifier: MIT
"""Proofs made by hand for the tests of the checkers: a small, slow Todd-Coxeter that lists its steps, and the writer of the file.

It shares no code with wreath, nor with the checkers: the three agree on docs/proofs.md alone.
"""
import hashlib
import re


class TooManyRows(Exception):
    pass


def parse_word(text, letters):
    match = re.fullmatch(r"\((.*)\)\^(\d+)", text)
    names = match[1] if match else "" if text == "1" else text
    return [letters.index(name) for name in names.split()] * (int(match[2]) if match else 1)


def parse_problem(lines):
    """Letters, their inverses, the words of the relators (before any reduction) and those of the subgroup."""
    letters, inverse, relators, subgroup = [], [], [], []
    for keyword, rest in (line.split(" ", 1) for line in lines):
        if keyword == "letter":
            names = list(dict.fromkeys(rest.split()))
            inverse += [len(letters) + i for i in reversed(range(len(names)))]
            letters += names
        else:
            (relators if keyword == "relator" else subgroup).append(parse_word(rest, letters))
    return letters, inverse, relators, subgroup


def reduced(word, inverse, cyclically):
    result = []
    for letter in word:
        if result and inverse[letter] == result[-1]:
            del result[-1]
        else:
            result.append(letter)
    while cyclically and len(result) > 1 and inverse[result[0]] == result[-1]:
        result = result[1:-1]
    return result


class Enumeration:
    """Hazelgrove, Leech and Trotter's strategy, with scans of turned relators here and there. `steps` has (row, number) for each step."""

    def __init__(self, lines, random=None, limit=20000):
        self.letters, self.inverse, relators, subgroup = parse_problem(lines)
        self.cycles = []
        self.of_relator = []  # the number of each relator's first cycle
        for word in (reduced(word, self.inverse, True) for word in relators):
            if word:
                turned = [tuple(word[i:] + word[:i]) for i in range(len(word))]
                self.of_relator.append(len(self.cycles))
                self.cycles += dict.fromkeys(turned)
        first_of_subgroup = len(self.cycles)
        self.cycles += [tuple(reduced(word, self.inverse, False)) for word in subgroup]
        self.rows, self.merged, self.steps, self.limit = {1: {}}, {}, [], limit
        for cycle in range(first_of_subgroup, len(self.cycles)):
            self.scan(1, cycle, True)
        row = 1
        while row <= len(self.rows) + len(self.merged):
            for cycle in self.of_relator:
                self.scan(row, cycle, True)
            if random and first_of_subgroup and random.random() < 0.3:
                self.scan(row, random.randrange(first_of_subgroup), False)
            for letter in range(len(self.letters)):
                if row in self.rows and letter not in self.rows[row]:
                    self.define(row, letter)
            row += 1

    def set(self, row, letter, value):
        self.rows[row][letter] = value
        self.rows[value][self.inverse[letter]] = row

    def define(self, row, letter):
        new = len(self.rows) + len(self.merged) + 1
        if new > self.limit:
            raise TooManyRows
        self.rows[new] = {}
        self.set(row, letter, new)
        self.steps.append((row, letter))

    def scan(self, row, cycle, fill):
        word = self.cycles[cycle]
        while row in self.rows:
            f, i, b, j = row, 0, row, len(word)
            while i < j and word[i] in self.rows[f]:
                f, i = self.rows[f][word[i]], i + 1
            while i < j and self.inverse[word[j - 1]] in self.rows[b]:
                b, j = self.rows[b][self.inverse[word[j - 1]]], j - 1
            if j > i + 1 and fill:
                self.define(f, word[i])
                continue
            if j == i + 1:
                self.steps.append((row, len(self.letters) + cycle))
                self.set(f, word[i], b)
            elif j == i and f != b:
                self.steps.append((row, len(self.letters) + cycle))
                self.merge(f, b)
            return

    def survivor(self, row):
        while row in self.merged:
            row = self.merged[row]
        return row

    def merge(self, a, b):
        """Renames the larger row in all entries until no letter of a row has two."""
        equal = [(a, b)]
        while equal:
            a, b = sorted(self.survivor(row) for row in equal.pop())
            if a == b:
                continue
            self.merged[b] = a
            entries = self.rows.pop(b)
            for letter, value in entries.items():
                if value != b:
                    del self.rows[value][self.inverse[letter]]
            for letter, value in entries.items():
                value = self.survivor(value)
                there, back = self.rows[a].get(letter), self.rows[value].get(self.inverse[letter])
                if there is None and back is None:
                    self.set(a, letter, value)
                else:
                    equal.append((value, there) if there else (a, back))

    def end_of(self, word):
        row = 1
        for letter in word:
            row = self.rows[row][letter]
        return row

    def holds(self, claim):
        """Whether a claim is true; the table is closed."""
        kind, rest = claim.split(" ", 1)
        if kind == "index":
            return int(rest) == len(self.rows)
        left, right = (self.end_of(parse_word(side, self.letters)) for side in rest.split(" = "))
        return left == right


def read_from(rows, rng, letters):
    """A random word that can be read from row 1, and the row where it ends."""
    row, word = 1, []
    while rows[row] and rng.random() < 0.8:
        letter = rng.choice(list(rows[row]))
        word.append(letters[letter])
        row = rows[row][letter]
    return " ".join(word) or "1", row


def number(value):
    """A number in LEB128."""
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(data) + bytes([value])


def body_of(steps):
    data, before = b"", 1
    parts = []
    for row, action in steps:
        parts += [number(2 * (row - before) if row >= before else 2 * (before - row) - 1), number(action)]
        before = row
    return data.join(parts)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def lines_of(lines):
    return "".join(line + "\n" for line in lines).encode("latin-1")


def file_of(problem, claim, count, body, kind="coset"):
    """The bytes of a proof, whatever its parts are: the checksums are those of the parts."""
    head = ["wreath proof 1", f"kind {kind}", "by hand", f"input {sha256(lines_of(problem))}", *problem, f"claim {claim}", f"steps {count} {len(body)}", ""]
    return with_checksum(lines_of(head) + body)


def with_checksum(data):
    return data + f"sha256 {sha256(data)}\n".encode()


def proof_of(problem, claim, steps):
    return file_of(problem, claim, len(steps), body_of(steps))
