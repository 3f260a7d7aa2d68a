package symexec

import (
	"go/types"
	"testing"
)

// grown returns the capacity that this process gives to a slice of c elements that must hold n.
// The slice must not be on the stack, where other rules apply.
func grown[T any](c, n int) (int, any) {
	s := append(make([]T, c), make([]T, n-c)...)
	return cap(s), s
}

// TestGrowth checks that slices grow as in compiled code.
func TestGrowth(t *testing.T) {
	array := func(e types.Type, n int64) types.Type { return types.NewArray(e, n) }
	pair := types.NewStruct([]*types.Var{
		types.NewField(0, nil, "p", types.NewPointer(types.Typ[types.Int]), false),
		types.NewField(0, nil, "n", array(types.Typ[types.Int], 2), false),
	}, nil)
	kinds := []struct {
		t types.Type
		f func(c, n int) (int, any)
	}{
		{types.Typ[types.Uint8], grown[byte]},
		{types.Typ[types.Int16], grown[int16]},
		{types.Typ[types.Int64], grown[int64]},
		{types.Typ[types.String], grown[string]},
		{array(types.Typ[types.Uint8], 3), grown[[3]byte]},
		{array(types.Typ[types.Int], 5), grown[[5]int]},
		{array(types.Typ[types.String], 40), grown[[40]string]},
		{pair, grown[struct {
			p *int
			n [2]int
		}]},
	}
	m := &machine{image: newImage(), prog: &Program{sizes: types.SizesFor("gc", "amd64")}}
	var sink any
	for _, k := range kinds {
		e := m.types.rtypeOf(k.t)
		for c := 0; c < 5000; c += 1 + c/7 {
			for _, more := range []int{1, 2, 7, c, 2*c + 1, 1000} {
				if more == 0 {
					continue
				}
				want, s := k.f(c, c+more)
				sink = s
				if got := m.growth(e, c, c+more); got != want {
					t.Errorf("%s: from %d for %d: %d, want %d", k.t, c, c+more, got, want)
				}
			}
		}
	}
	_ = sink
}
