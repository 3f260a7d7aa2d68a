package cover

import (
	"slices"
	"testing"

	"nearmiss/input"
)

// TestBorrowed: what took the branches of a function is tried where that is
// called, in the place of an input of the same type, and once.
func TestBorrowed(t *testing.T) {
	s, u := planned(t, Options{Algo: "search", Evals: 3_000, Seed: 1}, `package closed

func parsed(s string) bool { return len(s) == 3 && s[0] == 'x' }

func Must(n uint8, s, unit string) uint8 {
	if n > 200 || !parsed(s + unit) {
		return 0
	}
	return n
}

func Apart(s string) int { return len(s) }
`)
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	at := func(name string) *function {
		return u.funcs[slices.IndexFunc(u.funcs, func(f *function) bool { return f.name == name })]
	}
	must, parsed := at("Must"), at("parsed")
	if got := must.calls(); len(got) != 1 || got[0] != parsed {
		t.Fatalf("Must calls %v", got)
	}
	x := &explorer{fn: must, lent: map[uint64]bool{}}
	base := x.starts()[0]
	vs := x.borrowed(base)
	texts := parsed.archived()
	if len(texts) == 0 || len(vs) == 0 {
		t.Fatalf("%d inputs of %d", len(vs), len(texts))
	}
	to := segments(must.sig, base)
	for _, v := range texts {
		for _, at := range to[1:] {
			want := slices.Concat(base[:at[0]], v, base[at[1]:])
			if !slices.ContainsFunc(vs, func(w input.Vector) bool { return slices.Equal(w, want) }) {
				t.Errorf("%v is not borrowed as %v", v, want)
			}
		}
	}
	if len(vs) > 2*len(texts) {
		t.Errorf("%d inputs of %d", len(vs), len(texts))
	}
	if again := x.borrowed(base); len(again) > 0 {
		t.Errorf("%v are borrowed again", again)
	}
}
