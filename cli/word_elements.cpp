// SPDX-License-Identifier: MIT
//
// wreath word equal, multiply, concat, compare, order: questions about one or two elements.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/word_answers.hpp"
#include "core/run/units.hpp"
#include "format/equality.hpp"
#include "word/reduction/backend.hpp"
#include "word/reduction/reducer.hpp"
#include "word/structure_file.hpp"

namespace wreath::cli {

using word::Letter;
using word::Word;

namespace {

enum class Multiplication { automatic, scan };

struct ElementOptions : AnswerOptions {
  Multiplication algorithm = Multiplication::automatic;
  std::uint64_t powers = 1000;
  bool normal = false;
};

/// The words of a command that takes so many.
std::vector<Word> words_of(const ElementOptions& options, const word::WordText& text, RunControl& run, std::size_t least,
                           std::size_t most) {
  std::vector<Word> words = read_words(options.words, text, run);
  if (words.size() < least || words.size() > most)
    throw InputError(fmt::format("{} words are given, and {} {} needed", words.size(),
                                 least == most ? fmt::format("{}", least) : fmt::format("{} or more", least),
                                 least == 1 && most == 1 ? "is" : "are"));
  return words;
}

/// A group, and how it reduces words.
struct Answers {
  const word::Group group;
  const word::ReduceOptions how;

  Word reduce(std::span<const Letter> word) const { return group.reduce_letters(word, how); }
};

/// Opens the group, reads the words, and answers; where the run is stopped before that, the exit code says so.
template <class Answer>
int answer(Session& session, const ElementOptions& options, std::size_t least, std::size_t most, const Answer& answer_with) {
  try {
    const Answers answers{open_verified(options, session.run()), reduce_options(options, session.run())};
    return answer_with(answers, words_of(options, answers.group.text(), session.run(), least, most));
  } catch (const LimitReached&) {
    return session.finish(false, Json::object(), stopped_text(session.run()) + "\n");
  }
}

int equal(Session& session, const ElementOptions& options) {
  RunControl& run = session.run();
  const auto read = [&](const word::WordText& text) {
    const std::vector<Word> words = words_of(options, text, run, 2, 2);
    return std::pair(words[0], words[1]);
  };
  try {
    const auto answer = format::decide_equality(options.group, read, group_options(options, run), reduce_options(options, run));
    if (!answer.equal) refuse_answers(options, answer.group, answer.ending, answer.from_file);
    const Json results{{"group", answer.group}, {"equal", *answer.equal}, {"by", answer.by}};
    return session.finish(true, results, *answer.equal ? "equal\n" : "different\n");
  } catch (const LimitReached&) {
    return session.finish(false, Json::object(), stopped_text(run) + "\n");
  }
}

/// The normal form u times v.
Word multiply_by(const Answers& answers, Word u, const Word& v, Multiplication algorithm) {
  const auto& [group, how] = answers;
  if (algorithm == Multiplication::scan) {
    return word::multiply_by_scans(group.reducer(how.run).machine(), u, v, how.backend, how.threads);
  }
  u.insert(u.end(), v.begin(), v.end());
  return answers.reduce(u);
}

int finish_product(Session& session, const word::Group& group, const Word& product) {
  Json results = results_of(group);
  results["length"] = product.size();
  results["normal_form"] = group.print(product);
  return session.finish(true, results, group.print(product) + "\n");
}

int multiply_words(Session& session, const ElementOptions& options) {
  return answer(session, options, 2, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    Word product = answers.reduce(words[0]);
    for (std::size_t i = 1; i < words.size(); ++i)
      product = multiply_by(answers, std::move(product), words[i], options.algorithm);
    return finish_product(session, answers.group, product);
  });
}

int concat(Session& session, const ElementOptions& options) {
  return answer(session, options, 1, ~std::size_t{0}, [&](const Answers& answers, const std::vector<Word>& words) {
    Word all;
    for (const Word& word : words) all.insert(all.end(), word.begin(), word.end());
    return finish_product(session, answers.group, answers.reduce(all));
  });
}

/// Which letters there are can be told without building anything.
word::Alphabet alphabet_of(const ElementOptions& options) {
  if (word::is_structure_file(options.group)) return word::read_structure(options.group).presentation.alphabet;
  return read_presentation(options).alphabet;
}

const char* compared(const Word& u, const Word& v) {
  if (u == v) return "equal";
  if (u.size() != v.size()) return u.size() < v.size() ? "less" : "greater";
  return u < v ? "less" : "greater";
}

int finish_comparison(Session& session, Json results, const Word& u, const Word& v) {
  results["comparison"] = compared(u, v);
  return session.finish(true, results, fmt::format("{}\n", compared(u, v)));
}

int compare(Session& session, const ElementOptions& options) {
  if (!options.normal) {
    const word::Alphabet alphabet = alphabet_of(options);
    const std::vector<Word> words = words_of(options, word::WordText(alphabet), session.run(), 2, 2);
    return finish_comparison(session, Json::object(), words[0], words[1]);
  }
  return answer(session, options, 2, 2, [&](const Answers& answers, const std::vector<Word>& words) {
    return finish_comparison(session, results_of(answers.group), answers.reduce(words[0]), answers.reduce(words[1]));
  });
}

int order(Session& session, const ElementOptions& options) {
  return answer(session, options, 1, 1, [&](const Answers& answers, const std::vector<Word>& words) {
    const word::ElementOrder found = answers.group.order_of_letters(words[0], options.powers, answers.how);
    Json results = results_of(answers.group);
    std::string text = "infinite";
    results["order"] = text;
    if (found.kind == word::ElementOrder::Kind::finite) {
      results["order"] = found.order;
      text = fmt::format("{}", found.order);
    } else if (found.kind == word::ElementOrder::Kind::unknown) {
      results["order"] = "unknown";
      text = fmt::format("unknown ({})", found.proof);
    }
    results["proof"] = found.proof;
    return session.finish(session.run().stop_reason() == StopReason::none || found.kind != word::ElementOrder::Kind::unknown,
                          results, text + "\n");
  });
}

void add_words(Command& command, ElementOptions& options, const std::string& description) {
  add_structure(command, options);
  command.add_option("WORD", options.words, description + "; @FILE: the words of a file, a line each").required().type_name("");
  add_answer_options(command, options);
}

Multiplication parse_multiplication(const std::string& text) {
  return parse_word<Multiplication>(text, {{"auto", Multiplication::automatic}, {"scan", Multiplication::scan}},
                                    "way to multiply");
}

}  // namespace

