// SPDX-License-Identifier: MIT
//
// Artin groups of finite type: braid groups, those of the Coxeter diagrams A, B, D, E, F, H and I2(m), and their direct products,
// one factor for each connected component of the diagram. A presentation is recognised if it has a braid relation for each pair
// of generators and nothing else, and if the Coxeter groups of the components are finite (garside/simple_elements.hpp).
//
// The normal form of a word is that of its part in each component, one after the other, in the order of their first letters. In a
// component it is a^-1*b with no common prefix of a and b, and both as their greedy normal forms: Garside's, as Thurston wrote
// it.
//
// A group that a Garside monoid generates has no torsion (Dehornoy, "Gaussian groups are torsion free", 1998).
#include "word/known/artin_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/text/units.hpp"
#include "core/words/words.hpp"
#include "word/known/garside/artin_diagram.hpp"
#include "word/known/garside/sliding_circuits.hpp"

namespace wreath::word {

namespace {

using garside::ArtinDiagram;
using garside::Form;
using garside::FormArithmetic;

constexpr std::size_t kMostConjugateBytes = std::size_t{1} << 30;

/// One component of the diagram.
struct Component {
  std::vector<Letter> generators;  // their letters
  FormArithmetic arithmetic;
};

class ArtinGroup final : public KnownGroup {
 public:
  ArtinGroup(const ArtinDiagram& diagram, std::vector<Component> components, std::vector<Letter> inverses)
      : components_(std::move(components)), inverses_(std::move(inverses)), places_(inverses_.size()) {
    for (std::size_t c = 0; c < components_.size(); ++c) {
      const auto& generators = components_[c].generators;
      for (std::uint8_t s = 0; s < generators.size(); ++s) {
        places_[generators[s]] = {c, {s, false}};
        places_[inverses_[generators[s]]] = {c, {s, true}};
      }
    }
    find_classes(diagram);
  }

  std::string_view method() const noexcept override { return "Garside normal forms"; }

  Word normal_form(std::span<const Letter> word, RunControl& run) const override {
    Word form;
    or_limit_reached([&] {
      StopCheck stop(run);
      form = word_of(forms_of(word, stop), stop);
    });
    return form;
  }

  bool equal(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    bool same = false;
    or_limit_reached([&] {
      StopCheck stop(run);
      same = forms_of(u, stop) == forms_of(v, stop);
    });
    return same;
  }

  ElementOrder order_of(std::span<const Letter> word, RunControl& run) const override {
    if (equal(word, {}, run)) return {ElementOrder::Kind::finite, 1, "the Garside normal form is 1"};
    return {ElementOrder::Kind::infinite, 0,
            "the Garside normal form is not 1, and Artin groups of finite type have no elements of finite order (Dehornoy 1998)"};
  }

  std::optional<Conjugate> conjugate(std::span<const Letter> u, std::span<const Letter> v, RunControl& run) const override {
    Conjugate answer;
    or_limit_reached([&] {
      StopCheck stop(run);
      answer = decide(u, v, stop);
    });
    return answer;
  }

 private:
  using Forms = std::vector<Form>;  // one for each component
  struct Place {
    std::size_t component;
    garside::SignedLetter letter;
  };

  /// Generators that an odd label joins are conjugate.
  void find_classes(const ArtinDiagram& diagram) {
    const std::size_t rank = diagram.generators.size();
    std::vector<std::size_t> class_of(rank);
    std::iota(class_of.begin(), class_of.end(), std::size_t{0});
    for (std::size_t i = 0; i < rank; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (diagram.labels[i][j] % 2 == 0) continue;
        const std::size_t old = class_of[i];
        std::replace(class_of.begin(), class_of.end(), old, class_of[j]);
      }
    }
    classes_.resize(inverses_.size());
    for (std::size_t i = 0; i < rank; ++i)
      classes_[diagram.generators[i]] = classes_[inverses_[diagram.generators[i]]] = class_of[i];
  }
  /// The element in the abelianised group, which is free abelian on the classes of generators.
  std::vector<std::int64_t> exponent_sums(std::span<const Letter> word) const {
    std::vector<std::int64_t> sums(inverses_.size());
    for (const Letter x : word) sums[classes_[x]] += places_[x].letter.inverse ? -1 : 1;
    return sums;
  }

