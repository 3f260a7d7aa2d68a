package smtlib

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/smt"
	"nearmiss/term"
)

// The values of numbers come in a row, where a slot that may be any is itself.
func TestRow(t *testing.T) {
	b, i64, u8 := term.NewBuilder(), term.Signed(64), term.Unsigned(8)
	x, y := b.Slot(0, i64, false), b.Slot(1, u8, false)
	s := newSession(Tool{Name: Z3}, differences, &Options{}, &Stats{})
	s.Push(b.Compare(term.LT, x, b.Convert(y, i64)))
	s.sync(t.Context(), nil)
	if s.out.Reset(); len(s.slots) != 2 {
		t.Fatal(s.slots)
	}
	s.wants(s.slots)
	if got := s.out.String(); got != "(eval (r2 s0 s1uint8))" {
		t.Error(got)
	}
	for _, test := range []struct {
		answer string
		want   string // the changes
		err    error
	}{
		{"(r2 (- 5)\n    7)", "[{0 -5} {1 7}]", nil},
		{"(r2 s0 7)", "[{1 7}]", nil},
		{"(r2 0 s1uint8)", "[]", nil},
		{"(r2 9223372036854775808 7)", "[]", errBeyond},
		{"(r2 s1uint8 7)", "[]", errNonsense},
		{"(r2 many 7)", "[]", errNonsense},
		{"(r2 7)", "[]", errNonsense},
		{"(r3 1 7)", "[]", errNonsense},
		{"(1 7)", "[]", errNonsense},
		{"((s0 1) (s1uint8 7))", "[]", errNonsense},
		{"r2", "[]", errNonsense},
	} {
		answer, err := parse(test.answer)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := s.values(answer[0], s.slots, zeros)
		got := "["
		for i, c := range changes {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("{%d %d}", c.Slot, int64(c.Value.Bits))
		}
		if got += "]"; got != test.want || !errors.Is(err, test.err) || test.err == errNonsense && errors.Is(err, errBeyond) {
			t.Errorf("%s: %s, %v", test.answer, got, err)
		}
	}
}

// A row has the values that the solver gives for each slot.
func TestRowsArePairs(t *testing.T) {
	tool, ok := Look(Z3)
	if !ok {
		t.Skip("z3 is not installed")
	}
	for _, th := range []theory{differences, integers} {
		s := newSession(tool, th, &Options{Time: defaultTime, Memory: defaultMemory}, &Stats{})
		t.Cleanup(func() { s.Close() })
		b, rng := term.NewBuilder(), rand.New(rand.NewPCG(3, 5))
		in, compared := make([]uint64, 20), 0
		slot := func() *term.Term { return b.Slot(rng.IntN(len(in)), term.Signed(64), false) }
		for range 100 {
			c := b.Compare(term.Rel(rng.IntN(6)), slot(), slot())
			a := s.Check(t.Context(), c, testutil.Env(in))
			if a.Verdict == smt.Unknown {
				t.Fatal(a.Reason)
			}
			if a.Verdict == smt.Unsat {
				continue
			}
			s.Push(c)
			compared += len(s.slots)
			pairs := "(get-value ("
			for _, f := range s.slots {
				pairs += f.name + " "
			}
			s.wants(s.slots)
			both, err := s.process.ask(t.Context(), s.out.String()+pairs+"))")
			s.out.Reset()
			if err != nil || len(both) != 2 {
				t.Fatal(both, err)
			}
			for i, f := range s.slots {
				if got, want := text(both[0].list[1+i]), text(both[1].list[i].list[1]); got != want && got != f.name {
					t.Errorf("%v: %s is %s in the row, else %s", th, f.name, got, want)
				}
			}
		}
		if compared < 200 {
			t.Errorf("%v: only %d compared", th, compared)
		}
	}
}
