// SPDX-License-Identifier: MIT
#include "flip/files/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <optional>

#include "core/io/output_file.hpp"
#include "core/text/json.hpp"
#include "core/text/text_reader.hpp"
#include "flip/scheme/rational.hpp"

namespace wreath::flip {

namespace {

constexpr std::int64_t kMostCoefficient = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kMostRank = 1'000'000;

Rational parse_rational(const std::string& text, const std::string& place) {
  TextReader reader(text, place);
  const Rational value = take_entry(reader);
  if (!reader.at_end()) reader.fail_expected("the end of the fraction");
  return value;
}

/// A piece of JSON for a message, whatever bytes are in it.
std::string shown(const Json& value) {
  if (value.is_structured()) return value.is_array() ? "a list" : "an object";  // however deep
  return TextReader::shown(to_text(value));
}

Rational entry_of(const Json& value, std::string_view source, const char* key, std::size_t row, std::size_t column) {
  const auto place = [&] { return fmt::format("{}: \"{}\"[{}][{}]", source, key, row, column); };
  if (value.is_number_integer()) {
    if (value.is_number_unsigned() ? value.get<std::uint64_t>() <= INT64_MAX : value.get<std::int64_t>() > INT64_MIN) {
      return {value.get<std::int64_t>(), 1};
    }
  } else if (value.is_boolean()) {
    return {value.get<bool>() ? 1 : 0, 1};
  } else if (value.is_string()) {
    return parse_rational(value.get<std::string>(), place());
  } else if (value.is_number_float()) {
    if (const auto exact = from_float(value.get<double>())) return *exact;
  }
  throw InputError(fmt::format("{} is {}; it must be an integer, a fraction such as \"1/2\", or a multiple of a power of 1/2",
                               place(), shown(value)));
}

const Json& list_of(const Json& object, const std::string& key, std::string_view source) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) throw InputError(fmt::format("{}: there is no list \"{}\"", source, key));
  return *found;
}

/// The tensor that a file names.
Shape named_tensor(std::string_view name, std::string_view source) {
  try {
    return open_tensor(name);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", source, error.message()));
  }
}

Shape shape_of(const Json& object, std::string_view source) {
  if (const auto name = object.find("tensor"); name != object.end() && name->is_string())
    return named_tensor(name->get<std::string>(), source);
  const auto sizes = object.find("n");
  if (sizes == object.end() || !sizes->is_array() || sizes->size() != 3 ||
      !std::ranges::all_of(*sizes, [](const auto& size) { return size.is_number_unsigned(); })) {
    throw InputError(fmt::format("{}: \"n\" must be the three sizes, such as [4, 4, 4]", source));
  }
  try {
    return parse_large_shape(fmt::format("{}x{}x{}", (*sizes)[0].get<std::uint64_t>(), (*sizes)[1].get<std::uint64_t>(),
                                         (*sizes)[2].get<std::uint64_t>()));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", source, error.message()));
  }
}

}  // namespace

std::optional<Rational> from_float(double value) {
  constexpr double kScale = 1U << 20;
  const double scaled = value * kScale;
  if (!(std::abs(scaled) < 1e15) || scaled != std::floor(scaled)) return std::nullopt;
  return make_rational(static_cast<std::int64_t>(scaled), static_cast<std::int64_t>(kScale));
}

Rational take_entry(TextReader& reader) {
  constexpr std::int64_t kMostDecimals = 1'000'000'000;
  const std::size_t at = reader.skip_space();
  const std::int64_t numerator = reader.take_integer("an entry", kMostCoefficient);
  if (reader.here() == '/') {
    reader.advance();
    const std::size_t below = reader.at();
    const std::int64_t denominator = reader.take_integer("a denominator", kMostCoefficient);
    if (denominator == 0) reader.fail(below, "a fraction has the denominator 0");
    return make_rational(numerator, denominator);
  }
  if (reader.here() != '.') return {numerator, 1};
  const bool is_negative = reader.text()[at] == '-';
  reader.advance();
  std::int64_t decimals = 0;
  std::int64_t scale = 1;
  for (; reader.here() >= '0' && reader.here() <= '9'; reader.advance()) {
    if (scale >= kMostDecimals) reader.fail(at, "a decimal fraction has more than nine decimals");
    scale *= 10;
    decimals = 10 * decimals + (reader.here() - '0');
  }
  if (numerator > kMostDecimals || numerator < -kMostDecimals) reader.fail(at, "a decimal fraction is too large");
  return make_rational(numerator * scale + (is_negative ? -decimals : decimals), scale);
}

