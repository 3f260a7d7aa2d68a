package fitness

import (
	"math"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/probe"
)

// A path condition that contradicts itself is found out, and one that only
// seems to is not.
func TestContradictions(t *testing.T) {
	const src = "package x\n\nfunc f(x, y int, i8 int8, u uint, e, g float64, ok bool, s []int, z string) bool {\n\treturn %\n}\n"
	tests := map[string]bool{
		"u < 0":                              true,
		"u < 1 && u != 0":                    true,
		"u <= 0":                             false,
		"u > 18446744073709551615":           true,
		"u >= 18446744073709551615":          false,
		"x > 5 && x < 6":                     true,
		"x > 5 && x < 7":                     false,
		"x >= 5 && x <= 5 && x != 5":         true,
		"x >= 5 && x <= 6 && x != 5":         false,
		"x != 5 && x != 6 && x > 4 && x < 7": false, // not looked for
		"x < y && x > y":                     true,
		"x <= y && x >= y":                   false,
		"x <= y && x >= y && x != y":         true,
		"y > x && x == y":                    true,
		"i8 > 127":                           true,
		"i8 >= -128 && i8 < -127":            false,
		"len(s) < 0":                         true,
		"e < g && e >= g":                    true,
		"!(e < g) && !(e >= g)":              false,
		"!(e < g) && e < g":                  true,
		"!(e > 0) && !(e <= 0)":              false,
		"e != e":                             false,
		"e > 0 && e < 0":                     true,
		"e >= 0 && e <= 0 && e != 0":         true,
		"e < 0 && e > -1":                    false,
		"e < -1 && e > -2":                   false,
		"e < -2 && e > -1":                   true,
		"ok && !ok":                          true,
		`z == "a" && z == "b"`:               true,
		`z != "a" && z == "a"`:               true,
		`z == "a" && z != "a"`:               true,
		`z != "a" && z != "b"`:               false,
		"(x < 1 || x > 2) && x == 1":         true,
		"(x < 1 || x > 2) && x == 3":         false,
		"s == nil && s != nil":               true,
		"s[x] == 1 && s[x] == 2":             true,
		"s[x] == 1 && s[y] == 2":             false,
	}
	for cond, want := range tests {
		a := analyze(t, build(t, strings.Replace(src, "%", cond, 1)), "f", Options{})
		infeasible := true
		last := a.Func.Conds[len(a.Func.Conds)-1]
		for _, outcome := range []bool{false, true} {
			tg, err := a.Target(last.Branch(outcome))
			if err != nil {
				t.Fatal(err)
			}
			if outcome != negated(cond) {
				infeasible = tg.Infeasible
			}
		}
		if infeasible != want {
			t.Errorf("%s: infeasible: %v", cond, infeasible)
		}
	}
}

// An order of floats that does not hold is satisfied by NaN, and the negated
// relation is not.
func TestNaN(t *testing.T) {
	a := analyze(t, build(t, "package x\n\nfunc f(e, g float64) bool { return e < g }\n"), "f", Options{})
	for _, outcome := range []bool{false, true} {
		n := &target(t, a, "e < g", outcome).Nodes[0]
		v, _, _ := evaluate(n, []probe.Slot{{Bits: math.Float64bits(math.NaN()), Defined: true}, {Defined: true}})
		if (v == 0) == outcome {
			t.Errorf("NaN < 0 to %v: %v", outcome, v)
		}
	}
}

// negated reports whether the last operand of a condition is a negation.
func negated(cond string) bool {
	i := strings.LastIndex(cond, "&& ")
	return i >= 0 && cond[i+3] == '!'
}

// x op= y is x = x op y, and wraps.
func TestCompoundAssignment(t *testing.T) {
	const x, y = int8(-100), int8(5)
	tests := map[string]int8{
		"x += y": x + y, "x -= y": x - y, "x *= y": 12, "x /= y": x / y, "x %= y": x % y, "x &= y": x & y,
		"x |= y": x | y, "x ^= y": x ^ y, "x &^= y": x &^ y, "x <<= 3": -32, "x >>= 3": x >> 3, "x++": x + 1, "x--": x - 1,
	}
	for text, want := range tests {
		a := analyze(t, build(t, "package x\n\nfunc f(x, y int8) bool {\n\tif y > 0 {\n\t\t"+text+"\n\t\treturn x == 0\n\t}\n\treturn false\n}\n"), "f", Options{})
		_, level, exact := evaluate(&target(t, a, "x == 0", true).Nodes[0], slots(a, map[string]any{"x": int(x), "y": int(y)}))
		far := uint64(max(int(want), -int(want)))
		if far > 0 {
			far++
		}
		if level != 0 || !slices.Equal(exact, []uint64{0, far}) {
			t.Errorf("%s: level %d, distances %v, want %d", text, level, exact, far)
		}
	}
}
