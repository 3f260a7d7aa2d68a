package pyse

// InsertionSort sorts the list by insertion. A list that descends takes
// n(n-1)/2 comparisons: 4950 of 100 numbers, for which the paper has 3875.
func InsertionSort(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
