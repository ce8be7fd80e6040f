#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a path of presentations that `wreath orbit path --moves` printed: python3 tools/check_ac_path.py FILE

The file has a line `start R S` with two words in a, b and their inverses A, B; lines with one move each:
    1 inv       relator 1 is inverted            2 conj abA   relator 2, x, becomes (abA)^-1 x abA
    1 mul 2     relator 1 is multiplied by relator 2, on the right
and a line `end R S`. Words are freely reduced after each move; the relators of the last line may stand in the other order.
"""
import sys


def reduced(word):
    done = []
    for letter in word:
        if done and done[-1] == letter.swapcase():
            done.pop()
        else:
            done.append(letter)
    return "".join(done)


def inverse(word):
    return word[::-1].swapcase()


def word_of(text):
    if text != "1" and not set(text) <= set("abAB"):
        raise ValueError(f"'{text}' is not a word in a, b, A, B")
    return "" if text == "1" else reduced(text)


def check(lines):
    """The number of multiplications of a valid path; raises ValueError that names the line otherwise."""
    relators, multiplications, ended = None, 0, False
    for number, line in enumerate(lines, 1):
        part = line.split()
        if not part or part[0].startswith("#"):
            continue
        try:
            if ended or (part[0] == "start") != (relators is None):
                raise ValueError("a path has one line 'start' at its beginning and one line 'end' at its end")
            if part[0] == "start" and len(part) == 3:
                relators = [word_of(part[1]), word_of(part[2])]
            elif part[0] == "end" and len(part) == 3:
                ended = sorted(relators) == sorted([word_of(part[1]), word_of(part[2])])
                if not ended:
                    raise ValueError(f"the relators are {' and '.join(relators)} here")
            elif part[0] in ("1", "2") and part[1:2] == ["inv"] and len(part) == 2:
                relators[int(part[0]) - 1] = inverse(relators[int(part[0]) - 1])
            elif part[0] in ("1", "2") and part[1:2] == ["conj"] and len(part) == 3:
                which, by = int(part[0]) - 1, word_of(part[2])
                relators[which] = reduced(inverse(by) + relators[which] + by)
            elif part in (["1", "mul", "2"], ["2", "mul", "1"]):
                which, multiplications = int(part[0]) - 1, multiplications + 1
                relators[which] = reduced(relators[which] + relators[1 - which])
            else:
                raise ValueError(f"'{line.strip()}' is not a move")
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if not ended:
        raise ValueError("the path has no end")
    return multiplications


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], encoding="ascii") as file:
            print(f"accepted: {check(file)} multiplications")
    except (OSError, ValueError) as error:
        sys.exit(f"rejected: {error}")
