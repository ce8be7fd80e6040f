// SPDX-License-Identifier: MIT
//
// wreath word subgroup: cosets of a subgroup.
#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "cli/word/stream.hpp"
#include "core/text/units.hpp"

namespace wreath::cli {

namespace {

struct SubgroupOptions : WordOptions {
  std::optional<std::string> generators;
  std::optional<std::string> intersect;
  std::vector<std::string> words;
  std::string file;
  bool word_acceptor = false;
  bool schreier = false;
  bool presentation = false;
  bool contains = false;
  std::uint64_t transversal = 0;
  std::string permutations;
  word::SubgroupOptions limits;
};

/// The words of the command line and of the file, as they are written.
std::vector<word::Word> read_coset_words(const SubgroupOptions& options, const word::WordText& letters, RunControl& run) {
  std::vector<word::Word> words = read_words(options.words, letters, run);
  if (!options.file.empty()) {
    const auto source = word::read_lines(options.file, letters, &run);
    for (word::Word& word : word::read_all(*source)) words.push_back(std::move(word));
  }
  return words;
}

/// The least word of each coset; with --contains, whether it is the subgroup.
void add_cosets(Session& session, const SubgroupOptions& options, const word::Subgroup& subgroup, word::SubgroupAnswer& answer,
                std::string& text) {
  RunControl& run = session.run();
  word::Words words;
  for (const word::Word& word : read_coset_words(options, subgroup.group().text(), run)) {
    words.letters.insert(words.letters.end(), word.begin(), word.end());
    words.end_word();
  }
  std::vector<word::Letter> out(words.letters.size());
  std::vector<std::uint64_t> lengths(words.size());
  std::size_t done = 0;
  {
    const auto timer = run.phase("cosets");
    done = subgroup.coset_forms(words.ref(), out, lengths, reduce_options(options), &run);
  }
  for (std::size_t i = 0; i < done; ++i) {
    answer.coset_forms.push_back(subgroup.group().print(std::span(out).subspan(words.offsets[i], lengths[i])));
    answer.contains.push_back(lengths[i] == 0);
    session.answer(lengths[i] == 0);
    const std::string proof = i < answer.proofs.size() ? fmt::format(" ({})", answer.proofs[i]) : "";
    text += (options.contains ? (lengths[i] == 0 ? "yes" : "no") + proof : answer.coset_forms.back()) + "\n";
  }
}

void add_presentation(const word::Subgroup& subgroup, RunControl& run, word::SubgroupAnswer& answer, std::string& text) {
  const auto timer = run.phase("presentation");
  answer.presentation = subgroup.presentation({}, &run);
  text += presentation_lines(answer.presentation->text()) + "\n";
  for (std::size_t k = 0; k < answer.presentation->generators.size(); ++k)
    text += fmt::format("  x{} = {}\n", k + 1, subgroup.group().print(answer.presentation->generators[k]));
}

/// The subgroup, or its intersection with another one. Throws LimitReached.
word::Subgroup build_subgroup(const SubgroupOptions& options, const word::SubgroupOptions& limits, RunControl& run) {
  if (!options.generators && !std::filesystem::exists(options.group))
    throw UsageError{"--generators is missing: only a file with a coset system has the generators of the subgroup"};
  const word::Options how = group_options(options);
  word::Subgroup first = options.generators ? word::Subgroup::open(options.group, *options.generators, how, limits, &run)
                                            : word::Subgroup::open(options.group, how, limits, &run);
  if (!first.verified()) require_verified(first.group(), options, run);
  if (!options.intersect || !first.verified()) return first;
  const word::Group group = first.structured_group(&run);
  const std::vector<word::Word> others = word::parse_words(group.text(), *options.intersect);
  const word::Subgroup second = word::Subgroup::build(group, others, limits, &run);
  return second.verified() ? word::intersect(first, second, limits, &run) : second;
}

int describe(Session& session, const SubgroupOptions& options, const word::SubgroupOptions& limits, const word::Subgroup& found,
             const std::vector<word::Membership>& members = {}) {
  RunControl& run = session.run();
  const word::Group& group = found.group();
  const bool brief = !options.words.empty() || !options.file.empty();
  word::SubgroupAnswer answer;
  for (const word::Membership& each : members) answer.proofs.push_back(each.proof);
  std::string text;
  try {
    if (!found.verified()) return session.finish(false, word::subgroup_report(options.group, found, answer, brief, run));
    answer.index = found.index(&run);
    if (options.word_acceptor) {
      answer.word_acceptor = found.word_acceptor({.max_states = limits.max_states}, &run);
      answer.order = answer.word_acceptor->size(&run);
      if (!options.output.empty()) word::write_automaton(*answer.word_acceptor, options.output + ".sub.wa", &run);
    }
    add_cosets(session, options, found, answer, text);
    if (options.transversal != 0) {
      leave_terminal_to_words(session);
      text += "transversal:\n";
      WordList list(options, text, "  ");
      const auto add = [&](const word::AutomatonWord& word) {
        list.add(group.print(word.first));
        return list.size() < options.transversal;
      };
      found.coset_acceptor().for_each_word(add, 0, SIZE_MAX, &run);
      answer.transversal = list.take_elements();
    }
    if (options.schreier) {
      text += "Schreier generators:\n";
      WordList list(options, text, "  ");
      for (const word::Word& word : found.schreier_generators(1U << 20U, &run)) list.add(group.print(word));
      answer.schreier_generators = list.take_elements();
    }
    if (options.presentation) add_presentation(found, run, answer, text);
    if (!options.output.empty()) answer.files = word::write_coset_automata(found, options.output, &run);
    if (!options.permutations.empty()) answer.permutations = word::write_coset_permutations(found, options.permutations, &run);
  } catch (const LimitReached& limit) {
    answer.reason = limit.text(OptionStyle::flag);
  }
  Report report = word::subgroup_report(options.group, found, answer, brief, run);
  report.block(text).line("{reason}");
  return session.finish(answer.reason.empty() && !is_stopped(run), report);
}

/// Whether nothing but membership is asked for: then the cosets may not be needed.
bool asks_membership_alone(const SubgroupOptions& options) {
  return (options.contains || options.test) && options.generators && !options.intersect && !options.word_acceptor &&
         !options.schreier && !options.presentation && options.transversal == 0 && options.permutations.empty() &&
         options.output.empty();
}

int subgroup(Session& session, const SubgroupOptions& options) {
  RunControl& run = session.run();
  word::SubgroupOptions limits = options.limits;
  limits.max_states = std::min(limits.max_states, options.build.max_states);
  if (!asks_membership_alone(options)) return describe(session, options, limits, build_subgroup(options, limits, run));
  word::WordProblem problem = word::WordProblem::open(options.group, group_options(options));
  const std::vector<word::Word> generators = word::parse_words(problem.text(), *options.generators);
  const std::vector<word::Word> words = read_coset_words(options, problem.text(), run);
  const word::Memberships found = problem.contains(generators, words, limits, reduce_options(options), &run);
  if (found.subgroup) {
    if (!found.subgroup->verified()) require_verified(found.subgroup->group(), options, run);
    return describe(session, options, limits, *found.subgroup, found.words);
  }
  for (const word::Membership& each : found.words) session.answer(each.contains);
  return session.finish(true, word::membership_report(options.group, problem.text(), generators, found.words));
}

}  // namespace

void add_word_subgroup(Program& program, Command& word) {
  add_command<SubgroupOptions>(
      program, word, "subgroup", "Cosets of a subgroup, with a proof: index, membership, coset normal forms",
      "  wreath word subgroup surface:2 --generators 'ab,ba^2'\n"
      "  wreath word subgroup surface:2 --generators 'a^2,b' aabab ba         the least word of each coset; 1: it is in H\n"
      "  wreath word subgroup surface:2 --generators 'a^2,b' aab ba --contains     yes, no\n"
      "  wreath word subgroup surface:2 --generators 'a^2,b' aab --test && echo 'it is in H'\n"
      "  wreath word subgroup triangle:2,3,7 --generators 'a' --word-acceptor --json\n"
      "  wreath word subgroup symmetric:5 --generators 'a,b' --permutations s5 --schreier\n"
      "  wreath word subgroup surface:2 --generators 'a^2,b,c,d,abA,acA,adA' --presentation\n"
      "  wreath word subgroup free:2 --generators 'a^2,b' --intersect 'a^3,b^2' --json\n"
      "  wreath word subgroup ./m22cov --presentation           a coset system of kbmag, with a letter _H for the subgroup\n"
      "\n"
      "H is the subgroup that the generators generate; cosets are right cosets Hw. The structure is proven by its axioms. It "
      "exists if H is quasiconvex in a hyperbolic group, and for some other subgroups.\n"
      "Exit code 2: a limit was reached first; nothing is claimed about the subgroup.",
      Length::brief,
      [](Command& command, SubgroupOptions& options) {
        add_structure(command, options);
        command.add_option("WORD", options.words,
                           "Words: the least word of the coset of each is printed; @FILE: the words of a file, one per line");
        const auto as_text = [](const std::string& words) { return std::optional(words); };
        command.add_parsed("--generators", options.generators, as_text,
                           "The generators of the subgroup, with commas between them; a file with a coset system has them",
                           "WORDS");
        command.add_parsed("--intersect", options.intersect, as_text,
                           "Generators of a second subgroup: the intersection of both is looked at", "WORDS");
        command.add_option("--file", options.file, "A file with words, one per line", "FILE");
        command.add_flag("--contains", options.contains, "Print whether each word is in the subgroup: yes or no");
        add_test(command, options);
        command.add_rule([&options]() -> std::string {
          const bool asked = options.contains || options.test;
          return asked && options.words.empty() && options.file.empty()
                     ? "give the words whose membership in the subgroup is asked for"
                     : "";
        });
        command.add_flag("--word-acceptor", options.word_acceptor,
                         "Also find the automaton of all normal forms that lie in the subgroup, and the order of the subgroup");
        command.add_parsed("--transversal", options.transversal, parse_count, "Print the first N coset normal forms", "N");
        command.add_flag("--schreier", options.schreier, "Print Schreier's generators (finite index only)");
        command.add_flag("--presentation", options.presentation,
                         "Print a presentation of the subgroup, of finite or infinite index, and its generators as words");
        command.add_option("--permutations", options.permutations,
                           "Write the action on the cosets as NAME-a.npy, ... (finite index only)", "NAME");
        command.add_option("-o,--output", options.output, "Write the automata as kbmag's NAME.cos.wa, NAME.cos.gm, NAME.sub.wa",
                           "NAME");
        command.add_parsed(
            "--max-vertices", options.limits.max_vertices, parse_positive,
            "Maximal size of the part of the Schreier graph that is searched if smaller parts do not suffice (1M); "
            "no limit in free groups",
            "N");
      },
      subgroup);
}

}  // namespace wreath::cli
