// SPDX-License-Identifier: MIT
//
// The run of an enumeration, and its checkpoint: the words of the problem, and the tables.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "coset/save.hpp"

namespace wreath::coset {

namespace {

constexpr std::uint64_t kStepsBetween = std::uint64_t{1} << 24;  // between two looks at the clock
constexpr std::uint64_t kStepsResumed = std::uint64_t{1} << 20;  // that a resumed run makes, however short its time

/// A checkpoint is for its letters; its words are in the payload, and others may have been added since.
class EnumerationJob : public Resumable {
 public:
  EnumerationJob(Enumeration& enumeration, const RunFiles& files)
      : enumeration_(enumeration), pace_(files), words_(to_text(words_to_json(enumeration.problem()))) {}

  std::string kind() const override { return "coset enumerate 3"; }
  Json problem() const override { return letters_to_json(enumeration_.problem()); }
  bool done() const override { return enumeration_.ending() != Ending::none; }
  void step(RunControl& run) override { enumeration_.run_steps(pace_.next(), &run); }
  void save(ByteWriter& into) const override {
    into.put_all(std::span<const char>(words_));
    EnumerationSaver::save(enumeration_, into);
  }
  void restore(ByteReader& from, RunControl&) override {
    const Json before = parse_json_or_null(from.text());
    if (!before.is_object()) from.fail("the checkpoint is damaged: its words cannot be read");
    const Json now = words_to_json(enumeration_.problem());
    for (const auto& [key, name] : {std::pair("relators", "relator"), std::pair("subgroup", "generator of the subgroup")}) {
      const Json& given = now.at(key);
      for (const Json& word : before.value(key, Json::array())) {
        if (word.value("exponent", std::uint64_t{1}) == 0) continue;  // an empty word, which always holds
        if (std::find(given.begin(), given.end(), word) == given.end())
          from.fail(
              fmt::format("this is a checkpoint of another run: a {} of it is not given. Words can be added to a checkpoint, "
                          "not taken away",
                          name));
      }
    }
    try {
      enumeration_.restore(from.take(from.left()), before != now);
    } catch (const InputError& error) {
      from.fail(error.message());
    }
  }
  /// If letters differ, the reason may be a relator that was added: it made a letter its own inverse.
  void open(const Keeper& keeper, RunControl& run) override {
    try {
      Resumable::open(keeper, run);
    } catch (const InputError& error) {
      const auto& inverses = enumeration_.problem().group.alphabet.inverses;
      bool has_involution = false;
      for (std::size_t x = 0; x < inverses.size(); ++x) has_involution = has_involution || inverses[x] == x;
      if (!has_involution || error.message().find("its letters are") == std::string::npos) throw;
      throw InputError(fmt::format("{}. If the square of a letter was added as a relator, keep the letters as they were with {}",
                                   error.message(), option("keep-inverses")));
    }
  }

 private:
  Enumeration& enumeration_;
  CheckpointPace pace_;
  std::string words_;
};

}  // namespace

std::uint64_t CheckpointPace::next() {
  if (!keeps_) return ~std::uint64_t{0};
  return std::exchange(first_resumed_, false) ? kStepsResumed : kStepsBetween;
}

bool Enumeration::run(RunControl* given) {
  GivenRun run(given);
  if (complete()) return true;
  set_ending(Ending::none);
  EnumerationJob job(*this, run->files());
  drive(job, run);
  if (ending() == Ending::none) set_ending(Ending::stopped);
  return complete();
}

}  // namespace wreath::coset
