// SPDX-License-Identifier: MIT
#include "core/io/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstring>
#include <filesystem>
#include <string_view>

#include "wreath/run.hpp"

namespace wreath {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kLarge = std::uint64_t{1} << 20;  // bytes of data that are worth a whole page before them

/// Reads the header's text: a Python dictionary of a string, a truth value and a tuple of integers.
class HeaderParser {
 public:
  /// any_type: the type of the items is taken as text.
  HeaderParser(std::string_view text, const std::string& path, bool any_type) : text_(text), path_(path), any_type_(any_type) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      if (key == "descr" && !has_type) {
        has_type = true;
        read_type(header);
      } else if (key == "fortran_order" && !has_order) {
        has_order = true;
        header.fortran_order = truth();
      } else if (key == "shape" && !has_shape) {
        has_shape = true;
        header.shape = tuple();
      } else {
        fail(fmt::format("unexpected or repeated key '{}'", key));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (at_ != text_.size()) fail("text after the closing brace");
    if (!has_type || !has_order || !has_shape) fail("one of 'descr', 'fortran_order' and 'shape' is missing");
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: bad .npy header: {} (at character {} of the header)", path_, what, at_));
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool accept(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) fail(fmt::format("expected '{}'", wanted));
  }
  std::string quoted() {
    skip_space();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) fail("expected a quoted string");
    const char quote = text_[at_++];
    const auto end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail("unclosed string");
    std::string value(text_.substr(at_, end - at_));
    at_ = end + 1;
    return value;
  }
  bool truth() {
    skip_space();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return value;
      }
    }
    fail("expected True or False");
  }
  std::uint64_t number() {
    skip_space();
    std::uint64_t value = 0;
    const std::size_t first = at_;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
      if (value > (~std::uint64_t{0} - digit) / 10) fail("a dimension past 2^64");
      value = value * 10 + digit;
    }
    if (at_ == first) fail("expected a dimension");
    return value;
  }
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> values;
    expect('(');
    while (!accept(')')) {
      values.push_back(number());
      if (values.size() > 32) fail("more than 32 dimensions");
      if (!accept(',')) {
        if (values.size() == 1) fail("a tuple of one number needs a comma");
        expect(')');
        break;
      }
    }
    return values;
  }
  /// What follows, up to the comma or bracket that ends it.
  std::string_view value() {
    skip_space();
    const std::size_t begin = at_;
    int depth = 0;
    for (bool quoted = false; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\'') quoted = !quoted;
      if (quoted) continue;
      if (depth == 0 && (c == ',' || c == '}')) break;
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    }
    return text_.substr(begin, at_ - begin);
  }
  void read_type(NpyHeader& header) {
    if (any_type_) {
      header.descr = value();
      header.kind = 'V';
      header.item_bytes = 0;  // not known yet
      return;
    }
    skip_space();
    if (at_ < text_.size() && text_[at_] == '[') {
      throw InputError(fmt::format("{}: this is an array of records; a plain array of integers is needed", path_));
    }
    const std::string type = quoted();
    const bool has_order = !type.empty() && std::string_view("<>|=").find(type[0]) != std::string_view::npos;
    const std::string_view rest = std::string_view(type).substr(has_order ? 1 : 0);
    if (rest.size() < 2 || rest.size() > 6 || rest.find_first_not_of("0123456789", 1) != std::string_view::npos) {
      throw InputError(fmt::format("{}: arrays of type '{}' cannot be read; integers are needed", path_, type));
    }
    if (rest[0] == 'U') throw InputError(fmt::format("{}: this is an array of text ({}); integers are needed", path_, type));
    header.order = has_order && type[0] != '=' ? type[0] : '<';
    header.kind = rest[0];
    header.item_bytes = static_cast<unsigned>(std::stoul(std::string(rest.substr(1))));
  }

  std::string_view text_;
  const std::string& path_;
  bool any_type_;
  std::size_t at_ = 0;
};

