# SPDX-License-Identifier: MIT
"""Proofs about cosets and words, `kind coset` and `kind quotient` of docs/proofs.md, for check.py."""
import math
import re

from frame import Rejected, number, require

MOST_LETTERS = 2**24


class Presentation:
    """The problem of a coset enumeration. Words are lists of letters, letters are numbers."""

    def __init__(self, lines):
        self.letters = {}  # name -> number
        self.inverse = []
        self.written = 0  # letters of all words so far
        self.relators = []  # (period, power), without empty ones
        self.subgroup = []
        kinds = {"letter": self.add_letters, "relator": self.add_relator, "subgroup": self.add_subgroup}
        allowed = list(kinds)
        for line in lines:
            keyword, _, rest = line.partition(" ")
            require(keyword in allowed, f"an unknown line of the problem, or in the wrong place: {line[:30]!r}")
            allowed = allowed[allowed.index(keyword) :]
            kinds[keyword](rest)
        # A cycle: a word as period and power, by how many letters it is turned, and whether it may be used at row 1 alone.
        self.cycles = [(period, power, turn, False) for period, power in self.relators for turn in range(len(period))]
        self.cycles += [(word, 1, 0, True) for word in self.subgroup]

    def add_letters(self, text):
        names = text.split(" ")
        require(len(names) == 2, "expected 'letter NAME INVERSE'")
        for name in dict.fromkeys(names):
            require(re.fullmatch(r"[!-'*-~]+", name) and name not in ("1", "="), f"{name[:30]!r} cannot be the name of a letter")
            require(name not in self.letters, f"{name[:30]!r} is already the name of a letter")
            self.letters[name] = len(self.letters)
        require(len(self.letters) <= MOST_LETTERS, "more than 2^24 letters")
        self.inverse += [self.letters[name] for name in dict.fromkeys(reversed(names))]

    def word(self, text):
        if text == "1":
            return []
        power = 1
        if match := re.fullmatch(r"\((.*)\)\^([1-9][0-9]*)", text):
            text, power = match[1], number(match[2])
        names = text.split(" ")
        for name in names:
            require(name in self.letters, f"{name[:30]!r} is not a letter")
        self.written += len(names) * power
        require(self.written <= MOST_LETTERS, "the words have more than 2^24 letters")
        return [self.letters[name] for name in names] * power

    def freely_reduced(self, text):
        reduced = []
        for letter in self.word(text):
            if reduced and reduced[-1] == self.inverse[letter]:
                reduced.pop()
            else:
                reduced.append(letter)
        return reduced

    def add_relator(self, text):
        period, power = root_of(self.freely_reduced(text), self.inverse)
        if period:
            self.relators.append((period, power))

    def add_subgroup(self, text):
        self.subgroup.append(self.freely_reduced(text))


class Table:
    """Rows of cosets, and what is known of them: row c has d at a letter if and only if row d has c at its inverse."""

    def __init__(self, inverse):
        self.inverse = inverse
        self.rows = {1: {}}  # those that are alive: row -> letter -> row
        self.equal = {}  # a dead row -> the smaller row that it was found equal to
        self.last = 1

    def set(self, row, letter, value):
        self.rows[row][letter] = value
        self.rows[value][self.inverse[letter]] = row

    def define(self, row, letter):
        self.last += 1  # below 2^32: no machine has memory for more rows of this kind
        if letter in self.rows[row]:
            self.equal[self.last] = self.rows[row][letter]
            return
        self.rows[self.last] = {}
        self.set(row, letter, self.last)

    def use(self, cycle, row):
        front, i = row, 0
        while i < len(cycle) and cycle[i] in self.rows[front]:
            front = self.rows[front][cycle[i]]
            i += 1
        back, j = row, len(cycle)
        while j > i and self.inverse[cycle[j - 1]] in self.rows[back]:
            back = self.rows[back][self.inverse[cycle[j - 1]]]
            j -= 1
        require(j <= i + 1, f"more than one letter is missing in the cycle at row {row}")
        if j == i + 1:
            self.set(front, cycle[i], back)
        else:
            self.make_equal(front, back)

    def survivor(self, row):
        while row in self.equal:
            row = self.equal[row]
        return row

    def make_equal(self, a, b):
        pairs = [(a, b)]
        while pairs:
            low, high = sorted(map(self.survivor, pairs.pop()))
            if low == high:
                continue
            self.equal[high] = low
            # Take row `high` out of the table, then add its entries to row `low`.
            for letter, value in self.rows.pop(high).items():
                inverse = self.inverse[letter]
                if value == high:
                    value = low
                else:
                    del self.rows[value][inverse]
                if letter in self.rows[low]:
                    pairs.append((self.rows[low][letter], value))
                elif inverse in self.rows[value]:
                    pairs.append((self.rows[value][inverse], low))
                else:
                    self.set(low, letter, value)

    def end_of(self, word, row=1):
        for letter in word:
            require(letter in self.rows[row], "a word of the claim cannot be read")
            row = self.rows[row][letter]
        return row


