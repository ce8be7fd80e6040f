// SPDX-License-Identifier: MIT
//
// Proofs of `kind quotient`: two words are different elements of a group, since they act differently on some points.
#include <utility>

#include "actions.hpp"

namespace check {

namespace {

/// Permutations of the points 1, 2, ..., one for each letter, as the steps give them.
class Permutations {
 public:
  Permutations(const Proof& proof, const Presentation& group) : images_(group.names.size()) {
    NumberReader numbers(proof.body);
    points_ = proof.steps == 0 ? 0 : numbers.next();
    if (points_ == 0 || points_ > proof.body.size() || points_ >= kMostRows)
      throw Rejected("step 1: the number of points is wrong");
    std::uint64_t step = 1;
    for (Letter letter = 0; letter < images_.size(); ++letter) {
      const Letter inverse = group.inverse[letter];
      if (inverse < letter) continue;
      ++step;
      std::vector<Row> images(points_ + 1);
      for (Row point = 1; point <= points_; ++point) images[point] = image_of(numbers.next(), step);
      images_[letter] = images;
      images_[inverse].resize(points_ + 1);
      for (Row point = 1; point <= points_; ++point) images_[inverse][images[point]] = point;
      for (Row point = 1; point <= points_; ++point)
        if (images_[inverse][images_[letter][point]] != point || images_[letter][point] != images[point])
          throw Rejected("step " + std::to_string(step) + ": not a permutation, or not its own inverse where it should be");
    }
    if (step != proof.steps || !numbers.at_end())
      throw Rejected("the steps are not the number of points and a permutation for each letter");
  }

  std::uint64_t rows() const { return points_; }
  Row at(Row point, Letter letter) const { return images_[letter][point]; }

 private:
  Row image_of(std::uint64_t image, std::uint64_t step) const {
    if (image == 0 || image > points_)
      throw Rejected("step " + std::to_string(step) + ": there is no point " + std::to_string(image));
    return static_cast<Row>(image);
  }

  std::uint64_t points_ = 0;
  std::vector<std::vector<Row>> images_;
};

}  // namespace

std::string check_quotient(const Proof& proof) {
  PresentationReader reader;
  const Presentation group = reader.read(proof.problem);
  const Claim claim = reader.read_claim(proof.claim, true);
  if (claim.kind != "different" || !group.subgroup.empty())
    reject(claim.line, "a proof of this kind shows that two words are different in a group, and has no subgroup");
  const Permutations action(proof, group);
  check_relators(claim.line, group.relators, action);
  for (Row point = 1; point <= action.rows(); ++point)
    if (end_of(claim.left, point, action) != end_of(claim.right, point, action)) return claim.statement;
  reject(claim.line, "the words act in the same way on all points");
}

}  // namespace check
