package harness

import (
	"strings"
	"testing"
)

// TestInspected: in a package that imports reflect, an empty interface may hold a pointer to a struct,
// however many types the package mentions, also in a field.
func TestInspected(t *testing.T) {
	_, fns, _ := loadFrom(t, "testdata/inspected", Options{})
	for _, fn := range fns {
		of := fn.Sig.Params[0].Type
		if fn.Obj.Name() == "Ready" {
			of = of.Fields[0].Type
		}
		var ways []string
		for _, a := range of.Alts {
			ways = append(ways, a.Make.String()+" of "+a.Name)
		}
		if all := strings.Join(ways, "; "); !strings.Contains(all, "&$1 of *struct{") {
			t.Errorf("%s: no pointer to a struct among %s", fn.Obj.Name(), all)
		}
	}
}
