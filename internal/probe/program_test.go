package probe

import (
	"slices"
	"testing"
)

// twoWays is x == 1234 && y == x, or y < 0 with one condition dropped, over
// slots 3 and 5.
func twoWays() *Program {
	return &Program{
		Consts:  []uint64{1234, 0},
		Loads:   []Load{{Slot: 3, Reg: 2}, {Slot: 5, Reg: 3, Partial: true}},
		Regs:    5,
		Clauses: 5,
		Code: []Instr{
			{Op: CodeDistI, Flags: Final, A: 2, B: 0, D: 2, C: uint16(EQ)},
			{Op: CodeDistI, Flags: Final | Partial, A: 3, B: 2, D: 3, C: uint16(EQ)},
			{Op: CodeDistI, Flags: Final | Partial, A: 3, B: 1, D: 4, C: uint16(LT)},
		},
		// node 1: y == x; node 2: dropped; node 3 chooses
		First:    []uint32{0, 0, 1, 2, 4},
		Edges:    []Edge{{3, 0}, {ClauseDropped, 0}, {2, 1}, {4, 2}},
		Partials: true,
	}
}

func TestProgram(t *testing.T) {
	var s Scratch
	p := twoWays()
	slots := make([]Slot, 6)
	for _, c := range []struct {
		x, y    int64
		defined bool
		value   float64
		level   int
		exact   []uint64
	}{
		{1234, 1234, true, 0, 0, []uint64{0, 0}},
		{1235, 1235, true, Normalize(2), 0, []uint64{2, 0}},
		{1235, -1, true, 1, 1, []uint64{0}},
		{1234, 0, false, 1, 1, []uint64{0, 1}}, // y undefined: dropped
		{1 << 60, 5, true, 1 + Normalize(6), 1, []uint64{6}},
	} {
		slots[3] = Slot{Bits: uint64(c.x), Defined: true}
		slots[5] = Slot{Bits: uint64(c.y), Defined: c.defined}
		var exact [16]uint64
		v := p.Eval(slots, &s)
		level, e := s.Level(), exact[:s.Exact(exact[:])]
		if v != c.value || level != c.level || !slices.Equal(e, c.exact) {
			t.Errorf("x=%d y=%d: %v level %d %v, want %v level %d %v", c.x, c.y, v, level, e, c.value, c.level, c.exact)
		}
	}
	if n := testing.AllocsPerRun(100, func() { p.Eval(slots, &s) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestProgramNorm checks that clauses over integers are normalized as the program says.
func TestProgramNorm(t *testing.T) {
	slots := make([]Slot, 6)
	slots[3], slots[5] = Slot{Bits: 1333, Defined: true}, Slot{Bits: 1333, Defined: true}
	for _, norm := range []Norm{NormRatio, NormPower, NormRaw} {
		p := twoWays()
		p.Norm = norm
		if got, want := p.Eval(slots, new(Scratch)), norm.Of(100); got != want {
			t.Errorf("%v: %v, want %v", norm, got, want)
		}
	}
}
