# SPDX-License-Identifier: MIT
"""Untested: a recipe for Spack, which builds for the target that Spack was asked for."""
from spack.package import *


class Wreath(CMakePackage):
    """Computing with the large discrete objects of algebra."""

    homepage = "https://wreath.invalid"
    license("MIT")
    version("0.1.0")  # spack install wreath@0.1.0, with the archive of `make dist` in a mirror

    variant("cuda", default=False, description="GPU backends")
    variant("mpi", default=True, description="Runs of several processes")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("fmt@9:")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("cuda@12:", when="+cuda")
    generator("ninja")

    def cmake_args(self):
        return [self.define("WREATH_NATIVE", False), self.define("WREATH_PYTHON", False), self.define("WREATH_TESTS", False),
                self.define("WREATH_BENCHMARKS", False), self.define_from_variant("WREATH_CUDA", "cuda"),
                self.define_from_variant("WREATH_MPI", "mpi")]