def power_of(x, k):
    """The k-th power of a permutation of rows, by halving k."""
    half = power_of(x, k // 2) if k > 1 else {row: row for row in x}
    return {row: x[half[half[row]]] if k % 2 else half[half[row]] for row in x}


def make_step(group, table, row, action):
    cycle = action - len(group.inverse)
    require(0 < row <= table.last, f"row {row} was not defined")
    require(cycle < len(group.cycles), "there is no such cycle")
    if cycle < 0:
        table.define(table.survivor(row), action)
    else:
        period, power, turn, at_row_1 = group.cycles[cycle]
        require(row == 1 or not at_row_1, "a word of the subgroup is used at another row than 1")
        table.use((period[turn:] + period[:turn]) * power, table.survivor(row))


def replay(proof, group):
    table, numbers, row = Table(group.inverse), proof.numbers(), 1
    for step in range(1, proof.steps + 1):
        try:
            distance, action = next(numbers, None), next(numbers, None)
            require(action is not None, "the bytes end before it")
            row += distance // 2 if distance % 2 == 0 else -(distance + 1) // 2
            make_step(group, table, row, action)
        except Rejected as why:
            raise Rejected(f"step {step}: {why}") from None
    require(next(numbers, None) is None, "bytes follow the last step")
    return table


def check_relators(group, table):
    for period, power in group.relators:
        moves = {row: table.end_of(period, row) for row in table.rows}
        require(all(row == value for row, value in power_of(moves, power).items()), "claim: a relator moves a row")


def check_index(index, group, table):
    require(len(table.rows) == index, f"claim: the steps lead to {len(table.rows)} rows, not {index}")
    for row, entries in table.rows.items():
        require(len(entries) == len(group.inverse), f"claim: row {row} has letters without entries")
    check_relators(group, table)
    require(all(table.end_of(word) == 1 for word in group.subgroup), "claim: a word of the subgroup moves row 1")


def root_of(word, inverse):
    """The least period of a freely reduced word, after it was reduced cyclically, and of which power of it that is."""
    cut = 0
    while len(word) - 2 * cut >= 2 and word[cut] == inverse[word[-1 - cut]]:
        cut += 1
    word = word[cut : len(word) - cut]
    divisors = (p for p in range(1, len(word) + 1) if len(word) % p == 0)
    p = next((p for p in divisors if word == word[:p] * (len(word) // p)), 0)
    return word[:p], len(word) // p if p else 0


def check_cyclic(order, group, table):
    """The subgroup, generated by one word, has this order."""
    word = group.subgroup[0]
    root, power = root_of(word, group.inverse)
    turned = [root[i:] + root[:i] for i in range(len(root))]
    turned += [[group.inverse[x] for x in reversed(each)] for each in turned]
    exponents = [power for period, power in group.relators if period in turned]
    exponents += [2] if len(root) == 1 and group.inverse[root[0]] == root[0] else []
    exponent = math.gcd(*exponents)
    require(not root or (exponent and order * power % exponent == 0), "claim: no relator shows that the subgroup has this order")
    lengths, seen = [1], set()
    for first in table.rows:
        row, length = first, 0
        while row not in seen:
            seen.add(row)
            row, length = table.end_of(word, row), length + 1
        lengths += [length] if length else []
    require(math.lcm(*lengths) == order, "claim: as a permutation, the word of the subgroup has another order")


def check_quotient(proof):
    group = Presentation(proof.problem)
    name, _, rest = proof.claim.partition(" ")
    sides = rest.split(" = ")
    require(name == "different" and len(sides) == 2 and not group.subgroup, "not a claim about words of a group")
    left, right = map(group.word, sides)
    numbers = list(proof.numbers())
    firsts = [letter for letter, inverse in enumerate(group.inverse) if inverse >= letter]
    points = numbers[0] if numbers else 0
    require(0 < points <= len(proof.body) and proof.steps == 1 + len(firsts) and len(numbers) == 1 + points * len(firsts), "the steps have another number")
    table = Table(group.inverse)
    table.rows = {point: {} for point in range(1, points + 1)}
    for k, letter in enumerate(firsts):
        images = numbers[1 + k * points : 1 + (k + 1) * points]
        require(sorted(images) == list(table.rows), f"step {k + 2}: not a permutation")
        for point, image in enumerate(images, 1):
            table.set(point, letter, image)
        require([table.rows[point][letter] for point in table.rows] == images, f"step {k + 2}: not its own inverse")
    check_relators(group, table)
    require(any(table.end_of(left, point) != table.end_of(right, point) for point in table.rows), "claim: the words act in the same way")
    return f"{sides[0]} is not {sides[1]} in G"


def check_coset(proof):
    group = Presentation(proof.problem)
    name, _, rest = proof.claim.partition(" ")
    if name == "index":
        index = number(rest)
        check_index(index, group, replay(proof, group))
        return f"H has index {index} in G" if group.subgroup else f"G has order {index}"
    if name == "order":
        order, table = number(rest), replay(proof, group)
        require(len(group.subgroup) <= 1 and order % len(table.rows) == 0, "claim: not an order that follows from these rows")
        check_index(len(table.rows) if group.subgroup else order, group, table)
        if group.subgroup:
            check_cyclic(order // len(table.rows), group, table)
        return f"G has order {order}"
    sides = rest.split(" = ")
    require(name == "equal" and len(sides) == 2, "not a claim about an index, an order, or words that are equal")
    left, right = map(group.word, sides)
    table = replay(proof, group)
    require(table.end_of(left) == table.end_of(right), "claim: the words lead to different rows")
    return f"H {sides[0]} = H {sides[1]}" if group.subgroup else f"{sides[0]} = {sides[1]} in G"
