package dse

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/term"
)

// A script is a source of what is drawn.
type script []uint64

func (s *script) Uint64() uint64 {
	v := (*s)[0]
	*s = (*s)[1:]
	return v
}

// percent has IntN(100) draw i.
func percent(i int) uint64 { return (2*uint64(i) + 1) << 32 / 200 << 32 }

// fraction has Float64 draw x.
func fraction(x float64) uint64 { return uint64(x * (1 << 53)) }

// TestScript asserts that what is scripted is drawn.
func TestScript(t *testing.T) {
	for i := range 100 {
		x := (float64(i) + 0.5) / 100
		if r := rand.New(&script{percent(i), fraction(x)}); r.IntN(100) != i || math.Abs(r.Float64()-x) > 1e-9 {
			t.Fatalf("%d", i)
		}
	}
}

// votesFor is a prospect with so many feasible neighbors of one similarity.
func votesFor(votes int, similarity float64) *prospect {
	c := &prospect{node: &Node{}}
	for i := range c.says.nearest {
		c.says.nearest[i] = neighbor{similarity, i < votes}
	}
	c.says.numCompared = numNeighbors
	return c
}

// drawing is a strategy that has classified these prospects.
func drawing(list ...*prospect) *tardis {
	f := TardisPrinted(&World{}).(*tardis)
	for _, c := range list {
		f.sets[numNeighbors-c.says.votes()].add(c)
	}
	return f
}

// TestChances: over all draws of a hundred, each set has the paper's share, and that of an empty
// one goes to the next that is not.
func TestChances(t *testing.T) {
	for _, c := range []struct {
		votes []int // of the sets that are not empty
		want  string
	}{
		{[]int{3, 2, 1, 0}, "map[0:5 1:15 2:30 3:50]"},
		{[]int{2, 1, 0}, "map[0:5 1:15 2:80]"},
		{[]int{3, 1, 0}, "map[0:5 1:45 3:50]"},
		{[]int{3, 2, 1}, "map[1:15 2:30 3:55]"},
		{[]int{2}, "map[2:100]"},
		{[]int{3, 0}, "map[0:50 3:50]"},
	} {
		got := map[int]int{}
		for i := range 100 {
			var list []*prospect
			for _, v := range c.votes {
				list = append(list, votesFor(v, 1))
			}
			f := drawing(list...)
			f.w.Rand = rand.New(&script{percent(i), 0})
			got[f.draw().says.votes()]++
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%v: %v, want %s", c.votes, got, c.want)
		}
	}
	if drawing().sets[0].draw(nil, false) != nil {
		t.Error("drawn from nothing")
	}
}

// TestOldest asserts that Tardis takes the first set with a node to draw, and of it the oldest node
// of those that failed least.
func TestOldest(t *testing.T) {
	list := []*prospect{votesFor(1, 1), votesFor(2, 0), votesFor(2, 1), votesFor(3, 1)}
	f := drawing(list...)
	f.printed = false
	list[3].node.state = Infeasible
	for i, want := range []*prospect{list[1], list[2], list[0], nil} {
		got := f.draw()
		if got != want {
			t.Fatalf("draw %d: %v, want %v", i, got, want)
		}
		if got != nil {
			got.node.state, got.failed = Unknown, 1
		}
	}
	f.late = true
	list[1].failed = 2
	if got := f.draw(); got != list[2] {
		t.Errorf("a node that failed twice came before one that failed once: %v", got)
	}
}

// counted draws from a set with each of n numbers evenly spread, and then, if need be, each of m.
func counted(n, m int, alive []bool, similar ...float64) (counts []int) {
	counts = make([]int, len(similar))
	for i := range n {
		for j := range m {
			var s set
			var list []*prospect
			for k, x := range similar {
				c := votesFor(3, x)
				if !alive[k] {
					c.node.state = Infeasible
				}
				list = append(list, c)
				s.add(c)
			}
			at := func(i, n int) uint64 { return fraction((float64(i) + 0.5) / float64(n)) }
			counts[slices.Index(list, s.draw(rand.New(&script{at(i, n), at(j, m)}), false))]++
		}
	}
	return counts
}

