package ese

import (
	"testing"

	"pgregory.net/rapid"

	"nearmiss/search"
	"nearmiss/smt/order"
	"nearmiss/symexec"
)

// costs is a guide that wants the side true first and takes discrepancies from a table.
type costs struct {
	dear []float64
	at   int
}

func (c *costs) begin(prefix []symexec.Decision) { c.at = len(prefix) }
func (c *costs) record(symexec.Site, bool)       { c.at++ }
func (c *costs) sides(*symexec.Branch) sides {
	return sides{first: true, both: true, discrepancy: c.dear[c.at]}
}

// each is a program with one independent condition for each slot.
func each(m *ToyMachine) {
	for i := range m.Len() {
		m.Branch(i, m.Eq(m.Slot(i), m.Int(0)))
	}
}

// TestDiscrepancyOrder asserts that paths come in the order of the sum of the discrepancies of
// their flips, for three independent conditions with discrepancies 4, 1 and 2.
func TestDiscrepancyOrder(t *testing.T) {
	var got []string
	guide := &costs{dear: []float64{4, 1, 2}}
	w := walk{gate: gateOf(target(each, 3)), guide: guide, memory: defaultMemory, byDiscrepancy: true}
	w.run(func(p *symexec.Path) { got = append(got, sidesOf(p)) })
	want := []string{"TTT", "TFT", "TTF", "TFF", "FTT", "FFT", "FTF", "FFF"}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%v, not %v", got, want)
		}
	}
}

// TestDiscrepancyLaw asserts for random discrepancies that the walk takes each path of an input
// exactly once, in ascending order of discrepancy.
func TestDiscrepancyLaw(t *testing.T) {
	const slots = 4
	rapid.Check(t, func(t *rapid.T) {
		program := random(t, slots, 12, 7)
		want := map[string]bool{}
		for _, v := range inputs(slots) {
			sides, _ := concretely(program, v)
			want[sides] = true
		}
		guide := &costs{dear: make([]float64, 99)}
		for i := range guide.dear {
			guide.dear[i] = float64(rapid.IntRange(0, 5).Draw(t, "dear"))
		}
		w := walk{gate: gateOf(target(program, slots)), guide: guide, memory: defaultMemory, byDiscrepancy: true}
		complete := w.run(func(p *symexec.Path) {
			s := sidesOf(p)
			if !want[s] {
				t.Fatalf("path %q is taken twice, or by no input", s)
			}
			delete(want, s)
		})
		if !complete || len(want) > 0 {
			t.Fatalf("complete %v, left %v", complete, want)
		}
	})
}

// TestDiscrepancyForgets asserts that a walk with little memory drops the flips with the
// greatest discrepancy and is not complete.
func TestDiscrepancyForgets(t *testing.T) {
	all := find(t, target(each, 6), Discrepancy{}, 1, Options{})
	few := find(t, target(each, 6), Discrepancy{Memory: 4}, 1, Options{})
	if !all.Complete || all.Paths-all.Training < 1<<6 || few.Complete || few.Tally("decisions forgotten") == 0 {
		t.Errorf("all: complete %v, %d paths; few: complete %v, %v", all.Complete, all.Paths, few.Complete, few.Tallies)
	}
}

// TestDiscrepancyFirst asserts that the first path follows the common pattern of the smaller
// sizes: the first path of a sort of twenty items is the longest.
func TestDiscrepancyFirst(t *testing.T) {
	sort := func(m *ToyMachine) {
		for i := range m.Len() {
			for j := i; j > 0 && m.Branch(0, m.Lt(m.Slot(i), m.Slot(j-1))); j-- {
			}
		}
	}
	r := find(t, target(sort, 20), Discrepancy{}, 1, Options{Budget: Budget{Explorations: 501}, Metric: Decisions})
	if r.Training >= 501 || r.Explorations-r.Training < 1 || r.Cost != 190 {
		t.Errorf("%d decisions after %d paths, of them %d at smaller sizes", r.Cost, r.Explorations, r.Training)
	}
}

// TestDiscrepancyLessons asserts the limit on paths of smaller sizes. Without such paths the
// search is a walk over all paths.
func TestDiscrepancyLessons(t *testing.T) {
	r := find(t, target(ToyAlternate, 9), Discrepancy{SmallPaths: 20}, 1, Options{})
	if r.Training == 0 || r.Training > 20 || !r.Complete || r.Status != search.Exhausted {
		t.Errorf("%d paths of smaller sizes, complete %v, %v", r.Training, r.Complete, r.Status)
	}
	tg := Target{Explorer: NewToy(ToyAlternate, 6, order.New()), Size: 6}
	if r := find(t, tg, Discrepancy{}, 1, Options{}); r.Training != 0 || !r.Complete || r.Paths != 1<<6 {
		t.Errorf("without sizes: %d paths, %d at smaller sizes, complete %v", r.Paths, r.Training, r.Complete)
	}
}