/// Multiplies the dimensions; a shape whose bytes exceed 2^64 cannot be that of any file.
std::uint64_t checked_bytes(const NpyHeader& header, const std::string& path) {
  std::uint64_t bytes = header.item_bytes;
  for (const std::uint64_t dimension : header.shape) {
    if (__builtin_mul_overflow(bytes, dimension, &bytes)) {
      throw InputError(
          fmt::format("{}: bad .npy header: the shape ({}) is larger than any file", path, fmt::join(header.shape, ", ")));
    }
  }
  return bytes;
}

}  // namespace

std::uint64_t NpyHeader::count() const {
  std::uint64_t product = 1;
  for (const std::uint64_t dimension : shape) product *= dimension;
  return product;
}

std::string NpyHeader::type() const {
  return fmt::format("{}{}{}", order, kind, item_bytes);
}

NpyHeader parse_npy_header(std::span<const std::byte> file, std::uint64_t file_bytes, const std::string& path, bool any_type) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
  if (file.size() < kMagic.size() || std::memcmp(bytes, kMagic.data(), kMagic.size()) != 0) {
    throw InputError(fmt::format("{}: this is not an .npy file (write one with numpy.save)", path));
  }
  if (file.size() < 12) throw InputError(fmt::format("{}: the .npy header is cut short", path));
  const unsigned major = bytes[6];
  if (major < 1 || major > 3) {
    throw InputError(fmt::format("{}: .npy format version {}.{} is not supported (1, 2 and 3 are)", path, major, bytes[7]));
  }
  const std::uint64_t length =
      major == 1 ? bytes[8] | std::uint64_t{bytes[9]} << 8
                 : bytes[8] | std::uint64_t{bytes[9]} << 8 | std::uint64_t{bytes[10]} << 16 | std::uint64_t{bytes[11]} << 24;
  const std::uint64_t start = major == 1 ? 10 : 12;
  if (start + length > file.size()) throw InputError(fmt::format("{}: the .npy header is cut short", path));
  NpyHeader header = HeaderParser({reinterpret_cast<const char*>(bytes) + start, length}, path, any_type).parse();
  header.data_offset = start + length;
  const std::uint64_t held = file_bytes - header.data_offset;
  if (any_type && header.count() != 0) header.item_bytes = static_cast<unsigned>(held / header.count());
  const std::uint64_t wanted = checked_bytes(header, path);
  if (held < wanted) {
    throw InputError(fmt::format("{}: the file is cut short: its shape ({}) needs {} bytes of data, but it has {}", path,
                                 fmt::join(header.shape, ", "), wanted, held));
  }
  if (held > wanted) {
    throw InputError(
        fmt::format("{}: {} byte{} the end of the array", path, held - wanted, held - wanted == 1 ? " follows" : "s follow"));
  }
  return header;
}

std::string make_npy_header(const std::string& descr, std::uint64_t item_bytes, std::span<const std::uint64_t> shape,
                            std::size_t align) {
  std::string text = fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': ({}{}), }}", descr, fmt::join(shape, ", "),
                                 shape.size() == 1 ? "," : "");
  std::uint64_t bytes = item_bytes;
  for (const std::uint64_t dimension : shape) bytes *= dimension;
  const std::size_t start = align != 0 ? align : bytes < kLarge ? 64 : 4096;
  const unsigned length_bytes = text.size() + start < 65536 ? 2 : 4;  // of versions 1 and 2
  text.append((start - (kMagic.size() + 2 + length_bytes + text.size() + 1) % start) % start, ' ');
  text += '\n';
  std::string header(kMagic);
  header += length_bytes == 2 ? '\1' : '\2';
  header += '\0';
  for (unsigned byte = 0; byte < length_bytes; ++byte) header += static_cast<char>(text.size() >> 8 * byte & 0xFF);
  return header + text;
}

std::string make_npy_header(char kind, unsigned item_bytes, std::span<const std::uint64_t> shape, std::size_t align) {
  const char order = item_bytes == 1 || kind == 'V' ? '|' : '<';
  return make_npy_header(fmt::format("'{}{}{}'", order, kind, item_bytes), item_bytes, shape, align);
}

