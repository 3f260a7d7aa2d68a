package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/load"
)

// The mutation tool, built from the module proxy.
const (
	gremlinsModule  = "github.com/go-gremlins/gremlins"
	gremlinsCommand = gremlinsModule + "/cmd/gremlins"
	gremlinsVersion = "v0.6.0"
)

// A Mutant is a small change of the source, and what became of it.
type Mutant struct {
	File, Kind, Status string
	Line, Column       int
}

// Mutants is what a set of tests does to the mutants of a package.
type Mutants struct {
	All     []Mutant
	Elapsed time.Duration
}

// Statuses of a mutant, as the tool writes them.
const (
	Killed     = "KILLED"
	Lived      = "LIVED"
	NotCovered = "NOT COVERED"
	TimedOut   = "TIMED OUT"
)

// Count counts the mutants with a status.
func (m *Mutants) Count(status string) int {
	n := 0
	for _, x := range m.All {
		if x.Status == status {
			n++
		}
	}
	return n
}

// Efficacy is the share of the mutants in covered code that are killed. One
// that makes the tests run forever is seen as well.
func (m *Mutants) Efficacy() float64 {
	killed := m.Count(Killed) + m.Count(TimedOut)
	return float64(killed) / float64(max(killed+m.Count(Lived), 1))
}

// Coverage is the share of the mutants in covered code.
func (m *Mutants) Coverage() float64 {
	covered := m.Count(Killed) + m.Count(TimedOut) + m.Count(Lived)
	return float64(covered) / float64(max(covered+m.Count(NotCovered), 1))
}

// Score is the share of all mutants that are killed.
func (m *Mutants) Score() float64 { return m.Efficacy() * m.Coverage() }

// patience is how much longer than the first run of the tests, with their
// build, the run on a mutant may take.
const patience = "10"

// Mutate has the mutation tool try a set of tests of a package, on a copy.
func Mutate(ctx context.Context, pkg *load.Package, scratch string, set Set) (*Mutants, error) {
	s, err := newSubject(ctx, pkg, scratch)
	if err != nil {
		return nil, err
	}
	if err := s.read(ctx, []Set{set}); err != nil {
		return nil, err
	}
	if len(s.sets[0].files) == 0 {
		return nil, fmt.Errorf("there are no %s tests", set.Name)
	}
	if err := s.movable(); err != nil {
		return nil, err
	}
	bin, err := tool(ctx, scratch, gremlinsModule, gremlinsCommand, gremlinsVersion)
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp(scratch, "mutants-"+set.Name+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	dir, err := s.copyTo(filepath.Join(home, "module"), s.sets[0].files)
	if err != nil {
		return nil, err
	}
	if err := s.sets[0].place(dir, pkg.Dir); err != nil {
		return nil, err
	}
	start := time.Now()
	file := filepath.Join(home, "mutants.json")
	cmd := exec.CommandContext(ctx, bin, "unleash", "--silent", "--timeout-coefficient", patience, "-o", file, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "TMPDIR="+home)
	cmd.WaitDelay = 10 * time.Second
	said, failed := cmd.CombinedOutput()
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("gremlins has no figure for the %s tests: %v: %s", set.Name, failed, tail(string(said)))
	}
	m, err := readMutants(text)
	if err != nil {
		return nil, err
	}
	m.Elapsed = time.Since(start)
	return m, ctx.Err()
}

// readMutants reads the tool's file, and keeps the mutants of the package
// itself, not those of packages below it.
func readMutants(text []byte) (*Mutants, error) {
	var r struct {
		Files []struct {
			Name      string `json:"file_name"`
			Mutations []struct {
				Type, Status string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("cannot read gremlins' figures: %w", err)
	}
	m := &Mutants{}
	for _, f := range r.Files {
		if strings.Contains(filepath.ToSlash(f.Name), "/") {
			continue
		}
		for _, x := range f.Mutations {
			m.All = append(m.All, Mutant{f.Name, x.Type, x.Status, x.Line, x.Column})
		}
	}
	if len(m.All) == 0 {
		return nil, errors.New("gremlins finds no mutant in the package")
	}
	slices.SortFunc(m.All, func(a, b Mutant) int {
		return comparePos(fmt.Sprintf("%s:%d:%d/%s", a.File, a.Line, a.Column, a.Kind), fmt.Sprintf("%s:%d:%d/%s", b.File, b.Line, b.Column, b.Kind))
	})
	return m, nil
}
