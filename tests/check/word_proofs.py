# SPDX-License-Identifier: MIT
"""Proofs of words, read slowly and obviously from docs/proofs.md: lemmas, rules, orders, the acceptor of a structure."""
import copy
import itertools
import re

ORDERS = ("shortlex", "wtlex", "recursive", "rt_recursive", "wreathprod")


class Wrong(Exception):
    pass


def require(holds, why):
    if not holds:
        raise Wrong(why)


class Numbers:
    def __init__(self, numbers):
        self.numbers = iter(numbers)

    def take(self):
        number = next(self.numbers, None)
        require(number is not None, "the numbers end")
        return number

    def word(self, letters):
        word = tuple(self.take() for _ in range(self.take()))
        require(all(x < letters for x in word), "not a letter")
        return word


class Problem:
    """Letters, inverses (None if there is none), axioms, and the line of the order."""

    def __init__(self, lines):
        rest = list(lines)
        rows = []
        while rest and rest[0].startswith("letter "):
            rows.append(rest.pop(0).split(" ")[1:])
        self.names = [row[0] for row in rows]
        require(len(set(self.names)) == len(rows), "two letters of one name")
        require(all(1 <= len(row) <= 2 and row[-1] in self.names for row in rows), "letters")
        self.inverse = [self.names.index(row[1]) if len(row) == 2 else None for row in rows]
        require(all(y is None or self.inverse[y] == x for x, y in enumerate(self.inverse)), "inverses")
        self.equations = []
        while rest and rest[0].startswith("equation "):
            sides = rest.pop(0)[len("equation ") :].split(" = ")
            require(len(sides) == 2, "an equation")
            self.equations.append(tuple(map(self.word, sides)))
        self.axioms = [((x, y), ()) for x, y in enumerate(self.inverse) if y is not None] + self.equations
        self.rest = rest

    def word(self, text):
        match = re.fullmatch(r"\((.*)\)\^([1-9][0-9]*)", text)
        names = [] if text == "1" else (match[1] if match else text).split(" ")
        require(all(name in self.names for name in names), "a word")
        return tuple(map(self.names.index, names)) * (int(match[2]) if match else 1)

    def presentation(self):
        """As text that wreath reads, and the order of its letters."""
        is_first = [y is None or x <= y for x, y in enumerate(self.inverse)]
        generators = [name if y != x else f"{name}/{name}" for x, (name, y) in enumerate(zip(self.names, self.inverse)) if is_first[x]]
        text = lambda word: "*".join(self.names[x] for x in word) or "1"
        relations = [f"{text(u)}={text(v)}" for u, v in self.equations]
        return f"<{','.join(generators)} | {', '.join(relations)}>", ",".join(self.names)


