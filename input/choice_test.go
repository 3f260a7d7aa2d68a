package input

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/code"
)

// stackType is *Stack: nil, New(), NewSize(n), then calls of Push and Pop.
func stackType() *Type {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	steps := &Type{Kind: Slice, Elem: &Type{Kind: Choice, Alts: []Alt{
		{Name: "Pop", Make: code.Source("$0.Pop()")},
		{Name: "Push", Make: code.Source("$0.Push($1)"), Fields: []Field{{"x", num}}},
	}}}
	return &Type{Kind: Choice, Go: "*Stack", Alts: []Alt{
		{Name: "nil", Make: code.Source("nil"), Rare: true},
		{Name: "New", Make: code.Source("$(example.org/stack).New()"), Steps: steps, RunsCode: true},
		{Name: "NewSize", Make: code.Source("$(example.org/stack).NewSize($1)"), Fields: []Field{{"n", num}}, Steps: steps, RunsCode: true},
	}}
}

// readerType is io.Reader: nil, strings.NewReader(s), a stub, or a limited
// reader of another one.
func readerType() *Type {
	num := &Type{Kind: Int, Bits: 64, Go: "int64"}
	r := &Type{Kind: Choice, Go: "io.Reader"}
	r.Alts = []Alt{
		{Name: "nil", Make: code.Source("nil"), Rare: true},
		{Name: "strings.NewReader", Make: code.Source("$(strings).NewReader($1)"), Fields: []Field{{"s", &Type{Kind: String, Go: "string"}}}},
		{Name: "stub", Make: code.Source("&$T{n: $1}"), Decl: code.NewDecl("stubReader", code.Source("type stubReader struct { n int64 }")), Fields: []Field{{"n", num}}},
		{Name: "io.LimitReader", Make: code.Source("$(io).LimitReader($1, $2)"), Fields: []Field{{"r", r}, {"n", num}}},
		{Name: "Celsius", Make: code.Source("$1"), Fields: []Field{{"", &Type{Kind: Int, Bits: 8, Go: "Celsius"}}}},
	}
	return r
}

func choiceSpace(types ...*Type) *Space {
	sig := &Signature{Name: "F"}
	for i, t := range types {
		sig.Params = append(sig.Params, Field{string(rune('a' + i)), t})
	}
	return NewSpace(sig, Limits{})
}

// TestNormalizeChoice: numbers beyond the last alternative are the last one,
// and one word says that there are no steps.
func TestNormalizeChoice(t *testing.T) {
	s := choiceSpace(stackType(), int32Type())
	for _, c := range []struct{ vec, want Vector }{
		{nil, Vector{0, 0}},
		{Vector{0, 5}, Vector{0, 5}},
		{Vector{1, 0, 5}, Vector{1, 0, 5}},
		{Vector{1, 1, 5}, Vector{1, 0, 5}},
		{Vector{1, 3, 1, 7, 0, 5}, Vector{1, 3, 1, 7, 0, 5}},
		{Vector{1, 2, 9, 7, 5}, Vector{1, 2, 1, 7, 5}},
		{Vector{99, 4, 0, 5}, Vector{2, 4, 0, 5}},
		{append(append(Vector{1, 10}, make(Vector, 9)...), 5), append(append(Vector{1, 9}, make(Vector, 8)...), 5)},
	} {
		if got := s.Normalize(nil, c.vec); !slices.Equal(got, c.want) {
			t.Errorf("%v became %v, want %v", c.vec, got, c.want)
		}
	}
}

// TestRandomChoice counts what is drawn: every alternative, fall-backs about
// once in sixteen; in paper mode all alike.
func TestRandomChoice(t *testing.T) {
	for _, paper := range []bool{false, true} {
		s := choiceSpace(stackType(), readerType())
		s.Paper = paper
		rng := rand.New(rand.NewPCG(rand.Uint64(), 1))
		const draws = 8000
		stacks, readers, steps := [3]int{}, [5]int{}, [9]int{}
		for range draws {
			vec := s.Random(nil, rng)
			stacks[vec[0]]++
			if vec[0] == 1 {
				steps[max(vec[1], 1)-1]++
			}
			readers[s.Sig.Part(vec, 1)[0]]++
		}
		want := draws / 16
		if paper {
			want = draws / 3
		}
		if n := stacks[0]; n < want*3/4 || n > want*5/4 {
			t.Errorf("paper %v: nil %d times of %d, want about %d", paper, n, draws, want)
		}
		if stacks[1] < draws/4 || stacks[2] < draws/4 {
			t.Errorf("paper %v: constructors %v", paper, stacks)
		}
		for i, n := range readers[1:] {
			if n < draws/8 {
				t.Errorf("paper %v: alternative %d drawn %d times of %d", paper, i+1, n, draws)
			}
		}
		for n, times := range steps {
			if times == 0 {
				t.Errorf("paper %v: never %d steps", paper, n)
			}
		}
	}
}

