package input

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/code"
)

// listTypes are types like those of container/list: a list with PushBack and
// MoveToFront, and its elements.
func listTypes() (list, element *Type) {
	list = &Type{Kind: Choice, Go: "*List"}
	element = &Type{Kind: Choice, Go: "*Element", Alts: []Alt{
		{Name: "nil", Make: code.Source("nil")},
		{Name: "earlier", Make: code.Source("$1"), Fields: []Field{{"number", &Type{Kind: Earlier, Bits: 8, Go: "*Element"}}}},
	}}
	step := &Type{Kind: Choice, Alts: []Alt{
		{Name: "PushBack", Make: code.Source("$0.PushBack($1)"), Fields: []Field{{"v", &Type{Kind: Bool, Go: "bool"}}}, Returns: "*Element", Results: 1},
		{Name: "MoveToFront", Make: code.Source("$0.MoveToFront($1)"), Fields: []Field{{"e", element}}},
	}}
	list.Alts = []Alt{{Name: "New", Make: code.Source("New()"), Steps: &Type{Kind: Slice, Elem: step}, Returns: "*List"}}
	return list, element
}

// TestEarlier: what may be an argument is what calls before it have returned.
func TestEarlier(t *testing.T) {
	list, element := listTypes()
	s := NewSpace(&Signature{Shares: true, Recv: &Field{"l", list}, Params: []Field{{"e", element}}}, Limits{})
	tests := []struct {
		name      string
		raw, want Vector
	}{
		{"nothing was returned", Vector{0, 0, 1, 0}, Vector{0, 0, 0}},
		{"one element", Vector{0, 2, 0, 1, 1, 5}, Vector{0, 2, 0, 1, 1, 0}},
		{"two elements", Vector{0, 3, 0, 1, 0, 0, 1, 5}, Vector{0, 3, 0, 1, 0, 0, 1, 1}},
		{"a step takes it", Vector{0, 3, 0, 1, 1, 1, 7, 0}, Vector{0, 3, 0, 1, 1, 1, 0, 0}},
		{"a step before has nothing", Vector{0, 3, 1, 1, 7, 0, 1, 1, 3}, Vector{0, 3, 1, 0, 0, 1, 1, 0}},
	}
	for _, tt := range tests {
		if got := s.Normalize(nil, tt.raw); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v becomes %v, want %v", tt.name, tt.raw, got, tt.want)
		}
	}
}

// TestEarlierDomain: each word that the variable of an Earlier may be is legal, and no
// other is; and where nothing was returned, no variable offers an Earlier.
func TestEarlierDomain(t *testing.T) {
	some, none := 0, 0
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		s := randomSpace(rng)
		vec := s.Random(nil, rng)
		for _, v := range s.Vars(nil, vec) {
			switch {
			case v.Type.Kind == Earlier:
				some++
				for w := range v.Hi + 2 {
					c := slices.Clone(vec)
					if c[v.Off] = w; s.Canonical(c) != (w <= v.Hi) {
						t.Fatalf("seed %d: word %d of at most %d of %v is legal: %t", seed, w, v.Hi, vec, w > v.Hi)
					}
				}
			case v.Role == RoleAlt && v.Hi+1 < uint64(len(v.Type.Alts)) && v.Depth < s.Limits.Depth:
				none++
				c := s.Replace(vec, v.Off, v.End, Vector{v.Hi + 1, 0})
				for _, u := range s.Vars(nil, c) {
					if u.Off == v.Off && u.Type == v.Type && u.Type.alt(c[u.Off]).Earlier() != nil {
						t.Fatalf("seed %d: %v has an earlier value at %d, where there is none", seed, c, v.Off)
					}
				}
			}
		}
	}
	if some < 50 || none < 100 {
		t.Errorf("%d variables of earlier values, %d without: too few to tell", some, none)
	}
}

// TestEarlierKept: what is done after the calls that returned a value does not change
// which it is, and what is done before that does not if it is the last.
func TestEarlierKept(t *testing.T) {
	list, element := listTypes()
	s := NewSpace(&Signature{Shares: true, Recv: &Field{"l", list}, Params: []Field{{"e", element}}}, Limits{})
	vec := Vector{0, 4, 0, 0, 0, 1, 0, 0, 1, 1} // three elements, of which the second is moved
	v := s.Var(nil, vec, 1)
	if got, want := s.Delete(vec, &v, 2, 1), (Vector{0, 3, 0, 0, 0, 1, 1, 1}); !slices.Equal(got, want) {
		t.Errorf("without the last: %v, want %v", got, want)
	}
	vec = s.Delete(vec, &v, 2, 1)
	v = s.Var(nil, vec, 1)
	if got, want := s.Delete(vec, &v, 0, 1), (Vector{0, 2, 0, 1, 1, 0}); !slices.Equal(got, want) {
		t.Errorf("without the first: %v, want %v", got, want)
	}
}
