package ese

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/symexec"
	"nearmiss/term"
)

// fussy is a function of one number. A constructor refuses a negative number, which is the first
// side that DFS takes.
type fussy struct{ b *term.Builder }

func (f fussy) Builder() *term.Builder { return f.b }

func (f fussy) Explore(_ context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	s := term.Signed(64)
	fits := f.b.Compare(term.GE, f.b.Slot(0, s, false), f.b.Int(s, 0))
	b := &symexec.Branch{Cond: fits, Depth: len(pre)}
	side := len(pre) > 0 && pre[len(pre)-1] == fits
	if len(pre) == 0 {
		side = c.Choose(b)
		c.Took(b, side, symexec.Wanted)
	}
	p := &symexec.Path{Decisions: []symexec.Decision{{Side: side, Clause: fits}}, Condition: []*term.Term{fits}, Cost: symexec.Cost{Statements: 7}}
	if !side {
		no := f.b.Not(fits)
		p.Decisions[0].Clause, p.Condition = no, []*term.Term{no}
		p.Cost, p.End = symexec.Cost{}, symexec.End{Kind: symexec.Unbuilt}
	}
	return p, nil
}

// TestUnbuilt asserts that a path with an input that could not be built does not become the best,
// but that its decisions are flipped.
func TestUnbuilt(t *testing.T) {
	r, err := Search(t.Context(), Target{Explorer: fussy{term.NewBuilder()}}, DFS{}, rand.New(rand.NewPCG(1, 1)), Options{})
	if err != nil || r.Best == nil || r.Cost != 7 || r.Explorations != 2 || r.Paths != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
