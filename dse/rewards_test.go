package dse_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/term"
)

// sevens wants three elements to be 7.
func sevens(m *toyMachine) {
	n := int64(0)
	for i := 0; i < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
		if m.Branch(1, term.EQ, m.Slot(1+i), m.Int(7)) {
			n++
		}
	}
	m.Branch(2, term.GE, m.Int(n), m.Int(3))
}

// rewarding is a strategy that wants rewards.
func rewarding(s dse.Factory) dse.Factory {
	return func(w *dse.World) dse.Strategy { w.Reward(); return s(w) }
}

// TestRewards: what has brought a run nearer is the value of elements that are added to a
// list.
func TestRewards(t *testing.T) {
	for _, c := range []struct {
		name     string
		strategy dse.Factory
		want     []string
		queries  uint64
	}{
		{"without", dse.Fitnex, []string{"\x00", "", "\x07", "\x07\x00", "\x07\x07", "\x07\x07\x00", "\x07\x07\x07"}, 6},
		{"with", rewarding(dse.Fitnex), []string{"\x00", "", "\x07", "\x07\x07", "\x07\x07\x07"}, 6},
	} {
		p := reading(sevens, 8)
		var got []string
		r := run(t, p, c.strategy, 1, dse.Options{
			Starts: texts(8, "\x00"), Targets: []uint32{5}, Inputs: p,
			OnRun: func(r *dse.Run) bool {
				got = append(got, string(bytesOf(p.Elements(r.Path.Input, 1))))
				return true
			},
		})
		if r.Status != search.Found || !slices.Equal(got, c.want) || r.Queries != c.queries {
			t.Errorf("%s: %v, %q, %d queries, want %q", c.name, r.Status, got, r.Queries, c.want)
		}
	}
}

// TestRewardsLaw asserts that what is rewarded never costs the flip, and that each question
// is counted.
func TestRewardsLaw(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	for entry, sig := range program.Entries {
		f, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 8})
		if err != nil {
			t.Fatal(err)
		}
		p := &counted{Function: f}
		r, err := dse.Search(t.Context(), p, rewarding(dse.Random), rand.New(rand.NewPCG(1, 2)), dse.Options{
			Starts: []input.Vector{f.Zero()}, Inputs: f, Budget: dse.Budget{Runs: 60},
		})
		if err != nil || r.Diverged > 0 || r.Queries != p.asked {
			t.Errorf("%s: %d of %d runs diverged, %d questions of %d, %v", sig.Name, r.Diverged, r.Runs, r.Queries, p.asked, err)
		}
	}
}

// TestScalars: the numbers in lists have the class of their place, and the address of their
// place and that of the lists around.
func TestScalars(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Rows"), dse.FunctionOptions{Bound: 8})
	if err != nil {
		t.Fatal(err)
	}
	all := p.Scalars(input.Vector{3, 2, 5, 3, 7, 9}) // {{5}, {7, 9}}
	var at []int
	for _, e := range all {
		at = append(at, e.Pos)
		if e.Class != all[0].Class {
			t.Errorf("%+v is of another class than %+v", e, all[0])
		}
	}
	if !slices.Equal(at, []int{2, 4, 5}) {
		t.Errorf("numbers at %v", at)
	}
	longer := p.Scalars(input.Vector{3, 3, 5, 6, 3, 7, 9}) // {{5, 6}, {7, 9}}
	for i, k := range []int{0, 2, 3} {
		if longer[k].Address != all[i].Address {
			t.Errorf("%+v has another address than %+v", longer[k], all[i])
		}
	}
	if longer[1].Address == all[1].Address {
		t.Error("two numbers have one address")
	}
}

// counted counts questions.
type counted struct {
	*dse.Function
	asked uint64
}

func (c *counted) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	c.asked++
	return c.Function.Satisfy(ctx, start, prefix, extra)
}
