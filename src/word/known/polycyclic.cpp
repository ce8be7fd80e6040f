// SPDX-License-Identifier: MIT
#include "word/known/polycyclic.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <numeric>

#include "core/words/words.hpp"

namespace wreath::word {

namespace {

class PolycyclicGroup final : public KnownGroup {
 public:
  PolycyclicGroup(const Alphabet& alphabet, PolycyclicPresentation presentation)
      : generators_(alphabet), presentation_(std::move(presentation)), has_central_series_(collector().has_central_series()) {
    for (std::size_t x = 0; x < alphabet.size(); ++x) {
      const Exponents& image = presentation_.images[generators_.of[x]];
      letters_.push_back(generators_.sign[x] > 0 ? image : collector().inverse(image));
    }
    for (std::size_t i = 0; i < collector().size(); ++i)
      if (collector().order(i) == 0) ++hirsch_length_;
  }

  std::string_view method() const noexcept override { return "collection in a polycyclic group"; }

  Word normal_form(std::span<const Letter> word, RunControl& run) const override { return word_of_exponents(product(word, run)); }

  bool equal(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    return product(u, run) == product(v, run);
  }

  ElementOrder order_of(std::span<const Letter> word, RunControl& run) const override {
    Exponents u = product(word, run);
    std::uint64_t order = 1;
    for (std::size_t i = Collector::leading(u); i < u.size(); i = Collector::leading(u)) {
      if (collector().order(i) == 0)
        return {ElementOrder::Kind::infinite, 0, "a power of it has infinite order modulo a term of a polycyclic series"};
      const std::int64_t times = collector().order(i) / std::gcd(collector().order(i), u[i]);
      if (__builtin_mul_overflow(order, static_cast<std::uint64_t>(times), &order))
        throw ResourceError("the order of this element has more than 64 bits");
      u = collector().power(std::move(u), times);
    }
    return {ElementOrder::Kind::finite, order, fmt::format("power {} is 1, and no smaller power is", order)};
  }

  std::optional<Conjugate> conjugate(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    if (!has_central_series_) return std::nullopt;
    const Exponents x = product(u, run);
    const Exponents y = product(v, run);
    const NilpotentConjugator found = find_nilpotent_conjugator(collector(), x, y, run);
    Conjugate result;
    result.conjugate = found.conjugator.has_value();
    if (!result.conjugate) {
      result.proof = fmt::format("their images are not conjugate in a quotient by a term of the central series, number {} of {}",
                                 found.fails_at + 1, collector().size());
      return result;
    }
    if (collector().conjugate(x, *found.conjugator) != y)
      throw InternalError("a conjugator in a nilpotent group failed its check");
    result.conjugator = word_of_exponents(*found.conjugator);
    return result;
  }

  Hyperbolicity hyperbolicity() const override {
    if (hirsch_length_ <= 1) {
      return answer_with_proof(Answer::yes, hirsch_length_ == 0
                                                ? "a finite group: all factors of a polycyclic series are finite"
                                                : "a polycyclic group with one infinite factor: it is virtually Z");
    }
    return answer_with_proof(
        Answer::no, fmt::format("a polycyclic group with {} infinite factors: hyperbolic ones have at most 1", hirsch_length_));
  }

 private:
  static constexpr std::size_t kShort = 8;  // letters that are multiplied one by one

  const Collector& collector() const { return presentation_.collector; }

  Word word_of_exponents(const Exponents& exponents) const {
    Word form;
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      if (exponents[i] == 0) continue;
      Word value;
      for (const std::int32_t x : presentation_.values[i])
        value.push_back(generators_.letter(static_cast<std::size_t>(std::abs(x)) - 1, x < 0));
      if (exponents[i] < 0) value = inverted(value, generators_.inverses);
      const std::uint64_t times =
          exponents[i] < 0 ? -static_cast<std::uint64_t>(exponents[i]) : static_cast<std::uint64_t>(exponents[i]);
      if (times > (kMaxWordLength - form.size()) / value.size()) {
        throw ResourceError(fmt::format("the normal form of this element is too long to be written: it has more than {} letters",
                                        kMaxWordLength));
      }
      for (std::uint64_t k = 0; k < times; ++k) form.insert(form.end(), value.begin(), value.end());
    }
    reduce_freely(form, generators_.inverses);
    return form;
  }

  /// Halves are multiplied, so that most products have small exponents.
  Exponents product(std::span<const Letter> word, RunControl& run) const {
    if (word.size() > kShort) {
      if (word.size() > 4096) require_time(run);
      const std::size_t half = word.size() / 2;
      return collector().multiply(product(word.first(half), run), product(word.subspan(half), run));
    }
    Exponents all = collector().one();
    for (const Letter x : word) all = collector().multiply(std::move(all), letters_[x]);
    return all;
  }

  Generators generators_;
  PolycyclicPresentation presentation_;
  std::vector<Exponents> letters_;
  bool has_central_series_;
  std::size_t hirsch_length_ = 0;
};

}  // namespace

std::unique_ptr<const KnownGroup> recognise_polycyclic(const Presentation& presentation) {
  const Generators generators(presentation.alphabet);
  std::vector<GeneratorWord> relators;
  for (const Word& word : cyclic_relators(presentation)) {
    GeneratorWord relator;
    for (const Letter x : word) relator.push_back(generators.sign[x] * static_cast<std::int32_t>(generators.of[x] + 1));
    relators.push_back(std::move(relator));
  }
  for (std::size_t x = 0; x < generators.size(); ++x)
    if (generators.is_involution(x)) relators.push_back(GeneratorWord(2, static_cast<std::int32_t>(x + 1)));
  auto found = find_polycyclic(generators.size(), std::move(relators));
  return found ? std::make_unique<PolycyclicGroup>(presentation.alphabet, std::move(*found)) : nullptr;
}

}  // namespace wreath::word
