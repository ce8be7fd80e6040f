# SPDX-License-Identifier: MIT
"""Matrix multiplication schemes, and paths between them: `kind scheme` and `kind path` of docs/proofs.md, for check.py."""
import fractions
import itertools
import math
import re

from frame import counted, number, require


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
