//go:build linux

package cover

import (
	"context"
	"fmt"
	"nearmiss/internal/worker"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// innocent are functions beside those that do harm.
const innocent = `
// Large has two branches.
func Large(n int) string {
	if n > 1000 {
		return "large"
	}
	return "small"
}

// Word has two branches.
func Word(s string) int {
	if len(s) > 2 && s[0] == 'a' {
		return len(s)
	}
	return 0
}
`

// coveredPackage covers a package with innocent functions beside and returns the report, and the tests.
func coveredPackage(t *testing.T, text string, o Options) (*report.Report, string) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds workers")
	}
	dir, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.test/m\n\ngo 1.26\n", "m.go": text + innocent} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	defer cancel()
	o.Dir, o.Patterns, o.Seed, o.Out, o.Parallel = dir, []string{"."}, 1, out, 2
	r, err := Run(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(out, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		tests.Write(b)
	}
	return r, tests.String()
}

// wantInnocent checks that the functions beside have their tests.
func wantInnocent(t *testing.T, r *report.Report, tests string) {
	t.Helper()
	for _, f := range r.Packages[0].Functions {
		if strings.Contains(innocent, "func "+f.Name+"(") && f.Branches.Covered < f.Branches.Total {
			t.Errorf("%s: %d of %d branches, %s; notes %v", f.Name, f.Branches.Covered, f.Branches.Total, f.Status, r.Packages[0].Notes)
		}
		if f.Evaluations < 0 || f.Evaluations > 1<<40 {
			t.Errorf("%s: %d evaluations", f.Name, f.Evaluations)
		}
	}
	for _, name := range []string{"Large", "Word"} {
		if !strings.Contains(tests, "func Test"+name) {
			t.Errorf("no test of %s in:\n%s; notes %v", name, tests, r.Packages[0].Notes)
		}
	}
}

// TestForgedFinds: a goroutine of a package's init writes finds without an input to
// the descriptor on which workers answer, over and over. They are not believed. A function
// truncates the memory that its worker shares with nearmiss, and harms its own package at most.
func TestForgedFinds(t *testing.T) {
	var finds []byte
	for job := range uint32(64) {
		for evaluations := range uint64(3) {
			finds = append(finds, worker.Append(nil, &worker.Found{Job: job, Evaluations: evaluations, Branches: []uint32{0}})...)
		}
	}
	r, tests := coveredPackage(t, fmt.Sprintf(`package m

import (
	"syscall"
	"time"
)

func init() {
	go func() {
		for {
			syscall.Write(4, []byte(%q))
			time.Sleep(100 * time.Microsecond)
		}
	}()
}

var page, _ = syscall.Dup(5)

// Cut truncates the memory.
func Cut(n int) bool {
	if n > 100 {
		syscall.Ftruncate(page, 0)
		return true
	}
	return false
}
`, finds), Options{Evals: 2000, Verify: true})
	wantInnocent(t, r, tests)
	var said bool
	for _, n := range r.Packages[0].Notes {
		said = said || strings.Contains(n.Text, "it was ignored")
	}
	if !said {
		t.Errorf("nothing is said of it: %v", r.Packages[0].Notes)
	}
}

// TestForgedAnswers: a package puts itself between its worker and nearmiss and changes
// bytes of what the one tells the other. Whatever comes of it, the run ends with a report.
func TestForgedAnswers(t *testing.T) {
	const seed = 1
	r, _ := coveredPackage(t, fmt.Sprintf(`package m

import "syscall"

func init() {
	out, _ := syscall.Dup(4)
	var pipe [2]int
	if syscall.Pipe(pipe[:]) != nil || syscall.Dup3(pipe[1], 4, 0) != nil {
		panic("no pipe")
	}
	go relay(pipe[0], out, %d)
}

// Hard has a branch that is not found soon.
func Hard(n uint64) bool { return n*n %% 1000003 == 17 && n/3 == n>>5*11 }

func relay(in, out int, state uint64) {
	draw := func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state>>33) %% n
	}
	full := func(b []byte) {
		for at := 0; at < len(b); {
			n, err := syscall.Read(in, b[at:])
			if err == nil && n == 0 {
				syscall.Exit(0)
			}
			at += max(n, 0)
		}
	}
	for frames := 0; ; frames++ {
		b := make([]byte, 4)
		full(b)
		n := int(b[0]) | int(b[1])<<8 | int(b[2])<<16
		b = append(b, make([]byte, n)...)
		full(b[4:])
		if frames > 0 && n > 2 && draw(4) == 0 {
			for range 1 + draw(3) {
				b[5+draw(n-1)] = [...]byte{0, 1, 2, 127, 128, 255, byte(draw(256))}[draw(7)]
			}
		}
		syscall.Write(out, b)
	}
}
`, seed), Options{Exclude: regexp.MustCompile("relay"), Evals: 3000, Common: subject.Common{Time: time.Minute}})
	if notes := fmt.Sprint(r.Packages[0].Notes); !strings.Contains(notes, "garbled stream") && !strings.Contains(notes, "made no sense") {
		t.Errorf("nothing was changed: %s", notes)
	}
	for _, f := range r.Packages[0].Functions {
		if f.Evaluations < 0 || f.Evaluations > 1<<40 {
			t.Errorf("%s: %d evaluations", f.Name, f.Evaluations)
		}
	}
}
