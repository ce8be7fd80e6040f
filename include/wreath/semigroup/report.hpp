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

/// What was enumerated: the number of elements, by length, how they were compared, the files. `unwritten`: the files that were to
/// be written, unless write_files() has written them.
Report enumeration_report(const EnumerationInput& input, const Enumeration& found, const ClosureRun* closure,
                          std::optional<std::uint64_t> idempotents, const EnumerationFiles* unwritten, const RunControl& run);
/// The number of elements of each length, counted without the elements.
Report levels_report(const EnumerationInput& input, const Generators& generators, const LevelCount& found, const RunControl& run);
/// The generators; their rows only if they are asked for.
Report generators_report(const std::string& input, const Generators& generators, bool with_rows, RunControl& run);
/// The left or right Cayley graph in a file.
Report cayley_report(const std::string& input, const Enumeration& found, bool left, const std::string& output);
/// An enumeration for `verb` that was stopped.
Report stopped_report(const std::string& input, const Enumeration& found, const char* verb);

/// Whether a map is an element of an enumeration, and its least word; `verb` is member or factor.
Report element_report(const char* verb, const std::string& input, std::span<const Point> map, const Enumeration& found,
                      std::optional<std::uint64_t> element);
struct OrbitAnswer {
  bool decided = false;
  std::optional<Word> word = {};
  std::optional<ElementPlace> place = {};
};
/// The same from an answer by orbits, whose word is not the least.
Report element_report(const char* verb, const std::string& input, std::span<const Point> map, const OrbitStructure& structure,
                      const OrbitAnswer& answer);

/// Green's classes of all elements that were enumerated. `list`: every D-class.
Report green_report(const std::string& input, const Enumeration& found, const GreenClasses& classes, bool list);
/// Green's structure in numbers, as count_structure found it. `list`: every D-class.
Report green_report(const std::string& input, const StructureCount& found, bool list, const RunControl& run);
struct EggBoxPages {
  std::string file = {};
  std::uint64_t page = 0;
  std::uint64_t pages = 0;
};
/// The D-classes with their representatives and their order: `below` has for each class those directly below it. Without a size
/// the run was stopped before all classes were known.
Report green_report(const std::string& input, const OrbitStructure& structure, const std::optional<Natural>& size,
                    const std::vector<OrbitDClass>& classes, const std::vector<std::vector<std::uint64_t>>& below,
                    const EggBoxPages& egg_box);

/// One D-class of an enumerated semigroup, as a part of other reports.
Report d_class_report(const GreenClasses::DClass& d);
/// One D-class that was counted, as a part of other reports.
Report d_class_report(const StructureCount::DClass& d);
/// The D-class of an element and the sizes of its other classes, as a part of other reports.
Report place_report(const ElementPlace& place);

}  // namespace wreath::semigroup
