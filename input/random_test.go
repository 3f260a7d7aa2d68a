package input

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRandomReaches draws until every kind of value that the mixture promises
// was seen. Each has a chance of more than one in a thousand a draw.
func TestRandomReaches(t *testing.T) {
	i16 := &Type{Kind: Int, Bits: 16, Go: "int16"}
	f64 := &Type{Kind: Float, Bits: 64, Go: "float64"}
	str := &Type{Kind: String, Go: "string"}
	octets := &Type{Kind: Slice, Go: "[]byte", Elem: &Type{Kind: Uint, Bits: 8, Go: "byte"}}
	ref := &Type{Kind: Pointer, Go: "*int16", Elem: i16}
	s := NewSpace(&Signature{Params: []Field{{"i", i16}, {"f", f64}, {"s", str}, {"b", octets}, {"p", ref}}}, Limits{})
	s.Seeds = Seeds{Ints: []int64{4711, 65535}, Floats: []float64{0.125}, Strings: []string{"begin"}}
	seen := map[string]bool{}
	want := []string{
		"0", "-1", "min", "max", "seed", "next to seed", "wrapped seed", "0.0", "NaN", "+Inf", "-Inf", "-0", "max float", "float seed", "int seed as float",
		"empty", "seed string", "seed twice", "number", "not ASCII", "nil bytes", "no bytes", "seed bytes", "nil", "not nil",
	}
	note := func(name string, is bool) { seen[name] = seen[name] || is }
	rng := rand.New(rand.NewPCG(rand.Uint64(), 9))
	for range 30_000 {
		vec := s.Random(nil, rng)
		i, f := int64(vec[0]), math.Float64frombits(vec[1])
		note("0", i == 0)
		note("-1", i == -1)
		note("min", i == math.MinInt16)
		note("max", i == math.MaxInt16)
		note("seed", i == 4711)
		note("next to seed", i == 4712)
		note("wrapped seed", i == -1)
		note("0.0", vec[1] == 0)
		note("NaN", f != f)
		note("+Inf", math.IsInf(f, 1))
		note("-Inf", math.IsInf(f, -1))
		note("-0", vec[1] == 1<<63)
		note("max float", f == math.MaxFloat64)
		note("float seed", f == 0.125)
		note("int seed as float", f == 65535)
		text := textOf(s.Sig.Part(vec, 2)[1:])
		note("empty", text == "")
		note("seed string", text == "begin")
		note("seed twice", text == "beginbegin")
		note("number", text != "" && allIn(text, digits))
		note("not ASCII", slices.ContainsFunc([]byte(text), func(b byte) bool { return b >= 0x80 }))
		b := s.Sig.Part(vec, 3)
		note("nil bytes", b[0] == 0)
		note("no bytes", b[0] == 1)
		note("seed bytes", textOf(b[1:]) == "begin")
		p := s.Sig.Part(vec, 4)
		note("nil", p[0] == 0)
		note("not nil", p[0] == 1)
	}
	for _, name := range want {
		if !seen[name] {
			t.Errorf("never drawn: %s", name)
		}
	}
}

func textOf(v Vector) string {
	b := make([]byte, len(v))
	for i, w := range v {
		b[i] = byte(w)
	}
	return string(b)
}

func allIn(s, set string) bool {
	for i := range len(s) {
		if !slices.Contains([]byte(set), s[i]) {
			return false
		}
	}
	return true
}

// TestPaperMode draws uniformly: every sixteenth of every domain is hit, and
// nothing but the finite domain.
func TestPaperMode(t *testing.T) {
	s := NewSpace(&Signature{Params: []Field{
		{"a", &Type{Kind: Int, Bits: 8}}, {"b", &Type{Kind: Int, Bits: 64}}, {"c", &Type{Kind: Uint, Bits: 32}},
		{"d", &Type{Kind: Float, Bits: 64}}, {"e", &Type{Kind: Float, Bits: 32}},
	}}, Limits{Finite: true})
	s.Paper = true
	s.Seeds = Seeds{Ints: []int64{1}}
	rng := rand.New(rand.NewPCG(rand.Uint64(), 10))
	var hits [5][16]int
	const draws = 16_000
	for range draws {
		vec := s.Random(nil, rng)
		for i, v := range s.Vars(nil, vec) {
			lo, hi := v.Float(v.Lo), v.Float(v.Hi)
			share := (v.Float(vec[i])/2 - lo/2) / (hi/2 - lo/2)
			if !(share >= 0 && share <= 1) {
				t.Fatalf("variable %d is %v, outside of %v to %v", i, v.Float(vec[i]), lo, hi)
			}
			hits[i][min(int(share*16), 15)]++
		}
	}
	for i := range hits {
		for j, n := range hits[i] {
			if n < draws/16*7/10 || n > draws/16*13/10 {
				t.Errorf("variable %d: %d of %d draws in sixteenth %d", i, n, draws, j)
			}
		}
	}
}

// TestMutateReachesBoth: in a vector with a long list the variables beside it
// are not drowned, and the list's elements change too.
func TestMutateReachesBoth(t *testing.T) {
	buf := &Type{Kind: Array, Len: 1000, Elem: &Type{Kind: Uint, Bits: 8, Go: "byte"}}
	s := NewSpace(&Signature{Params: []Field{{"n", int32Type()}, {"buf", buf}}}, Limits{})
	rng := rand.New(rand.NewPCG(rand.Uint64(), 11))
	vec := s.Zero()
	beside, inside := 0, 0
	for range 1000 {
		c := s.Mutate(vec, rng)
		if c[0] != vec[0] {
			beside++
		}
		if !slices.Equal(c[1:], vec[1:]) {
			inside++
		}
	}
	if beside < 100 || inside < 100 {
		t.Errorf("%d mutations beside the list, %d inside", beside, inside)
	}
}

