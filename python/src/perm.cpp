// SPDX-License-Identifier: MIT
//
// wreath._wreath.perm: the library's functions over numpy's own memory.
//
// An array is used in place, in a memory map as well: one that the library cannot read as it is (strided, of another byte
// order, not of integers) is rejected with a message, never copied silently. Signed integers are read as the unsigned ones of
// their width: a negative number is then larger than any point, and is reported as what it was.
#include "wreath/perm.hpp"
#include "wreath/perm/orbits.hpp"

#include <fmt/format.h>

#include "core/text/units.hpp"
#include "python/src/common.hpp"
#include "python/src/perm_points.hpp"
#include "wreath/perm/expression.hpp"

namespace wreath::python {

namespace {

using perm::PointError;

std::size_t size_of(const py::array& array) {
  return static_cast<std::size_t>(array.size());
}

std::size_t width_of(const py::array& array) {
  return static_cast<std::size_t>(array.itemsize());
}

std::string name_of(const py::dtype& dtype) {
  return py::str(static_cast<const py::object&>(dtype));
}

bool is_signed(const py::array& array) {
  return array.dtype().kind() == 'i';
}

void require_plain(const py::array& array, const char* name) {
  if (array.ndim() != 1) throw py::type_error(fmt::format("{} has {} dimensions; expected one", name, array.ndim()));
  if (array.size() > 1 && array.strides(0) != array.itemsize())
    throw py::type_error(fmt::format("{} is not contiguous; give numpy.ascontiguousarray({}), which copies it", name, name));
  if (!array.dtype().attr("isnative").cast<bool>())
    throw py::type_error(fmt::format(
        "{} does not have the native byte order; give {}.astype({}.dtype.newbyteorder('=')), which copies it", name, name, name));
  if (array.size() != 0 && !array.attr("flags").attr("aligned").cast<bool>())
    throw py::type_error(fmt::format("{} is not aligned to its item size; give {}.copy()", name, name));
}

/// Throws TypeError if the array cannot be read as points.
void require_points(const py::array& array, const char* name) {
  require_plain(array, name);
  const char kind = array.dtype().kind();
  if (kind != 'u' && kind != 'i') {
    throw py::type_error(
        fmt::format("{} is an array of {}; points are integers of 1, 2, 4 or 8 bytes", name, name_of(array.dtype())));
  }
}

/// Throws TypeError if the array cannot be moved as bytes.
void require_values(const py::array& array, const char* name) {
  require_plain(array, name);
  if (array.dtype().attr("hasobject").cast<bool>())
    throw py::type_error(fmt::format("{} holds Python objects; only plain values of at most 64 bytes are supported", name));
}

bool overlap(const py::array& one, const py::array& other) {
  const auto* a = static_cast<const std::byte*>(one.data());
  const auto* b = static_cast<const std::byte*>(other.data());
  return a < b + other.nbytes() && b < a + one.nbytes();
}

enum class Place { apart, in_place };  // whether the result may be x itself

/// The array for the result: a new one, or the caller's, which must fit.
py::array result_array(const py::object& out, const py::dtype& dtype, std::size_t size) {
  if (out.is_none()) return py::array(dtype, static_cast<py::ssize_t>(size));
  if (!py::isinstance<py::array>(out)) throw py::type_error("out must be a numpy array");
  auto array = py::reinterpret_borrow<py::array>(out);
  require_plain(array, "out");
  if (!array.writeable()) throw InputError("out is read-only");
  if (!array.dtype().is(dtype) && !array.dtype().equal(dtype)) {
    throw py::type_error(fmt::format("out is an array of {}; the result is one of {}", name_of(array.dtype()), name_of(dtype)));
  }
  if (size_of(array) != size)
    throw InputError(fmt::format("out has {}; the result has {}", plural(size_of(array), "point"), size));
  return array;
}

void keep_apart(const py::array& out, const py::array& input, const char* name, Place place = Place::apart) {
  if (!overlap(out, input)) return;
  const bool same = out.data() == input.data() && out.nbytes() == input.nbytes();
  if (place == Place::in_place && same) return;
  throw InputError(fmt::format("out shares memory with {}; leave it out, or give another array", name));
}

template <class Body>
auto with_width(std::size_t width, const Body& body) {
  switch (width) {
    case 1: return body(std::uint8_t{});
    case 2: return body(std::uint16_t{});
    case 4: return body(std::uint32_t{});
    default: return body(std::uint64_t{});
  }
}

template <class Point>
std::span<const Point> span_of(const py::array& array) {
  return {static_cast<const Point*>(array.data()), size_of(array)};
}

/// How to compute, as Python says it.
struct How {
  perm::Options options;

