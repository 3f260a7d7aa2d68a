package mosa

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"nearmiss/search"

	"pgregory.net/rapid"
)

// TestRanks: equals share a rank, the ranks are dense, infinity is a fitness as
// any other, and exact distances count with the tie-break only.
func TestRanks(t *testing.T) {
	ms := people([]float64{3, 1}, []float64{1, 1}, []float64{3, math.Inf(1)}, []float64{2, 0.5})
	if got := ranksOf(ms, []int{0, 1}, false); !reflect.DeepEqual(got, [][]int{{2, 1}, {0, 1}, {2, 2}, {1, 0}}) {
		t.Error(got)
	}
	if got := ranksOf(ms, []int{1}, false); !reflect.DeepEqual(got, [][]int{{1}, {1}, {2}, {0}}) {
		t.Error("one objective:", got)
	}
	ms[0].fitness[1] = &search.Fitness{Value: 1, N: 1, Exact: [search.MaxExact]uint64{7}}
	ms[1].fitness[1] = &search.Fitness{Value: 1, N: 1, Exact: [search.MaxExact]uint64{6}}
	if got := ranksOf(ms, []int{1}, true); !reflect.DeepEqual(got, [][]int{{2}, {1}, {3}, {0}}) {
		t.Error("exact:", got)
	}
}

func TestPrefer(t *testing.T) {
	tests := []struct {
		name    string
		ranks   [][]int
		lengths []int
		want    []int
	}{
		{"one each", [][]int{{0, 2}, {1, 0}, {2, 1}}, []int{1, 1, 1}, []int{0, 1}},
		{"one for both", [][]int{{1, 1}, {0, 0}}, []int{1, 9}, []int{1}},
		{"the shorter of equals", [][]int{{0, 1}, {0, 1}, {1, 0}}, []int{5, 4, 1}, []int{1, 2}},
		{"the first of equals", [][]int{{0}, {0}}, []int{4, 4}, []int{0}},
		{"nobody", nil, nil, nil},
	}
	for _, tt := range tests {
		if got := prefer(packed(tt.ranks), tt.lengths); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func anyRanks(t *rapid.T) [][]int {
	n, m := rapid.IntRange(1, 14).Draw(t, "members"), rapid.IntRange(1, 4).Draw(t, "objectives")
	most := 3
	if rapid.IntRange(0, 9).Draw(t, "great") == 0 {
		n, m, most = n+rapid.IntRange(0, 150).Draw(t, "many"), 12*m, 12
	}
	rows := make([][]int, n)
	for i := range rows {
		rows[i] = rapid.SliceOfN(rapid.IntRange(0, most), m, m).Draw(t, "ranks")
	}
	dense(rows)
	return rows
}

// TestPreferenceSort: nobody is in two fronts, there are enough of them, no
// front is empty, and the first holds a best one for each objective and nobody
// else.
func TestPreferenceSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := anyRanks(t)
		lengths := rapid.SliceOfN(rapid.IntRange(1, 3), len(rows), len(rows)).Draw(t, "lengths")
		enough := rapid.IntRange(1, len(rows)).Draw(t, "enough")
		sorted := preferenceSort(packed(rows), lengths, enough)
		seen := map[int]bool{}
		for _, front := range sorted {
			if len(front) == 0 || len(seen) >= enough {
				t.Fatalf("%v has a front too many", sorted)
			}
			for _, i := range front {
				if seen[i] {
					t.Fatalf("%d is in two fronts of %v", i, sorted)
				}
				seen[i] = true
			}
		}
		if len(seen) < enough {
			t.Fatalf("%v are fewer than %d", sorted, enough)
		}
		useful := map[int]bool{}
		for k := range rows[0] {
			var best []int
			for _, i := range sorted[0] {
				if !slices.ContainsFunc(rows, func(r []int) bool { return r[k] < rows[i][k] }) {
					best, useful[i] = append(best, i), true
				}
			}
			if len(best) == 0 {
				t.Fatalf("objective %d has no best in %v", k, sorted[0])
			}
		}
		if len(useful) != len(sorted[0]) {
			t.Fatalf("%v holds more than the best", sorted[0])
		}
	})
}
