// SPDX-License-Identifier: MIT
//
// Automatic structures as kbmag's files.
//
//     NAME          the presentation ("rws")             NAME.wa                  the word acceptor
//     NAME.kbprog   the rules of the completion          NAME.gm                  the general multiplier
//     NAME.reduce   the automaton that applies them      NAME.diff1, NAME.diff2   the word differences
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/word/group.hpp"

namespace wreath::word {

/// rws, kbprog, reduce, wa, gm, diff1, diff2.
[[nodiscard]] std::span<const std::string_view> kbmag_kinds() noexcept;

/// The content of one of these files. Throws InputError if the structure is not verified, LimitReached if the run is stopped
/// first.
[[nodiscard]] std::string print_kbmag(const Group& group, std::string_view kind, RunControl* run = nullptr);
/// Writes the files of these kinds and returns their names. If none are named: all, but kbprog and reduce only of rules that are
/// complete, because kbmag's wordreduce prefers them to the word differences.
std::vector<std::string> export_kbmag(const Group& group, const std::string& name, const std::vector<std::string>& kinds = {},
                                      RunControl* run = nullptr);

struct KbmagImport {
  Group group;                            // perhaps not verified
  std::vector<std::string> same_as = {};  // the endings of the files that hold the same automata: .wa, .gm
};
/// Reads the group in the file NAME and builds its structure; the differences in NAME.diff2 or NAME.diff1 help to find it, the
/// proof is wreath's own. Throws InputError if NAME.wa or NAME.gm exist and are not the automata of the group, LimitReached if
/// the run is stopped while files are read.
[[nodiscard]] KbmagImport import_kbmag(const std::string& name, const Options& options = {}, RunControl* run = nullptr);

}  // namespace wreath::word
