package testgen

import (
	"go/types"
	"slices"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/value"
)

// TestNamesWithNumberSigns: a name stays as it is, unless package testing could give another subtest that name.
func TestNamesWithNumberSigns(t *testing.T) {
	p := &plan{cases: []Case{{Name: "a#00"}, {Name: "a#0"}, {Name: "a b"}, {Name: "a_b"}}}
	nameCases(p)
	var names []string
	for _, c := range p.cases {
		names = append(names, c.Name)
	}
	if want := []string{"a#00 (2)", "a#0", "a b", "a_b (2)"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
}

// TestConditionsInWords: a condition on the inputs n, s, v, x, y and r is said without an operator of Go, or not at all.
func TestConditionsInWords(t *testing.T) {
	w := &wording{inputs: map[string]bool{"n": true, "s": true, "v": true, "x": true, "y": true, "r": true}}
	for _, c := range []struct{ cond, is, isNot string }{
		{"n < 0", "negative n", "n at least 0"},
		{"n == 0", "zero n", "nonzero n"},
		{"n > limit", "n above limit", "n at most limit"},
		{"n >= -7", "n at least -7", "n below -7"},
		{"x > y*3+1", "x above y*3+1", "x at most y*3+1"},
		{"x == y", "x equals y", "x differs from y"},
		{"s == \"\"", "empty s", "nonempty s"},
		{"len(s) == 0", "empty s", "nonempty s"},
		{"len(s) > 0", "nonempty s", "empty s"},
		{"len(s) < 1", "empty s", "nonempty s"},
		{"len(s) != 3", "length of s not 3", "length of s is 3"},
		{"s[0] == '/'", "s[0] is '/'", "s[0] not '/'"},
		{"s == \"@yearly\"", "s is \"@yearly\"", "s not \"@yearly\""},
		{"v == nil", "nil v", "non-nil v"},
		{"!r.Strict", "not Strict", "Strict"},
		{"r.Strict == false", "not Strict", "Strict"},
		{"r.root == nil", "no root", "with root"},
		{"len(r.root.children) == 0", "no children", "with children"},
		{"len(r.items) >= r.max", "length of items at least max", "length of items below max"},
		{"r.n > 3", "r.n above 3", "r.n at most 3"},
		{"v.Kind() == reflect.Int8", "Kind is reflect.Int8", "Kind not reflect.Int8"},
		{"v.Len() == 0", "empty v", "nonempty v"},
		{"x.Sign() < 0", "negative x", "Sign at least 0"},
		{"x.IsZero()", "zero x", "nonzero x"},
		{"unicode.IsSpace(n)", "space n", "n not space"},
		{"isHexDigit(n)", "hex digit n", "n not hex digit"},
		{"math.IsNaN(x)", "NaN x", "x not NaN"},
		{"strings.HasPrefix(s, \"#\")", "s with prefix \"#\"", "s without prefix \"#\""},
		{"r.Contains(s)", "r with s", "r without s"},
		{"v := v.(type) case int, int8", "int or int8 v", ""},
		{"v.(type) case nil", "nil v", "non-nil v"},
		{"n&1 == 0", "", ""},
		{"x == func() int { return 1 }()", "", ""},
		{"r.find(s, n)", "", ""},
		{"n > 1000000000000000000000000000000000000000", "", ""},
		{"range s", "", ""},
		{"", "", ""},
	} {
		is, isNot := w.condition(Cover{Cond: c.cond, Outcome: true}), w.condition(Cover{Cond: c.cond})
		if is != c.is || isNot != c.isNot {
			t.Errorf("%s: %q, %q; want %q, %q", c.cond, is, isNot, c.is, c.isNot)
		}
	}
	w.unordered = true
	if got := w.condition(Cover{Cond: "x < y"}); got != "not x below y" {
		t.Errorf("of floats: %q", got)
	}
}

// TestMessageNames: a case that wants an error is named by what the format in the source says, never by what is filled in.
func TestMessageNames(t *testing.T) {
	f := &file{pkg: module(t, map[string]string{"go.mod": "module example.com/p\n\ngo 1.24\n", "a.go": `package p

import (
	"errors"
	"fmt"
)

var words = []string{"@yearly", "a b"}

func f(s string, n int, err error) []error {
	return []error{
		fmt.Errorf("can't convert %s to decimal: fractional part too long", s),
		fmt.Errorf("failed to parse int from %s: %s", s, err),
		fmt.Errorf("expected %d to %d fields, found %d: %v", n, n, n, words),
		fmt.Errorf("end of range (%d) above maximum (%d): %s", n, n, s),
		fmt.Errorf("parser does not accept descriptors: %v", s),
		fmt.Errorf("step of range should be a positive number: %s", s),
		fmt.Errorf("line %d: %w", n, errors.New("key is missing")),
		errors.New("schema: invalid path " + s + " of " + fmt.Sprint(n)),
		errors.New("over/underflow threshold, exp(x) cannot be calculated precisely"),
		fmt.Errorf("%d is out of range", n),
		fmt.Errorf("Decimal does not support this Cash rounding interval '%v'. Supported: 5, 10, 25", n),
		errors.New("closed"),
		fmt.Errorf("m: digit expected, found %q", s),
		fmt.Errorf("key %q of %v not found", s, n),
		errors.New("only one wildcard per path segment is allowed, has: '" + s + "' in path '" + s + "'"),
	}
}
`})}
	for text, want := range map[string]string{
		"can't convert a: b to decimal: fractional part too long":                        "fractional part too long",
		`failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax`:          "failed to parse int",
		"failed to parse int from expected 3 to 4 fields, found 0: []: too large":        "failed to parse int",
		"expected 3 to 4 fields, found 0: []":                                            "expected N to N fields, found N",
		"end of range (1) above maximum (0): 1":                                          "end of range above maximum",
		"parser does not accept descriptors: @yearly":                                    "parser does not accept descriptors",
		"parser does not accept descriptors: a b":                                        "a b", // a message, for all that is known
		"step of range should be a positive number: 543/0":                               "step of range should be positive number",
		"line 3: key is missing":                                                         "key is missing",
		`schema: invalid path "a.b" of 7`:                                                "invalid path",
		"over/underflow threshold, exp(x) cannot be calculated precisely":                "exp(x) cannot be calculated precisely",
		"10 is out of range":                                                             "out of range",
		"Decimal does not support this Cash rounding interval '7'. Supported: 5, 10, 25": "not support this Cash rounding interval",
		"only one wildcard per path segment is allowed, has: ':a:b' in path '/:a:b'":     "one wildcard per path segment is allowed",
		"m: digit expected, found 'a'":                                                   "digit expected",
		`key "a: b" of 7 not found`:                                                      "key not found",
		"closed":                                                                         "closed",
		`time: invalid duration "5 apples"`:                                              "invalid duration",
		"open a.txt: no such file or directory":                                          "no such file or directory",
		"":                                                                               "",
	} {
		if got := f.messageName(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestBypass: an object at a fall-back was made without its constructor,
// whether or not calls follow.
func TestBypass(t *testing.T) {
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Push"}}}}
	maker := input.Alt{Name: "New", Make: code.Source("New()"), RunsCode: true, Steps: steps}
	zero := input.Alt{Name: "zero", Make: code.Source("new(Queue)"), RunsCode: true, Steps: steps, Rare: true}
	literal := input.Alt{Name: "literal", Make: code.New(code.Address, code.Arg(0)), Rare: true}
	tests := []struct {
		name string
		alts []input.Alt
		word uint64
		want bool
	}{
		{"constructor", []input.Alt{maker, zero, literal}, 0, false},
		{"zero value", []input.Alt{maker, zero, literal}, 1, true},
		{"literal", []input.Alt{maker, zero, literal}, 2, true},
		{"zero value where there is nothing else", []input.Alt{zero, literal}, 0, false},
	}
	for _, tt := range tests {
		v := &value.Value{Type: &input.Type{Kind: input.Choice, Alts: tt.alts}, Word: tt.word}
		if got := v.BypassesConstructor(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestLocalsBesideTests: what only a test file declares can be hidden by a
// local variable, but not declared again.
func TestLocalsBesideTests(t *testing.T) {
	pkg := module(t, map[string]string{
		"go.mod":    "module example.com/p\n\ngo 1.24\n",
		"a.go":      "package p\n\nvar tt int\n",
		"a_test.go": "package p\n\nvar tests, tt2 []int\n\nfunc must() {}\n",
	})
	s := newScope(pkg, false)
	l := s.locals()
	if a, b, c, d := l.claim("tests"), l.claim("tt"), s.claim("must"), s.claim("tests"); a != "tests" || b != "tt2" || c != "must2" || d != "tests2" {
		t.Errorf("names %s, %s, %s, %s", a, b, c, d)
	}
	if l := s.locals(); !l.isTaken("must2") {
		t.Error("a helper may be hidden")
	}
}

// TestBinary: a list in which only some bytes are characters is all numbers.
func TestBinary(t *testing.T) {
	list := func(bytes string) *value.Value {
		v := &value.Value{Type: &input.Type{Kind: input.Array}}
		for i := range len(bytes) {
			v.Kids = append(v.Kids, &value.Value{Type: &input.Type{Kind: input.Uint, Bits: 8}, GoType: types.Universe.Lookup("byte").Type(), Word: uint64(bytes[i])})
		}
		return v
	}
	for bytes, want := range map[string]bool{"": false, "ab\n": false, "a\x00\x00": false, "J\xe7": true, "\x13a": true} {
		if got := isBinary(list(bytes)); got != want {
			t.Errorf("%q: %v, want %v", bytes, got, want)
		}
	}
}
