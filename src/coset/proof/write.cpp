// SPDX-License-Identifier: MIT
#include "coset/proof/write.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/proof/file.hpp"
#include "core/proof/words.hpp"
#include "core/run/stop_check.hpp"
#include "coset/proof/replay.hpp"

namespace wreath::coset {

namespace {

/// A problem in the words of a proof, and the numbers that its letters and cycles have there.
class ProofText {
 public:
  ProofText(const Problem& problem, const System& system, const CycleNumbers& numbers);

  const std::vector<std::string>& lines() const { return lines_; }
  std::uint32_t code(std::uint32_t code) const { return codes_[code]; }
  std::string word(std::span<const Letter> word) const;

 private:
  void add_letters(const Problem& problem);
  void add_relators(const Problem& problem, const System& system, const CycleNumbers& numbers);

  std::span<const std::string> names_;
  std::vector<std::string> lines_;
  std::vector<std::uint32_t> codes_;  // by those of the journal
  std::uint32_t next_ = 0;
};

ProofText::ProofText(const Problem& problem, const System& system, const CycleNumbers& numbers)
    : names_(problem.group.alphabet.names), codes_(numbers.codes()) {
  add_letters(problem);
  add_relators(problem, system, numbers);
  std::size_t k = 0;
  for (const Word& given : problem.subgroup) {
    lines_.push_back("subgroup " + word(given));
    Word reduced = given;
    word::reduce_freely(reduced, system.inverses);
    if (!reduced.empty()) codes_[numbers.of_subgroup(k++)] = next_;
    ++next_;
  }
}

std::string ProofText::word(std::span<const Letter> word) const {
  return proof_word(word, names_);
}

void ProofText::add_letters(const Problem& problem) {
  const auto& inverses = problem.group.alphabet.inverses;
  for (std::size_t x = 0; x < inverses.size(); ++x) {
    const Letter back = inverses[x];
    if (back < x) continue;
    lines_.push_back(fmt::format("letter {} {}", names_[x], names_[back]));
    codes_[x] = next_++;
    if (back != x) codes_[back] = next_++;
  }
}

void ProofText::add_relators(const Problem& problem, const System& system, const CycleNumbers& numbers) {
  std::vector<bool> is_known(system.relators.size());
  for (const word::Equation& equation : problem.group.equations) {
    Word given = equation.first;
    const Word right = inverted(equation.second, system.inverses);
    given.insert(given.end(), right.begin(), right.end());
    lines_.push_back("relator " + word(given));
    const Word relator = relator_of(equation, system.inverses);
    if (relator.empty()) continue;
    const auto period = static_cast<std::uint32_t>(word::period_of(relator));
    for (std::uint32_t r = 0; r < system.relators.size(); ++r) {
      const Relator& own = system.relators[r];
      if (is_known[r] || own.length != relator.size() || own.period != period) continue;
      if (!std::equal(relator.begin(), relator.begin() + period, own.forward.begin())) continue;
      is_known[r] = true;
      for (std::uint32_t place = 0; place < period; ++place) codes_[numbers.of(r, place)] = next_ + place;
      break;
    }
    next_ += period;
  }
  if (std::ranges::find(is_known, false) != is_known.end())
    throw InternalError("a relator of the enumeration is not one of the problem; please report this");
}

/// Rows are written as differences to the row of the step before.
void write_steps(ProofFile& file, const ProofText& text, std::span<const Event> steps, RunControl& run) {
  or_limit_reached([&] {
    StopCheck check = stop_check(&run);
    Row last = 1;
    for (const Event& step : steps) {
      check.spend(1);
      file.step();
      file.number(step.row >= last ? 2 * (std::uint64_t{step.row} - last) : 2 * (std::uint64_t{last} - step.row) - 1);
      file.number(text.code(step.code));
      last = step.row;
    }
    file.commit(&run);
  });
}

}  // namespace

void require_provable(const Problem& problem, std::span<const Word> words) {
  constexpr std::uint64_t kMostLetters = std::uint64_t{1} << 24;
  require_proof_names(problem.group.alphabet.names);
  std::uint64_t letters = 0;
  for (const word::Equation& equation : problem.group.equations) letters += equation.first.size() + equation.second.size();
  for (const Word& word : problem.subgroup) letters += word.size();
  for (const Word& word : words) letters += word.size();
  if (letters > kMostLetters)
    throw InputError(fmt::format("a proof has words of at most 2^24 letters together, and these have {}", letters));
}

void write_table_proof(const std::string& path, const Problem& problem, const System& system, const Journal& journal,
                       std::uint64_t rows, const std::string& claim, bool pruned, RunControl& run) {
  const ProofText text(problem, system, journal.cycles());
  ProofFile file(path, "coset");
  for (const std::string& line : text.lines()) file.line(line);
  file.claim(claim);
  if (!pruned) return write_steps(file, text, journal.events(), run);
  Replay replay(system, journal.cycles());
  replay.repeat(journal.events(), run);
  if (replay.live() != rows)
    throw InternalError(
        fmt::format("the steps of the proof lead to {} cosets instead of {}; please report this", replay.live(), rows));
  replay.need_all();
  write_steps(file, text, replay.take_steps(run), run);
}

void write_path_proof(const std::string& path, const Problem& problem, const System& system, const Journal& journal,
                      const Word& u, const Word& v, RunControl& run) {
  const ProofText text(problem, system, journal.cycles());
  ProofFile file(path, "coset");
  for (const std::string& line : text.lines()) file.line(line);
  file.claim(fmt::format("equal {} = {}", text.word(u), text.word(v)));
  Replay replay(system, journal.cycles());
  replay.repeat(journal.events(), run);
  if (replay.need_trace(u) != replay.need_trace(v))
    throw InternalError("the steps of the proof lead the words to different cosets; please report this");
  write_steps(file, text, replay.take_steps(run), run);
}

void write_quotient_proof(const std::string& path, const Problem& problem, std::uint64_t points,
                          const std::function<std::uint64_t(Letter, std::uint64_t)>& image, const Word& u, const Word& v) {
  const System system = prepare(problem, true);
  const ProofText text(problem, system, CycleNumbers(system));
  ProofFile file(path, "quotient");
  for (const std::string& line : text.lines()) file.line(line);
  file.claim(fmt::format("different {} = {}", text.word(u), text.word(v)));
  file.step();
  file.number(points);
  const auto& inverses = problem.group.alphabet.inverses;
  for (std::size_t x = 0; x < inverses.size(); ++x) {
    if (inverses[x] < x) continue;
    file.step();
    for (std::uint64_t i = 0; i < points; ++i) file.number(image(static_cast<Letter>(x), i) + 1);
  }
  file.commit();
}

}  // namespace wreath::coset
