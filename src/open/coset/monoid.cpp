// SPDX-License-Identifier: MIT
//
// Presentations of monoids with pairs that generate a congruence.
#include "wreath/coset/monoid.hpp"

#include "core/text/text_reader.hpp"
#include "core/words/parse_presentation.hpp"
#include "core/words/words.hpp"
#include "wreath/coset/files.hpp"

namespace wreath::coset {

namespace {

std::vector<word::Equation> take_pairs(std::string_view text, const word::Vocabulary& vocabulary) {
  std::vector<word::Equation> pairs;
  TextReader reader(text, {});
  if (reader.at_end()) return pairs;
  word::WordReader limited;
  do {
    const std::size_t start = reader.skip_space();
    const std::vector<word::Word> chain = limited.take_chain(reader, vocabulary);
    if (chain.size() < 2) reader.fail(start, "expected a pair of words such as ab = ba");
    word::add_chain(chain, pairs);
  } while (reader.take(","));
  if (!reader.at_end()) reader.fail_expected("',' or the end of the pairs");
  return pairs;
}

}  // namespace

std::vector<word::Equation> parse_pairs(std::string_view text, const word::Alphabet& alphabet) {
  return take_pairs(text, word::Vocabulary(alphabet));
}

MonoidProblem open_monoid(const std::string& source, const std::string& pairs, CongruenceKind kind) {
  MonoidProblem problem{.monoid = open_problem(source).group, .pairs = {}, .kind = kind};
  problem.pairs = take_pairs(pairs, word::Vocabulary(problem.monoid.alphabet, problem.monoid.is_semigroup ? "semigroup" : ""));
  return problem;
}

}  // namespace wreath::coset
