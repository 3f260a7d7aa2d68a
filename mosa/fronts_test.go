package mosa

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestDominance(t *testing.T) {
	for _, tt := range []struct {
		a, b []int
		want int
	}{
		{[]int{1, 2}, []int{1, 2}, 0},
		{[]int{1, 2}, []int{1, 3}, -1},
		{[]int{1, 2}, []int{0, 2}, 1},
		{[]int{1, 2, 0}, []int{0, 3, 0}, 0},
	} {
		r := packed([][]int{tt.a, tt.b})
		if got := dominance(r.row(0), r.row(1), r.spare); got != tt.want || dominance(r.row(1), r.row(0), r.spare) != -tt.want {
			t.Errorf("%v, %v: %d", tt.a, tt.b, got)
		}
	}
}

// naiveFronts takes away again and again what nothing that is left dominates,
// by the definition.
func naiveFronts(rows [][]int, list []int) (out [][]int) {
	for len(list) > 0 {
		dominated := func(i int) bool {
			return slices.ContainsFunc(list, func(j int) bool {
				less, more := 0, 0
				for k := range rows[i] {
					if rows[j][k] < rows[i][k] {
						less++
					} else if rows[j][k] > rows[i][k] {
						more++
					}
				}
				return less > 0 && more == 0
			})
		}
		var front, rest []int
		for _, i := range list {
			if dominated(i) {
				rest = append(rest, i)
			} else {
				front = append(front, i)
			}
		}
		out, list = append(out, front), rest
	}
	return out
}

func TestFronts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := anyRanks(t)
		var list []int
		for i := range rows {
			if rapid.Bool().Draw(t, "listed") {
				list = append(list, i)
			}
		}
		want := naiveFronts(rows, list)
		if got := fronts(packed(rows), list, len(rows)); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		enough := rapid.IntRange(0, len(rows)).Draw(t, "enough")
		n := 0
		for i, front := range want {
			if n >= enough {
				want = want[:i]
				break
			}
			n += len(front)
		}
		if got := fronts(packed(rows), list, enough); len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("enough for %d: %v, want %v", enough, got, want)
		}
	})
}

// TestCrowd: 0 beats 1 under two objectives of three and 2 under one, and so
// on; who stands alone is not crowded, and equals are as crowded as can be.
func TestCrowd(t *testing.T) {
	rows := [][]int{{0, 0, 2}, {1, 1, 0}, {2, 0, 1}, {0, 0, 2}}
	for _, tt := range []struct{ front, want []int }{
		{[]int{0, 1, 2}, []int{1, 1, 1}},
		{[]int{0, 1}, []int{2, 1}},
		{[]int{1, 0}, []int{1, 2}},
		{[]int{0, 2, 3}, []int{0, 1, 0}},
		{[]int{2}, []int{math.MaxInt}},
		{nil, []int{}},
	} {
		if got := crowd(packed(rows), tt.front); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v", tt.front, got)
		}
	}
}

// TestCrowdLaw: by the definition.
func TestCrowdLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := anyRanks(t)
		front := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range rows {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "front")
		for at, d := range crowd(packed(rows), front) {
			want := math.MaxInt
			for other := range front {
				better := 0
				for k := range rows[0] {
					if rows[front[at]][k] < rows[front[other]][k] {
						better++
					}
				}
				if other != at {
					want = min(want, better)
				}
			}
			if d != want {
				t.Fatalf("%d in %v: %d, want %d", front[at], front, d, want)
			}
		}
	})
}
