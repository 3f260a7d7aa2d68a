package fitness

import (
	"math/rand/v2"
	"testing"

	"nearmiss/term"
)

// Facts about a number of eight bits beside constants contradict a condition only if no
// value is left, and imply it only if it takes none away.
func TestFactsLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	contradictions, implied := 0, 0
	for range 4000 {
		b := term.NewFaithful()
		s := []term.Sort{term.Signed(8), term.Unsigned(8)}[rng.IntN(2)]
		x := b.Slot(0, s, false)
		left := map[uint64]bool{}
		for v := range uint64(256) {
			left[b.Int(s, v).Bits] = true
		}
		var f facts
		near := rng.Uint64N(256)
		for range 6 {
			c := b.Int(s, near+rng.Uint64N(4))
			rel, want := term.Rel(rng.IntN(6)), rng.IntN(2) == 0
			cond := b.Compare(rel, x, c)
			before := len(left)
			for v := range left {
				if is := b.Compare(rel, b.Int(s, v), c); (is.Bits != 0) != want {
					delete(left, v)
				}
			}
			if cond.IsConst() {
				continue
			}
			after, ok, says := f.assume(cond, want)
			switch {
			case !ok && len(left) > 0:
				t.Fatalf("%v is %v: contradicted, %d values left", cond, want, len(left))
			case ok && says && len(left) != before:
				t.Fatalf("%v is %v: implied, and takes %d values away", cond, want, before-len(left))
			}
			if !ok {
				contradictions++
				break
			}
			if says {
				implied++
			}
			f = after
		}
	}
	if contradictions < 1000 || implied < 1000 {
		t.Errorf("%d contradictions, %d implied", contradictions, implied)
	}
}

// A condition that says nothing of a number's size still says that the number is defined.
func TestFactsOfUndefined(t *testing.T) {
	b := term.NewFaithful()
	list := b.Slot(0, term.ArrayOf(term.Signed(64)), false)
	size := b.Len(b.Substr(list, b.Int(term.Signed(64), 1), b.Len(list)))
	if _, ok, implied := (facts{}).assume(b.Compare(term.GE, size, b.Int(term.Signed(64), 0)), true); !ok || implied {
		t.Errorf("the length of list[1:] is at least 0: possible is %v, implied %v", ok, implied)
	}
}
