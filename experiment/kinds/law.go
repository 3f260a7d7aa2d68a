package kinds

import (
	"context"
	"fmt"
	"os"
	"strings"

	"nearmiss/experiment/differential"
	"nearmiss/experiment/place"
	"nearmiss/experiment/task"
)

// law is the law of the symbolic executor: it does what the machine does. A gap that is not known is an error of the cell.
func law() *task.Kind {
	return &task.Kind{
		Name: "law", Doc: "functions of a package in the symbolic executor beside machine code",
		Subject: []task.Option{{Name: "package", Required: true, Whole: true, Doc: "package, from the directory dir"}},
		Budget:  []task.Option{{Name: "inputs", Type: task.Int, Least: 1, Required: true, Doc: "random inputs of a function"}},
		Measures: []task.Measure{
			{Name: "functions", Doc: "functions of the package", Sum: true},
			{Name: "agree", Doc: "functions with the same runs on all inputs that can be compared", Sum: true},
			{Name: "loose", Doc: "those of them of which some inputs were compared without order, which Go leaves open", Sum: true},
			{Name: "known", Doc: "functions with a gap that is known", Sum: true},
			{Name: "gaps", Doc: "functions with another gap", Sum: true},
			{Name: "outside", Doc: "functions without an input that can be compared", Sum: true},
			{Name: "inputs", Doc: "inputs that were run", Sum: true},
		},
		Find: findPackages,
		Open: func(_ context.Context, dir string, _ task.Options) (task.Session, error) { return lawSession(dir), nil },
	}
}

// findPackages looks for packages, at once, and one by one if something is wrong.
func findPackages(ctx context.Context, dir string, subjects []task.Options) []error {
	list := func(patterns ...string) error {
		_, err := place.Run(ctx, dir, nil, append([]string{"go", "list"}, patterns...)...)
		return err
	}
	errs := make([]error, len(subjects))
	var all []string
	for _, s := range subjects {
		all = append(all, strings.Fields(s.Text("package"))...)
	}
	if list(all...) != nil {
		for i, s := range subjects {
			errs[i] = list(strings.Fields(s.Text("package"))...)
		}
	}
	return errs
}

// A lawSession is the directory that packages are named from.
type lawSession string

func (lawSession) Close() error { return nil }

// Run implements task.Session.
func (s lawSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	temp, err := os.MkdirTemp("", "law-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(temp)
	o := differential.Options{Dir: string(s), Temp: temp, Inputs: c.Budget.Int("inputs"), Seed: c.Seed}
	rows, err := differential.Package(ctx, c.Subject.Text("package"), o)
	if err != nil {
		return m, err
	}
	n := map[string]float64{"functions": float64(len(rows)), "agree": 0, "loose": 0, "known": 0, "gaps": 0, "outside": 0, "inputs": 0}
	var news []string
	for _, r := range rows {
		n["inputs"] += float64(r.Inputs)
		switch {
		case len(r.Gaps) > 0 && r.Known() != "":
			n["known"]++
		case len(r.Gaps) > 0:
			n["gaps"]++
			news = append(news, fmt.Sprintf("%s: %s: %s", r.Func, r.Gaps[0].Reason, r.Gaps[0].Input))
		case r.Agreed == 0:
			n["outside"]++
		default:
			n["agree"]++
			if r.Order > 0 {
				n["loose"]++
			}
		}
	}
	if len(news) > 0 {
		err = fmt.Errorf("gaps that are not known: %s", strings.Join(news, "; "))
	}
	m.Numbers = n
	return m, err
}
