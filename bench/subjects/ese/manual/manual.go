package manual

import (
	"slices"

	"nearmiss/input"
)

// A Subject is a program with what is known of it.
type Subject struct {
	Func  string // in package ese
	Title string // in the paper's tables; the function's name if the paper's program is another
	Graph bool   // the size is the number of rows and columns

	// Fixed are parameters whose size stays the same.
	Fixed map[string]int

	// Worst returns the manual input of a size.
	Worst func(n int) input.Vector

	// Optimum returns how many statements the worst input of a size executes,
	// and whether it is known.
	Optimum func(n int) (statements uint64, known bool)
}

// Subjects returns the eight programs as they were written first, in the order of the paper's
// Table V. Three of them are not the paper's: Inferred has those.
func Subjects() []Subject {
	return []Subject{
		{Func: "Alternate0", Title: "alternate_0", Worst: list(Alternating), Optimum: proven(alternateOptimum)},
		{Func: "IsPalindrome", Title: "is_palindrome", Worst: list(Palindrome), Optimum: proven(palindromeOptimum)},
		{Func: "MergeSort", Title: "merge_sort", Worst: list(Unmerged), Optimum: proven(mergeSortOptimum)},
		{Func: "QuicksortJDK", Title: "QuicksortJDK", Worst: list(Killer), Optimum: quicksortOptimum},
		{Func: "KMP", Title: "kmp", Fixed: map[string]int{"pattern": 3}, Worst: kmpVector, Optimum: proven(kmpOptimum)},
		{Func: "MemoryFill", Title: "memory_fill", Worst: list(Filling), Optimum: proven(memoryFillOptimum)},
		{Func: "DepthFirstSearch", Title: "DepthFirstSearch", Graph: true, Worst: matrix(LastReached), Optimum: proven(depthFirstOptimum)},
		{Func: "BreadthFirstSearch", Title: "BreadthFirstSearch", Graph: true, Worst: matrix(Complete), Optimum: proven(breadthFirstOptimum)},
	}
}

// Inferred returns the programs that were inferred from the figures of the paper's Table V, where
// another one of Subjects has not its costs.
func Inferred() []Subject {
	return []Subject{
		{Func: "QuicksortPaper", Title: "quicksort_jdk", Worst: list(Sorted), Optimum: unknown},
		{Func: "DepthFirstPaper", Title: "dfs", Graph: true, Worst: matrix(LastReached), Optimum: proven(depthFirstPaperOptimum)},
		{Func: "BreadthFirstPaper", Title: "bfs", Graph: true, Worst: matrix(Complete), Optimum: proven(breadthFirstPaperOptimum)},
	}
}

// TableV returns the programs whose costs can stand beside those of the paper's Table V, in its
// order: of Subjects and Inferred.
func TableV() []Subject {
	s, p := Subjects(), Inferred()
	return []Subject{s[0], s[1], s[2], p[0], s[4], s[5], p[1], p[2]}
}

// Find returns the subject of a function.
func Find(fn string) (s Subject, ok bool) {
	for _, s := range slices.Concat(Subjects(), Inferred()) {
		if s.Func == fn {
			return s, true
		}
	}
	return Subject{}, false
}

// Size returns the size of a subject's input in the paper's column: a graph
// has as many cells, rounded to a square, as a list has numbers.
func (s Subject) Size(column int) int {
	if !s.Graph {
		return column
	}
	n := 1
	for (n+1)*(n+1)-column <= column-n*n {
		n++
	}
	return n
}

func unknown(int) (statements uint64, known bool) { return 0, false }

func proven(formula func(n int) int) func(int) (uint64, bool) {
	return func(n int) (uint64, bool) { return uint64(formula(n)), true }
}

// list makes a vector of a list of numbers.
func list(make func(n int) []int) func(int) input.Vector {
	return func(n int) input.Vector { return appendList(nil, make(n)) }
}

func appendList(v input.Vector, numbers []int) input.Vector {
	v = append(v, uint64(len(numbers))+1)
	for _, n := range numbers {
		v = append(v, uint64(n))
	}
	return v
}

// matrix makes a vector of a list of rows.
func matrix(make func(n int) [][]int) func(int) input.Vector {
	return func(n int) input.Vector {
		rows := make(n)
		v := input.Vector{uint64(len(rows)) + 1}
		for _, row := range rows {
			v = appendList(v, row)
		}
		return v
	}
}
