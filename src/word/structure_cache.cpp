// SPDX-License-Identifier: MIT
#include "word/structure_cache.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "core/data/hash.hpp"
#include "core/io/output_file.hpp"
#include "word/parse_presentation.hpp"
#include "word/structure_file.hpp"

namespace wreath::word {

namespace {

/// Where a group's structure is kept; empty if there is no such folder.
std::string cache_path(const Presentation& presentation) {
  std::filesystem::path folder;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
    folder = cache;
  } else if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".cache";
  } else {
    return {};
  }
  folder /= "wreath";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return {};
  const std::string key = print_presentation(presentation) + " " + print_order(presentation.alphabet);
  return (folder / fmt::format("word-{:016x}.wreath", hash_bytes(bytes_of(key)))).string();
}

bool same_group(const Presentation& a, const Presentation& b) {
  return a.alphabet == b.alphabet && a.equations == b.equations && a.ordering == b.ordering;
}

}  // namespace

std::optional<AutomaticStructure> find_cached(const Presentation& presentation) {
  const std::string path = cache_path(presentation);
  if (path.empty() || !is_structure_file(path)) return std::nullopt;
  try {
    AutomaticStructure structure = read_structure(path);
    if (!structure.verified || !same_group(structure.presentation, presentation)) return std::nullopt;
    structure.presentation.name = presentation.name;
    return structure;
  } catch (const Error&) {  // then it is built again
    return std::nullopt;
  }
}

void keep_cached(const AutomaticStructure& structure) {
  const std::string path = structure.verified ? cache_path(structure.presentation) : std::string{};
  if (path.empty()) return;
  try {
    write_structure(path, structure);
  } catch (const Error&) {  // failing to write the cache is not an error
  }
}

}  // namespace wreath::word
