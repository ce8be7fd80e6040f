// SPDX-License-Identifier: MIT
//
// wreath._wreath.flip: matrix multiplication schemes, for the Python file flip.py.
#include <fmt/format.h>

#include "python/src/flip_scheme.hpp"

namespace wreath::python {

using flip::Ring;
using flip::SchemeFileOptions;

flip::Scheme bits_of(const Scheme& scheme) {
  return flip::require_valid_modulo_2(scheme.scheme, "the scheme");
}

Scheme scheme_of(const flip::Scheme& bits) {
  return {flip::to_rational(bits), Ring::f2};
}

namespace {

using Numbers = py::array_t<std::int64_t, py::array::c_style>;

SchemeFileOptions file_options(const std::string& format, bool c_transposed, const std::string& shape) {
  SchemeFileOptions options{.c_transposed = c_transposed};
  if (!format.empty()) options.format = flip::parse_scheme_format(format);
  if (!shape.empty()) options.shape = flip::open_tensor(shape);
  return options;
}

std::optional<std::string> name_of(const std::optional<Ring>& ring) {
  if (!ring) return std::nullopt;
  return std::string(flip::to_string(*ring));
}

Scheme load(const std::string& path, const SchemeFileOptions& options, bool verify, RunControl& run) {
  if (!verify) return {flip::read_unverified(path, options, &run), std::nullopt};
  flip::VerifiedScheme file = flip::read_rational_scheme(path, options, &run);
  return {std::move(file.scheme), file.ring};
}

void save(const Scheme& scheme, const std::string& path, const SchemeFileOptions& options) {
  if (!scheme.ring) throw InputError("the scheme is not verified: call verify() before you save it");
  flip::write_scheme(path, scheme.scheme, *scheme.ring, options);
}

// --- arrays: one row of numerators and one of denominators for each summand

Scheme from_arrays(const std::string& shape_text, const std::array<Numbers, 3>& numerators,
                   const std::array<Numbers, 3>& denominators) {
  Scheme made;
  const flip::Shape shape = made.scheme.shape = flip::open_tensor(shape_text);
  made.scheme.summands.resize(static_cast<std::size_t>(numerators[0].shape(0)));
  for (unsigned position = 0; position < 3; ++position) {
    const auto above = numerators[position].unchecked<2>();
    const auto below = denominators[position].unchecked<2>();
    if (above.shape(0) != numerators[0].shape(0) || above.shape(1) != shape.bits(position))
      throw InputError(fmt::format("factor {} of a {} scheme of rank {} must be an array of {} x {}; this one is {} x {}",
                                   "uvw"[position], shape_text, numerators[0].shape(0), numerators[0].shape(0),
                                   shape.bits(position), above.shape(0), above.shape(1)));
    for (py::ssize_t r = 0; r < above.shape(0); ++r) {
      flip::Row& row = made.scheme.summands[static_cast<std::size_t>(r)][position];
      for (py::ssize_t k = 0; k < above.shape(1); ++k) row.push_back(flip::make_rational(above(r, k), below(r, k)));
    }
  }
  return made;
}

py::tuple factors_of(const Scheme& scheme, unsigned position) {
  const auto rank = static_cast<py::ssize_t>(scheme.scheme.rank());
  const auto entries = static_cast<py::ssize_t>(scheme.scheme.shape.bits(position));
  Numbers numerators({rank, entries});
  Numbers denominators({rank, entries});
  auto above = numerators.mutable_unchecked<2>();
  auto below = denominators.mutable_unchecked<2>();
  for (py::ssize_t r = 0; r < rank; ++r) {
    const flip::Row& row = scheme.scheme.summands[static_cast<std::size_t>(r)][position];
    for (py::ssize_t k = 0; k < entries; ++k) {
      above(r, k) = row[static_cast<std::size_t>(k)].numerator;
      below(r, k) = row[static_cast<std::size_t>(k)].denominator;
    }
  }
  return py::make_tuple(numerators, denominators);
}

// --- questions

/// Over the ring of that name; an empty name takes the least ring in which it is right.
Scheme verified(const Scheme& scheme, const std::string& ring_name) {
  if (ring_name.empty()) {
    const Ring least = flip::require_right_somewhere(scheme.scheme, "the scheme");
    return {scheme.scheme, scheme.ring == Ring::f2 || scheme.ring == Ring::f3 ? *scheme.ring : least};
  }
  flip::VerifiedScheme found = flip::require_right_over(flip::parse_ring(ring_name), scheme.scheme, "the scheme");
  return {std::move(found.scheme), found.ring};
}

py::tuple lift(const Scheme& scheme, std::uint64_t seed, unsigned tries, unsigned threads, const Limits& limits) {
  const flip::RationalScheme bits =
      call_once([&] { return flip::require_right_over(Ring::f2, scheme.scheme, "the scheme").scheme; });
  flip::Lift found;
  const StopReason why = call(limits, [&](RunControl& run) { found = flip::lift(bits, {seed, tries, threads}, &run); });
  std::optional<Scheme> lifted;
  if (found.scheme) lifted = Scheme{*found.scheme, found.ring};
  const Report report = flip::lift_report("the scheme", bits, found, "", why != StopReason::none);
  return py::make_tuple(lifted, report.json(), std::string(to_string(why)));
}

/// The scheme with the smallest coefficients that were found.
Scheme simplify(const Scheme& scheme, const flip::SimplifyOptions& options, const Limits& limits) {
  flip::Simplified found;
  call(limits, [&](RunControl& run) { found = flip::simplify(scheme.scheme, options, &run); });
  return {std::move(found.scheme), found.ring};
}

Scheme derive(const std::string& how, const std::vector<Scheme>& inputs, const std::optional<std::string>& shape, bool outer,
              const std::string& along, const std::string& sides, bool reduce) {
  flip::DeriveOptions options{.outer = outer, .along = along, .sides = sides, .reduce = reduce};
  if (shape) options.shape = flip::open_tensor(*shape);
  return call_once([&] {
    std::vector<flip::KnownScheme> known;
    for (const Scheme& input : inputs) known.push_back({input.scheme, *verified(input, "").ring, "the scheme"});
    flip::DerivedScheme derived = flip::derive(flip::parse_derivation(how), known, options);
    return Scheme{std::move(derived.scheme), derived.ring};
  });
}

/// The schemes of a folder, or one file's, and a sentence for each file that was skipped.
py::tuple open_schemes(const std::string& path) {
  flip::SchemeFolder folder;
  call({}, [&](RunControl& run) { folder = flip::open_schemes(path, {}, &run); });
  py::list schemes;
  py::list skipped;
  for (flip::KnownScheme& known : folder.schemes) schemes.append(Scheme{std::move(known.scheme), known.ring});
  for (const flip::SkippedFile& file : folder.skipped) skipped.append(Error(file.reason).text(OptionStyle::keyword));
  return py::make_tuple(schemes, skipped);
}

/// Moves as text, flips, pluses, and the greatest rank on the way; found, or those of the text, checked.
py::tuple path(const Scheme& from, const Scheme& to, const std::optional<std::string>& moves) {
  flip::Path found;
  call({}, [&](RunControl& run) {
    const flip::Scheme first = bits_of(from);
    const flip::Scheme last = bits_of(to);
    found = moves ? flip::verify_path(first, last, flip::parse_path(*moves, "moves"), "moves", &run)
                  : flip::find_path(first, last, &run);
  });
  return py::make_tuple(flip::print_path(found), found.flips(), found.pluses(), found.greatest_rank);
}

/// The map as JSON; None if the schemes are not equivalent.
std::optional<std::string> equivalence(const Scheme& first, const Scheme& second) {
  flip::Equivalence found;
  call({}, [&](RunControl& run) { found = flip::find_equivalence(bits_of(first), bits_of(second), &run); });
  return found.map ? std::optional(flip::map_report(*found.map).json()) : std::nullopt;
}

/// The report as JSON.
std::string automorphisms(const Scheme& scheme) {
  flip::Automorphisms found;
  call({}, [&](RunControl& run) { found = flip::find_automorphisms(bits_of(scheme), &run); });
  return flip::automorphisms_report("the scheme", bits_of(scheme), found).json();
}

py::dict ranks_of(const flip::KnownRanks& known) {
  py::dict ranks;
  for (const Ring ring : {Ring::f2, Ring::integers, Ring::ternary, Ring::rationals})
    ranks[py::str(std::string(flip::to_string(ring)))] = known.in(ring);
  return ranks;
}

py::object records(const std::string& shape) {
  if (!shape.empty()) {
    const auto known = flip::known_ranks(flip::open_tensor(shape));
    return known ? py::object(ranks_of(*known)) : py::object(py::none());
  }
  py::dict all;
  for (const auto* table : {&flip::known_ranks(), &flip::known_tensor_ranks()}) {
    for (const flip::KnownRanks& known : *table) all[py::str(to_string(known.shape))] = ranks_of(known);
  }
  return all;
}

void bind_scheme(py::module_& m) {
  py::class_<Scheme> scheme(m, "Scheme");
  scheme.def_static(
      "load", [](const std::string& path, const std::string& format, bool c_transposed, const std::string& shape, bool verify) {
        const SchemeFileOptions options = file_options(format, c_transposed, shape);
        Scheme loaded;
        call({}, [&](RunControl& run) { loaded = load(path, options, verify, run); });
        return loaded;
      });
  scheme.def_static("from_arrays", &from_arrays);
  scheme.def("save", [](const Scheme& self, const std::string& path, const std::string& format, bool c_transposed) {
    const SchemeFileOptions options = file_options(format, c_transposed, "");
    call_once([&] { save(self, path, options); });
  });
  scheme.def_property_readonly("shape", [](const Scheme& self) -> py::object {
    const flip::Shape& shape = self.scheme.shape;
    return shape.is_matrices() ? py::object(py::make_tuple(shape.n, shape.m, shape.p)) : py::object(py::str(to_string(shape)));
  });
  scheme.def_property_readonly("rank", [](const Scheme& self) { return self.scheme.rank(); });
  scheme.def_property_readonly("ring", [](const Scheme& self) { return name_of(self.ring); });
  scheme.def_property_readonly("cost", [](const Scheme& self) {
    const flip::Cost cost = flip::cost_of(self.scheme);
    return py::make_tuple(cost.nonzeros, cost.additions);
  });
  scheme.def("factors", &factors_of);
  scheme.def("verified",
             [](const Scheme& self, const std::string& ring) { return call_once([&] { return verified(self, ring); }); });
  scheme.def("sorted", [](const Scheme& self) { return call_once([&] { return scheme_of(flip::sorted(bits_of(self))); }); });
  scheme.def("equals", [](const Scheme& self, const Scheme& other) { return self.scheme == other.scheme; });
  scheme.def("lift", &lift);
  scheme.def("simplify", [](const Scheme& self, std::uint64_t seed, std::uint64_t walks, std::uint64_t rounds, unsigned threads,
                            const Limits& limits) {
    return simplify(self, {seed, walks, rounds, threads}, limits);
  });
}

}  // namespace

void bind_flip(py::module_& module) {
  py::module_ m = module.def_submodule("flip");
  bind_scheme(m);
  bind_search(m);
  bind_hunt(m);
  m.def("standard", [](const std::string& shape) {
    flip::RationalScheme standard = flip::standard_rational_scheme(flip::open_tensor(shape));
    const Ring ring = flip::ring_of_coefficients(standard);
    return Scheme{std::move(standard), ring};
  });
  m.def("open_schemes", &open_schemes);
  m.def("derive", &derive);
  m.def("path", &path);
  m.def("equivalence", &equivalence);
  m.def("automorphisms", &automorphisms);
  m.def("records", &records);
}

}  // namespace wreath::python
