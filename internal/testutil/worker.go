package testutil

import (
	"context"
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
)

// Built is an instrumented package, such as a subject.Set.
type Built interface {
	Build(ctx context.Context, temp string) (*native.Binary, error)
	Options() native.Options
}

// Worker builds a package and starts a worker for it, in the sandbox that the system has. It
// closes the worker at the end of the test.
func Worker(t testing.TB, set Built) *native.Worker {
	t.Helper()
	ctx := t.Context()
	bin, err := set.Build(ctx, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bin.Close() })
	o := set.Options()
	o.TempDir, o.Sandbox = t.TempDir(), sandbox.Probe(ctx)
	worker, err := native.Start(ctx, bin, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { worker.Close() })
	return worker
}
