package pyse

import "slices"

// passes is how often 2-opt goes over a way at most.
const passes = 3

// Tour returns the length of a way through all cities that is short, if not the
// shortest. The distances are the upper triangle of a symmetric matrix, row by
// row: 3, 6, 10 or 15 of them for three to six cities. Distances beyond the last
// full triangle are left out.
//
// As in the paper's program the way is open, made of the shortest edges that fit
// (greedy) and then improved by 2-opt, in three passes at most. The edges are
// sorted as Python sorts short lists, by insertion after the run at the beginning:
// all of the paper's counts for three and four cities are those of that sort, as
// 2-opt has nothing to do below five. For five and six cities the sort takes at
// most 26 and 46 comparisons and 2-opt 2 and 9, and some distances take all.
//
// Distances may be negative, and are added as 64-bit numbers: no sum wraps.
func Tour(distances []int32) int {
	m := triangle{distances, citiesOf(len(distances))}
	way := m.greedy()
	for range passes {
		if !m.twoOpt(way) {
			break
		}
	}
	return m.length(way)
}

// triangle is a symmetric matrix of distances.
type triangle struct {
	distances []int32
	cities    int
}

// citiesOf returns how many cities have a number of distances.
func citiesOf(distances int) int {
	n := 1
	for n*(n+1)/2 <= distances {
		n++
	}
	return n
}

func (m triangle) between(a, b int) int {
	if a > b {
		a, b = b, a
	}
	return int(m.distances[a*(2*m.cities-a-1)/2+b-a-1])
}

func (m triangle) length(way []int) int {
	sum := 0
	for i := 1; i < len(way); i++ {
		sum += m.between(way[i-1], way[i])
	}
	return sum
}

// greedy returns a way of the shortest edges: an edge fits if it makes neither
// a fork nor a circle of the fragments that there are.
func (m triangle) greedy() []int {
	fragment := make([]int, m.cities) // of each city
	for c := range fragment {
		fragment[c] = c
	}
	next := make([][]int, m.cities)
	for _, e := range m.sorted() {
		if len(next[e.a]) == 2 || len(next[e.b]) == 2 || fragment[e.a] == fragment[e.b] {
			continue
		}
		next[e.a] = append(next[e.a], e.b)
		next[e.b] = append(next[e.b], e.a)
		joined := fragment[e.b]
		for c := range fragment {
			if fragment[c] == joined {
				fragment[c] = fragment[e.a]
			}
		}
	}
	return follow(next)
}

// follow returns the way that leads from neighbour to neighbour, from the end
// with the lower number.
func follow(next [][]int) []int {
	at, from := 0, -1
	for len(next[at]) == 2 {
		at++
	}
	way := []int{at}
	for len(way) < len(next) {
		to := next[at][0]
		if to == from {
			to = next[at][1]
		}
		way = append(way, to)
		at, from = to, at
	}
	return way
}

// twoOpt goes once over all pairs of edges a-b and c-d of the way, and turns the
// part from b to c if a-c and b-d are shorter. It reports whether it turned any.
// Parts of two cities it leaves as they are, as the paper's program does.
func (m triangle) twoOpt(way []int) bool {
	improved := false
	for b := 1; b < len(way); b++ {
		for c := b + 2; c+1 < len(way); c++ {
			old := m.between(way[b-1], way[b]) + m.between(way[c], way[c+1])
			if old > m.between(way[b-1], way[c])+m.between(way[b], way[c+1]) {
				slices.Reverse(way[b : c+1])
				improved = true
			}
		}
	}
	return improved
}

type edge struct {
	length int32
	a, b   int
}

// sorted returns the edges by their length.
func (m triangle) sorted() []edge {
	list := make([]edge, 0, len(m.distances))
	for a := range m.cities {
		for b := a + 1; b < m.cities; b++ {
			list = append(list, edge{m.distances[len(list)], a, b})
		}
	}
	for i := firstRun(list); i < len(list); i++ {
		insert(list[:i+1])
	}
	return list
}

// firstRun returns how many edges at the beginning of the list are in order,
// once they are turned if each is shorter than the one before.
func firstRun(list []edge) int {
	if len(list) < 2 {
		return len(list)
	}
	n := 2
	if list[1].length < list[0].length {
		for n < len(list) && list[n].length < list[n-1].length {
			n++
		}
		slices.Reverse(list[:n])
		return n
	}
	for n < len(list) && list[n].length >= list[n-1].length {
		n++
	}
	return n
}

// insert moves the last edge to its place among the others, which are in
// order, by binary search.
func insert(list []edge) {
	last := len(list) - 1
	e := list[last]
	low, high := 0, last
	for low < high {
		middle := (low + high) / 2
		if e.length < list[middle].length {
			high = middle
		} else {
			low = middle + 1
		}
	}
	copy(list[low+1:], list[low:last])
	list[low] = e
}
