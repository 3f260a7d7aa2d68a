package testgen

import (
	"go/types"
	"math"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/value"
)

// TestNumbers: runes and bytes are written as characters where they are
// likely to be some, and large numbers in the base that has fewer digits to
// read.
func TestNumbers(t *testing.T) {
	runes := &value.Value{Type: &input.Type{Kind: input.Int, Bits: 32}, GoType: types.Universe.Lookup("rune").Type()}
	bytes := &value.Value{Type: &input.Type{Kind: input.Uint, Bits: 8}, GoType: types.Universe.Lookup("byte").Type()}
	ints := &value.Value{Type: &input.Type{Kind: input.Int, Bits: 64}, GoType: types.Typ[types.Int]}
	uints := &value.Value{Type: &input.Type{Kind: input.Uint, Bits: 64}, GoType: types.Typ[types.Uint64]}
	words := &value.Value{Type: uints.Type, GoType: types.Typ[types.Uint]}
	f := &file{problem: &problem{}, pkg: &load.Package{ImportPath: "p"}, imports: map[string]string{"math": "math"}, helpers: map[helper]string{wide: "wide", wideUint: "wideUint"}}
	l := &literals{file: f}
	word := func(x int64) uint64 { return uint64(x) }
	for _, tt := range []struct {
		v    *value.Value
		word uint64
		want string
	}{
		{runes, 0, "0"},
		{runes, 'a', "'a'"},
		{runes, '\n', `'\n'`},
		{runes, 1, `'\x01'`},
		{runes, 'é', "'é'"},
		{runes, 0xA0, `'\u00a0'`},
		{runes, 0xFFFD, `'\ufffd'`},
		{runes, 0xD800, "0xd800"},
		{runes, 0x110000, "0x110000"},
		{runes, word(-1), "-1"},
		{bytes, 0, "0"},
		{bytes, 'a', "'a'"},
		{bytes, '\n', `'\n'`},
		{bytes, 7, "7"},
		{bytes, 0x7F, "0x7f"},
		{bytes, 0xE5, "0xe5"},
		{ints, 65536, "65536"},
		{ints, 1 << 40, "wide(0x10000000000)"},
		{ints, 1<<40 + 1, "wide(1099511627777)"},
		{ints, 3_600_000_000_000, "wide(3600000000000)"},
		{ints, word(-1 << 40), "wide(-1099511627776)"},
		{uints, 0xFF02 << 48, "0xff02000000000000"},
		{words, 0xFF02 << 48, "wideUint(0xff02000000000000)"},
		{uints, math.MaxUint64 - 1, "18446744073709551614"},
		{words, math.MaxUint64 - 1, "math.MaxUint - 1"},
		{words, math.MaxUint32, "4294967295"},
		{words, math.MaxUint32 + 1, "wideUint(0x100000000)"},
		{ints, math.MaxInt32, "2147483647"},
		{ints, math.MaxInt32 + 1, "wide(2147483648)"},
		{ints, word(math.MinInt32), "-2147483648"},
		{ints, word(math.MinInt32 - 1), "wide(-2147483649)"},
		{ints, word(math.MaxInt64), "math.MaxInt"},
		{ints, word(math.MaxInt64 - 64), "math.MaxInt - 64"},
		{ints, word(math.MaxInt64 - 65), "wide(9223372036854775742)"},
		{ints, word(math.MinInt64 + 1), "math.MinInt + 1"},
	} {
		v := *tt.v
		v.Word = tt.word
		if got, err := l.tryText(func() string { return l.constant(&v) }); err != nil || got != tt.want {
			t.Errorf("%s %d is written %s, want %s (%v)", v.GoType, v.Word, got, tt.want, err)
		}
	}
}
