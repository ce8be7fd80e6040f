// SPDX-License-Identifier: MIT
//
// The work of the group engine: orders, memberships, stabilizers and blocks of several permutation groups.
#include "bench/signature/signature.hpp"
#include "wreath/group.hpp"

namespace wreath::bench {

namespace {

void sign_order(const group::Group& found, Digest& digest) {
  digest.add(found.size().order.is_zero() ? found.size().formula : found.size().order.text());
  digest.add(std::uint64_t{found.size().proven});
}

void sign_group(const char* name, const SignatureOptions& options, Digest& digest) {
  const group::Options how{.machine = {.backend = BackendChoice::cpu, .threads = options.threads}};
  group::Group found(group::open_generators({name}), how, options.run);
  found.run(options.run);
  sign_order(found, digest);
  group::Permutation x = found.generators().images.front();
  digest.add(std::uint64_t{found.contains(x, options.run).value_or(false)});
  std::swap(x[0], x[1]);
  digest.add(std::uint64_t{found.contains(x, options.run).value_or(false)});
  digest.add(group::orbits(found.generators(), how.machine, options.run).labels);
  for (const group::BlockSystem& system : group::blocks(found.generators(), how.machine, options.run).minimal)
    digest.add(system.labels);
  if (found.giant() != group::Giant::none) return;
  sign_order(found.stabilizer(std::vector<group::Point>{0, 1}, options.run), digest);
}

}  // namespace

void sign_groups(const SignatureOptions& options, Digest& digest) {
  for (const char* name : {"mathieu:24", "rubik333", "symmetric:20000", "dihedral:1024", "psl:2,1009", "sl:3,7"}) {
    sign_group(name, options, digest);
    digest.end_part(name);
  }
}

}  // namespace wreath::bench
