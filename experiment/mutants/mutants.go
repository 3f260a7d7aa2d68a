// Package mutants counts the small changes of the source of a package that its tests notice. The tool is gremlins, built
// from the module proxy.
//
//	m, took, err := mutants.Run(ctx, p)
//	killed, lived := len(m[mutants.Killed]), len(m[mutants.Lived])
package mutants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nearmiss/experiment/place"
)

const (
	gremlinsModule  = "github.com/go-gremlins/gremlins"
	gremlinsCommand = gremlinsModule + "/cmd/gremlins"
	gremlinsVersion = "v0.6.0"
)

// Statuses of a mutant, as the tool writes them.
const (
	Killed     = "KILLED"
	Lived      = "LIVED"
	NotCovered = "NOT COVERED"
	TimedOut   = "TIMED OUT"
)

// patience is how much longer than the first run of the tests, with their build, the run on a mutant may take.
const patience = "10"

// Run has the mutation tool try the tests of a package, which it copies. The result has the mutants by their status, each
// as file:line:col kind; took is the time of the tool with its own run of the tests.
func Run(ctx context.Context, p *place.Place) (m map[string][]string, took time.Duration, err error) {
	if p.Std != "" {
		return nil, 0, fmt.Errorf("%s cannot be built outside of the standard library", p.Std)
	}
	if len(p.Tests()) == 0 {
		return nil, 0, errors.New("there are no tests")
	}
	bin, err := place.Tool(ctx, gremlinsModule, gremlinsCommand, gremlinsVersion)
	if err != nil {
		return nil, 0, err
	}
	home, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(home)
	file := filepath.Join(home, "mutants.json")
	began := time.Now()
	said, failed := place.Command(ctx, p.Dir, []string{"GOFLAGS=", "GOWORK=off", "TMPDIR=" + home}, bin, "unleash", "--silent",
		"--timeout-coefficient", patience, "-o", file, p.Dir).CombinedOutput()
	took = time.Since(began)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, 0, fmt.Errorf("gremlins has no figure: %v: %s", failed, place.Tail(string(said)))
	}
	m, err = read(text)
	return m, took, errors.Join(err, ctx.Err())
}

// read reads the tool's file, and keeps the mutants of the package itself, not those of packages below it.
func read(text []byte) (map[string][]string, error) {
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
	m := map[string][]string{}
	for _, f := range r.Files {
		if strings.Contains(filepath.ToSlash(f.Name), "/") {
			continue
		}
		for _, x := range f.Mutations {
			m[x.Status] = append(m[x.Status], fmt.Sprintf("%s:%d:%d %s", f.Name, x.Line, x.Column, x.Type))
		}
	}
	if len(m) == 0 {
		return nil, errors.New("gremlins finds no mutant in the package")
	}
	return m, nil
}
