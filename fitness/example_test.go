package fitness

import "fmt"

func ExampleAnalysis_Explain() {
	p, err := check(figure2)
	if err != nil {
		panic(err)
	}
	f := p.Funcs[0]
	a := analysisOf(p, f, Options{})
	last := f.Conds[len(f.Conds)-1] // b == s
	e, err := a.Explain(last.Branch(true), 10)
	if err != nil {
		panic(err)
	}
	for _, n := range e.Nodes {
		fmt.Printf("approach level %d: %s, approximated %s\n", n.Level, n.Path, n.Approx)
		for _, p := range n.Listed {
			fmt.Printf("  %s: ⟨%s⟩ level %d, infeasible %v\n", p.Text, p.Condition(), p.Level, p.Infeasible)
		}
	}
	// Output:
	// approach level 3: a(bc)*defg, approximated a(1 + bcD[bc])defg
	//   adefg: ⟨n > 0 ∧ 0 >= n⟩ level 0, infeasible true
	//   abcD[bc]defg: ⟨n > 0 ∧ 0 < n ∧ a == n⟩ level 3, infeasible false
	// approach level 2: efg, approximated efg
	//   efg: ⟨a == n ∧ s == 10 ∧ b == s⟩ level 0, infeasible false
	// approach level 1: fg, approximated fg
	//   fg: ⟨s == 10 ∧ b == s⟩ level 0, infeasible false
	// approach level 0: g, approximated g
	//   g: ⟨b == s⟩ level 0, infeasible false
}
