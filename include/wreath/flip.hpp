// SPDX-License-Identifier: MIT
//
// Matrix multiplication schemes: all of the engine flip. Its headers can also be included one by one.
#pragma once

#include "wreath/flip/catalogue.hpp"        // IWYU pragma: export
#include "wreath/flip/derive.hpp"           // IWYU pragma: export
#include "wreath/flip/equivalence.hpp"      // IWYU pragma: export
#include "wreath/flip/files.hpp"            // IWYU pragma: export
#include "wreath/flip/hunt.hpp"             // IWYU pragma: export
#include "wreath/flip/lift.hpp"             // IWYU pragma: export
#include "wreath/flip/path.hpp"             // IWYU pragma: export
#include "wreath/flip/proof.hpp"            // IWYU pragma: export
#include "wreath/flip/rational_scheme.hpp"  // IWYU pragma: export
#include "wreath/flip/records.hpp"          // IWYU pragma: export
#include "wreath/flip/report.hpp"           // IWYU pragma: export
#include "wreath/flip/scheme.hpp"           // IWYU pragma: export
#include "wreath/flip/search.hpp"           // IWYU pragma: export
#include "wreath/flip/simplify.hpp"         // IWYU pragma: export
#include "wreath/flip/statistics.hpp"       // IWYU pragma: export
#include "wreath/flip/symmetry.hpp"         // IWYU pragma: export
#include "wreath/flip/tensor.hpp"           // IWYU pragma: export
#include "wreath/flip/ternary.hpp"          // IWYU pragma: export
