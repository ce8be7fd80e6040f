# SPDX-License-Identifier: MIT
"""The extension of the Python module, built by CMake. All else that setuptools needs stands in pyproject.toml.

A wheel may travel, so it is not compiled for the machine at hand: WREATH_CMAKE_ARGS="-DWREATH_NATIVE=ON" is for one that stays.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        build = pathlib.Path(self.build_temp).resolve()
        nvcc = os.environ.get("CUDACXX") or shutil.which("nvcc") or os.path.exists("/usr/local/cuda/bin/nvcc")
        options = ["-DWREATH_CLI=OFF", "-DWREATH_TESTS=OFF", "-DWREATH_BENCHMARKS=OFF", "-DWREATH_MPI=OFF", "-DWREATH_NATIVE=OFF",
                   "-DWREATH_PYTHON=ON", f"-DWREATH_CUDA={'ON' if nvcc else 'OFF'}", f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.check_call(["cmake", "-G", "Ninja", "-S", str(ROOT), "-B", str(build), *options,
                               *shlex.split(os.environ.get("WREATH_CMAKE_ARGS", ""))])
        subprocess.check_call(["cmake", "--build", str(build), "--target", "wreath_python"])
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(next((build / "python" / "wreath").glob("_wreath*.so")), target)


version = re.search(r"project\(wreath VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
setup(version=version, ext_modules=[Extension("wreath._wreath", sources=[])], cmdclass={"build_ext": CMakeBuild})
