package ese

// MergeSort sorts the list: each half by itself, and then the halves are
// merged, which takes more the longer neither of them has come to its end.
//
// In the worst list the last numbers of the two halves are the greatest at
// every merge.
func MergeSort(list []int) {
	if len(list) < 2 {
		return
	}
	middle := len(list) / 2
	left := append([]int(nil), list[:middle]...)
	right := append([]int(nil), list[middle:]...)
	MergeSort(left)
	MergeSort(right)
	merge(list, left, right)
}

// merge fills the list with two sorted ones.
func merge(list, left, right []int) {
	i, j, k := 0, 0, 0
	for i < len(left) && j < len(right) {
		if left[i] <= right[j] {
			list[k] = left[i]
			i++
		} else {
			list[k] = right[j]
			j++
		}
		k++
	}
	for i < len(left) {
		list[k] = left[i]
		i++
		k++
	}
	for j < len(right) {
		list[k] = right[j]
		j++
		k++
	}
}
