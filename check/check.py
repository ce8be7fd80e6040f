#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks proofs, slowly and obviously: written from docs/proofs.md alone, with nothing but Python's standard library.

    check.py FILE...        one line for each: accepted, and what is proven, or rejected, and why

Exit status: 0 if every proof was accepted, 1 if not, 64 for wrong usage. wreath-check does the same in C++, much faster, and
independently: the tests compare the two.
"""
import fractions
import hashlib
import itertools
import math
import re
import sys

MOST_LETTERS = 2**24


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
    require(not root or (exponent and order * power % exponent == 0), "claim: no relator says that the subgroup has this order")
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
    require(points > 0 and proof.steps == 1 + len(firsts) and len(numbers) == 1 + points * len(firsts), "the steps have another number")
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


# Matrix multiplication schemes, and paths between them.


def counted(number, noun):
    return f"{number} {noun}{'s' if number != 1 else ''}"


def read_shape(proof):
    words = proof.problem[0].split(" ") if proof.problem else []
    require(len(words) == 4 and words[0] == "shape", "expected 'shape N M P'")
    shape = [number(word) for word in words[1:]]
    require(all(1 <= side <= 65536 for side in shape), "sides are from 1 to 65536")
    return shape, [shape[k] * shape[(k + 1) % 3] for k in range(3)]


def read_count(proof, name):
    require(proof.claim.startswith(name + " "), f"the claim is not '{name} NUMBER'")
    count = number(proof.claim.removeprefix(name + " "))
    require(count == proof.steps, "the claim and the number of steps differ")
    return count


def check_sum(shape, products, modulus):
    """A product has a dictionary for each of its forms: from the places of its entries, row by row, to their coefficients."""
    n, m, p = shape
    total = {(i * m + j, j * p + k, k * n + i): -1 for i in range(n) for j in range(m) for k in range(p)}
    for forms in products:
        for places in itertools.product(*forms):
            total[places] = total.get(places, 0) + math.prod(form[place] for form, place in zip(forms, places))
    require(not any(value % modulus if modulus else value for value in total.values()), "the products do not sum to the tensor")


def coefficient(numbers, ring):
    value = next(numbers, None)
    require(value is not None, "the bytes end before the last product")
    if ring in ("F2", "F3"):
        require(value < int(ring[1]), "a coefficient is not in the ring")
        return value
    require(ring != "ZT" or value <= 2, "a coefficient is not -1, 0 or 1")
    value = -(value + 1) // 2 if value % 2 else value // 2
    if ring != "Q":
        return value
    below = next(numbers, 0)
    require(below > 0 and math.gcd(value, below) == 1, "a coefficient is not in lowest terms")
    return fractions.Fraction(value, below)


def check_scheme(proof):
    shape, sizes = read_shape(proof)
    rank = read_count(proof, "rank")
    require(len(proof.problem) == 2 and proof.problem[1] in RINGS, "the problem is not a shape and a ring")
    require(0 < rank <= len(proof.body) // sum(sizes), "too few coefficients for this shape and rank")
    ring, numbers = proof.problem[1].removeprefix("ring "), proof.numbers()
    products = [[{k: x for k in range(size) if (x := coefficient(numbers, ring))} for size in sizes] for _ in range(rank)]
    require(next(numbers, None) is None, "bytes follow the last product")
    check_sum(shape, products, RINGS[proof.problem[1]])
    over = "Z with coefficients -1, 0, 1" if ring == "ZT" else ring
    return f"a scheme of shape {'x'.join(map(str, shape))} with {counted(rank, 'product')} over {over}"


def check_path(proof):
    shape, sizes = read_shape(proof)
    products, goal = [], []
    for line in proof.problem[1:]:
        name, *forms = line.split(" ")
        require(name == "to" or (name == "from" and not goal), "expected 'from' or, after them, 'to'")
        require(len(forms) == 3 and all(re.fullmatch(f"[01]{{{size}}}", form) for form, size in zip(forms, sizes)), "not a product")
        require(all("1" in form for form in forms), "a form is 0")
        (goal if name == "to" else products).append([int(form[::-1], 2) for form in forms])
    require(products and goal, "expected lines 'from' and 'to'")
    check_sum(shape, [[{k: 1 for k in range(form.bit_length()) if form >> k & 1} for form in product] for product in products], 2)
    numbers, start = proof.numbers(), len(products)
    for step in range(1, read_count(proof, "moves") + 1):
        kind, i, j = (next(numbers, None) for _ in range(3))
        require(j is not None and kind < 6 and i != j and max(i, j) < len(products), f"move {step}: not two of the products")
        x, y, at = products[i], products[j], kind % 3
        require((x[at] == y[at]) == (kind < 3), f"move {step}: the forms are " + ("different" if kind < 3 else "the same"))
        if kind >= 3:
            products.append([x[k] if k == at else y[k] for k in range(3)])
            y[at] ^= x[at]
            continue
        x[at - 1] ^= y[at - 1]
        y[(at + 1) % 3] ^= x[(at + 1) % 3]
        for k in (max(i, j), min(i, j)):
            if 0 in products[k]:
                products[k] = products[-1]
                products.pop()
    require(next(numbers, None) is None, "bytes follow the last move")
    require(sorted(products) == sorted(goal), "the moves lead elsewhere")
    ends = f"of shape {'x'.join(map(str, shape))} with {counted(start, 'product')} over F2 to one with {len(goal)}"
    return f"{counted(proof.steps, 'move')} from a scheme {ends}"


RINGS = {"ring F2": 2, "ring F3": 3, "ring Z": 0, "ring ZT": 0, "ring Q": 0}

KINDS = {"coset": check_coset, "quotient": check_quotient, "scheme": check_scheme, "path": check_path}


def check(data):
    """Returns what a proof, given as bytes, proves; raises Rejected."""
    proof = Proof(data)
    require(proof.kind in KINDS, "line 2: an unknown kind of proof")
    return KINDS[proof.kind](proof) + (f" ({proof.steps} step{'s' if proof.steps != 1 else ''})" if proof.steps else "")


def main(names):
    if not names or names[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stdout if names else sys.stderr)
        return 0 if names else 64
    status = 0
    for name in names:
        try:
            with open(0 if name == "-" else name, "rb") as file:
                print(f"{name}: accepted: {check(file.read())}")
        except (Rejected, OSError, MemoryError) as why:
            print(f"{name}: {'rejected' if isinstance(why, Rejected) else 'cannot be checked'}: {why}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
