// Package mutants counts the small changes of the source of a package that its tests notice. The tool is gremlins, built
// from the module proxy.
//
//	m, err := mutants.Run(ctx, p)
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
// as file:line:col kind.
func Run(ctx context.Context, p *place.Place) (map[string][]string, error) {
	if p.Std != "" {
		return nil, fmt.Errorf("%s cannot be built outside of the standard library", p.Std)
	}
	if len(p.Tests()) == 0 {
		return nil, errors.New("there are no tests")
	}
	bin, err := place.Tool(ctx, gremlinsModule, gremlinsCommand, gremlinsVersion)
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	file := filepath.Join(home, "mutants.json")
	said, failed := place.Command(ctx, p.Dir, []string{"GOFLAGS=", "GOWORK=off", "TMPDIR=" + home}, bin, "unleash", "--silent",
		"--timeout-coefficient", patience, "-o", file, p.Dir).CombinedOutput()
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("gremlins has no figure: %v: %s", failed, place.Tail(string(said)))
	}
	m, err := read(text)
	return m, errors.Join(err, ctx.Err())
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