RationalScheme parse_scheme_text(std::string_view text, std::string_view source, StopCheck stop) {
  TextReader reader(text, source);
  std::array<std::int64_t, 4> head{};
  RationalScheme scheme;
  if (reader.take("tensor")) {
    const std::size_t begin = reader.skip_space();
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    scheme.shape = named_tensor(text.substr(begin, end - begin), source);
    reader.go_to(end);
    head[3] = reader.take_integer("the number of summands, after the line 'tensor NAME'", kMostRank);
  } else {
    for (std::int64_t& number : head) number = reader.take_integer("the first line 'n m p R'", kMostRank);
    try {
      scheme.shape = parse_large_shape(fmt::format("{}x{}x{}", head[0], head[1], head[2]));
    } catch (const InputError& error) {
      reader.fail(0, error.message());
    }
  }
  if (head[3] <= 0) reader.fail(0, "the rank, the fourth number of the first line, must be positive");
  const auto rank = static_cast<std::size_t>(head[3]);
  for (unsigned position = 0; position < 3; ++position) {
    for (std::size_t r = 0; r < rank; ++r) {
      if (position == 0) scheme.summands.emplace_back();  // as they come: the head may promise too much
      Row& row = scheme.summands[r][position];
      stop.spend(kReading * scheme.shape.bits(position));
      for (unsigned k = 0; k < scheme.shape.bits(position); ++k) {
        if (reader.at_end()) {
          throw InputError(fmt::format(
              "{}: the file ends within row {} of the factors {}: {} rows of {}, {} and {} entries are needed", source, r + 1,
              "abc"[position], rank, scheme.shape.bits(0), scheme.shape.bits(1), scheme.shape.bits(2)));
        }
        row.push_back(take_entry(reader));
      }
    }
  }
  if (!reader.at_end()) {
    reader.fail(reader.at(),
                fmt::format("the file continues after the {} summand{} that the first line gives", rank, rank == 1 ? "" : "s"));
  }
  return scheme;
}

RationalScheme parse_scheme_json(std::string_view text, std::string_view source, StopCheck stop) {
  const Json object = parse_json(text, source, stop);
  if (!object.is_object()) throw InputError(fmt::format("{}: expected a JSON object with n, m, u, v, w", source));
  RationalScheme scheme{shape_of(object, source), {}};
  if (is_reduced_scheme(object)) return parse_reduced_scheme(object, scheme.shape, source, stop);
  for (unsigned position = 0; position < 3; ++position) {
    constexpr const char* kKeys[] = {"u", "v", "w"};
    const char* const key = kKeys[position];
    const Json& rows = list_of(object, key, source);
    if (position == 0) scheme.summands.resize(rows.size());
    if (rows.size() != scheme.rank()) {
      throw InputError(fmt::format("{}: \"{}\" has {} rows, but \"u\" has {}", source, key, rows.size(), scheme.rank()));
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const auto& row = rows[r];
      if (!row.is_array() || row.size() != scheme.shape.bits(position)) {
        throw InputError(fmt::format("{}: \"{}\"[{}] must be a list of {} entries", source, key, r, scheme.shape.bits(position)));
      }
      stop.spend(kReading * row.size());
      for (std::size_t k = 0; k < row.size(); ++k) scheme.summands[r][position].push_back(entry_of(row[k], source, key, r, k));
    }
  }
  if (const auto rank = object.find("m"); rank != object.end() && *rank != scheme.rank()) {
    throw InputError(fmt::format("{}: \"m\" is {} and the number of summands is {}", source, shown(*rank), scheme.rank()));
  }
  if (scheme.rank() == 0) throw InputError(fmt::format("{}: there are no summands", source));
  return scheme;
}

std::string print_scheme_text(const RationalScheme& scheme, StopCheck stop) {
  const Shape& shape = scheme.shape;
  std::string text = shape.is_matrices() ? fmt::format("{} {} {} {}\n", shape.n, shape.m, shape.p, scheme.rank())
                                         : fmt::format("tensor {}\n{}\n", to_string(shape), scheme.rank());
  for (unsigned position = 0; position < 3; ++position) {
    for (const auto& summand : scheme.summands) {
      stop.spend(kPrinting * summand[position].size());
      for (std::size_t k = 0; k < summand[position].size(); ++k) {
        if (k != 0) text += ' ';
        text += to_string(summand[position][k]);
      }
      text += '\n';
    }
  }
  return text;
}

