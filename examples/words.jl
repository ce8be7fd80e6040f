# SPDX-License-Identifier: MIT
# The C API from Julia, by ccall. Nobody has run this example yet: the tests run words.c and c_api.py, which do the same.
const libwreath = "libwreath_c"

context = ccall((:wreath_context_new, libwreath), Ptr{Cvoid}, ())
message() = unsafe_string(ccall((:wreath_error, libwreath), Cstring, (Ptr{Cvoid},), context))
require(status) = status == 0 || error(message())

group = Ref{Ptr{Cvoid}}(C_NULL)
require(ccall((:wreath_word_group_open, libwreath), Cint, (Ptr{Cvoid}, Cstring, Cint, Ref{Ptr{Cvoid}}), context, "surface:2", 0, group))
word = Ref{Ptr{UInt8}}(C_NULL)
length = Ref{Csize_t}(0)
require(ccall((:wreath_word_group_parse, libwreath), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Cstring, Ref{Ptr{UInt8}}, Ref{Csize_t}),
              context, group[], "abABcd", word, length))
form = Ref{Ptr{UInt8}}(C_NULL)
form_length = Ref{Csize_t}(0)
require(ccall((:wreath_word_group_reduce, libwreath), Cint,
              (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{UInt8}, Csize_t, Ref{Ptr{UInt8}}, Ref{Csize_t}),
              context, group[], word[], length[], form, form_length))
text = Ref{Cstring}(C_NULL)
require(ccall((:wreath_word_group_print, libwreath), Cint, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{UInt8}, Csize_t, Ref{Cstring}),
              context, group[], form[], form_length[], text))
println("abABcd reduces to ", unsafe_string(text[]))
ccall((:wreath_word_group_free, libwreath), Cvoid, (Ptr{Cvoid},), group[])
ccall((:wreath_context_free, libwreath), Cvoid, (Ptr{Cvoid},), context)
