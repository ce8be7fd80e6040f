// SPDX-License-Identifier: MIT
//
// What an enumeration asks of the machine: the seam between the engine and cpu/.
//
// Both operations are in bulk. A scan reads the table and changes nothing; a generation of a collapse changes the table through
// a view of its arrays. The table at the end does not depend on the backend or on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "coset/relators.hpp"

namespace wreath::coset {

/// A coset's number in a table under way, from 1.
using Row = std::uint32_t;
class CosetTable;

/// Where a trace stands: `front` after `ahead` letters, `back` with `gap` letters between them.
struct Ends {
  Row coset = 0;
  Row front = 0;
  Row back = 0;
  std::uint64_t ahead = 0;
  std::uint64_t gap = 0;
  bool dropped = false;  // a smaller coset has the same ends
};

/// The traces of a relator to follow.
struct ScanRequest {
  std::uint64_t first = 0;  // cosets first..last-1
  std::uint64_t last = 0;
  Row bound = 0;                  // traces that come to a smaller coset below it, on the same cycle, are left out
  std::uint64_t largest_gap = 0;  // 1: deductions and coincidences alone
};

/// What a collapse changes: the arrays of a table, and its lists of coincidences.
struct CollapseRef {
  Row* entries;
  Row* parents;
  const Letter* inverses;
  unsigned width;
  std::uint64_t& live;
  std::vector<std::pair<Row, Row>>& pending;  // pairs of equal cosets
  std::vector<Row>& dying;                    // merged, with edges still to be moved
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// Replaces `ends` by those of the traces, in the order of their cosets. Returns the steps made.
  virtual std::uint64_t scan(const CosetTable& table, const Relator& relator, const ScanRequest& request,
                             std::vector<Ends>& ends) = 0;
  /// One generation: merges the pending pairs, and moves the edges of all that died. `piece`: what a thread takes at once.
  virtual void collapse(const CollapseRef& table, std::size_t piece) = 0;
  /// Bytes of lists that are held.
  virtual std::uint64_t memory() const = 0;
};

std::unique_ptr<Backend> make_backend(unsigned threads);

}  // namespace wreath::coset
