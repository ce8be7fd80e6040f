# SPDX-License-Identifier: MIT
"""Each verb of the program, with work that takes long, or as long as the verb can."""
import re
import subprocess

from cli_test import ROOT, WREATH

SCHEMES = ROOT / "data" / "schemes"
ENDLESS = "higman:4"      # no structure of this group is known: a build has no end
COMMUTATOR = "[[a,b],[a,B]]"  # of which no cheap proof shows anything there
LONG_RELATOR = "<a,b | a^8200>"
MAP_OF_5040 = ",".join(map(str, range(5039, -1, -1)))
MAP = ",".join(map(str, [8, 7, 6, 5, 4, 3, 2, 1, 1]))
HELD = "held open"        # the command reads its standard input, and nothing comes

# Arguments after the verb; HELD last where the command waits for input.
STOPS = {
    "word build": [[ENDLESS, "-o", "out.wreath"], ["<a,b | a*b*A*b = b*a*B*a>", "-o", "out.wreath"], [LONG_RELATOR, "-o", "out.wreath"], [ENDLESS, "-o", "out.wreath", "--checkpoint", "out.ck"]],
    "word info": [[ENDLESS], ["triangle:2,3,7"]],
    "word growth": [[ENDLESS], ["s.wreath", "--terms", "20000"]],
    "word export": [[ENDLESS, "-o", "out"]],
    "word import": [["exported", "-o", "out.wreath"]],
    "word reduce": [["abelian:2", "b^200000 a^200000"], ["braid:3", "(ab)^40000 (BA)^30000"], ["free:2", "(a^500 b^2)^1000"],
                    ["baumslag-solitar:1,2", "(a b A b)^2000"], ["s.wreath", "--file", "words.txt", "-o", "out.txt"], [ENDLESS, "a"], [LONG_RELATOR, "a^8201"], ["s.wreath", "-", HELD]],
    "word inverse": [["abelian:2", "b^200000 a^200000"], ["s.wreath", "--file", "words.txt", "-o", "out.txt"], ["s.wreath", "-", HELD]],
    "word equal": [["abelian:2", "b^200000 a^200000", "a^200000 b^200000"], ["braid:3", "(ab)^40000", "(ba)^40000"], [ENDLESS, COMMUTATOR, "1"], [LONG_RELATOR, "a", "b"]],
    "word multiply": [[ENDLESS, "a", "b"], ["s.wreath", "(abAc)^40000", "(bD)^40000"],
                      ["abelian:2", "b^200000", "a^200000"], ["braid:3", "(ab)^40000", "(BA)^30000"]],
    "word concat": [["abelian:2", "b^200000", "a^200000"], [ENDLESS, "a", "b"], ["s.wreath", "(abAc)^40000", "(bD)^40000"]],
    "word compare": [["abelian:2", "b^200000 a^200000", "a^200000 b^200000", "--normal"], ["s.wreath", "(abAc)^100000", "(abAc)^100000b"]],
    "word order": [[ENDLESS, COMMUTATOR], ["s.wreath", "(abAc)^100000b"], ["abelian:2", "b^200000 a^200000"], ["braid:3", "(ab)^100000 a"]],
    "word ball": [["s.wreath", "12", "-o", "out.txt"], ["s.wreath", "12"], ["s.wreath", "8", "--graph", "out.json"]],
    "word automaton": [["not", f"wa:{ENDLESS}", "-o", "out.fsa"], ["enumerate", "wa:s.wreath", "--count", "100000000", "-o", "out.txt"]],
    "word subgroup": [["free:2", "--generators", "a^900000"], ["free:2", "--generators", "ab^500000,b^400000"], ["surface:2", "--generators", "a^20000"],
                      ["free:2", "--generators", "a^2,b", "(a^500 b^2)^1000"], ["abelian:2", "--generators", "a^2,b^3", "b^200000 a^200000"], [ENDLESS, "--generators", "a"], ["<a,b | a*b = b*a>", "--generators", "ab", "--time", "1000"]],
    "word geodesics": [[ENDLESS], ["s.wreath", "-o", "out"]],
    "word conjugate": [["free:2", "(a^9000 b)^100", "(b a^9000)^100"], [ENDLESS, COMMUTATOR, COMMUTATOR + "^2"], ["s.wreath", "(abAc)^20000", "(bD)^20000b"]],
    "word class": [["free:2", "(a^9000 b)^100"], [ENDLESS, "a"], ["s.wreath", "abAc"]],
    "word root": [["free:2", "(a^9000 b)^100"], [ENDLESS, "a"], ["s.wreath", "(abAc)^20000"]],
    "word complete": [[ENDLESS], [LONG_RELATOR]],
    "semigroup enumerate": [["full:9"], ["full:7", "--elements", "out.npy"], ["bihecke:6", "--checkpoint", "out.ck"], ["full:8", "--method", "disk", "--memory", "64M"],
                            ["renner:6", "--right", "out-r.npy", "--left", "out-l.npy", "--rules", "out.rules"], ["full:8", "--words", "out.words"], ["full:8", "--levels-only"], ["-", HELD]],
    "semigroup member": [["full:9", MAP], ["full:12", MAP + ",9,10,11", "--orbits"], ["bihecke:7", "--orbits", MAP_OF_5040]],
    "semigroup factor": [["full:9", MAP]],
    "semigroup cayley": [["full:8", "-o", "out.npy"], ["full:4", "-o", "out.dot"]],
    "semigroup green": [["full:8"], ["full:12", "--count"], ["full:11", "--count", "--checkpoint", "out.ck"], ["full:8", "--classes"],
                        ["boolean:5", "--count"], ["reflexive-boolean:4", "--count"], ["partition:7", "--count"]],
    "semigroup congruence": [["full:5", "--all", "--side", "left"], ["full:9", "--pairs", "s1=s2"]],
    "semigroup generators": [["renner:8"], ["full:9"], ["full:9", "--small"], ["bihecke:7", "--gap"]],
    "perm random": [["2^25", "-o", "out.npy"], ["2^24", "-o", "out.npy", "--memory", "48M"]],
    "perm multiply": [["x.npy", "y.npy", "-o", "out.npy"], ["x.npy", "y.npy", "-o", "out.npy", "--memory", "96M"],
                      ["x.npy", "y.npy", "-o", "out.npy", "--memory", "96M", "--checkpoint", "out.ck"]],
    "perm inverse": [["x.npy", "-o", "out.npy"], ["x.npy", "-o", "out.npy", "--memory", "96M"]],
    "perm divide": [["x.npy", "y.npy", "-o", "out.npy"], ["x.npy", "y.npy", "-o", "out.npy", "--memory", "96M"]],
    "perm identity": [["2^25", "-o", "out.npy"]],
    "perm power": [["x.npy", "1000003", "-o", "out.npy"], ["x.npy", "1000003", "-o", "out.npy", "--memory", "96M"]],
    "perm evaluate": [["x^-1*y*x^3", "x=x.npy", "y=y.npy", "-o", "out.npy"]],
    "perm equal": [["x.npy", "x.npy"]],
    "perm order": [["x.npy"]],
    "perm orbits": [["x.npy", "y.npy", "-o", "out.npy"], ["x.npy", "-o", "out.npy", "--schreier", "out-vector.npy"]],
    "perm sign": [["x.npy"]],
    "perm check": [["x.npy"], ["x.npy", "--memory", "96M"], ["-", HELD]],
    "perm cycles": [["x.npy"], ["x.npy", "--memory", "96M"], ["x.npy", "--label", "out.npy"]],
    "perm convert": [["x.npy", "-o", "out.npy", "--type", "uint64"], ["x.npy", "-o", "out.txt"], ["x.npy", "--cycles", "-o", "out.g"]],
    "perm tune": [["--points", "2^24"]],
    "flip search": [["5x5x5", "-o", "out.json", "--folder", "pool"], ["3x3x4", "--folder", "pool", "--keep", "lifting"], ["4x4x4", "--symmetry", "c3", "--checkpoint", "out.ck"],
                    ["4x4x5", "--checkpoint", "out.ck", "--checkpoint-every", "0.1"]],
    "flip hunt": [["3x4x5", "--folder", "pool"], ["--up-to", "4x4x5", "--folder", "pool"]],
    "flip verify": [["8x8x8"], ["16x16x16"], ["large.json"], ["large.exp"], ["-", HELD]],
    "flip convert": [["8x8x8", "-o", "out.json"], ["large.npy", "-o", "out.json"]],
    "flip lift": [[SCHEMES / "5x5x5-93.txt", "-o", "out.json"], ["8x8x8", "-o", "out.json"], [SCHEMES, "-o", "pool"]],
    "flip simplify": [["z.json", "-o", "out.json"]],
    "flip derive": [["product", SCHEMES / "3x3x3-23.txt", SCHEMES / "2x2x2-7.txt", "--reduce", "-o", "out.json"], ["blocks", "2x2x2", SCHEMES, "--new-shape", "7x7x7", "-o", "out.json"],
                    ["product", "large.json", "1x1x2", "-o", "out.json"], ["project", "large.json", "--new-shape", "14x14x14", "-o", "out.json"]],
    "flip equivalent": [["5x5x5", "5x5x5"]],
    "flip automorphisms": [["5x5x5"]],
    "flip path": [["4x4x4", SCHEMES / "4x4x4-47.txt", "-o", "out.txt"]],
    "flip stats": [[SCHEMES], ["8x8x8"]],
    "flip records": [["--folder", SCHEMES], ["--gaps", "--up-to", "16x16x16"]],
    "orbit growth": [["lrx:12"], ["k-cycles:15,3"], ["k-cycles:13,3"], ["transpositions:12", "--memory", "44M"], ["lrx:12", "--memory", "48M"], ["lrx:12", "--checkpoint", "out.ck"], ["mathieu:24"], ["sliding:3x4"], ["lrx:28", "--start", "0" * 14 + "1" * 14], ["-", HELD]],
    "orbit word": [["lrx:13", "(1,13)(2,12)(3,11)(4,10)"]],
    "orbit path": [["lrx:13", "()", "(1,13)(2,12)(3,11)(4,10)"]],
    "orbit solve": [["lrx:12", "-", HELD]],
    "orbit action": [["sl:3,31", "--start", "[[1,0,0],[0,1,0],[0,0,1]]"]],
    "orbit subspaces": [["sl:8,7", "--dimension", "4"]],
    "orbit atlas": [["-o", "out-atlas", "--up-to-states", "1e12"]],
    "orbit antipodes": [["lrx:12"], ["pancake:11", "-o", "out.npy"]],
    "orbit oracle": [["lrx:11", "-o", "out.npy"], ["lrx:12", "-o", "out.npy"]],
    "orbit info": [["mathieu:24"]],
    "cluster plan": [["perm multiply", "--points", "1G", "--nodes", "4"]],
    "coset enumerate": [["<a,b | a^2, b^3>", "--method", "hlt"], ["<a,b | a^2, b^5>", "--method", "felsch"], ["<a,b | a^2, (ab)^9>", "--method", "sparse"], ["<a,b | a^3, b^3>", "--method", "mixed", "-o", "out.coset", "--checkpoint", "out.ck"]],
    "coset verify": [["h.coset", "<a,b | a^2, b^3, (ab)^7, [a,b]^8>"]],
    "coset permutations": [["<a,b | a^2, b^3>", "--method", "hlt", "-o", "out"], ["h.coset", "-o", "out"]],
    "coset representatives": [["<a,b | a^2, b^3>", "--method", "hlt"], ["h.coset", "-o", "out.words"], ["<a | a^20000>"]],
    "coset trace": [["<a,b | a^2, b^3>", "a", "--method", "hlt"], ["h.coset", "(ab)^40000000"]],
    "coset schreier": [["<a,b | a^2, b^3>", "--method", "hlt"], ["h.coset"], ["<a,b | a^5000, b>"]],
    "coset order": [["<a,b | a^2, b^3>", "--method", "hlt"], ["<a,b | a^2, b^4>", "--method", "felsch"], ["<a,b | a^3, b^3>", "--method", "mixed", "--checkpoint", "out.ck"]],
    "coset presentation": [["<a,b | a^2, b^3>", "--method", "hlt"], ["h.coset"]],
    "coset subgroups": [["free:2", "--index", "12"], ["surface:2", "--index", "12", "--checkpoint", "out.ck"], ["free:3", "--index", "9", "-o", "out.jsonl"]],
    "coset monoid": [["monoid<a,b | aa=a, bb=b>"], ["monoid<a,b | aa=a, bb=b>", "--method", "felsch", "-o", "out.npy"]],
    "group order": [["x.npy", "y.npy"], ["psl:2,99991", "--verify"], ["psl:2,99991", "--verify", "--checkpoint", "out.ck"], ["-", HELD]],
    "group base": [["psl:2,99991", "--verify"]],
    "group contains": [["psl:2,99991", "--verify", "-x", "()"]],
    "group factor": [["psl:2,99991", "--verify", "-x", "()"]],
    "group stabilizer": [["psl:2,99991", "--verify", "--points", "1"], ["symmetric:30", "--set", "1,2,3,4,5,6,7,8,9", "--most", "100000000"]],
    "group orbits": [["x.npy", "y.npy"]],
    "group blocks": [["x.npy", "y.npy"]],
    "group random": [["psl:2,99991", "--verify"]],
    "group action": [["symmetric:40", "--set", "1,2,3,4,5,6,7,8,9", "--most", "100000000", "-o", "out"]],
    "bench signature": [[]],
    "demo": [[]],
    "doctor": [[]],
    "plot": [["run.json"]],
    "cite": [["run.json"], ["run.json", "-o", "out.txt"]],
    "completion": [["bash"]],
    "man": [[]],
}
NO_RUN = {"completion", "man"}  # they print a text, and have no run that could be stopped


def verbs(*command):
    """All verbs, as the program's help lists them."""
    text = subprocess.run([WREATH, *command, "--help"], capture_output=True, text=True, check=True).stdout
    found = []
    for group in re.findall(r"^(?:Engines|Commands):\n((?:  .*\n)+)", text, re.MULTILINE):
        for name in re.findall(r"^  ([a-z][a-z-]*)", group, re.MULTILINE):
            found += verbs(*command, name) or [" ".join([*command, name])]
    return found
