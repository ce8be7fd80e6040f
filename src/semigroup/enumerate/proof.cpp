// SPDX-License-Identifier: MIT
//
// A proof of the size of a semigroup (docs/proofs.md): the right Cayley graph, in which each element has its number. Whoever has
// the generators forms the elements again, each once, and compares the other products with them.
#include <fmt/format.h>

#include "core/proof/file.hpp"
#include "core/run/given_run.hpp"
#include "core/run/stop_check.hpp"
#include "semigroup/kinds/kind.hpp"
#include "wreath/semigroup/files.hpp"

namespace wreath::semigroup {

namespace {

std::string number_text(const Kind& kind, Point number) {
  for (const NumberName& name : kind.number_names())
    if (name.number == number) return std::string(name.text);
  return std::to_string(static_cast<std::int32_t>(number));
}

void write_problem(ProofFile& proof, const Generators& generators, StopCheck& check) {
  const Kind& kind = kind_of(generators.kind);
  const std::uint64_t size = generators.kind.is_transformation() ? generators.degree : generators.kind.size;
  proof.line(fmt::format("elements {} {}", to_string(generators.kind), size));
  proof.line(generators.monoid ? "monoid" : "semigroup");
  for (std::size_t g = 0; g < generators.count(); ++g) {
    std::string text = "generator";
    for (const Point number : generators.row(g)) text.append(" ").append(number_text(kind, number));
    check.spend(std::uint64_t{16} * generators.degree);
    proof.line(text);
  }
}

}  // namespace

void write_proof(const std::filesystem::path& path, const Enumeration& found, RunControl* given) {
  GivenRun run(given);
  const std::span<const std::uint32_t> graph = found.right_graph(&*run);
  const Generators& generators = found.generators();
  ProofFile proof(path, "semigroup");
  std::uint64_t known = 0;  // elements that have their numbers
  const auto product = [&](std::uint64_t element) {
    proof.step();
    proof.number(element == known ? 0 : element + 1);
    known += element == known ? 1 : 0;
  };
  or_limit_reached([&] {
    StopCheck check = stop_check(&*run);
    write_problem(proof, generators, check);
    proof.claim(fmt::format("size {}", found.size()));
    if (generators.monoid) {
      known = 1;
    } else {
      for (std::size_t g = 0; g < generators.count(); ++g) product(found.find(generators.row(g)).value());
    }
    for (const std::uint32_t element : graph) {
      product(element);
      check.spend(4);
    }
    proof.commit(&*run);
  });
}

}  // namespace wreath::semigroup