// TestMutateChoice: mutation reaches every alternative from every other, and
// adds, drops, doubles and exchanges steps.
func TestMutateChoice(t *testing.T) {
	s := choiceSpace(stackType())
	rng := rand.New(rand.NewPCG(rand.Uint64(), 2))
	vec := Vector{1, 4, 1, 5, 0, 1, 6} // New then Push(5), Pop, Push(6)
	todo := map[string]Vector{
		"nil": {0}, "fewer": {1, 3, 0, 1, 6}, "other": {2, 0, 4, 1, 5, 0, 1, 6}, "doubled": {1, 5, 1, 5, 0, 0, 1, 6},
		"exchanged": {1, 4, 1, 6, 0, 1, 5}, "changed": {1, 4, 1, 4, 0, 1, 6}, "another call": {1, 4, 1, 5, 0, 0}, "none": {1, 0},
	}
	for range 200_000 {
		got := s.Mutate(vec, rng)
		for name, want := range todo {
			if slices.Equal(got, want) {
				delete(todo, name)
			}
		}
	}
	for name := range todo {
		t.Errorf("never made: %s", name)
	}
}

// TestCrossChoice: what both parents made alike is crossed, the steps are
// joined even where they did not, and nothing else is made up.
func TestCrossChoice(t *testing.T) {
	s := choiceSpace(stackType())
	rng := rand.New(rand.NewPCG(rand.Uint64(), 3))
	a, b := Vector{1, 3, 1, 5, 0}, Vector{2, 8, 2, 1, 6}
	todo := map[string]Vector{"a": a, "b": b, "joined": {1, 3, 1, 5, 1, 6}, "behind": {2, 8, 2, 1, 5}, "other steps": {2, 8, 3, 1, 5, 0}}
	for range 20_000 {
		got := s.Cross(a, b, rng)
		if got[0] == 2 && got[1] != 8 {
			t.Fatalf("made up %v", got)
		}
		for name, want := range todo {
			if slices.Equal(got, want) {
				delete(todo, name)
			}
		}
	}
	for name := range todo {
		t.Errorf("never made: %s", name)
	}
}

func TestMakeAndBlank(t *testing.T) {
	s := choiceSpace(stackType(), int32Type())
	vec := Vector{2, 8, 3, 1, 5, 0, 77}
	v := &s.Vars(nil, vec)[0]
	if v.Role != RoleAlt || v.Hi != 2 || v.End != 6 || !v.Shape() {
		t.Fatalf("variable %+v", v)
	}
	for w, want := range []Vector{{0, 77}, {1, 3, 1, 5, 0, 77}, vec} {
		if got := s.Choose(vec, v, uint64(w)); !slices.Equal(got, want) {
			t.Errorf("made by %d: %v, want %v", w, got, want)
		}
		if got := s.Set(slices.Clone(vec), v, uint64(w)); !slices.Equal(got, want) {
			t.Errorf("set to %d: %v, want %v", w, got, want)
		}
	}
	for w, want := range []Vector{{0, 77}, {1, 0, 77}, {2, 0, 0, 77}} {
		if got := s.ChooseSmallest(vec, v, uint64(w)); !slices.Equal(got, want) {
			t.Errorf("blank %d: %v, want %v", w, got, want)
		}
	}
}

// TestSimplerChoice lists values from simple to hard to read: fall-backs come
// last, then fewer words, fewer steps and earlier alternatives.
func TestSimplerChoice(t *testing.T) {
	s := choiceSpace(stackType())
	list := []Vector{{1, 0}, {2, 0, 0}, {2, 1, 0}, {1, 2, 0}, {1, 2, 1, 0}, {1, 2, 1, 1}, {1, 3, 0, 0}, {1, 9, 0, 0, 0, 0, 0, 0, 0, 0}, {0}}
	for i := range list[1:] {
		if !s.Simpler(list[i], list[i+1]) || s.Simpler(list[i+1], list[i]) {
			t.Errorf("%v is not simpler than %v", list[i], list[i+1])
		}
	}
}

