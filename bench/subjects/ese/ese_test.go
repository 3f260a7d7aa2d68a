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
		for name, sort := range map[string]func([]int){"MergeSort": MergeSort, "QuicksortJDK": QuicksortJDK, "QuicksortPaper": QuicksortPaper} {
			if name == "QuicksortPaper" && len(list) == 0 {
				continue // it has no answer
			}
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
		for _, sort := range []func([]int){QuicksortJDK, QuicksortPaper} {
			sorted := slices.Clone(list)
			sort(sorted)
			if !slices.IsSorted(sorted) {
				t.Error(sorted)
			}
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

// TestSearchesAgree compares the searches with the closure of the graph.
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
		for name, search := range map[string]func([][]int) bool{
			"DepthFirstSearch": DepthFirstSearch, "BreadthFirstSearch": BreadthFirstSearch,
			"DepthFirstPaper": DepthFirstPaper, "BreadthFirstPaper": BreadthFirstPaper,
		} {
			if got := search(graph); got != reached[n-1] {
				t.Errorf("%s: %v, want %v", name, got, reached[n-1])
			}
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
