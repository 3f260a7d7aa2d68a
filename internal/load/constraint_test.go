package load

import (
	"context"
	"nearmiss/internal/testdir"
	"os"
	"testing"
)

// TestConstraint: a file is bound by its name and by its lines.
func TestConstraint(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{
		"go.mod":         "module m\n\ngo 1.17\n",
		"everywhere.go":  "package m\n\nfunc Everywhere() {}\n",
		"a_linux.go":     "package m\n\nfunc Linux() {}\n",
		"a_linux_foo.go": "package m\n\nfunc Foo() {}\n",
		"linux.go":       "package m\n\nfunc Plain() {}\n",
		"unix.go":        "// Copyright\n\n//go:build unix && !windows\n// +build unix\n\n// Package m is m.\npackage m\n\nfunc Unix() {}\n",
		"old.go":         "// +build linux darwin\n// +build !foo\n\npackage m\n\nfunc Old() {}\n",
		"both_linux.go":  "//go:build extra || !other\n\npackage m\n\nfunc Both() {}\n",
		"late.go":        "package m\n\n// +build foo\n\nfunc Late() {}\n",
	}
	testdir.Write(t, dir, files)
	env := append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "GOWORK=off", "GOFLAGS=")
	pkgs, err := Load(context.Background(), dir, Options{Env: env}, ".")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Everywhere": "", "Linux": "linux", "Foo": "", "Plain": "", "Unix": "unix && !windows",
		"Old": "(linux || darwin) && !foo", "Both": "linux && (extra || !other)", "Late": "",
	} {
		got := ""
		if c := pkgs[0].Constraint(pkgs[0].Types.Scope().Lookup(name).Pos()); c != nil {
			got = c.String()
		}
		if got != want {
			t.Errorf("%s is built for %q, want %q", name, got, want)
		}
	}
}

// TestNameConstraint: only the last parts of a name ask for a system or a processor.
func TestNameConstraint(t *testing.T) {
	for name, want := range map[string]string{
		"x.go": "", "linux.go": "", "x_windows.go": "windows", "x_arm64.go": "arm64", "x_darwin_arm64.go": "darwin && arm64",
		"x_linux_y.go": "", "x_arm64_linux.go": "linux", "linux_amd64.go": "amd64", "x_unix.go": "",
	} {
		got := ""
		if c := nameConstraint("/dir_linux/" + name); c != nil {
			got = c.String()
		}
		if got != want {
			t.Errorf("%s asks for %q, want %q", name, got, want)
		}
	}
}
