package dse_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
)

// TestEditLaws asserts that an edit is an input of the function, within the bound,
// that what is put together again is the same, and that the list has as many
// elements as the pieces.
func TestEditLaws(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	const bound = 12
	var all []*dse.Function
	for entry := range program.Entries {
		p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: bound})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	edited := 0
	rapid.Check(t, func(t *rapid.T) {
		entry := rapid.IntRange(0, len(all)-1).Draw(t, "entry")
		p, sig := all[entry], program.Entries[entry]
		space := input.NewSpace(sig, input.Limits{})
		v := space.Random(nil, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)))
		lists := p.ListsOf(v)
		if len(lists) == 0 {
			return
		}
		i := rapid.IntRange(0, len(lists)-1).Draw(t, "list")
		n := lists[i].Len
		if n > bound || len(v) > 2*bound {
			return
		}
		from := rapid.IntRange(0, n).Draw(t, "from")
		to := rapid.IntRange(from, n).Draw(t, "to")
		u := space.Random(nil, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed of the other"), 1)))
		block := dse.Block{Of: v, List: i, From: from, To: to}
		if same := p.Replace(v, i, from, to, block); same != nil && !slices.Equal(same, v) {
			t.Fatalf("%v became %v", v, same)
		}
		if j := slices.IndexFunc(p.ListsOf(u), func(l dse.List) bool { return l.Class == lists[i].Class }); j >= 0 {
			block = dse.Block{Of: u, List: j, To: p.ListsOf(u)[j].Len}
		}
		w := p.Replace(v, i, from, to, block)
		if w == nil {
			return
		}
		edited++
		if !slices.Equal(space.Normalize(nil, w), w) {
			t.Fatalf("%v is no input", w)
		}
		want := n - (to - from) + block.To - block.From
		if got := p.ListsOf(w)[i]; got.Len != want || got.Class != lists[i].Class || want > bound {
			t.Fatalf("the list has %d elements, not %d", got.Len, want)
		}
		if _, err := p.Run(t.Context(), w, nil); err != nil {
			t.Fatal(err)
		}
	})
	if edited == 0 {
		t.Error("nothing was edited")
	}
}

// TestEditText compares edits of text with those of strings.
func TestEditText(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Text"), dse.FunctionOptions{Bound: 20})
	if err != nil {
		t.Fatal(err)
	}
	vector := func(s, prefix string) (v input.Vector) {
		for _, x := range []string{s, prefix} {
			v = append(v, uint64(len(x)))
			for _, c := range []byte(x) {
				v = append(v, uint64(c))
			}
		}
		return v
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching("[a-e]{0,11}")
		s, prefix := word.Draw(t, "s"), word.Draw(t, "prefix")
		a := rapid.IntRange(0, len(s)).Draw(t, "a")
		b := rapid.IntRange(a, len(s)).Draw(t, "b")
		v := vector(s, prefix)
		check := func(got input.Vector, s, prefix string) {
			want := vector(s, prefix)
			if max(len(s), len(prefix)) > 20 {
				want = nil
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
		check(p.Replace(v, 0, a, b, dse.Block{Of: v, List: 1, To: len(prefix)}), s[:a]+prefix+s[b:], prefix)
		check(p.Replace(v, 1, 0, 0, dse.Block{Of: v, From: a, To: b}), s, s[a:b]+prefix)
	})
}

// TestEditRows: what is around other lists is edited as a whole, and a nil slice is made
// one that is not when it gets elements.
func TestEditRows(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Rows"), dse.FunctionOptions{Bound: 8})
	if err != nil {
		t.Fatal(err)
	}
	rows := input.Vector{3, 2, 5, 3, 7, 9} // {{5}, {7, 9}}
	for _, c := range []struct {
		v        input.Vector
		list     int
		from, to int
		block    dse.Block
		want     input.Vector
	}{
		{rows, 0, 0, 1, dse.Block{Of: rows, From: 1, To: 2}, input.Vector{3, 3, 7, 9, 3, 7, 9}},
		{rows, 0, 0, 2, dse.Block{Of: rows}, input.Vector{1}},
		{rows, 1, 1, 1, dse.Block{Of: rows, List: 2, To: 2}, input.Vector{3, 4, 5, 7, 9, 3, 7, 9}},
		{input.Vector{0}, 0, 0, 0, dse.Block{Of: rows, To: 1}, input.Vector{2, 2, 5}},
		{input.Vector{0}, 0, 0, 0, dse.Block{Of: rows}, input.Vector{0}},
	} {
		if got := p.Replace(c.v, c.list, c.from, c.to, c.block); !slices.Equal(got, c.want) {
			t.Errorf("%v %+v: %v", c.v, c, got)
		}
	}
}
