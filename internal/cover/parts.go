package cover

import (
	"cmp"
	"context"
	"errors"
	"nearmiss/internal/testcheck"
	"slices"
	"time"
)

// Where all tests of a package cannot be checked in the time that is left, they
// are checked in parts: first some that surely can, which are written, then
// these with more. Each part is checked as a whole package is. What time a part
// takes is told from what was measured in this call: compiling what all tests
// need, and the parts before.
const (
	triedShare  = 2   // half the time for compiling tests, else a part of them is taken,
	compiled    = 600 // cases that take as long to compile as what all tests need,
	fewCases    = 120 // cases of which a part is compiled in no time to speak of less
	surprise    = 2   // or so many times what compiling a part is expected to take;
	firstShare  = 2   // half the time for the first part, by a careful guess,
	nextShare   = 4   // and all but a fourth for the next, unless that is the last, by what the one before took,
	growLeast   = 4   // if it has a fourth more cases at least; for the last one
	cutShare    = 4   // four thirds of the time is as good: a check that the end cuts off
	cutKeeps    = 3   // keeps what was proved by then
	fixedBuilds = 2   // builds of what all tests need that a check takes for any number of cases, or half of it
	leastPart   = 5   // cases of a part, with which all is tried to the end
)

// A parting checks cases part by part.
type parting struct {
	all   int           // cases
	warm  time.Duration // what compiling what all tests need has taken
	fixed int           // size of the first part, 0 if the clock is to say
	end   time.Time     // zero: there is no clock
	now   func() time.Time
	each  time.Duration // that checking a case may take

	// check checks about n cases, and returns how many there were. It gives up
	// with context.DeadlineExceeded at the end, or if compiling them takes longer
	// than limit, which is zero where a part has been checked.
	check func(n int, limit time.Duration) (int, error)
}

func (p *parting) left() time.Duration { return p.end.Sub(p.now()) }

// guess is how long checking a case may take, before any was checked.
func (p *parting) guess() time.Duration { return p.warm/buildCases + 1 }

// run checks parts until all cases are, or there is no time for more. It returns
// how many the last part had that was checked, and the error of the first that
// was not for another reason than the clock's.
func (p *parting) run() (done int, err error) {
	p.each = p.guess()
	for n := p.first(); n > 0; {
		limit := time.Duration(0)
		if done == 0 && n > leastPart {
			limit = p.patience(n)
		}
		began := p.now()
		size, err := p.check(n, limit)
		switch {
		case err == nil:
			done, n = size, p.next(size, p.now().Sub(began))
		case !errors.Is(err, context.DeadlineExceeded):
			return done, err
		case limit == 0 || p.left() <= 0:
			return done, nil
		default:
			p.each = max(p.each, 2*(limit-p.warm)/time.Duration(size)) // half of it to run it
			n = min(p.sure(), max(n/2, leastPart))
		}
	}
	return done, nil
}

// first is the size of the first part: all cases, unless a careful guess is that
// there is not time enough for these.
func (p *parting) first() int {
	switch {
	case p.fixed > 0:
		return min(p.fixed, p.all)
	case p.end.IsZero() || p.all <= fewCases || p.warm+p.each*time.Duration(p.all) <= p.left():
		return p.all
	}
	return p.sure()
}

// compiling is how long compiling so many cases is expected to take.
func (p *parting) compiling(n int) time.Duration {
	return p.warm + p.warm*time.Duration(n)/compiled
}

// patience is how long compiling so many cases may take before fewer are tried,
// zero if there is no clock.
func (p *parting) patience(n int) time.Duration {
	if p.end.IsZero() {
		return 0
	}
	half := p.left() / triedShare
	if n < p.all {
		return max(half, surprise*p.compiling(n))
	}
	return half // what is cut off is lost, and a part needs as much
}

// sure is how many cases can be checked for sure, or the fewest that are tried.
func (p *parting) sure() int {
	return min(p.all, max(leastPart, int((p.left()/firstShare-p.warm)/p.each)))
}

