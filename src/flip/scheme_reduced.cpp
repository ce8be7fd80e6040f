// SPDX-License-Identifier: MIT
#include "flip/scheme_reduced.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "flip/rational.hpp"
#include "flip/scheme_text.hpp"

namespace wreath::flip {

namespace {

const Json& list_of(const Json& object, const std::string& key, std::string_view source) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) throw InputError(fmt::format("{}: there is no list \"{}\"", source, key));
  return *found;
}

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
