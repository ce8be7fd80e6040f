// SPDX-License-Identifier: MIT
//
// The work of the coset engine: the standardised tables of several subgroups by each strategy, all of them on the CPU, and what
// follows from a table.
#include <fmt/format.h>

#include "bench/signature/signature.hpp"
#include "wreath/coset.hpp"

namespace wreath::bench {

namespace {

using coset::Table;

void sign_coset_table(const Table& table, Digest& digest) {
  digest.add(table.index());
  digest.add(table.entries());
}

Table finish_cosets(coset::Enumeration& enumeration) {
  RunControl run;
  if (!enumeration.run(&run)) throw ResourceError("the enumeration stopped before its end");
  return enumeration.take_table();
}

/// HLT defines the same cosets for any number of threads; the other strategies run on one.
void sign_coset_strategies(const char* presentation, const SignatureOptions& options, Digest& digest) {
  for (const coset::Method method : {coset::Method::automatic, coset::Method::hlt, coset::Method::felsch, coset::Method::mixed}) {
    coset::Enumeration enumeration(coset::open_problem(presentation),
                                   {.machine = {.threads = options.threads}, .method = method});
    const Table table = finish_cosets(enumeration);
    sign_coset_table(table, digest);
  }
}

void sign_coset_words(const std::vector<word::Word>& words, Digest& digest) {
  digest.add(words.size());
  for (const word::Word& word : words) {
    digest.add(word.size());
    for (const word::Letter letter : word) digest.add(static_cast<std::uint64_t>(letter));
  }
}

/// What follows from a table: representatives, Schreier generators, a presentation of the subgroup.
void sign_coset_subgroup(const char* presentation, const char* subgroup, const SignatureOptions& options, Digest& digest) {
  coset::Problem problem = coset::open_problem(presentation);
  problem.subgroup = coset::parse_words(subgroup, problem.group.alphabet, "the subgroup");
  coset::Enumeration enumeration(std::move(problem), {.machine = {.threads = options.threads}});
  const Table table = finish_cosets(enumeration);
  sign_coset_table(table, digest);
  for (coset::Coset row = 0; row < table.index(); ++row) sign_coset_words({table.representative(row)}, digest);
  sign_coset_words(schreier_generators(table), digest);
  digest.add(subgroup_presentation(table).text());
}

/// Stopped, saved, and resumed.
void sign_resumed_cosets(const char* presentation, const SignatureOptions& options, Digest& digest) {
  const coset::Options how{.machine = {.threads = options.threads}, .method = coset::Method::hlt};
  coset::Enumeration begun(coset::open_problem(presentation), how);
  begun.run_steps(20'000);
  coset::Enumeration enumeration(coset::open_problem(presentation), how);
  enumeration.restore(begun.save());
  sign_coset_table(finish_cosets(enumeration), digest);
}

}  // namespace

void sign_coset(const SignatureOptions& options, Digest& digest) {
  for (const char* presentation : {"<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "<a,b | a^8, b^7, (ab)^2, (Ab)^3>",
                                   "<a,b,c | a^3, b^3, c^3, (ab)^2, (bc)^2, (ac)^2>"}) {
    sign_coset_strategies(presentation, options, digest);
    digest.end_part(presentation);
  }
  sign_coset_subgroup("<a,b | a^2, b^3>", "abaB, aBab, (ab)^6", options, digest);
  digest.end_part("a subgroup of the modular group");
  sign_coset_subgroup("<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^5, (ac)^2>", "ab", options, digest);
  digest.end_part("a subgroup of the icosahedral group");
  sign_resumed_cosets("<a,b | a^8, b^7, (ab)^2, (Ab)^3>", options, digest);
  digest.end_part("resumed");
}

}  // namespace wreath::bench