// TestModest: integers of more than 16 bits are small under modest limits, be they drawn or
// moved; a larger one that a vector holds already may move.
func TestModest(t *testing.T) {
	wide, unsigned, narrow := &Type{Kind: Int, Bits: 64}, &Type{Kind: Uint, Bits: 32}, &Type{Kind: Int, Bits: 16}
	s := NewSpace(&Signature{Params: []Field{{Type: wide}, {Type: unsigned}, {Type: narrow}}}, Limits{Modest: true})
	s.Seeds = Seeds{Ints: []int64{1 << 40, -(1 << 50)}}
	rng := rand.New(rand.NewPCG(1, 2))
	large := false
	for range 5000 {
		v := s.Random(nil, rng)
		if n := int64(v[0]); n < -4096 || n > 4096 {
			t.Fatalf("drew %d", n)
		}
		if v[1] > 8191 {
			t.Fatalf("drew %d", v[1])
		}
		large = large || int16(v[2]) > 8191
	}
	if !large {
		t.Error("no integer of 16 bits is large")
	}
	vars := s.Vars(nil, Vector{5, 7, 9})
	if int64(vars[0].Hi) != 4095 || int64(vars[0].Lo) != -4096 || vars[1].Hi != 8191 || vars[2].Hi != 1<<15-1 {
		t.Errorf("domains %+v", vars)
	}
	if vars := s.Vars(nil, Vector{1 << 30, 7, 9}); int64(vars[0].Hi) != 1<<63-1 {
		t.Errorf("domain of a large integer ends at %d", int64(vars[0].Hi))
	}
}

// TestRandomTrees: values of types with many pointers to their own are large now and
// then, and not always as large as they may be.
func TestRandomTrees(t *testing.T) {
	for _, links := range []int{1, 2, 5, 8} {
		node := &Type{Kind: Pointer, Go: "*node"}
		node.Elem = &Type{Kind: Struct, Go: "node", Fields: []Field{{"n", &Type{Kind: Int, Bits: 64, Go: "int"}}}}
		for range links {
			node.Elem.Fields = append(node.Elem.Fields, Field{"next", node})
		}
		s := NewSpace(&Signature{Params: []Field{{"n", node}}}, Limits{})
		rng := rand.New(rand.NewPCG(1, uint64(links)))
		nodes, most, one := 0, 0, 0
		const draws = 2000
		for range draws {
			v := s.Random(nil, rng)
			n := len(v) / (links + 1)
			nodes += n
			most = max(most, n)
			if n <= 1 {
				one++
			}
		}
		t.Logf("%d links: %d nodes on average, at most %d; %d of %d have no more than one", links, nodes/draws, most, one, draws)
		if nodes/draws > 40 || most < 5 || one > draws/2 {
			t.Errorf("%d links: %d nodes on average, at most %d; %d of %d have no more than one", links, nodes/draws, most, one, draws)
		}
	}
}

// TestRandomDeclared draws of types whose packages declare constants of them: half of the
// draws are constants, each of them, and other values come too. A domain holds all the same,
// and a text that has no room is not cut.
func TestRandomDeclared(t *testing.T) {
	kind := &Type{Kind: Int, Bits: 8, Go: "kind", Words: []uint64{77, ^uint64(90)}}
	bound := &Type{Kind: Uint, Bits: 64, Go: "level", Words: []uint64{5, 500}, Domain: &Domain{0, 9}}
	state := &Type{Kind: String, Go: "state", Texts: []string{"running", "a text that is longer than all that there is room for"}}
	s := NewSpace(&Signature{Params: []Field{{"k", kind}, {"l", bound}, {"s", state}}}, Limits{Len: 20})
	rng := rand.New(rand.NewPCG(rand.Uint64(), 11))
	const draws = 4000
	count, texts := map[uint64]int{}, 0
	for range draws {
		v := s.Random(nil, rng)
		count[v[0]]++
		if v[1] > 9 {
			t.Fatalf("%d is not in the domain", v[1])
		}
		text := make([]byte, v[2])
		for i := range text {
			text[i] = byte(v[3+i])
		}
		if string(text) == state.Texts[0] {
			texts++
		}
	}
	if a, b := count[77], count[^uint64(90)]; min(a, b) < draws/5 || a+b > draws*3/4 {
		t.Errorf("constants were drawn %d and %d times of %d", a, b, draws)
	}
	if texts < draws/5 || texts > draws/2 {
		t.Errorf("the text was drawn %d times of %d", texts, draws)
	}
}

// TestRandomDuration draws durations: few are over within a second, and some are.
func TestRandomDuration(t *testing.T) {
	duration := &Type{Kind: Int, Bits: 64, Go: "time.Duration"}
	s := NewSpace(&Signature{Params: []Field{{"d", duration}}}, Limits{})
	rng := rand.New(rand.NewPCG(rand.Uint64(), 12))
	const draws = 4000
	brief, minute := 0, 0
	for range draws {
		switch v := s.Random(nil, rng); {
		case IsBriefDuration(duration, v[0]):
			brief++
		case v[0] >= second && v[0] <= 60*second && v[0]%second == 0:
			minute++
		}
	}
	if brief < draws/100 || brief > draws/8 || minute < draws/5 {
		t.Errorf("of %d durations %d are below a second, and %d a number of seconds", draws, brief, minute)
	}
}
