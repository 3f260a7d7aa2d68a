package main

import (
	"context"
	"flag"
	"fmt"
	"io"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	branch string
	k      int
	dot    bool
}

func explainFlags(w io.Writer) (*flag.FlagSet, *explainOptions) {
	fs := newFlags("explain", w)
	o := &explainOptions{}
	fs.StringVar(&o.branch, "branch", "", "explain only `file:line:col/T` (or /F)")
	fs.IntVar(&o.k, "k", 1, "unroll loops `k` times")
	fs.BoolVar(&o.dot, "dot", false, "print the graph for Graphviz")
	return fs, o
}

func runExplain(ctx context.Context, e env) int {
	fs, _ := explainFlags(e.stderr)
	_, code, done := parse(fs, e)
	if done {
		return code
	}
	fmt.Fprintln(e.stderr, "nearmiss: not yet")
	return exitFailure
}
