package smtlib

import (
	"errors"
	"fmt"
	"testing"

	"nearmiss/term"
)

// TestValues checks that the values of numbers are read from pairs.
func TestValues(t *testing.T) {
	b, i64, u8 := term.NewBuilder(), term.Signed(64), term.Unsigned(8)
	x, y := b.Slot(0, i64, false), b.Slot(1, u8, false)
	s := newSession(Tool{Name: Z3}, differences, &Options{}, &Stats{})
	s.Push(b.Compare(term.LT, x, b.Convert(y, i64)))
	s.sync(t.Context(), nil)
	if s.pending.Reset(); len(s.slots) != 2 {
		t.Fatal(s.slots)
	}
	for _, test := range []struct {
		answer string
		want   string // the changes
		err    error
	}{
		{"((s0 (- 5))\n    (s1uint8 7))", "[{0 -5} {1 7}]", nil},
		{"((s0 0) (s1uint8 7))", "[{1 7}]", nil},
		{"((s0 0) (s1uint8 0))", "[]", nil},
		{"((s0 9223372036854775808000) (s1uint8 7))", "[]", errMalformed},
		{"((s1uint8 7) (s0 1))", "[]", errMalformed},
		{"((s0 many) (s1uint8 7))", "[]", errMalformed},
		{"((s1uint8 7))", "[]", errMalformed},
		{"((s0 1 2) (s1uint8 7))", "[]", errMalformed},
		{"(1 7)", "[]", errMalformed},
		{"s0", "[]", errMalformed},
	} {
		answer, err := new(reader).readAll(test.answer)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := s.values(answer[0].list, zeros)
		got := "["
		for i, c := range changes {
			if i > 0 {
				got += " "
			}
			got += fmt.Sprintf("{%d %d}", c.Slot, int64(c.Value.Bits))
		}
		if got += "]"; got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %s, %v", test.answer, got, err)
		}
	}
}
