package cover

import (
	"os"
	"path/filepath"
	"testing"
)

const nilReceivers = `package p

import "errors"

type Plain struct{ n int }

// Add panics on nil, as methods do.
func (p *Plain) Add(n int) int {
	if n > 100 {
		return 0
	}
	return p.n + n
}

type Careful struct{ next *Careful; n int }

// Sum means to cope with nil, and does not.
func (c *Careful) Sum() int {
	s := c.n
	for ; c != nil; c = c.next {
		s += c.n
	}
	return s
}

func Deref(p *Plain) (int, error) {
	if p.n > 3 {
		return 0, errors.New("much")
	}
	return p.n, nil
}
`

// TestNilReceivers: a panic on a nil receiver is told in the JSON and counted
// in a note, unless the method looks whether its receiver is nil. A nil parameter is another
// matter. No test is written of either.
func TestNilReceivers(t *testing.T) {
	alone(t)
	dir, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.24\n", "p.go": nilReceivers} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := coverPanics(t, dir, Options{Evals: 2_000, Parallel: 2, Out: out, Verify: true})
	setups := map[string]string{}
	for _, f := range r.Packages[0].Functions {
		for _, p := range f.Panics {
			setups[f.Name] = p.Setup
			if p.Test != "" {
				t.Errorf("%s: test %q", f.Name, p.Test)
			}
		}
	}
	for name, want := range map[string]string{"(*Plain).Add": "nil receiver", "(*Careful).Sum": "nil argument", "Deref": "nil argument"} {
		if setups[name] != want {
			t.Errorf("%s: setup %q, want %q", name, setups[name], want)
		}
	}
	noted := false
	for _, n := range r.Packages[0].Notes {
		noted = noted || n.Text == "1 method panics on a nil receiver"
	}
	if !noted {
		t.Errorf("no note of the method: %v", r.Packages[0].Notes)
	}
	if _, err := os.Stat(filepath.Join(out, "nearmiss_panics_test.go")); !os.IsNotExist(err) {
		t.Errorf("there are tests of panics: %v", err)
	}
}
