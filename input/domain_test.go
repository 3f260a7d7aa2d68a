package input

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// bounded gives some of the numbers in a type a domain, and reports whether it did.
func bounded(rng *rand.Rand, t *Type, seen map[*Type]bool) (some bool) {
	if t == nil || seen[t] {
		return false
	}
	seen[t] = true
	for _, f := range t.Fields {
		some = bounded(rng, f.Type, seen) || some
	}
	for _, a := range t.Alts {
		for _, f := range a.Fields {
			some = bounded(rng, f.Type, seen) || some
		}
		some = bounded(rng, a.Steps, seen) || some
	}
	some = bounded(rng, t.Elem, seen) || some
	some = bounded(rng, t.Key, seen) || some
	switch t.Kind {
	case Int, Uint, Float, Complex, String:
	default:
		return some
	}
	if rng.IntN(4) == 0 {
		return some
	}
	v := Var{Type: t, Role: RoleByte}
	switch t.Kind {
	case Int, Uint:
		v.setIntDomain(false)
	case Float, Complex:
		v.Role = RoleFloat
		v.Lo, v.Hi = t.bounds(true)
	default:
		v.Hi = 255
	}
	s := drawer{s: &Space{}, rng: rng}
	draw := func() uint64 {
		if v.Role == RoleByte {
			return rng.Uint64N(256)
		} else if v.Role == RoleFloat {
			return v.Clamp(math.Float64bits(s.mixedFloat(v.floatBits())))
		}
		return s.mixedInteger(&v)
	}
	d := &Domain{v.Clamp(draw()), v.Clamp(draw())}
	if v.Float(d.Lo) > v.Float(d.Hi) || v.Role != RoleFloat && v.Int(d.Lo) > v.Int(d.Hi) {
		d.Lo, d.Hi = d.Hi, d.Lo
	}
	if v.Role == RoleUint && d.Lo > d.Hi { // no int64 tells them apart
		d.Lo, d.Hi = d.Hi, d.Lo
	}
	t.Domain = d
	return true
}

// inDomain reports whether a word is in the domain of its type, by its own arithmetic.
func inDomain(v *Var, w uint64) bool {
	d := v.Type.Domain
	if d == nil {
		return true
	}
	switch v.Role {
	case RoleInt:
		return int64(d.Lo) <= int64(w) && int64(w) <= int64(d.Hi)
	case RoleUint, RoleByte:
		return d.Lo <= w && w <= d.Hi
	case RoleFloat:
		f := math.Float64frombits(w)
		return math.Float64frombits(d.Lo) <= f && f <= math.Float64frombits(d.Hi)
	}
	return true
}

// TestDomains: all operators stay within domains, and noise is moved there.
func TestDomains(t *testing.T) {
	spaces := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 12))
		s := randomSpace(rng)
		some, seen := false, map[*Type]bool{}
		for i := range s.Sig.Inputs() {
			some = bounded(rng, s.Sig.Input(i).Type, seen) || some
		}
		if !some {
			continue
		}
		spaces++
		s.Limits.Modest = rng.IntN(3) == 0
		in := func(op string, vec Vector) {
			t.Helper()
			check(t, s, op, vec)
			for _, v := range s.Vars(nil, vec) {
				w := vec[v.Off]
				if !inDomain(&v, w) || !inDomain(&v, v.Lo) || !inDomain(&v, v.Hi) || !inDomain(&v, v.Plain()) {
					t.Fatalf("%s: word %d = %x of a %v, %x..%x, is not in %x\n%s", op, v.Off, w, v.Role, v.Lo, v.Hi, *v.Type.Domain, describe(s.Sig))
				}
				if up, down := v.Move(w, true, rng.Uint64()>>rng.IntN(64)), v.Move(w, false, 1); !inDomain(&v, up) || !inDomain(&v, down) {
					t.Fatalf("%s: %x moves to %x and %x", op, w, up, down)
				}
			}
		}
		noise := make(Vector, rng.IntN(60))
		for i := range noise {
			noise[i] = rng.Uint64() >> rng.IntN(64)
		}
		in("Zero", s.Zero())
		in("Normalize", s.Normalize(nil, noise))
		a, b := s.Random(nil, rng), s.Random(nil, rng)
		for range 3 {
			in("Random", a)
			in("Mutate", s.Mutate(a, rng))
			in("Cross", s.Cross(a, b, rng))
			drawn := slices.Clone(a)
			s.Scalars(drawn, s.Vars(nil, a), rng)
			in("Scalars", drawn)
			for _, v := range s.Vars(nil, a) {
				if v.Role == RoleAlt {
					in("Construct", s.ChooseConstructed(a, &v, rng.Uint64N(v.Hi+1), rng))
					in("Make", s.Choose(a, &v, rng.Uint64N(v.Hi+1)))
				}
				in("Set", s.Set(slices.Clone(a), &v, rng.Uint64()>>rng.IntN(64)))
			}
			a, b = b, s.Mutate(a, rng)
		}
	}
	if spaces < 90 {
		t.Errorf("only %d spaces have domains", spaces)
	}
}

// TestUniform: in paper mode all numbers of a domain are drawn, about as often.
func TestUniform(t *testing.T) {
	typ := &Type{Kind: Int, Bits: 64, Go: "int", Domain: &Domain{^uint64(2), 4}} // -3..4
	s := NewSpace(&Signature{Params: []Field{{"n", typ}}}, Limits{})
	s.Paper = true
	rng := rand.New(rand.NewPCG(1, 2))
	times := map[int64]int{}
	for range 8000 {
		times[int64(s.Random(nil, rng)[0])]++
	}
	for n := int64(-3); n <= 4; n++ {
		if times[n] < 900 || times[n] > 1100 {
			t.Errorf("%d is drawn %d times of 8000", n, times[n])
		}
	}
}
