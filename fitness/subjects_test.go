package fitness

import (
	"context"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
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
