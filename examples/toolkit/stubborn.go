package toolkit

import (
	"math/rand/v2"

	"nearmiss/ese"
	"nearmiss/symexec"
)

// stubborn is a strategy over paths that seldom changes sides.
type stubborn struct{}

func (stubborn) Search(g *ese.Gate) error {
	for more := true; more; {
		_, more = g.Explore(nil, &sides{rng: g.Rand()})
	}
	return nil
}

// sides chooses the sides of one path.
type sides struct {
	rng  *rand.Rand
	last bool
}

func (s *sides) Choose(*symexec.Branch) bool {
	s.last = s.last != (s.rng.IntN(4) == 0)
	return s.last
}

func (*sides) Took(*symexec.Branch, bool, symexec.SideReason) {}

func init() {
	ese.RegisterStrategy(ese.Named{Name: "stubborn", Doc: "random paths that seldom change sides", Strategy: stubborn{}})
}
