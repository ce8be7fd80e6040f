// SPDX-License-Identifier: MIT
//
// Green's structure: its classes from the elements and their Cayley graphs, or counted without elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wreath/natural.hpp"
#include "wreath/run.hpp"
#include "wreath/semigroup/enumeration.hpp"

namespace wreath::semigroup {

/// Green's classes of an enumerated semigroup. Classes are numbered by their first element. Where the work was stopped, r_count
/// and l_count are 0 until those classes are known, and the rest is empty.
struct GreenClasses {
  struct DClass {
    std::uint64_t representative = 0;  // its first element
    std::uint64_t rank = 0;            // distinct images of an element
    std::uint64_t size = 0;
    std::uint64_t r_classes = 0;
    std::uint64_t l_classes = 0;
    std::uint64_t idempotents = 0;  // regular if there are any
    /// The size of its H-classes, which all have the same.
    std::uint64_t h_size() const { return size / (r_classes * l_classes); }
  };

  bool complete = false;
  std::vector<std::uint32_t> r;  // the R-class of each element
  std::vector<std::uint32_t> l;
  std::vector<std::uint32_t> d;
  std::vector<bool> idempotent;
  std::uint64_t r_count = 0;
  std::uint64_t l_count = 0;
  std::uint64_t h_count = 0;
  std::vector<DClass> d_classes;

  /// The number of D-classes that have an idempotent.
  std::uint64_t regular_d_classes() const;
  /// The number of idempotent elements.
  std::uint64_t idempotents() const;
};

/// The enumeration must be complete and have its graphs. A run that is stopped gives what is known by then.
[[nodiscard]] GreenClasses green_classes(Enumeration& enumeration, RunControl* run = nullptr);

/// How the structure is counted: by orbits of images and kernels, without elements, or from all elements.
enum class CountMethod { automatic, orbits, elements };

/// How kernels are written: as bits for classes of pairs where a certificate for that is found and no groups appear, or as block
/// numbers, which always works.
enum class KernelForm { automatic, blocks };

struct StructureOptions {
  /// The cores; and ranks that count along, in with_ranks (wreath/semigroup/cluster.hpp): only a count by orbits uses them.
  Machine machine = {};
  bool classes = false;                         // list every D-class
  CountMethod method = CountMethod::automatic;  // by orbits, unless few points are proven to determine every element
  KernelForm kernels = KernelForm::automatic;   // of a count by orbits
};

/// How a question about Green's structure is answered if its method is automatic: from the elements if the answer needs them
/// (words, a picture), if `elements` chooses how they are stored or a GPU, or if the state is to be kept in a file; otherwise
/// count_structure decides.
[[nodiscard]] CountMethod choose_method(const Options& elements, const StructureOptions& how, bool needs_elements,
                                        const RunFiles& files = {});

/// Green's structure in numbers. Kernels and images are counted by orbits only.
struct StructureCount {
  struct DClass {
    std::uint64_t rank = 0;  // distinct images of an element
    Natural size = {};
    Natural r_classes = {};
    Natural l_classes = {};
    Natural h_size = {};  // that of its group
    bool regular = false;
    std::uint64_t idempotents = 0;
    bool settled = false;  // whether `regular` and `idempotents` are final; until then they are at least this

    bool operator==(const DClass&) const = default;
  };

  bool complete = false;    // the work came to its end; if not, regular D-classes and idempotents are lower bounds
  bool size_known = false;  // otherwise it is a lower bound
  /// All classes are counted. If not, R- and L-classes are lower bounds, and H- and D-classes are 0.
  bool classes_known = false;
  bool kernels_known = false;  // otherwise the number of kernels is a lower bound
  bool images_known = false;
  Natural size = {};
  Natural r_classes = {};
  Natural l_classes = {};
  Natural h_classes = {};
  std::uint64_t d_classes = 0;
  std::uint64_t regular_d_classes = 0;
  std::uint64_t idempotents = 0;
  std::uint64_t kernels = 0;         // distinct kernels of elements
  std::uint64_t images = 0;          // distinct images of elements
  std::vector<DClass> classes = {};  // with StructureOptions::classes: by rank, from above, then by size and so on
};
/// Throws InputError if the generators are not valid. A run that is stopped gives what is known by then.
[[nodiscard]] StructureCount count_structure(const Generators& generators, const StructureOptions& options = {},
                                             RunControl* run = nullptr);

}  // namespace wreath::semigroup
