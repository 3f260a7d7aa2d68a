package smt

import (
	"fmt"
	"testing"

	"nearmiss/term"
)

// For every 8-bit x there is exactly one pair of fresh values near those of Go,
// and with them the rewritten term is what it was.
func TestDividerLaw(t *testing.T) {
	for _, s := range []term.Sort{term.Signed(8), term.Unsigned(8)} {
		for _, c := range []uint64{2, 3, 7, 10, 64, 100, 127, 128, 129, 200, 254} {
			checkDivider(t, s, s.Wrap(c))
		}
	}
}

func checkDivider(t *testing.T, s term.Sort, c uint64) {
	t.Helper()
	b := term.NewBuilder()
	x := b.Slot(0, s, false)
	for _, op := range []term.Op{term.Div, term.Rem} {
		was := b.Binary(op, x, b.Int(s, c))
		d := NewDivider(b, 7)
		now, side := d.Rewrite(was)
		if len(was.Args) == 0 || was.Op != op { // simplified
			continue
		}
		for v := range uint64(256) {
			x, by := int(int8(v)), int(int8(c))
			if s.Kind == term.Uint {
				x, by = int(v), int(c)
			}
			fits := 0
			for q := x/by - 1; q <= x/by+1; q++ {
				for r := x%by - 1; r <= x%by+1; r++ {
					values := map[int]int{0: x, 7: q, 8: r}
					env := func(slot int) (term.Value, bool) { return term.Value{Bits: s.Wrap(uint64(values[slot]))}, true }
					if !allHold(side, env) || int(int8(q)) != q && s.Kind == term.Int || (q < 0 || r < 0) && s.Kind == term.Uint {
						continue
					}
					fits++
					want, _ := term.Eval(was, env)
					if got, ok := term.Eval(now, env); !ok || got.Bits != want.Bits {
						t.Fatalf("%v of %d is %v, rewritten %v", was, x, want.Bits, got.Bits)
					}
				}
			}
			if fits != 1 {
				t.Fatalf("%v of %d: %d models of %v", was, x, fits, side)
			}
		}
	}
}

func allHold(clauses []*term.Term, env term.Env) bool {
	for _, c := range clauses {
		if v, ok := term.Eval(c, env); !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

// No other values of the fresh slots satisfy the definition: all of them, for
// a few divisors.
func TestDividerUnique(t *testing.T) {
	for _, s := range []term.Sort{term.Signed(8), term.Unsigned(8)} {
		for _, c := range []uint64{128, 3, 249} {
			b := term.NewBuilder()
			x := b.Slot(0, s, false)
			_, side := NewDivider(b, 1).Rewrite(b.Binary(term.Div, x, b.Int(s, c)))
			var values [3]uint64
			e := term.NewWordEvaluator(func(slot int) uint64 { return values[slot] })
			for _, v := range []uint64{0, 1, 127, 128, 255} {
				fits := 0
				for i := range uint64(1 << 16) {
					values = [3]uint64{s.Wrap(v), s.Wrap(i >> 8), s.Wrap(i)}
					e.Reset()
					all := true
					for _, c := range side {
						if all = e.Holds(c); !all {
							break
						}
					}
					if all {
						fits++
					}
				}
				if fits != 1 {
					t.Errorf("%v: %d by %d has %d models", s, v, c, fits)
				}
			}
		}
	}
}

// One pair of slots serves a quotient and its remainder, and nested ones are
// found.
func TestDividerShares(t *testing.T) {
	b := term.NewBuilder()
	s := term.Signed(32)
	x, ten := b.Slot(0, s, false), b.Int(s, 10)
	d := NewDivider(b, 5)
	sum := b.Binary(term.Add, b.Binary(term.Div, x, ten), b.Binary(term.Rem, x, ten))
	got, side := d.Rewrite(sum)
	again, none := d.Rewrite(b.Binary(term.Rem, b.Binary(term.Rem, x, ten), b.Int(s, 3)))
	if fmt.Sprint(got, len(side), again, len(none), d.Fresh()) != "$5 + $6 5 $8 5 9" {
		t.Error(got, len(side), again, len(none), d.Fresh())
	}
	if side[0].String() != "$0 == $6 + $5 * 10" {
		t.Error(side[0])
	}
}
