// Package subjecttest starts workers for tests.
package subjecttest

import (
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
)

// Worker builds a set and starts a worker of it, in the sandbox that there is, until the
// test is over.
func Worker(t testing.TB, set *subject.Set) *native.Worker {
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
