// SPDX-License-Identifier: MIT
//
// Processes that multiply as one: here threads, with a barrier in place of messages.
#include "perm/plan/plan.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <optional>
#include <thread>
#include <vector>

#include "core/arrays/ram/move.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {
namespace {

using Point = std::uint32_t;

/// Threads that meet; each meeting remembers by itself whether one of them said true.
class Meeting {
 public:
  explicit Meeting(unsigned parts) : barrier_(parts) {}
  bool meet(std::size_t number, bool bad) {
    if (bad) said_[number] = true;
    barrier_.arrive_and_wait();
    return said_[number];
  }

 private:
  std::barrier<> barrier_;
  std::atomic<bool> said_[4] = {};
};

struct Peer {
  std::vector<Point> z;
  std::optional<std::uint64_t> bad;  // the index of a value that is not a point
};

std::vector<Peer> multiply_by_peers(const std::vector<std::vector<Point>>& slices, const std::vector<Point>& y, unsigned threads,
                                    unsigned block_bits, bool write_combine) {
  const auto parts = static_cast<unsigned>(slices.size());
  std::size_t longest = 0;
  for (const auto& slice : slices) longest = std::max(longest, slice.size());
  Plan plan = plan_peers(longest, parts, threads, y.size(), sizeof(Point), sizeof(Point));
  plan.ram.block_bits = block_bits;
  plan.ram.write_combine = write_combine;
  std::vector<std::byte> scratch(
      arrays::scratch_bytes(arrays::Move::gather, plan.task.source, y.size(), sizeof(Point), plan.ram));
  Meeting meeting(parts);
  std::vector<Peer> peers(parts);
  std::vector<std::thread> processes;
  for (unsigned part = 0; part < parts; ++part) {
    processes.emplace_back([&, part] {
      Peer& peer = peers[part];
      peer.z.resize(slices[part].size());
      std::size_t met = 0;
      peer.bad = arrays::gather_with_peers<Point, Point>(
          slices[part], y, peer.z, plan.task.source, plan.ram,
          {part, parts, scratch, [&](bool bad) { return meeting.meet(met++, bad); }}, nullptr);
    });
  }
  for (std::thread& process : processes) process.join();
  return peers;
}

std::vector<std::vector<Point>> cut(const std::vector<Point>& x, const std::vector<std::size_t>& sizes) {
  std::vector<std::vector<Point>> slices;
  auto at = x.begin();
  for (const std::size_t size : sizes) {
    slices.emplace_back(at, at + static_cast<std::ptrdiff_t>(size));
    at += static_cast<std::ptrdiff_t>(size);
  }
  return slices;
}

TEST(Peers, MultiplyAsOne) {
  for (const std::vector<std::size_t>& sizes :
       std::vector<std::vector<std::size_t>>{{1}, {0, 1}, {64, 64}, {65, 0, 63}, {1000, 1000, 1000}, {50000, 49999, 20001, 1}}) {
    std::size_t points = 0;
    for (const std::size_t size : sizes) points += size;
    std::vector<Point> x(points), y(points);
    random(std::span<Point>(x), 1);
    random(std::span<Point>(y), 2);
    for (const bool write_combine : {false, true}) {
      for (const unsigned block_bits : {8U, 12U, 17U}) {
        const auto slices = cut(x, sizes);
        const auto peers = multiply_by_peers(slices, y, 2, block_bits, write_combine);
        for (std::size_t part = 0; part < sizes.size(); ++part) {
          for (std::size_t i = 0; i < slices[part].size(); ++i)
            ASSERT_EQ(peers[part].z[i], y[slices[part][i]]) << points << " " << i;
        }
      }
    }
  }
}

TEST(Peers, ShareOneBucket) {
  const std::vector<std::vector<Point>> slices(3, std::vector<Point>(30000, 5));
  std::vector<Point> y(100000);
  random(std::span<Point>(y), 1);
  for (const Peer& peer : multiply_by_peers(slices, y, 2, 8, true)) EXPECT_EQ(peer.z, std::vector<Point>(30000, y[5]));
}

TEST(Peers, StopTogetherWhereAValueIsNotAPoint) {
  std::vector<std::vector<Point>> slices(3, std::vector<Point>(3000, 7));
  slices[1][2222] = 100;
  const auto peers = multiply_by_peers(slices, std::vector<Point>(100), 2, 8, true);
  EXPECT_FALSE(peers[0].bad || peers[2].bad);
  ASSERT_TRUE(peers[1].bad);
  EXPECT_EQ(*peers[1].bad, 2222U);
}

}  // namespace
}  // namespace wreath::perm
