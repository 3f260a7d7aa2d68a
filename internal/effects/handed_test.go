package effects

import (
	"go/types"
	"testing"
)

// TestHanded: code that the inputs of a function bring along counts for this function, and for no
// other.
func TestHanded(t *testing.T) {
	s, pkgs := callsStudy()
	calls, alone := pkgs["calls"], refused(t, s)
	scope := calls.Types.Scope()
	handedIn := scope.Lookup("handedIn").(*types.Func)
	disk := scope.Lookup("disk").Type()
	for name, tt := range map[string]struct {
		h    Handed
		want bool
	}{
		"nothing":             {Handed{}, false},
		"a harmless function": {Handed{Funcs: []*types.Func{handedIn}}, false},
		"a harmful function":  {Handed{Funcs: []*types.Func{imported(t, calls, "os.Open")}}, true},
		"a type":              {Handed{Types: []types.Type{disk}}, true},
		"a pointer":           {Handed{Types: []types.Type{types.NewPointer(disk)}}, true},
		"plain types":         {Handed{Types: []types.Type{types.Typ[types.Int], types.NewSlice(types.Typ[types.String])}}, false},
		"a maker":             {Handed{Funcs: []*types.Func{scope.Lookup("boxed").(*types.Func)}}, true},
	} {
		got, err := s.Refusals(t.Context(), func(fn *types.Func) Handed {
			if fn == handedIn {
				return tt.h
			}
			return Handed{}
		})
		if err != nil {
			t.Fatal(err)
		}
		if r := got[handedIn]; (r != nil) != tt.want {
			t.Errorf("%s: %v", name, r)
		} else if r != nil && !r.Position.IsValid() {
			t.Errorf("%s: %v stands nowhere", name, r)
		}
		for fn, r := range alone {
			if got[fn] == nil || got[fn].String() != r.String() {
				t.Errorf("%s: %s was %v and is %v", name, fn.Name(), r, got[fn])
			}
		}
		if n := len(got) - len(alone); n != 0 && !(tt.want && n == 1) {
			t.Errorf("%s: %d functions more are refused", name, n)
		}
	}
}
