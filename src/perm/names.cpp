// SPDX-License-Identifier: MIT
//
// The names of what can be chosen for work on files.
#include "core/text/names.hpp"
#include "wreath/perm/files.hpp"

namespace wreath::perm {

namespace {

constexpr Named<Verify> kVerifyNames[] = {{Verify::none, "none"}, {Verify::sample, "sample"}, {Verify::all, "all"}};
constexpr Named<Exchange> kExchangeNames[] = {
    {Exchange::automatic, "auto"}, {Exchange::shared, "shared"}, {Exchange::messages, "messages"}, {Exchange::files, "files"}};
constexpr Named<unsigned> kPointTypes[] = {{1, "uint8"}, {2, "uint16"}, {4, "uint32"}, {5, "uint40"}, {8, "uint64"}};

}  // namespace

Verify parse_verify(std::string_view name) {
  return value_of<Verify>(name, kVerifyNames, "verification mode");
}
std::string_view to_string(Verify verify) noexcept {
  return name_of<Verify>(verify, kVerifyNames);
}

Exchange parse_exchange(std::string_view name) {
  return value_of<Exchange>(name, kExchangeNames, "method");
}
std::string_view to_string(Exchange exchange) noexcept {
  return name_of<Exchange>(exchange, kExchangeNames);
}

FileMethod parse_file_method(std::string_view name) {
  static constexpr Named<FileMethod> kNames[] = {{{}, "auto"},
                                                 {{.method = Method::loop}, "loop"},
                                                 {{.method = Method::partition}, "partition"},
                                                 {{.exchange = Exchange::shared}, "shared"},
                                                 {{.exchange = Exchange::messages}, "messages"},
                                                 {{.exchange = Exchange::files}, "files"}};
  return value_of<FileMethod>(name, kNames, "method");
}

unsigned parse_point_type(std::string_view name) {
  return value_of<unsigned>(name, kPointTypes, "point type");
}

}  // namespace wreath::perm