func TestChoiceNames(t *testing.T) {
	s := choiceSpace(stackType(), readerType())
	vec := append(Vector{2, 8, 3, 1, 5, 0}, 3, 1, 1, 'x', 9)
	for off, want := range []string{"a", "a.NewSize.n", "len(a.steps)", "a.steps[0]", "a.steps[0].Push.x", "a.steps[1]",
		"b", "b.io.LimitReader.r", "len(b.io.LimitReader.r.strings.NewReader.s)", "b.io.LimitReader.r.strings.NewReader.s[0]", "b.io.LimitReader.n"} {
		if got := s.Name(vec, off); got != want {
			t.Errorf("word %d is %s, want %s", off, got, want)
		}
	}
}

// TestChoiceKeys grows a map whose keys are choices: no key comes twice.
func TestChoiceKeys(t *testing.T) {
	key := &Type{Kind: Choice, Go: "any", Alts: []Alt{
		{Name: "nil", Make: code.Source("nil")},
		{Name: "bool", Make: code.Source("$1"), Fields: []Field{{"", &Type{Kind: Bool, Go: "bool"}}}},
		{Name: "ints", Make: code.Source("$1"), Fields: []Field{{"", &Type{Kind: Pointer, Elem: int32Type()}}}},
		{Name: "int", Make: code.Source("$1"), Fields: []Field{{"", int32Type()}}},
	}}
	s := choiceSpace(&Type{Kind: Map, Go: "map[any]bool", Key: key, Elem: &Type{Kind: Bool, Go: "bool"}})
	vec := s.Zero()
	for n := uint64(2); n < 12; n++ {
		vec = s.Set(vec, &s.Vars(nil, vec)[0], n)
		check(t, s, "Set", vec)
		if vec[0] != n {
			t.Fatalf("%d entries, want %d: %v", vec[0]-1, n-1, vec)
		}
	}
}

// TestStepsRepeat: of the random values of an object with 24 methods that have four steps or more,
// at least a sixth has four calls of one method in a row. With independent draws hardly any has.
func TestStepsRepeat(t *testing.T) {
	methods := make([]Alt, 24)
	typ := &Type{Kind: Choice, Alts: []Alt{{Name: "New", Steps: &Type{Kind: Slice, Elem: &Type{Kind: Choice, Alts: methods}}}}}
	s, rng := choiceSpace(typ), rand.New(rand.NewPCG(1, 2))
	long, repeated := 0, 0
	for range 10_000 {
		steps := s.Random(nil, rng)[1:]
		if steps = steps[1:]; len(steps) < 4 {
			continue
		}
		long++
		for i := range len(steps) - 3 {
			if run := steps[i : i+4]; slices.Min(run) == slices.Max(run) {
				repeated++
				break
			}
		}
	}
	if long < 1000 || repeated*6 < long {
		t.Errorf("%d of %d", repeated, long)
	}
}

// TestMoveSteps: one more than no steps is one, although the word between says
// nothing.
func TestMoveSteps(t *testing.T) {
	s := choiceSpace(stackType())
	v := s.Vars(nil, Vector{1, 0})[1]
	for _, c := range []struct {
		w    uint64
		up   bool
		n    uint64
		want uint64
	}{
		{0, true, 1, 2}, {0, true, 2, 3}, {2, true, 1, 3}, {8, true, 5, 9}, {9, true, 1, 9}, {0, true, 1 << 63, 9},
		{0, false, 1, 0}, {2, false, 1, 0}, {3, false, 1, 2}, {9, false, 4, 5}, {9, false, 1 << 63, 0},
	} {
		if got := v.Move(c.w, c.up, c.n); got != c.want {
			t.Errorf("%d moved by %d, up %v, is %d, want %d", c.w, c.n, c.up, got, c.want)
		}
	}
	if v.Clamp(1) != 0 || v.Clamp(2) != 2 || v.Clamp(99) != 9 {
		t.Error("clamped to no word of the domain")
	}
	v.Hi = 0
	if v.Move(0, true, 3) != 0 {
		t.Error("moved where there is no room")
	}
}
