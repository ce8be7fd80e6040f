// SPDX-License-Identifier: MIT
//
// Sources: Coxeter and Moser, "Generators and relations for discrete groups" (triangle, Coxeter, braid, symmetric, alternating
// and dicyclic groups); Epstein et al., "Word processing in groups" (which of these are automatic); Johnson, "Presentations of
// groups" (Fibonacci groups); Riley, "A quadratic parabolic group" (figure-eight knot); Swan, "Generators and relations for
// certain special linear groups" (Picard group); Chinburg, Friedman, Jones and Reid, "The arithmetic hyperbolic 3-manifold of
// smallest volume" (Weeks manifold); Cannon, Floyd and Parry, "Introductory notes on Richard Thompson's groups"; Higman, "A
// finitely generated infinite simple group". The surface's relator is a*b*a^-1*b^-1*..., whose automata with the order
// a,A,b,B,... are the known answers of docs/measured/word.md.
#include "word/families/families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "core/text/named_input.hpp"
#include "core/text/names.hpp"
#include "core/text/text_reader.hpp"
#include "core/text/units.hpp"
#include "core/words/parse_presentation.hpp"
#include "wreath/run.hpp"

namespace wreath::word {

namespace {

using Texts = std::vector<std::string>;

constexpr std::int64_t kMaxNumber = 100'000;  // an exponent, or a number of generators that is refused later
constexpr std::int64_t kAny = -kMaxNumber;

/// What follows the family's name: numbers, and where each was found.
class Arguments {
 public:
  Arguments(TextReader& reader, std::size_t count) : reader_(reader) {
    if (count > 0) {
      reader.expect(":", "the name of a group, before its arguments");
      do take();
      while (reader.take(","));
    }
    if (!reader.at_end()) reader.fail_expected(count > 1 ? "',' or the end" : "the end");
    if (numbers_.size() == count) return;
    reader.fail(places_.back(), fmt::format("expected {}, found {}", counted(count, "argument"), numbers_.size()));
  }

  /// Argument i, which the message calls `what` and which must be between the two bounds.
  std::int64_t get(std::size_t i, std::string_view what, std::int64_t least, std::int64_t most = kMaxNumber) const {
    if (infinite_[i]) reader_.fail(places_[i], fmt::format("{} must be a number, not inf", what));
    if (numbers_[i] < least) reader_.fail(places_[i], fmt::format("{} must be at least {}, not {}", what, least, numbers_[i]));
    if (numbers_[i] > most) reader_.fail(places_[i], fmt::format("{} may be at most {}, not {}", what, most, numbers_[i]));
    return numbers_[i];
  }
  /// The same for an order: 0, which may be written inf, if there is no relation.
  std::int64_t order(std::size_t i, std::string_view what) const { return infinite_[i] ? 0 : get(i, what, 0); }
  [[noreturn]] void fail(std::size_t i, std::string_view message) const { reader_.fail(places_[i], message); }

 private:
  void take() {
    places_.push_back(reader_.skip_space());
    infinite_.push_back(reader_.take("inf"));
    numbers_.push_back(infinite_.back() ? 0 : reader_.take_integer("an argument of the family", kMaxNumber));
  }

