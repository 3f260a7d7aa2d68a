package main

// A published is a column of a block of Koo et al. 2019, Table I or II: the number
// of symbolic variables, the length of the longest path, and how many paths each
// technique took, those included that end where a side is impossible. Zero
// stands for a dash, or for what the table leaves out.
type published struct {
	n, longest int
	unsure     bool // the length has a question mark

	exhaustive, wise, spfwca, late, pyse, pyse10 int // late is SPF-WCA trained at 6 and 7, pyse10 PySE pre-trained at 10
}

// wrong is the paper's x: what was predicted is not the longest path.
const wrong = -1

// The blocks of the tables.
var (
	paperAlign = []published{
		{n: 3, longest: 9, exhaustive: 127, wise: 1, pyse: 1},
		{n: 4, longest: 12, exhaustive: 511, wise: 1, pyse: 1},
		{n: 5, longest: 15, exhaustive: 2047, wise: 1, pyse: 1},
		{n: 10, longest: 30, wise: 1, pyse: 1},
		{n: 20, longest: 60, wise: 1, pyse: 1},
		{n: 30, longest: 90, wise: 1, pyse: 1},
		{n: 100, longest: 300, wise: 1, pyse: 2},
	}
	paperInsertionSort = []published{
		{n: 3, longest: 3, exhaustive: 6, wise: 1, pyse: 2},
		{n: 4, longest: 6, exhaustive: 24, wise: 1, pyse: 1},
		{n: 5, longest: 10, exhaustive: 120, wise: 1, pyse: 4},
		{n: 10, longest: 45, wise: 1, pyse: 4},
		{n: 20, longest: 190, wise: 1, pyse: 2},
		{n: 30, longest: 435, wise: 1, pyse: 5},
		{n: 100, longest: 3875, wise: 1, pyse: 2},
	}
	paperHeap = []published{
		{n: 3, longest: 2, exhaustive: 4, wise: 1, pyse: 1},
		{n: 4, longest: 4, exhaustive: 12, wise: 1, pyse: 1},
		{n: 5, longest: 6, exhaustive: 36, wise: 1, pyse: 1},
		{n: 10, longest: 19, exhaustive: 20736, wise: 1, pyse: 2},
		{n: 20, longest: 54, wise: 1, pyse: 2},
		{n: 30, longest: 94, wise: 1, pyse: 25},
		{n: 100, longest: 480, wise: 1, pyse: 47},
	}
	paperSearchTree = []published{
		{n: 3, longest: 3, exhaustive: 6, wise: 1, pyse: 1},
		{n: 4, longest: 6, exhaustive: 24, wise: 1, pyse: 1},
		{n: 5, longest: 10, exhaustive: 120, wise: 1, pyse: 2},
		{n: 10, longest: 45, wise: 1, pyse: 2},
		{n: 20, longest: 190, wise: 1, pyse: 2},
		{n: 30, longest: 435, wise: 1, pyse: 2},
		{n: 100, longest: 4950, wise: 1, pyse: 2},
	}
	paperGrep = []published{
		{n: 3, longest: 3, exhaustive: 4, wise: 4, spfwca: 1, late: 1, pyse: 2, pyse10: 2},
		{n: 4, longest: 3, exhaustive: 4, wise: 4, spfwca: 1, late: 1, pyse: 2, pyse10: 2},
		{n: 5, longest: 3, exhaustive: 4, wise: 4, spfwca: 1, late: 1, pyse: 2, pyse10: 2},
		{n: 10, longest: 9, exhaustive: 40, wise: 40, spfwca: 9, late: 1, pyse: 2, pyse10: 1},
		{n: 20, longest: 18, exhaustive: 1093, wise: 1093, spfwca: 243, late: 1, pyse: 2, pyse10: 2},
		{n: 30, longest: 30, exhaustive: 88573, wise: 88573, spfwca: 19683, late: 1, pyse: 3, pyse10: 3},
		{n: 100, longest: 99, late: 1, pyse: 276, pyse10: 82},
	}
	paperTour = []published{
		{n: 3, longest: 4, exhaustive: 8, wise: 8, spfwca: 1, pyse: 2},
		{n: 6, longest: 12, exhaustive: 728, wise: 728, spfwca: 1, pyse: 7},
		{n: 10, longest: 28, unsure: true, spfwca: wrong, pyse: 102},
		{n: 15, longest: 55, unsure: true, pyse: 1501},
	}
	paperDijkstra = []published{
		{n: 6, longest: 5, exhaustive: 9, wise: 7, spfwca: 3, pyse: 4},
		{n: 12, longest: 29, exhaustive: 837, wise: 518, spfwca: 269, pyse: 114},
		{n: 20, longest: 72, wise: 91275, spfwca: wrong, pyse: 1020},
		{n: 30, longest: 126, unsure: true, pyse: 5534},
	}
)
