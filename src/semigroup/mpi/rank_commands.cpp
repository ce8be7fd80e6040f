// SPDX-License-Identifier: MIT
#include "semigroup/mpi/rank_commands.hpp"

#include <numeric>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"

namespace wreath::semigroup::ranks {

namespace {

/// Candidates of a piece at most: all ranks have a bitmap of them, and four words for each.
constexpr std::size_t kMostInPiece = std::size_t{1} << 21;

}  // namespace

std::vector<std::byte> bytes_of_form(const ShareForm& form) {
  ByteWriter bytes;
  bytes.put(form.generators.degree);
  bytes.put(form.generators.monoid);
  bytes.put(form.generators.kind);
  bytes.put_all(std::span<const Point>(form.generators.images));
  bytes.put_all(std::span<const Point>(form.tracked));
  bytes.put(form.method);
  bytes.put(form.gpu);
  return bytes.take();
}

ShareForm form_of_bytes(std::span<const std::byte> bytes) {
  ByteReader from(bytes);
  ShareForm form;
  form.generators.degree = from.number();
  form.generators.monoid = from.value<bool>();
  form.generators.kind = from.value<ElementKind>();
  from.array_into<Point>(form.generators.images);
  from.array_into<Point>(form.tracked);
  form.method = from.value<Method>();
  form.gpu = from.value<bool>();
  return form;
}

Started start_share(mpi::Communicator& ranks, const ShareForm& form, unsigned threads, const RunControl* run) {
  const std::vector<std::byte> bytes =
      broadcast<std::byte>(ranks, ranks.rank() == 0 ? bytes_of_form(form) : std::vector<std::byte>{});
  Started started;
  mpi::together(ranks, [&] { started.share = make_share(ranks, form_of_bytes(bytes), threads, run); });
  for (const std::size_t piece : mpi::all_of(ranks, started.share->piece())) started.piece += piece;
  started.piece = std::min(started.piece, kMostInPiece);
  return started;
}

std::uint64_t sum_of(mpi::Communicator& ranks, std::uint64_t mine) {
  const std::vector<std::uint64_t> all = mpi::all_of(ranks, mine);
  return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
}

bool share_jobs(mpi::Communicator& ranks, std::span<TransversalJob> jobs, bool counted) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto self = static_cast<std::size_t>(ranks.rank());
  const std::size_t each = (jobs.size() + size - 1) / size;
  std::vector<std::uint64_t> mine(each + 1, 0);
  mine[each] = counted ? 1 : 0;
  for (std::size_t j = self; j < jobs.size(); j += size) mine[j / size] = jobs[j].found;
  std::vector<std::uint64_t> all(mine.size() * size);
  ranks.allgather(std::as_bytes(std::span(std::as_const(mine))), std::as_writable_bytes(std::span(all)));
  bool good = true;
  for (std::size_t rank = 0; rank < size; ++rank) good = good && all[rank * mine.size() + each] != 0;
  for (std::size_t j = 0; j < jobs.size(); ++j) jobs[j].found = all[j % size * mine.size() + j / size];
  return good;
}

}  // namespace wreath::semigroup::ranks
