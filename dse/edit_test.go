package dse_test

import (
	"math/rand/v2"
	"slices"
	"strings"
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
	var all []*dse.ConcolicProgram
	for entry := range program.Entries {
		p, err := dse.NewConcolic(t.Context(), program, entry, dse.ConcolicOptions{Bound: bound})
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
		times := rapid.IntRange(0, 4).Draw(t, "times")
		pieces := func(times int) []dse.Piece {
			return []dse.Piece{{Of: v, List: i, To: from, Times: 1}, {Of: v, List: i, From: from, To: to, Times: times}, {Of: v, List: i, From: to, To: n, Times: 1}}
		}
		if same := p.Edit(v, i, pieces(1)...); same != nil && !slices.Equal(same, v) {
			t.Fatalf("%v became %v", v, same)
		}
		w := p.Edit(v, i, pieces(times)...)
		if w == nil {
			return
		}
		edited++
		if !slices.Equal(space.Normalize(nil, w), w) {
			t.Fatalf("%v is no input", w)
		}
		want := n + (times-1)*(to-from)
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
	p, err := dse.NewConcolic(t.Context(), program, program.Entry("Text"), dse.ConcolicOptions{Bound: 20})
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
		word := rapid.StringMatching("[a-e]{0,8}")
		s, prefix := word.Draw(t, "s"), word.Draw(t, "prefix")
		a := rapid.IntRange(0, len(s)).Draw(t, "a")
		b := rapid.IntRange(a, len(s)).Draw(t, "b")
		k := rapid.IntRange(0, 5).Draw(t, "times")
		v := vector(s, prefix)
		x := func(list, from, to, times int) dse.Piece {
			return dse.Piece{Of: v, List: list, From: from, To: to, Times: times}
		}
		check := func(got input.Vector, s, prefix string) {
			want := vector(s, prefix)
			if max(len(s), len(prefix)) > 20 {
				want = nil
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
		check(p.Edit(v, 0, x(0, 0, a, 1), x(0, a, b, k), x(0, b, len(s), 1)), s[:a]+strings.Repeat(s[a:b], k)+s[b:], prefix)
		check(p.Edit(v, 1, x(0, a, b, k), x(1, 0, len(prefix), 1)), s, strings.Repeat(s[a:b], k)+prefix)
	})
}

// TestEditGoes asserts how numbers go on, and that they end with their type.
func TestEditGoes(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewConcolic(t.Context(), program, program.Entry("Rows"), dse.ConcolicOptions{Bound: 8})
	if err != nil {
		t.Fatal(err)
	}
	row := func(elements ...int8) (v input.Vector) { // [][]int8 with one row
		v = input.Vector{2, uint64(len(elements)) + 1}
		for _, e := range elements {
			v = append(v, uint64(int64(e)))
		}
		return v
	}
	for _, c := range []struct {
		v        input.Vector
		from, to int
		times    int
		want     input.Vector
	}{
		{row(1, 4), 1, 2, 3, row(1, 4, 7, 10)},
		{row(1, 4), 1, 2, 1, row(1, 4)},
		{row(9, 4), 1, 2, 4, row(9, 4, -1, -6, -11)},
		{row(1, 10, 2, 8), 2, 4, 3, row(1, 10, 2, 8, 3, 6, 4, 4)},
		{row(1, 4), 0, 1, 2, nil},     // nothing is before it
		{row(1, 100), 1, 2, 2, nil},   // 199
		{row(-1, -100), 1, 2, 2, nil}, // -199
		{row(1, 2), 1, 2, 8, nil},     // no room
	} {
		n := p.ListsOf(c.v)[1].Len
		got := p.Edit(c.v, 1, dse.Piece{Of: c.v, List: 1, To: c.from, Times: 1},
			dse.Piece{Of: c.v, List: 1, From: c.from, To: c.to, Times: c.times, Goes: true},
			dse.Piece{Of: c.v, List: 1, From: c.to, To: n, Times: 1})
		if !slices.Equal(got, c.want) {
			t.Errorf("%v %+v: %v", c.v, c, got)
		}
	}
	rows := input.Vector{3, 2, 5, 3, 7, 9} // {{5}, {7, 9}}
	got := p.Edit(rows, 0, dse.Piece{Of: rows, From: 1, To: 2, Times: 2}, dse.Piece{Of: rows, To: 1, Times: 1})
	if want := (input.Vector{4, 3, 7, 9, 3, 7, 9, 2, 5}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
