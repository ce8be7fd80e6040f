// SPDX-License-Identifier: MIT
//
// The operations of perm/files.hpp done by all ranks of options.cluster together. Every rank calls them with the same arguments;
// the files must be the same for all, on a file system that they share.
#pragma once

#include "perm/files.hpp"

namespace wreath::perm::cluster {

FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::string& output,
                       const FileOptions& options, RunControl& run);
FileReport multiply_files(const MapSource& x, const MapSource& y, const std::string& output, const FileOptions& options,
                          RunControl& run);
/// y: null for the inverse.
FileReport divide_files(const MapSource& x, const MapSource* y, const std::string& output, const FileOptions& options,
                        RunControl& run);
std::optional<Defect> check_file(const MapSource& x, const FileOptions& options, RunControl& run);

}  // namespace wreath::perm::cluster