// next is the size of the part after one that took so long, 0 if there is no time
// for more. Of that time some would be the same for any number of cases. What
// was checked is written, so a last part may be one that the end cuts off.
func (p *parting) next(size int, took time.Duration) int {
	if size >= p.all {
		return 0
	}
	if p.end.IsZero() {
		return p.all
	}
	same := min(fixedBuilds*p.warm, took/2)
	each := (took-same)/time.Duration(size) + 1
	left := p.left()
	n, last := int((left-left/nextShare-same)/each), int((left*cutShare/cutKeeps-same)/each)
	switch least := size + size/growLeast + 1; {
	case last >= p.all:
		return p.all
	case n >= least:
		return min(n, p.all)
	case last >= least:
		return last
	}
	return 0
}

// inParts checks the tests of a package and writes what holds, each part as soon
// as it is checked. It reports whether there is any. If the time was too short
// for one the error is context.DeadlineExceeded.
func (s *session) inParts(ctx context.Context, u *unit, end time.Time) (kept bool, err error) {
	p := &parting{all: len(u.cases), warm: u.warming, fixed: s.firstPart, end: end, now: time.Now}
	if s.opt.Time > 0 { // branches have the time beyond the end
		left := time.Until(s.start.Add(s.opt.Time)) - p.warm
		u.dropBoundaries(p.all - max(0, int(left/p.guess())))
		p.all = len(u.cases)
	}
	before := u.remember()
	best, most, all := before, -1, len(u.cases)
	p.check = func(n int, limit time.Duration) (int, error) {
		before.restore()
		if n < all {
			u.take(u.part(n))
			s.timed("a part: %d of %d cases", len(u.cases), all)
		}
		size := len(u.cases)
		done, err := s.checked(ctx, u, end, limit)
		if err != nil {
			return size, err
		}
		u.settle(done.suite, done.byKey)
		u.reportWithheld()
		if n := u.taken(); n > most || size == all && !done.late {
			err = s.write(u, done.suite)
			best, most = u.remember(), n
		}
		return size, err
	}
	done, err := p.run()
	best.restore()
	if err == nil && done == 0 {
		err = context.DeadlineExceeded
	}
	return most >= 0, err
}

// part returns the cases of the functions that take most branches for the time
// that checking their cases takes, n of them if the functions' numbers add up so.
func (u *unit) part(n int) []*testCase {
	type group struct {
		cases []*testCase
		worth float64
	}
	var groups []*group
	for _, c := range u.cases {
		if k := len(groups) - 1; k < 0 || groups[k].cases[0].fn != c.fn {
			groups = append(groups, &group{})
		}
		g := groups[len(groups)-1]
		g.cases = append(g.cases, c)
	}
	for _, g := range groups {
		branches := 0
		for _, c := range g.cases {
			branches += len(c.keep)
		}
		g.worth = float64(branches) / (float64(len(g.cases)) * float64(u.caseTime(g.cases[0].fn)))
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(b.worth, a.worth) })
	in := map[*function]bool{}
	size := 0
	for _, g := range groups {
		if size+len(g.cases) <= n {
			in[g.cases[0].fn] = true
			size += len(g.cases)
		}
	}
	if size == 0 {
		smallest := slices.MinFunc(groups, func(a, b *group) int { return len(a.cases) - len(b.cases) })
		in[smallest.cases[0].fn] = true
	}
	return slices.DeleteFunc(slices.Clone(u.cases), func(c *testCase) bool { return !in[c.fn] })
}

// caseTime is about what checking a case of a function takes: it is compiled, and
// run as often as it takes.
func (u *unit) caseTime(f *function) time.Duration {
	run := f.elapsed / time.Duration(max(f.evaluations, 1))
	return 1 + u.warming/buildCases + testcheck.Repetitions*run
}

// take leaves only some cases; of the others is said that there was no time.
func (u *unit) take(cases []*testCase) {
	u.late += len(u.cases) - len(cases)
	u.cases = cases
	u.recount(whyNoTime)
}

// taken counts the branches that are covered.
func (u *unit) taken() int {
	n := 0
	for _, g := range u.goals {
		if g.found != nil {
			n++
		}
	}
	return n
}
