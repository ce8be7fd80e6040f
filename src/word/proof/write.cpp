// SPDX-License-Identifier: MIT
#include "word/proof/write.hpp"

#include <fmt/format.h>

#include "core/proof/words.hpp"

namespace wreath::word {

namespace {

constexpr std::uint64_t kUnneeded = ~std::uint64_t{0};

std::string order_line(const Presentation& presentation) {
  const auto name = [&] {
    switch (presentation.ordering) {
      case Ordering::weighted_lex: return "wtlex";
      case Ordering::recursive: return "recursive";
      case Ordering::recursive_from_left: return "rt_recursive";
      case Ordering::wreath_product: return "wreathprod";
      default: return "shortlex";
    }
  };
  std::string line = fmt::format("order {}", name());
  if (presentation.ordering == Ordering::weighted_lex || presentation.ordering == Ordering::wreath_product)
    for (const std::uint32_t weight : presentation.weights) line += fmt::format(" {}", weight);
  return line;
}

}  // namespace

void require_provable(const Presentation& presentation) {
  constexpr std::uint64_t kMostLetters = std::uint64_t{1} << 24;
  require_proof_names(presentation.alphabet.names);
  std::uint64_t letters = 0;
  for (const auto& [u, v] : presentation.equations) letters += u.size() + v.size();
  if (letters > kMostLetters)
    throw InputError(fmt::format("a proof has words of at most 2^24 letters together, and these have {}", letters));
}

void write_problem(ProofFile& file, const Presentation& presentation) {
  const auto& [names, inverses] = presentation.alphabet;
  for (std::size_t x = 0; x < names.size(); ++x)
    file.line(inverses[x] == kNoLetter ? "letter " + names[x] : fmt::format("letter {} {}", names[x], names[inverses[x]]));
  for (const auto& [u, v] : presentation.equations)
    file.line(fmt::format("equation {} = {}", proof_word(u, names), proof_word(v, names)));
}

NeededLemmas::NeededLemmas(const Journal& journal, const std::vector<LemmaId>& needed)
    : journal_(journal), numbers_(journal.size(), kUnneeded) {
  for (const LemmaId lemma : needed) numbers_[lemma] = 0;
  for (auto lemma = static_cast<LemmaId>(journal.size()); lemma-- > journal.axioms();) {
    if (numbers_[lemma] == kUnneeded) continue;
    ++count_;
    need_assumption_ |= journal.is_assumed(lemma);
    for (const Use& use : journal.uses(lemma)) numbers_[use.lemma] = 0;
  }
  std::uint64_t next = journal.axioms();
  for (LemmaId lemma = 0; lemma < journal.size(); ++lemma)
    if (lemma < journal.axioms() || numbers_[lemma] != kUnneeded) numbers_[lemma] = lemma < journal.axioms() ? lemma : next++;
}

void NeededLemmas::write(ProofFile& file, StopCheck& check) const {
  for (auto lemma = static_cast<LemmaId>(journal_.axioms()); lemma < journal_.size(); ++lemma) {
    if (numbers_[lemma] == kUnneeded) continue;
    const auto word = journal_.word(lemma);
    const auto uses = journal_.uses(lemma);
    check.spend(word.size() + uses.size());
    file.step();
    file.number(word.size());
    for (const Letter x : word) file.number(x);
    file.number(uses.size());
    for (const Use& use : uses) {
      file.number(2 * numbers_[use.lemma] + use.is_backwards);
      file.number(use.position);
    }
  }
}

void write_rewriting_proof(const std::string& path, const Presentation& presentation, const Journal& journal,
                           const std::vector<LemmaId>& rules, RunControl& run) {
  require_provable(presentation);
  const NeededLemmas lemmas(journal, rules);
  ProofFile file(path, "rewriting");
  write_problem(file, presentation);
  file.line(order_line(presentation));
  file.claim(fmt::format("confluent {}", rules.size()));
  or_limit_reached([&] {
    StopCheck check = stop_check(&run);
    lemmas.write(file, check);
    for (const LemmaId rule : rules) {
      file.step();
      file.number(lemmas.number(rule));
    }
    file.commit(&run);
  });
}

}  // namespace wreath::word
