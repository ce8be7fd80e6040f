// SPDX-License-Identifier: MIT
#include "group/random_elements.hpp"

#include <algorithm>

#include "core/data/rng.hpp"

namespace wreath::group {

RandomElements::RandomElements(const std::vector<Element>& generators, std::size_t slots, std::uint64_t seed) : seed_(seed) {
  for (std::size_t i = 0; i < std::max(slots, generators.size() + 1); ++i) slots_.push_back(generators[i % generators.size()]);
  sum_ = slots_.front();
}

std::shared_ptr<Images> RandomElements::spare(const Products& products, std::size_t points) {
  if (spares_.empty()) return std::make_shared<Images>(products.room(points));
  auto taken = std::move(spares_.back());
  spares_.pop_back();
  return taken;
}

/// Its memory is used again if nobody else holds it. Those of the generators are never alone here: the group holds them.
void RandomElements::recycle(Element& old) {
  if (old.images.use_count() == 1 && spares_.size() < 2) spares_.push_back(std::const_pointer_cast<Images>(old.images));
  old.images.reset();
}

void RandomElements::advance(Products& products, Lines& lines) {
  RandomStream random(seed_, steps_);
  const auto one = random.below(static_cast<std::uint32_t>(slots_.size()));
  auto other = random.below(static_cast<std::uint32_t>(slots_.size() - 1));
  if (other >= one) ++other;
  const bool from_left = (random.next() & 1) != 0;
  const Element& a = slots_[from_left ? other : one];
  const Element& b = slots_[from_left ? one : other];
  auto slot = spare(products, a.images->size());
  auto sum = spare(products, a.images->size());
  products.multiply(*a.images, *b.images, *slot);
  products.multiply(*sum_.images, *slot, *sum);
  const std::uint32_t slot_line = lines.product(a.line, b.line);
  const std::uint32_t sum_line = lines.product(sum_.line, slot_line);
  recycle(slots_[one]);
  recycle(sum_);
  slots_[one] = {std::move(slot), slot_line};
  sum_ = {std::move(sum), sum_line};
  changed_ = one;
  ++steps_;
}

void save_element(ByteWriter& into, const Element& element) {
  into.put(std::uint64_t{element.line});
  into.put_items(element.span());
}

Element restore_element(ByteReader& from, std::uint64_t degree) {
  const auto line = static_cast<std::uint32_t>(from.number());
  const auto bytes = from.take(degree * sizeof(Point));
  Images images(degree);
  if (degree != 0) std::memcpy(images.span().data(), bytes.data(), bytes.size());
  return {std::make_shared<const Images>(std::move(images)), line};
}

void RandomElements::save(ByteWriter& into) const {
  into.put(steps_);
  into.put(std::uint64_t{slots_.size()});
  for (const Element& slot : slots_) save_element(into, slot);
  save_element(into, sum_);
}

void RandomElements::restore(ByteReader& from, std::uint64_t degree) {
  steps_ = from.number();
  const std::uint64_t count = from.number();
  if (count != slots_.size()) from.fail("the checkpoint does not fit: it has another number of random elements");
  for (Element& slot : slots_) slot = restore_element(from, degree);
  sum_ = restore_element(from, degree);
}

}  // namespace wreath::group
