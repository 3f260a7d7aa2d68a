package harness

import (
	"go/types"
	"slices"
	"testing"

	"nearmiss/internal/syntax"
)

// TestBrings: the code that inputs bring along is all that the ways to make
// them name.
func TestBrings(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/choices", Options{})
	for name, want := range map[string][]string{
		"Told":    {"square", "*circle", "line"},
		"Eval":    {"*sum", "number"},
		"Options": {"withAge"},
		"Failing": {"newFailing", "fails"},
	} {
		have := broughtBy(c, fns[index(t, fns, name)])
		for _, w := range want {
			if !slices.Contains(have, w) {
				t.Errorf("%s: no %s among %q", name, w, have)
			}
		}
	}
	if have := broughtBy(c, fns[index(t, fns, "LawError")]); !slices.Contains(have, "errOwn") || !slices.Contains(have, "New") {
		t.Errorf("LawError: %q", have)
	}
	c, fns, _ = loadFrom(t, "testdata/objects", Options{})
	if have := broughtBy(c, fns[index(t, fns, "UseStack")]); !slices.Contains(have, "NewStack") || !slices.Contains(have, "Push") || !slices.Contains(have, "Pop") {
		t.Errorf("UseStack: %q", have)
	}
	c, fns, _ = loadFrom(t, "testdata/subject", Options{})
	for _, fn := range fns {
		plain := true
		for i := range fn.Sig.Inputs() {
			plain = plain && !hasChoice(fn.Sig.Input(i).Type)
		}
		if have := broughtBy(c, fn); plain && len(have) > 0 {
			t.Errorf("%s takes plain data and brings %q", fn.Sig.Name, have)
		}
	}
}

func broughtBy(c *Coder, fn *Fn) (list []string) {
	code := c.InputCode(fn)
	for _, f := range code.Funcs {
		list = append(list, f.Name())
	}
	for _, v := range code.Vars {
		list = append(list, v.Name())
	}
	for _, t := range code.Types {
		list = append(list, types.TypeString(t, func(*types.Package) string { return "" }))
	}
	return list
}

// TestTame: a type is no way to make an interface whose methods do harm on it.
func TestTame(t *testing.T) {
	loaded, _, _ := loadFrom(t, "testdata/choices", Options{})
	c := New(loaded.pkg)
	c.SetHarmless(func(fn *types.Func) bool {
		return fn.Name() != "Area" || syntax.FuncName(fn) == "line.Area"
	})
	fn, err := c.Sign(loaded.pkg.Types.Scope().Lookup("Told").(*types.Func), Options{})
	if err != nil {
		t.Fatal(err)
	}
	have := broughtBy(c, fn)
	if !slices.Contains(have, "line") || slices.Contains(have, "square") || slices.Contains(have, "*circle") {
		t.Errorf("%q", have)
	}
}
