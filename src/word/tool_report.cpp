// SPDX-License-Identifier: MIT
#include "wreath/word/tool_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

const ReportForm kComplete("word complete",
                           {{"input", "the group or monoid, as given"},
                            {"confluent", "whether the rules are confluent"},
                            {"rules", "pairs of words, the greater first"},
                            {"order", "number of elements, or \"infinite\""},
                            {"normal_forms", "with the option enumerate: the first of them"},
                            {"reduced", "with the option reduce: each word, rewritten; null if it grew too long"},
                            {"reason", "why the rules are not confluent, in words"}});

const ReportForm kAutomaton("word automaton", {{"operation", "what was done"},
                                               {"letters", "the letters of the automaton"},
                                               {"tapes", "1, or 2 for pairs of words"},
                                               {"states", "number of states"},
                                               {"accepting_states", "number of accepting states"},
                                               {"transitions", "number of transitions"},
                                               {"labelled", "whether states have labels"},
                                               {"equal", "whether the languages are equal"},
                                               {"subset", "whether the first is a subset of the second"},
                                               {"word", "a word, or a pair, that shows a no"},
                                               {"size", "number of words, or \"infinite\""},
                                               {"counts", "number of words of length 0, 1, ..."},
                                               {"rate", "growth rate"},
                                               {"rate_bounds", "proven bounds of the rate"},
                                               {"series", "the growth series, a rational function"},
                                               {"words", "words of the language, or pairs"},
                                               {"accepts", "whether each word is accepted"},
                                               {"output", "the file that was written"}});

const ReportForm kPresented("", {{"text", "the presentation, on x1, x2, ..."},
                                 {"generators", "what x1, x2, ... are in the group"},
                                 {"relators", "in 1, 2, ... and their inverses -1, -2, ..."},
                                 {"simplified", "whether it was simplified to the end"}});
const ReportForm kSubgroup("word subgroup", {{"input", "the group, as given"},
                                             {"verified", "whether the coset structure is proven"},
                                             {"generators", "of the subgroup"},
                                             {"index", "number of cosets, or \"infinite\""},
                                             {"coset_acceptor_states", "states of the automaton of least words of cosets"},
                                             {"coset_multiplier_states", "states of the coset multiplier"},
                                             {"coset_differences", "number of word differences of cosets"},
                                             {"word_acceptor_states", "states of the automaton of normal forms in the subgroup"},
                                             {"order", "order of the subgroup, or \"infinite\""},
                                             {"coset_forms", "the least word of the coset of each word"},
                                             {"contains", "whether each word is in the subgroup"},
                                             {"proofs", "why each word is in it, or is not, in words"},
                                             {"transversal", "the first least words of cosets"},
                                             {"schreier_generators", "Schreier's generators"},
                                             {"presentation", "of the subgroup", Unit::none, &kPresented},
                                             {"files", "automata that were written"},
                                             {"permutations", "files of the action on the cosets"},
                                             {"reason", "why something is missing, in words"}});

template <class T>
Value or_nothing(const std::vector<T>& values) {
  return values.empty() ? Value() : Value(values);
}

}  // namespace

Report completion_report(const std::string& input, const RuleSystem& system, const CompletionAnswer& answer) {
  Report report(kComplete, input, system.confluent(), answer.rules, answer.order, answer.normal_forms);
  if (!answer.reduced.empty()) {
    ValueList reduced;
    for (const auto& word : answer.reduced) reduced.add(word ? Value(*word) : Value::null());
    report.set("reduced", reduced.take());
  }
  if (system.ending() == CompletionEnding::max_rules) report.ended("rules").set("reason", "the limit on rules was reached");
  if (system.ending() == CompletionEnding::max_length)
    report.ended("length").set("reason", "an equation exceeded " + option("max-length"));
  return report;
}

// --- automata

std::string print_word(const Automaton& automaton, const AutomatonWord& word) {
  const WordText text = automaton.text();
  return automaton.tapes() == 1 ? text.print(word.first) : fmt::format("{} {}", text.print(word.first), text.print(word.second));
}

Value word_value(const Automaton& automaton, const AutomatonWord& word) {
  const WordText text = automaton.text();
  if (automaton.tapes() == 1) return text.print(word.first);
  return std::vector{text.print(word.first), text.print(word.second)};
}

Report automaton_report(const std::string& operation, const Automaton& automaton, const std::string& output) {
  Report report(kAutomaton, operation, automaton.letters(), automaton.tapes(), automaton.states(), automaton.accepting_states(),
                automaton.transitions(), automaton.has_labels());
  if (!output.empty()) report.set("output", output);
  return report.line("[{output}: ]{states state}, {accepting_states} accepting; {transitions transition}; {} on {}",
                     {counted(automaton.letters().size(), "letter"), automaton.tapes() == 1 ? "one tape" : "two tapes"});
}

