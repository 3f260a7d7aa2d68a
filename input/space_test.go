package input

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/code"
)

// randomType draws a type; recursive ones are among the named structs.
func randomType(rng *rand.Rand, depth int, named []*Type) *Type {
	n := 13
	if depth == 0 {
		n = 6
	}
	switch k := rng.IntN(n + 1); k {
	case 0:
		return &Type{Kind: Bool, Go: "bool"}
	case 1:
		b := 8 << rng.IntN(4)
		return &Type{Kind: Int, Bits: b, Go: map[int]string{8: "int8", 16: "int16", 32: "rune", 64: "int64"}[b]}
	case 2:
		b := 8 << rng.IntN(4)
		return &Type{Kind: Uint, Bits: b, Go: map[int]string{8: "byte", 16: "uint16", 32: "uint32", 64: "uint64"}[b]}
	case 3:
		b := 32 << rng.IntN(2)
		return &Type{Kind: Float, Bits: b, Go: map[int]string{32: "float32", 64: "float64"}[b]}
	case 4:
		b := 64 << rng.IntN(2)
		return &Type{Kind: Complex, Bits: b, Go: map[int]string{64: "complex64", 128: "complex128"}[b]}
	case 5, 6:
		return &Type{Kind: String, Go: "string"}
	case 7:
		e := randomType(rng, depth-1, named)
		return &Type{Kind: Slice, Elem: e, Go: "[]" + e.Go}
	case 8:
		e := randomType(rng, depth-1, named)
		return &Type{Kind: Array, Len: rng.IntN(4), Elem: e, Go: "[N]" + e.Go}
	case 9:
		key, e := randomKey(rng, depth-1), randomType(rng, depth-1, named)
		return &Type{Kind: Map, Key: key, Elem: e, Go: "map[" + key.Go + "]" + e.Go}
	case 10:
		e := randomType(rng, depth-1, named)
		if len(named) > 0 && rng.IntN(3) > 0 {
			e = named[rng.IntN(len(named))]
		}
		return &Type{Kind: Pointer, Elem: e, Go: "*" + e.Go}
	}
	if n > 6 && rng.IntN(2) == 0 {
		return randomChoice(rng, depth, named)
	}
	t := &Type{Kind: Struct, Go: "T"}
	named = append(slices.Clone(named), t)
	for i := range rng.IntN(4) {
		t.Fields = append(t.Fields, Field{string(rune('a' + i)), randomType(rng, depth-1, named)})
	}
	return t
}

// randomChoice draws a Choice of which the later alternatives may lead to the
// Choice itself, and so may its steps, which alternatives share. What makers and
// steps return may be the value.
func randomChoice(rng *rand.Rand, depth int, named []*Type) *Type {
	t := &Type{Kind: Choice, Go: "C"}
	named = append(slices.Clone(named), t)
	fields := func(rare int) (fs []Field) {
		for range rng.IntN(3) {
			f := Field{Name: "x", Type: randomType(rng, depth-1, named)}
			if len(named) > 0 && rng.IntN(rare) == 0 {
				f.Type = named[rng.IntN(len(named))]
			}
			fs = append(fs, f)
		}
		return fs
	}
	plain := func() []Field {
		if rng.IntN(2) == 0 {
			return nil
		}
		return []Field{{"n", randomType(rng, 0, nil)}}
	}
	var steps *Type
	if rng.IntN(2) == 0 {
		step := &Type{Kind: Choice, Alts: []Alt{{Name: "Clear", Fields: plain(), Make: code.Source("$0.Clear()")}}}
		steps = &Type{Kind: Slice, Elem: step}
		for range rng.IntN(3) {
			step.Alts = append(step.Alts, Alt{Name: "Add", Fields: fields(2), Make: code.Source("$0.Add()"), RunsCode: true})
		}
	}
	returns := func(a *Alt) {
		if rng.IntN(2) == 0 {
			a.Returns = string(rune('R' + rng.IntN(2)))
		}
	}
	if steps != nil {
		for i := range steps.Elem.Alts {
			returns(&steps.Elem.Alts[i])
		}
	}
	for i := range 1 + rng.IntN(4) {
		a := Alt{Name: "New", Make: code.Source("New()"), Fields: plain(), Rare: rng.IntN(3) == 0}
		if i > 0 {
			a.Fields = fields(3)
		}
		if rng.IntN(2) == 0 {
			a.Steps = steps
		}
		returns(&a)
		t.Alts = append(t.Alts, a)
	}
	if rng.IntN(2) == 0 {
		e := &Type{Kind: Earlier, Bits: 8, Go: string(rune('R' + rng.IntN(2)))}
		t.Alts = append(t.Alts, Alt{Name: "earlier", Make: code.Source("$1"), Fields: []Field{{"number", e}}})
	}
	return t
}

