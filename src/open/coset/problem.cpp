// SPDX-License-Identifier: MIT
//
// Problems of coset enumeration: presentations in any of wreath's forms, and the input of two other programs.
#include <fmt/format.h>

#include <filesystem>

#include "core/run/given_run.hpp"
#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "core/text/text_reader.hpp"
#include "core/words/words.hpp"
#include "format/coset_text.hpp"
#include "format/kbmag/kbmag.hpp"
#include "open/input_text.hpp"
#include "open/word/group.hpp"
#include "word/families/families.hpp"
#include "wreath/coset/files.hpp"
#include "wreath/coset/report.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::coset {

namespace {

enum class Form { automatic, ace, tcenum };
constexpr Named<Form> kFormNames[] = {{Form::automatic, "auto"}, {Form::ace, "ace"}, {Form::tcenum, "tcenum"}};

/// The words that were given, or else those of a file. Empty words say only that a subgroup is named.
void read_subgroup(Problem& problem, const Reading& reading, std::string_view in_file = {}, std::string_view source = {}) {
  const word::Alphabet& alphabet = problem.group.alphabet;
  problem.subgroup = reading.subgroup ? parse_words(*reading.subgroup, alphabet, {}) : parse_words(in_file, alphabet, source);
  const bool is_named = reading.subgroup.has_value() || !problem.subgroup.empty();
  std::erase_if(problem.subgroup, [](const word::Word& word) { return word.empty(); });
  problem.names_trivial = is_named && problem.subgroup.empty();
}

Problem assemble_problem(const format::CosetText& parts, std::string_view source, const Reading& reading) {
  std::string names;
  for (const char x : parts.generators) names += fmt::format("{}{}", names.empty() ? "" : ",", x);
  Problem problem;
  problem.group = word::parse_presentation(fmt::format("<{} | {}>", names, parts.relators), source,
                                           {.order = {}, .involutions = !reading.keep_inverses});
  read_subgroup(problem, reading, parts.subgroup, source);
  return problem;
}

bool names_problem_file(const std::string& source) {
  if (word::looks_like_presentation(source)) return false;
  if (means_file(source, word::is_group_name(source), "group")) return true;
  return !word::is_family(source) && source.find_first_of("/.") != std::string::npos;  // which cannot be opened: that is reported
}

}  // namespace

std::vector<word::Word> parse_words(std::string_view text, const word::Alphabet& alphabet, std::string_view name) {
  std::vector<word::Word> words;
  TextReader reader(text, name);
  if (reader.at_end()) return words;
  const word::Vocabulary vocabulary(alphabet);
  word::WordReader limited;
  do {
    const std::vector<word::Word> chain = limited.take_chain(reader, vocabulary);
    if (chain.size() > 1) reader.fail(reader.at(), "a generator of the subgroup is a word, not an equation");
    words.push_back(chain.front());
  } while (reader.take(","));
  if (!reader.at_end()) reader.fail_expected("',' or the end of the subgroup's generators");
  return words;
}

Problem parse_problem(std::string_view text, std::string_view name, const Reading& reading) {
  Form form = value_of<Form>(reading.format, kFormNames, "format");
  if (form == Form::automatic && format::kbmag_kind(text) == format::KbmagKind::none && !word::looks_like_presentation(text)) {
    if (format::looks_like_ace(text)) form = Form::ace;
    if (format::looks_like_tcenum(text)) form = Form::tcenum;
  }
  if (form == Form::ace) return assemble_problem(format::parse_ace(text, name), name, reading);
  if (form == Form::tcenum) return assemble_problem(format::parse_tcenum(text, name), name, reading);
  Problem problem;
  problem.group = open::parse_group(text, name, {.order = {}, .involutions = !reading.keep_inverses});
  read_subgroup(problem, reading);
  return problem;
}

Problem open_problem(const std::string& source, const Reading& reading) {
  if (names_problem_file(source)) {
    Problem problem = parse_problem(open::InputText(source).text(), source, reading);
    if (problem.group.name.empty() || problem.group.name == "_RWS" || problem.group.name.starts_with('<'))
      problem.group.name = std::filesystem::path(source).filename().string();
    return problem;
  }
  Problem problem;
  problem.group = open::read_group(source, {.order = {}, .involutions = !reading.keep_inverses});
  read_subgroup(problem, reading);
  return problem;
}

Problem open_problem_for(const Table& table, const std::string& source, const Reading& reading) {
  Problem problem = open_problem(source, reading);
  if (problem.subgroup.empty() && !problem.names_trivial) problem.subgroup = table.problem().subgroup;
  if (problem.group.alphabet != table.problem().group.alphabet)
    throw InputError(fmt::format("the table belongs to another group: its letters are not those of {}", source));
  return problem;
}

OpenedTable open_table(const std::string& input, const Reading& reading, const Options& options, RunControl* given) {
  GivenRun run(given);
  OpenedTable opened;
  if (is_table_file(input)) {
    if (reading.subgroup)
      throw WrongUsage(fmt::format("{}: a coset table already has its subgroup; leave out {}", input, option("subgroup")));
    const RunFiles& files = run->files();
    for (const auto& [name, file] : {std::pair("resume", &files.resume), std::pair("checkpoint", &files.checkpoint)}) {
      if (!file->empty()) throw WrongUsage(fmt::format("{}: this is a complete coset table; leave out {}", input, option(name)));
    }
    opened.table = read_table(input, &*run);
    return opened;
  }
  Problem problem = open_problem(input, reading);
  const auto require_finite = [&](const std::string& why) {
    if (!why.empty()) throw InputError(fmt::format("{}: {}, so it has no table", input, why));
  };
  require_finite(why_infinite(problem));
  opened.enumeration.emplace(std::move(problem), options);
  const bool complete = opened.enumeration->run(&*run);
  require_finite(why_infinite(*opened.enumeration));
  if (!complete) return opened;
  try {
    opened.table = opened.enumeration->take_table(&*run);
  } catch (const LimitReached&) {  // the caller checks whether the table is complete
  }
  return opened;
}

}  // namespace wreath::coset
