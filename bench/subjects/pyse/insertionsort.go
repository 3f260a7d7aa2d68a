package pyse

// InsertionSort sorts the list by insertion. A list that descends takes
// n(n-1)/2 comparisons. The paper has 3875 for 100 numbers, which is not the
// longest: that is 4950.
func InsertionSort(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
