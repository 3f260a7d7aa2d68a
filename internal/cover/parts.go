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
	buildCases = 300 // cases that take as long to check as what all tests need takes to compile
	leastPart  = 5   // cases, with which all is tried to the end
)

// A parting checks cases part by part.
type parting struct {
	all   int           // cases
	warm  time.Duration // what compiling what all tests need has taken
	fixed int           // size of the first part, 0 if the clock is to say
	end   time.Time     // zero: there is no clock
	now   func() time.Time

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
			each := max(1, (limit-p.warm)/time.Duration(n)) // or more
			n = max(min(n/2, int((p.left()/triedShare/2-p.warm)/each)), leastPart)
			continue
		case err == nil && n < p.all && (p.end.IsZero() || took+max(0, took-p.warm)*time.Duration(p.all)/time.Duration(n) <= p.left()):
			if err = p.check(p.all, 0); errors.Is(err, context.DeadlineExceeded) {
				err = nil
			}
		}
		return err
	}
}

// first is the size of the first part: all cases, unless a careful guess is that
// there is not time enough for these.
func (p *parting) first() int {
	each := p.warm/buildCases + 1
	switch {
	case p.fixed > 0:
		return min(p.fixed, p.all)
	case p.end.IsZero() || p.warm+each*time.Duration(p.all) <= p.left():
		return p.all
	}
	return min(p.all, max(leastPart, int((p.left()/triedShare-p.warm)/each)))
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
