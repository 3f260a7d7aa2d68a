package cover

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	source "nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// TestLost: what nearmiss generated and the compiler refuses is skipped or not tried, the
// report says so, and all the rest of the package is searched and run as ever.
func TestLost(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 2_000, Parallel: 2, Algo: "avm"}, `package closed

type Shape interface{ Area() int }

func Twice(n int) bool { return 2*n == 46 }

func Large(s Shape) bool { return s != nil && s.Area() > 100 }

func Len[T int | string | bool](list []T) bool { return len(list) > 2 }

func Small(n int) bool { return n < -100 }
`)
	u.pool.Close()
	u.binary.Close()
	unknown := func(f *function) {
		p := &f.sig.Params[0]
		wrong := *p.Type
		wrong.Go, wrong.Origin = "unknown", types.NewNamed(types.NewTypeName(token.NoPos, u.pkg.Types, "unknown", nil), types.Typ[types.Int], nil)
		p.Type = &wrong
	}
	instances := len(u.byName("Len").variants)
	unknown(u.byName("Twice"))
	unknown(u.byName("Len").variants[0])
	alts := u.byName("Large").sig.Params[0].Type.Alts
	stub := slices.IndexFunc(alts, func(a input.Alt) bool { return a.Name == "stub" })
	alts[stub].Make = source.Source("nowhere")
	s.build(t)
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	const why = "the code that was generated for it does not compile: undefined: "
	twice, large, length := u.byName("Twice"), u.byName("Large"), u.byName("Len")
	if got := twice.summary(report.StoppedDone); got.Status != report.Skipped || got.Reason != why+"unknown" {
		t.Errorf("Twice is %s: %s", got.Status, got.Reason)
	}
	if !large.searched() || slices.ContainsFunc(large.sig.Params[0].Type.Alts, func(a input.Alt) bool { return a.Name == "stub" }) {
		t.Errorf("Large is skipped (%s), or the stub is still there", large.reason)
	}
	var notes []string
	for _, n := range u.notes {
		if strings.Contains(n.Text, why) {
			notes = append(notes, n.Text)
		}
	}
	if len(notes) != 2 || !slices.Contains(notes, "inputs: a way to make Shape (stub) is not tried: "+why+"nowhere") {
		t.Errorf("notes %q", notes)
	}
	if len(length.variants) != instances-1 || length.variants[0].variant != 1 || length.next() != length.variants[0] {
		t.Errorf("Len has %d instances more, had %d", len(length.variants), instances)
	}
	in := u.pool.(*native.Pool).Entries()
	for i, f := range u.entries() {
		if f.entry != i || in[i] != f.sig.Name {
			t.Errorf("%s is entry %d, number %d in the worker", f.name, f.entry, i)
		}
	}
	for _, f := range []*function{length, u.byName("Small")} {
		for _, g := range f.goals {
			if g.found == nil {
				t.Errorf("%s of %s was not found", u.graph.BranchName(g.branch), f.name)
			}
		}
	}
}
