// SPDX-License-Identifier: MIT
//
// What is found about semigroups, as reports.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/report.hpp"
#include "wreath/semigroup/enumeration.hpp"
#include "wreath/semigroup/files.hpp"
#include "wreath/semigroup/green.hpp"
#include "wreath/semigroup/levels.hpp"
#include "wreath/semigroup/orbits.hpp"

namespace wreath::semigroup {

/// What was enumerated.
struct EnumerationInput {
  std::string input;
  std::string add = {};     // the file of generators that were added, if any
  std::uint64_t given = 0;  // generators without those
};

/// unwritten: the files that were to be written, unless write_files() has written them.
Report enumeration_report(const EnumerationInput& input, const Enumeration& found, const ClosureRun* closure,
                          std::optional<std::uint64_t> idempotents, const EnumerationFiles* unwritten, const RunControl& run);
Report levels_report(const EnumerationInput& input, const Generators& generators, const LevelCount& found, const RunControl& run);
/// The generators; their rows only if they are asked for.
Report generators_report(const std::string& input, const Generators& generators, bool with_rows, RunControl& run);
/// The left or right Cayley graph in a file.
Report cayley_report(const std::string& input, const Enumeration& found, bool left, const std::string& output);
/// An enumeration for `verb` that was stopped.
Report stopped_report(const std::string& input, const Enumeration& found, const char* verb);

/// Whether a map is an element, and its word; `verb` is member or factor. By enumeration, or by orbits.
Report element_report(const char* verb, const std::string& input, std::span<const Point> map, const Enumeration& found,
                      std::optional<std::uint64_t> element);
struct OrbitAnswer {
  bool decided = false;
  std::optional<Word> word = {};
  std::optional<ElementPlace> place = {};
};
Report element_report(const char* verb, const std::string& input, std::span<const Point> map, const OrbitStructure& structure,
                      const OrbitAnswer& answer);

/// Green's classes: of all elements; by orbits; with the order of the D-classes. `list`: every D-class.
Report green_report(const std::string& input, const Enumeration& found, const GreenClasses& classes, bool list);
Report green_report(const std::string& input, const StructureCount& found, bool list, const RunControl& run);
struct EggBoxPages {
  std::string file = {};
  std::uint64_t page = 0;
  std::uint64_t pages = 0;
};
Report green_report(const std::string& input, const OrbitStructure& structure, const std::optional<Natural>& size,
                    const std::vector<OrbitDClass>& classes, const std::vector<std::vector<std::uint64_t>>& below,
                    const EggBoxPages& egg_box);

/// D-classes and places as parts of other reports.
Report d_class_report(const GreenClasses::DClass& d);
Report d_class_report(const StructureCount::DClass& d);
Report place_report(const ElementPlace& place);

}  // namespace wreath::semigroup
