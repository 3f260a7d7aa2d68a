package effects

import (
	"go/types"
	"slices"
	"testing"
)

// TestPooled: the fields that nobody sets after a value comes from a pool, and the functions that hand it on.
func TestPooled(t *testing.T) {
	_, pkgs := studyOf("./testdata/pooled")
	pkg := pkgs["pooled"]
	var got []string
	pooled := NewPooled(pkg)
	for f := range pooled.Fields {
		for _, name := range pkg.Types.Scope().Names() {
			if u, ok := pkg.Types.Scope().Lookup(name).Type().Underlying().(*types.Struct); ok && slices.Contains(slices.Collect(u.Fields()), f) {
				got = append(got, name+"."+f.Name())
			}
		}
	}
	slices.Sort(got)
	if want := []string{"event.done", "passed.b"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	got = nil
	for f := range pooled.Getters {
		got = append(got, f.Name())
	}
	slices.Sort(got)
	if want := []string{"again", "get", "made"}; !slices.Equal(got, want) {
		t.Errorf("getters %v, want %v", got, want)
	}
}
