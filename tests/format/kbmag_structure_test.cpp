// SPDX-License-Identifier: MIT
#include "format/kbmag_structure.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "word/automatic/build.hpp"
#include "word/families.hpp"
#include "word/parse_presentation.hpp"

namespace wreath::format {
namespace {

word::AutomaticStructure build(const std::string& group) {
  RunControl run;
  return word::build_structure(
             word::is_family(group) ? word::make_family(group, "test") : word::parse_presentation(group, "test"), {}, run)
      .structure;
}

/// Written, read and compared; with letters in another order, too.
TEST(KbmagStructure, GoesBothWays) {
  for (const char* group : {"surface:2", "triangle:2,3,7", "<x1,x2 | x1^2, x2^3, (x1*x2)^4>", "<a,b | a=b>"}) {
    const auto structure = build(group);
    const auto acceptor = parse_kbmag_automaton(print_kbmag(kbmag_word_acceptor(structure)), "wa");
    const auto multiplier = parse_kbmag_automaton(print_kbmag(kbmag_multiplier(structure)), "gm");
    const auto differences = parse_kbmag_automaton(print_kbmag(kbmag_differences(structure, "_RWS.diff2")), "diff2");
    EXPECT_NO_THROW(require_same_acceptor(acceptor, structure, "wa"));
    EXPECT_NO_THROW(require_same_multiplier(multiplier, structure, "gm"));
    EXPECT_EQ(difference_words(differences, structure.presentation.alphabet, "diff2"), structure.multiplier.differences);
    EXPECT_TRUE(differences.is_deterministic());

    KbmagAutomaton turned = acceptor;  // the letters in the opposite order
    const auto count = static_cast<word::Letter>(turned.letters.size());
    std::ranges::reverse(turned.letters);
    for (auto& edge : turned.transitions) edge.left = static_cast<word::Letter>(count - 1 - edge.left);
    EXPECT_NO_THROW(require_same_acceptor(turned, structure, "wa"));
  }
}

/// The machine of differences knows every pair of the multiplier.
TEST(KbmagStructure, DifferencesFollowTheMultiplier) {
  const auto structure = build("triangle:3,3,4");
  const auto machine = kbmag_differences(structure, "_RWS.diff2");
  EXPECT_EQ(machine.states, 17U);
  EXPECT_EQ(machine.labels[0][0], word::Word{});
}

TEST(KbmagStructure, AnotherGroupsAutomataAreRefused) {
  const auto one = build("triangle:3,3,4");
  const auto other = build("triangle:3,3,5");
  const auto free = build("free:3");
  EXPECT_THROW(require_same_acceptor(kbmag_word_acceptor(other), one, "wa"), InputError);
  EXPECT_THROW(require_same_multiplier(kbmag_multiplier(other), one, "gm"), InputError);
  EXPECT_THROW(require_same_acceptor(kbmag_word_acceptor(free), one, "wa"), InputError);
  EXPECT_THROW(require_same_acceptor(kbmag_multiplier(one), one, "wa"), InputError);
  EXPECT_THROW(require_same_multiplier(kbmag_word_acceptor(one), one, "gm"), InputError);
  KbmagAutomaton cut = kbmag_word_acceptor(one);
  cut.transitions.pop_back();
  EXPECT_THROW(require_same_acceptor(cut, one, "wa"), InputError);
}

}  // namespace
}  // namespace wreath::format