func randomKey(rng *rand.Rand, depth int) *Type {
	for {
		if t := randomType(rng, depth, nil); isKey(t) {
			return t
		}
	}
}

func isKey(t *Type) bool {
	switch t.Kind {
	case Slice, Map, Pointer:
		return false
	case Array:
		return isKey(t.Elem)
	case Struct:
		return !slices.ContainsFunc(t.Fields, func(f Field) bool { return !isKey(f.Type) })
	}
	return true
}

func randomSignature(rng *rand.Rand) *Signature {
	s := &Signature{Name: "f", Shares: rng.IntN(4) > 0}
	if rng.IntN(4) == 0 {
		s.Recv = &Field{"r", randomType(rng, 3, nil)}
	}
	for i := range rng.IntN(4) {
		s.Params = append(s.Params, Field{"p" + string(rune('0'+i)), randomType(rng, 3, nil)})
	}
	if rng.IntN(4) == 0 {
		s.Globals = []Field{{"g", randomType(rng, 2, nil)}}
	}
	return s
}

func randomSpace(rng *rand.Rand) *Space {
	s := NewSpace(randomSignature(rng), Limits{
		Len:    1 + rng.IntN(20),
		Depth:  1 + rng.IntN(6),
		Words:  1 + rng.IntN(400),
		Finite: rng.IntN(3) == 0,
	})
	s.Paper = rng.IntN(3) == 0
	if rng.IntN(2) == 0 {
		s.Seeds = Seeds{Ints: []int64{7, -300, math.MinInt64}, Floats: []float64{2.5, math.NaN()}, Strings: []string{"program", "", "世界"}}
	}
	return s
}

func check(t *testing.T, s *Space, op string, vec Vector) {
	t.Helper()
	if want := s.Normalize(nil, vec); !slices.Equal(want, vec) {
		t.Fatalf("%s of %+v is not legal:\n got %x\nwant %x\n%s", op, s.Limits, vec, want, describe(s.Sig))
	}
	pos := 0
	for i := range s.Sig.Inputs() {
		pos = Skip(s.Sig.Input(i).Type, vec, pos)
	}
	if pos != len(vec) {
		t.Fatalf("%s: the walk ends at %d of %d words\n%s", op, pos, len(vec), describe(s.Sig))
	}
	vars := s.Vars(nil, vec)
	for i, v := range vars {
		if v.Off != i {
			t.Fatalf("%s: variable %d has word %d\n%s", op, i, v.Off, describe(s.Sig))
		}
		if v.Clamp(vec[i]) != vec[i] {
			t.Fatalf("%s: word %d = %x is outside of the domain %x..%x of a %v\n%s", op, i, vec[i], v.Lo, v.Hi, v.Role, describe(s.Sig))
		}
	}
	for range min(len(vars), 3) {
		i := rand.IntN(len(vars))
		if got := s.Var(nil, vec, i); got != vars[i] {
			t.Fatalf("%s: variable %d alone is %+v, among all %+v\n%s", op, i, got, vars[i], describe(s.Sig))
		}
	}
	if len(vars) != len(vec) {
		t.Fatalf("%s: %d variables in %d words", op, len(vars), len(vec))
	}
}

