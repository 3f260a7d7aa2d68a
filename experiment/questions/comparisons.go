package questions

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/order"
	"nearmiss/term"
)

const slots, most = 100, 500

// Comparisons records a path of up to 500 comparisons of 100 integers of 64 bits, in the order of a program: random pairs,
// sort, or stable sort, as in package slices. As an executor does, it asks for the other side of each comparison, and takes
// either where it can.
func Comparisons(ctx context.Context, program string, rng *rand.Rand) ([][]Step, error) {
	e := &explorer{ctx: ctx, b: term.NewBuilder(), rng: rng, in: make([]uint64, slots)}
	e.solver = &recorder{Solver: smt.Checked(order.New(), nil), slots: slots}
	switch program {
	case "random pairs":
		for range most {
			e.compare(rng.IntN(slots), rng.IntN(slots))
		}
	case "sort":
		slices.SortFunc(rng.Perm(slots), e.compare)
	case "stable sort":
		slices.SortStableFunc(rng.Perm(slots), e.compare)
	default:
		return nil, fmt.Errorf("there is no program %q that compares", program)
	}
	return [][]Step{e.solver.steps}, ctx.Err()
}

// An explorer runs a program on slots.
type explorer struct {
	ctx    context.Context
	b      *term.Builder
	solver *recorder
	rng    *rand.Rand
	in     []uint64
	asked  int
}

// compare is negative if in[i] < in[j], else positive.
func (e *explorer) compare(i, j int) int {
	less := int64(e.in[i]) < int64(e.in[j])
	if e.asked < most && i != j {
		e.asked++
		s := term.Signed(64)
		here := e.b.Compare(term.LT, e.b.Slot(i, s, false), e.b.Slot(j, s, false))
		there := e.b.Not(here)
		if !less {
			here, there = there, here
		}
		a := e.solver.Check(e.ctx, there, words(e.in))
		if a.Verdict == smt.Sat && e.rng.IntN(2) == 0 {
			for _, x := range a.Changes {
				e.in[x.Slot] = x.Value.Bits
			}
			less, here = !less, there
		}
		e.solver.Push(here)
	}
	if less {
		return -1
	}
	return 1
}