// TestCumulative is the paper's example of a cumulative draw, of the values 5, 7, 2 and 4, in
// tenths; and what is not to be drawn any more leaves its share to the others, each in proportion.
func TestCumulative(t *testing.T) {
	all := []bool{true, true, true, true}
	if got := counted(1800, 1, all, .5, .7, .2, .4); !slices.Equal(got, []int{500, 700, 200, 400}) {
		t.Errorf("%v", got)
	}
	if got := counted(18, 11, []bool{true, false, true, true}, .5, .7, .2, .4); !slices.Equal(got, []int{5*11 + 7*5, 0, 2*11 + 7*2, 4*11 + 7*4}) {
		t.Errorf("%v with one that is over", got)
	}
	if got := counted(18, 11, []bool{true, false}, 0, .7); got[0] != 18*11 {
		t.Errorf("%v with nothing similar", got)
	}
}

// TestUnlike: where all similarities are 0, each is as probable as any other.
func TestUnlike(t *testing.T) {
	got := map[*prospect]int{}
	var s set
	for range 4 {
		s.add(votesFor(0, 0))
	}
	for i := range uint64(8) {
		got[s.draw(rand.New(&script{i << 61 >> 61}), false)]++
	}
	for _, c := range s.list {
		if got[c] != 2 {
			t.Errorf("%v", got)
		}
	}
}

// TestFew: before there are three examples the oldest node is flipped, and of those that failed
// the one that failed least, until it has failed three times.
func TestFew(t *testing.T) {
	b := atoms{term.NewBuilder()}
	w, r, fresh := grown(b.Builder, nil, b.compare(b.slot(0), term.GT, 6), b.compare(b.slot(1), term.GT, 6))
	f := Tardis(w)
	f.ObserveRun(r, fresh)
	for i, n := range fresh {
		if s := f.Next(); s.Flip != n {
			t.Fatalf("%d: %v", i, s.Flip)
		}
		n.state = Unknown
		f.ObserveClosed(n)
	}
	w.Rand = rand.New(rand.NewPCG(1, 2))
	asked := map[*Node]int{fresh[0]: 1, fresh[1]: 1}
	for s := f.Next(); !s.Declines(); s = f.Next() {
		asked[s.Flip]++
	}
	if asked[fresh[0]] != attempts || asked[fresh[1]] != attempts {
		t.Errorf("%v", asked)
	}
}

// TestLearns: what became of each node is an example, once, whoever flipped it.
func TestLearns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := atoms{term.NewBuilder()}
		var path []*term.Term
		for i := range 9 {
			path = append(path, b.compare(b.slot(i), term.GT, 6))
		}
		w, r, fresh := grown(b.Builder, nil, path...)
		w.Rand = rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		f := Tardis(w).(*tardis)
		f.ObserveRun(r, fresh)
		state := rapid.SampledFrom([]State{Taken, Infeasible, Unknown, Diverged})
		var want []bool
		for s := f.Next(); !s.Declines(); s = f.Next() {
			n := s.Flip
			if n.state != Open && n.state != Unknown {
				t.Fatalf("flipped when %v", n.state)
			}
			was := n.state
			if n.state = state.Draw(t, "state"); was == Unknown && n.state == Diverged {
				n.state = Unknown
			}
			if was == Open {
				f.ObserveClosed(n)
			}
			want = append(want, n.state == Taken)
		}
		f.sweep()
		feasible := func(e example) bool { return e.feasible }
		if got := f.classifier.examples; len(got) != len(want) || count(got, feasible) != count(want, func(x bool) bool { return x }) {
			t.Fatalf("%d examples of %d", len(got), len(want))
		}
	})
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}
