package cover

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
)

// The comments of earlier tests name branches by lines, which edits of the code move. As an edit
// moves all lines below it by the same number, the lines are found again: of the ways to move the
// lines of a file, the one is chosen with the fewest changes of the distance, the fewest places
// without a condition, and the most rows that are named after the condition at their place.

// Costs of moving the lines of a file.
const (
	costTurn    = 3  // the distance changes between two lines
	costMissing = 2  // there is no condition at the place
	costNamed   = -1 // a row at the place has the name of its condition
	mostShifts  = 24 // distances to try
)

// A spot is a place in a file.
type spot struct{ line, col int }

// A rowClaim is a column of a line that a row claims, with the name of the row, "" if it does not follow the condition.
type rowClaim struct {
	col int
	row string
}

// moved finds the cheapest way to move the claimed lines of one file, by dynamic programming over
// the lines in order and the distance of each.
func (l *labels) moved(file string, lines map[int][]rowClaim) map[int]int {
	order, shifts := slices.Sorted(maps.Keys(lines)), l.shifts(file, lines)
	costs := make([]int, len(shifts))
	for i, d := range shifts {
		if d != 0 {
			costs[i] = costTurn
		}
	}
	from := make([][]int, len(order)) // for each line and distance, the index of the distance before
	for k, line := range order {
		next := make([]int, len(shifts))
		from[k] = make([]int, len(shifts))
		for i, d := range shifts {
			best := i
			for j := range shifts {
				if costs[j]+costTurn < costs[best]+turn(best, i) {
					best = j
				}
			}
			from[k][i] = best
			next[i] = costs[best] + turn(best, i) + l.cost(file, lines[line], line+d)
		}
		costs = next
	}
	to := map[int]int{}
	at := slices.Index(costs, slices.Min(costs))
	for k := len(order) - 1; k >= 0; k-- {
		to[order[k]] = order[k] + shifts[at]
		at = from[k][at]
	}
	return to
}

func turn(from, to int) int {
	if from == to {
		return 0
	}
	return costTurn
}

// shifts lists the distances at which most lines find their columns, 0 first.
func (l *labels) shifts(file string, lines map[int][]rowClaim) []int {
	count := map[int]int{}
	for line, claims := range lines {
		for at := range l.places[file] {
			if slices.ContainsFunc(claims, func(c rowClaim) bool { return c.col == at.col }) {
				count[at.line-line]++
			}
		}
	}
	delete(count, 0)
	list := slices.SortedFunc(maps.Keys(count), func(a, b int) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	return append([]int{0}, list[:min(len(list), mostShifts)]...)
}

// cost returns the cost of moving the claims on a line to another one.
func (l *labels) cost(file string, claims []rowClaim, line int) (sum int) {
	for _, c := range claims {
		if !l.places[file][spot{line, c.col}] {
			sum += costMissing
		}
		place := placeName(file, line, c.col)
		if c.row != "" && slices.ContainsFunc(heads(c.row), func(name string) bool { return slices.Contains(l.named[name], place) }) {
			sum += costNamed
		}
	}
	return sum
}

func placeName(file string, line, col int) string {
	return file + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(col)
}
