package effects

import (
	"go/types"
	"slices"
	"testing"
)

// TestPooledFields: the fields that nobody sets after a value comes from a pool.
func TestPooledFields(t *testing.T) {
	_, pkgs := studyOf("./testdata/pooled")
	pkg := pkgs["pooled"]
	var got []string
	for f := range PooledFields(pkg) {
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
}
