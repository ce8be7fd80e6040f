# SPDX-License-Identifier: MIT
"""Machines that share nothing, out of the namespaces of one: a network card each, at a rate that is chosen, a name, and file systems.

    with Hosts(3, rate="100mbit") as hosts:
        job = hosts.mpirun("wreath", "perm", "check", "x.npy", cwd=hosts.shared)

A host is a process that sleeps in network, mount and UTS namespaces of its own. The hosts are joined by a bridge, in a network
namespace of its own too, so that nothing reaches the machine's real network. Each has a /tmp, a /dev/shm and a folder `own` that
no other host sees, and two that all see, in place of a network file system: `shared`, and `full`, which holds 8 MiB. mpirun
runs on the first host and starts the others' daemons with a script that enters their namespaces in place of ssh. Rates are kept
by tbf, on both ends of each cable. Needs root.
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

MPIRUN = os.environ.get("MPIRUN", "mpirun")
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def run(*command, check=True):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
    if check and done.returncode != 0:
        raise OSError(f"{' '.join(map(str, command))}: {done.stderr.strip()}")
    return done


def why_not():
    """What keeps this process from making hosts, or nothing."""
    if os.geteuid() != 0:
        return "only root makes network namespaces"
    for program in ("ip", "tc", "unshare", "nsenter", MPIRUN):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    try:
        with Hosts(2, rate="1gbit") as hosts:
            hosts.on(2, "true")
    except (OSError, subprocess.SubprocessError) as error:
        return f"this machine makes no network namespaces: {error}"
    return ""


class Hosts:
    def __init__(self, count, rate=None, slots=1):
        self.count, self.rate, self.slots = count, rate, slots
        self.inits = {}

    def __enter__(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="wreath-hosts-", dir="/var/tmp"))  # hosts hide /tmp
        try:
            self.build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for host in list(self.inits):
            self.kill(host)
        for init in self.inits.values():
            init.communicate(timeout=60)
        self.inits = {}
        shutil.rmtree(self.base, ignore_errors=True)

    def build(self):
        self.shared, self.own, self.full = (self.base / name for name in ("shared", "own", "full"))
        for folder in (self.shared, self.own, self.full):
            folder.mkdir()
        self.start("switch", f"mount -t tmpfs -o size=8m none {self.full}")
        self.on("switch", "ip", "link", "add", "bridge", "type", "bridge")
        self.on("switch", "ip", "link", "set", "bridge", "up")
        names = "".join(f"10.77.0.{host} h{host}\n" for host in self.hosts())
        (self.base / "hosts").write_text("127.0.0.1 localhost\n" + names)
        (self.base / "slots").write_text("".join(f"h{host} slots={self.slots}\n" for host in self.hosts()))
        for host in self.hosts():
            self.add(host)
        agent = self.base / "rsh"
        # Where a host is halted ssh does not end, and so neither does this.
        agent.write_text(f'#!/bin/sh\nhost=$1; shift\nnsenter --target "$(cat {self.base}/init-$host)" --net --mount --uts sh -c "$*"\n'
                         'code=$?\n[ $code -lt 128 ] || exec sleep 100000\nexit $code\n')
        agent.chmod(0o755)

    def hosts(self):
        return range(1, self.count + 1)

    def start(self, host, prepare):
        """A process in new namespaces, once it has done `prepare` there."""
        command = f"mount --make-rprivate / && {prepare} && echo ready && exec sleep 100000"
        there = ["nsenter", "--target", self.inits["switch"].pid, "--mount"] if self.inits else []
        init = subprocess.Popen([*map(str, there), "unshare", "--net", "--mount", "--uts", "sh", "-c", command], stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.inits[host] = init
        if init.stdout.readline() != "ready\n":
            raise OSError(init.stderr.read().strip() or "unshare failed")

    def add(self, host):
        disk = self.base / "disks" / f"h{host}"
        for name in ("own", "tmp"):
            (disk / name).mkdir(parents=True)
        self.start(host, f"hostname h{host} && mount --bind {disk}/own {self.own} && "
                         f"mount --bind {self.base}/hosts /etc/hosts && mount -t tmpfs none /dev/shm && mount --bind {disk}/tmp /tmp")
        init = self.inits[host]
        (self.base / f"init-h{host}").write_text(f"{init.pid}\n")
        self.on("switch", "ip", "link", "add", f"to-h{host}", "type", "veth", "peer", "name", "eth0", "netns", init.pid)
        self.on("switch", "ip", "link", "set", f"to-h{host}", "master", "bridge", "up")
        self.on(host, "ip", "address", "add", f"10.77.0.{host}/24", "dev", "eth0")
        self.on(host, "ip", "link", "set", "eth0", "up")
        self.on(host, "ip", "link", "set", "lo", "up")
        if self.rate:
            self.shape(host, self.rate)

    def shape(self, host, rate):
        for place, device in ((host, "eth0"), ("switch", f"to-h{host}")):
            self.on(place, "tc", "qdisc", "replace", "dev", device, "root", "tbf", "rate", rate, "burst", "256kb", "latency", "50ms")

    def enter(self, host):
        return ["nsenter", "--target", str(self.inits[host].pid), "--net", "--mount", "--uts"]

    def on(self, host, *command, check=True):
        return run(*self.enter(host), *command, check=check)

    def sent(self, host):
        """Bytes that the host has sent, those of all headers included."""
        counts = self.on(host, "cat", "/proc/net/dev").stdout
        return int(re.search(r"eth0:(.*)", counts)[1].split()[8])

    def launch(self, *command, ranks=None, cwd=None, options=(), environment=None, **streams):
        """mpirun on the first host: a process. Ranks go to the hosts in turn, one for each if not said otherwise."""
        mpirun = [MPIRUN, "--hostfile", self.base / "slots", "--map-by", "node", "--oversubscribe", "--bind-to", "none",
                  "--mca", "plm_rsh_agent", self.base / "rsh", "--mca", "btl", "self,vader,tcp", "--mca", "btl_tcp_if_include", "eth0",
                  "-n", ranks or self.count, "--wdir", cwd or self.shared, *options]
        pipes = {name: subprocess.PIPE for name in ("stdout", "stderr")}
        return subprocess.Popen([*self.enter(1), *map(str, mpirun), *map(str, command)], text=True, start_new_session=True,
                                env=os.environ | ROOT | {"HOME": str(self.own)} | (environment or {}),
                                **{"stdin": subprocess.DEVNULL} | pipes | streams)

    def mpirun(self, *command, timeout=300, **options):
        """As launch, to its end: exit code, output, errors."""
        process = self.launch(*command, **options)
        try:
            stdout, stderr = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.end(process)
            raise
        return process.returncode, stdout, stderr

    def end(self, process):
        """Kills a job and all that it started on every host."""
        self.clear()
        process.communicate(timeout=60)

    def clear(self):
        """Leaves no process on any host."""
        for host in self.hosts():
            for pid in self.processes(host):
                self.signal(pid)

    def processes(self, host):
        """All processes of a host but the one that keeps its namespaces."""
        init = self.inits[host].pid
        mine = os.stat(f"/proc/{init}/ns/net").st_ino
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not re.fullmatch(r"\d+", entry.name) or int(entry.name) == init:
                continue
            try:
                if os.stat(entry / "ns/net").st_ino == mine and (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass  # it has ended
        return found

    def ranks_on(self, host, program):
        """The processes of a host that run this program."""
        found = []
        for pid in self.processes(host):
            try:
                if os.path.samefile(f"/proc/{pid}/exe", program):
                    found.append(pid)
            except OSError:
                pass
        return found

    @staticmethod
    def signal(pid, number=signal.SIGKILL):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def halt(self, host):
        """The host's power fails: no process is left, and no other host notices."""
        self.unplug(host)
        for _ in range(3):
            for pid in self.processes(host):
                self.signal(pid)

    def kill(self, host):
        if host != "switch" and self.inits[host].poll() is None:
            for _ in range(3):
                for pid in self.processes(host):
                    self.signal(pid)
        self.inits[host].kill()

    def unplug(self, host):
        self.on("switch", "ip", "link", "set", f"to-h{host}", "down")

    def plug(self, host):
        """And waits until the others answer."""
        self.on("switch", "ip", "link", "set", f"to-h{host}", "up")
        for one in self.hosts():
            self.on(one, "ip", "neighbour", "flush", "all")
        for other in self.hosts():
            while other != host and "refused" not in self.on(host, "timeout", "1", "bash", "-c", f"exec 3<>/dev/tcp/10.77.0.{other}/9",
                                                             check=False).stderr:
                time.sleep(0.1)
