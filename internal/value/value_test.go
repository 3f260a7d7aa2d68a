package value

import (
	"slices"
	"testing"

	"nearmiss/input"
)

func integers() *input.Type { return &input.Type{Kind: input.Int, Bits: 64} }

// TestMapOrder: entries are sorted by key, and the last of two entries with the same key stays.
func TestMapOrder(t *testing.T) {
	typ := &input.Type{Kind: input.Map, Key: integers(), Elem: integers()}
	v, err := (&Decoder{Words: []uint64{4, 5, 1, 2, 2, 5, 3}}).Read(typ)
	if err != nil {
		t.Fatal(err)
	}
	var got []uint64
	for i := range v.Keys {
		got = append(got, v.Keys[i].Word, v.Kids[i].Word)
	}
	if want := []uint64{2, 2, 5, 3}; !slices.Equal(got, want) {
		t.Errorf("entries %v, want %v", got, want)
	}
}

// TestCompareLaws: Compare is antisymmetric and 0 only for equal words.
func TestCompareLaws(t *testing.T) {
	typ := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Pointer, Elem: integers()}}
	var all []*Value
	for _, words := range [][]uint64{{0}, {1}, {2, 0}, {2, 1, 3}, {2, 1, ^uint64(0)}, {3, 0, 1, 7}, {input.Cut}} {
		v, err := (&Decoder{Words: words}).Read(typ)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	for i, v := range all {
		for j, o := range all {
			if c := v.Compare(o); c != -o.Compare(v) || (c == 0) != (i == j) {
				t.Errorf("value %d and %d: %d and %d", i, j, c, o.Compare(v))
			}
		}
	}
}

// TestUnchanged: a value is as before if its words are, and fields that the value before lacks
// count as zero.
func TestUnchanged(t *testing.T) {
	narrow := &input.Type{Kind: input.Struct, Fields: []input.Field{{Name: "a", Type: integers()}}}
	wide := &input.Type{Kind: input.Struct, Fields: []input.Field{{Name: "a", Type: integers()}, {Name: "b", Type: integers()}}}
	read := func(typ *input.Type, words ...uint64) *Value {
		v, err := (&Decoder{Words: words}).Read(typ)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range []struct {
		after []uint64
		want  bool
	}{{[]uint64{1, 0}, true}, {[]uint64{2, 0}, false}, {[]uint64{1, 1}, false}} {
		if got := read(wide, c.after...).IsUnchanged(read(narrow, 1)); got != c.want {
			t.Errorf("%v after 1: unchanged is %v, want %v", c.after, got, c.want)
		}
	}
}
