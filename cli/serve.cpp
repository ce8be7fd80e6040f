// SPDX-License-Identifier: MIT
//
// wreath serve: wreath_call by messages.
//
// A request is the number of bytes that follow (4), the length of the name (1), the name, the number of arguments (1), and the
// arguments. A reply is the number of bytes that follow (4), the status (1), and then, if that is 0, the number of results (1)
// and the results, otherwise the message. A value is its kind (1), and a number of 8 bytes (kind 0), or a length of 4 bytes with
// as many bytes of text (1), or with as many numbers of 1, 2 or 4 bytes (2, 3, 4; those of 4 bytes have a sign). Numbers have
// their least byte first. SIGINT stops the call under way; the end of the input ends the process. What comes first is the line
// "wreath VERSION".
//
// A message has at most kMostBytes bytes. A longer request is answered with an error, and ends the process: its length is taken
// to be damaged, and then nothing after it has a meaning. The memory of a request grows with the bytes that come, not with its
// length.
//
// GAP starts its children on a terminal, which would change and hold back bytes: so the input is set to raw bytes first, if it is
// one, and back again at the end.
#include "cli/serve.hpp"

#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/front/common.hpp"
#include "core/version.hpp"
#include "wreath/wreath.h"

namespace wreath::cli {

namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30U;
constexpr std::size_t kPiece = std::size_t{1} << 20U;

volatile std::sig_atomic_t stop_requested = 0;

void request_stop(int /*signal*/) {
  stop_requested = 1;
}

/// The terminals among input and output, and how they were set.
struct Terminal {
  bool changed = false;
  termios settings = {};
};
Terminal terminals[2];

void restore_terminals() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO})
    if (terminals[file].changed) tcsetattr(file, TCSANOW, &terminals[file].settings);
}

