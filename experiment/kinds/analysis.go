package kinds

import (
	"context"
	"time"

	"nearmiss/cfg"
	"nearmiss/experiment/task"
	"nearmiss/fitness"
	"nearmiss/pathexpr"
)

// staticAnalysis is the analysis behind the path distance: path expressions and symbolic execution of their products, for
// each branch of a function. Table IV of Baars et al., Symbolic search-based testing, ASE 2011.
func staticAnalysis() *task.Kind {
	return &task.Kind{
		Name: "analysis", Doc: "static analysis of all branches of a function for the path distance",
		Subject: []task.Option{
			{Name: "func", Required: true, Doc: "function, named as for nearmiss worst, from the directory dir"},
		},
		Arm: []task.Option{
			{Name: "unrollings", Type: task.Int, Least: 1, Required: true, Doc: "iterations of a loop that products have at most"},
		},
		Budget: []task.Option{
			{Name: "times", Type: task.Int, Least: 1, Required: true, Doc: "analyses, of which the last one counts: those before it warm caches"},
		},
		Measures: []task.Measure{
			{Name: "branches", Doc: "branches of the function", Sum: true},
			{Name: "products", Doc: "most products at a node; counts end at 2^64"},
			{Name: "left_out", Doc: "products left out, of all nodes", Sum: true},
			{Name: "analysis_ms", Doc: "time of the analysis of all branches in milliseconds", Sum: true},
		},
		Find: findFuncs,
		Open: func(ctx context.Context, dir string, s task.Options) (task.Session, error) {
			pkg, decl, err := loadFunc(ctx, dir, s.Text("func"))
			if err != nil {
				return nil, err
			}
			a := &analysisSession{graph: cfg.Build(pkg.Source)}
			for _, f := range a.graph.Funcs {
				if f.Decl == decl {
					a.fn = f
				}
			}
			return a, nil
		},
	}
}

// An analysisSession has the graphs of a package.
type analysisSession struct {
	graph *cfg.Package
	fn    *cfg.Func
}

func (*analysisSession) Close() error { return nil }

// Run implements task.Session.
func (s *analysisSession) Run(_ context.Context, c task.Cell) (m task.Measured, err error) {
	for range c.Budget.Int("times") {
		if m, err = s.once(c.Arm.Int("unrollings")); err != nil {
			return m, err
		}
	}
	return m, nil
}

// once analyses all branches.
func (s *analysisSession) once(unrollings int) (m task.Measured, err error) {
	start := time.Now()
	a := fitness.New(s.graph, s.fn, fitness.Options{K: unrollings})
	branches, most, left := 0, pathexpr.Count(0), pathexpr.Count(0)
	for _, c := range s.fn.Conds {
		for _, outcome := range []bool{false, true} {
			b := c.Branch(outcome)
			if s.graph.Edge(b) == nil {
				continue
			}
			branches++
			t, err := a.Target(b)
			if err != nil {
				return m, err
			}
			left = left.Add(t.LeftOut())
			for i := range t.Nodes {
				most = max(most, t.Nodes[i].Products)
			}
		}
	}
	m.Numbers = map[string]float64{
		"branches": float64(branches), "products": float64(most), "left_out": float64(left),
		"analysis_ms": float64(time.Since(start).Microseconds()) / 1000,
	}
	return m, nil
}