Report automaton_comparison(const std::string& operation, const Automaton& automaton, const std::optional<AutomatonWord>& word) {
  Report report(kAutomaton, operation);
  report.set(operation, !word);
  if (!word) return report.line("{operation}");
  report.set("word", word_value(automaton, *word));
  return report.line(operation == "equal" ? "different: only one accepts {}" : "not a subset: {} is accepted by the first only",
                     {print_word(automaton, *word)});
}

Report automaton_growth(const std::string& operation, const Automaton& automaton, std::uint64_t longest, RunControl& run) {
  const auto [lower, upper] = automaton.growth_rate(&run);
  Report report(kAutomaton, operation);
  report.set("counts", automaton.counts(longest, &run))
      .set("rate", (lower + upper) / 2)
      .set("rate_bounds", std::vector{lower, upper});
  report.set("series", automaton.growth_series(&run).text).line("{series}");
  report.line("counts {counts}");
  return report.line("growth rate {}", {fmt::format("{:.10g}", (lower + upper) / 2)});
}

Report automaton_words(const std::string& operation, Value words, std::uint64_t count, const std::string& output) {
  Report report(kAutomaton, operation);
  report.set("words", std::move(words));
  if (!output.empty()) report.set("output", output);
  return report.line("{output}: {}", {counted(count, "word")});
}

Report automaton_accepts(const std::string& operation, const std::vector<bool>& answers) {
  Report report(kAutomaton, operation);
  ValueList list;
  for (const bool yes : answers) {
    list.add(yes);
    report.line(yes ? "yes" : "no");
  }
  return report.set("accepts", list.take());
}

Report automaton_size(const std::string& operation, const Cardinal& size) {
  Report report(kAutomaton, operation);
  return report.set("size", size).line("{size}");
}

// --- subgroups

Report subgroup_report(const std::string& input, const Subgroup& found, const SubgroupAnswer& answer, bool brief,
                       const RunControl& run) {
  const Group& group = found.group();
  std::vector<std::string> generators;
  for (const Word& generator : found.generators()) generators.push_back(group.print(generator));
  Report report(kSubgroup, input, found.verified(), generators, answer.index);
  if (!found.verified()) {
    report.set("reason", found.ending()).line("{input}: no coset structure was found: {reason}.");
    return report.line("Nothing is claimed about the subgroup.");
  }
  if (answer.index) {
    report.set("coset_acceptor_states", found.coset_acceptor_states());
    report.set("coset_multiplier_states", found.coset_multiplier_states());
    if (found.coset_differences() != 0) report.set("coset_differences", found.coset_differences());
  }
  if (!brief) {
    report.line("index {index}, verified, {}", {format_seconds(run.seconds())});
    report.line("coset word acceptor: {coset_acceptor_states state}; coset multiplier: {coset_multiplier_states state}");
  }
  report.set("order", answer.order);
  if (answer.word_acceptor) report.set("word_acceptor_states", answer.word_acceptor->states());
  report.line("order {order}; subgroup word acceptor: {word_acceptor_states state}");
  report.set("coset_forms", or_nothing(answer.coset_forms)).set("contains", or_nothing(answer.contains));
  report.set("proofs", or_nothing(answer.proofs));
  report.set("transversal", answer.transversal).set("schreier_generators", answer.schreier_generators);
  if (answer.presentation) {
    std::vector<std::string> words;
    for (const Word& word : answer.presentation->generators) words.push_back(group.print(word));
    report.set("presentation", Report(kPresented, answer.presentation->text(), words, answer.presentation->relators,
                                      answer.presentation->simplified));
  }
  report.set("files", or_nothing(answer.files)).set("permutations", or_nothing(answer.permutations));
  if (!answer.reason.empty()) report.set("reason", answer.reason);
  return report;
}

Report membership_report(const std::string& input, const WordText& text, const std::vector<Word>& generators,
                         const std::vector<Membership>& answers) {
  std::vector<std::string> names;
  std::vector<bool> contains;
  std::vector<std::string> proofs;
  Report report(kSubgroup, input);
  for (const Word& generator : generators) names.push_back(text.print(generator));
  for (const Membership& each : answers) {
    contains.push_back(each.contains);
    proofs.push_back(each.proof);
    report.line("{} ({})", {each.contains ? "yes" : "no", each.proof});
  }
  return report.set("generators", names).set("contains", or_nothing(contains)).set("proofs", or_nothing(proofs));
}

}  // namespace wreath::word
