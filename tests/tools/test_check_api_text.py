# SPDX-License-Identifier: MIT
"""Public functions without a documentation text: what counts as a function, what as a text."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_api_text


class FunctionsTest(unittest.TestCase):
    def found(self, text):
        return [function.name for function in check_api_text.functions_of(text)]

    def test_free_functions(self):
        self.assertEqual(self.found("namespace wreath::perm {\nvoid f(int x = {});\n[[nodiscard]] int g();\ntemplate <class T>\nT h(T x) {\n"
                                    "  return T{x};\n}\nconstexpr bool k() { return true; }\n}  // namespace wreath::perm\n"), ["f", "g", "h", "k"])

    def test_constraints_are_not_functions(self):
        self.assertEqual(self.found("template <class X>\nrequires Output<X, ValueIn<X>>\nvoid f(X&& x);\n"
                                    "template <class... T>\nrequires(sizeof...(T) > 0) void g(T&&... t);\n"
                                    "template <class T>\nconcept Small = Plain<T> && sizeof(T) <= 64;\n"), ["f", "g"])

    def test_variables_and_types_are_not_functions(self):
        self.assertEqual(self.found("using F = std::function<void(int)>;\ninline constexpr Shape kMost{16, 16};\nenum class E { a, b };\nstruct S;\n"
                                    "struct T {\n  std::function<int(int)> f;\n  std::size_t n = std::size_t{1} << 28;\n  std::vector<int> v = {};\n"
                                    "  enum class K { a } k = K::a;\n  int last() const;\n};\n"), ["last"])

    def test_private_parts_are_left_out(self):
        self.assertEqual(self.found("class C {\n  void a();\n\n public:\n  void b();\n  class D {\n   public:\n    void c();\n\n   private:\n    void d();\n"
                                    "  };\n  void e();\n\n private:\n  struct State {\n    void f();\n  };\n  void g();\n};\nvoid h();\n"), ["b", "c", "e", "h"])

    def test_constructors(self):
        self.assertEqual(self.found("struct C {\n  C() = default;\n  C(const C&) = delete;\n  C(C&& other) noexcept;\n  C& operator=(C&& other) noexcept;\n"
                                    "  ~C();\n  virtual ~C() = default;\n  explicit C(int n) : n_(n), m_{n} {}\n  C(D&& d);\n  int n_;\n  int m_;\n  void after();\n};\n"),
                         ["C", "C", "after"])

    def test_operators(self):
        self.assertEqual(self.found("struct C {\n  bool operator==(const C&) const = default;\n  auto operator<=>(const C& c) const;\n  int operator[](int i) const;\n"
                                    "  explicit operator bool() const;\n  C& operator=(int i);\n  void operator()(int i);\n"
                                    "  friend C operator+(C a, const C& b) { return a += b; }\n  friend struct D;\n};\n"),
                         ["operator<=>", "operator[]", "operator bool", "operator=", "operator()", "operator+"])

    def test_members_that_are_defined_outside_are_counted_once(self):
        self.assertEqual(self.found("class C {\n public:\n  template <class T>\n  C(const T& t);\n};\ntemplate <class T>\nC::C(const T& t) {\n  f(\"{\");\n}\n"
                                    "class D {\n public:\n  void g();\n};\n"), ["C", "g"])

    def test_what_is_called_detail_is_left_out(self):
        self.assertEqual(self.found("namespace wreath {\nnamespace detail {\nvoid f();\n}\nvoid g();\n}\n"), ["g"])


class TextsTest(unittest.TestCase):
    def without_text(self, text):
        return [(function.line, function.name) for function in check_api_text.functions_of(text) if not function.has_text]

    def test_a_text_above_or_behind(self):
        self.assertEqual(self.without_text("/// Says f.\nvoid f();\n/// Says g,\n/// and more.\ntemplate <class T>\nvoid g(\n    T t);\nvoid h();  ///< Says h.\n"), [])

    def test_a_plain_comment_is_not_a_text(self):
        self.assertEqual(self.without_text("// Says f.\nvoid f();\nvoid g();  // Says g.\nC(int x);  // NOLINT(google-explicit-constructor)\n"),
                         [(2, "f"), (3, "g"), (4, "C")])

    def test_a_text_belongs_to_one_declaration(self):
        self.assertEqual(self.without_text("/// Says f and g.\nvoid f();\nvoid g();\n\n/// Says nothing of k.\n\nvoid k();\n///\nvoid l();\n"),
                         [(3, "g"), (7, "k"), (9, "l")])

    def test_the_text_of_a_variable_is_not_that_of_the_next_function(self):
        self.assertEqual(self.without_text("struct S {\n  int x;  ///< Says x.\n  int y() const;\n};\n"), [(3, "y")])


class ProgramTest(unittest.TestCase):
    def run_tool(self, *arguments):
        return subprocess.run([sys.executable, "-B", ROOT / "tools/check_api_text.py", *arguments], capture_output=True, text=True)

    def test_lists_and_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            header = pathlib.Path(folder) / "made_up.hpp"
            header.write_text("/// Says f.\nvoid f();\nvoid g();\n")
            run = self.run_tool(header)
            self.assertEqual((run.returncode, run.stdout), (1, f"{header}:3 g\n"))
            run = self.run_tool("--count", header)
            self.assertEqual((run.returncode, run.stdout), (1, "public functions: 2, without a text: 1\n"))
            header.write_text("/// Says f.\nvoid f();\n")
            run = self.run_tool(header)
            self.assertEqual((run.returncode, run.stdout), (0, ""))

    def test_every_public_function_has_a_text(self):
        run = self.run_tool()
        self.assertEqual((run.returncode, run.stdout), (0, ""))
        count = self.run_tool("--count").stdout
        self.assertGreater(int(count.split()[2].rstrip(",")), 600, count)  # they are still found


if __name__ == "__main__":
    unittest.main()
