// SPDX-License-Identifier: MIT
#include "flip/files/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "wreath/run.hpp"

namespace wreath::flip {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 31;  // of a member

[[noreturn]] void fail_damaged(const std::string& path) {
  throw InputError(fmt::format("{}: this archive is damaged, or not a zip file", path));
}

std::uint64_t number_at(std::span<const std::byte> bytes, std::uint64_t at, unsigned width, const std::string& path) {
  if (at + width > bytes.size()) fail_damaged(path);
  std::uint64_t value = 0;
  for (unsigned k = 0; k < width; ++k) value |= std::uint64_t{std::to_integer<unsigned>(bytes[at + k])} << (8 * k);
  return value;
}

/// CRC-32 as zip files have it.
std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t k = 0; k < table.size(); ++k) {
    std::uint32_t value = k;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0xEDB88320U : 0U);
    table[k] = value;
  }
  std::uint32_t sum = ~std::uint32_t{0};
  for (const std::byte byte : bytes) sum = sum >> 8 ^ table[(sum ^ std::to_integer<std::uint32_t>(byte)) & 255];
  return ~sum;
}

/// Huffman codes of at most 15 bits, by their lengths: how many there are of each, and their symbols in order.
struct Code {
  std::array<std::uint16_t, 16> counts{};
  std::vector<std::uint16_t> symbols;

  explicit Code(std::span<const std::uint8_t> lengths) {
    for (const std::uint8_t length : lengths) ++counts[length];
    counts[0] = 0;
    for (unsigned length = 1; length < 16; ++length) {
      for (std::size_t k = 0; k < lengths.size(); ++k) {
        if (lengths[k] == length) symbols.push_back(static_cast<std::uint16_t>(k));
      }
    }
  }
};

class Inflater {
 public:
  Inflater(std::span<const std::byte> packed, std::uint64_t bytes, const std::string& path, StopCheck& stop)
      : packed_(packed), bytes_(bytes), path_(path), stop_(stop) {}

  std::vector<std::byte> run() {
    bool is_last = false;
    while (!is_last) {
      is_last = take(1) != 0;
      switch (take(2)) {
        case 0: copy_stored(); break;
        case 1: decode(fixed_lengths(), distances_of_length_5()); break;
        case 2: decode_dynamic(); break;
        default: fail_damaged(path_);
      }
    }
    if (out_.size() != bytes_) fail_damaged(path_);
    return std::move(out_);
  }

 private:
  unsigned take(unsigned count) {
    unsigned value = 0;
    for (unsigned k = 0; k < count; ++k, ++bit_) {
      if (bit_ / 8 >= packed_.size()) fail_damaged(path_);
      value |= (std::to_integer<unsigned>(packed_[bit_ / 8]) >> (bit_ % 8) & 1U) << k;
    }
    return value;
  }

  unsigned symbol(const Code& code) {
    unsigned value = 0;
    unsigned first = 0;
    unsigned index = 0;
    for (unsigned length = 1; length < 16; ++length) {
      value |= take(1);
      const unsigned count = code.counts[length];
      if (value < first + count) return code.symbols[index + (value - first)];
      index += count;
      first = (first + count) << 1;
      value <<= 1;
    }
    fail_damaged(path_);
  }

  void put(std::byte value) {
    if (out_.size() >= bytes_) fail_damaged(path_);
    if (out_.size() % kPage == 0) stop_.spend(kPage * kUnpacking);
    out_.push_back(value);
  }

  void copy_stored() {
    bit_ = (bit_ + 7) / 8 * 8;
    const unsigned count = take(16);
    take(16);
    for (unsigned k = 0; k < count; ++k) put(static_cast<std::byte>(take(8)));
  }

  static Code fixed_lengths() {
    std::array<std::uint8_t, 288> lengths{};
    for (unsigned k = 0; k < lengths.size(); ++k) lengths[k] = k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8;
    return Code(lengths);
  }
  static Code distances_of_length_5() {
    std::array<std::uint8_t, 30> lengths{};
    lengths.fill(5);
    return Code(lengths);
  }