void add_word_elements(Program& program, Command& word) {
  const auto add = [&](const char* name, const char* description, const char* examples, const char* words, const auto& execute,
                       const auto& configure) {
    add_command<ElementOptions>(
        program, word, name, description, examples, Length::brief,
        [&](Command& command, ElementOptions& options) {
          add_words(command, options, words);
          configure(command, options);
        },
        execute);
  };
  const auto nothing = [](Command&, ElementOptions&) {};
  add("equal", "Tell whether two words are the same element: equal or different",
      "  wreath word equal surface:2 abABcdCD ''\n"
      "  wreath word equal s2.wreath @u.txt @v.txt",
      "Two words", equal, nothing);
  add("multiply", "Print the normal form of the first word times the others, one after the other",
      "  wreath word multiply surface:2 abAB c\n"
      "  wreath word multiply s2.wreath @long.txt a --algorithm scan",
      "A word, and letters or words to multiply it by", multiply_words, [](Command& command, ElementOptions& options) {
        command
            .add_parsed("--algorithm", options.algorithm, parse_multiplication, "auto, or scan (prefix scans over the automata)")
            .type_name("NAME");
      });
  add("concat", "Print the normal form of the product of words, reduced as one",
      "  wreath word concat surface:2 abAB cdCD\n"
      "  wreath word concat s2.wreath @u.txt @v.txt",
      "Words", concat, nothing);
  add("compare", "Compare two words as they are written, in ShortLex order: less, equal or greater",
      "  wreath word compare surface:2 ab ba\n"
      "  wreath word compare surface:2 abABcd dc --normal",
      "Two words", compare, [](Command& command, ElementOptions& options) {
        command.add_flag("--normal", options.normal, "Compare their normal forms: the order of the elements");
      });
  add("order", "Tell the order of an element: a number, infinite, or unknown",
      "  wreath word order triangle:2,3,7 ab\n"
      "  wreath word order surface:2 abA --json\n"
      "\n"
      "A number and 'infinite' are proven (--json says how); unknown: no power up to --powers is 1, and no proof was found.",
      "A word", order, [](Command& command, ElementOptions& options) {
        command.add_parsed("--powers", options.powers, parse_count, "Look at powers up to this one (1000)").type_name("N");
      });
}

}  // namespace wreath::cli
