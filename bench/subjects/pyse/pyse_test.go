package pyse

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// runs is how many random inputs a test takes.
const runs = 2000

func generator() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// letters returns a random text of the letters given.
func letters(rng *rand.Rand, most int, of string) []byte {
	text := make([]byte, rng.IntN(most+1))
	for i := range text {
		text[i] = of[rng.IntN(len(of))]
	}
	return text
}

// numbers returns a random list, often with equal numbers.
func numbers(rng *rand.Rand, most int) []int {
	list := make([]int, rng.IntN(most+1))
	for i := range list {
		list[i] = rng.IntN(21) - 10
	}
	return list
}

// TestAlign compares with the longest common subsequence, which is what the
// score is if gaps cost nothing.
func TestAlign(t *testing.T) {
	rng := generator()
	for range runs {
		text := letters(rng, 10, "ACGT")
		if got, want := Align(text), common(string(text), sequence); got != want {
			t.Fatalf("Align(%s) = %d, want %d", text, got, want)
		}
	}
}

// common is the length of the longest common subsequence.
func common(a, b string) int {
	switch {
	case a == "" || b == "":
		return 0
	case a[0] == b[0]:
		return 1 + common(a[1:], b[1:])
	}
	return max(common(a[1:], b), common(a, b[1:]))
}

func TestInsertionSort(t *testing.T) {
	rng := generator()
	for range runs {
		list := numbers(rng, 12)
		want := slices.Sorted(slices.Values(list))
		if InsertionSort(list); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	}
}

func TestEnqueue(t *testing.T) {
	rng := generator()
	for range runs {
		list := numbers(rng, 20)
		queue := Enqueue(list)
		for i := 1; i < len(queue); i++ {
			if queue[i] < queue[(i-1)/2] {
				t.Fatalf("Enqueue(%v) = %v: %d is less than its parent", list, queue, queue[i])
			}
		}
		slices.Sort(list)
		if slices.Sort(queue); !slices.Equal(queue, list) {
			t.Fatalf("%v, want %v", queue, list)
		}
	}
}

func TestBuildTree(t *testing.T) {
	rng := generator()
	for range runs {
		list := numbers(rng, 12)
		var got []int
		var walk func(n *node) int
		walk = func(n *node) int {
			if n == nil {
				return 0
			}
			left := walk(n.left)
			got = append(got, n.key)
			return 1 + max(left, walk(n.right))
		}
		height := walk(build(list))
		if want := slices.Sorted(slices.Values(list)); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		if h := BuildTree(list); h != height {
			t.Fatalf("BuildTree(%v) = %d, want %d", list, h, height)
		}
	}
}

func TestFind(t *testing.T) {
	rng := generator()
	missed := 0
	for range runs {
		text := letters(rng, 12, "abcd")
		want := strings.Index(string(text), key)
		if got := Find(text); got != want {
			t.Fatalf("Find(%s) = %d, want %d", text, got, want)
		}
		switch got := FindBlind(text); {
		case got == want:
		case got >= 0 && string(text[got:got+len(key)]) != key:
			t.Fatalf("FindBlind(%s) = %d", text, got)
		default:
			missed++
		}
	}
	if missed == 0 {
		t.Error("FindBlind misses no key")
	}
	if got := FindBlind([]byte("aabc")); got != -1 {
		t.Errorf("FindBlind(aabc) = %d", got)
	}
}

// TestGoodSuffixes asks for the shifts that the paper's counts need.
func TestGoodSuffixes(t *testing.T) {
	if got, want := goodSuffixes(), [len(key)]int{3, 3, 1}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func distances(rng *rand.Rand, n, most int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = rng.Int32N(int32(most + 1))
	}
	return list
}

// TestTour: a way goes through each city once, is no longer than the greedy
// one, and no shorter than the shortest.
func TestTour(t *testing.T) {
	rng := generator()
	improved := 0
	for range runs {
		cities := 1 + rng.IntN(6)
		m := triangle{distances(rng, cities*(cities-1)/2, 30), cities}
		way := m.greedy()
		greedy, got := m.length(way), Tour(m.distances)
		m.twoOpt(way)
		all := slices.Sorted(slices.Values(way))
		for c := range all {
			if all[c] != c || len(all) != cities {
				t.Fatalf("%v: way %v", m, way)
			}
		}
		if least := m.shortest(make([]bool, cities), -1, cities); got > greedy || got < least {
			t.Fatalf("%v: %d, greedy %d, shortest %d", m, got, greedy, least)
		}
		if got < greedy {
			improved++
		}
	}
	if improved == 0 {
		t.Error("2-opt improves nothing")
	}
}

// shortest tries all ways through the cities that are left.
func (m triangle) shortest(been []bool, at, left int) int {
	best := 0
	if left > 0 {
		best = 1 << 30
	}
	for c := range m.cities {
		if been[c] {
			continue
		}
		been[c] = true
		d := m.shortest(been, c, left-1)
		if at >= 0 {
			d += m.between(at, c)
		}
		best = min(best, d)
		been[c] = false
	}
	return best
}

// TestSorted: edges of equal length keep their order.
func TestSorted(t *testing.T) {
	rng := generator()
	for range runs {
		cities := 1 + rng.IntN(7)
		m := triangle{distances(rng, cities*(cities-1)/2, 15), cities}
		if list := m.sorted(); !slices.IsSortedFunc(list, func(x, y edge) int {
			if x.length != y.length {
				return int(x.length - y.length)
			}
			return (x.a-y.a)*cities + x.b - y.b
		}) {
			t.Fatalf("%v", list)
		}
	}
}

// TestShortestPath compares with the algorithm of Floyd and Warshall.
func TestShortestPath(t *testing.T) {
	rng := generator()
	for range runs {
		n := 1 + rng.IntN(6)
		list := distances(rng, n*(n-1), 20)
		far := make([][]int, n)
		for u := range far {
			far[u] = make([]int, n)
			for v := range n {
				if v != u {
					far[u][v] = int(list[place(n, u, v)])
				}
			}
		}
		for w := range n {
			for u := range n {
				for v := range n {
					far[u][v] = min(far[u][v], far[u][w]+far[w][v])
				}
			}
		}
		if got := ShortestPath(list); got != far[0][n-1] {
			t.Fatalf("ShortestPath(%v) = %d, want %d", list, got, far[0][n-1])
		}
	}
}

// TestQueue takes entries out in their order.
func TestQueue(t *testing.T) {
	rng := generator()
	for range runs {
		var q entries
		for i, v := range numbers(rng, 20) {
			q.push(entry{v, i})
		}
		for last := (entry{-100, 0}); len(q) > 0; {
			e := q.pop()
			if e.less(last) {
				t.Fatalf("%v after %v", e, last)
			}
			last = e
		}
	}
}
