// SPDX-License-Identifier: MIT
#include "core/mpi/watch.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <random>
#include <thread>
#include <utility>

namespace wreath::mpi {

namespace sockets {

using Clock = std::chrono::steady_clock;

constexpr int kProbeSeconds = 1;
constexpr int kProbes = 5;                 // that are not answered: the machine is lost
constexpr int kConnectSeconds = 2;         // for each address of rank 0
constexpr std::chrono::seconds kGrace(5);  // for the launcher, which takes 4 to end the ranks of three machines
constexpr char kLeave = 'L';               // followed by the end: all is well
constexpr char kFailure = 'F';             // followed by a text, and the end

class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~Socket() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int get() const noexcept { return descriptor_; }
  explicit operator bool() const noexcept { return descriptor_ >= 0; }

 private:
  int descriptor_ = -1;
};

/// The first message of a rank.
struct Greeting {
  std::uint64_t run = 0;
  std::int32_t rank = 0;
  std::int32_t unused = 0;
};

/// Where rank 0 listens.
struct Address {
  sockaddr_storage at{};
  socklen_t bytes = 0;
};

void probe(const Socket& socket) {
  const auto set = [&](int level, int name, int value) { setsockopt(socket.get(), level, name, &value, sizeof value); };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, kProbeSeconds);
  set(IPPROTO_TCP, TCP_KEEPINTVL, kProbeSeconds);
  set(IPPROTO_TCP, TCP_KEEPCNT, kProbes);
  set(IPPROTO_TCP, TCP_USER_TIMEOUT, 1000 * kProbeSeconds * (kProbes + 1));
}

/// A socket that listens on every interface, for IPv6 and IPv4, or for IPv4 alone.
Socket listen_anywhere() {
  for (const int family : {AF_INET6, AF_INET}) {
    Socket socket(::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket) continue;
    Address any;
    any.at.ss_family = static_cast<sa_family_t>(family);
    any.bytes = family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
    const int off = 0;
    if (family == AF_INET6) setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(socket.get(), reinterpret_cast<sockaddr*>(&any.at), any.bytes) == 0 && listen(socket.get(), 1024) == 0)
      return socket;
  }
  return {};
}

std::vector<Address> addresses_of(const Socket& listener) {
  sockaddr_storage own{};
  socklen_t bytes = sizeof own;
  if (!listener || getsockname(listener.get(), reinterpret_cast<sockaddr*>(&own), &bytes) != 0) return {};
  const in_port_t port = reinterpret_cast<sockaddr_in*>(&own)->sin_port;  // where sin6_port is, too
  std::vector<Address> found;
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return {};
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || (one->ifa_flags & IFF_UP) == 0 || (one->ifa_flags & IFF_LOOPBACK) != 0) continue;
    const int family = one->ifa_addr->sa_family;
    if (family != AF_INET && (family != AF_INET6 || own.ss_family != AF_INET6)) continue;
    Address address;
    address.bytes = family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
    std::memcpy(&address.at, one->ifa_addr, address.bytes);
    reinterpret_cast<sockaddr_in*>(&address.at)->sin_port = port;
    if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<sockaddr_in6*>(&address.at)->sin6_addr)) continue;
    found.push_back(address);
  }
  freeifaddrs(all);
  return found;
}

/// Sends or gives up: these lines are all but empty.
bool send_all(const Socket& socket, const void* data, std::size_t bytes) {
  return send(socket.get(), data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(bytes);
}

}  // namespace sockets

using namespace sockets;

/// The connections of a rank: one with rank 0, or, on rank 0, one with each of the others.
class Watch::Line {
 public:
  Line(Communicator& ranks, Lost lost) : rank_(ranks.rank()), lost_(std::move(lost)), wake_(eventfd(0, EFD_CLOEXEC)) {
    std::vector<Address> addresses;
    if (rank_ == 0) {
      listener_ = listen_anywhere();
      addresses = addresses_of(listener_);
      std::random_device draw;
      run_ = std::uint64_t{draw()} << 32 | draw();
    }
    run_ = all_of(ranks, run_)[0];
    std::string text(reinterpret_cast<const char*>(addresses.data()), addresses.size() * sizeof(Address));
    text = text_of(ranks, 0, text);
    addresses.resize(text.size() / sizeof(Address));
    std::memcpy(static_cast<void*>(addresses.data()), text.data(), text.size());
    for (int rank = 0; rank < ranks.size(); ++rank) hosts_.push_back(text_of(ranks, rank, ranks.host()));
    if (rank_ != 0 && wake_) first_.socket = connect(addresses);
    barrier(ranks);  // from here on a machine that dies is noticed
    if (!wake_ || addresses.empty()) return;
    thread_ = std::thread([this] { rank_ == 0 ? watch_all() : watch_first(); });
  }
  ~Line() {
    const std::uint64_t one = 1;
    if (!thread_.joinable()) return;
    if (write(wake_.get(), &one, sizeof one) < 0)
      thread_.detach();
    else
      thread_.join();
  }

 private:
  struct Peer {
    Socket socket;
    int rank = -1;      // not known before its greeting
    bool left = false;  // it has taken its leave
    std::optional<Clock::time_point> ended = {};
  };
  enum class Event { nothing, left, ended, unreachable, failure };

