// SPDX-License-Identifier: MIT
//
// Green's structure of a transformation semigroup without its elements: how many there are, in which classes.
#pragma once

#include <string>
#include <vector>

#include "wreath/natural.hpp"
#include "semigroup/count_peers.hpp"
#include "wreath/semigroup/green.hpp"

namespace wreath::semigroup {

struct GreenOptions {
  unsigned threads = 0;
  bool want_classes = false;
  KernelForm kernels = KernelForm::automatic;
  std::string checkpoint = {};  // the state, now and then and at a stop
  std::string resume = {};      // a checkpoint to continue from
  double checkpoint_every = 0;  // seconds; 0: 60
  CountPeers* peers = nullptr;  // ranks that help
};

/// A D-class. Its H-classes have the size of its (Schuetzenberger) group.
struct DClass {
  std::uint64_t rank = 0;  // images of an element
  Natural size;
  Natural r_classes;
  Natural l_classes;
  Natural group_order;
  bool regular = false;
  std::uint64_t idempotents = 0;
  bool settled = false;  // whether the two before are final; otherwise they are at least this

  bool operator==(const DClass&) const = default;
};

struct GreenCount {
  /// Whether the work came to its end.
  bool complete = false;
  /// Whether the size and all classes are known. If not, size, R- and L-classes are lower bounds, H- and D-classes 0. Regular
  /// D-classes and idempotents are lower bounds where the work is not complete.
  bool classes_known = false;
  bool kernels_known = false;  // otherwise their number is a lower bound
  bool images_known = false;
  Natural size;
  Natural r_classes;
  Natural l_classes;
  Natural h_classes;
  std::uint64_t d_classes = 0;
  std::uint64_t regular_d_classes = 0;
  std::uint64_t idempotents = 0;
  std::uint64_t kernels = 0;  // of elements, and images: different ones
  std::uint64_t images = 0;
  std::vector<DClass> classes;  // where asked for: by rank, from above, then by size and so on
};

/// Throws InputError if the generators are none or not maps of the points. A run that is stopped gives a partial result.
GreenCount count_green(const Generators& generators, const GreenOptions& options, RunControl& run);

}  // namespace wreath::semigroup
