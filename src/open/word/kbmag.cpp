// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "open/word/group.hpp"
#include "open/word/kbmag_structure.hpp"
#include "word/automatic/build.hpp"
#include "word/internals.hpp"
#include "wreath/word/kbmag.hpp"

namespace wreath::word {

namespace {

constexpr std::array<std::string_view, 7> kKinds{"rws", "kbprog", "reduce", "wa", "gm", "diff1", "diff2"};

/// kbmag prefers .kbprog to .diff2 when it reduces words, so rules that are not complete are written only on request.
std::vector<std::string> usual_kinds(bool confluent) {
  std::vector<std::string> kinds(kKinds.begin(), kKinds.end());
  if (!confluent) std::erase_if(kinds, [](const std::string& kind) { return kind == "kbprog" || kind == "reduce"; });
  return kinds;
}

/// The automaton in a file, if there is one.
std::optional<format::KbmagAutomaton> read_automaton(const std::string& path, RunControl* run) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  return format::parse_kbmag_automaton(MappedFile(path).text(), path, run);
}

}  // namespace

std::span<const std::string_view> kbmag_kinds() noexcept {
  return kKinds;
}

std::string print_kbmag(const Group& group, std::string_view kind, RunControl* run) {
  const AutomaticStructure& structure = Internals::proven(group);
  if (std::ranges::find(kKinds, kind) == kKinds.end())
    throw InputError(fmt::format("'{}' is not a kind of kbmag file: choose from {}", kind, fmt::join(kKinds, ", ")));
  if (kind == "rws") return format::print_kbmag(format::KbmagRewriting{structure.presentation, std::nullopt}, "_RWS", run);
  if (kind == "kbprog" || kind == "reduce") {
    format::KbmagRewriting rules{structure.presentation, structure.confluent};
    rules.presentation.equations = structure.rules;
    if (kind == "kbprog") return format::print_kbmag(rules, "_RWS", run);
    return format::print_kbmag(open::kbmag_reduction(rules, run), run);
  }
  if (kind == "wa") return format::print_kbmag(open::kbmag_word_acceptor(structure, run), run);
  if (kind == "gm") return format::print_kbmag(open::kbmag_multiplier(structure, run), run);
  return format::print_kbmag(open::kbmag_differences(structure, fmt::format("_RWS.{}", kind), run), run);
}

std::vector<std::string> export_kbmag(const Group& group, const std::string& name, const std::vector<std::string>& kinds,
                                      RunControl* run) {
  std::vector<std::string> written;
  for (const std::string& kind : kinds.empty() ? usual_kinds(group.confluent()) : kinds) {
    written.push_back(kind == "rws" ? name : name + "." + kind);
    write_whole(written.back(), print_kbmag(group, kind, run));
  }
  return written;
}

KbmagImport import_kbmag(const std::string& name, const Options& options, RunControl* run) {
  const Presentation presentation = open::read_group_file(name, {.order = options.letter_order, .involutions = false});
  const auto acceptor = read_automaton(name + ".wa", run);
  const auto multiplier = read_automaton(name + ".gm", run);
  std::vector<Word> hints;
  for (const char* suffix : {".diff2", ".diff1"}) {
    const auto machine = read_automaton(name + suffix, run);
    if (!machine) continue;
    hints = open::difference_words(*machine, presentation.alphabet, name + suffix);
    break;
  }
  KbmagImport result{build_group(presentation, options, std::move(hints), {}, run)};
  if (!result.group.verified()) return result;
  if (acceptor) {
    open::require_same_acceptor(*acceptor, Internals::structure(result.group), name + ".wa");
    result.same_as.emplace_back(".wa");
  }
  if (multiplier) {
    open::require_same_multiplier(*multiplier, Internals::structure(result.group), name + ".gm");
    result.same_as.emplace_back(".gm");
  }
  return result;
}

}  // namespace wreath::word