  TextReader& reader_;
  std::vector<std::int64_t> numbers_;
  std::vector<bool> infinite_;
  std::vector<std::size_t> places_;
};

std::string presentation(const Texts& generators, const Texts& relators) {
  return fmt::format("<{} | {}>", fmt::join(generators, ","), fmt::join(relators, ", "));
}
/// "a^5", or nothing at all for the power 0, which stands for an infinite order.
void add_power(Texts& relators, std::string_view base, std::int64_t exponent) {
  if (exponent != 0) relators.push_back(fmt::format("{}^{}", base, exponent));
}

std::string free_text(const Arguments& arguments) {
  const Texts names = generator_names(arguments.get(0, "the rank", 0, kMaxGenerators));
  return names.empty() ? std::string(kTrivialText) : presentation(names, {});
}

std::string abelian_text(const Arguments& arguments) {
  const Texts names = generator_names(arguments.get(0, "the rank", 0, kMaxGenerators));
  if (names.empty()) return std::string(kTrivialText);
  Texts relators;
  for (std::size_t j = 0; j < names.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) relators.push_back(fmt::format("{0}*{1} = {1}*{0}", names[j], names[i]));
  }
  return presentation(names, relators);
}

std::string surface_text(const Arguments& arguments) {
  const std::int64_t genus = arguments.get(0, "the genus", kAny);
  if (genus == 0) return std::string(kTrivialText);  // the sphere
  const bool orientable = genus > 0;
  const std::int64_t size = arguments.get(0, "the genus", -kMaxGenerators, kMaxGenerators / 2);
  const Texts names = generator_names(orientable ? 2 * size : -size);
  std::string relator;
  for (std::size_t i = 0; i < names.size(); i += orientable ? 2 : 1) {
    const char* times = i == 0 ? "" : "*";
    relator += orientable ? fmt::format("{0}{1}*{2}*{1}^-1*{2}^-1", times, names[i], names[i + 1])
                          : fmt::format("{}{}^2", times, names[i]);
  }
  return presentation(names, {relator});
}

std::string triangle_text(const Arguments& arguments) {
  Texts relators;
  const std::array<const char*, 3> bases{"a", "b", "(a*b)"};
  for (std::size_t i = 0; i < 3; ++i) add_power(relators, bases[i], arguments.order(i, "an order"));
  return presentation({"a", "b"}, relators);
}

std::string cyclic_text(const Arguments& arguments) {
  Texts relators;
  add_power(relators, "a", arguments.order(0, "the order"));
  return presentation({"a"}, relators);
}

std::string dihedral_text(const Arguments& arguments) {
  Texts relators{"b^2", "(a*b)^2"};
  add_power(relators, "a", arguments.order(0, "the number of rotations"));
  return presentation({"a", "b"}, relators);
}

std::string dicyclic_text(const Arguments& arguments) {
  return fmt::format("<a,b | a^{} = b^2, a*b*a = b>", arguments.get(0, "n", 1));
}

std::string free_product_text(const Arguments& arguments) {
  Texts relators;
  add_power(relators, "a", arguments.order(0, "an order"));
  add_power(relators, "b", arguments.order(1, "an order"));
  return presentation({"a", "b"}, relators);
}

/// A_n on the 3-cycles (i, n-1, n).
std::string alternating_text(const Arguments& arguments) {
  const std::int64_t degree = arguments.get(0, "the degree", 1, kMaxGenerators);
  if (degree < 3) return std::string(kTrivialText);
  const Texts names = generator_names(degree - 2);
  Texts relators;
  for (std::size_t j = 0; j < names.size(); ++j) {
    relators.push_back(fmt::format("{}^3", names[j]));
    for (std::size_t i = 0; i < j; ++i) relators.push_back(fmt::format("({}*{})^2", names[i], names[j]));
  }
  return presentation(names, relators);
}

std::string fibonacci_text(const Arguments& arguments) {
  const std::int64_t r = arguments.get(0, "r", 1, 1000);
  const Texts names = generator_names(arguments.get(1, "n", 1, kMaxGenerators));
  Texts relators;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string left = names[i];
    for (std::size_t k = 1; k < static_cast<std::size_t>(r); ++k) left += "*" + names[(i + k) % names.size()];
    relators.push_back(fmt::format("{} = {}", left, names[(i + static_cast<std::size_t>(r)) % names.size()]));
  }
  return presentation(names, relators);
}

std::string torus_knot_text(const Arguments& arguments) {
  return fmt::format("<a,b | a^{} = b^{}>", arguments.get(0, "p", 1), arguments.get(1, "q", 1));
}

