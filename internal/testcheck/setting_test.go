package testcheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// TestEnvironments checks that only the last setting has the user's environment, one sets the
// variables that the package may read, and one is on another machine.
func TestEnvironments(t *testing.T) {
	user := []string{"SECRET=x", "LANG=C", "PATH=/bin", "HOME=/home/me"}
	full, named, foreign := 0, 0, 0
	for i, set := range settings {
		env, err := set.environ(user, t.TempDir(), []string{"CI"})
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(env, "SECRET=x") {
			if full++; i != len(settings)-1 || !slices.Contains(env, "HOME=/home/me") {
				t.Errorf("%d: %q", i, env)
			}
		} else if set.bare {
			if len(env) > 0 || env == nil { // nil would stand for the variables of this process
				t.Errorf("%d: %q", i, env)
			}
		} else if slices.Contains(env, "PATH=/bin") || !slices.Contains(env, "LANG=C") {
			t.Errorf("%d: %q", i, env)
		}
		if slices.Contains(env, "CI=1") {
			named++
		}
		if set.foreign {
			foreign++
		}
	}
	if full != 1 || named != 1 || foreign != 1 {
		t.Errorf("%d have the user's environment, %d the variables, %d are elsewhere", full, named, foreign)
	}
	if env, _ := cleanSetting.environ(user, "own", nil); slices.Contains(env, "SECRET=x") {
		t.Errorf("%q", env)
	}
}

// TestWithoutVariables checks that a case that finds a home directory, or a long name of the directory for
// temporary files, does not assert that, and that a case that panics only where there is one is dropped.
func TestWithoutVariables(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import "os"

func Home(n int) bool { return n > 0 && os.Getenv("HOME") != "" }

func Temp(n int) bool { return n > 0 && len(os.TempDir()) > 5 }

func Fill(n int) {
	if os.Getenv("HOME") != "" {
		panic("a home")
	}
}
`})
	opts := quick
	opts.launch = func(*exec.Cmd, string, setting) (*sandbox.Watcher, error) { return nil, nil }
	s, report := verified(t, emitted(t, pkg, `
		func Home
		case 0 => 0
		cover a.go:5:32/F n > 0
		case 1 => 1
		cover a.go:5:32/T n > 0

		func Temp
		case 0 => 0
		cover a.go:7:32/F n > 0
		case 1 => 1
		cover a.go:7:32/T n > 0

		func Fill
		case 1 => panic a home
		cover a.go:10:5/T os.Getenv("HOME") != ""`), opts)
	var silenced []string
	for _, f := range s.Funcs {
		for _, c := range f.Cases {
			if len(c.Silenced) > 0 {
				silenced = append(silenced, f.Sig.Name+" "+c.Name)
			}
		}
	}
	if !slices.Equal(silenced, []string{"Home positive n", "Temp positive n"}) || len(s.Funcs) != 2 || !strings.Contains(reasons(s.Dropped), "Fill/a home: it fails") {
		t.Errorf("cases %q assert less, reasons %q, report %+v", silenced, reasons(s.Dropped), report)
	}
}

// TestEnvironNames checks that literals in the form of environment variables are listed, without
// the variables of the runtime.
func TestEnvironNames(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", `package p

var names = []string{"NO_COLOR", "CI", "NO_COLOR", "GOMAXPROCS", "HOME", "Ci", "A", "x y", "", "LD_PRELOAD", "X2"}
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := environNames(&load.Package{Source: cfg.Source{Files: []*ast.File{f}}}); strings.Join(got, " ") != "CI NO_COLOR X2" {
		t.Errorf("%q", got)
	}
}

// TestRedacted checks that a redacted line keeps the position of a failed assertion, and none of the
// printed values.
func TestRedacted(t *testing.T) {
	r := &runner{overlayNames: map[string]string{testgen.TestFile: "zznearmiss_test.go", testgen.PanicFile: "nearmiss_panics_test.go"}, leakedFuncs: []string{"p.(*T).loop"}}
	for _, c := range []struct{ line, want string }{
		{"swordfish\n", ""},
		{"panic: swordfish\n", "panic: " + redactedText},
		{"fatal error: swordfish\n", "fatal error: " + redactedText},
		{"WARNING: DATA RACE swordfish\n", "WARNING: DATA RACE"},
		{"    zznearmiss_test.go:12: F() = swordfish, want 1\n", "    zznearmiss_test.go:12: " + redactedText},
		{"    nearmiss_panics_test.go:3: F(swordfish) does not panic\n", "    nearmiss_panics_test.go:3: " + redactedText},
		{`    zznearmiss_test.go:12: F() error = "", want "swordfish"`, "    zznearmiss_test.go:12: " + redactedText},
		{`    zznearmiss_test.go:12: F() error = "swordfish", want ""`, "    zznearmiss_test.go:12: " + redactedText},
		{"    swordfish_test.go:12: x\n", ""},
		{"goroutine 7 [swordfish]:\n", "goroutine "},
		{"p.(*T).loop(0x1, {0x2, 0x9})\n", "p.(*T).loop("},
		{"testing.tRunner(0x1)\n", "testing.tRunner("},
		{"p.swordfish(0x1)\n", ""},
		{"created by p.(*T).loop in goroutine 7\n", ""},
	} {
		if got := r.redact(c.line); got != c.want+"\n" {
			t.Errorf("%q became %q, want %q", c.line, got, c.want)
		}
	}
	for _, line := range []string{`    zznearmiss_test.go:12: F() error = "", want "x"`, `    zznearmiss_test.go:7: F() error = "x", want ""`, `    zznearmiss_test.go:9: F() = 1, want 2`} {
		was, is := r.loggedPlaces([]string{line}), r.loggedPlaces([]string{r.redact(line)})
		if len(was) != 1 || len(is) != 1 || was[0].pos != is[0].pos || was[0].file != testgen.TestFile {
			t.Errorf("%q: %+v became %+v", line, was, is)
		}
	}
}
