package manual

// Unmerged is a list on which every merge of MergeSort compares until the
// last number of either half is left.
func Unmerged(n int) []int {
	return unmerge(Sorted(n))
}

// unmerge returns the list that is sorted to the given one, of which the
// greatest numbers end different halves. Which numbers are in which half is
// free at every merge.
func unmerge(sorted []int) []int {
	n := len(sorted)
	if n < 2 {
		return sorted
	}
	var left, right []int
	for i, v := range sorted {
		// The left half is the shorter one: it takes every other number,
		// counted from the end.
		if (n-i)%2 == 0 {
			left = append(left, v)
		} else {
			right = append(right, v)
		}
	}
	return append(unmerge(left), unmerge(right)...)
}

// mergeSortOptimum adds up the merges. A number that is merged by a comparison
// takes five statements, one that is left over takes four, so that a merge of
// n numbers takes most if only one is left over. unmerge does that at every
// merge at once.
func mergeSortOptimum(n int) int {
	if n < 2 {
		return 2
	}
	rest := 7 + 4 // the statements of MergeSort and, apart from rounds, of merge
	return rest + 5*(n-1) + 4 + mergeSortOptimum(n/2) + mergeSortOptimum(n-n/2)
}