  How(const std::string& backend, const std::string& method, unsigned threads)
      : options{.machine = machine_of(backend, threads), .method = perm::parse_method(method)} {}
};

enum class Calls {
  once,      // work that does not ask whether to stop: its result may lie where its input was
  stoppable  // work that a signal may stop and that then restarts: its result must be a separate array
};

/// Calls work(points of x, run) without the GIL, so that it may touch spans only; a point error names values as they stand in
/// the array.
template <class Work>
void compute(const py::array& x, const Work& work, Calls calls = Calls::once) {
  translating_points(width_of(x), is_signed(x), [&] {
    with_width(width_of(x), [&]<class Point>(Point) {
      const std::span<const Point> points = span_of<Point>(x);
      if (calls == Calls::once) return call_once([&] { work(points, nullptr); });
      call(Limits(), [&](RunControl& run) { work(points, &run); });
    });
  });
}

/// Room for a result, as the points that it is made of.
class Result {
 public:
  explicit Result(py::array& array) : data_(array.mutable_data()), size_(size_of(array)) {}
  template <class Point>
  std::span<Point> like(std::span<const Point>) const {
    return {static_cast<Point*>(data_), size_};
  }

 private:
  void* data_;
  std::size_t size_;
};

perm::Defect defect_of(const py::array& x, const How& how) {
  require_points(x, "x");
  perm::Defect defect;
  compute(x, [&](auto points, RunControl* run) { defect = perm::find_defect(points, how.options, run); });
  return defect;
}

std::string defect_sentence(const perm::Defect& defect, const py::array& x) {
  return sentence_of(defect, size_of(x), width_of(x), is_signed(x));
}

void require_permutation(const py::array& x, const char* name, const How& how) {
  const perm::Defect defect = defect_of(x, how);
  if (defect) throw InputError(fmt::format("{} is not a permutation: {}", name, defect_sentence(defect, x)));
}

py::object defect(const py::array& x, const How& how) {
  const perm::Defect found = defect_of(x, how);
  return found ? py::str(defect_sentence(found, x)) : py::object(py::none());
}

py::array random(py::array x, std::uint64_t seed, const How& how) {
  require_points(x, "x");
  if (is_signed(x) && x.size() != 0 && (size_of(x) - 1) >> (8 * width_of(x) - 1) != 0)
    throw InputError(fmt::format("{} points do not fit in {}", x.size(), name_of(x.dtype())));
  const Result result(x);
  compute(
      x, [&](auto points, RunControl* run) { perm::random(result.like(points), seed, how.options, run); }, Calls::stoppable);
  return x;
}

py::array multiply(const py::array& x, const py::array& y, const py::object& out, const How& how) {
  require_points(x, "x");
  require_values(y, "y");
  py::array z = result_array(out, y.dtype(), size_of(x));
  keep_apart(z, x, "x", width_of(x) == width_of(y) ? Place::in_place : Place::apart);
  keep_apart(z, y, "y");
  const void* values = y.data();
  void* target = z.mutable_data();
  compute(x, [&, count = size_of(y), bytes = width_of(y)](auto points, RunControl* run) {
    perm::multiply_values(points, values, count, target, bytes, how.options, run);
  });
  return z;
}

py::array divide(const py::array& x, const py::array& y, const py::object& out, bool check, const How& how) {
  require_points(x, "x");
  require_values(y, "y");
  if (check && x.size() == y.size()) require_permutation(x, "x", how);
  py::array z = result_array(out, y.dtype(), size_of(x));
  keep_apart(z, x, "x");
  keep_apart(z, y, "y");
  const void* values = y.data();
  void* target = z.mutable_data();
  compute(x, [&, count = size_of(y), bytes = width_of(y)](auto points, RunControl* run) {
    perm::divide_values(points, values, count, target, points.size(), bytes, how.options, run);
  });
  return z;
}

py::array inverse(const py::array& x, const py::object& out, bool check, const How& how) {
  require_points(x, "x");
  if (check) require_permutation(x, "x", how);
  py::array z = result_array(out, x.dtype(), size_of(x));
  keep_apart(z, x, "x", Place::in_place);
  const Result result(z);
  compute(x, [&](auto points, RunControl* run) { perm::inverse(points, result.like(points), how.options, run); });
  return z;
}

/// The least points of the cycles, if there is no exponent.
py::array power(const py::array& x, const std::string& exponent, const py::object& out, bool check, const How& how) {
  require_points(x, "x");
  if (check && (exponent.empty() || exponent[0] == '-')) require_permutation(x, "x", how);
  py::array z = result_array(out, x.dtype(), size_of(x));
  keep_apart(z, x, "x");
  const Result result(z);
  compute(
      x,
      [&, text = std::string_view(exponent)](auto points, RunControl* run) {
        if (text.empty()) return perm::cycle_representatives(points, result.like(points), how.options, run);
        perm::power(points, text, result.like(points), how.options, run);
      },
      Calls::stoppable);
  return z;
}

/// The product of a word of (array, inverted) pairs, all of one type.
py::array evaluate(const std::vector<std::pair<py::array, bool>>& word, const py::object& out, bool check, const How& how) {
  if (word.empty()) throw InputError("an empty product has no number of points");
  const py::array& first = word.front().first;
  for (const auto& [x, inverted] : word) {
    require_points(x, "a factor");
    if (!x.dtype().equal(first.dtype())) {
      throw py::type_error(fmt::format("the factors are arrays of {} and {}; they must have the same type",
                                       name_of(first.dtype()), name_of(x.dtype())));
    }
    if (check && inverted) require_permutation(x, "a factor", how);
  }
  py::array z = result_array(out, first.dtype(), size_of(first));
  for (const auto& letter : word) keep_apart(z, letter.first, "a factor");
  struct Factor {
    const void* points;
    std::size_t size;
    bool inverted;
  };
  std::vector<Factor> factors;
  for (const auto& [x, inverted] : word) factors.push_back({x.data(), size_of(x), inverted});
  const Result result(z);
  compute(
      first,
      [&]<class Point>(std::span<const Point> points, RunControl* run) {
        std::vector<perm::Letter<Point>> letters;
        for (const Factor& x : factors) letters.push_back({{static_cast<const Point*>(x.points), x.size}, x.inverted});
        perm::evaluate<Point>(letters, result.like(points), how.options, run);
      },
      Calls::stoppable);
  return z;
}

/// The labels of the orbits, and the Schreier vector or None.
py::tuple orbits(const std::vector<py::array>& generators, bool schreier, const How& how) {
  if (generators.empty()) throw InputError("orbits need at least one generator");
  const py::array& first = generators.front();
  struct Images {
    const void* points;
    std::size_t size;
  };
  std::vector<Images> images;
  for (const py::array& x : generators) {
    require_points(x, "a generator");
    if (!x.dtype().equal(first.dtype())) {
      throw py::type_error(fmt::format("the generators are arrays of {} and {}; they must have the same type",
                                       name_of(first.dtype()), name_of(x.dtype())));
    }
    if (size_of(x) != size_of(first))
      throw InputError(fmt::format("the generators have {} and {}; they must have the same number",
                                   plural(size_of(first), "point"), size_of(x)));
    images.push_back({x.data(), size_of(x)});
  }
  py::array labels = result_array(py::none(), first.dtype(), size_of(first));
  py::array_t<std::int8_t> vector(static_cast<py::ssize_t>(schreier ? size_of(first) : 0));
  const Result result(labels);
  const std::span<std::int8_t> entries(vector.mutable_data(), size_of(vector));
  compute(
      first,
      [&]<class Point>(std::span<const Point> points, RunControl* run) {
        std::vector<std::span<const Point>> spans;
        for (const Images& x : images) spans.push_back({static_cast<const Point*>(x.points), x.size});
        try {
          perm::orbits<Point>(spans, result.like(points), entries, how.options, run);
        } catch (const LimitReached&) {  // by a signal, which the caller looks at
        }
      },
      Calls::stoppable);
  if (schreier) return py::make_tuple(labels, vector);
  return py::make_tuple(labels, py::none());
}

bool equal(const py::array& x, const py::array& y, const How& how) {
  require_points(x, "x");
  require_points(y, "y");
  if (width_of(x) != width_of(y)) throw py::type_error("x and y have points of different sizes");
  bool same = false;
  const void* others = y.data();
  compute(x, [&, count = size_of(y)]<class Point>(std::span<const Point> points, RunControl*) {
    same = perm::equal(points, std::span(static_cast<const Point*>(others), count), how.options);
  });
  return same;
}

py::list cycle_type(const py::array& x, const How& how) {
  require_permutation(x, "x", how);
  std::vector<perm::CycleCount> type;
  compute(x, [&](auto points, RunControl* run) { type = perm::cycle_type(points, how.options, run); });
  return list_of(type);
}

/// The seconds of one product in the library itself, for bench/python/overhead.py to compare with.
double time_multiply(const py::array_t<std::uint32_t>& x, const py::array_t<std::uint32_t>& y, py::array_t<std::uint32_t> z) {
  const auto points = span_of<std::uint32_t>(x);
  const auto values = span_of<std::uint32_t>(y);
  const std::span<std::uint32_t> target(z.mutable_data(), size_of(z));
  const auto start = std::chrono::steady_clock::now();
  perm::multiply<std::uint32_t, std::uint32_t>(points, values, target);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::string show_value(std::uint64_t value, std::size_t width, bool is_signed) {
  const std::size_t shift = 64 - 8 * width;
  return is_signed ? std::to_string(static_cast<std::int64_t>(value << shift) >> shift) : std::to_string(value);
}

std::string sentence_of(const perm::Defect& defect, std::uint64_t points, std::size_t width, bool is_signed) {
  const std::string value = show_value(defect.value, width, is_signed);
  if (defect.kind == perm::Defect::Kind::out_of_range && value[0] == '-')
    return fmt::format("value {} at index {} is negative", value, defect.index);
  return defect.sentence(points);
}

void throw_point(const PointError& error, std::size_t width) {
  throw InputError(fmt::format("value {} at index {} is not a point: {}", show_value(error.value, width, true), error.index,
                               there_are(error.size, "point")));
}

py::list list_of(const std::vector<perm::CycleCount>& type) {
  py::list list;
  for (const perm::CycleCount& cycles : type) list.append(py::make_tuple(cycles.length, cycles.count));
  return list;
}

void bind_perm(py::module_& module) {
  py::module_ perm_module = module.def_submodule("perm");
  py::class_<How>(perm_module, "How").def(py::init<const std::string&, const std::string&, unsigned>());
  perm_module.def("random", &random);
  perm_module.def("multiply", &multiply);
  perm_module.def("time_multiply", &time_multiply);
  perm_module.def("divide", &divide);
  perm_module.def("inverse", &inverse);
  perm_module.def("orbits", &orbits);
  perm_module.def("power", &power);
  perm_module.def("evaluate", &evaluate);
  perm_module.def("defect", &defect);
  perm_module.def("equal", &equal);
  perm_module.def("cycle_type", &cycle_type);
  perm_module.def("parse_expression", &perm::parse_expression);
  py::class_<perm::Factor>(perm_module, "Factor")
      .def_readonly("name", &perm::Factor::name)
      .def_readonly("exponent", &perm::Factor::exponent);
  bind_perm_device(perm_module);
}

}  // namespace wreath::python
