// SPDX-License-Identifier: MIT
#include "core/proof/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace wreath {
namespace {

std::string digest(std::string_view text, std::size_t piece = ~std::size_t{0}) {
  Sha256 sha;
  auto rest = std::as_bytes(std::span(text));
  while (!rest.empty()) {
    sha.add(rest.first(std::min(piece, rest.size())));
    rest = rest.subspan(std::min(piece, rest.size()));
  }
  return sha.finish();
}

TEST(Sha256, GivesThePublishedDigests) {  // FIPS 180-4's examples
  EXPECT_EQ(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnThePieces) {
  for (const std::size_t size : {1, 55, 56, 63, 64, 65, 119, 120, 128, 1000}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('a' + i * i % 26);
    for (const std::size_t piece : {1, 7, 63, 64, 65, 200}) EXPECT_EQ(digest(text, piece), digest(text)) << size << ' ' << piece;
  }
}

}  // namespace
}  // namespace wreath
