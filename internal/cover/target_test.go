package cover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/worker"
	"nearmiss/search"

	"nearmiss/internal/subject"
)

// TestRough: goals of a large function begin without path expressions and have them from
// the second slice on, as have those of others from the first; a target is kept.
func TestRough(t *testing.T) {
	alone(t)
	var src strings.Builder
	src.WriteString("package closed\n\nfunc Small(x, y int) bool {\n\treturn x > 1 && y == 2*x\n}\n\nfunc Large(x, y int) (n int) {\n")
	for i := range roughFrom / 2 {
		fmt.Fprintf(&src, "\tif x > %d && y == x+%d {\n\t\tn++\n\t}\n", i, i)
	}
	src.WriteString("\treturn n\n}\n")
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}}, src.String())
	programs := func(w *worker.Target) (n int) {
		for i := range w.Nodes {
			if w.Nodes[i].Program != nil {
				n++
			}
		}
		return n
	}
	var some []*goal // whose analysis takes seconds for all
	for i, g := range u.goals {
		if i%11 == 0 {
			some = append(some, g)
		}
	}
	first := map[*goal]*worker.Target{}
	for slice := range 3 {
		s.analyse(t.Context(), some)
		large, small := 0, 0
		for _, g := range some {
			if !g.open() {
				continue
			}
			if g.target == nil {
				t.Fatalf("%s has no target", u.graph.BranchName(g.branch))
			}
			isLarge := g.fn.name == "Large"
			if isLarge {
				large++
			} else {
				small++
			}
			for _, c := range []struct{ algo, fitness string }{{"auto", "auto"}, {"auto", "symbolic"}, {"ga", "auto"}} {
				s.method = (&Options{Algo: c.algo, Fitness: c.fitness}).method()
				if modes := s.aimed(g, 1).Modes; g.rough && !slices.Contains(modes, search.Standard) || g.rough && c.algo == "ga" && len(modes) > 1 {
					t.Errorf("slice %d, %v: %s is searched in modes %v", slice, c, u.graph.BranchName(g.branch), modes)
				}
			}
			if want := !isLarge || slice > 0; (programs(g.target) > 0) != want {
				t.Errorf("slice %d: %s of %s has %d programs", slice, u.graph.BranchName(g.branch), g.fn.name, programs(g.target))
			}
			switch slice {
			case 0:
				first[g] = g.target
			default:
				if again := g.target != first[g]; again != (isLarge && slice == 1) {
					t.Errorf("slice %d: %s of %s is analysed again: %v", slice, u.graph.BranchName(g.branch), g.fn.name, again)
				}
				first[g] = g.target
			}
			g.slices++
		}
		if large < 10 || small == 0 {
			t.Fatalf("%d goals of the large function, %d of the small one", large, small)
		}
	}
	s.method = (&Options{Paper: true}).method()
	for _, g := range some {
		g.slices, g.target = 0, nil
	}
	s.analyse(t.Context(), some)
	for _, g := range some {
		if g.open() && programs(g.target) == 0 {
			t.Errorf("the published method has no path expressions for %s", u.graph.BranchName(g.branch))
		}
	}
}

// TestBare: what has no path expressions because there are too many is said, and how often.
func TestBare(t *testing.T) {
	alone(t)
	var src strings.Builder
	src.WriteString("package closed\n\nfunc Large(list []int) (n int) {\n\tfor _, x := range list {\n")
	for i := range 150 {
		fmt.Fprintf(&src, "\t\tif x > %d {\n\t\t\tn += x\n\t\t} else if x == n+%d {\n\t\t\tcontinue\n\t\t}\n", i, i)
	}
	src.WriteString("\t}\n\treturn n\n}\n")
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}}, src.String())
	if notes := u.noteBare(); notes != nil {
		t.Errorf("before anything is analysed: %v", notes)
	}
	last := u.goals[len(u.goals)-1:]
	last[0].slices = 1 // behind the rough slice
	s.analyse(t.Context(), last)
	if notes := u.noteBare(); len(notes) != 1 || notes[0].Count != 1 {
		t.Errorf("%v", notes)
	}
	n, nodes := 0, last[0].target.Nodes
	for i := range nodes {
		if nodes[i].Program != nil {
			n++
		}
	}
	if n == 0 || n == len(nodes) {
		t.Errorf("%d of %d conditions have a path distance", n, len(nodes))
	}
}