std::string baumslag_solitar_text(const Arguments& arguments) {
  const std::int64_t m = arguments.get(0, "m", kAny);
  const std::int64_t n = arguments.get(1, "n", kAny);
  if (m == 0) arguments.fail(0, "m must not be 0");
  if (n == 0) arguments.fail(1, "n must not be 0");
  return fmt::format("<a,t | t*a^{} = a^{}*t>", m, n);
}

std::string higman_text(const Arguments& arguments) {
  const Texts names = generator_names(arguments.get(0, "the number of generators", 2, kMaxGenerators));
  Texts relators;
  for (std::size_t i = 0; i < names.size(); ++i)
    relators.push_back(fmt::format("{0}*{1} = {1}^2*{0}", names[i], names[(i + 1) % names.size()]));
  return presentation(names, relators);
}

struct Family {
  FamilyInfo info;
  std::size_t arguments;
  std::function<std::string(const Arguments&)> text;
  std::string (*diagram)(TextReader&) = nullptr;  // for those whose argument is a diagram
};

/// A group without parameters.
Family one(std::string_view name, std::string_view description, std::string text) {
  return {{name, "", description}, 0, [text = std::move(text)](const Arguments&) { return text; }};
}

const std::vector<Family>& table() {
  static const std::vector<Family> all{
      {{"free", "n", "free group of rank n"}, 1, free_text},
      {{"abelian", "n", "free abelian group of rank n"}, 1, abelian_text},
      {{"surface", "g", "closed surface of genus g; -k: connected sum of k projective planes (-2: Klein bottle)"},
       1,
       surface_text},
      {{"triangle", "p,q,r", "von Dyck group <a,b | a^p, b^q, (ab)^r>; 0 or inf: no relation"}, 3, triangle_text},
      {{"coxeter", "m,m,...",
        "Coxeter group of a linear diagram (coxeter:5,3,5), or of n:i-j=m,... (coxeter:3:1-2=7,2-3,1-3=inf)"},
       0,
       {},
       coxeter_text},
      {{"artin", "m,m,...", "Artin group of a diagram, written as for coxeter"}, 0, {}, artin_text},
      {{"raag", "n:i-j,...", "right-angled Artin group: n generators; two commute if an edge joins them"}, 0, {}, raag_text},
      {{"braid", "n", "braid group on n strands"}, 0, {}, braid_text},
      {{"symmetric", "n", "symmetric group on n points, generated by adjacent transpositions"}, 0, {}, symmetric_text},
      {{"alternating", "n", "alternating group on n points, generated by n-2 cycles of length 3"}, 1, alternating_text},
      {{"cyclic", "n", "cyclic group of order n; 0 or inf: the integers"}, 1, cyclic_text},
      {{"dihedral", "n", "dihedral group of order 2n; 0 or inf: the infinite one"}, 1, dihedral_text},
      {{"dicyclic", "n", "dicyclic (generalised quaternion) group of order 4n"}, 1, dicyclic_text},
      {{"free-product", "p,q", "free product of cyclic groups of orders p and q; 0 or inf: the integers"}, 2, free_product_text},
      {{"fibonacci", "r,n", "Fibonacci group F(r,n): n generators in a circle; the product of r in a row is the next"},
       2,
       fibonacci_text},
      {{"torusknot", "p,q", "group of the torus knot (p,q): <a,b | a^p = b^q>"}, 2, torus_knot_text},
      {{"baumslag-solitar", "m,n", "<a,t | t*a^m*t^-1 = a^n>; not automatic unless |m| = |n|"}, 2, baumslag_solitar_text},
      {{"higman", "n", "Higman group: n generators in a circle, each conjugates the next to its square; trivial for n < 4"},
       1,
       higman_text},
      one("trefoil", "group of the trefoil knot, <a,b | aba = bab>", "<a,b | b*a*b = a*b*a>"),
      one("figure8", "group of the figure-eight knot", "<a,b | a*b^-1*a^-1*b*a = b*a*b^-1*a^-1*b>"),
      one("weeks", "group of the Weeks manifold, the closed orientable hyperbolic 3-manifold of least volume",
          "<a,b | a^2*b^2*a^2*b^-1*a*b^-1, a^2*b^2*a^-1*b*a^-1*b^2>"),
      one("modular", "PSL(2,Z)", "<a,b | a^2, b^3>"),
      one("sl2z", "SL(2,Z)", "<a,b | a^4, a^2 = b^3>"),
      one("picard", "PSL(2,Z[i])", "<a,l,t,u | a^2, l^2, (a*l)^2, (t*l)^2, (u*l)^2, (a*t)^3, (u*a*l)^3, t*u = u*t>"),
      one("quaternion", "quaternion group of order 8", "<a,b | a^2 = b^2, a*b*a = b>"),
      one("heisenberg", "3x3 unitriangular integer matrices; nilpotent, not automatic",
          "<a,b,c | a*b = b*a*c, a*c = c*a, b*c = c*b>"),
      one("thompson", "Thompson's group F; not known to be automatic", "<a,b | [a*b^-1, a^-1*b*a], [a*b^-1, a^-2*b*a^2]>"),
  };
  return all;
}

