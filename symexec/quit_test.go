package symexec

import "testing"

// quitter follows the witness for a few decisions.
type quitter struct {
	Follow
	left int
}

func (q *quitter) Quit() bool {
	q.left--
	return q.left == 0
}

// TestQuit checks that a path ends with the decision at which its Chooser quits, and that the
// next path is not affected.
func TestQuit(t *testing.T) {
	e := executor(t, program(t, "../bench/subjects/ese"), "Alternate0", Options{Vector: ints(0, 0, 0, 0, 0)})
	for range 2 {
		p, err := e.Explore(t.Context(), nil, &quitter{left: 3})
		if err != nil || p.End.Kind != Abandoned || len(p.Decisions) != 3 || len(p.Condition) != 3 || p.Output != nil {
			t.Errorf("%+v, %v", p, err)
		}
		if p, err = e.Explore(t.Context(), nil, &quitter{left: 6}); err != nil || p.End.Kind != Returned || len(p.Decisions) != 5 {
			t.Errorf("%+v, %v", p, err)
		}
	}
}
