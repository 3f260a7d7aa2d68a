package input_test

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/moment"
	"nearmiss/search"
)

// digests are hashes of the results of every operator for the first seeds.
var digests = map[string]uint64{
	"normalize": 0xe99b63bee5bbb607,
	"random":    0x60961723596f293f,
	"mutate":    0x5c294381d0cdd7f5,
	"cross":     0xd2baef52e0352c8f,
	"resize":    0x4648f16ac60325a6,
	"choice":    0x79dbe9e5445aee3,
	"vars":      0x9fe0660bd46b3b0d,
	"name":      0xc89d5ef33a6b5a41,
	"simpler":   0x950fa2e9aca57882,
	"shrink":    0x66f3de497c258a09,
	"passing":   0x38e76f1298a45a73,
	"setup":     0x62b3d18f2b2ccce3,
	"literal":   0x40d3536ff9b1407a,
	"outcome":   0x132f8bbb33d18f54,
}

// TestDigest: every operator gives the same results for the same seeds as before. Another hash
// means that other inputs are drawn, so that measurements and written tests change.
func TestDigest(t *testing.T) {
	got := digest(4000)
	for name, want := range digests {
		if got[name] != want {
			t.Errorf("%s: %#x, want %#x", name, got[name], want)
		}
	}
}

// digest returns a hash for each kind of operator.
func digest(seeds uint64) map[string]uint64 {
	sums := map[string]uint64{}
	note := func(name string, results ...any) {
		h := fnv.New64a()
		h.Write(binary.LittleEndian.AppendUint64(nil, sums[name]))
		for _, r := range results {
			if v, ok := r.(input.Vector); ok {
				h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(v))))
				for _, w := range v {
					h.Write(binary.LittleEndian.AppendUint64(nil, w))
				}
				continue
			}
			fmt.Fprintln(h, r)
		}
		sums[name] = h.Sum64()
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 45))
		digestSpace(note, spaceOf(rng), rng)
		digestOutcome(note, seed, rng)
	}
	return sums
}

// spaceOf draws a space, half of the time with domains, constants and fields that only their
// package sets.
func spaceOf(rng *rand.Rand) *input.Space {
	s := input.RandomSpace(rng)
	switch rng.IntN(8) {
	case 0:
		list, element := input.ListTypes()
		s.Sig.Shares, s.Sig.Params = true, append(s.Sig.Params, input.Field{Name: "l", Type: list}, input.Field{Name: "e", Type: element})
	case 1:
		s.Sig.Params = append(s.Sig.Params, input.Gates(true).Params...)
	}
	s = spaceWith(s, s.Sig)
	s.Limits.Legal, s.Limits.Modest = rng.IntN(4) == 0, rng.IntN(4) == 0
	if rng.IntN(2) == 0 {
		return s
	}
	for i := range s.Sig.Inputs() {
		t := s.Sig.Input(i).Type
		if rng.IntN(2) == 0 {
			input.Bounded(rng, t, map[*input.Type]bool{})
		}
		t.Has(true, func(t *input.Type) bool {
			switch t.Kind {
			case input.Int:
				t.Words = []uint64{5, 77}
			case input.String:
				t.Texts = []string{"constant", "x"}
			case input.Struct:
				for range t.Fields {
					t.PackageOnly = append(t.PackageOnly, rng.IntN(3) == 0)
				}
			case input.Choice:
				for i := range t.Alts {
					t.Alts[i].Raw, t.Alts[i].RunsCode = rng.IntN(4) == 0, rng.IntN(2) == 0
				}
			}
			return false
		})
	}
	return s
}

func spaceWith(s *input.Space, sig *input.Signature) *input.Space {
	n := input.NewSpace(sig, s.Limits)
	n.Seeds, n.Paper = s.Seeds, s.Paper
	return n
}

// digestSpace notes results of the operators of a space.
func digestSpace(note func(string, ...any), s *input.Space, rng *rand.Rand) {
	raw := make(input.Vector, rng.IntN(60))
	for i := range raw {
		if raw[i] = rng.Uint64N(6); rng.IntN(8) == 0 {
			raw[i] = rng.Uint64() >> rng.IntN(64)
		}
	}
	note("normalize", s.Normalize(nil, raw), s.Zero(), s.Canonical(raw), s.Sig.Canonical(raw))
	a, b := s.Random(nil, rng), s.Random(nil, rng)
	note("random", a, b)
	m := a
	for range 4 {
		m = s.Mutate(m, rng)
		note("mutate", m)
		note("cross", s.Cross(m, b, rng))
	}
	for _, v := range []input.Vector{a, m, s.Normalize(nil, raw)} {
		note("setup", input.SetupOf(s.Sig, v), input.Legal(s.Sig, v), s.Unordered(v))
	}
	vars := s.Vars(nil, m)
	kinds := map[input.Role]int{}
	for i := range vars {
		v := &vars[i]
		note("vars", v.Off, v.End, v.Role, v.Type.Kind, v.Depth, v.Key, v.Item, v.Text, v.Steps, v.Lo, v.Hi, s.Var(nil, m, v.Off) == *v)
		if kinds[v.Role]++; kinds[v.Role] <= 4 {
			digestVar(note, s, m, v, rng)
		}
	}
	scalars := slices.Clone(m)
	s.Scalars(scalars, vars, rng)
	note("random", scalars)
	note("simpler", s.Simpler(a, b), s.Simpler(b, m), s.Order([]input.Vector{a, b, m, s.Zero()}))
	if rng.IntN(8) == 0 {
		mod := rng.Uint64N(4) + 1
		small, n := search.Shrink(s, m, 150, func(v input.Vector) bool { return search.Hash(v)%mod == 0 })
		note("shrink", small, n)
	}
	const now = 1795433768
	timed := slices.Clone(m)
	for i := range vars {
		if v := &vars[i]; !v.Shape() && rng.IntN(3) == 0 {
			timed[v.Off] = v.FromInt(now + int64(rng.IntN(1000)))
		}
	}
	for _, v := range moment.Dependent(s, timed, now) {
		note("passing", v.Off, moment.Why(v.Type, timed[v.Off], now), moment.Stable(v.Type, timed[v.Off], now))
	}
}