  void decode_dynamic() {
    constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const unsigned literals = take(5) + 257;
    const unsigned distances = take(5) + 1;
    const unsigned count = take(4) + 4;
    std::array<std::uint8_t, 19> short_lengths{};
    for (unsigned k = 0; k < count; ++k) short_lengths[kOrder[k]] = static_cast<std::uint8_t>(take(3));
    const Code code(short_lengths);
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < literals + distances) {
      const unsigned next = symbol(code);
      if (next < 16) {
        lengths.push_back(static_cast<std::uint8_t>(next));
        continue;
      }
      if (next == 16 && lengths.empty()) fail_damaged(path_);
      const std::uint8_t again = next == 16 ? lengths.back() : 0;
      lengths.insert(lengths.end(), next == 16 ? 3 + take(2) : next == 17 ? 3 + take(3) : 11 + take(7), again);
    }
    if (lengths.size() != literals + distances) fail_damaged(path_);
    decode(Code(std::span(lengths).first(literals)), Code(std::span(lengths).subspan(literals)));
  }

  void decode(const Code& literals, const Code& distances) {
    constexpr std::array<std::uint16_t, 29> kLengths{3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                     31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr std::array<std::uint16_t, 30> kDistances{1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                       33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                       1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (true) {
      const unsigned next = symbol(literals);
      if (next == 256) return;
      if (next < 256) {
        put(static_cast<std::byte>(next));
        continue;
      }
      const unsigned k = next - 257;
      if (k >= kLengths.size()) fail_damaged(path_);
      const std::size_t length = kLengths[k] + take(k < 8 || k == 28 ? 0 : (k - 4) / 4);
      const unsigned d = symbol(distances);
      if (d >= kDistances.size()) fail_damaged(path_);
      const std::size_t distance = kDistances[d] + take(d < 4 ? 0 : (d - 2) / 2);
      if (distance > out_.size()) fail_damaged(path_);
      for (std::size_t copied = 0; copied < length; ++copied) put(out_[out_.size() - distance]);
    }
  }

  static constexpr std::uint64_t kPage = 4096;
  static constexpr std::uint64_t kUnpacking = 32;  // steps of a StopCheck for each byte

  std::span<const std::byte> packed_;
  std::uint64_t bytes_;
  const std::string& path_;
  StopCheck& stop_;
  std::uint64_t bit_ = 0;
  std::vector<std::byte> out_;
};

}  // namespace

std::vector<ZipMember> zip_members(std::span<const std::byte> archive, const std::string& path) {
  constexpr std::uint64_t kEnd = 22;  // bytes of the record at the end, before its comment
  constexpr std::uint64_t kSign = 0x06054b50;
  if (archive.size() < kEnd) fail_damaged(path);
  std::uint64_t end = archive.size() - kEnd;
  const std::uint64_t last = end > 65536 ? end - 65536 : 0;
  while (number_at(archive, end, 4, path) != kSign) {
    if (end == last) fail_damaged(path);
    --end;
  }
  std::uint64_t at = number_at(archive, end + 16, 4, path);
  std::vector<ZipMember> members(number_at(archive, end + 10, 2, path));
  for (ZipMember& member : members) {
    if (number_at(archive, at, 4, path) != 0x02014b50) fail_damaged(path);
    member.method = static_cast<unsigned>(number_at(archive, at + 10, 2, path));
    member.checksum = static_cast<std::uint32_t>(number_at(archive, at + 16, 4, path));
    member.packed = number_at(archive, at + 20, 4, path);
    member.bytes = number_at(archive, at + 24, 4, path);
    const std::uint64_t name = number_at(archive, at + 28, 2, path);
    member.header_at = number_at(archive, at + 42, 4, path);
    if (at + 46 + name > archive.size()) fail_damaged(path);
    member.name.assign(reinterpret_cast<const char*>(archive.data() + at + 46), name);
    at += 46 + name + number_at(archive, at + 30, 2, path) + number_at(archive, at + 32, 2, path);
  }
  return members;
}

std::vector<std::byte> unpack(std::span<const std::byte> archive, const ZipMember& member, const std::string& path,
                              StopCheck stop) {
  const std::uint64_t start = member.header_at + 30 + number_at(archive, member.header_at + 26, 2, path) +
                              number_at(archive, member.header_at + 28, 2, path);
  if (start > archive.size() || member.packed > archive.size() - start || member.bytes > kMostBytes) fail_damaged(path);
  const std::span<const std::byte> packed = archive.subspan(start, member.packed);
  if (member.method != 0 && member.method != 8)
    throw InputError(
        fmt::format("{}: {} is compressed by method {}, which is not read: only deflate is", path, member.name, member.method));
  std::vector<std::byte> bytes =
      member.method == 0 ? std::vector(packed.begin(), packed.end()) : Inflater(packed, member.bytes, path, stop).run();
  if (bytes.size() != member.bytes || checksum_of(bytes) != member.checksum)
    throw InputError(fmt::format("{}: {} is damaged (its checksum does not match)", path, member.name));
  return bytes;
}

}  // namespace wreath::flip
