package cover

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"slices"
	"time"
)

// If there is no time to check the tests of all cases, fewer cases are checked, so that at least
// their tests are written. The estimate of the time uses measurements of this call: the compilation
// of everything that the tests need, and the previous check.
const leastPart = 5 // a part of so many cases is checked without a limit

// A partCheck checks the cases of a package in parts.
type partCheck struct {
	all         int           // number of cases
	fixed, each time.Duration // of building tests: for any number of cases, and for each case
	size        int           // number of cases in the first part, 0 to let the clock decide
	end         time.Time     // zero without a clock
	now         func() time.Time
	took        time.Duration // by the last check that passed

	// gather gathers evidence of n cases, and returns how many it keeps for checks.
	gather func(n int) (kept int, err error)

	// check checks n cases. The error is context.DeadlineExceeded if time runs out at end, or if
	// compiling takes longer than limit, unless limit is zero.
	check func(n int, limit time.Duration) error
}

func (p *partCheck) left() time.Duration { return p.end.Sub(p.now()) }

// most returns how long the next part may take to compile.
func (p *partCheck) most() time.Duration { return p.left() - p.left()/partDivisor }

// runAll gathers evidence of as many of the cases as there seems to be time to check, and checks them. While the
// checks take less time than it seemed, it goes on to all cases, or to at least twice as many.
func (p *partCheck) runAll(cases int) error {
	p.all = cases
	for n, passed := p.first(), false; ; passed = true {
		var err error
		if p.all, err = p.gather(n); err == nil {
			err = p.run()
		}
		if passed && errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		p.all, p.size = cases, 0
		next := p.first()
		if err != nil || n >= cases || next < min(halfDivisor*n, cases) || !p.end.IsZero() && p.left() < halfDivisor*p.took {
			return err
		}
		n = next
	}
}

// run checks as many cases as there seems to be time for. After a timeout it tries fewer cases.
// After a success it checks all cases, or at least twice as many, if there is time left.
func (p *partCheck) run() error {
	for n, passed := p.first(), false; ; {
		limit := p.limit(n)
		if passed {
			limit = 0
		}
		began := p.now()
		err := p.check(n, limit)
		took := p.now().Sub(began)
		switch timedOut := errors.Is(err, context.DeadlineExceeded); {
		case timedOut && passed:
			return nil
		case timedOut && n > leastPart && p.left() > 0:
			each := max(1, (took-p.fixed)/time.Duration(n)) // least mean time of a case
			n = max(min(n/halfDivisor, int((p.most()/halfDivisor-p.fixed)/each)), leastPart)
			continue
		case err != nil:
			return err
		}
		next := p.next(n, took)
		if n >= p.all || next < min(halfDivisor*n, p.all) {
			return nil
		}
		n, passed = next, true
	}
}

// next returns how many cases there seems to be time for after n cases have passed in a time, from which it learns.
func (p *partCheck) next(n int, took time.Duration) int {
	beyond := max(0, took-p.fixed) * time.Duration(p.all) / time.Duration(n)
	p.fixed, p.each, p.took = min(p.fixed, took), min(p.each, took/time.Duration(n)+1), took
	switch {
	case p.end.IsZero() || took+beyond <= p.left():
		return p.all
	case p.left() < took:
		return n
	}
	return p.first()
}

// limit returns how long compiling n cases may take, so that fewer can be compiled afterwards; 0 for
// no limit, because there is hardly time for both.
func (p *partCheck) limit(n int) time.Duration {
	limit := p.left() - p.fixed
	if p.end.IsZero() || n <= leastPart || limit < halfDivisor*(p.fixed+time.Duration(n)*p.each) {
		return 0
	}
	return limit
}

// first returns the number of cases in the first part: as many as there seems to be time to
// compile, or else those that take an eighth of what any number takes.
func (p *partCheck) first() int {
	switch {
	case p.size > 0:
		return min(p.size, p.all)
	case p.end.IsZero():
		return p.all
	}
	return min(p.all, max(leastPart, int(max(p.most()-p.fixed, p.fixed/partDivisor)/p.each)))
}

// part chooses at most n cases for a first check, and returns them and the remaining cases. It
// keeps the cases of a function together, and prefers functions that cover many branches and statements per
// case. If no function has so few cases, it chooses the function with the fewest.
func part(cases []*testCase, n int) (first, others []*testCase) {
	order, groups := grouped(cases)
	worth := func(f *function) float64 {
		if f.isScenario() { // no branch needs it
			return 0
		}
		branches := 0
		for _, c := range groups[f] {
			branches += len(c.keep)
		}
		goals, statements := len(f.main().goals), f.main().statements()
		return float64(branches+statements*(branches+1)/(max(goals, branches)+1)) / float64(len(groups[f]))
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
	return split(cases, func(c *testCase) bool { return in[c.fn] })
}

// statements returns the number of statements of a function, at least one.
func (f *function) statements() (n int) {
	if f.cfg != nil {
		for node := range ast.Preorder(f.cfg.Decl.Body) {
			if _, ok := node.(ast.Stmt); ok {
				n++
			}
		}
	}
	return max(n-1, 1) // the body is a statement, too
}
