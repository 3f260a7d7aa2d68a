package cfg_test

import (
	"fmt"
	"log"
	"path/filepath"

	"golang.org/x/tools/go/packages"

	"nearmiss/cfg"
)

// Find the critical nodes of a branch, and what a run that takes it passes.
func ExampleApproach() {
	file, err := filepath.Abs("triangle.go")
	if err != nil {
		log.Fatal(err)
	}
	src := `package cfg

func isosceles(a, b, c int) bool {
	if a <= 0 || b <= 0 || c <= 0 {
		return false
	}
	return a == b || b == c
}
`
	pkgs, err := packages.Load(&packages.Config{Mode: cfg.LoadMode, Overlay: map[string][]byte{file: []byte(src)}}, file)
	if err != nil {
		log.Fatal(err)
	}
	p := cfg.Build(cfg.SourceOf(pkgs[0]))
	branch, err := p.ParseBranch("triangle.go:7:19/T")
	if err != nil {
		log.Fatal(err)
	}
	edge := p.Edge(branch)
	g := edge.From.Cond.Graph
	fmt.Print(g.Text(p.Fset))
	for _, n := range cfg.Approach(g, edge) {
		fmt.Printf("%s: approach level %d\n", n.Block.Cond.Text(p.Fset), n.Level)
	}
	// Output:
	// 0:	if a <= 0  T→3 F→1
	// 1:	if b <= 0  T→3 F→2
	// 2:	if c <= 0  T→3 F→4
	// 3:	return false  →7
	// 4:	value a == b  T→6 F→5
	// 5:	value b == c  T→6 F→6
	// 6:	return a == b || b == c  →7
	// 7:	(exit)
	// a <= 0: approach level 4
	// b <= 0: approach level 3
	// c <= 0: approach level 2
	// a == b: approach level 1
	// b == c: approach level 0
}