func describe(s *Signature) (text string) {
	for i := range s.Inputs() {
		f := s.Input(i)
		text += f.Name + " " + f.Type.Go + "\n"
	}
	return text
}

// TestOperatorsKeepVectorsLegal draws spaces and applies every operator.
func TestOperatorsKeepVectorsLegal(t *testing.T) {
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := randomSpace(rng)
		check(t, s, "Zero", s.Zero())
		a, b := s.Random(nil, rng), s.Random(nil, rng)
		check(t, s, "Random", a)
		for range 10 {
			before := slices.Clone(a)
			c := s.Mutate(a, rng)
			check(t, s, "Mutate", c)
			x := s.Cross(a, b, rng)
			check(t, s, "Cross", x)
			if !slices.Equal(before, a) {
				t.Fatal("an operator changed its argument")
			}
			b = [...]Vector{c, x}[rng.IntN(2)]
		}
	}
}

// TestOrdered: the inputs are legal, have at most one entry in each map, and together every entry of an
// outer map.
func TestOrdered(t *testing.T) {
	entries := 0
	for seed := range uint64(1500) {
		rng := rand.New(rand.NewPCG(seed, 3))
		s := randomSpace(rng)
		v := s.Random(nil, rng)
		before := slices.Clone(v)
		list := s.Ordered(v)
		if !slices.Equal(before, v) {
			t.Fatal("Ordered changed its argument")
		}
		if !s.Unordered(v) && (len(list) != 1 || !slices.Equal(list[0], v)) {
			t.Fatalf("%x of an ordered input %x", list, v)
		}
		for _, o := range list {
			check(t, s, "Ordered", o)
			if s.Unordered(o) {
				t.Fatalf("%x is not ordered\n%s", o, describe(s.Sig))
			}
		}
	}
	s := NewSpace(&Signature{Params: []Field{{"m", &Type{Kind: Map, Key: &Type{Kind: Int, Bits: 8}, Elem: &Type{Kind: Int, Bits: 8}}}}}, Limits{Len: 20})
	for n := range 20 {
		v := Vector{uint64(n) + 1}
		for i := range n {
			v = append(v, uint64(i), uint64(i)*2)
		}
		for i, o := range s.Ordered(v) {
			if n > 0 && !slices.Equal(o, Vector{2, uint64(i), uint64(i) * 2}) {
				t.Errorf("input %d of %d entries is %x", i, n, o)
			}
			entries++
		}
	}
	if entries != 1+19*20/2 {
		t.Errorf("%d inputs", entries)
	}
}

// TestNormalize makes vectors of noise: the result is a fixed point, and a
// vector that is cut off reads as if zeros followed.
func TestNormalize(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := randomSpace(rng)
		noise := make(Vector, rng.IntN(60))
		for i := range noise {
			noise[i] = rng.Uint64() >> rng.IntN(64)
		}
		got := s.Normalize(nil, noise)
		check(t, s, "Normalize", got)
		if again := s.Normalize(Vector{1, 2, 3}, got)[3:]; !slices.Equal(again, got) {
			t.Fatal("what dst holds changes the result")
		}
		padded := s.Normalize(nil, append(slices.Clone(noise), make(Vector, 500)...))
		if !slices.Equal(padded, got) {
			t.Fatalf("missing words are not zeros:\n%x\n%x\n%s", got, padded, describe(s.Sig))
		}
	}
}

// TestSet sets every variable to random words.
func TestSet(t *testing.T) {
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		s := randomSpace(rng)
		vec := s.Random(nil, rng)
		for i := range len(vec) {
			vars := s.Vars(nil, vec)
			if i >= len(vars) {
				break
			}
			v := vars[i]
			w := rng.Uint64() >> rng.IntN(64)
			got := s.Set(slices.Clone(vec), &v, w)
			check(t, s, "Set", got)
			if !v.Shape() {
				if got[i] != v.Clamp(w) {
					t.Fatalf("set %x, got %x", w, got[i])
				}
				for j := range got {
					if j != i && got[j] != vec[j] {
						t.Fatal("another word changed")
					}
				}
			}
			if back := s.Set(slices.Clone(vec), &v, vec[i]); !slices.Equal(back, vec) {
				t.Fatal("setting the value that is there changes the vector")
			}
		}
	}
}

