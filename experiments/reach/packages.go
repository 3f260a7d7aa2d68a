package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// leftOut are the packages that are no subject, with the reasons.
var leftOut = []struct{ path, why string }{
	{"syscall", "the system's own calls"},
	{"unsafe", "has no functions with bodies"},
	{"runtime", "runs the worker itself"},
	{"runtime/...", "reaches into the runtime that runs the worker"},
	{"plugin", "needs cgo and loads code"},
	{".../internal/..., internal/..., vendor/...", "nobody outside can call them"},
}

// skippedPackage reports whether a package of the standard library is left out.
func skippedPackage(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "internal" || part == "vendor" {
			return true
		}
	}
	for _, l := range leftOut {
		if path == l.path || strings.HasSuffix(l.path, "/...") && strings.HasPrefix(path, strings.TrimSuffix(l.path, "...")) {
			return true
		}
	}
	return false
}

// standard lists the packages that count.
func standard(ctx context.Context) ([]string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "std").Output()
	if err != nil {
		return nil, fmt.Errorf("go list std: %w", err)
	}
	var paths []string
	for line := range bytes.Lines(out) {
		if p := strings.TrimSpace(string(line)); !skippedPackage(p) {
			paths = append(paths, p)
		}
	}
	return paths, nil
}

// exported reports whether a function, named as in Go within its package, can
// be called from outside: an exported function, or an exported method of an
// exported type.
func exported(name string) bool {
	recv, method, ok := strings.Cut(name, ".")
	if !ok {
		return upper(name)
	}
	return upper(strings.Trim(recv, "(*)")) && upper(method)
}

func upper(s string) bool { return s != "" && s[0] >= 'A' && s[0] <= 'Z' }
