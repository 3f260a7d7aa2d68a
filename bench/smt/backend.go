package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/smt/order"
	"nearmiss/smt/smtlib"
)

// A backend is a way to decide conditions.
type backend struct {
	name string
	open func() (smt.Solver, error)
}

// backends are those of this machine that are wanted. What limits itself by
// counted steps may go on until time is up.
func backends(c *config) []backend {
	ok := func(f func() smt.Solver) func() (smt.Solver, error) {
		return func() (smt.Solver, error) { return f(), nil }
	}
	list := []backend{
		{"embedded", ok(func() smt.Solver { return embedded.New(embedded.Options{}) })},
		{"order", ok(func() smt.Solver { return smt.Checked(order.New(), nil) })},
		{"climb", ok(func() smt.Solver { return smt.Checked(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 1 << 40}), nil) })},
		{"bitvec", ok(func() smt.Solver { return smt.Slice(smt.Checked(bitvec.New(bitvec.Options{Steps: 1 << 40}), nil)) })},
	}
	for _, t := range smtlib.Find() {
		list = append(list, backend{t.Name, func() (smt.Solver, error) { return smtlib.New(t, smtlib.Options{Time: c.limit}) }})
	}
	if c.only == "" {
		return list
	}
	wanted := strings.Split(c.only, ",")
	return slices.DeleteFunc(list, func(b backend) bool { return !slices.Contains(wanted, b.name) })
}

// version is what a program says it is.
func version(ctx context.Context, t smtlib.Tool) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, t.Path, "--version").Output()
	if err != nil {
		return err.Error()
	}
	first, _, _ := strings.Cut(string(out), "\n")
	return first
}

// judge compares verdicts on one question.
type judge struct{ compared, contradictions int }

func (j *judge) compare(a, b smt.Verdict) {
	if a == smt.Unknown || b == smt.Unknown {
		return
	}
	j.compared++
	if a != b {
		j.contradictions++
	}
}

// table prints aligned columns.
type table struct{ *tabwriter.Writer }

func newTable(title string, head ...string) table {
	fmt.Printf("\n%s\n\n", title)
	t := table{tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)}
	t.row(head...)
	return t
}

func (t table) row(cells ...string) { fmt.Fprintln(t, strings.Join(cells, "\t")+"\t") }
