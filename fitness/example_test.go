package fitness_test

import (
	"fmt"
	"log"
	"path/filepath"

	"golang.org/x/tools/go/packages"

	"nearmiss/cfg"
	"nearmiss/fitness"
)

// Print the path expressions of Figure 2 of Baars et al., approximated for k = 1, and
// their products.
func ExampleAnalysis_Explain() {
	file, err := filepath.Abs("figure2.go")
	if err != nil {
		log.Fatal(err)
	}
	src := `package fitness

func figure2(n, a, s, b int) bool {
	if n > 0 {
		i := 0
		for i < n {
			s += i
			i++
		}
		if a == n {
			if s == 10 {
				if b == s {
					return true
				}
			}
		}
	}
	return false
}
`
	pkgs, err := packages.Load(&packages.Config{Mode: cfg.LoadMode, Overlay: map[string][]byte{file: []byte(src)}}, file)
	if err != nil {
		log.Fatal(err)
	}
	p := cfg.Build(cfg.SourceOf(pkgs[0]))
	branch, err := p.ParseBranch("figure2.go:12:8/T")
	if err != nil {
		log.Fatal(err)
	}
	e, err := fitness.New(p, p.Funcs[0], fitness.Options{K: 1}).Explain(branch, 10)
	if err != nil {
		log.Fatal(err)
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
