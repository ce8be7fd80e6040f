// SPDX-License-Identifier: MIT
//
// wreath coset subgroups: all subgroups of small index.
#include <fmt/format.h>

#include "cli/coset/common.hpp"
#include "cli/front/table.hpp"
#include "cli/word/common.hpp"

namespace wreath::cli {

namespace {

struct SubgroupsOptions : CommonOptions {
  std::string input;
  std::string output;
  coset::Reading reading;
  coset::LowIndexOptions search;
  bool lists = false;
  bool presentation = false;
};

std::uint32_t parse_index(const std::string& text) {
  const std::uint64_t index = parse_positive(text);
  if (index > coset::kMaxLowIndex)
    throw InputError(fmt::format("'{}' is too large an index: the largest is {}", text, coset::kMaxLowIndex));
  return static_cast<std::uint32_t>(index);
}

int subgroups_verb(Session& session, const SubgroupsOptions& options) {
  RunControl& run = session.run();
  const bool lists = options.lists || !options.output.empty();
  if (options.presentation && !lists) throw UsageError{"--presentation is for a list: give --list or -o FILE, too"};
  if (lists && !options.kept.empty())
    throw UsageError{"a list has no checkpoint: leave out --list and -o, or --checkpoint and --resume"};
  std::unique_ptr<OutputFile> file;
  if (!options.output.empty()) file = std::make_unique<OutputFile>(options.output);
  coset::LowIndexOptions search = options.search;
  search.machine = options.machine;
  coset::LowIndexSubgroups found(coset::open_problem(options.input, options.reading), search);
  ValueList list;
  std::string text;
  std::uint64_t number = 0;
  const auto take = [&](const coset::SubgroupClass& each) {
    const Report report =
        coset::subgroup_class_report(std::to_string(number + 1), found.problem(), each, options.presentation, &run);
    ++number;
    if (file) file->write(bytes_of(report.json() + "\n"));
    if (options.lists && (options.json || !options.record.empty())) list.add(report);
    if (options.lists && !options.json) text += report.text(fold_result);
  };
  if (lists) {
    found.run(&run, take);
  } else {
    found.run(&run);
  }
  if (file) file->commit();
  Report report =
      coset::subgroups_report(options.input, found, run, options.lists ? list.take() : Value(), options.output, number);
  if (!text.empty()) report.block(text);
  return session.finish(found.complete(), report);
}

}  // namespace

void add_coset_subgroups(Program& program, Command& coset) {
  add_command<SubgroupsOptions>(
      program, coset, "subgroups", "Find all subgroups of small index, one of each conjugacy class",
      "  wreath coset subgroups '<a,b | a^2, b^3>' --index 12\n"
      "  wreath coset subgroups surface:2 --index 3 --list             generators, permutations, abelianization\n"
      "  wreath coset subgroups '<a,b | a^2, b^3>' --index 7 -o modular.jsonl        one JSON object per line\n"
      "  wreath coset subgroups '<a,b | a^3, b^3, (ab)^4>' --index 12 --homology 1   infinite abelianization\n"
      "  wreath coset subgroups '<a,b | a^2, b^3, (ab)^7>' --index 168 --normal\n"
      "  wreath coset subgroups free:2 --index 4 --contains 'a^2, b^3'\n"
      "  wreath coset subgroups free:2 --index 11 --time 600 --checkpoint f.ck       then, to resume:\n"
      "  wreath coset subgroups free:2 --index 11 --resume f.ck\n"
      "\n"
      "With --contains, a class counts if at least one of its subgroups contains all of the words; --list then shows such a "
      "one.\n"
      "Subgroups are listed in the order of the search, the same for any number of threads. Exit code 2: a limit was reached\n"
      "first, and there may be more classes of each index.",
      Length::resumable,
      [](Command& command, SubgroupsOptions& options) {
        options.reading.subgroup = "";
        add_presentation(command, options.input);
        command.add_parsed("--index", options.search.max_index, parse_index, "The largest index", "N").required();
        command.add_flag("--normal", options.search.normal, "Only normal subgroups");
        command.add_parsed(
            "--contains", options.reading.subgroup, [](const std::string& text) { return text; },
            "Only classes with a subgroup that contains these words: 'a^2, b*a' (1, or no word: all classes)", "WORDS");
        command.add_parsed(
            "--homology", options.search.least_rank, [](const std::string& text) { return parse_count(text); },
            "Only those whose abelianization has a free part of at least this rank", "RANK");
        command.add_flag("--list", options.lists, "Print each class, with a subgroup of it");
        command.add_flag("--presentation", options.presentation, "With a presentation of each subgroup");
        command.add_option("-o,--output", options.output, "Write the classes to a file, one JSON object per line", "FILE");
        command.add_flag("--keep-inverses", options.reading.keep_inverses, "A relator a^2 does not make a its own inverse");
        command.add_option("--format", options.reading.format, "The form of a file: auto, ace or tcenum (auto)", "FORM")
            .one_of({"auto", "ace", "tcenum"});
      },
      subgroups_verb);
}

}  // namespace wreath::cli
