package harness

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
)

// Whatever runs before, a function finds the package's variables as they were
// at the start, however deep they go: lists, trees, rings and maps of maps.
func TestOrderOfRunsDoesNotMatter(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/deep", Options{})
	for _, k := range c.Unrestored() {
		t.Errorf("%s is not put back: %s", k.Var.Name(), k.Reason)
	}
	digest := index(t, fns, "Digest")
	var changers []int
	for _, name := range []string{"Maps", "Slices", "Lists", "Trees", "Graphs"} {
		changers = append(changers, index(t, fns, name))
	}
	exe := programFrom(t, "testdata/deep", c, fns)
	rng := rand.New(rand.NewPCG(rand.Uint64(), 0))
	calls := []call{{entry: digest}}
	for range 60 {
		i := changers[rng.IntN(len(changers))]
		calls = append(calls, call{i, input.NewSpace(fns[i].Sig, input.Limits{}).Random(nil, rng)}, call{entry: digest})
	}
	outcomes := run(t, exe, calls)
	want := textOf(outcomes[0])
	if want == "" || want == "panic" {
		t.Fatalf("at the start: %q", want)
	}
	for i, out := range outcomes {
		if calls[i].entry == digest && textOf(out) != want {
			t.Fatalf("after %s:\n%s\nat the start:\n%s", fns[calls[i-1].entry].Sig.Name, textOf(out), want)
		}
		if calls[i].entry != digest && slices.Equal(out, []uint64{0xdead}) {
			t.Errorf("%s panics", fns[calls[i].entry].Sig.Name)
		}
	}
}