std::string print_scheme_json(const RationalScheme& scheme, bool modulo_2, StopCheck stop) {
  const Shape& shape = scheme.shape;
  const std::string what = shape.is_matrices() ? fmt::format("\"n\": [{}, {}, {}]", shape.n, shape.m, shape.p)
                                               : fmt::format("\"tensor\": {}", to_text(Json(to_string(shape))));
  std::string text = fmt::format("{{\n  {},\n  \"m\": {},\n  \"z2\": {}", what, scheme.rank(), modulo_2);
  for (unsigned position = 0; position < 3; ++position) {
    text += fmt::format(",\n  \"{}\": [\n", "uvw"[position]);
    for (std::size_t r = 0; r < scheme.rank(); ++r) {
      text += "    [";
      const Row& row = scheme.summands[r][position];
      stop.spend(kPrinting * row.size());
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (k != 0) text += ", ";
        text += row[k].denominator == 1 ? to_string(row[k]) : '"' + to_string(row[k]) + '"';
      }
      text += r + 1 == scheme.rank() ? "]\n" : "],\n";
    }
    text += "  ]";
  }
  return text + "\n}\n";
}

void transpose_third(RationalScheme& scheme, Third direction) {
  if (!scheme.shape.is_matrices()) return;
  const auto& [n, m, p, tensor] = scheme.shape;
  for (auto& summand : scheme.summands)
    summand[2] = direction == Third::from_n_by_p ? transposed(summand[2], n, p) : transposed(summand[2], p, n);
}

namespace {

/// The sums of a list as rows over `count` variables; `known` are those that have been named.
std::vector<Row> sums_of(const Json& list, std::size_t count, std::vector<Row> known, bool may_name, const std::string& place,
                         StopCheck& stop) {
  std::vector<Row> sums;
  for (std::size_t k = 0; k < list.size(); ++k) {
    Row sum(count);
    stop.spend(count);
    const auto fail = [&](const char* what) { return InputError(fmt::format("{}[{}]: {}", place, k, what)); };
    if (!list[k].is_array()) throw fail("this is not a list of terms");
    for (const Json& term : list[k]) {
      if (!term.is_object() || !term.contains("index") || !term.contains("value") || !term["index"].is_number_unsigned() ||
          !term["value"].is_number_integer())
        throw fail("a term must be {\"index\": ..., \"value\": ...} with integers");
      const auto index = term["index"].get<std::uint64_t>();
      const auto value = term["value"].get<std::int64_t>();
      if (index >= count + known.size()) throw fail("an index is too large");
      if (index < count) {
        sum[index] = lowest_terms(__int128{sum[index].numerator} + value, 1);
        continue;
      }
      stop.spend(kReading * count);
      for (std::size_t j = 0; j < count; ++j)
        sum[j] = lowest_terms(__int128{sum[j].numerator} + __int128{value} * known[index - count][j].numerator, 1);
    }
    if (may_name) known.push_back(sum);
    sums.push_back(std::move(sum));
  }
  return sums;
}

std::vector<Row> expanded(const Json& object, char key, std::size_t count, std::string_view source, StopCheck& stop) {
  const std::string named = fmt::format("{}_fresh", key);
  const std::string name(1, key);
  std::vector<Row> fresh =
      sums_of(list_of(object, named, source), count, {}, true, fmt::format("{}: \"{}\"", source, named), stop);
  return sums_of(list_of(object, name, source), count, std::move(fresh), false, fmt::format("{}: \"{}\"", source, name), stop);
}

}  // namespace

bool is_reduced_scheme(const Json& object) {
  return object.contains("u_fresh");
}

RationalScheme parse_reduced_scheme(const Json& object, const Shape& shape, std::string_view source, StopCheck stop) {
  const std::vector<Row> first = expanded(object, 'u', shape.bits(0), source, stop);
  const std::vector<Row> second = expanded(object, 'v', shape.bits(1), source, stop);
  const std::vector<Row> third = expanded(object, 'w', first.size(), source, stop);
  if (first.empty() || second.size() != first.size() || third.size() != shape.bits(2)) {
    throw InputError(
        fmt::format("{}: \"u\" and \"v\" have {} and {} rows, which must be equal; \"w\" has {}, but c has {} entries", source,
                    first.size(), second.size(), third.size(), shape.bits(2)));
  }
  RationalScheme scheme{shape, {}};
  for (std::size_t r = 0; r < first.size(); ++r) {
    auto& summand = scheme.summands.emplace_back();
    summand[0] = first[r];
    summand[1] = second[r];
    for (const Row& entry : third) summand[2].push_back(entry[r]);
  }
  return scheme;
}

}  // namespace wreath::flip
