// SPDX-License-Identifier: MIT
//
// fmt's library, compiled into the program: the explicit instantiations of fmt's own src/format.cc, which distributions do not
// install. They have fmt as a shared library alone, and that one needs the shared C++ library, whose symbols take the dynamic
// linker a millisecond to find: a small command takes 1.8 ms this way and 2.6 with libfmt.so. (fmt::fmt-header-only instead takes
// half as long again to compile everything.)
#include <fmt/format-inl.h>

FMT_BEGIN_NAMESPACE
namespace detail {

template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
template locale_ref::locale_ref(const std::locale&);
template auto locale_ref::get<std::locale>() const -> std::locale;
template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
template void buffer<char>::append(const char*, const char*);
template void vformat_to<char>(buffer<char>&, basic_string_view<char>, basic_format_args<basic_format_context<appender, char>>,
                               locale_ref);

}  // namespace detail
FMT_END_NAMESPACE
