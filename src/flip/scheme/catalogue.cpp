// SPDX-License-Identifier: MIT
#include "wreath/flip/catalogue.hpp"

#include <string>

#include "flip/scheme/catalogue.hpp"
#include "flip/scheme/text.hpp"

namespace wreath::flip {

const std::vector<Scheme>& built_in_schemes() {
  static const std::vector<Scheme> schemes = [] {
    std::vector<Scheme> read;
    for (const SchemeText& file : scheme_texts())
      read.push_back(require_valid_modulo_2(parse_scheme_text(file.text, file.name), std::string(file.name)));
    return read;
  }();
  return schemes;
}

}  // namespace wreath::flip
