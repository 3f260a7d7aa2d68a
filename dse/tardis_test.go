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
	for i := range c.prediction.nearest {
		c.prediction.nearest[i] = neighbor{similarity, i < votes}
	}
	c.prediction.numCompared = numNeighbors
	return c
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
			got[draw(rand.New(&script{percent(i), 0}), list).prediction.votes()]++
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%v: %v, want %s", c.votes, got, c.want)
		}
	}
	if draw(nil, nil) != nil {
		t.Error("drawn from nothing")
	}
}

// TestCumulative is the paper's example of a cumulative draw, of the values 5, 7, 2 and 4, in tenths.
func TestCumulative(t *testing.T) {
	list := []*prospect{votesFor(3, .5), votesFor(3, .7), votesFor(3, .2), votesFor(3, .4)}
	counts := make([]int, len(list))
	for i := range 1800 {
		c := draw(rand.New(&script{percent(0), fraction((float64(i) + 0.5) / 1800)}), list)
		counts[slices.Index(list, c)]++
	}
	if !slices.Equal(counts, []int{500, 700, 200, 400}) {
		t.Errorf("%v", counts)
	}
}

// TestUnlike asserts that all prospects are equally probable if all similarities are 0.
func TestUnlike(t *testing.T) {
	list := []*prospect{votesFor(0, 0), votesFor(0, 0), votesFor(0, 0), votesFor(0, 0)}
	counts := make([]int, len(list))
	for i := range uint64(8) {
		counts[slices.Index(list, draw(rand.New(&script{percent(0), i << 61 >> 61}), list))]++
	}
	if !slices.Equal(counts, []int{2, 2, 2, 2}) {
		t.Errorf("%v", counts)
	}
}

// TestPasses asserts that prospects that cannot be flipped are not drawn, and failed ones only if no
// other is open.
func TestPasses(t *testing.T) {
	f := Tardis(&World{Rand: rand.New(rand.NewPCG(1, 2))}).(*tardis)
	for range 6 {
		f.prospects = append(f.prospects, votesFor(3, 1))
	}
	f.classifier.examples = make([]example, numNeighbors)
	f.classified = numNeighbors
	for i, s := range []State{Infeasible, Taken, Diverged, Unknown, Unknown} {
		f.prospects[i].node.state = s
	}
	f.prospects[3].failed, f.prospects[4].failed = 1, maxFailedFlips
	if c := f.next(); c != f.prospects[5] {
		t.Errorf("%v was drawn, and one is open", c)
	}
	if f.prospects[5].node.state = Asked; f.next() != nil {
		t.Error("a failed one was drawn before the answer to the last open one")
	}
	if f.prospects[5].node.state = Infeasible; f.next() != f.prospects[3] {
		t.Error("the failed one was not drawn again")
	}
	f.prospects[3].node.state = Asked
	if c := f.next(); c != nil {
		t.Errorf("%v was drawn", c)
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
	if asked[fresh[0]] != maxFailedFlips || asked[fresh[1]] != maxFailedFlips {
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
