// SPDX-License-Identifier: MIT
//
// The orbits of points under permutations: the connected components of the graph in which a point leads to its images.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wreath/perm/files.hpp"

namespace wreath::perm {

/// labels[i] = the least point of i's orbit under the group that the generators generate. Returns the number of orbits. The
/// generators are permutations of the same points; throws InputError that names the one which is not, and LimitReached if the
/// run is asked to stop. labels must not overlap a generator.
///
/// `schreier`, if it is not empty, has one entry per point: 0 for the least point of an orbit; g for a point that is the image
/// under generator g, counted from 1, of a point nearer to it; -g for a point whose image under g is nearer. Following them leads
/// to the least point, though not by the shortest way. There are at most 127 generators then. The labels are always the same;
/// which of several Schreier vectors is found can differ from run to run, and with the number of threads.
template <PointType Point>
std::uint64_t orbits(std::span<const std::span<const Point>> generators, std::span<Point> labels, std::span<std::int8_t> schreier,
                     const Options& options = {}, RunControl* run = nullptr);

struct OrbitsReport {
  std::uint64_t points = 0;
  std::uint64_t orbits = 0;
  unsigned point_bytes = 0;
};
/// The same for files: writes labels with points as in the first file, and int8 for the Schreier vector; an empty name stands for
/// no file. If they do not fit in memory they stay on disk, where the cycles of one permutation must fit: throws ResourceError
/// otherwise.
OrbitsReport orbits_of_files(const std::vector<Map>& generators, const std::string& labels, const std::string& schreier = {},
                             const FileOptions& options = {}, RunControl* run = nullptr);

}  // namespace wreath::perm
