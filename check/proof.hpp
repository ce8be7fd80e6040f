// SPDX-License-Identifier: MIT
//
// What all kinds of proofs have in common (docs/proofs.md): lines of text, steps in bytes, a checksum.
//
// wreath-check includes nothing of wreath, so that no mistake of the library can be repeated here. A kind of proof is one
// function: it gets a Proof, returns the sentence that the proof proves, and throws Rejected with the first line or step that is
// wrong. Nothing in a file is trusted: no memory is taken for a number that a file merely claims.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace check {

/// Why a proof is not accepted.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A line without its end, and its number in the file, from 1.
struct Line {
  std::string_view text;
  std::size_t number = 0;
};

/// A proof whose frame is correct: version, order of the lines, both checksums. It refers to the bytes that it was read from.
struct Proof {
  std::string_view kind;
  std::vector<Line> problem;  // the lines between `input` and `claim`
  Line claim;                 // with the word `claim` at its beginning
  std::uint64_t steps = 0;
  std::string_view body;  // the bytes of the steps
};

Proof read_proof(std::string_view file);

/// Rejects for what is wrong with a line.
[[noreturn]] void reject(const Line& line, const std::string& why);

/// A part of a file for a message: in quotes, without control characters, shortened.
std::string quoted(std::string_view text);

/// The words of a line. They are separated by single spaces; anything else is rejected.
std::vector<std::string_view> words_of(const Line& line);

/// A number in a line: decimal digits without leading zeros, below 2^63.
std::uint64_t number_of(std::string_view word, const Line& line);

/// "1 step", "2 steps".
std::string count_of(std::uint64_t count, const std::string& noun);

/// SHA-256 in 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

/// Reads the numbers in the bytes of the steps: LEB128, as short as possible, below 2^63.
class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool at_end() const { return at_ == end_; }

  std::uint64_t next() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at_ == end_) throw Rejected("the bytes end within a number, or before it");
      if (shift == 63) throw Rejected("a number does not fit in 63 bits");
      const auto byte = static_cast<unsigned char>(*at_++);
      number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) {
        if (byte == 0 && shift > 0) throw Rejected("a number has more bytes than it needs");
        return number;
      }
    }
  }

 private:
  const char* at_;
  const char* end_;
};

// The kinds. Each returns what was proven, such as "H has index 20 in G".
std::string check_coset(const Proof& proof);
std::string check_quotient(const Proof& proof);
std::string check_semigroup(const Proof& proof);
std::string check_scheme(const Proof& proof);
std::string check_path(const Proof& proof);
std::string check_rewriting(const Proof& proof);
std::string check_automatic(const Proof& proof);

}  // namespace check
