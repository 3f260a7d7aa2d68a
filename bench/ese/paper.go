package main

// columns are the sizes of Aquino et al. 2020, Table V.
var columns = []int{10, 50, 75, 100}

// published is Table V: by program, and by column, the cost of the manual
// input and of what each technique found; those of ESE, RAND and EvoSuite are
// means over ten runs.
var published = map[string]map[int]row{
	"alternate_0": {
		10:  {61, 61, 61, 61, 61, 61, 61},
		50:  {301, 301, 277, 269, 267, 301, 301},
		75:  {451, 451, 413, 393, 391, 451, 409},
		100: {601, 601, 543, 517, 517, 601, 547},
	},
	"is_palindrome": {
		10:  {22, 22, 22, 22, 22, 22, 3},
		50:  {102, 102, 37, 102, 102, 102, 3},
		75:  {152, 152, 37, 152, 152, 152, 3},
		100: {202, 202, 37, 202, 202, 202, 3},
	},
	"merge_sort": {
		10:  {279, 279, 279, 277, 276, 279, 279},
		50:  {2019, 2016, 2003, 1939, 1939, 2008, 2018},
		75:  {3249, 3239, 3218, 3108, 3108, 3242, 3249},
		100: {4549, 4530, 4501, 4341, 4341, 4527, 4535},
	},
	"quicksort_jdk": {
		10:  {348, 321, 302, 248, 248, 296, 319},
		50:  {1665, 1485, 1232, 548, 512, 562, 1407},
		75:  {2528, 2125, 1750, 673, 635, 685, 2170},
		100: {3666, 2730, 2252, 798, 764, 846, 2696},
	},
	"kmp": {
		10:  {83, 83, 80, 83, 83, 83, 54},
		50:  {363, 334, 306, 306, 306, 306, 214},
		75:  {538, 478, 444, 442, 442, 442, 317},
		100: {713, 606, 587, 581, 578, 578, 414},
	},
	"memory_fill": {
		10:  {25, 25, 25, 25, 25, 25, 25},
		50:  {222, 222, 212, 188, 186, 186, 222},
		75:  {322, 322, 301, 263, 261, 261, 322},
		100: {422, 422, 390, 336, 334, 334, 422},
	},
	"dfs": {
		10:  {18, 18, 18, 18, 18, 18, 18},
		50:  {94, 94, 82, 78, 78, 85, 64},
		75:  {156, 156, 122, 116, 116, 116, 86},
		100: {193, 193, 143, 133, 133, 138, 129},
	},
	"bfs": {
		10:  {26, 26, 26, 26, 26, 26, 26},
		50:  {114, 114, 102, 114, 114, 114, 114},
		75:  {182, 182, 146, 182, 182, 182, 182},
		100: {222, 222, 176, 222, 222, 222, 222},
	},
}

type row struct{ manual, ese, rand, dfs, wise, spfwca, evosuite float64 }

// cost returns what the paper has for an algorithm. EvoSuite is a genetic algorithm over inputs.
func (r row) cost(algo string) (v float64, ok bool) {
	v, ok = map[string]float64{"ese": r.ese, "rand": r.rand, "dfs": r.dfs, "wise": r.wise, "spfwca": r.spfwca, "ga": r.evosuite}[algo]
	return v, ok && r.manual > 0
}

// share returns what the paper has for an algorithm at a cell as a share of the manual cost. The
// manual input of quicksort_jdk/10 is not known, so that there are no shares of its cost.
func share(c cell, algo string) (v float64, ok bool) {
	r := published[c.subject.Title][c.column]
	v, ok = r.cost(algo)
	return v / r.manual, ok && c.name() != "quicksort_jdk/10"
}
