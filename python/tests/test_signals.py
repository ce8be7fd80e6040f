# SPDX-License-Identifier: MIT
"""Ctrl-C in a long call: it raises, what was found stays, and a handler that does not raise does not stop the work. A process of its
own for each, that sends the signals to itself."""
import os
import subprocess
import sys
import textwrap



def run(text):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, timeout=300, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()


def test_ctrl_c_keeps_what_was_found():
    out = run("""
        import os, signal, threading
        from wreath import semigroup
        S = semigroup.family("full:9", threads=1)  # 387,420,489 elements: no machine is done in a moment
        try:
            threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
            S.run(time=200)
        except KeyboardInterrupt:
            print("interrupted", S.size > 0, S.complete)
        before = S.size
        S.run(until=before + 1)
        print("on", S.size > before, signal.getsignal(signal.SIGINT) is signal.default_int_handler)
    """)
    assert out == ["interrupted", "True", "False", "on", "True", "True"]


def test_handlers_that_return_do_not_stop_it():
    out = run("""
        import signal
        from wreath import semigroup
        seen = []
        signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        S = semigroup.family("bihecke:6", threads=1)
        S.run(until=400_000)
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(S.size >= 400_000, S.stop_reason, len(seen) > 0)
    """)
    assert out == ["True", "target", "True"]


def test_other_threads_go_on():
    out = run("""
        import threading
        from wreath import semigroup
        S = semigroup.family("full:9", threads=1)
        thread = threading.Thread(target=S.run, kwargs={"time": 1.0})
        thread.start()
        turns = 0
        while thread.is_alive():
            turns += 1
            try:
                S.size
            except RuntimeError as error:
                assert "another thread" in str(error)
        print(turns > 10, S.size > 0)
    """)
    assert out == ["True", "True"]


def test_permutations_stop_between_passes():
    out = run("""
        import os, signal, threading
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


