package manual

import (
	"testing"

	"nearmiss/input"

	"pgregory.net/rapid"
)

// A listing counts the lines of Python that the paper's graph programs execute, as a tracer of lines
// does: a loop's line counts when it takes an element, and when there is none left.
type listing struct {
	graph [][]int
	lines uint64
}

func (l *listing) line(times int) { l.lines += uint64(times) }

// outgoing lists the neighbors of a vertex, without a line.
func (l *listing) outgoing(vertex int) (list []int) {
	for neighbor, edge := range l.graph[vertex] {
		if edge != 0 && neighbor != vertex {
			list = append(list, neighbor)
		}
	}
	return list
}

// dfs is Listing 3.
func (l *listing) dfs() bool {
	l.line(1) // return
	return l.doSearch(0, map[int]bool{})
}

func (l *listing) doSearch(current int, visited map[int]bool) bool {
	l.line(1) // if
	if current == len(l.graph)-1 {
		l.line(1) // return
		return true
	}
	l.line(1) // append
	visited[current] = true
	for _, neighbor := range l.outgoing(current) {
		l.line(2) // for, if
		if !visited[neighbor] {
			l.line(1) // if
			if l.doSearch(neighbor, visited) {
				l.line(1) // return
				return true
			}
		}
	}
	l.line(2) // for, return
	return false
}

// bfs is what BreadthFirstPaper says.
func (l *listing) bfs() bool {
	l.line(2) // two assignments
	visited, queue := map[int]bool{0: true}, []int{0}
	for len(queue) > 0 {
		l.line(3) // while, the next, if
		current := queue[0]
		queue = queue[1:]
		if current == len(l.graph)-1 {
			l.line(1) // return
			return true
		}
		for _, neighbor := range l.outgoing(current) {
			l.line(2) // for, if
			if !visited[neighbor] {
				l.line(2) // two calls
				visited[neighbor] = true
				queue = append(queue, neighbor)
			}
		}
		l.line(1) // for
	}
	l.line(2) // while, return
	return false
}

// TestStatementsAreLines: the graph programs that were inferred execute as many statements as the
// paper's lines.
func TestStatementsAreLines(t *testing.T) {
	m := newMeter(t)
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(rt, "n")
		edges := rapid.SampledFrom([]int{1, 2, 4}).Draw(rt, "most")
		graph := make([][]int, n)
		for i := range graph {
			graph[i] = rapid.SliceOfN(rapid.IntRange(0, edges), n, n).Draw(rt, "row")
		}
		v := matrix(func(int) [][]int { return graph })(n)
		depth, breadth := &listing{graph: graph}, &listing{graph: graph}
		if depth.dfs() != breadth.bfs() {
			rt.Fatal("the two searches do not agree")
		}
		for fn, want := range map[string]uint64{"DepthFirstPaper": depth.lines, "BreadthFirstPaper": breadth.lines} {
			if got := m.most(t, fn, []input.Vector{v}); got != want {
				rt.Errorf("%s executes %d statements on %v, and the listing %d lines", fn, got, graph, want)
			}
		}
	})
}
