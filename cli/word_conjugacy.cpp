// SPDX-License-Identifier: MIT
//
// wreath word conjugate, class, root: conjugacy in hyperbolic groups.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "cli/word_stream.hpp"
#include "core/run/counted.hpp"

namespace wreath::cli {

using word::Word;

namespace {

struct ConjugacyVerbOptions : StreamOptions {
  std::uint64_t max_elements = word::ConjugacyOptions{}.max_elements;
};

/// The group, and what proofs about its geometry allow to answer, which are made when they are first needed.
class ConjugacyAnswers {
 public:
  ConjugacyAnswers(word::Group group, const ConjugacyVerbOptions& options, RunControl& run, Json& results)
      : group_(std::move(group)), options_(options), run_(run), results_(results) {}

  const word::Group& group() const { return group_; }
  word::Conjugacy& conjugacy() {
    if (!conjugacy_) {
      conjugacy_.emplace(
          group_, word::ConjugacyOptions{.max_elements = options_.max_elements, .threads = options_.machine.threads}, &run_);
      results_["thin_triangles"] = conjugacy_->thinness();
    }
    return *conjugacy_;
  }

 private:
  word::Group group_;
  const ConjugacyVerbOptions& options_;
  RunControl& run_;
  Json& results_;
  std::optional<word::Conjugacy> conjugacy_;
};

/// Reads the words, opens the group, and answers. If a limit comes first, the exit code is 2.
template <class Answer>
int answer_conjugacy(Session& session, const ConjugacyVerbOptions& options, bool in_pairs, const Answer& answer_with) {
  RunControl& run = session.run();
  Json results = Json::object();
  std::string text;
  try {
    const word::WordText letters(word::read_alphabet(options.group, group_options(options)));
    const std::vector<Word> words = read_words(options.words, letters, run);
    if (in_pairs && (words.size() % 2 != 0 || words.empty()))
      throw UsageError{fmt::format("expected pairs of words, but {} given", counted(words.size(), "word was", "words were"))};
    ConjugacyAnswers answers(open_verified(options, run), options, run, results);
    results["group"] = answers.group().name();
    {
      const auto timer = run.phase("answers");
      answer_with(answers, words, results, text);
    }
    results["phases"] = phases_to_json(run);
  } catch (const LimitReached& limit) {
    results["ending"] = limit.text(OptionStyle::flag);
    return session.finish(false, results, text + limit.text(OptionStyle::flag) + "\n");
  }
  return session.finish(!is_stopped(run), results, text);
}

/// One answer for each word, in the list `key`: answer_one(conjugacy, word, line) returns it as JSON, and as a line.
template <class Answer>
int answer_each(Session& session, const ConjugacyVerbOptions& options, const char* key, const Answer& answer_one) {
  return answer_conjugacy(session, options, false,
                          [&](ConjugacyAnswers& answers, const std::vector<Word>& words, Json& results, std::string& text) {
                            results[key] = Json::array();
                            for (const Word& word : words) {
                              std::string line;
                              Json answer = answer_one(answers.conjugacy(), word, line);  // adds to the results
                              results[key].push_back(std::move(answer));
                              text += line + "\n";
                            }
                          });
}

int conjugate(Session& session, const ConjugacyVerbOptions& options) {
  return answer_conjugacy(session, options, true,
                          [&](ConjugacyAnswers& answers, const std::vector<Word>& words, Json& results, std::string& text) {
                            const word::Group& group = answers.group();
                            results["pairs"] = Json::array();
                            for (std::size_t i = 0; i < words.size(); i += 2) {
                              RunControl& run = session.run();
                              const auto form = [&](const Word& word) { return group.reduce_letters(word, {}, &run); };
                              word::Conjugate found{.conjugate = form(words[i]) == form(words[i + 1])};  // by 1, in any group
                              if (!found.conjugate) found = answers.conjugacy().decide(words[i], words[i + 1], &run);
                              session.answer(found.conjugate);
                              Json pair{{"conjugate", found.conjugate}};
                              if (found.conjugate) pair["conjugator"] = group.print(found.conjugator);
                              if (!found.conjugate) pair["proof"] = found.proof;
                              const std::string no = fmt::format("not conjugate: {}\n", found.proof);
                              text += found.conjugate     ? fmt::format("conjugate by {}\n", group.print(found.conjugator))
                                      : words.size() == 2 ? in_columns(no)
                                                          : no;  // a line for each pair
                              results["pairs"].push_back(std::move(pair));
                            }
                          });
}

int conjugacy_class(Session& session, const ConjugacyVerbOptions& options) {
  return answer_each(session, options, "classes", [&](word::Conjugacy& conjugacy, const Word& word, std::string& line) {
    Json forms = Json::array();
    for (const Word& form : conjugacy.shortest(word, &session.run())) {
      forms.push_back(conjugacy.group().print(form));
      line += (line.empty() ? "" : " ") + conjugacy.group().print(form);
    }
    return forms;
  });
}

int root(Session& session, const ConjugacyVerbOptions& options) {
  return answer_each(session, options, "roots", [&](word::Conjugacy& conjugacy, const Word& word, std::string& line) {
    const word::ElementOrder order = conjugacy.order_of(word, &session.run());
    if (order.kind == word::ElementOrder::Kind::finite) {
      line = fmt::format("{} has order {}: roots are found for elements of infinite order", conjugacy.group().print(word),
                         order.order);
      return Json{{"root", nullptr}, {"order", order.order}};
    }
    const word::ElementRoot found = conjugacy.root_of(word, &session.run());
    const std::string form = conjugacy.group().print(found.root);
    line = fmt::format("({})^{}", form, found.exponent);
    return Json{{"root", form}, {"exponent", found.exponent}};
  });
}

}  // namespace

void add_word_conjugacy(Program& program, Command& word) {
  const auto add = [&](const char* name, const char* description, const char* examples, const char* words, const auto& execute,
                       const auto& configure) {
    add_command<ConjugacyVerbOptions>(
        program, word, name, description, examples, Length::brief,
        [words, configure](Command& command, ConjugacyVerbOptions& options) {
          add_structure(command, options);
          command.add_option("WORD", options.words, std::string(words) + "; @FILE: the words of a file, one per line").required();
          command.add_parsed("--max-elements", options.max_elements, parse_positive,
                             "Consider at most N conjugates of an element", "N");
          configure(command, options);
        },
        execute);
  };
  const auto nothing = [](Command&, ConjugacyVerbOptions&) {};
  add("conjugate", "Decide whether two elements of a hyperbolic group are conjugate, with a proof",
      "  wreath word conjugate surface:2 abc bca\n"
      "  wreath word conjugate triangle:3,3,4 a b\n"
      "  wreath word conjugate surface:2 @pairs.txt --json      lines 1 and 2, lines 3 and 4, ...\n"
      "  wreath word conjugate surface:2 abc bca --test && echo conjugate\n"
      "\n"
      "A conjugator c of u and v, with c^-1*u*c = v, is checked by multiplying out; equal elements are conjugate by 1 in any "
      "group. A \"no\" follows from the thinness of "
      "triangles, "
      "which is proven first. Exit code 2: it was not proven within the limits.",
      "Pairs of words", conjugate, add_test);
  add("class", "Print the shortest elements of the conjugacy class of each word, in a hyperbolic group",
      "  wreath word class surface:2 abcAB\n"
      "  wreath word class triangle:2,3,7 abab --json",
      "Words such as a*b", conjugacy_class, nothing);
  add("root", "Write elements of a hyperbolic group as powers, with the greatest exponent",
      "  wreath word root surface:2 'c(ab)^6C'\n"
      "  wreath word root triangle:3,3,4 '(aB)^5' --json\n"
      "\n"
      "An element of finite order has no root that is found; its order is printed instead.",
      "Words such as (a*b)^4", root, nothing);
}

}  // namespace wreath::cli