// TestSimpler: the order is strict and total, Order goes by it, and the zero vector comes first,
// but for a receiver, which is simpler as a pointer to zeros than as nil.
func TestSimpler(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		s := randomSpace(rng)
		list := []Vector{s.Random(nil, rng), s.Random(nil, rng), s.Zero()}
		list = append(list, s.Mutate(list[0], rng), s.Mutate(list[1], rng))
		order := s.Order(list)
		for k := range order[1:] {
			a, b := list[order[k]], list[order[k+1]]
			if same := slices.Equal(a, b); !same && !s.Simpler(a, b) || same && order[k] > order[k+1] {
				t.Fatalf("%x does not come before %x\n%s", a, b, describe(s.Sig))
			}
		}
		for _, a := range list {
			if !slices.Equal(a, s.Zero()) && s.Sig.Recv == nil && !s.choices && !s.Simpler(s.Zero(), a) {
				t.Fatalf("zero is not simpler than %x\n%s", a, describe(s.Sig))
			}
			for _, b := range list {
				if less, more := s.Simpler(a, b), s.Simpler(b, a); less == more && !slices.Equal(a, b) || less && more {
					t.Fatalf("%x and %x: %v, %v\n%s", a, b, less, more, describe(s.Sig))
				}
				for _, c := range list {
					if s.Simpler(a, b) && s.Simpler(b, c) && !s.Simpler(a, c) {
						t.Fatalf("%x, %x, %x are not in order\n%s", a, b, c, describe(s.Sig))
					}
				}
			}
		}
	}
}

// TestSimplerOrder lists values from simple to hard to read.
func TestSimplerOrder(t *testing.T) {
	number := func(typ *Type, list ...int64) (*Type, []Vector) {
		var out []Vector
		for _, x := range list {
			out = append(out, Vector{uint64(x)})
		}
		return typ, out
	}
	floats := func(list ...float64) (*Type, []Vector) {
		var out []Vector
		for _, x := range list {
			out = append(out, Vector{math.Float64bits(x)})
		}
		return &Type{Kind: Float, Bits: 64, Go: "float64"}, out
	}
	texts := func(typ *Type, add uint64, list ...string) (*Type, []Vector) {
		var out []Vector
		for _, x := range list {
			v := Vector{uint64(len(x)) + add}
			for i := range len(x) {
				v = append(v, uint64(x[i]))
			}
			out = append(out, v)
		}
		return typ, out
	}
	check := func(typ *Type, list []Vector) {
		t.Helper()
		s := NewSpace(&Signature{Params: []Field{{"x", typ}}}, Limits{})
		for i := range list[1:] {
			if !s.Simpler(list[i], list[i+1]) {
				t.Errorf("%s: %v is not simpler than %v", typ.Go, list[i], list[i+1])
			}
		}
	}
	check(number(&Type{Kind: Int, Bits: 64, Go: "int"}, 0, 1, -1, 2, -2, 1000, -1000, math.MaxInt64, math.MinInt64))
	check(number(&Type{Kind: Int, Bits: 32, Go: "rune"}, 0, 'a', 'z', '0', 'A', ' ', '"', 'é', '世', 0x1234, -1))
	check(number(&Type{Kind: Uint, Bits: 8, Go: "byte"}, 0, 'a', 'z', '0', 'A', ' ', '"', 1, 0x80, 0xFF))
	check(floats(0, 1, -1, 0.5, 2.5, 2.25, 3.125, 3.14159, 1e300, math.MaxFloat64, math.Inf(1), math.Copysign(0, -1)))
	check(texts(&Type{Kind: String, Go: "string"}, 0, "", "a", "b", "0", "A", "\"", "\x00", "aa", "é", "ü", "\xff\xff", "世"))
	check(texts(&Type{Kind: Slice, Go: "[]byte", Elem: &Type{Kind: Uint, Bits: 8, Go: "byte"}}, 1, "", "a", "b", "0", "A", "\x00"))
}

