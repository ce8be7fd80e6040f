// SPDX-License-Identifier: MIT
//
// The families of the atlas. The last sizes of CayleyPy's tables are those of its commit 7355621 (data/*_growth.csv); the
// formulas for diameters are theorems or conjectures, and the atlas reports which hold.
#include "orbit/atlas/atlas.hpp"

namespace wreath::orbit {

namespace {

constexpr AtlasFamily kFamilies[] = {
    {"lrx", "lrx:#", "", "n!", 4, 1, 15, "n*(n-1)/2", "rotations and the swap of the first two"},
    {"lx", "lx:#", "", "n!", 3, 1, 15, "", "one rotation and the swap of the first two; directed"},
    {"topspin-4", "topspin:#,4", "", "n!", 6, 1, 14, "", "rotations and the reversal of the first four"},
    {"topspin-5", "topspin:#,5", "", "n!", 6, 1, 0, "", "rotations and the reversal of the first five"},
    {"pancake", "pancake:#", "", "n!", 2, 1, 14, "", "reversals of prefixes"},
    {"burnt-pancake", "burnt-pancake:#", "", "2^n*n!", 2, 1, 9, "", "reversals of prefixes of signed letters"},
    {"reversals", "reversals:#", "", "n!", 3, 1, 14, "n-1", "reversals of blocks"},
    {"signed-reversals", "signed-reversals:#", "", "2^n*n!", 2, 1, 9, "n+1", "reversals of blocks of signed letters"},
    {"block-moves", "block-moves:#", "", "n!", 3, 1, 14, "floor(n/2)+1", "exchanges of two adjacent blocks"},
    {"block-interchange", "block-interchange:#", "", "n!", 3, 1, 9, "floor(n/2)", "exchanges of any two blocks"},
    {"star", "star:#", "", "n!", 3, 1, 11, "floor(3*(n-1)/2)", "swaps of the first letter with another"},
    {"coxeter", "coxeter:#", "", "n!", 3, 1, 0, "n*(n-1)/2", "swaps of neighbours"},
    {"cyclic-coxeter", "cyclic-coxeter:#", "", "n!", 3, 1, 13, "floor(n*n/4)", "swaps of neighbours on a circle"},
    {"transpositions", "transpositions:#", "", "n!", 3, 1, 0, "n-1", "swaps of any two letters"},
    {"three-cycles", "k-cycles:#,3", "", "n!/2", 4, 1, 0, "floor(n/2)", "all cycles of three letters"},
    {"rapaport-m1", "rapaport-m1:#", "", "n!", 3, 1, 12, "", "(1,2)(3,4)... and (2,3)(4,5)... of any length"},
    {"rapaport-m2", "rapaport-m2:#", "", "n!", 4, 1, 13, "", "(1,2), (1,2)(3,4)... and (2,3)(4,5)... in full"},
    {"lrx-words", "lrx:#", "0^1^", "C(n,n/2)", 4, 2, 32, "", "rotations and the swap of the first two, on words 0..01..1"},
    {"topspin-words", "topspin:#,4", "0^1^", "C(n,n/2)", 6, 2, 40, "",
     "rotations and the reversal of the first four, on words 0..01..1"},
    {"hanoi-3", "hanoi:3,#", "", "3^n", 1, 1, 0, "2^n-1", "the Tower of Hanoi with three pegs"},
    {"hanoi-4", "hanoi:4,#", "", "4^n", 1, 1, 0, "", "the Tower of Hanoi with four pegs"},
};

}  // namespace

std::span<const AtlasFamily> atlas_families() {
  return kFamilies;
}

double atlas_states(const AtlasFamily& family, std::uint64_t n) {
  const auto product = [](std::uint64_t from, std::uint64_t to) {
    double value = 1;
    for (std::uint64_t i = from; i <= to; ++i) value *= static_cast<double>(i);
    return value;
  };
  const auto power = [n](double base) {
    double value = 1;
    for (std::uint64_t i = 0; i < n; ++i) value *= base;
    return value;
  };
  if (family.states == "C(n,n/2)") return product(n - n / 2 + 1, n) / product(1, n / 2);
  if (family.states == "2^n*n!") return power(2) * product(1, n);
  if (family.states == "n!/2") return product(1, n) / 2;
  if (family.states == "3^n") return power(3);
  if (family.states == "4^n") return power(4);
  return product(1, n);
}

std::string atlas_graph(const AtlasFamily& family, std::uint64_t n) {
  std::string name(family.graph);
  return name.replace(name.find('#'), 1, std::to_string(n));
}

bool is_beyond(const AtlasFamily& family, std::uint64_t n) {
  return family.published != 0 && n > family.published;
}

std::string atlas_start(const AtlasFamily& family, std::uint64_t n) {
  if (family.start.empty()) return {};
  return std::string(n / 2, '0') + std::string(n - n / 2, '1');
}

}  // namespace wreath::orbit