// digestVar notes changes of one variable.
func digestVar(note func(string, ...any), s *input.Space, m input.Vector, v *input.Var, rng *rand.Rand) {
	note("name", s.Name(m, v.Off))
	note("resize", s.Set(slices.Clone(m), v, rng.Uint64()>>rng.IntN(64)), s.Set(slices.Clone(m), v, m[v.Off]+1))
	switch v.Role {
	case input.RoleLen:
		at := rng.IntN(v.Count(m) + 1)
		zero := input.Vector{0}
		if v.Type.Kind == input.Slice {
			zero = make(input.Vector, input.MinWords(v.Type.Elem))
		}
		note("resize", s.Insert(m, v, at, zero), s.Delete(m, v, at, v.Count(m)-at), v.Elements(m, at, v.Count(m)-at))
		if at < v.Count(m) && v.Type.Kind != input.Map {
			note("resize", s.Insert(m, v, at, v.Elements(m, at, 1)))
		}
	case input.RoleAlt:
		w := rng.Uint64N(v.Hi + 1)
		note("choice", s.ChooseSmallest(m, v, w), s.Choose(m, v, w), s.ChooseTrue(m, v, w), s.ChooseConstructed(m, v, w, rng))
	}
}

// digestOutcome makes outcomes of types, and reads them as outcomes and as literals.
func digestOutcome(note func(string, ...any), seed uint64, rng *rand.Rand) {
	in := input.RandomType(rand.New(rand.NewPCG(seed, 1)), 3, nil)
	out := input.RandomType(rand.New(rand.NewPCG(seed, 1)), 3, nil)
	out.Has(true, func(t *input.Type) bool {
		switch k := rng.IntN(3); {
		case t.Kind == input.Choice && t.Alts[0].Steps == nil:
			t.Kind = input.Dynamic
		case t.Kind == input.Choice:
			t.Kind = input.Opaque
		case t.Kind == input.Struct && k == 0:
			t.Kind, t.Text = input.Sealed, []string{"", "String"}[rng.IntN(2)]
		case t.Kind == input.Slice && k == 0:
			t.Kind = input.ChannelContents
		case t.Kind == input.Pointer && k == 0:
			t.Kind = input.Error
		}
		return false
	})
	sig := &input.Signature{Results: []input.Field{{Name: "r", Type: out}}, After: []input.Field{{Name: "p", Type: out}}}
	for range 8 {
		v := outcome(rng, outcome(rng, nil, out, 0), out, 0)
		if out.MayContainText() {
			v = append(v, rng.Uint64N(2))
		}
		got, pos, err := input.Literal(nil, in, out, v, 0, func(t *input.Type, field string) bool { return field == "a" })
		note("literal", got, pos, err)
		if i := rng.IntN(len(v) + 1); i < len(v) && rng.IntN(3) == 0 {
			v[i] = rng.Uint64() >> rng.IntN(64)
		}
		note("outcome", sig.Reports(v), input.Skip(out, v, 0), sig.Outcome(v, 0), sig.Outcome(v, 1))
	}
}

// outcome appends an outcome of type t.
func outcome(rng *rand.Rand, v input.Vector, t *input.Type, depth int) input.Vector {
	text := func() { v = append(v, 1, 2, 'h', 'i') }
	few := func() uint64 {
		if depth > 4 {
			return 0
		}
		return rng.Uint64N(4)
	}
	list := func(n uint64) {
		v = append(v, n)
		for range max(n, 1) - 1 {
			if t.Kind == input.Map {
				v = outcome(rng, v, t.Key, depth+1)
			}
			v = outcome(rng, v, t.Elem, depth+1)
		}
	}
	if rng.IntN(40) == 0 && slices.Contains([]input.Kind{input.String, input.Slice, input.Map, input.Pointer}, t.Kind) {
		return append(v, input.Cut)
	}
	switch t.Kind {
	case input.Complex:
		return append(v, rng.Uint64N(3), rng.Uint64N(3))
	case input.String:
		return append(v, 1, 'x')
	case input.Slice, input.Map:
		list(few())
	case input.Array:
		for range t.Len {
			v = outcome(rng, v, t.Elem, depth)
		}
	case input.Pointer:
		if v = append(v, min(few(), 1)); v[len(v)-1] == 1 {
			v = outcome(rng, v, t.Elem, depth+1)
		}
	case input.Struct:
		for _, f := range t.Fields {
			v = outcome(rng, v, f.Type, depth)
		}
	case input.Error:
		text()
	case input.Dynamic:
		w := min(rng.Uint64N(uint64(len(t.Alts))+2), few())
		v = append(v, w)
		if a := t.HeldAlt(w); a != nil {
			for _, f := range a.Fields {
				v = outcome(rng, v, f.Type, depth+1)
			}
		}
	case input.ChannelContents:
		v = append(v, rng.Uint64N(input.ChannelLimit+1))
		if v[len(v)-1] > 0 {
			list(few())
		}
	case input.Sealed:
		v = append(v, rng.Uint64N(2))
		if t.Text != "" {
			text()
		}
	default:
		v = append(v, rng.Uint64N(2))
	}
	return v
}
