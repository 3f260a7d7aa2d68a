package dse_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/testdata/pieces"
	"nearmiss/input"
)

// TestSplice: an input in which a word takes the place of the piece that it was
// compared with makes that comparison hold in machine code, and leaves the
// fields around it as they are.
func TestSplicedWords(t *testing.T) {
	_, program := prepared(t, "./testdata/pieces")
	offered := map[int]int{}
	for _, c := range []struct {
		name   string
		list   int // where the text stands in the input
		more   int // what its length word has besides
		comma  byte
		fields int
		native func(text []byte) uint64
	}{
		{"Fields", 0, 0, ',', 11, func(text []byte) uint64 { return pieces.Fields(string(text)) }},
		{"Bytes", 1, 1, 0, 4, func(text []byte) uint64 { return pieces.Bytes(7, text) }},
	} {
		entry := program.Entry(c.name)
		p, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 128, Reads: true})
		if err != nil {
			t.Fatal(err)
		}
		rapid.Check(t, func(rt *rapid.T) {
			n := rapid.OneOf(rapid.Just(c.fields), rapid.IntRange(1, c.fields)).Draw(rt, "fields")
			parts := rapid.SliceOfN(rapid.StringMatching(`[a-cgGt]{1,3}|begin|a=b|program|::`), n, n).Draw(rt, "text")
			text := strings.Join(parts, string([]byte{c.comma}))
			in := make(input.Vector, c.list, 64)
			in = append(in, uint64(len(text)+c.more))
			for _, b := range []byte(text) {
				in = append(in, uint64(b))
			}
			r, err := p.Run(t.Context(), in, nil)
			if err != nil {
				rt.Fatal(err)
			}
			was := c.native([]byte(text))
			for _, d := range r.Reading.Compared {
				if d.Index+d.Len > len(text) || d.List != 1 {
					rt.Fatalf("%q: %+v", text, d)
				}
				if c.name == "Bytes" && d.Len == len(text)-d.Index && d.From == d.To {
					continue // what the list is split at
				}
				k := strings.Count(text[:d.Index], string([]byte{c.comma}))
				if d.Holds {
					if was>>k&1 == 0 {
						rt.Errorf("%q: %+v does not hold", text, d)
					}
					continue
				}
				v := p.Splice(in, d.List, d.From, d.To, d.Word...)
				if v == nil {
					continue
				}
				var made []byte
				for _, w := range v[c.list+1:] {
					made = append(made, byte(w))
				}
				if len(made)+c.more != int(v[c.list]) || !slices.Equal(v[:c.list], in[:c.list]) {
					rt.Fatalf("%v of %v", v, in)
				}
				if now := c.native(made); now != was|1<<k {
					rt.Errorf("%q by %+v: %q holds in %b, and held in %b", text, d, made, now, was)
				}
				offered[100*c.list+k]++
			}
		})
	}
	for i := range 15 {
		if k := i + i/11*(100-11); offered[k] == 0 {
			t.Errorf("nothing was offered for field %d", k)
		}
	}
}

// TestReading: places and what is asked for are those of the input.
func TestReading(t *testing.T) {
	_, program := prepared(t, "./testdata/pieces")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Bytes"), dse.FunctionOptions{Bound: 5, Reads: true})
	if err != nil {
		t.Fatal(err)
	}
	in := input.Vector{9, 3, 'x', 0}
	r, err := p.Run(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Elements(in, 1); !slices.Equal(got, []uint64{'x', 0}) {
		t.Errorf("the list has %v", got)
	}
	if got := p.Elements(in, 2); got != nil {
		t.Errorf("there is a second list: %v", got)
	}
	if v := p.Splice(in, 1, 1, 2, 1, 2, 3, 4); !slices.Equal(v, input.Vector{9, 6, 'x', 1, 2, 3, 4}) {
		t.Errorf("%v", v)
	}
	if v := p.Splice(in, 1, 2, 2, 1, 2, 3, 4); v != nil {
		t.Errorf("there is room for %v", v)
	}
	most, last := 0, -1
	for _, d := range r.Path.Decisions {
		for _, s := range d.Clause.Slots() {
			if at := p.Place(int(s)); at.List == 1 && !at.Length {
				last = max(last, at.Index)
			}
		}
		if list, n := p.DemandedElements(p.Builder().Not(d.Clause)); list == 1 {
			most = max(most, n)
		}
	}
	if last != 1 || most < 3 {
		t.Errorf("element %d was looked at, and %d were asked for", last, most)
	}
	if !r.Reading.NewEvent {
		t.Error("nothing happened")
	}
}

// TestOften: a run that takes a branch more often than all before it tells of it once
// for each number up to five, and then once for each power of two that it passes.
func TestOften(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Count"), dse.FunctionOptions{Reads: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 9: true, 17: true}
	for n := range 30 {
		in := append(input.Vector{7, uint64(n + 1)}, make(input.Vector, n)...)
		for range 2 {
			r, err := p.Run(t.Context(), in, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Reading.NewMaximum; got != want[n] {
				t.Errorf("%d elements: %v", n, got)
			}
			want[n] = false
		}
	}
}