// TestDeterminism draws twice with one seed: same results, same next draw.
func TestDeterminism(t *testing.T) {
	run := func(seed uint64) (all []Vector, next uint64) {
		rng := rand.New(rand.NewPCG(seed, 5))
		s := randomSpace(rng)
		a := s.Random(nil, rng)
		b := s.Mutate(a, rng)
		return []Vector{a, b, s.Cross(a, b, rng)}, rng.Uint64()
	}
	for seed := range uint64(100) {
		a, x := run(seed)
		b, y := run(seed)
		if x != y || !slices.EqualFunc(a, b, slices.Equal) {
			t.Fatal("two runs with the same seed differ")
		}
	}
}

func int32Type() *Type { return &Type{Kind: Int, Bits: 32, Go: "int32"} }

func TestVarsAllocateNothing(t *testing.T) {
	s := NewSpace(&Signature{Params: []Field{{"a", int32Type()}, {"b", &Type{Kind: Slice, Elem: int32Type()}}}}, Limits{})
	vec := s.Normalize(nil, Vector{1, 4, 1, 2, 3})
	vars := make([]Var, 0, 16)
	if n := testing.AllocsPerRun(100, func() { vars = s.Vars(vars[:0], vec) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if len(vars) != 5 || vars[1].End != 5 || vars[1].Hi != 65 {
		t.Errorf("variables: %+v", vars)
	}
}

func TestMove(t *testing.T) {
	i8 := Var{Role: RoleInt, Type: &Type{Kind: Int, Bits: 8}, Lo: uint64(0xFFFFFFFFFFFFFF80), Hi: 127}
	i64 := Var{Role: RoleInt, Type: &Type{Kind: Int, Bits: 64}, Lo: 1 << 63, Hi: math.MaxInt64}
	u64 := Var{Role: RoleUint, Type: &Type{Kind: Uint, Bits: 64}, Hi: math.MaxUint64}
	f64 := Var{Role: RoleFloat, Type: &Type{Kind: Float, Bits: 64}, Lo: math.Float64bits(-1e3), Hi: math.Float64bits(1e3)}
	all := Var{Role: RoleFloat, Type: &Type{Kind: Float, Bits: 64}, Lo: math.Float64bits(math.Inf(-1)), Hi: math.Float64bits(math.Inf(1))}
	f32 := Var{Role: RoleFloat, Type: &Type{Kind: Float, Bits: 32}, Lo: all.Lo, Hi: all.Hi}
	neg := func(x int64) uint64 { return uint64(x) }
	for _, c := range []struct {
		v    Var
		w    uint64
		up   bool
		n    uint64
		want uint64
	}{
		{i8, 5, true, 1, 6},
		{i8, 5, false, 8, neg(-3)},
		{i8, 120, true, 8, 127},
		{i8, neg(-120), false, 1 << 40, neg(-128)},
		{i64, math.MaxInt64 - 1, true, 1, math.MaxInt64},
		{i64, math.MaxInt64, true, 1 << 63, math.MaxInt64},
		{i64, neg(math.MinInt64), true, 1 << 63, 0},
		{i64, 0, false, 1 << 63, neg(math.MinInt64)},
		{u64, 1, false, 2, 0},
		{u64, math.MaxUint64 - 3, true, 8, math.MaxUint64},
		{f64, math.Float64bits(0.5), true, 4, math.Float64bits(0.504)},
		{f64, math.Float64bits(999.999), true, 1 << 20, math.Float64bits(1e3)},
		{f64, math.Float64bits(math.NaN()), true, 1000, math.Float64bits(1)},
		{all, math.Float64bits(1e300), true, 2, math.Float64bits(math.Nextafter(math.Nextafter(1e300, 2e300), 2e300))},
		{all, math.Float64bits(-1e300), true, 1, math.Float64bits(math.Nextafter(-1e300, 0))},
		{all, math.Float64bits(-1e300), false, 1, math.Float64bits(math.Nextafter(-1e300, -2e300))},
		{all, math.Float64bits(math.Inf(1)), false, 1, math.Float64bits(math.MaxFloat64)},
		{all, math.Float64bits(math.Inf(1)), true, 1, math.Float64bits(math.Inf(1))},
		{all, math.Float64bits(math.MaxFloat64), true, 1 << 63, math.Float64bits(math.Inf(1))},
		{f32, math.Float64bits(1 << 24), true, 1, math.Float64bits(1<<24 + 2)},
		{f32, math.Float64bits(-1 << 24), true, 1, math.Float64bits(-1<<24 + 1)},
		{f32, math.Float64bits(math.Inf(-1)), true, 1, math.Float64bits(-math.MaxFloat32)},
	} {
		if got := c.v.Move(c.w, c.up, c.n); got != c.want {
			t.Errorf("%v: move %x by %d, up %v: got %x, want %x", c.v.Role, c.w, c.n, c.up, got, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	i16 := Var{Role: RoleInt, Type: &Type{Kind: Int, Bits: 16}, Lo: uint64(0xFFFFFFFFFFFF8000), Hi: 1<<15 - 1}
	u8 := Var{Role: RoleUint, Type: &Type{Kind: Uint, Bits: 8}, Hi: 255}
	f32 := Var{Role: RoleFloat, Type: &Type{Kind: Float, Bits: 32}, Lo: math.Float64bits(math.Inf(-1)), Hi: math.Float64bits(math.Inf(1))}
	for _, c := range []struct {
		got, want any
	}{
		{i16.Int(i16.FromInt(40000)), int64(32767)},
		{i16.Int(i16.FromInt(-40000)), int64(-32768)},
		{i16.Int(i16.FromFloat(math.Inf(-1))), int64(-32768)},
		{i16.Int(i16.FromFloat(math.NaN())), int64(0)},
		{i16.Float(i16.FromInt(-3)), -3.0},
		{u8.Int(u8.FromInt(-1)), int64(0)},
		{u8.Float(u8.FromFloat(1e30)), 255.0},
		{u8.Int(u8.FromFloat(math.NaN())), int64(0)},
		{f32.Float(f32.FromFloat(0.1)), float64(float32(0.1))},
		{f32.Int(f32.FromFloat(-1e30)), int64(math.MinInt64)},
		{f32.FromFloat(math.NaN()), uint64(nanBits)},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

// TestMoveIsStrict: a move changes every number but the end of the domain,
// in the direction asked for.
func TestMoveIsStrict(t *testing.T) {
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 12))
		s := randomSpace(rng)
		vec := s.Random(nil, rng)
		for _, v := range s.Vars(nil, vec) {
			if v.Role == RoleBool {
				continue
			}
			w, n := vec[v.Off], uint64(1)<<rng.IntN(64)
			f := v.Float(w)
			up, down := v.Move(w, true, n), v.Move(w, false, n)
			if f != f {
				f = 0
			}
			if hi := v.Float(v.Hi); v.Role != RoleFloat && (up == w) != (w == v.Hi) || !(v.Float(up) > f || f == hi || v.Role != RoleFloat) {
				t.Fatalf("%v %v moved up by %d is %v, the end is %v", v.Role, v.Float(w), n, v.Float(up), hi)
			}
			if lo := v.Float(v.Lo); v.Role != RoleFloat && (down == w) != (w == v.Lo) || !(v.Float(down) < f || f == lo || v.Role != RoleFloat) {
				t.Fatalf("%v %v moved down by %d is %v, the end is %v", v.Role, v.Float(w), n, v.Float(down), lo)
			}
			if v.Clamp(up) != up || v.Clamp(down) != down {
				t.Fatalf("%v %x leaves its domain: %x, %x", v.Role, w, up, down)
			}
		}
	}
}
