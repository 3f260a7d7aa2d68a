package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"regexp"
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

// outside matches the functions, named as in Go within their package, that
// can be called from outside: exported functions, and exported methods of
// exported types.
var outside = regexp.MustCompile(`^(\(\*[A-Z]\w*\)\.|[A-Z]\w*\.)?[A-Z]\w*$`)

func exported(name string) bool { return outside.MatchString(name) }
