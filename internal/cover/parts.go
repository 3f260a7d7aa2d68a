package cover

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// Where all tests of a package cannot be checked in the time that is left, fewer are: what
// is found is written. How long checking takes is told from what was measured in this
// call: compiling what all tests need, and the check before.
const (
	warmBeside = 2 // beside the search compiling takes so many times as long as alone
	caseShare  = 2 // a case takes as long as so many branches of the package, with all that they need
	leastPart  = 5 // cases, with which all is tried to the end
)

// A parting checks cases part by part.
type parting struct {
	all      int           // cases
	branches int           // of the package, at least one
	warm     time.Duration // what compiling what all tests need has taken, beside the search
	size     int           // of the first part, 0 if the clock is to say
	end      time.Time     // zero: there is no clock
	now      func() time.Time

	// check checks n cases. It gives up with context.DeadlineExceeded at the end, or if
	// compiling them takes longer than limit, if that is not zero.
	check func(n int, limit time.Duration) error
}

func (p *parting) left() time.Duration { return p.end.Sub(p.now()) }

// run checks as many cases as there seems to be time for, fewer as long as that
// is too many, and then all, if there is time left.
func (p *parting) run() error {
	for n := p.first(); ; {
		limit := time.Duration(0)
		if !p.end.IsZero() && n > leastPart {
			limit = p.left() / triedShare
		}
		began := p.now()
		err := p.check(n, limit)
		took := p.now().Sub(began)
		switch {
		case errors.Is(err, context.DeadlineExceeded) && n > leastPart && p.left() > 0:
			each := max(1, (limit-p.fixed())/time.Duration(n)) // or more
			n = max(min(n/2, int((p.left()/triedShare/2-p.fixed())/each)), leastPart)
			continue
		case err == nil && n < p.all && (p.end.IsZero() || took+max(0, took-p.fixed())*time.Duration(p.all)/time.Duration(n) <= p.left()):
			if err = p.check(p.all, 0); errors.Is(err, context.DeadlineExceeded) {
				err = nil
			}
		}
		return err
	}
}

// fixed is what compiling takes however few the cases are.
func (p *parting) fixed() time.Duration { return p.warm / warmBeside }

// first is the size of the first part: as many cases as there seems to be time to compile.
func (p *parting) first() int {
	switch {
	case p.size > 0:
		return min(p.size, p.all)
	case p.end.IsZero():
		return p.all
	}
	each := caseShare*p.warm/time.Duration(p.branches) + 1
	return min(p.all, max(leastPart, int((p.left()/triedShare-p.fixed())/each)))
}

// part returns the cases of the functions that take most branches for each of their cases,
// n of them if the functions' numbers add up so, and the others.
func part(cases []*testCase, n int) (first, others []*testCase) {
	groups := map[*function][]*testCase{}
	var order []*function
	for _, c := range cases {
		if groups[c.fn] == nil {
			order = append(order, c.fn)
		}
		groups[c.fn] = append(groups[c.fn], c)
	}
	worth := func(f *function) float64 {
		branches := 0
		for _, c := range groups[f] {
			branches += len(c.keep)
		}
		return float64(branches) / float64(len(groups[f]))
	}
	slices.SortStableFunc(order, func(a, b *function) int { return cmp.Compare(worth(b), worth(a)) })
	in := map[*function]bool{}
	size := 0
	for _, f := range order {
		if size+len(groups[f]) <= n {
			in[f] = true
			size += len(groups[f])
		}
	}
	if size == 0 {
		in[slices.MinFunc(order, func(a, b *function) int { return len(groups[a]) - len(groups[b]) })] = true
	}
	return parted(cases, func(c *testCase) bool { return in[c.fn] })
}
