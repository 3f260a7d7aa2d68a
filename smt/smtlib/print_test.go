package smtlib

import (
	"testing"

	"nearmiss/term"
)

// TestPrint checks the text that is sent to a solver.
func TestPrint(t *testing.T) {
	b := term.NewBuilder()
	i8, u8, f64 := term.Signed(8), term.Unsigned(8), term.Floating(64)
	x, y, u := b.Slot(0, i8, false), b.Slot(1, i8, false), b.Slot(2, u8, false)
	f, s := b.Slot(3, f64, false), b.Slot(4, term.StringSort, false)
	lt := func(x, y *term.Term) *term.Term { return b.Compare(term.LT, x, y) }
	const bytes = `(str.in_re s4string (re.* (re.range "\u{0}" "\u{ff}")))`
	for _, test := range []struct {
		clause *term.Term
		theory theory
		want   string // declarations, side conditions and the clause; or the reason why it is unsupported
	}{
		{lt(x, y), differences, "(< s0int8 s1int8)"},
		{lt(b.Binary(term.Add, x, b.Int(i8, 3)), y), differences, "(< (+ s0int8 3) s1int8)"},
		{lt(b.Binary(term.Add, x, y), y), differences, "terms other than slots and constants are not supported by differences"},
		{lt(b.Binary(term.Mul, x, b.Int(i8, 253)), y), integers, "(< (* s0int8 (- 3)) s1int8)"},
		{lt(b.Binary(term.Mul, x, y), y), integers, "products of variables are not supported by integers without a width"},
		{lt(b.Binary(term.Or, x, y), y), integers, "bit operations are not supported by integers without a width"},
		{lt(b.Binary(term.Mul, x, y), y), words, "(bvslt (bvmul s0int8 s1int8) s1int8)"},
		{lt(b.Convert(u, i8), y), words, "(bvslt s2uint8 s1int8)"},
		{lt(b.Binary(term.Div, x, y), y), words, "(and (not (= s1int8 (_ bv0 8))) (bvslt (bvsdiv s0int8 s1int8) s1int8))"},
		{lt(b.Binary(term.Shl, x, u), y), words, "(bvslt (bvshl s0int8 s2uint8) s1int8)"},
		{b.Compare(term.NE, f, b.Float(f64, 1.5)), integers,
			"(not (fp.eq fs3float64 (fp #b0 #b01111111111 #b1000000000000000000000000000000000000000000000000000)))"},
		{lt(b.Index(s, b.Convert(x, term.Signed(64))), u), integers,
			"(and (and (<= 0 s0int8) (< s0int8 (str.len s4string))) (< n1 s2uint8))"},
		{lt(s, b.Str("a\"\x80\\")), words, `(str.< s4string "a""\u{80}\u{5c}")`},
		{b.IsNil(b.Slot(5, term.ArrayOf(i8), false)), words, "arrays are not supported by bit-vectors"},
	} {
		p := newPrinter(test.theory)
		f := p.printTerm(test.clause)
		got := f.unsupported
		if got == "" {
			got = f.clause()
		}
		if got != test.want {
			t.Errorf("%v for %v:\n%s, want\n%s", test.clause, test.theory, got, test.want)
		}
	}
	p := newPrinter(integers)
	if q := p.printTerm(b.Binary(term.Rem, x, b.Int(i8, 7))); q.text != "n2" || len(q.args) != 3 || len(q.args[2].sides) != 4 || q.args[2].sides[0] != "(= s0int8 (+ (* n1 7) n2))" {
		t.Errorf("%+v", q)
	}
	if sides := p.printTerm(s).sides; len(sides) != 1 || sides[0] != bytes {
		t.Errorf("%q", sides)
	}
}

// TestPrintShared checks that the terms of a sum are sent once, although each prefix of the sum
// is in a clause.
func TestPrintShared(t *testing.T) {
	b, i64 := term.NewBuilder(), term.Signed(64)
	p := newPrinter(integers)
	sum, size := b.Slot(0, i64, false), 0
	for i := range 1000 {
		sum = b.Binary(term.Add, sum, b.Slot(i+1, i64, false))
		f := p.printTerm(b.Compare(term.LT, sum, b.Int(i64, 10)))
		size += len(p.flush()) + len(f.clause())
	}
	if size > 150*1000 {
		t.Errorf("%d bytes", size)
	}
}

// TestParse checks that answers are parsed according to SMT-LIB.
func TestParse(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"sat\n", "sat"},
		{"((x (- 5))\n (y #x0f)) ; and so on\nunsat", "((x (- 5)) (y #x0f))|unsat"},
		{`((s "a""b (c"))`, `((s a"b (c))`},
		{"(|a b| 1)", "(a b 1)"},
		{"", ""},
	} {
		nodes, err := new(reader).readAll(test.in)
		got := ""
		for i, n := range nodes {
			if i > 0 {
				got += "|"
			}
			got += printNode(n)
		}
		if err != nil || got != test.want {
			t.Errorf("%q: %q, %v", test.in, got, err)
		}
	}
	for _, bad := range []string{"(", ")", "(a", `"a`, "|a", `("`} {
		if n, err := new(reader).readAll(bad); err == nil {
			t.Errorf("%q is %v", bad, n)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("((s0int8 (- 5)) (s1 \"a\\u{0}\"))")
	f.Fuzz(func(t *testing.T, in string) {
		nodes, err := new(reader).readAll(in)
		if err != nil {
			return
		}
		for _, n := range nodes {
			for _, s := range []term.Sort{term.BoolSort, term.StringSort, term.Signed(8), term.Floating(32)} {
				if v, ok := value(n, s); ok && s.IsInteger() && s.Wrap(v.Bits) != v.Bits {
					t.Errorf("%q is %v", in, v)
				}
			}
		}
	})
}
