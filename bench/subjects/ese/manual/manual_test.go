package manual

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/bench/subjects/ese"
	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// A meter counts the statements of runs of package ese as the tool does.
type meter struct {
	set    *subject.Set
	worker *native.Worker
}

func newMeter(t *testing.T) *meter {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a worker")
	}
	pkgs, err := load.Load(t.Context(), "..", load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	set, err := subject.Prepare(t.Context(), pkgs[0], nil, subject.SetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	bin, err := set.Build(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bin.Close() })
	w, err := native.Start(t.Context(), bin, set.Options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return &meter{set, w}
}

// most returns the most statements that one of the inputs executes.
func (m *meter) most(t *testing.T, fn string, vectors []input.Vector) (most uint64) {
	t.Helper()
	for part := range slices.Chunk(vectors, 1<<12) {
		r, err := m.worker.Measure(t.Context(), &worker.MeasureJob{Entry: m.set.Entry(fn), Vectors: part})
		if err != nil || len(r.Runs) != len(part) {
			t.Fatal(err, len(r.Runs))
		}
		for i, run := range r.Runs {
			if run.Outcome != worker.Returned {
				t.Fatalf("%s(%v) does not return", fn, part[i])
			}
			most = max(most, run.Cost.Statements)
		}
	}
	return most
}

// everything lists all inputs of a size that can make a difference.
var everything = map[string]struct {
	sizes  []int
	inputs func(n int) []input.Vector
}{
	"Alternate0":   {[]int{0, 1, 2, 3, 8}, words(2)},
	"IsPalindrome": {[]int{0, 1, 2, 3, 5, 6}, words(3)},
	"MergeSort":    {[]int{0, 1, 2, 3, 4, 5, 6}, orders},
	"QuicksortJDK": {[]int{0, 1, 2, 3, 4, 5, 6}, orders},
	"KMP": {[]int{0, 1, 2, 3}, func(n int) (all []input.Vector) {
		for _, v := range sequences(n+3, 4) {
			all = append(all, appendList(appendList(nil, v[3:]), v[:3]))
		}
		return all
	}},
	"MemoryFill":         {[]int{0, 1, 16, 17}, words(2)},
	"DepthFirstSearch":   {[]int{1, 2, 3, 4}, graphs},
	"BreadthFirstSearch": {[]int{1, 2, 3, 4}, graphs},
	"DepthFirstPaper":    {[]int{1, 2, 3, 4}, graphs},
	"BreadthFirstPaper":  {[]int{1, 2, 3, 4}, graphs},
}

// TestOptima compares the formulas with all inputs of small sizes, and what is
// said of the manual inputs with what they cost.
func TestOptima(t *testing.T) {
	m := newMeter(t)
	for _, s := range slices.Concat(Subjects(), Inferred()) {
		e := everything[s.Func]
		for _, n := range e.sizes {
			want, known := s.Optimum(n)
			if got := m.most(t, s.Func, e.inputs(n)); !known || got != want {
				t.Errorf("%s: size %d takes at most %d statements, the formula says %d, %v", s.Func, n, got, want, known)
			}
		}
	}
}

// TestManual measures the manual inputs: all of them are optimal where the
// optimum is known, but those of KMP, which lack one statement.
func TestManual(t *testing.T) {
	m := newMeter(t)
	for _, s := range slices.Concat(Subjects(), Inferred()) {
		for _, n := range []int{10, 50, 75, 100} {
			n = s.Size(n)
			got := m.most(t, s.Func, []input.Vector{s.Worst(n)})
			want, known := s.Optimum(n)
			if s.Func == "KMP" {
				want--
			}
			if known && got != want {
				t.Errorf("%s: the manual input of size %d takes %d statements, want %d", s.Func, n, got, want)
			}
		}
	}
}

// TestSortedIsNoWorstCase: in QuicksortPaper all of twenty lists in random order cost more than the sorted
// one.
func TestSortedIsNoWorstCase(t *testing.T) {
	m := newMeter(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{50, 75, 100} {
		sorted := m.most(t, "QuicksortPaper", []input.Vector{appendList(nil, Sorted(n))})
		for range 20 {
			order := rng.Perm(n)
			if cost := m.most(t, "QuicksortPaper", []input.Vector{appendList(nil, order)}); cost <= sorted {
				t.Errorf("%v costs %d statements, the sorted list %d", order, cost, sorted)
			}
		}
	}
}

// sequences lists all sequences of n letters.
func sequences(n, letters int) [][]int {
	all := [][]int{nil}
	for range n {
		var longer [][]int
		for _, s := range all {
			for c := range letters {
				longer = append(longer, append(slices.Clone(s), c))
			}
		}
		all = longer
	}
	return all
}

func words(letters int) func(n int) []input.Vector {
	return func(n int) (all []input.Vector) {
		for _, s := range sequences(n, letters) {
			all = append(all, appendList(nil, s))
		}
		return all
	}
}

// orders lists the ways in which n numbers can be ordered, equal ones among
// them.
func orders(n int) (all []input.Vector) {
	for _, s := range sequences(n, n) {
		if n == 0 || len(slices.Compact(slices.Sorted(slices.Values(s)))) == slices.Max(s)+1 {
			all = append(all, appendList(nil, s))
		}
	}
	return all
}

// graphs lists the graphs with n vertices: nobody reads the row of the last.
func graphs(n int) (all []input.Vector) {
	for _, cells := range sequences(n*(n-1), 2) {
		v := input.Vector{uint64(n) + 1}
		for row := range n - 1 {
			v = appendList(v, cells[row*n:(row+1)*n])
		}
		all = append(all, appendList(v, make([]int, n)))
	}
	return all
}

// TestKillerSorts: the adversary's answers fit the list that it makes up, so
// that the sort does the same on it.
func TestKillerSorts(t *testing.T) {
	for _, n := range []int{0, 1, 6, 7, 40, 41, 1000} {
		list := Killer(n)
		ese.QuicksortJDK(list)
		if !slices.IsSorted(list) {
			t.Errorf("size %d is not sorted", n)
		}
	}
}

func TestSizes(t *testing.T) {
	s, _ := Find("DepthFirstSearch")
	for column, want := range map[int]int{10: 3, 50: 7, 75: 9, 100: 10} {
		if got := s.Size(column); got != want {
			t.Errorf("a matrix of %d cells has %d rows, want %d", column, got, want)
		}
	}
}
