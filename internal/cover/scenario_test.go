package cover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/worker"
)

const scenesSource = `package closed

type Stack struct{ list []int }

func New(n uint8) *Stack { return &Stack{make([]int, 0, n)} }

func (s *Stack) Push(n int) { s.list = append(s.list, n) }

func (s *Stack) Pop() (top int, ok bool) {
	if len(s.list) == 0 {
		return 0, false
	}
	top = s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return top, true
}

func (s *Stack) Len() int { return len(s.list) }
`

// TestSceneDrawer: scenarios are canonical and legal, have at most as many steps as can be told of, and are not drawn twice.
func TestSceneDrawer(t *testing.T) {
	alone(t)
	_, u := planned(t, Options{}, scenesSource)
	if len(u.scenes) != 1 || u.scenes[0].name != "Stack" {
		t.Fatalf("%d types have scenarios", len(u.scenes))
	}
	f := u.scenes[0]
	for seed := range uint64(5) {
		d := sceneDrawer{f: f, space: input.NewSpace(f.sig, f.limits), rng: rand.New(rand.NewPCG(seed, 0))}
		seen := map[string]bool{}
		for _, c := range d.draw(200) {
			if !d.space.Canonical(c.vector) || !c.legal() {
				t.Errorf("seed %d: %v", seed, c.vector)
			}
			vars := d.space.Vars(nil, c.vector)
			i := slices.IndexFunc(vars, func(v input.Var) bool { return v.Role == input.RoleLen && v.Steps })
			if n := vars[i].Count(c.vector); n < 1 || n > harness.MaxScenario {
				t.Errorf("seed %d: %d steps", seed, n)
			}
			if key := fmt.Sprint(c.vector); seen[key] {
				t.Errorf("seed %d: %s twice", seed, key)
			} else {
				seen[key] = true
			}
		}
	}
}

// TestScenes: some chosen scenario has each effect, and none can do without a step. The same seed chooses the same.
func TestScenes(t *testing.T) {
	alone(t)
	for seed := range uint64(5) {
		opt := Options{}
		opt.Seed = seed + 1
		s, u := planned(t, opt, scenesSource)
		cases, err := s.scenarios(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		goals := map[string]bool{}
		for _, c := range cases {
			for _, g := range sceneGoals(c) {
				goals[g] = true
			}
		}
		for _, want := range []string{"Push Len", "Pop false false Len", "Push Len, Push Len", "Push Len, Pop false false Len", "Pop false false Len, Push Len"} {
			if !goals[want] {
				t.Errorf("seed %d: no scenario has the effect %q", seed, want)
			}
		}
		if len(cases) == 0 || len(cases) > mostScenes {
			t.Errorf("seed %d: %d scenarios", seed, len(cases))
		}
		again, err := s.scenarios(t.Context(), u)
		if err != nil || !slices.EqualFunc(cases, again, func(a, b *testCase) bool { return slices.Equal(a.vector, b.vector) }) {
			t.Errorf("seed %d: the same seed has chosen others: %v", seed, err)
		}
	}
}

// TestEffects: a step that returns zeros and after which every method says what it said before has no effect; the first change is known
// by what is said at all.
func TestEffects(t *testing.T) {
	alone(t)
	_, u := planned(t, Options{}, scenesSource)
	f := u.scenes[0]
	space := input.NewSpace(f.sig, f.limits)
	recv := f.sig.Recv.Type
	maker := slices.IndexFunc(recv.Alts, func(a input.Alt) bool { return a.Name == "New" })
	steps := recv.Alts[maker].Steps.Elem
	at := func(name string) uint64 {
		return uint64(slices.IndexFunc(steps.Alts, func(a input.Alt) bool { return a.Name == name }))
	}
	push, pop := input.Vector{at("Push"), 2}, input.Vector{at("Pop")}
	pushes := input.Vector{uint64(slices.IndexFunc(steps.Alts, func(a input.Alt) bool { return a.Name == "Push" && a.Repeats })), 3}
	pops := input.Vector{uint64(slices.IndexFunc(steps.Alts, func(a input.Alt) bool { return a.Name == "Pop" && a.Repeats })), 2}
	for _, test := range []struct {
		steps []input.Vector
		want  []string
	}{
		{[]input.Vector{pop}, nil},
		{[]input.Vector{push}, []string{"Push Len"}},
		{[]input.Vector{push, pop}, []string{"Push Len", "Push Len, Pop false false Len", "Pop false false Len"}},
		{[]input.Vector{push, pop, pop}, []string{"Push Len", "Pop false false Len"}},
		{[]input.Vector{pushes}, []string{"Push Len"}}, // a repetition has the effect of a call
		{[]input.Vector{pushes, pop}, []string{"Push Len", "Push Len, Pop false false Len", "Pop false false Len"}},
		{[]input.Vector{pops, push}, []string{"Push Len"}}, // of what it returns nothing tells
	} {
		v := slices.Concat(append([]input.Vector{{uint64(maker), 0, uint64(len(test.steps)) + 1}}, test.steps...)...)
		c := &testCase{fn: f, vector: space.Normalize(nil, v)}
		if err := u.runIn(t.Context(), u.pool, []*testCase{c}, false); err != nil || c.result.Outcome != worker.Returned {
			t.Fatal(err, c.result)
		}
		if got := sceneGoals(c); !slices.Equal(got, test.want) {
			t.Errorf("%v: goals %q, want %q", test.steps, got, test.want)
		}
	}
}
