package ese

import (
	"testing"

	"github.com/MaxHalford/eaopt"

	"nearmiss/ga"
	"nearmiss/symexec"
	"nearmiss/term"
)

// forgetful is a Retainer that counts the calls of Retain.
type forgetful struct {
	*ToyExplorer
	times int
}

func (f *forgetful) Retain(terms ...*term.Term) {
	f.times++
	f.ToyExplorer.Retain(terms...)
}

// TestForget asserts that terms held by a strategy are kept, that other terms are forgotten, and
// that forgetting does not change the result.
func TestForget(t *testing.T) {
	mirror := func(r term.Rel) ToyProgram {
		return func(m *ToyMachine) {
			for i := range m.Len() {
				if m.Branch(0, m.Compare(r, m.Slot(i), m.Slot(m.Len()-1-i))) {
					m.Cost(1)
				}
			}
		}
	}
	gate := func(r term.Rel, most int) (*Gate, *forgetful) {
		tg := target(mirror(r), 24)
		f := &forgetful{ToyExplorer: tg.Explorer.(*ToyExplorer)}
		tg.Explorer = f
		o := budget(400)
		var g *Gate
		o.Progress = func(*Archive) { g.memory.maxTerms = most }
		g = newGate(noContext, tg, generator(5), o)
		return g, f
	}
	same := func(a, b *Archive) bool {
		return a.Cost == b.Cost && a.Queries == b.Queries && a.Decisions == b.Decisions && a.Lost == b.Lost
	}
	held := func(name string, g *Gate, conditions ...[]*term.Term) {
		b := g.Builder()
		for _, condition := range conditions {
			for _, c := range condition {
				if b.Not(b.Not(c)) != c {
					t.Fatalf("%s: %v has been forgotten", name, c)
				}
			}
		}
	}

	g, f := gate(term.LT, 1)
	look := func(pop *eaopt.Population) {
		for i := range pop.Individuals {
			held("ese", g, pop.Individuals[i].Genome.(*ga.Genome[*Chromosome]).Genes().path.Condition)
		}
	}
	if err := (Evolution{Algorithm: watched{ga.Memetic{PopSize: 10}, look}, Operators: "path"}).Search(g); err != nil {
		t.Fatal(err)
	}
	if f.times == 0 {
		t.Error("ese: nothing is forgotten")
	}

	g, f = gate(term.NE, 1) // half of the decisions cannot be turned
	w := walk{gate: g, guide: bothSides{first: FalseFirst}, memory: defaultMemory}
	w.run(func(*symexec.Path) {})
	for _, turn := range w.pending {
		held("dfs", g, turn.path.Condition[:turn.clauses])
	}
	if f.times == 0 || len(w.pending) == 0 || len(g.memory.holders) > 0 {
		t.Errorf("dfs: forgot %d times, %d decisions open, %d holders", f.times, len(w.pending), len(g.memory.holders))
	}

	for _, s := range overPaths() {
		g1, f := gate(term.NE, 1)
		g2, none := gate(term.NE, 1<<40)
		if err := s.Strategy.Search(g1); err != nil {
			t.Fatal(err)
		}
		if err := s.Strategy.Search(g2); err != nil {
			t.Fatal(err)
		}
		if f.times == 0 || none.times > 0 || !same(g1.Archive(), g2.Archive()) {
			t.Errorf("%s: forgot %d times and %d times, %+v and %+v", s.Name, f.times, none.times, g1.Archive().Counts, g2.Archive().Counts)
		}
	}
}
