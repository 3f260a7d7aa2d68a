package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"io"
	"path/filepath"
	"strings"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/subject"
)

// explainOptions holds the values of the flags of explain.
type explainOptions struct {
	branch   string
	k        int
	products int
	merge    bool
}

func explainFlags(fs *flag.FlagSet) call {
	o := &explainOptions{}
	fs.StringVar(&o.branch, "branch", "", "explain only `file:line:col/T` (or /F)")
	fs.IntVar(&o.k, "k", 1, "unroll loops `k` times in path expressions")
	fs.IntVar(&o.products, "products", 8, "list at most `N` products of a critical node")
	fs.BoolVar(&o.merge, "merge", false, "leave out conditions that earlier conditions imply; the published fitness keeps them")
	return o
}

func (o *explainOptions) run(ctx context.Context, e env, _ *flag.FlagSet, args []string) int {
	if err := o.check(args); err != nil {
		fmt.Fprintf(e.stderr, "nearmiss explain: %v; 'nearmiss explain -h' shows how\n", err)
		return exitUsage
	}
	if err := o.explain(ctx, args[0], e.stdout); err != nil {
		fmt.Fprintf(e.stderr, "nearmiss: %v\n", err)
		return exitFailure
	}
	return exitDone
}

func (o *explainOptions) check(args []string) error {
	var errs []error
	if len(args) != 1 {
		errs = append(errs, fmt.Errorf("one function expected, %d given", len(args)))
	}
	if o.k < 1 {
		errs = append(errs, fmt.Errorf("-k: %d is less than 1", o.k))
	}
	if o.products < 0 {
		errs = append(errs, fmt.Errorf("-products: %d is negative", o.products))
	}
	return errors.Join(errs...)
}

func (o *explainOptions) explain(ctx context.Context, name string, w io.Writer) error {
	place, err := subject.NewPlace(".")
	if err != nil {
		return err
	}
	defer place.Close()
	if err := place.Settle(ctx); err != nil {
		return err
	}
	s, err := place.Look(ctx, name)
	if err != nil {
		return err
	}
	if s.Func == nil {
		return fmt.Errorf("%s: %s has no Go body to explain", s.At, s.Local)
	}
	branches, err := o.branches(s)
	if err != nil {
		return err
	}
	return o.text(s, branches, w)
}

// branches returns the branches to explain: the branch that -branch names, or every branch
// of s whose condition is not constant.
func (o *explainOptions) branches(s subject.Named) ([]uint32, error) {
	if o.branch != "" {
		b, err := s.Branch(o.branch)
		return []uint32{b}, err
	}
	var out []uint32
	for _, c := range s.Func.Conds {
		for _, outcome := range []bool{true, false} {
			if b := c.Branch(outcome); s.Graph.Edge(b) != nil {
				out = append(out, b)
			}
		}
	}
	return out, nil
}

func (o *explainOptions) text(s subject.Named, branches []uint32, w io.Writer) error {
	fset := s.Graph.Fset
	for i, g := range s.Func.Graphs {
		if i == 0 {
			fmt.Fprintf(w, "graph of %s:\n", s.Func.Name)
		} else {
			fmt.Fprintf(w, "graph of the function literal at %s:\n", at(fset, g.Lit.Pos()))
		}
		fmt.Fprintln(w, indent(g.Text(fset)))
	}
	a := fitness.New(s.Graph, s.Func, fitness.Options{K: o.k, Merge: o.merge})
	where := func(c *cfg.Cond) string { return at(fset, c.Pos) }
	for _, b := range branches {
		fmt.Fprintf(w, "branch %s: %s\n", s.Graph.BranchName(b), s.Graph.Cond(b).Text(fset))
		if reason, ok := s.Graph.Infeasible(b); ok {
			fmt.Fprintf(w, "  infeasible: %s\n\n", reason)
			continue
		}
		e, err := a.Explain(b, o.products)
		if err != nil {
			return err
		}
		var text strings.Builder
		if err := e.Text(&text, where); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, indent(text.String())); err != nil {
			return err
		}
	}
	return nil
}

func at(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString("  ")
		}
		b.WriteString(line)
	}
	return b.String()
}
