# SPDX-License-Identifier: MIT
"""The extensions of the Python module, built by CMake. All else that setuptools needs stands in pyproject.toml.

A wheel may travel: it is compiled for every processor of its architecture, chooses its code when it starts, and has no CUDA.
WREATH_WHEEL_CUDA=1 builds it with CUDA, as version X.Y.Z+cuda; WREATH_CMAKE_ARGS has further options for CMake; WREATH_BUILD
names a build folder, such as that of the Debian packages, whose extensions are taken as they are.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
CUDA = os.environ.get("WREATH_WHEEL_CUDA") == "1"


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        package = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        build = pathlib.Path(os.environ.get("WREATH_BUILD") or self.build_temp).resolve()
        if not os.environ.get("WREATH_BUILD"):
            options = ["-DWREATH_CLI=OFF", "-DWREATH_TESTS=OFF", "-DWREATH_BENCHMARKS=OFF", "-DWREATH_MPI=OFF", "-DWREATH_PORTABLE=ON",
                       "-DWREATH_PYTHON=ON", f"-DWREATH_CUDA={'ON' if CUDA else 'OFF'}", f"-DPython_EXECUTABLE={sys.executable}"]
            subprocess.check_call(["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(build), *options,
                                   *shlex.split(os.environ.get("WREATH_CMAKE_ARGS", ""))])
        subprocess.check_call(["cmake", "--build", str(build), "--target", "wreath_python"])
        for built in (build / "python" / "wreath").rglob("*.so"):
            extension = package / built.relative_to(build / "python" / "wreath")
            extension.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(built, extension)
            subprocess.check_call(["strip", "--strip-unneeded", str(extension)])


version = re.search(r"project\(wreath VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(version=version + ("+cuda" if CUDA else ""), ext_modules=[Extension("wreath._wreath", sources=[])],
      cmdclass={"build_ext": CMakeBuild})
