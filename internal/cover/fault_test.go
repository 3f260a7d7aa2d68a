package cover

import (
	"testing"

	"nearmiss/dse"
	"nearmiss/smt"
)

// openedTwice is a program and a solver that count how often they are closed.
type openedTwice struct {
	dse.Program
	smt.Solver
	closes int
}

func (o *openedTwice) Close() error {
	o.closes++
	return nil
}

// TestFaultClosesTrees: a fault of the executor closes the trees, and their counts stay in the report.
func TestFaultClosesTrees(t *testing.T) {
	x, opened := newExplorer(nil, false, nil), &openedTwice{}
	x.trees = []*tree{{program: opened, solver: opened, result: &dse.Result{Diverged: 3}}}
	(&dseTask{x: x}).explore(t.Context()) // panics for the missing function
	if opened.closes != 2 || len(x.trees) > 0 || x.diverged != 3 || !x.drained || x.fault == "" {
		t.Errorf("%d closed, %d diverged, fault %q", opened.closes, x.diverged, x.fault)
	}
}
