package mosa

import (
	"reflect"
	"slices"
	"testing"

	"nearmiss/search"

	"pgregory.net/rapid"
)

// packed is the ranking with these ranks, a row for each member.
func packed(rows [][]int) *ranking {
	if len(rows) == 0 {
		return newRanking(0, 0)
	}
	r := newRanking(len(rows), len(rows[0]))
	for i, row := range rows {
		for k, rank := range row {
			r.set(i, k, rank)
		}
	}
	return r
}

func (r *ranking) unpacked() (rows [][]int) {
	for i := range r.members {
		var row []int
		for k := range r.objectives {
			row = append(row, r.at(i, k))
		}
		rows = append(rows, row)
	}
	return rows
}

// dense makes ranks of any numbers: under each objective every rank up to the
// greatest is somebody's.
func dense(rows [][]int) {
	for k := range rows[0] {
		var have []int
		for _, row := range rows {
			have = append(have, row[k])
		}
		slices.Sort(have)
		have = slices.Compact(have)
		for _, row := range rows {
			row[k], _ = slices.BinarySearch(have, row[k])
		}
	}
}

// ranksOf ranks members for the first time.
func ranksOf(members []*member, objectives []int, lexicographic bool) [][]int {
	r := ranker{lexicographic: lexicographic}
	return r.rank(members, objectives).unpacked()
}

// TestPacked: what is put into words comes out of them, and words are compared
// as the numbers in them are.
func TestPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := anyRanks(t)
		r := packed(rows)
		if got := r.unpacked(); !reflect.DeepEqual(got, rows) {
			t.Fatalf("%v, want %v", got, rows)
		}
		for a := range min(len(rows), 20) {
			for b := range min(len(rows), 20) {
				wantLess, wantMore := 0, 0
				for k := range rows[a] {
					if rows[a][k] < rows[b][k] {
						wantLess++
					} else if rows[a][k] > rows[b][k] {
						wantMore++
					}
				}
				if less, more := r.count(a, b); less != wantLess || more != wantMore {
					t.Fatalf("%v, %v: %d, %d", rows[a], rows[b], less, more)
				}
			}
		}
	})
}

// naiveRanks counts the better fitness values.
func naiveRanks(members []*member, objectives []int, lexicographic bool) (rows [][]int) {
	for _, m := range members {
		var row []int
		for _, o := range objectives {
			better := map[search.Fitness]bool{}
			for _, other := range members {
				if f := other.fitness[o]; f.Less(m.fitness[o], lexicographic) {
					key := search.Fitness{Value: f.Value}
					if lexicographic {
						key.N, key.Exact = f.N, f.Exact
					}
					better[key] = true
				}
			}
			row = append(row, len(better))
		}
		rows = append(rows, row)
	}
	return rows
}

// TestRankerLaw: a ranker that has seen other generations and other objectives
// before ranks as a new one does.
func TestRankerLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const objectives = 5
		lexicographic := rapid.Bool().Draw(t, "lexicographic")
		r := ranker{lexicographic: lexicographic}
		var members []*member
		for range rapid.IntRange(1, 6).Draw(t, "generations") {
			members = slices.DeleteFunc(rapid.Permutation(members).Draw(t, "order"), func(*member) bool { return rapid.Bool().Draw(t, "dies") })
			for range rapid.IntRange(1, 8).Draw(t, "children") {
				m := &member{}
				for range objectives {
					f := &search.Fitness{Value: float64(rapid.IntRange(0, 3).Draw(t, "value")) + float64(rapid.IntRange(0, 3).Draw(t, "bits"))/(1<<50), N: rapid.IntRange(0, 1).Draw(t, "n")}
					for i := range f.N {
						f.Exact[i] = rapid.Uint64Range(0, 2).Draw(t, "exact")
					}
					m.fitness = append(m.fitness, f)
				}
				members = append(members, m)
			}
			var asked []int
			for o := range objectives {
				if rapid.Bool().Draw(t, "asked") {
					asked = append(asked, o)
				}
			}
			want := naiveRanks(members, asked, lexicographic)
			if got := r.rank(members, asked).unpacked(); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
	})
}