void require_integers(const NpyHeader& header, unsigned dimensions, const std::string& path) {
  const unsigned width = header.item_bytes;
  if ((header.kind != 'u' && header.kind != 'i') || (width != 1 && width != 2 && width != 4 && width != 8)) {
    throw InputError(
        fmt::format("{}: an array of integers is needed, but this is an array of {}; convert it with "
                    "numpy.save(..., a.astype('int64'))",
                    path, header.type()));
  }
  if (header.shape.size() != dimensions) {
    throw InputError(fmt::format("{}: an array of {} dimension{} is needed, but this one has shape ({})", path, dimensions,
                                 dimensions == 1 ? "" : "s", fmt::join(header.shape, ", ")));
  }
  if (header.data_offset % width != 0) {
    throw InputError(fmt::format("{}: the data starts at byte {}, which is not aligned for {}-byte integers", path,
                                 header.data_offset, width));
  }
}

void require_points(const NpyHeader& header, const std::string& path) {
  if (header.kind == 'V' && header.item_bytes == 5 && header.shape.size() == 1) return;
  require_integers(header, 1, path);
}

void swap_bytes(std::span<std::byte> values, unsigned item_bytes) {
  const auto swap_all = [&]<class Word>(Word, auto&& swapped) {
    for (std::size_t at = 0; at + sizeof(Word) <= values.size(); at += sizeof(Word)) {
      Word word = 0;
      std::memcpy(&word, values.data() + at, sizeof word);
      word = swapped(word);
      std::memcpy(values.data() + at, &word, sizeof word);
    }
  };
  switch (item_bytes) {
    case 2: return swap_all(std::uint16_t{}, [](std::uint16_t word) { return __builtin_bswap16(word); });
    case 4: return swap_all(std::uint32_t{}, [](std::uint32_t word) { return __builtin_bswap32(word); });
    case 8: return swap_all(std::uint64_t{}, [](std::uint64_t word) { return __builtin_bswap64(word); });
    default: return;
  }
}

std::vector<std::byte> native_values(NpyHeader& header, std::span<const std::byte> values) {
  std::vector<std::byte> native(values.begin(), values.end());
  if (header.fortran_order && header.shape.size() > 1) {  // the first index runs fastest there, the last one here
    std::vector<std::uint64_t> index(header.shape.size(), 0);
    for (std::uint64_t from = 0; from < header.count(); ++from) {
      std::uint64_t to = 0;
      for (std::size_t d = 0; d < index.size(); ++d) to = to * header.shape[d] + index[d];
      std::memcpy(native.data() + to * header.item_bytes, values.data() + from * header.item_bytes, header.item_bytes);
      for (std::size_t d = 0; d < index.size() && ++index[d] == header.shape[d]; ++d) index[d] = 0;
    }
  }
  if (header.is_swapped()) swap_bytes(native, header.item_bytes);
  header.fortran_order = false;
  header.order = header.item_bytes == 1 ? '|' : '<';
  return native;
}

NpyFile::NpyFile(const std::string& path) : file_(path) {
  header_ = parse_npy_header(file_.bytes(), file_.bytes().size(), path);
}

NpyFile::NpyFile(const std::string& path, unsigned dimensions) : NpyFile(path) {
  require_integers(header_, dimensions, path);
  if (!header_.is_native()) native_ = native_values(header_, file_.bytes().subspan(header_.data_offset));
}

NpyFile NpyFile::of_points(const std::string& path) {
  NpyFile file(path);
  require_points(file.header_, path);
  return file;
}

bool may_hold_npy(const std::string& output) {
  std::error_code error;
  const auto status = std::filesystem::status(output, error);
  return output.ends_with(".npy") || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
}
void require_npy_name(const std::string& output, std::string_view hint) {
  if (may_hold_npy(output)) return;
  throw InputError(fmt::format("{}: the result is an .npy file; its name must end in .npy{}", output, hint));
}

}  // namespace wreath
