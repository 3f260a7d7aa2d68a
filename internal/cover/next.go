package cover

import (
	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// How much further search would bring is estimated from what a single evaluation took. By the
// estimate of Good and Turing (Good, The population frequencies of species and the estimation of
// population parameters, Biometrika 40, 1953; for tests: Böhme, STADS: software testing as species
// discovery, TOSEM 27(2), 2018), the next evaluation takes a new branch with the probability f1/n,
// where f1 of n evaluations took a branch that no other did. A search that aims is no random sample:
// what is easy comes first. Therefore n counts the last half of the evaluations, and f1 the branches
// first taken there.

// A sighting says when a branch was taken.
type sighting struct {
	runs  int    // evaluations that took the branch, up to 2
	first uint64 // number of evaluations of the package when the branch was first taken
}

// saw counts the evaluations of a search, and those that took each branch.
func (u *unit) saw(r *worker.SearchResult) {
	u.evaluated += r.Evaluations
	for i, list := range [][]uint32{r.Once, r.Again} {
		for _, b := range list {
			if int(b) < len(u.goals) {
				u.goals[b].saw(i+1, u.evaluated)
			}
		}
	}
}

// saw counts runs that took the branch when the package had so many evaluations.
func (s *sighting) saw(runs int, evaluations uint64) {
	if s.runs == 0 {
		s.first = evaluations
	}
	s.runs = min(s.runs+runs, 2)
}

// often lists the branches that two evaluations have taken.
func (u *unit) often() []uint32 {
	return branchesOf(u.goals, func(g *goal) bool { return g.runs > 1 })
}

// next describes the last half of the evaluations of the package, and what is still open.
func (u *unit) next() *report.Next {
	n := u.evaluated
	next := &report.Next{Evaluations: int64(n - n/2)}
	for _, g := range u.goals {
		if g.runs == 1 && g.first > n/2 {
			next.Once++
		}
		if g.open() && g.lost == nil && g.fn.active() {
			next.Open++
		}
	}
	return next
}

// next describes the searches of all packages together.
func (s *session) next() *report.Next {
	sum := &report.Next{ElapsedMS: s.pace.searched.Milliseconds()}
	for _, u := range s.units {
		n := u.next()
		sum.Evaluations, sum.Once, sum.Open = sum.Evaluations+n.Evaluations, sum.Once+n.Once, sum.Open+n.Open
	}
	return sum
}