  /// What came on a connection.
  Event receive(Peer& peer, std::string& text) const {
    char bytes[1024];
    const ssize_t got = recv(peer.socket.get(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0) {
      if (errno == EAGAIN || errno == EINTR) return Event::nothing;
      return errno == ECONNRESET || errno == EPIPE ? Event::ended : Event::unreachable;
    }
    if (got == 0) return peer.left ? Event::left : Event::ended;
    if (bytes[0] == kLeave) {
      peer.left = true;
      return Event::left;
    }
    text.assign(bytes + 1, static_cast<std::size_t>(got) - 1);
    return bytes[0] == kFailure ? Event::failure : Event::nothing;
  }
  std::string sentence(Event event, int rank) const {
    const std::string& host = hosts_[static_cast<std::size_t>(rank)];
    if (event == Event::ended)
      return fmt::format("rank {} on {} has ended while the others were at work; all ranks end", rank, host);
    return fmt::format("rank {} on {} has not answered for {} seconds: its machine or its network has failed; all ranks end",
                       rank, host, kProbeSeconds * kProbes);
  }
  /// Whether the run ends: sleeps until then, or something comes, or the time is over.
  bool sleep(std::vector<pollfd>& on, bool until_grace_ends) const {
    on.push_back({wake_.get(), POLLIN, 0});
    poll(on.data(), on.size(), until_grace_ends ? 200 : -1);
    return on.back().revents != 0;
  }

  void watch_first() {
    Peer& first = first_;
    if (!first.socket) return;
    for (;;) {
      std::vector<pollfd> on;
      if (!first.ended && !first.left) on.push_back({first.socket.get(), POLLIN, 0});
      if (sleep(on, first.ended.has_value())) {
        send_all(first.socket, &kLeave, 1);
        return;
      }
      std::string text;
      if (!first.ended && !first.left) {
        const Event event = receive(first, text);
        if (event == Event::failure) return lost_(text);
        if (event == Event::unreachable) return lost_(sentence(event, 0));
        if (event == Event::ended) first.ended = Clock::now();
      }
      if (first.ended && Clock::now() - *first.ended > kGrace) return lost_(sentence(Event::ended, 0));
    }
  }

  void watch_all() {
    std::vector<Peer> peers;
    for (;;) {
      std::vector<pollfd> on{{listener_.get(), POLLIN, 0}};
      bool grace = false;
      for (const Peer& peer : peers) {
        on.push_back({peer.ended ? -1 : peer.socket.get(), POLLIN, 0});
        grace = grace || peer.ended;
      }
      if (sleep(on, grace)) {
        for (const Peer& peer : peers) send_all(peer.socket, &kLeave, 1);
        return;
      }
      for (Peer& peer : peers) {
        if (const std::optional<std::string> failure = look_at(peer)) return report_to_all(peers, *failure);
      }
      std::erase_if(peers, [](const Peer& peer) { return peer.left || (peer.ended && peer.rank < 0); });
      Socket next(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (next) {
        probe(next);
        peers.push_back({std::move(next)});
      }
    }
  }
  /// On rank 0: what has become of another rank, if that ends the run.
  std::optional<std::string> look_at(Peer& peer) const {
    std::string text;
    if (peer.rank < 0) {
      Greeting greeting;
      const ssize_t got = recv(peer.socket.get(), &greeting, sizeof greeting, MSG_DONTWAIT);
      if (got < 0 && errno == EAGAIN) return {};
      const bool ours = got == sizeof greeting && greeting.run == run_ && greeting.rank > 0 && greeting.rank < std::ssize(hosts_);
      if (ours)
        peer.rank = greeting.rank;
      else
        peer.left = true;  // a stranger
      return {};
    }
    if (!peer.ended) {
      const Event event = receive(peer, text);
      if (event == Event::unreachable) return sentence(event, peer.rank);
      if (event == Event::ended) peer.ended = Clock::now();
    }
    if (peer.ended && Clock::now() - *peer.ended > kGrace) return sentence(Event::ended, peer.rank);
    return {};
  }
  void report_to_all(const std::vector<Peer>& peers, const std::string& message) const {
    const std::string failure = kFailure + message;
    for (const Peer& peer : peers) send_all(peer.socket, failure.data(), failure.size());
    lost_(message);
  }

  Socket connect(const std::vector<Address>& addresses) const {
    for (const Address& address : addresses) {
      Socket socket(::socket(address.at.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      if (!socket) continue;
      probe(socket);
      if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address.at), address.bytes) != 0) {
        pollfd on[] = {{socket.get(), POLLOUT, 0}, {wake_.get(), POLLIN, 0}};
        int error = 0;
        socklen_t bytes = sizeof error;
        if (errno != EINPROGRESS || poll(on, 2, 1000 * kConnectSeconds) <= 0 || on[0].revents == 0) continue;
        if (getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &bytes) != 0 || error != 0) continue;
      }
      const Greeting greeting{run_, rank_};
      if (send_all(socket, &greeting, sizeof greeting)) return socket;
    }
    return {};
  }

  const int rank_;
  const Lost lost_;
  const Socket wake_;
  Socket listener_;    // of rank 0
  Peer first_{{}, 0};  // of the others
  std::uint64_t run_ = 0;
  std::vector<std::string> hosts_;  // by rank
  std::thread thread_;
};

Watch::Watch() = default;
Watch::~Watch() = default;

std::unique_ptr<Watch> Watch::start(Communicator& ranks, Lost lost) {
  if (!any_of(ranks, ranks.ranks_here() != ranks.size())) return nullptr;
  std::unique_ptr<Watch> watch(new Watch);
  watch->line_ = std::make_unique<Line>(ranks, std::move(lost));
  return watch;
}

}  // namespace wreath::mpi
