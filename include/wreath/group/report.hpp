// SPDX-License-Identifier: MIT
//
// What is found about permutation groups, as reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wreath/group/group.hpp"
#include "wreath/report.hpp"

namespace wreath::group {

/// The order, and how it is known.
Report order_report(const Group& group, const std::string& input, const RunControl& run);
/// The same with the base and the orbits of the chain.
Report base_report(const Group& group, const std::string& input, const RunControl& run);
/// Whether elements are in the group, in the order in which they were given.
Report contains_report(const Group& group, const std::string& input, const std::vector<std::string>& elements,
                       const std::vector<std::optional<bool>>& answers);
/// The element as a product of generators: as a word if it has at most `most_letters` letters, else as a straight-line program.
/// `checked`: the program was evaluated.
Report factor_report(const Group& group, const std::string& input, const std::string& element,
                     const std::optional<Program>& program, bool checked, std::uint64_t most_letters);
/// A stabilizer, and the files that its generators were written to.
Report stabilizer_report(const Group& group, const Group& found, const std::string& input, const std::string& of,
                         const std::vector<std::string>& files);
/// The lengths of the orbits, and the file of labels.
Report orbits_report(const Generators& generators, const OrbitsAnswer& found, const std::string& input,
                     const std::string& output);
/// Transitivity, primitivity, and the minimal block systems, of which the first, if there is one, is in the file `output`.
Report blocks_report(const Generators& generators, const BlocksAnswer& found, const std::string& input,
                     const std::string& output);
/// Random elements, as cycles or in files.
Report random_report(const Group& group, const std::string& input, const std::vector<std::string>& cycles,
                     const std::vector<std::string>& files);
/// An action, and the files that its generators were written to.
Report action_report(const Action& action, const std::string& input, const std::string& on,
                     const std::vector<std::string>& files);

/// Writes a permutation as an array (.npy). Throws InputError if the name does not end so.
void write_permutation(const std::string& path, std::span<const Point> permutation);
/// Writes each generator to PREFIX-NAME.npy, or the identity to PREFIX-s1.npy if there are none, and returns the names of the
/// files.
std::vector<std::string> write_generators(const std::string& prefix, const Generators& generators);

}  // namespace wreath::group
