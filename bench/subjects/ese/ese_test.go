package ese

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSortsSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(-20, 20)).Draw(t, "list")
		want := slices.Sorted(slices.Values(list))
		for name, sort := range map[string]func([]int){"MergeSort": MergeSort, "QuicksortJDK": QuicksortJDK} {
			got := slices.Clone(list)
			sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%s(%v) = %v", name, list, got)
			}
		}
	})
}

// TestQuicksortLong reaches the medians of medians, and lists with many equal
// numbers.
func TestQuicksortLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.IntRange(0, rapid.IntRange(0, 200).Draw(t, "most")), 35, 200).Draw(t, "list")
		QuicksortJDK(list)
		if !slices.IsSorted(list) {
			t.Error(list)
		}
	})
}

func TestKMPFindsFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letter := rapid.IntRange(0, 2)
		text := rapid.SliceOfN(letter, 0, 40).Draw(t, "text")
		pattern := rapid.SliceOfN(letter, 0, 5).Draw(t, "pattern")
		want := -1
		for i := range len(text) - len(pattern) + 1 {
			if slices.Equal(text[i:i+len(pattern)], pattern) {
				want = i
				break
			}
		}
		if got := KMP(text, pattern); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	})
}

// TestSearchesAgree compares the two searches with the closure of the graph.
func TestSearchesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		graph := make([][]int, n)
		for i := range graph {
			graph[i] = rapid.SliceOfN(rapid.IntRange(0, 1), n, n).Draw(t, "row")
		}
		reached := make([]bool, n)
		reached[0] = true
		for range n {
			for i := range n {
				for j := range n {
					reached[j] = reached[j] || reached[i] && graph[i][j] != 0
				}
			}
		}
		if d, b := DepthFirstSearch(graph), BreadthFirstSearch(graph); d != reached[n-1] || b != d {
			t.Errorf("%v and %v, want %v", d, b, reached[n-1])
		}
	})
}

func TestLists(t *testing.T) {
	if got := Alternate0([]int{0, 1, 0, 7, 5, 0}); got != 4 {
		t.Errorf("Alternate0: %d, want 4", got)
	}
	for _, c := range []struct {
		list []int
		want bool
	}{{nil, true}, {[]int{1, 2, 0, 2, 1}, true}, {[]int{1, 2, 2, 1}, true}, {[]int{1, 2, 1, 1}, false}} {
		if got := IsPalindrome(c.list); got != c.want {
			t.Errorf("IsPalindrome(%v) = %v", c.list, got)
		}
	}
	long := slices.Repeat([]int{0, 3}, 20)
	if got := MemoryFill(long); got != [cells]int(slices.Repeat([]int{3}, cells)) {
		t.Errorf("MemoryFill of 20 zeros and 20 threes: %v", got)
	}
	if got := MemoryFill([]int{0, 3}); got != [cells]int{0, 3} {
		t.Errorf("MemoryFill of 0 and 3: %v", got)
	}
}
