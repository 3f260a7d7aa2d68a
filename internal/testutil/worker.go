package testutil

import (
	"context"
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
)

// Built is a rewritten package, as subject.Set is.
type Built interface {
	Build(ctx context.Context, temp string) (*native.Binary, error)
	Options() native.Options
}

// Worker builds a package and starts a worker of it, in the sandbox that there is, until the
// test is over.
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
