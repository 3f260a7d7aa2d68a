package testgen

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"testing"

	"nearmiss/internal/load"
)

// TestConfinedLate: where the time is over before a process begins, that is what is said.
func TestConfinedLate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := &runner{temp: t.TempDir(), binary: "true", suite: &Suite{Pkg: &load.Package{}}}
	r.opts.Launch = func(*exec.Cmd, string) error {
		cancel()
		return nil
	}
	if ok, err := r.confined(ctx, io.Discard, t.TempDir(), bare, nil); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", ok, err)
	}
}
