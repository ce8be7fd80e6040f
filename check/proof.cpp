// SPDX-License-Identifier: MIT
#include "proof.hpp"

#include <algorithm>

namespace check {

namespace {

constexpr std::string_view kFirstLine = "wreath proof 1";
constexpr std::size_t kHexDigits = 64;

/// Takes a file apart from its beginning.
class FileReader {
 public:
  explicit FileReader(std::string_view file) : file_(file) {}

  Line line() {
    const std::size_t end = file_.find('\n', at_);
    const Line line{file_.substr(at_, end == std::string_view::npos ? end : end - at_), ++number_};
    if (end == std::string_view::npos) reject(line, "the file ends within this line, or before it");
    at_ = end + 1;
    return line;
  }

  /// A line that begins with a certain word: what follows the word and a space.
  std::string_view line_after(const std::string& word) {
    const Line found = line();
    if (!found.text.starts_with(word + " ")) reject(found, "expected '" + word + " ...', found " + quoted(found.text));
    return found.text.substr(word.size() + 1);
  }

  std::string_view bytes(std::uint64_t count) {
    if (count > file_.size() - at_) throw Rejected("the file ends within the steps");
    const std::string_view found = file_.substr(at_, count);
    at_ += count;
    return found;
  }

  bool at_end() const { return at_ == file_.size(); }
  std::size_t at() const { return at_; }
  std::size_t line_number() const { return number_; }

 private:
  std::string_view file_;
  std::size_t at_ = 0;
  std::size_t number_ = 0;
};

bool is_sum(std::string_view text) {
  return text.size() == kHexDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

void reject(const Line& line, const std::string& why) {
  throw Rejected("line " + std::to_string(line.number) + ": " + why);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown(text.substr(0, kLongest));
  std::ranges::replace_if(
      shown, [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + (text.size() > kLongest ? "...'" : "'");
}

std::vector<std::string_view> words_of(const Line& line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0;;) {
    const std::size_t space = std::min(line.text.find(' ', at), line.text.size());
    if (space == at) reject(line, "empty, or a space too many");
    words.push_back(line.text.substr(at, space - at));
    if (space == line.text.size()) return words;
    at = space + 1;
  }
}

std::uint64_t number_of(std::string_view word, const Line& line) {
  constexpr std::uint64_t kLargest = (std::uint64_t{1} << 63) - 1;
  bool valid = !word.empty() && (word[0] != '0' || word.size() == 1);
  std::uint64_t number = 0;
  for (const char c : word) {
    const auto digit = static_cast<std::uint64_t>(c - '0');  // huge for characters before '0'
    valid = valid && digit <= 9 && number <= (kLargest - digit) / 10;
    if (!valid) break;
    number = 10 * number + digit;
  }
  if (!valid) reject(line, quoted(word) + " is not a number: decimal digits without leading zeros, below 2^63");
  return number;
}

std::string count_of(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

Proof read_proof(std::string_view file) {
  FileReader reader(file);
  if (!file.starts_with("wreath proof ")) throw Rejected("not a proof: it does not begin with 'wreath proof 1'");
  const Line version = reader.line();
  if (version.text != kFirstLine) reject(version, quoted(version.text) + " is a version of the format that is not known here");
  Proof proof;
  proof.kind = reader.line_after("kind");
  reader.line_after("by");
  const std::string_view input = reader.line_after("input");
  if (!is_sum(input)) reject({input, reader.line_number()}, "expected 64 hexadecimal digits in lower case");

  const std::size_t begin = reader.at();
  std::size_t end = begin;
  for (Line line = reader.line();; line = reader.line()) {
    if (line.text.starts_with("claim ")) {
      proof.claim = line;
      break;
    }
    if (line.text.empty()) reject(line, "an empty line before the claim");
    proof.problem.push_back(line);
    end = reader.at();
  }
  const std::string_view counts = reader.line_after("steps");
  const Line steps{counts, reader.line_number()};
  const std::vector<std::string_view> numbers = words_of(steps);
  if (numbers.size() != 2) reject(steps, "expected 'steps N B': the number of steps and the number of their bytes");
  proof.steps = number_of(numbers[0], steps);
  const std::uint64_t length = number_of(numbers[1], steps);
  const Line empty = reader.line();
  if (!empty.text.empty()) reject(empty, "expected an empty line before the steps, found " + quoted(empty.text));
  proof.body = reader.bytes(length);

  const std::size_t summed = reader.at();
  const std::string_view last = file.substr(summed);
  const std::string_view sum = last.substr(std::min<std::size_t>(7, last.size())).substr(0, kHexDigits);
  if (!last.starts_with("sha256 ") || !is_sum(sum) || last.size() != 7 + kHexDigits + 1 || last.back() != '\n')
    throw Rejected("the bytes of the steps are not followed by one last line, 'sha256' and 64 hexadecimal digits");
  if (sum != sha256(file.substr(0, summed))) throw Rejected("the file is damaged: its checksum is not that of its last line");
  if (input != sha256(file.substr(begin, end - begin))) throw Rejected("line 4: the checksum is not that of the problem's lines");
  return proof;
}

// FIPS 180-4. The constants are the first 32 bits of the fractional parts of the square roots (start values) and of the cube
// roots (round constants) of the first primes.
namespace {

using Word = std::uint32_t;

constexpr Word kRound[64] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
                             0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
                             0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
                             0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
                             0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
                             0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
                             0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
                             0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

Word rotated(Word x, int bits) {
  return x >> bits | x << (32 - bits);
}

void add_block(Word (&state)[8], const unsigned char* block) {
  Word w[64];
  for (int i = 0; i < 16; ++i)
    w[i] = Word{block[4 * i]} << 24 | Word{block[4 * i + 1]} << 16 | Word{block[4 * i + 2]} << 8 | Word{block[4 * i + 3]};
  for (int i = 16; i < 64; ++i) {
    const Word s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3;
    const Word s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    const Word t1 = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const Word t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const Word added[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  Word state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t whole = bytes.size() / 64 * 64;
  for (std::size_t at = 0; at < whole; at += 64) add_block(state, data + at);

  std::string rest(bytes.substr(whole));  // then a 1 bit, zeros, and the number of bits
  rest += '\x80';
  rest.resize(rest.size() <= 56 ? 56 : 120, '\0');
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(bits >> shift & 0xFF);
  for (std::size_t at = 0; at < rest.size(); at += 64) add_block(state, reinterpret_cast<const unsigned char*>(rest.data()) + at);

  std::string digits;
  for (const Word word : state)
    for (int shift = 28; shift >= 0; shift -= 4) digits += "0123456789abcdef"[word >> shift & 0xF];
  return digits;
}

}  // namespace check