/// '-' belongs to names here.
std::string_view name_of(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  const std::string_view rest = without_builtin(text.substr(start));
  return rest.substr(0, rest.find_first_of(": \t\r\n"));
}

const Family* find_family(std::string_view text) {
  const std::string_view name = name_of(text);
  const auto found = std::find_if(table().begin(), table().end(), [&](const Family& family) { return family.info.name == name; });
  return found == table().end() ? nullptr : &*found;
}

}  // namespace

std::string FamilyInfo::usage() const {
  return arguments.empty() ? std::string(name) : fmt::format("{}:{}", name, arguments);
}

std::span<const FamilyInfo> families() {
  static const std::vector<FamilyInfo> infos = [] {
    std::vector<FamilyInfo> collected;
    for (const Family& family : table()) collected.push_back(family.info);
    return collected;
  }();
  return infos;
}

bool is_family(std::string_view text) {
  return find_family(text) != nullptr;
}

bool is_group_name(std::string_view text) {
  const Family* family = find_family(text);
  if (family == nullptr) return false;
  return family->info.arguments.empty() || without_builtin(text).find(':') != std::string_view::npos;
}

std::string family_hint(std::string_view text) {
  Texts names;
  for (const FamilyInfo& info : families()) names.emplace_back(info.name);
  const std::string near = did_you_mean(without_builtin(text), names);
  return near.empty() ? fmt::format("; the families are {}", fmt::join(names, ", ")) : near;
}

std::string family_text(std::string_view text, std::string_view source) {
  TextReader reader(text, source);
  const Family* family = find_family(text);
  if (family == nullptr) {
    reader.fail(reader.skip_space(),
                fmt::format("'{}' is not a family of groups{}", TextReader::shown(name_of(text)), family_hint(text)));
  }
  reader.go_to(static_cast<std::size_t>(name_of(text).data() - text.data()) + family->info.name.size());
  if (reader.at_end() && !family->info.arguments.empty())
    reader.fail(reader.at(), fmt::format("'{0}' needs arguments: {0}:{1}", family->info.name, family->info.arguments));
  return family->diagram != nullptr ? family->diagram(reader) : family->text(Arguments(reader, family->arguments));
}

Presentation make_family(std::string_view text, std::string_view source, const GroupReading& reading) {
  Presentation made = parse_presentation(family_text(text, source), source, reading);
  made.name.clear();
  const std::string_view name(name_of(text).data(), text.data() + text.size());
  std::copy_if(name.begin(), name.end(), std::back_inserter(made.name), [](char c) { return c > ' '; });
  return made;
}

}  // namespace wreath::word
