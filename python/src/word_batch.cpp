// SPDX-License-Identifier: MIT
#include "python/src/word_batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace wreath::python {

using word::Letter;
using word::Words;

namespace {

constexpr std::size_t kBatchBytes = std::size_t{16} << 20;  // of text

/// Words that are Python's strings, which it keeps alive.
class TextSource : public word::WordSource {
 public:
  TextSource(const Group& group, const py::object& words) : group_(group) {
    if (PyUnicode_Check(words.ptr())) throw py::type_error("words must be a list of str, but this is one str: pass [word]");
    kept_ = py::reinterpret_steal<py::tuple>(PySequence_Tuple(words.ptr()));
    if (!kept_) throw py::error_already_set();
    texts_.reserve(kept_.size());
    for (const py::handle item : kept_) {
      if (!PyUnicode_Check(item.ptr()))
        throw py::type_error(
            fmt::format("words[{}] is of type {}, but a word must be a str", texts_.size(), Py_TYPE(item.ptr())->tp_name));
      py::ssize_t bytes = 0;
      const char* text = PyUnicode_AsUTF8AndSize(item.ptr(), &bytes);
      if (text == nullptr) throw py::error_already_set();
      texts_.emplace_back(text, static_cast<std::size_t>(bytes));
    }
  }

  std::size_t size() const { return texts_.size(); }
  void go_to(std::size_t word) { next_ = word; }
  bool at_end() const override { return next_ == size(); }
  /// Words of some megabytes in all, one at least.
  std::optional<word::WordsRef> next() override { return at_end() ? std::nullopt : std::optional(read(kBatchBytes).ref()); }
  /// Words, until their texts have `most_bytes` bytes.
  Words& read(std::size_t most_bytes) {
    words_.clear();
    for (std::size_t bytes = 0; !at_end() && (bytes == 0 || bytes + texts_[next_].size() <= most_bytes); ++next_) {
      try {
        group_.text().read(texts_[next_], {}, 1, words_.letters);
      } catch (const InputError& error) {
        throw InputError(fmt::format("words[{}]: {}", next_, error.message()));
      }
      words_.end_word();
      bytes += texts_[next_].size() + 1;
    }
    return words_;
  }

 private:
  const Group& group_;
  py::tuple kept_;
  std::vector<std::string_view> texts_;
  std::size_t next_ = 0;
  Words words_;
};

/// Makes a list of new strings: prints a batch of words into one text, then takes the GIL.
class ListSink : public word::WordSink {
 public:
  ListSink(const Group& group, std::size_t size) : group_(group), list_(size) {}

  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    text_.clear();
    ends_.clear();
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      group_.text().print(forms.subspan(offsets[i], lengths[i]), text_);
      ends_.push_back(text_.size());
    }
    const bool ascii = std::ranges::all_of(text_, [](char c) { return static_cast<unsigned char>(c) < 128; });
    const py::gil_scoped_acquire acquired;
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      const auto bytes = static_cast<py::ssize_t>(end - begin);
      PyObject* item = ascii ? PyUnicode_New(bytes, 127) : PyUnicode_DecodeUTF8(text_.data() + begin, bytes, nullptr);
      if (item == nullptr) throw py::error_already_set();
      if (ascii) std::memcpy(PyUnicode_1BYTE_DATA(item), text_.data() + begin, static_cast<std::size_t>(bytes));
      PyList_SET_ITEM(list_.ptr(), static_cast<py::ssize_t>(done_++), item);
      begin = end;
    }
  }
  std::size_t done() const { return done_; }
  py::list list() const { return list_; }

 private:
  const Group& group_;
  py::list list_;
  std::size_t done_ = 0;
  std::string text_;
  std::vector<std::size_t> ends_;  // of the words in it
};

/// Throws where the two are not words of the group.
word::WordsRef checked(const Group& group, const Letters& letters, const Offsets& offsets) {
  const word::WordsRef words{{letters.data(), static_cast<std::size_t>(letters.size())},
                             {offsets.data(), static_cast<std::size_t>(offsets.size())}};
  group.require_words(words.letters, words.offsets);
  return words;
}

}  // namespace

void answer(const Limits& limits, const std::function<void(RunControl&)>& work) {
  const StopReason why = call(limits, [&](RunControl& run) {
    try {
      work(run);
    } catch (const LimitReached&) {
      if (!run.should_stop()) throw;
    }
  });
  if (why == StopReason::none) return;
  PyErr_SetString(why == StopReason::memory ? PyExc_MemoryError : PyExc_TimeoutError,
                  fmt::format("stopped ({}) before a result was found", to_string(why)).c_str());
  throw py::error_already_set();
}

py::list reduce_texts(const Group& group, const py::object& words, FormOf of, const word::ReduceOptions& options) {
  TextSource source(group, words);
  ListSink sink(group, source.size());
  answer({}, [&](RunControl& run) {
    source.go_to(sink.done());  // a second call does the rest
    word::reduce_stream(group, source, sink, of, options, &run);
  });
  return sink.list();
}

py::tuple pack(const Group& group, const py::object& words) {
  TextSource source(group, words);
  Words packed = call_once([&] { return std::move(source.read(~std::size_t{0})); });
  return py::make_tuple(array_from(std::move(packed.letters)), array_from(std::move(packed.offsets)));
}

py::list unpack(const Group& group, const Letters& letters, const Offsets& offsets) {
  const word::WordsRef words = checked(group, letters, offsets);
  std::vector<std::uint64_t> lengths(words.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = words[i].size();
  ListSink sink(group, words.size());
  call_once([&] { sink.add(words.letters, words.offsets, lengths); });
  return sink.list();
}

py::tuple reduce_packed(const Group& group, const Letters& letters, const Offsets& offsets, const word::ReduceOptions& options) {
  Words forms;
  answer({}, [&](RunControl& run) { forms = group.reduce_words(checked(group, letters, offsets), options, &run); });
  return py::make_tuple(array_from(std::move(forms.letters)), array_from(std::move(forms.offsets)));
}

}  // namespace wreath::python