  Forms forms_of(std::span<const Letter> word, StopCheck& stop) const {
    std::vector<std::vector<garside::SignedLetter>> parts(components_.size());
    for (const Letter x : word) parts[places_[x].component].push_back(places_[x].letter);
    Forms forms;
    for (std::size_t c = 0; c < parts.size(); ++c) forms.push_back(components_[c].arithmetic.form_of(parts[c], stop));
    return forms;
  }
  Word word_of(const Forms& forms, StopCheck& stop) const {
    Word word;
    for (std::size_t c = 0; c < forms.size(); ++c) {
      for (const auto& letter : components_[c].arithmetic.word_of(forms[c], stop)) {
        const Letter x = components_[c].generators[letter.generator];
        word.push_back(letter.inverse ? inverses_[x] : x);
      }
    }
    return word;
  }

  Conjugate decide(std::span<const Letter> u, std::span<const Letter> v, StopCheck& stop) const {
    if (exponent_sums(u) != exponent_sums(v)) return {.proof = "the images of the elements in the abelianised group differ"};
    const Forms from = forms_of(u, stop);
    const Forms to = forms_of(v, stop);
    Forms by(from.size());
    for (std::size_t c = 0; c < from.size(); ++c) {
      std::string proof = connect(components_[c].arithmetic, from[c], to[c], by[c], stop);
      if (!proof.empty()) return {.proof = std::move(proof)};
    }
    return {.conjugate = true, .conjugator = word_of(by, stop)};
  }
  /// Finds `by` with by^-1 * u * by = v, or returns why there is none.
  static std::string connect(const FormArithmetic& arithmetic, const Form& u, const Form& v, Form& by, StopCheck& stop) {
    const garside::Slid first = slide_into_circuit(arithmetic, u, stop);
    const garside::Slid second = slide_into_circuit(arithmetic, v, stop);
    const auto size_of = [&](const Form& x) {
      return fmt::format("delta^{} and {}", x.power, counted(arithmetic.length(x), "factor"));
    };
    if (first.element.power != second.element.power || arithmetic.length(first.element) != arithmetic.length(second.element))
      return fmt::format("their shortest conjugates have different normal forms: {}, and {}", size_of(first.element),
                         size_of(second.element));
    garside::SlidingCircuits circuits(arithmetic, kMostConjugateBytes);
    const std::optional<Form> path = circuits.connect(first.element, second.element, stop);
    if (!path) {
      return fmt::format("cyclic sliding takes them into different circuits; all {} in the circuits of the first are known",
                         counted(circuits.size(), "element"));
    }
    by = arithmetic.product(arithmetic.product(first.by, *path, stop), arithmetic.inverse(second.by), stop);
    if (arithmetic.product(u, by, stop) != arithmetic.product(by, v, stop))
      throw InternalError("a conjugator that was found does not conjugate the elements");
    return {};
  }

  std::vector<Component> components_;
  std::vector<Letter> inverses_;
  std::vector<Place> places_;         // of each letter
  std::vector<std::size_t> classes_;  // of conjugate generators, for each letter
};

}  // namespace

std::unique_ptr<const KnownGroup> artin_group_of_finite_type(const Presentation& presentation) {
  const std::optional<ArtinDiagram> diagram = garside::artin_diagram(presentation);
  if (!diagram || diagram->generators.empty()) return nullptr;
  std::vector<Component> components;
  for (const auto& component : diagram->components()) {
    auto simples = garside::SimpleElements::of(diagram->labels_of(component));
    if (!simples) return nullptr;
    std::vector<Letter> generators;
    for (const std::size_t i : component) generators.push_back(diagram->generators[i]);
    components.push_back({std::move(generators), FormArithmetic(std::move(*simples))});
  }
  return std::make_unique<ArtinGroup>(*diagram, std::move(components), presentation.alphabet.inverses);
}

}  // namespace wreath::word
