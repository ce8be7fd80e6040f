// SPDX-License-Identifier: MIT
//
// Of Python's pickles only what describes arrays of numbers is carried out, and nothing is ever called: GLOBAL and REDUCE leave a
// list of what they were given, and BUILD adds a state to it. An array is the state (version, shape, type, order, bytes).
#include "flip/files/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include "core/io/npy.hpp"
#include "flip/files/text.hpp"
#include "wreath/run.hpp"

namespace wreath::flip {

namespace {

template <class T>
T value_at(std::span<const std::byte> bytes, std::size_t k) {
  T value;
  std::memcpy(&value, bytes.data() + k * sizeof(T), sizeof(T));
  return value;
}

template <class T>
void put_integers(std::span<const std::byte> bytes, NumberArray& array, const std::string& name) {
  for (std::size_t k = 0; k < bytes.size() / sizeof(T); ++k) {
    const T value = value_at<T>(bytes, k);
    if (!std::in_range<std::int64_t>(value) || std::cmp_equal(value, INT64_MIN))
      throw InputError(fmt::format("{}: the value {} is too large for a coefficient", name, value));
    array.values.push_back(static_cast<std::int64_t>(value));
  }
}

template <class T>
void put_floats(std::span<const std::byte> bytes, NumberArray& array, const std::string& name) {
  for (std::size_t k = 0; k < bytes.size() / sizeof(T); ++k) {
    const double value = value_at<T>(bytes, k);
    const std::optional<Rational> exact = from_float(value);
    if (!exact) throw InputError(fmt::format("{}: the value {} is not a fraction with a small power of 2 below", name, value));
    array.values.push_back(exact->numerator);
    array.denominators.push_back(exact->denominator);
  }
}

/// Real and imaginary parts in turn, where all of the latter are zero.
template <class T>
void put_complex(std::span<const std::byte> bytes, NumberArray& array, const std::string& name) {
  std::vector<T> real;
  for (std::size_t k = 0; k < bytes.size() / sizeof(T); k += 2) {
    if (value_at<T>(bytes, k + 1) != 0) throw InputError(fmt::format("{}: {}", name, kNoComplex));
    real.push_back(value_at<T>(bytes, k));
  }
  put_floats<T>(std::as_bytes(std::span(real)), array, name);
}

/// `type`: a letter of numpy and the number of bytes.
void put_numbers(const std::string& type, std::span<const std::byte> bytes, NumberArray& array, const std::string& name) {
  if (type == "i1" || type == "b1") return put_integers<std::int8_t>(bytes, array, name);
  if (type == "i2") return put_integers<std::int16_t>(bytes, array, name);
  if (type == "i4") return put_integers<std::int32_t>(bytes, array, name);
  if (type == "i8") return put_integers<std::int64_t>(bytes, array, name);
  if (type == "u1") return put_integers<std::uint8_t>(bytes, array, name);
  if (type == "u2") return put_integers<std::uint16_t>(bytes, array, name);
  if (type == "u4") return put_integers<std::uint32_t>(bytes, array, name);
  if (type == "u8") return put_integers<std::uint64_t>(bytes, array, name);
  if (type == "f4") return put_floats<float>(bytes, array, name);
  if (type == "f8") return put_floats<double>(bytes, array, name);
  if (type == "c8") return put_complex<float>(bytes, array, name);
  if (type == "c16") return put_complex<double>(bytes, array, name);
  throw InputError(fmt::format("{}: an array of the type {} is not an array of numbers", name, type));
}

// --- pickles

struct Item {
  enum class Kind { other, number, text, list, mark } kind = Kind::other;
  std::int64_t number = 0;
  std::string text;
  std::vector<std::shared_ptr<Item>> items;
  unsigned depth = 0;  // of lists in lists
};
using Link = std::shared_ptr<Item>;

class Pickle {
 public:
  Pickle(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::vector<NumberArray> run() {
    while (step(next())) {
    }
    if (arrays_.empty()) fail();
    return std::move(arrays_);
  }

 private:
  [[noreturn]] void fail() const {
    throw InputError(fmt::format("{}: the objects of this array are not arrays of numbers", name_));
  }
  unsigned char next() {
    if (at_ >= bytes_.size()) fail();
    return std::to_integer<unsigned char>(bytes_[at_++]);
  }
  std::uint64_t number(unsigned width) {
    std::uint64_t value = 0;
    for (unsigned k = 0; k < width; ++k) value |= std::uint64_t{next()} << (8 * k);
    return value;
  }
  std::string text(std::uint64_t size) {
    if (size > bytes_.size() - at_) fail();
    std::string found(reinterpret_cast<const char*>(bytes_.data() + at_), size);
    at_ += size;
    return found;
  }
  std::string line() {
    std::string found;
    for (unsigned char c = next(); c != '\n'; c = next()) found += static_cast<char>(c);
    return found;
  }

  Link pop() {
    if (stack_.empty()) fail();
    Link item = std::move(stack_.back());
    stack_.pop_back();
    return item;
  }
  void push(Item item) { stack_.push_back(std::make_shared<Item>(std::move(item))); }
  void push_number(std::int64_t value) { push({Item::Kind::number, value, {}, {}, 0}); }
  void push_text(std::string value) { push({Item::Kind::text, 0, std::move(value), {}, 0}); }
  std::vector<Link> take(std::size_t count) {
    if (stack_.size() < count) fail();
    std::vector<Link> items(stack_.end() - static_cast<std::ptrdiff_t>(count), stack_.end());
    stack_.resize(stack_.size() - count);
    return items;
  }
  std::vector<Link> take_to_mark() {
    std::size_t count = 0;
    while (count < stack_.size() && stack_[stack_.size() - 1 - count]->kind != Item::Kind::mark) ++count;
    std::vector<Link> items = take(count);
    pop();
    return items;
  }
  void push_list(std::vector<Link> items) {
    constexpr unsigned kMostDepth = 64;  // arrays have five
    unsigned depth = 1;
    for (const Link& item : items) depth = std::max(depth, item->depth + 1);
    if (depth > kMostDepth) fail();
    push({Item::Kind::list, 0, {}, std::move(items), depth});
  }
  void remember(std::uint64_t key) {
    if (stack_.empty()) fail();
    memo_[key] = stack_.back();
  }
  void recall(std::uint64_t key) {
    const auto found = memo_.find(key);
    if (found == memo_.end()) fail();
    stack_.push_back(found->second);
  }

  /// One operation; false at the end.
  bool step(unsigned char operation) {
    switch (operation) {
      case 0x80: next(); break;     // the protocol
      case 0x95: number(8); break;  // a frame
      case 'c':
        line();
        push_text(line());
        break;
      case 0x93: push_list(take(2)); break;
      case 'K': push_number(static_cast<std::int64_t>(number(1))); break;
      case 'M': push_number(static_cast<std::int64_t>(number(2))); break;
      case 'J': push_number(static_cast<std::int32_t>(number(4))); break;
      case 'C': push_text(text(number(1))); break;
      case 'B': push_text(text(number(4))); break;
      case 0x8e: push_text(text(number(8))); break;
      case 'X': push_text(text(number(4))); break;
      case 0x8c: push_text(text(number(1))); break;
      case 'N':
      case 0x88:
      case 0x89: push_number(operation == 0x88 ? 1 : 0); break;
      case '(': push({Item::Kind::mark, 0, {}, {}, 0}); break;
      case ')':
      case ']': push_list({}); break;
      case 0x85: push_list(take(1)); break;
      case 0x86: push_list(take(2)); break;
      case 0x87: push_list(take(3)); break;
      case 't': push_list(take_to_mark()); break;
      case 'R': push_list(take(2)); break;
      case 'a': pop(); break;  // what is in the list of arrays was seen when it was built
      case 'e': take_to_mark(); break;
      case 'b': build(); break;
      case 'q': remember(number(1)); break;
      case 'r': remember(number(4)); break;
      case 0x94: remember(memo_.size()); break;
      case 'h': recall(number(1)); break;
      case 'j': recall(number(4)); break;
      case '.': return false;
      default: fail();
    }
    return true;
  }

  /// A type is {{dtype, {"i4", ...}}, state}; an array has the state {version, shape, type, order, bytes}.
  void build() {
    const Link state = pop();
    if (stack_.empty()) fail();
    const auto& parts = state->items;
    if (parts.size() > 5 && parts[1]->text == ">")
      throw InputError(fmt::format("{}: arrays whose bytes are in the order of big-endian machines are not read", name_));
    if (parts.size() == 5 && parts[1]->kind == Item::Kind::list && parts[4]->kind == Item::Kind::text) add_array(parts);
  }

  void add_array(const std::vector<Link>& parts) {
    const auto& type = parts[2]->items;  // of REDUCE
    if (type.size() != 2 || type[1]->items.empty()) fail();
    if (parts[3]->number != 0) throw InputError(fmt::format("{}: arrays in Fortran order are not read", name_));
    NumberArray array;
    std::uint64_t count = 1;
    for (const Link& side : parts[1]->items) {
      array.shape.push_back(static_cast<std::uint64_t>(side->number));
      if (side->number <= 0 || side->number > 65536 || count > (std::uint64_t{1} << 32)) fail();
      count *= array.shape.back();
    }
    put_numbers(type[1]->items[0]->text, std::as_bytes(std::span(parts[4]->text)), array, name_);
    if (array.values.size() != count) fail();
    arrays_.push_back(std::move(array));
  }

  std::span<const std::byte> bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::vector<Link> stack_;
  std::map<std::uint64_t, Link> memo_;
  std::vector<NumberArray> arrays_;
};

/// Where the pickle of an array of objects begins; 0 if it is not one.
std::size_t start_of_objects(std::span<const std::byte> file) {
  constexpr std::size_t kLength = 10;  // bytes before the text of a header of version 1
  if (file.size() < kLength || std::to_integer<unsigned>(file[6]) != 1) return 0;
  const std::size_t size = kLength + std::to_integer<unsigned>(file[8]) + 256 * std::to_integer<unsigned>(file[9]);
  const std::string_view text(reinterpret_cast<const char*>(file.data()), std::min(size, file.size()));
  return text.starts_with("\x93NUMPY") && text.find("'|O'") != std::string_view::npos ? size : 0;
}

}  // namespace

std::vector<NumberArray> read_arrays(std::span<const std::byte> file, const std::string& name) {
  if (const std::size_t start = start_of_objects(file); start != 0)
    return Pickle(file.subspan(std::min(start, file.size())), name).run();
  NpyHeader header = parse_npy_header(file, file.size(), name);
  const std::vector<std::byte> native = native_values(header, file.subspan(header.data_offset));
  NumberArray array;
  array.shape = header.shape;
  put_numbers(fmt::format("{}{}", header.kind, header.item_bytes), native, array, name);
  return {array};
}

}  // namespace wreath::flip
