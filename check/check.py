#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks proofs, slowly and obviously: written from docs/proofs.md alone, with nothing but Python's standard library.

    check.py FILE...        one line for each: accepted, and its claim, or rejected, and why

Exit status: 0 if every proof was accepted, 1 if not, 64 for wrong usage. wreath-check does the same in C++, much faster, and
independently, and for more kinds than coset, quotient, scheme and path: the tests compare the two.
"""
import fractions
import hashlib
import itertools
import math
import re
import sys

FILE = re.compile(rb"wreath proof 1\nkind (.*)\nby .*\ninput (.*)\n((?:(?!claim).+\n)*)claim (.*)\nsteps (.*) (.*)\n\n((?s:.*))sha256 (.*)\n")


class Rejected(Exception):
    """What is wrong with a proof."""


def require(condition, why):
    if not condition:
        raise Rejected(why)


def check(data):
    """Returns the claim of a proof, given as bytes; raises Rejected."""
    parts = FILE.fullmatch(data)
    require(parts, "not the lines of a proof, or of another version of the format")
    kind, problem_sum, problem, claim, steps, length, body, last_sum = (part.decode("latin-1") for part in parts.groups())
    require(problem_sum == hashlib.sha256(parts[3]).hexdigest(), "line 4: not the checksum of the problem")
    require(last_sum == hashlib.sha256(data[: parts.end(7)]).hexdigest(), "the last line is not the checksum of what is before it")
    codes = re.findall("[\x80-\xff]{0,8}[\x00-\x7f]", body)  # of a number: 7 bits to a byte, as few bytes as can be, at most 9
    shortest = all(len(code) == 1 or code[-1] != "\0" for code in codes)
    require(len(body) == number(length) == sum(map(len, codes)) and shortest, "the steps have another length, or are not numbers")
    numbers = [sum(ord(byte) % 128 << 7 * i for i, byte in enumerate(code)) for code in codes]
    kinds = {"coset": check_coset, "quotient": check_quotient, "scheme": check_scheme, "path": check_path}
    require(kind in kinds, "line 2: an unknown kind of proof")
    kinds[kind](problem, claim, number(steps), numbers)
    return claim


def number(text):
    require(re.fullmatch("0|[1-9][0-9]{0,18}", text) and int(text) < 2**63, f"{text[:30]!r} is not a number")
    return int(text)


class Presentation:
    """The problem of a coset enumeration. Words are lists of letters, letters are numbers."""

    def __init__(self, problem):
        require(re.fullmatch("(letter .*\n)*(relator .*\n)*(subgroup .*\n)*", problem), "expected lines 'letter', 'relator', 'subgroup'")
        self.letters, self.inverse, self.written = {}, [], 0  # numbers of names; the inverse of each letter; letters of all words
        for names in (text.split(" ") for text in re.findall("^letter (.*)$", problem, re.MULTILINE)):
            require(len(names) == 2 and all(re.fullmatch("(?!1$|=$)[!-'*-~]+", name) for name in names), "expected 'letter NAME INVERSE'")
            require(not set(names) & self.letters.keys(), "a name appears twice")
            for name in dict.fromkeys(names):  # one or two
                self.letters[name] = len(self.letters)
            self.inverse += [self.letters[name] for name in dict.fromkeys(reversed(names))]
        require(len(self.letters) <= 2**24, "more than 2^24 letters")
        roots = [self.root_of(self.freely_reduced(text)) for text in re.findall("^relator (.*)$", problem, re.MULTILINE)]
        self.relators = [(period, power) for period, power in roots if period]
        self.subgroup = [self.freely_reduced(text) for text in re.findall("^subgroup (.*)$", problem, re.MULTILINE)]
        # A cycle: a word as period and power, by how many letters it is turned, and whether it may be used at row 1 alone.
        self.cycles = [(period, power, turn, False) for period, power in self.relators for turn in range(len(period))]
        self.cycles += [(word, 1, 0, True) for word in self.subgroup]

    def word(self, text):
        power = re.fullmatch(r"\((.*)\)\^([1-9][0-9]*)", text)
        text, times = (power[1], number(power[2])) if power else (text, 1)
        names = [] if text == "1" and not power else text.split(" ")
        self.written += len(names) * times
        require(self.written <= 2**24, "the words have more than 2^24 letters")
        require(set(names) <= self.letters.keys(), f"{text[:30]!r} is not a word")
        return [self.letters[name] for name in names] * times

    def freely_reduced(self, text):
        reduced = []
        for letter in self.word(text):
            reduced.append(letter)
            if reduced[-2:] == [self.inverse[letter], letter]:
                del reduced[-2:]
        return reduced

    def root_of(self, word):
        """The least period of a freely reduced word, after it was reduced cyclically, and of which power of it that is."""
        begin, end = 0, len(word)
        while end - begin > 1 and word[begin] == self.inverse[word[end - 1]]:
            begin, end = begin + 1, end - 1
        word, divisors = word[begin:end], [length for length in range(1, end - begin + 1) if (end - begin) % length == 0]
        period = next((length for length in divisors if word == word[:length] * (len(word) // length)), 0)
        return word[:period], len(word) // max(period, 1)


class Table:
    """Rows of cosets, and what is known of them: row c has d at a letter if and only if row d has c at its inverse."""

    def __init__(self, group):
        self.group, self.inverse = group, group.inverse
        self.rows = {1: {}}  # those that are alive: row -> letter -> a row, or one that is dead and equal to it
        self.equal = {}  # a dead row -> the smaller row that it was found equal to

    def survivor(self, row):
        while row in self.equal:
            row = self.equal[row]
        return row

    def set(self, row, letter, value):
        self.rows[row][letter] = value
        self.rows[value][self.inverse[letter]] = row

    def read(self, word, row):
        """Reads letters from a row until one has no entry: the row that is reached, and how many letters were read."""
        for i, letter in enumerate(word):
            if letter not in self.rows[row]:
                return row, i
            row = self.survivor(self.rows[row][letter])
        return row, len(word)

    def use(self, word, row):
        """The word leads from the row to itself."""
        front, i = self.read(word, row)
        back, j = self.read([self.inverse[letter] for letter in reversed(word[i:])], row)
        require(i + j >= len(word) - 1, f"more than one letter is missing in the cycle at row {row}")
        if i + j == len(word) - 1:
            return self.set(front, word[i], back)
        pairs = [(front, back)]
        while pairs:
            low, high = sorted(map(self.survivor, pairs.pop()))
            if low != high:
                self.equal[high] = low
                for letter, value in self.rows.pop(high).items():
                    pairs.append((self.rows[low].setdefault(letter, value), value))

    def make_step(self, row, action):
        cycle, new = action - len(self.inverse), len(self.rows) + len(self.equal) + 1
        require(0 < row < new, f"row {row} was not defined")
        require(cycle < len(self.group.cycles), "there is no such cycle")
        living = self.survivor(row)
        if cycle >= 0:
            period, power, turn, at_row_1 = self.group.cycles[cycle]
            require(row == 1 or not at_row_1, "a word of the subgroup is used at another row than 1")
            return self.use((period[turn:] + period[:turn]) * power, living)
        if action in self.rows[living]:
            self.equal[new] = self.rows[living][action]
        else:
            self.rows[new] = {}
            self.set(living, action, new)

    def end_of(self, word, row=1):
        row, count = self.read(word, row)
        require(count == len(word), "claim: a word cannot be read")
        return row

    def cycle_lengths(self, word):
        """Of the word as a permutation of the rows."""
        images = {row: self.end_of(word, row) for row in self.rows}
        while images:
            (start, row), length = images.popitem(), 1
            while row != start:
                row, length = images.pop(row), length + 1
            yield length

    def check_relators(self):
        for period, power in self.group.relators:
            require(all(power % length == 0 for length in self.cycle_lengths(period)), "claim: a relator moves a row")


def check_coset(problem, claim, steps, numbers):
    group, row = Presentation(problem), 1
    table = Table(group)
    require(len(numbers) == 2 * steps, "the steps have another number")
    for distance, action in zip(numbers[::2], numbers[1::2]):
        row += -(distance + 1) // 2 if distance % 2 else distance // 2
        table.make_step(row, action)
    if words := re.fullmatch("equal (.*) = (.*)", claim):
        left, right = map(group.word, words.groups())
        return require(table.end_of(left) == table.end_of(right), "claim: the words lead to different rows")
    require(re.match("(index|order) ", claim), "not a claim about an index, an order, or words that are equal")
    name, count = claim[:5], number(claim[6:])
    require(all(len(entries) == len(group.inverse) for entries in table.rows.values()), "claim: a row has a letter without an entry")
    table.check_relators()
    require(all(table.end_of(word) == 1 for word in group.subgroup), "claim: a word of the subgroup moves row 1")
    if name == "order" and group.subgroup:
        require(len(group.subgroup) == 1 and count % len(table.rows) == 0, "claim: not an order that follows from these rows")
        check_cyclic(group.subgroup[0], count // len(table.rows), group, table)
    else:
        require(len(table.rows) == count, f"claim: the steps lead to {len(table.rows)} rows, not {count}")


def check_cyclic(word, order, group, table):
    """The subgroup that the word generates has this order."""
    root, power = group.root_of(word)
    sides = root, [group.inverse[letter] for letter in reversed(root)]
    exponents = [times for period, times in group.relators if any(period == side[i:] + side[:i] for side in sides for i in range(len(root)))]
    exponent = math.gcd(*exponents, 2 if len(root) == 1 and sides[0] == sides[1] else 0)
    require(not root or (exponent and order * power % exponent == 0), "claim: no relator shows that the subgroup has this order")
    require(math.lcm(*table.cycle_lengths(word)) == order, "claim: as a permutation, the word of the subgroup has another order")


def check_quotient(problem, claim, steps, numbers):
    group = Presentation(problem)
    words = re.fullmatch("different (.*) = (.*)", claim)
    require(words and not group.subgroup, "not a claim about words of a group")
    left, right = map(group.word, words.groups())
    firsts = [letter for letter, inverse in enumerate(group.inverse) if inverse >= letter]
    require(numbers and steps == 1 + len(firsts) and len(numbers) == 1 + len(firsts) * numbers[0], "the steps have another number")
    table, points = Table(group), numbers[0]
    require(0 < points < len(numbers), "step 1: not a number of points")
    table.rows = {point: {} for point in range(1, points + 1)}
    for k, letter in enumerate(firsts):
        images = numbers[1 + k * points :][:points]
        require(sorted(images) == list(table.rows), f"step {k + 2}: not a permutation")
        for point, image in enumerate(images, 1):
            table.set(point, letter, image)
        require([table.rows[point][letter] for point in table.rows] == images, f"step {k + 2}: not its own inverse")
    table.check_relators()
    require(any(table.end_of(left, point) != table.end_of(right, point) for point in table.rows), "claim: the words act in the same way")


def shape_of(problem, other_lines):
    """The sides of the first line; the others are like this."""
    parts = re.fullmatch("shape (.*) (.*) (.*)\n" + other_lines, problem)
    require(parts, f"expected 'shape N M P', then {other_lines}")
    sides = [number(text) for text in parts.groups()[:3]]
    require(all(1 <= side <= 65536 for side in sides), "sides are from 1 to 65536")
    return sides


def check_sum(n, m, p, products, modulus):
    """A product has three dictionaries, one for each form: from the places of its entries, row by row, to their coefficients."""
    total = {(i * m + j, j * p + k, k * n + i): -1 for i in range(n) for j in range(m) for k in range(p)}
    for forms in products:
        for places in itertools.product(*forms):
            total[places] = total.get(places, 0) + math.prod(form[place] for form, place in zip(forms, places))
    require(not any(value % modulus if modulus else value for value in total.values()), "the products do not sum to the tensor")


def check_scheme(problem, claim, steps, numbers):
    n, m, p = shape_of(problem, "ring (F2|F3|Z|ZT|Q)\n")
    ring, sizes = problem.split()[-1], (n * m, m * p, p * n)
    require(steps and claim == f"rank {steps}", "the claim is not 'rank' and the number of steps")
    require(len(numbers) == steps * sum(sizes) * (2 if ring == "Q" else 1), "another number of coefficients")
    require(max(numbers) < {"F2": 2, "F3": 3, "ZT": 3}.get(ring, 2**63), "a coefficient is not in the ring")
    values = [-(number + 1) // 2 if number % 2 else number // 2 for number in numbers]
    if ring == "Q":
        pairs = list(zip(values[::2], numbers[1::2]))
        require(all(below > 0 and math.gcd(above, below) == 1 for above, below in pairs), "a coefficient is not in lowest terms")
        values = [fractions.Fraction(above, below) for above, below in pairs]
    coefficients = iter(numbers if ring in ("F2", "F3") else values)
    products = [[{k: x for k in range(size) if (x := next(coefficients))} for size in sizes] for _ in range(steps)]
    check_sum(n, m, p, products, {"F2": 2, "F3": 3}.get(ring))


def check_path(problem, claim, steps, numbers):
    n, m, p = shape_of(problem, "(from [01]+ [01]+ [01]+\n)+(to [01]+ [01]+ [01]+\n)+")
    products, goal = [], []  # three numbers, whose bits are the coefficients, the first one the lowest
    for name, *forms in (line.split(" ") for line in problem.split("\n")[1:-1]):
        require([len(form) for form in forms] == [n * m, m * p, p * n] and all("1" in form for form in forms), "not a product")
        (products if name == "from" else goal).append([int(form[::-1], 2) for form in forms])
    check_sum(n, m, p, [[{k: 1 for k in range(form.bit_length()) if form >> k & 1} for form in product] for product in products], 2)
    require(claim == f"moves {steps}" and len(numbers) == 3 * steps, "the claim and the number of steps differ")
    for kind, i, j in zip(numbers[::3], numbers[1::3], numbers[2::3]):
        require(kind < 6 and i != j and max(i, j) < len(products), "a move of what are not two products")
        x, y, at = products[i], products[j], kind % 3
        require((x[at] == y[at]) == (kind < 3), "the forms of a flip are different, or those of a plus are the same")
        if kind < 3:
            x[at - 1] ^= y[at - 1]
            y[(at + 1) % 3] ^= x[(at + 1) % 3]
            for k in (max(i, j), min(i, j)):
                if 0 in products[k]:
                    products[k] = products[-1]
                    products.pop()
        else:
            products.append([x[k] if k == at else y[k] for k in range(3)])
            y[at] ^= x[at]
    require(sorted(products) == sorted(goal), "the moves lead elsewhere")


def main(names):
    is_help = names[:1] in (["-h"], ["--help"])
    if is_help or not names or any(re.match("-.", name) for name in names):
        print(__doc__, end="", file=sys.stdout if is_help else sys.stderr)
        return 0 if is_help else 64
    accepted = 0
    for name in names:
        try:
            with open(0 if name == "-" else name, "rb") as file:
                print(f"{name}: accepted: {check(file.read())}")
            accepted += 1
        except (Rejected, OSError, MemoryError) as why:
            print(f"{name}: {'rejected' if isinstance(why, Rejected) else 'cannot be checked'}: {why}")
    return 0 if accepted == len(names) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
