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
	pooled := NewPooled(pkg)
	names := func(fields map[*types.Var]bool) (list []string) {
		for _, name := range pkg.Types.Scope().Names() {
			if u, ok := pkg.Types.Scope().Lookup(name).Type().Underlying().(*types.Struct); ok {
				for f := range u.Fields() {
					if fields[f] {
						list = append(list, name+"."+f.Name())
					}
				}
			}
		}
		return list
	}
	if got, want := names(pooled.Fields), []string{"event.done", "passed.b"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := names(pooled.Reused), []string{"event.buf", "wrapped.list"}; !slices.Equal(got, want) {
		t.Errorf("reused %v, want %v", got, want)
	}
	var got []string
	for f := range pooled.Getters {
		got = append(got, f.Name())
	}
	slices.Sort(got)
	if want := []string{"again", "get", "made"}; !slices.Equal(got, want) {
		t.Errorf("getters %v, want %v", got, want)
	}
}
