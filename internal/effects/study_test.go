package effects

import (
	"go/types"
	"testing"

	"nearmiss/internal/load"
)

// TestHarmlessAllowed: allowed kinds do not count for Harmless, as for Refusals, and the memo keeps
// queries with different kinds apart.
func TestHarmlessAllowed(t *testing.T) {
	s, pkgs := testStudy()
	all, changed := refused(t, s), 0
	for _, allowed := range [][]Kind{nil, {Unsafe}, {Unsafe, Body}, {File, Network}, nil} {
		refusals := refused(t, s, allowed...)
		for _, p := range []*load.Package{pkgs["memory"], pkgs["calls"]} {
			for _, d := range p.FuncDecls() {
				fn, ok := p.Info.Defs[d.Name].(*types.Func)
				if !ok || d.Name.Name == "init" || d.Name.Name == "_" || d.Name.Name == "boxed" {
					continue
				}
				want := refusals[fn] == nil
				if got := s.Harmless(p, fn, allowed...); got != want {
					t.Errorf("%s but for %v: harmless %t, want %t", fn.Name(), allowed, got, want)
				}
				if want != (all[fn] == nil) {
					changed++
				}
			}
		}
	}
	if changed < 10 {
		t.Errorf("what is allowed matters %d times", changed)
	}
}

// TestHarmless: Harmless agrees with Refusals on functions of the package, and also judges those of
// imported packages.
func TestHarmless(t *testing.T) {
	s, pkgs := callsStudy()
	refusals := refused(t, s)
	calls := pkgs["calls"]
	asked := 0
	for _, d := range calls.FuncDecls() {
		fn, ok := calls.Info.Defs[d.Name].(*types.Func)
		if !ok || d.Name.Name == "init" || d.Name.Name == "_" {
			continue
		}
		asked++
		want := refusals[fn] == nil
		if fn.Name() == "boxed" {
			want = false // the function that it returns counts as called
		}
		if got := s.Harmless(calls, fn); got != want {
			t.Errorf("%s: harmless %t, want %t", fn.Name(), got, want)
		}
	}
	if asked < 50 {
		t.Errorf("only %d functions", asked)
	}
	for name, want := range map[string]bool{
		"os.Open": false, "os.Getenv": true, "net.Dial": false, "bytes.NewBuffer": true, "time.Date": true,
		"os/exec.Command": false, "regexp.Compile": true, "net.ParseIP": true, "time.LoadLocation": false,
	} {
		if got := s.Harmless(calls, imported(t, calls, name)); got != want {
			t.Errorf("%s: harmless is %t", name, got)
		}
	}
	s, pkgs = standardStudy()
	path := pkgs["path"]
	if fn := path.Types.Scope().Lookup("Clean").(*types.Func); !s.Harmless(path, fn) {
		t.Error("path.Clean is taken to do harm")
	}
}

// imported returns a function of a package that p imports.
func imported(t *testing.T, p *load.Package, name string) *types.Func {
	t.Helper()
	for at, q := range p.Imports {
		if len(name) > len(at) && name[:len(at)] == at && name[len(at)] == '.' {
			if fn, ok := q.Types.Scope().Lookup(name[len(at)+1:]).(*types.Func); ok {
				return fn
			}
		}
	}
	t.Fatalf("%s is not imported", name)
	return nil
}
