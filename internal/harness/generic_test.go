package harness

import (
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/input"
)

// TestVariants: the type arguments are those of the comments, and the first
// of them are what Sign takes.
func TestVariants(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/generics", Options{})
	tested := 0
	for _, d := range c.pkg.FuncDecls() {
		if d.Doc == nil {
			continue
		}
		tested++
		want := strings.TrimSpace(d.Doc.Text())
		fn := c.pkg.Info.Defs[d.Name].(*types.Func)
		list, err := c.Variants(fn, Options{})
		if want == "none" {
			if err == nil || !strings.Contains(err.Error(), "type parameter T: no type at hand has the methods of closed") {
				t.Errorf("%s: error %v", fn.Name(), err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", fn.Name(), err)
			continue
		}
		var got []string
		for _, f := range list {
			got = append(got, c.typeArgs(f.Args).Print(func(path string) string { name, _ := c.qualify(path); return name }, nil))
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: tried with %s, want %s", fn.Name(), text, want)
		}
		first, err := c.Sign(fn, Options{})
		if err != nil || first.Sig.TypeArgs.String() != list[0].Sig.TypeArgs.String() {
			t.Errorf("%s: Sign takes %+v, %v", fn.Name(), first, err)
		}
	}
	if tested < 10 {
		t.Errorf("only %d functions tested", tested)
	}
}

// TestInstances runs every variant on random inputs: all are compiled, and
// none panics.
func TestInstances(t *testing.T) {
	c, _, _ := loadFrom(t, "testdata/generics", Options{})
	fns := signAll(c, map[string]int{}, Options{})
	exe := programFrom(t, "testdata/generics", c, fns)
	var calls []call
	for i, fn := range fns {
		rng := rand.New(rand.NewPCG(uint64(i), 11))
		s := input.NewSpace(fn.Sig, input.Limits{})
		for range 20 {
			calls = append(calls, call{i, s.Random(nil, rng)})
		}
	}
	returned := map[int]bool{}
	for i, out := range run(t, exe, calls) {
		if len(out) != 1 || out[0] != 0xdead {
			returned[calls[i].entry] = true
		}
	}
	for i, fn := range fns {
		if !returned[i] {
			t.Errorf("%s%s never returned", fn.Sig.Name, fn.Sig.TypeArgs)
		}
	}
}