def read_lemmas(numbers, count, problem):
    lemmas = list(problem.axioms)
    for _ in range(count):
        start = word = numbers.word(len(problem.names))
        for _ in range(numbers.take()):
            code, position = numbers.take(), numbers.take()
            require(code // 2 < len(lemmas), "a later lemma")
            sides = lemmas[code // 2]
            before, after = sides if code % 2 == 0 else sides[::-1]
            require(word[position : position + len(before)] == before and position <= len(word), "a use")
            word = word[:position] + after + word[position + len(before) :]
        lemmas.append((start, word))
    return lemmas


def order_of(line, letters):
    """A function that is True if its first word is greater than the second."""
    words = line.split(" ")
    require(len(words) >= 2 and words[0] == "order" and words[1] in ORDERS, "the order")
    name, given = words[1], words[2:]
    require(len(given) == (letters if name in ("wtlex", "wreathprod") else 0), "weights")
    require(all(re.fullmatch("[1-9][0-9]{0,8}", weight) for weight in given), "a weight")
    weights = list(map(int, given))

    def wreath(u, v):
        """-1, 0 or 1"""
        top = max((weights[x] for x in u + v), default=0)
        if top == 0:
            return 0
        high = [tuple(x for x in word if weights[x] == top) for word in (u, v)]
        keys = [(len(word), word) for word in high]
        if keys[0] != keys[1]:
            return 1 if keys[0] > keys[1] else -1
        split = []
        for word in (u, v):
            low = [()]
            for x in word:
                low = low + [()] if weights[x] == top else low[:-1] + [low[-1] + (x,)]
            split.append(low)
        return next((c for c in map(wreath, *split) if c), 0)

    def recursive(u, v):
        """Whether u > v, by the definition, for words read from the left."""
        while u and v and u[0] == v[0]:
            u, v = u[1:], v[1:]
        if not u or not v:
            return bool(u)
        return u[1:] == v or recursive(u[1:], v) if u[0] < v[0] else not (v[1:] == u or recursive(v[1:], u))

    if name == "shortlex":
        return lambda u, v: (len(u), u) > (len(v), v)
    if name == "wtlex":
        key = lambda word: (sum(weights[x] for x in word), word)
        return lambda u, v: key(u) > key(v)
    if name == "wreathprod":
        return lambda u, v: wreath(u, v) > 0
    return (lambda u, v: recursive(u[::-1], v[::-1])) if name == "recursive" else recursive


def reduced(word, rules):
    at = 0
    while at < len(word):
        for left, right in rules:
            if word[at : at + len(left)] == left:
                word, at = word[:at] + right + word[at + len(left) :], -1
                break
        at += 1
    return word


def check_rewriting(parts):
    """Raises Wrong if the proof is. Returns the problem and the rules."""
    problem = Problem(parts.problem)
    require(len(problem.rest) == 1, "lines")
    greater = order_of(problem.rest[0], len(problem.names))
    match = re.fullmatch("confluent (0|[1-9][0-9]*)", parts.claim)
    require(match and int(match[1]) <= parts.steps, "the claim")
    numbers = Numbers(parts.numbers)
    lemmas = read_lemmas(numbers, parts.steps - int(match[1]), problem)
    rules = []
    for _ in range(int(match[1])):
        lemma = numbers.take()
        require(lemma < len(lemmas), "a rule")
        u, v = lemmas[lemma]
        require(greater(u, v) or greater(v, u), "a rule with equal sides")
        rules.append((u, v) if greater(u, v) else (v, u))
    require(next(numbers.numbers, None) is None, "numbers after the last step")
    lefts = [left for left, _ in rules]
    require(not any(u in (v[i : i + len(u)] for i in range(len(v))) for u, v in itertools.permutations(lefts, 2)), "not reduced")
    for u, v in problem.axioms:
        require(reduced(u, rules) == reduced(v, rules), "an axiom")
    for (left, right), (left2, right2) in itertools.product(rules, repeat=2):
        for shared in range(1, min(len(left), len(left2))):
            if left[-shared:] == left2[:shared]:
                require(reduced(right + left2[shared:], rules) == reduced(left[:-shared] + right2, rules), "an overlap")
    return problem, rules


class Record(list):
    """A list whose length is fixed."""


def record(*items):
    return Record(items)


def take_lemmas(numbers, count):
    """Each as its word and its uses, not checked."""
    take = numbers.take
    return [record([take() for _ in range(take())], [record(take(), take()) for _ in range(take())]) for _ in range(count)]


class Rules:
    """The steps of `kind rewriting`, taken apart."""

    def __init__(self, parts):
        numbers = Numbers(parts.numbers)
        count = int(parts.claim.split(" ")[1])
        self.lemmas = take_lemmas(numbers, parts.steps - count)
        self.rules = list(numbers.numbers)

    def parts(self, original):
        parts = original.copy()
        parts.numbers = [number for lemma in self.lemmas for number in flat_lemma(*lemma)] + self.rules
        parts.steps, parts.claim = len(self.lemmas) + len(self.rules), f"confluent {len(self.rules)}"
        return parts


class Structure:
    """The steps of `kind automatic`, taken apart."""

    def __init__(self, parts):
        numbers = Numbers(parts.numbers)
        take = numbers.take
        lemmas, differences, edges, states, pairs, composites, self.backwards = [take() for _ in range(7)]
        self.lemmas = take_lemmas(numbers, lemmas)
        self.differences = [[take() for _ in range(take())] for _ in range(differences)]
        self.of_letter = [record(take(), take()) for _ in Problem(parts.problem).names]
        self.edges = [Record(take() for _ in range(5)) for _ in range(edges)]
        self.acceptor = [[record(take(), take()) for _ in range(take())] for _ in range(states)]
        self.multiplier = [record(take(), [record(take(), take()) for _ in range(take())]) for _ in range(pairs)]
        self.composites = []
        for _ in range(composites):
            factors, count = record(take(), take()), take()
            states = [record(take(), [record(take(), take(), take()) for _ in range(take())]) for _ in range(count)]
            self.composites.append(record(factors, states))
        self.relators = [Record(row) for row in zip(*[numbers.numbers] * 3)]

    def parts(self, original):
        counts = [len(items) for items in (self.lemmas, self.differences, self.edges, self.acceptor, self.multiplier, self.composites)]
        flat = [*counts, self.backwards]
        for lemma in self.lemmas:
            flat += flat_lemma(*lemma)
        for word in self.differences:
            flat += [len(word), *word]
        for row in self.of_letter + self.edges:
            flat += row
        for row in self.acceptor:
            flat += [len(row), *sum(row, [])]
        for difference, row in self.multiplier:
            flat += [difference, len(row), *sum(row, [])]
        for factors, states in self.composites:
            flat += [*factors, len(states)]
            for accepts, row in states:
                flat += [accepts, len(row), *sum(row, [])]
        for row in self.relators:
            flat += row
        parts = original.copy()
        parts.numbers, parts.claim = flat, f"automatic {len(self.acceptor)}"
        parts.steps = 1 + sum(counts) + len(self.of_letter) + len(self.relators)
        return parts


    def shift_lemmas(self, axioms):
        """After one more equation."""
        for _, uses in self.lemmas:
            for use in uses:
                use[0] += 2 if use[0] // 2 >= axioms else 0
        for row in self.of_letter + self.edges:
            row[-1] += 1 if row[-1] > axioms else 0

    def rename_letters(self, names):
        """Letter x becomes names[x]; the padding stays, and so do the numbers of axioms that are not about letters."""
        names = [*names, len(names)]
        for word, uses in self.lemmas:
            word[:] = [names[x] for x in word]
            for use in uses:
                use[0] = 2 * names[use[0] // 2] + use[0] % 2 if use[0] // 2 < len(names) - 1 else use[0]
        for word in self.differences:
            word[:] = [names[x] for x in word]
        self.of_letter = [self.of_letter[names.index(x)] for x in range(len(names) - 1)]
        for row in self.of_letter + self.edges:
            row[-1] = 1 + names[row[-1] - 1] if 0 < row[-1] < len(names) else row[-1]
        for edge in self.edges:
            edge[1:3] = [names[x] for x in edge[1:3]]
        for row in self.acceptor:
            row[:] = sorted(record(names[x], target) for x, target in row)
        for _, row in self.multiplier:
            row.sort(key=lambda step: self.edges[step[0]][1:3])
        for factors, states in self.composites:
            factors[:] = [1 + names[f - 1] if 0 < f < len(names) else f for f in factors]
            for _, row in states:
                row[:] = sorted(record(names[a], names[b], target) for a, b, target in row)
        for row in self.relators:
            row[:] = [1 + names[f - 1] if 0 < f < len(names) else f for f in row]


def flat_lemma(word, uses):
    return [len(word), *word, len(uses), *sum(uses, [])]


def edited_steps(parts, rng):
    """The proof with a step or two changed such that the others can still be read."""
    steps = (Rules if parts.kind == "rewriting" else Structure)(parts)
    for _ in range(rng.choice([1, 1, 2])):
        sections = [section for section in vars(steps).values() if isinstance(section, list) and section]
        if not sections:
            break
        items = rng.choice(sections)
        depth = rng.randrange(5)  # how far into the lists of a step to go
        while (depth or isinstance(items, Record)) and any(isinstance(item, list) and item for item in items):
            items = rng.choice([item for item in items if isinstance(item, list) and item])
            depth = max(0, depth - 1)
        if isinstance(items, Record) and not any(isinstance(item, int) for item in items):
            continue
        at = rng.choice([at for at in range(len(items)) if not isinstance(items, Record) or isinstance(items[at], int)])
        if isinstance(items[at], int) and (isinstance(items, Record) or rng.random() < 0.7):
            items[at] = max(0, rng.choice([items[at] - 1, items[at] + 1, items[at] ^ 1, rng.choice([x for x in items if isinstance(x, int)]), 0]))
        elif rng.random() < 0.5:
            del items[at]
        elif rng.random() < 0.5:
            items.insert(rng.randrange(len(items) + 1), copy.deepcopy(items[at]))
        else:
            items[at] = copy.deepcopy(rng.choice(items))
    return steps.parts(parts)


def acceptor_of(parts):
    """The acceptor of a structure: a dictionary of edges for each state."""
    return [dict(row) for row in Structure(parts).acceptor]


def same_language(one, other):
    """Of two acceptors all of whose states accept."""
    reached, todo = {(0, 0)}, [(0, 0)]
    while todo:
        p, q = todo.pop()
        if one[p].keys() != other[q].keys():
            return False
        new = {(one[p][x], other[q][x]) for x in one[p]} - reached
        reached |= new
        todo += new
    return True


def counts(acceptor, lengths):
    """How many words of each length are accepted."""
    paths, found = {0: 1}, []
    for _ in range(lengths):
        found.append(sum(paths.values()))
        after = {}
        for state, count in paths.items():
            for target in acceptor[state].values():
                after[target] = after.get(target, 0) + count
        paths = after
    return found
