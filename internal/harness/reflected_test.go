package harness

import (
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

// TestReflected: a reflect.Type may be of the kinds that the package asks for, and a
// reflect.Value may be a variable.
func TestReflected(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/reflected", Options{})
	if got, want := c.kinds(), []string{"Float32", "Interface", "Uint16"}; !slices.Equal(got, want) {
		t.Errorf("kinds %q, want %q", got, want)
	}
	ways := func(t *input.Type) (list []string) {
		for _, a := range t.Alts {
			list = append(list, a.Make.String())
		}
		return list
	}
	for _, fn := range fns {
		got := ways(fn.Sig.Params[0].Type)
		want := []string{"$(reflect).TypeOf(float32(0))", "$(reflect).TypeOf(new(any)).Elem()", "$(reflect).TypeOf(uint16(0))"}
		if fn.Obj.Name() == "Set" {
			want = []string{"$(reflect).New($1).Elem()", "$(reflect).ValueOf($1)"}
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: no %s among %s", fn.Obj.Name(), w, strings.Join(got, "; "))
			}
		}
		if slices.Contains(got, "$(reflect).TypeOf(int8(0))") {
			t.Errorf("%s: a kind that nobody asks for", fn.Obj.Name())
		}
	}
}
