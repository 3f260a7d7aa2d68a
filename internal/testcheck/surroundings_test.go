package testcheck

import (
	"maps"
	"slices"
	"testing"

	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
)

// TestSurroundings checks that the user's overlay takes precedence over the mirror's files, that
// Options does not modify its inputs, and that there is no launcher without a sandbox.
func TestSurroundings(t *testing.T) {
	env := append(make([]string, 0, 4), "A=1")
	overlay := map[string]string{"/m/a.go": "mine"}
	m := &native.Mirror{
		Dir: "/user", PackageDir: "/m", Flags: []string{"-modfile=x"}, Env: []string{"B=2"},
		Files: map[string]string{"/m/a.go": "cache/a.go", "/m/b.go": "cache/b.go"},
	}
	s := Surroundings{Place: subject.Place{Env: env, Overlay: overlay}, Pkg: &load.Package{}, Mirror: m}
	o := s.Options()
	if want := map[string]string{"/m/a.go": "mine", "/m/b.go": "cache/b.go"}; !maps.Equal(o.Replace, want) {
		t.Errorf("replaces %v", o.Replace)
	}
	if o.Dir != m.Dir || o.PackageDir != m.PackageDir || !slices.Equal(o.Flags, m.Flags) || !slices.Equal(o.Env, []string{"A=1", "B=2"}) {
		t.Errorf("%+v", o)
	}
	if o.launch != nil {
		t.Error("there is no sandbox to launch in")
	}
	if m.Files["/m/a.go"] != "cache/a.go" || len(overlay) != 1 || env[:2][1] != "" {
		t.Errorf("changed: %v, %v, %q", m.Files, overlay, env[:2])
	}
	s.Pkg = &load.Package{Std: true}
	if o := s.Options(); o.PackageDir != "" || !maps.Equal(o.Replace, overlay) || !slices.Equal(o.Env, env) {
		t.Errorf("of the standard library: %+v", o)
	}
}
