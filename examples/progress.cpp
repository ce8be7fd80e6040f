// SPDX-License-Identifier: MIT
//
// A long computation with a time limit and a progress report: what is known when the time is over is kept.
#include <wreath/semigroup.hpp>

#include <iostream>

int main() {
  namespace semigroup = wreath::semigroup;
  wreath::RunControl run;
  run.limit_time(1.0);
  run.listen([](const wreath::Progress& progress) { std::cerr << progress.done << " elements\r"; });
  semigroup::Enumeration found(semigroup::open_generators("full:8"));
  const bool complete = found.run(&run);
  std::cout << (complete ? "" : "at least ") << found.size() << " elements, all of length up to " << found.complete_to() << '\n';
}
