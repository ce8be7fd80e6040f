// SPDX-License-Identifier: MIT
//
// The schemes of a hunt, on disk and in memory.
//
// FOLDER/4x4x6/72-0123456789abcdef.txt is a scheme of 4x4x6, its sides in order, of rank 72 and with that fingerprint. Hunts
// never wait for one another: a file appears whole, its name depends on its content alone, and a hunt that looks into a shape's
// folder reads what is new and forgets what is gone. Every scheme is verified before it is written and after it is read; files
// that are not valid, or have other names, are never deleted.
//
// Kept are, of a shape, schemes without regard to mirrors of the best rank and the two above, and the same for each mirror,
// unless its ranks are far above the best: a limited number of each. That is the plateau from which the next rounds start.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/data/rng.hpp"
#include "core/io/output_file.hpp"
#include "wreath/flip/files.hpp"
#include "wreath/flip/symmetry.hpp"

namespace wreath::flip {

/// The shape whose schemes the folder of this name holds: one whose sides are in order.
std::optional<Shape> shape_of_folder(const std::string& name);

struct KeptScheme {
  Scheme scheme;
  std::vector<Swaps> mirrors;  // in normal form
  std::string name;            // of the file
  bool is_ours = true;         // named as above, so that it may be replaced

  bool has(const Swaps& mirror) const;
};

class HuntFolder {
 public:
  /// Makes the folder. Throws ResourceError if that, or a reserve of disk space for a last scheme, is not possible.
  HuntFolder(const std::string& folder, std::size_t keep);

  const std::filesystem::path& path() const { return folder_; }

  /// The schemes of a shape (sides in order), by rank and name, after a look at the disk.
  const std::vector<KeptScheme>& look(const Shape& shape);
  /// As of the last look.
  const std::vector<KeptScheme>& schemes(const Shape& shape) const;
  std::optional<std::size_t> best(const Shape& shape) const;
  std::optional<std::size_t> best(const Shape& shape, const Swaps& mirror) const;
  /// All shapes that have a folder.
  std::vector<Shape> shapes() const;

  /// Verifies a scheme, of any order of sides, and keeps it if it is worth it; `random` decides what it replaces. Returns the
  /// file if it was written. Throws InternalError if it is not valid; ResourceError if the disk is full, when the scheme is saved
  /// in the reserved space.
  std::optional<std::string> add(const Scheme& scheme, RandomStream& random);

  const std::vector<SkippedFile>& skipped() const { return skipped_; }

 private:
  std::filesystem::path folder_of(const Shape& shape) const;
  bool is_worth_keeping(const KeptScheme& scheme, const Shape& shape) const;
  void write(const std::filesystem::path& file, const Scheme& scheme);
  void forget_surplus(const Shape& shape, const std::string& newest, RandomStream& random);
  void remove(const Shape& shape, const std::string& name);

  std::filesystem::path folder_;
  std::size_t keep_;
  std::map<Shape, std::vector<KeptScheme>> schemes_;
  std::set<std::string> bad_;  // files that are known not to be schemes of the shape
  std::vector<SkippedFile> skipped_;
  std::unique_ptr<OutputFile> reserve_;
};

}  // namespace wreath::flip
