# SPDX-License-Identifier: MIT
"""Ctrl-C in a long call: it raises, what was found stays, and a handler that does not raise does not stop the work. A process of its
own for each, that sends the signals to itself.

How fast the machine is must not matter: work that is to be interrupted has no end (full:12 has 12^12 elements), and the signal is sent
by a thread that has seen the work under way."""
import os
import subprocess
import sys
import textwrap

BEGIN = """
import os, signal, threading
from wreath import semigroup

def endless():
    S = semigroup.family("full:12", threads=1, backend="cpu")
    S.run(until=1000)
    return S

def at_work(S):
    try:
        S.size
    except RuntimeError as error:
        assert "another thread" in str(error)
        return True
    return False

def interrupt(S, do=lambda: None):
    "A thread that does something while S is at work, and then sends SIGINT, whatever happens."
    def wait():
        while not at_work(S):
            pass
        try:
            do()
        finally:
            os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=wait).start()
"""


def run(text):
    done = subprocess.run([sys.executable, "-c", BEGIN + textwrap.dedent(text)], capture_output=True, text=True, timeout=600, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


def test_ctrl_c_keeps_what_was_found():
    out = run("""
        S = endless()
        before = S.size
        try:
            interrupt(S)
            S.run()
        except KeyboardInterrupt:
            print("interrupted", S.size >= before, S.complete)
        before = S.size
        S.run(until=before + 1)
        print("on", S.size > before, signal.getsignal(signal.SIGINT) is signal.default_int_handler)
    """)
    assert out == ["interrupted", "True", "False", "on", "True", "True"]


def test_handlers_that_return_do_not_stop_it():
    out = run("""
        seen = []
        signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        while not seen:
            S = semigroup.family("bihecke:6", threads=1)
            S.run(until=400_000)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(S.size >= 400_000, S.stop_reason)
    """)
    assert out == ["True", "target"]


def test_other_threads_go_on():
    out = run("""
        S = endless()
        turns = []
        def look():
            while len(turns) < 1000:
                turns.append(at_work(S))
        try:
            interrupt(S, look)
            S.run()
        except KeyboardInterrupt:
            print(len(turns), all(turns), S.size >= 1000)
    """)
    assert out == ["1000", "True", "True"]


def test_graphs_are_not_made_while_another_thread_is_at_work():
    out = run("""
        S = endless()
        before = S.size
        refused = []
        def ask():
            for what in [lambda: S.right_cayley_graph, lambda: S.left_cayley_graph, S.green, S.rules, S.draw, lambda: S.multiply(0, 1)]:
                try:
                    what()
                except RuntimeError as error:
                    refused.append("another thread" in str(error))
        try:
            interrupt(S, ask)
            S.run()
        except KeyboardInterrupt:
            print(len(refused), all(refused), S.complete, S.size >= before, S._inner.graphs())
        T = semigroup.family("full:4")
        print(T.run(), len(T.right_cayley_graph), T._inner.graphs(), T.complete, T.stop_reason)
    """)
    assert out == ["6", "True", "False", "True", "False", "True", "256", "True", "True", "none"]


def test_permutations_stop_between_passes():
    out = run("""
        from wreath import perm
        x = perm.random(1 << 22, 1)
        try:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
            while True:
                perm.power(x, 2**62 - 1, threads=1)
        except KeyboardInterrupt:
            print("interrupted", perm.is_permutation(x))
    """)
    assert out == ["interrupted", "True"]


def test_in_place_happens_once():
    out = run("""
        import numpy as np
        from wreath import perm
        seen = []
        signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        x = perm.random(1 << 22, 1)
        y = perm.random(1 << 22, 2)
        right, product = np.argsort(x), y[x]
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        while len(seen) < 10:
            z = x.copy()
            assert np.array_equal(perm.inverse(z, out=z, threads=1), right)
            z = x.copy()
            assert np.array_equal(perm.multiply(z, y, out=z, threads=1), product)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print("once")
    """)
    assert out == ["once"]


def test_signals_that_keep_coming_do_not_keep_it_from_ending():
    out = run("""
        from wreath import flip, perm, word
        S = semigroup.family("full:7", threads=1)
        classes, idempotents = S.green(), S.count_idempotents()
        x = perm.random(1 << 20, 1)
        power = perm.power(x, 1_000_003, threads=1)
        seen = []
        signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        while len(seen) <= 10:  # on the fastest machine, too, signals come amid the work
            again = semigroup.family("full:7", threads=1)
        print(len(again.green().d_classes) == len(classes.d_classes), again.count_idempotents() == idempotents)
        print(perm.equal(perm.power(x, 1_000_003, threads=1), power), perm.equal(perm.random(1 << 20, 1, threads=1), x))
        print(semigroup.count_structure("bihecke:6", threads=1).size)
        print(word.Group("surface:3", cache=False).verified, flip.search("3x3x3", target=24, seed=1, threads=1).rank <= 24)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(len(seen) > 10)
    """)
    assert out == ["True", "True", "True", "True", "7505009", "True", "True", "True"]


def test_ctrl_c_after_a_handler_that_returned():
    out = run("""
        seen = []
        def several():
            while len(seen) <= 10:  # no event: a handler that sets one may interrupt itself while it holds the event's lock
                pass
        signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        S = endless()
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        try:
            interrupt(S, several)
            S.run()
        except KeyboardInterrupt:
            print("interrupted", S.size >= 1000, S.complete, len(seen) > 10)
        signal.setitimer(signal.ITIMER_REAL, 0)
    """)
    assert out == ["interrupted", "True", "False", "True"]
