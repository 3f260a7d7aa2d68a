package fitness

import (
	"context"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"

	"pgregory.net/rapid"
)

func load1(t testing.TB, patterns ...string) []*cfg.Package {
	t.Helper()
	loaded, err := load.Load(context.Background(), "..", load.Options{}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	var out []*cfg.Package
	for _, l := range loaded {
		out = append(out, cfg.Build(l.Source))
	}
	return out
}

// branches returns the branches of a function that its conditions leave open.
func branches(f *cfg.Func) []uint32 {
	var out []uint32
	for _, c := range f.Conds {
		if c.Block != nil {
			out = append(out, c.Branch(false), c.Branch(true))
		}
	}
	return out
}

// everyFifth keeps one of five branches, so true and false branches alike.
func everyFifth(branches []uint32, first int) []uint32 {
	var out []uint32
	for i := first; i < len(branches); i += 5 {
		out = append(out, branches[i])
	}
	return out
}

// someBranches returns one of five branches of a function, from a random one on.
func someBranches(t *rapid.T, f *cfg.Func) []uint32 {
	return everyFifth(branches(f), rapid.IntRange(0, 4).Draw(t, "first branch"))
}