void end_by_signal(int signal) {
  restore_terminals();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

bool read_bytes(char* to, std::size_t count) {
  while (count > 0) {
    const ssize_t got = ::read(STDIN_FILENO, to, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_bytes(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

/// False if the input ends before there are `count` bytes.
bool read_request(std::string& request, std::size_t count) {
  request.clear();
  while (request.size() < count) {
    const std::size_t have = request.size();
    request.resize(std::min(count, have + std::max(kPiece, have)));
    if (!read_bytes(request.data() + have, request.size() - have)) return false;
  }
  return true;
}

/// A request, read from its bytes; complete() is false if they end early.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::size_t bytes) {
    std::uint64_t number = 0;
    const std::string_view from = take(bytes);
    for (std::size_t k = from.size(); k-- > 0;) number = number << 8U | static_cast<unsigned char>(from[k]);
    return number;
  }
  std::string_view take(std::size_t bytes) {
    if (bytes > rest_.size()) {
      complete_ = false;
      bytes = rest_.size();
    }
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  bool complete() const { return complete_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool complete_ = true;
};

struct Argument {
  wreath_value value = {};
  std::vector<std::int32_t> list = {};
};

/// False if the kind is unknown.
bool read_argument(Reader& reader, Argument& argument) {
  const std::uint64_t kind = reader.number(1);
  if (kind == 0) {
    argument.value = {WREATH_NUMBER, static_cast<std::int64_t>(reader.number(8)), nullptr, 0};
    return true;
  }
  const std::uint64_t length = reader.number(4);
  if (kind == 1) {
    const std::string_view text = reader.take(length);
    argument.value = {WREATH_TEXT, 0, text.data(), text.size()};
    return true;
  }
  if (kind > 4) return false;
  const std::size_t width = kind == 2 ? 1 : kind == 3 ? 2 : 4;
  const std::string_view bytes = reader.take(length * width);
  if (bytes.size() < length * width) return true;  // the reader knows that the request is not complete
  Reader numbers(bytes);
  argument.list.resize(length);
  for (std::int32_t& number : argument.list) number = static_cast<std::int32_t>(numbers.number(width));
  argument.value = {WREATH_LIST, 0, argument.list.data(), argument.list.size()};
  return true;
}

void put(std::string& to, std::uint64_t number, std::size_t bytes) {
  for (std::size_t k = 0; k < bytes; ++k) to += static_cast<char>(number >> 8 * k & 255U);
}

/// How many bytes a number of a list takes.
std::size_t width_of(std::span<const std::int32_t> list) {
  std::uint32_t all = 0;  // a negative number has the highest bit
  for (const std::int32_t number : list) all |= static_cast<std::uint32_t>(number);
  return all < 256 ? 1 : all < 65536 ? 2 : 4;
}

/// False if the message would have more than kMostBytes bytes.
bool put(std::string& to, const wreath_value& value) {
  constexpr std::size_t kBefore = 5;  // its kind and its length
  const std::span<const std::int32_t> list(static_cast<const std::int32_t*>(value.data),
                                           value.kind == WREATH_LIST ? value.length : 0);
  const std::size_t width = width_of(list);
  const std::size_t bytes = value.kind == WREATH_LIST ? list.size() * width : value.kind == WREATH_TEXT ? value.length : 8;
  if (to.size() + kBefore + bytes > kMostBytes) return false;
  if (value.kind == WREATH_NUMBER) {
    put(to, 0, 1);
    put(to, static_cast<std::uint64_t>(value.number), 8);
  } else if (value.kind == WREATH_TEXT) {
    put(to, 1, 1);
    put(to, value.length, 4);
    to.append(static_cast<const char*>(value.data), value.length);
  } else {
    put(to, width == 1 ? 2 : width == 2 ? 3 : 4, 1);
    put(to, list.size(), 4);
    const std::size_t first = to.size();
    to.resize(first + list.size() * width);
    char* at = to.data() + first;
    for (const std::int32_t number : list) {
      const auto bits = static_cast<std::uint32_t>(number);
      for (std::size_t k = 0; k < width; ++k) *at++ = static_cast<char>(bits >> 8 * k & 255U);
    }
  }
  return true;
}

std::string refusal(wreath_status status, std::string_view message) {
  return static_cast<char>(status) + std::string(message);
}

/// The reply without its length.
std::string answer(wreath_context* context, std::string_view request) {
  Reader reader(request);
  const std::string name(reader.take(reader.number(1)));
  std::vector<Argument> arguments(reader.number(1));
  bool known = true;
  for (Argument& argument : arguments) known = known && read_argument(reader, argument);
  if (!known) return refusal(WREATH_INPUT, "an argument of the request is of a kind that does not exist");
  if (!reader.complete()) return refusal(WREATH_INPUT, "the request does not have the length that it begins with");
  std::vector<wreath_value> values;
  for (const Argument& argument : arguments) values.push_back(argument.value);
  const wreath_value* results = nullptr;
  std::size_t count = 0;
  const wreath_status status = wreath_call(context, name.c_str(), values.data(), values.size(), &results, &count);
  if (status != WREATH_OK) return refusal(status, wreath_error(context));
  std::string reply;
  put(reply, WREATH_OK, 1);
  put(reply, count, 1);
  for (const wreath_value& value : std::span(results, count)) {
    if (!put(reply, value)) return refusal(WREATH_RESOURCE, "the answer has more than 1 GiB: ask for a part of it");
  }
  return reply;
}

bool send(std::string_view reply) {
  std::string framed;
  framed.reserve(reply.size() + 4);
  put(framed, reply.size(), 4);
  framed += reply;
  return write_bytes(framed);
}

void use_raw_bytes() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO})  // both first: they may be one terminal
    terminals[file].changed = tcgetattr(file, &terminals[file].settings) == 0;
  for (const int file : {STDIN_FILENO, STDOUT_FILENO}) {
    if (!terminals[file].changed) continue;
    termios raw = terminals[file].settings;
    cfmakeraw(&raw);
    tcsetattr(file, TCSANOW, &raw);
  }
}

ExitCode answer_requests() {
  const std::unique_ptr<wreath_context, void (*)(wreath_context*)> context(wreath_context_new(), wreath_context_free);
  wreath_set_stop(
      context.get(), [](void*) { return static_cast<int>(stop_requested); }, nullptr);
  if (!write_bytes("wreath " + std::string(version()) + "\n")) return kError;
  std::string request;
  char length[4];
  while (read_bytes(length, sizeof length)) {
    const std::size_t bytes = Reader(std::string_view(length, sizeof length)).number(4);
    if (bytes > kMostBytes) {
      send(refusal(WREATH_INPUT, "the request begins with a length of " + std::to_string(bytes) +
                                     " bytes, but has at most 1 GiB: the process ends"));
      return kError;
    }
    if (!read_request(request, bytes)) break;
    stop_requested = 0;
    if (!send(answer(context.get(), request))) return kError;
  }
  return kDone;
}

}  // namespace

int serve() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  sigaction(SIGINT, &action, nullptr);
  for (const int signal : {SIGTERM, SIGHUP}) std::signal(signal, end_by_signal);
  use_raw_bytes();
  const ExitCode code = answer_requests();
  restore_terminals();
  return code;
}

}  // namespace wreath::cli
