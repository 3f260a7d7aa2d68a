package dse_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/term"
)

// gate lets somebody pass who has paid: each coin opens it for one push.
func gate(want int64) func(*toyMachine) {
	return func(m *toyMachine) {
		open, passed := false, int64(0)
		for i := 0; i < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
			switch {
			case m.Branch(1, term.EQ, m.Slot(1+i), m.Int('c')):
				open = true
			case m.Branch(2, term.EQ, m.Slot(1+i), m.Int('p')):
				if open {
					passed++
				}
				open = false
			}
		}
		m.Branch(3, term.EQ, m.Int(passed), m.Int(want))
	}
}

// balance wants all a before all b, as many of both, and so many.
func balance(want int64) func(*toyMachine) {
	return func(m *toyMachine) {
		opened, closed := int64(0), int64(0)
		for i := 0; i < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
			switch {
			case closed == 0 && m.Branch(1, term.EQ, m.Slot(1+i), m.Int('a')):
				opened++
			case m.Branch(2, term.EQ, m.Slot(1+i), m.Int('b')):
				closed++
			default:
				return
			}
		}
		if m.Branch(3, term.EQ, m.Int(opened), m.Int(closed)) {
			m.Branch(4, term.EQ, m.Int(opened), m.Int(want))
		}
	}
}

// texts are inputs of one list.
func texts(room int, all ...string) (list []input.Vector) {
	for _, s := range all {
		v := make(input.Vector, 1+room)
		v[0] = uint64(len(s))
		for i, c := range []byte(s) {
			v[1+i] = uint64(c)
		}
		list = append(list, v)
	}
	return list
}

// TestRepetition: a round of two decisions is repeated, and once that
// has brought a run nearer, as often as the gain says; every third step joins another run;
// two blocks are repeated in step.
func TestRepetition(t *testing.T) {
	var idle []string // runs are what steps in vain are allowed for
	for _, a := range "wxyz" {
		for _, b := range "wxyz" {
			for _, c := range "wxyz" {
				idle = append(idle, string([]rune{a, b, c}))
			}
		}
	}
	for _, c := range []struct {
		name  string
		code  func(*toyMachine)
		start string
		goal  uint32
		want  string
	}{
		{"gate", gate(15), "cp", 7, "cpcp " + strings.Repeat("cp", 15)},
		{"prefix", gate(6), "xcp", 7, "xcpxcp " + strings.Repeat("xcp", 6)},
		{"balance", balance(9), "ab", 9, "abab aabb " + strings.Repeat("a", 9) + strings.Repeat("b", 9)},
		{"joins", gate(15), "pc", 7, "wwwwww pcwww wwwpc"},
		{"room", gate(50), "cp", 7, "cpcp " + strings.Repeat("cp", 20)},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := reading(c.code, 40)
			var got []string
			starts := texts(40, append(slices.Clone(idle), c.start)...)
			r := run(t, p, dse.Repetition, 1, dse.Options{
				Starts: starts, Targets: []uint32{c.goal}, Inputs: p, Budget: dse.Budget{Runs: len(starts) + len(strings.Fields(c.want))},
				OnRun: func(r *dse.Run) bool {
					if r.Number >= len(starts) {
						got = append(got, string(bytesOf(p.Elements(r.Path.Input, 1))))
					}
					return true
				},
			})
			if s := strings.Join(got, " "); s != c.want || (r.Status == search.Found) != (c.name != "room" && c.name != "joins") {
				t.Errorf("%v: %s, want %s", r.Status, s, c.want)
			}
		})
	}
}

// TestRepetitionBlocks asserts what is repeated of three elements, in order: the most
// elements and the least first, and of as many single blocks before two in step.
func TestRepetitionBlocks(t *testing.T) {
	got := dse.Repeated("abc")
	all := []string{
		"abcabc", "aabcbc", "ababcc", // of three
		"ababc", "abcbc", "aabbc", "aabcc", "abbcc", // of two
		"aabc", "abbc", "abcc", // of one
	}
	if !slices.Equal(got, all) {
		t.Errorf("%q, want %q", got, all)
	}
}

// TestRepeatedText compares repeated blocks of texts with those of strings.
func TestRepeatedText(t *testing.T) {
	const bound = 64
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewFunction(t.Context(), program, program.Entry("Text"), dse.FunctionOptions{Bound: bound})
	if err != nil {
		t.Fatal(err)
	}
	vector := func(s string) (v input.Vector) {
		v = append(v, uint64(len(s)))
		for _, c := range []byte(s) {
			v = append(v, uint64(c))
		}
		return append(v, 0)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching("[a-e]{0,11}").Draw(t, "s")
		cut := rapid.SliceOfN(rapid.IntRange(0, len(s)), 4, 4).Draw(t, "cuts")
		slices.Sort(cut)
		times := rapid.IntRange(1, 9).Draw(t, "times")
		again := func(i, j int) string { return strings.Repeat(s[cut[i]:cut[j]], times) }
		text := s[:cut[0]] + again(0, 1) + s[cut[1]:cut[2]] + again(2, 3) + s[cut[3]:]
		want := vector(text)
		if len(text) > bound {
			want = nil
		}
		if got := dse.Repeat(p, vector(s), [4]int(cut), times); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// TestRepetitionInputs asserts that what is run was not run before, fits, and is no more
// than the runs allow; and that the same seed gives the same runs.
func TestRepetitionInputs(t *testing.T) {
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(6, 12).Draw(t, "room")
		want := int64(rapid.IntRange(3, 20).Draw(t, "want"))
		seed := rapid.Uint64().Draw(t, "seed")
		search := func() (runs []input.Vector, next uint64) {
			p := reading(gate(want), room)
			suggested := 0
			var rng *rand.Rand
			strategy := func(w *dse.World) dse.Strategy {
				rng = w.Rand
				return dse.ShortCircuit(dse.Repetition, dse.Random)(w)
			}
			run(t, p, strategy, seed, dse.Options{
				Starts: []input.Vector{zeros(1 + room)}, Targets: []uint32{7}, Budget: dse.Budget{Runs: 100}, Inputs: p,
				OnRun: func(r *dse.Run) bool {
					if v := r.Path.Input; r.Flipped == nil && r.Number > 0 {
						suggested++
						if slices.ContainsFunc(runs, func(u input.Vector) bool { return slices.Equal(u, v) }) || int(v[0]) > room {
							t.Fatalf("%v", v)
						}
					}
					runs = append(runs, r.Path.Input)
					return true
				},
			})
			tried += suggested
			return runs, rng.Uint64()
		}
		a, x := search()
		b, y := search()
		if x != y || !slices.EqualFunc(a, b, slices.Equal[input.Vector]) {
			t.Fatal("the same seed gives other runs")
		}
	})
	if tried == 0 {
		t.Error("nothing was tried")
	}
}
