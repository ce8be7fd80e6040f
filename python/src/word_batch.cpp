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

/// The texts of Python's strings, as long as it lives.
class Texts {
 public:
  explicit Texts(const py::object& words) {
    if (PyUnicode_Check(words.ptr())) throw py::type_error("words are a list of str, and this is one str: give [word]");
    kept_ = py::reinterpret_steal<py::tuple>(PySequence_Tuple(words.ptr()));
    if (!kept_) throw py::error_already_set();
    views_.reserve(kept_.size());
    for (const py::handle item : kept_) {
      if (!PyUnicode_Check(item.ptr()))
        throw py::type_error(
            fmt::format("words[{}] is of type {}, and a word is a str", views_.size(), Py_TYPE(item.ptr())->tp_name));
      py::ssize_t bytes = 0;
      const char* text = PyUnicode_AsUTF8AndSize(item.ptr(), &bytes);
      if (text == nullptr) throw py::error_already_set();
      views_.emplace_back(text, static_cast<std::size_t>(bytes));
    }
  }

  std::size_t size() const { return views_.size(); }
  std::string_view operator[](std::size_t i) const { return views_[i]; }
  /// Where the batch ends that begins there: words of some megabytes in all, one at least.
  std::size_t batch_end(std::size_t begin) const {
    std::size_t bytes = 0;
    std::size_t end = begin;
    while (end < size() && (end == begin || bytes + views_[end].size() <= kBatchBytes)) bytes += views_[end++].size() + 1;
    return end;
  }

 private:
  py::tuple kept_;
  std::vector<std::string_view> views_;
};

void parse(const Group& group, const Texts& texts, std::size_t begin, std::size_t end, Words& words) {
  words.clear();
  for (std::size_t i = begin; i < end; ++i) {
    try {
      group.text().read(texts[i], "word", 1, words.letters);
    } catch (const InputError& error) {
      throw InputError(fmt::format("words[{}]: {}", i, error.message()));
    }
    words.end_word();
  }
}

/// Words as text, one after the other.
struct Printed {
  std::string text;
  std::vector<std::size_t> ends;

  void clear() {
    text.clear();
    ends.clear();
  }
  void add(const Group& group, std::span<const Letter> word) {
    group.text().print(word, text);
    ends.push_back(text.size());
  }
};

/// New strings at the list's places from `first` on, which are empty still.
void fill(const py::list& list, std::size_t first, const Printed& words) {
  const bool ascii = std::ranges::all_of(words.text, [](char c) { return static_cast<unsigned char>(c) < 128; });
  std::size_t begin = 0;
  for (std::size_t i = 0; i < words.ends.size(); ++i) {
    const char* text = words.text.data() + begin;
    const auto bytes = static_cast<py::ssize_t>(words.ends[i] - begin);
    PyObject* item = ascii ? PyUnicode_New(bytes, 127) : PyUnicode_DecodeUTF8(text, bytes, nullptr);
    if (item == nullptr) throw py::error_already_set();
    if (ascii) std::memcpy(PyUnicode_1BYTE_DATA(item), text, static_cast<std::size_t>(bytes));
    PyList_SET_ITEM(list.ptr(), static_cast<py::ssize_t>(first + i), item);
    begin = words.ends[i];
  }
}

/// Words of the texts from one of them on, batch after batch.
class TextSource : public word::WordSource {
 public:
  TextSource(const Group& group, const Texts& texts, std::size_t first) : group_(group), texts_(texts), next_(first) {}

  std::optional<word::WordsRef> next() override {
    if (at_end()) return std::nullopt;
    const std::size_t end = texts_.batch_end(next_);
    parse(group_, texts_, next_, end, words_);
    next_ = end;
    return words_.ref();
  }
  bool at_end() const override { return next_ == texts_.size(); }

 private:
  const Group& group_;
  const Texts& texts_;
  std::size_t next_;
  Words words_;
};

/// Makes a list of new strings, taking the GIL for each batch.
class ListSink : public word::WordSink {
 public:
  ListSink(const Group& group, std::size_t size) : group_(group), list_(size) {}

  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    printed_.clear();
    for (std::size_t i = 0; i < lengths.size(); ++i) printed_.add(group_, forms.subspan(offsets[i], lengths[i]));
    const py::gil_scoped_acquire acquired;
    fill(list_, done_, printed_);
    done_ += lengths.size();
  }
  std::size_t done() const { return done_; }
  py::list list() const { return list_; }

 private:
  const Group& group_;
  py::list list_;
  std::size_t done_ = 0;
  Printed printed_;
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
    } catch (const LimitReached& limit) {
      if (!run.should_stop()) throw ResourceError(limit.message());
    }
  });
  if (why == StopReason::none) return;
  PyErr_SetString(why == StopReason::memory ? PyExc_MemoryError : PyExc_TimeoutError,
                  fmt::format("stopped ({}) before there was an answer", to_string(why)).c_str());
  throw py::error_already_set();
}

py::list reduce_texts(const Group& group, const py::object& words, FormOf of, word::ReduceOptions options) {
  const Texts texts(words);
  ListSink sink(group, texts.size());
  answer({}, [&](RunControl& run) {
    options.run = &run;
    TextSource source(group, texts, sink.done());  // after a signal that stopped nothing: the rest
    word::reduce_stream(group, source, sink, of, options);
  });
  return sink.list();
}

py::tuple pack(const Group& group, const py::object& words) {
  const Texts texts(words);
  Words packed;
  answer({}, [&](RunControl&) { parse(group, texts, 0, texts.size(), packed); });
  return py::make_tuple(array_from(std::move(packed.letters)), array_from(std::move(packed.offsets)));
}

py::list unpack(const Group& group, const Letters& letters, const Offsets& offsets) {
  const word::WordsRef words = checked(group, letters, offsets);
  py::list list(words.size());
  Printed printed;
  answer({}, [&](RunControl&) {
    printed.clear();
    for (std::size_t i = 0; i < words.size(); ++i) printed.add(group, words[i]);
  });
  fill(list, 0, printed);
  return list;
}

py::tuple reduce_packed(const Group& group, const Letters& letters, const Offsets& offsets, word::ReduceOptions options) {
  Words forms;
  answer({}, [&](RunControl& run) {
    options.run = &run;
    forms = group.reduce_words(checked(group, letters, offsets), options);
  });
  return py::make_tuple(array_from(std::move(forms.letters)), array_from(std::move(forms.offsets)));
}

}  // namespace wreath::python
