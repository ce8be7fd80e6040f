// SPDX-License-Identifier: MIT
//
// wreath._wreath.flip: schemes of matrix multiplication, for the Python file flip.py.
#include <fmt/format.h>

#include "flip/derive.hpp"
#include "flip/lift.hpp"
#include "flip/path.hpp"
#include "flip/records.hpp"
#include "python/src/flip_scheme.hpp"

namespace wreath::python {

using flip::RationalScheme;
using flip::Ring;
using format::SchemeFileOptions;
using format::SchemeFormat;

flip::Scheme bits_of(const Scheme& scheme) {
  flip::Scheme bits = flip::reduce_modulo_2(scheme.scheme, "the scheme");
  flip::require_valid(bits, "the scheme");
  return bits;
}

Scheme scheme_of(const flip::Scheme& bits) {
  return {flip::to_rational(bits), Ring::f2};
}

namespace {

using Numbers = py::array_t<std::int64_t, py::array::c_style>;

SchemeFileOptions file_options(const std::string& format, bool c_transposed, const std::string& shape) {
  SchemeFileOptions options;
  if (format == "txt") {
    options.format = SchemeFormat::text;
  } else if (format == "json") {
    options.format = SchemeFormat::json;
  } else if (format == "exp") {
    options.format = SchemeFormat::exp;
  } else if (format == "npy") {
    options.format = SchemeFormat::npy;
  } else if (!format.empty()) {
    throw InputError(fmt::format("there is no format '{}': they are txt, json, exp and npy", format));
  }
  options.c_transposed = c_transposed;
  if (!shape.empty()) options.shape = flip::parse_shape(shape);
  return options;
}

Ring parse_ring(const std::string& name) {
  for (const Ring ring : {Ring::f2, Ring::ternary, Ring::integers, Ring::rationals})
    if (name == flip::to_string(ring)) return ring;
  throw InputError(fmt::format("there is no ring '{}': they are F2, ZT (coefficients -1, 0, 1), Z and Q", name));
}

std::optional<std::string> name_of(const std::optional<Ring>& ring) {
  if (!ring) return std::nullopt;
  return std::string(flip::to_string(*ring));
}

Scheme load(const std::string& path, const SchemeFileOptions& options, bool verify) {
  if (!verify) return {format::read_unverified(path, options), std::nullopt};
  format::SchemeFile file = format::read_rational_scheme(path, options);
  return {std::move(file.scheme), file.ring};
}

void save(const Scheme& scheme, const std::string& path, const SchemeFileOptions& options) {
  if (!scheme.ring) throw InputError("the scheme is not verified: call verify() before it is written");
  format::write_scheme(path, scheme.scheme, *scheme.ring, options);
}

// --- arrays: one row of numerators and one of denominators for each summand

Scheme from_arrays(const std::string& shape_text, const std::array<Numbers, 3>& numerators,
                   const std::array<Numbers, 3>& denominators) {
  Scheme made;
  const flip::Shape shape = made.scheme.shape = flip::parse_shape(shape_text);
  made.scheme.summands.resize(static_cast<std::size_t>(numerators[0].shape(0)));
  for (unsigned position = 0; position < 3; ++position) {
    const auto above = numerators[position].unchecked<2>();
    const auto below = denominators[position].unchecked<2>();
    if (above.shape(0) != numerators[0].shape(0) || above.shape(1) != shape.bits(position))
      throw InputError(fmt::format("factor {} of a {} scheme of rank {} is an array of {} x {}, and this one is {} x {}",
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

/// As the command line's --ring; an empty name takes the least ring in which it is right.
Scheme verified(const Scheme& scheme, const std::string& ring_name) {
  const std::string name = "the scheme";
  const Ring least = flip::require_right_somewhere(scheme.scheme, name);
  if (ring_name.empty()) return {scheme.scheme, scheme.ring == Ring::f2 ? Ring::f2 : least};
  const Ring ring = parse_ring(ring_name);
  if (ring == Ring::f2) return scheme_of(bits_of(scheme));
  flip::require_valid(scheme.scheme, name);
  if (least > ring)
    throw InputError(fmt::format("the scheme is right over {}, and its coefficients are not all in {}",
                                 least == Ring::integers ? "Z" : "Q", ring == Ring::ternary ? "-1, 0, 1" : "Z"));
  return {scheme.scheme, least};
}

py::tuple lift(const Scheme& scheme, std::uint64_t seed, unsigned tries, unsigned threads, const Limits& limits) {
  const flip::Scheme bits = call_once([&] { return bits_of(scheme); });
  flip::Lift found;
  const StopReason why = call(limits, [&](RunControl& run) { found = flip::lift(bits, {seed, tries, threads}, run); });
  std::optional<Scheme> lifted;
  if (found.scheme) {
    call_once([&] { flip::require_valid(*found.scheme, "the lift"); });
    lifted = Scheme{*found.scheme, found.ring};
  }
  return py::make_tuple(lifted, found.power, found.impossible, found.no_ternary, found.tries, std::string(to_string(why)));
}

std::vector<RationalScheme> schemes_in(std::span<const Scheme> inputs) {
  std::vector<RationalScheme> schemes;
  for (const Scheme& input : inputs) schemes.push_back(input.scheme);
  return schemes;
}

template <class Derive>
Scheme derive(const std::vector<Scheme>& inputs, bool reduce, const Derive& how) {
  return call_once([&] {
    std::vector<flip::KnownScheme> known;
    for (const Scheme& input : inputs) known.push_back({input.scheme, *verified(input, "").ring, "the scheme"});
    flip::DerivedScheme derived = flip::derive(known, reduce, how);
    return Scheme{std::move(derived.scheme), derived.ring};
  });
}

/// Moves as text, flips, pluses, and the greatest rank on the way; found, or those of the text, checked.
py::tuple path(const Scheme& from, const Scheme& to, const std::optional<std::string>& moves) {
  flip::Path found;
  call_once([&] {
    const flip::Scheme first = bits_of(from);
    const flip::Scheme last = bits_of(to);
    found.moves = moves ? flip::parse_path(*moves, "moves") : flip::find_path(first, last).moves;
    found = flip::check_path(first, last, found.moves, moves ? "moves" : "the path");
  });
  return py::make_tuple(flip::print_path(found), found.flips(), found.pluses(), found.greatest_rank);
}

py::dict ranks_of(const flip::KnownRanks& known) {
  py::dict ranks;
  for (const Ring ring : {Ring::f2, Ring::integers, Ring::ternary, Ring::rationals})
    ranks[py::str(std::string(flip::to_string(ring)))] = known.in(ring);
  return ranks;
}

py::object records(const std::string& shape) {
  if (!shape.empty()) {
    const auto known = flip::known_ranks(flip::parse_shape(shape));
    return known ? py::object(ranks_of(*known)) : py::object(py::none());
  }
  py::dict all;
  for (const flip::KnownRanks& known : flip::known_ranks()) all[py::str(to_string(known.shape))] = ranks_of(known);
  return all;
}

void bind_scheme(py::module_& m) {
  py::class_<Scheme> scheme(m, "Scheme");
  scheme.def_static(
      "load", [](const std::string& path, const std::string& format, bool c_transposed, const std::string& shape, bool verify) {
        const SchemeFileOptions options = file_options(format, c_transposed, shape);
        return call_once([&] { return load(path, options, verify); });
      });
  scheme.def_static("from_arrays", &from_arrays);
  scheme.def("save", [](const Scheme& self, const std::string& path, const std::string& format, bool c_transposed) {
    const SchemeFileOptions options = file_options(format, c_transposed, "");
    call_once([&] { save(self, path, options); });
  });
  scheme.def_property_readonly(
      "shape", [](const Scheme& self) { return py::make_tuple(self.scheme.shape.n, self.scheme.shape.m, self.scheme.shape.p); });
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
  scheme.def("lift", [](const Scheme& self, std::uint64_t seed, unsigned tries, unsigned threads, const py::object& time) {
    return lift(self, seed, tries, threads, Limits(time, py::none()));
  });
}

void bind_derive(py::module_& m) {
  m.def("extend", [](const Scheme& scheme, const std::string& shape, bool reduce) {
    return derive({scheme}, reduce, [&](const auto& inputs) { return flip::extend(inputs[0], flip::parse_shape(shape)); });
  });
  m.def("project", [](const Scheme& scheme, const std::string& shape, bool reduce) {
    return derive({scheme}, reduce, [&](const auto& inputs) { return flip::project(inputs[0], flip::parse_shape(shape)); });
  });
  m.def("permute", [](const Scheme& scheme, const std::string& order, bool reduce) {
    return derive({scheme}, reduce, [&](const auto& inputs) { return flip::permute(inputs[0], order); });
  });
  m.def("merge", [](const Scheme& first, const Scheme& second, const std::string& along, bool reduce) {
    if (along.size() != 1) throw InputError("merge needs the side along which to join: along='n', 'm' or 'p'");
    return derive({first, second}, reduce, [&](const auto& inputs) { return flip::merge(inputs[0], inputs[1], along[0]); });
  });
  m.def("product", [](const Scheme& first, const Scheme& second, bool reduce) {
    return derive({first, second}, reduce, [&](const auto& inputs) { return flip::product(inputs[0], inputs[1]); });
  });
  m.def("blocks", [](const Scheme& outer, const std::string& text, std::vector<Scheme> parts, bool reduce) {
    const flip::Shape shape = flip::parse_shape(text);
    std::vector<Scheme> inputs{outer};  // and of the parts those that are used
    for (const flip::BlockProducts& products : flip::block_products(outer.scheme, shape, schemes_in(parts)))
      if (products.scheme) inputs.push_back(parts[*products.scheme]);
    return derive(inputs, reduce, [&](const auto& used) { return flip::blocks(used[0], shape, used.subspan(1)); });
  });
}

}  // namespace

void bind_flip(py::module_& module) {
  py::module_ m = module.def_submodule("flip");
  bind_scheme(m);
  bind_derive(m);
  bind_search(m);
  m.def("standard", [](const std::string& shape) {
    return Scheme{flip::to_rational(flip::standard_scheme(flip::parse_shape(shape))), Ring::ternary};
  });
  m.def("scheme_files_in", &format::required_scheme_files_in);
  m.def("path", &path);
  m.def("records", &records);
}

}  // namespace wreath::python
