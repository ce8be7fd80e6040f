# SPDX-License-Identifier: MIT
"""What the tests of the program share: running it, and reading and writing .npy files without numpy."""
import array
import ast
import fcntl
import math
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest

WREATH = os.environ["WREATH"]
HANGS = 600  # seconds after which a run counts as hanging, on any machine
ROOT = pathlib.Path(__file__).resolve().parents[2]
CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


def save(path, values, type_="<u4", shape=None):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (type_, shape or (len(values),))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    if type_ == "|V5":  # numpy has no integers of five bytes
        data = array.array("B", b"".join(value.to_bytes(5, "little") for value in values))
    else:
        data = array.array(CODES[int(type_[2:])], values)
    if type_.startswith(">"):
        data.byteswap()
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + data.tobytes())


def load(path):
    raw = path.read_bytes()
    length = int.from_bytes(raw[8:10], "little")
    width = int(re.search(rb"[<|][uiV](\d)", raw[10:]).group(1))
    if width == 5:
        return [int.from_bytes(raw[at:at + 5], "little") for at in range(10 + length, len(raw), 5)]
    return list(array.array(CODES[width], raw[10 + length:]))


def is_whole(path):
    """Whether an .npy file has as many values as its header promises."""
    raw = path.read_bytes()
    start = 10 + int.from_bytes(raw[8:10], "little")
    header = ast.literal_eval(raw[10:start].decode())
    return len(raw) == start + int(header["descr"][2:]) * math.prod(header["shape"])


class CliTest(unittest.TestCase):
    cache = None  # a folder that the tests of a class share
    program = WREATH
    hangs = HANGS

    def setUp(self):
        self.folder = self.temporary_folder()
        # A cache of its own: no test finds what another one left, or writes where another one reads.
        before = os.environ.get("XDG_CACHE_HOME", "")  # the program takes an empty one for none
        os.environ["XDG_CACHE_HOME"] = str(self.cache or self.temporary_folder())
        self.addCleanup(os.environ.update, XDG_CACHE_HOME=before)

    def temporary_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name)

    def wreath(self, *arguments, code=0):
        run = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=self.hangs)
        self.assertEqual(run.returncode, code, f"{arguments}\n{run.stdout}\n{run.stderr}")
        return run

    def start(self, *command, **options):
        """The command, running: it is killed when the test ends, or when it hangs, so that reading its output ends too."""
        streams = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
        process = subprocess.Popen([*map(str, command)], cwd=self.folder, **streams | options)
        self.addCleanup(self.end, process)
        guard = threading.Timer(HANGS, process.kill)
        guard.start()
        self.addCleanup(guard.cancel)
        return process

    def end(self, process):
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()

    def open_terminal(self):
        """Both ends of a pseudo-terminal; some containers have none."""
        try:
            return os.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminals here: {error}")

    def on_screen(self, *arguments, code=0, columns=80):
        """What the program prints if the standard output is a terminal."""
        ours, theirs = self.open_terminal()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = self.start(self.program, *arguments, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL)
        os.close(theirs)
        sent = b""
        deadline = time.monotonic() + self.hangs
        while True:
            if not select.select([ours], [], [], max(0, deadline - time.monotonic()))[0]:
                self.fail(f"{arguments} hangs\n{sent}")
            try:
                more = os.read(ours, 1 << 16)
            except OSError:  # how Linux reports the end of a terminal
                break
            if not more:
                break
            sent += more
        self.assertEqual(process.wait(timeout=self.hangs), code, f"{arguments}\n{sent}")
        return sent.decode().replace("\r\n", "\n")

    def wait_until(self, process, condition):
        """Waits until the running program has come so far; False where it ended before."""
        deadline = time.monotonic() + HANGS
        while not condition():
            if process.poll() is not None:
                return False
            self.assertLess(time.monotonic(), deadline, "waited in vain")
            time.sleep(0.001)
        return True

    def read_to(self, stream, pattern):
        """Reads lines up to one that begins so."""
        self.assertTrue(any(re.match(pattern, line) for line in stream), f"the output ended without a line '{pattern}'")

    def catches_ctrl_c(self, process):
        """SIGINT is among the signals that the program handles: before that nothing is at work."""
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False
        return int(re.search(r"SigCgt:\s*(\w+)", status).group(1), 16) >> (signal.SIGINT - 1) & 1 == 1

    def contents(self):
        return {path: path.is_file() and path.read_bytes() for path in self.folder.rglob("*")}

    def refused(self, *arguments, code=1, says):
        """An error is sentences on stderr that begin with the program's name, and leaves the folder as it was."""
        before = self.contents()
        run = self.wreath(*arguments, code=code)
        self.assertEqual(run.stdout, "")
        self.assertTrue(run.stderr.startswith(pathlib.Path(self.program).name + ": "), run.stderr)
        self.assertIn(says, run.stderr)
        self.assertLessEqual(len(run.stderr.splitlines()), 1 if code == 1 else 2, run.stderr)
        self.assertEqual(before, self.contents())
