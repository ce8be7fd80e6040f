// SPDX-License-Identifier: MIT
//
// Several processes of one machine that multiply as one.
//
// Each has a slice of x and of z; y and the scratch memory they share. A process partitions its own slice, looks up the values of
// its share of the buckets, with the offsets of all, and combines its own slice: so a block of y is read once, and not once by
// every process. Between the phases they wait for one another.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "perm/plan.hpp"

namespace wreath::perm {

struct Peers {
  unsigned part = 0;  // this process
  unsigned parts = 1;
  std::span<std::byte> scratch = {};    // of Plan::memory bytes
  std::function<bool(bool)> meet = {};  // returns when all have called it: whether one of them said true
};

/// How peers multiply slices of at most `slice` points each, with as many threads each: the same plan for all. Those whose plan
/// is the loop need no scratch memory and may as well work alone.
Plan plan_peers(std::uint64_t slice, unsigned parts, unsigned threads, std::uint64_t target, unsigned point_bytes,
                unsigned value_bytes);

/// z[i] = y[x[i]] for this process's slice, by partition; all peers call it. Throws PointError where x is bad, and elsewhere
/// leaves z unfinished then.
template <class Point, class Value>
void multiply_with_peers(std::span<const Point> x, std::span<const Value> y, std::span<Value> z, const Plan& plan,
                         const Peers& peers, RunControl* run);

}  // namespace wreath::perm
