// SPDX-License-Identifier: MIT
//
// The work of the word engine. Hyperbolic groups, a Coxeter group, a free, an abelian and a finite one, and one in which a letter
// at the end moves through the whole word.
#include "bench/inputs/word/adversary.hpp"
#include "bench/signature/signature.hpp"
#include "core/data/rng.hpp"
#include "word/automatic/build.hpp"
#include "word/families/families.hpp"
#include "word/reduction/reducer.hpp"
#include "wreath/word.hpp"

namespace wreath::bench {

namespace {

using word::Group;
using word::Letter;
using word::Word;

constexpr std::uint64_t kSeed = 1;
constexpr const char* kGroups[] = {"surface:2", "triangle:3,3,4", "coxeter:5,3,5",          "free:2",
                                   "abelian:2", "triangle:2,3,5", "<c,t | c^2, t*c*t^-1*c>"};

Word draw_word(RandomStream& random, std::size_t letters, std::size_t length) {
  Word word(length);
  for (Letter& letter : word) letter = static_cast<Letter>(random.below(static_cast<std::uint32_t>(letters)));
  return word;
}

void sign_group(const Group& group, Digest& digest) {
  digest.add(group.word_acceptor_states());
  digest.add(group.general_multiplier_states());
  digest.add(group.word_differences());
  digest.add(group.order().text());
  digest.add(word::growth_series(group).text);
  for (const Natural& size : group.balls(20)) digest.add(size.text());
  for (const std::string& element : group.ball(3)) digest.add(element);
}

/// Thousands of short words, some long ones, and one that is worth all threads.
void sign_many_words(const Group& group, const word::ReduceOptions& options, Digest& digest) {
  const std::size_t letter_count = group.letters().size();
  RandomStream random(kSeed, letter_count);
  Word letters;
  std::vector<std::uint64_t> offsets{0};
  const auto add = [&](std::size_t length) {
    const Word word = draw_word(random, letter_count, length);
    letters.insert(letters.end(), word.begin(), word.end());
    offsets.push_back(letters.size());
  };
  for (std::uint32_t k = 0; k < 4000; ++k) add(random.below(k % 100 == 0 ? 5000 : 120));
  add((1U << 20) + 5);
  for (std::uint32_t k = 0; k < 100; ++k) add(k);

  Word forms(letters.size());
  std::vector<std::uint64_t> lengths(offsets.size() - 1);
  group.reduce_many(letters, offsets, forms, lengths, options);
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    digest.add(std::span<const Letter>(forms).subspan(offsets[k], lengths[k]));
  }
}

/// One word in pieces, which are merged.
void sign_long_words(const Group& group, word::ReduceOptions options, Digest& digest) {
  RandomStream random(kSeed, 1000);
  for (const std::size_t length : {1000U, 20'000U, 100'000U}) {
    const Word word = draw_word(random, group.letters().size(), length);
    for (const std::size_t base : {0U, 64U}) {
      options.base_length = base;
      digest.add(group.reduce_letters(word, options));
    }
  }
}

/// Products of which the first letter already differs from the factor's: by a word, by a letter, and as one word.
void sign_products(const std::string& group, const SignatureOptions& options, Digest& digest) {
  RunControl run;
  const word::BuildResult built = word::build_structure(word::make_family(group, "signature"), {}, run);
  const word::Reducer reducer(built.structure.view());
  const auto change_of = [&](std::size_t length) {
    const auto change = word::whole_word_change(reducer.machine(), length, kSeed);
    if (!change) throw InternalError("no letter changes a whole word of " + group);
    return *change;
  };
  RandomStream random(kSeed, 2000);
  const word::WholeWordChange change = change_of(3000);
  Word factor{change.g};
  factor.insert(factor.end(), change.v.begin(), change.v.end());
  const Word more = draw_word(random, built.structure.presentation.alphabet.size(), 40);
  factor.insert(factor.end(), more.begin(), more.end());
  factor.push_back(change.g);
  const word::ReduceOptions how{.machine = {.backend = options.backend, .threads = options.threads}};
  Word product = change.u;
  product.insert(product.end(), factor.begin(), factor.end());
  digest.add(reducer.reduce(product, how));
  Word short_product = change_of(100).u;
  short_product.push_back(change.g);
  digest.add(reducer.reduce(short_product, how));

  Word whole = change.u;
  while (whole.size() < 6000) whole.insert(whole.end(), factor.begin(), factor.end());
  digest.add(reducer.reduce(whole, how));
}

}  // namespace

void sign_word(const SignatureOptions& options, Digest& digest) {
  const word::ReduceOptions how{.machine = {.backend = options.backend, .threads = options.threads}};
  for (const char* name : kGroups) {
    const Group group = Group::build(name);
    sign_group(group, digest);
    sign_many_words(group, how, digest);
    sign_long_words(group, how, digest);
    digest.end_part(name);
  }
  for (const char* group : {"surface:2", "triangle:3,3,4"}) {
    sign_products(group, options, digest);
    digest.end_part(std::string(group) + " products");
  }
}

}  // namespace wreath::bench
