package testgen

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"
)

// TestRunsVary: no two runs of the checks are of the same file, and all of them work.
func TestRunsVary(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("binaries are run as they are")
	}
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc half(n int) int { return n / 2 }\n\n" + halfSource})
	s, ctx := emitted(t, pkg, halfCases), context.Background()
	r := &runner{opts: quick, temp: t.TempDir(), names: map[string]string{}}
	if err := r.place(s); err != nil {
		t.Fatal(err)
	}
	if text, ok, err := r.compile(ctx, false, true); err != nil || !ok {
		t.Fatal(text, err)
	}
	sizes := map[int64]bool{}
	const runs = 3
	for range runs {
		o, err := r.run(ctx, bare, s.Tests, 1, time.Minute, nil)
		if err != nil || !o.ok {
			t.Fatalf("the tests do not pass: %+v, %v", o, err)
		}
		info, err := os.Stat(r.binary)
		if err != nil {
			t.Fatal(err)
		}
		sizes[info.Size()] = true
	}
	if len(sizes) != runs {
		t.Errorf("%d runs of %d binaries", runs, len(sizes))
	}
}
