// SPDX-License-Identifier: MIT
#include "lemmas.hpp"
namespace check {
std::string check_automatic(const Proof& proof) {
  reject(proof.claim, "not yet");
}
}  // namespace check
