package ese

// QuicksortJDK sorts the list by the quicksort of Bentley and McIlroy
// ("Engineering a sort function", 1993) with the bounds of the JDK 1.5: up to
// 6 numbers by insertion; else around a pivot, which is the middle one of 7,
// the median of three up to 40, and the median of three such medians above.
//
// Short lists say nothing of the worst long one. An adversary (McIlroy, "A
// killer adversary for quicksort", 1999) makes long ones that take quadratic
// time; how many statements the worst takes is not known.
func QuicksortJDK(list []int) {
	if len(list) < 7 {
		insertionSort(list)
		return
	}
	less, greater := partition(list, list[pivotOf(list)])
	if less > 1 {
		QuicksortJDK(list[:less])
	}
	if greater > 1 {
		QuicksortJDK(list[len(list)-greater:])
	}
}

// insertionSort sorts a short list.
func insertionSort(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j-1] > list[j]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}

// pivotOf returns the place of the pivot.
func pivotOf(list []int) int {
	n := len(list)
	low, middle, high := 0, n/2, n-1
	if n > 7 {
		if n > 40 {
			step := n / 8
			low = medianOf(list, low, low+step, low+2*step)
			middle = medianOf(list, middle-step, middle, middle+step)
			high = medianOf(list, high-2*step, high-step, high)
		}
		middle = medianOf(list, low, middle, high)
	}
	return middle
}

// medianOf returns the place of the median of the numbers at three places.
func medianOf(list []int, a, b, c int) int {
	if list[a] < list[b] {
		if list[b] < list[c] {
			return b
		}
		if list[a] < list[c] {
			return c
		}
		return a
	}
	if list[b] > list[c] {
		return b
	}
	if list[a] > list[c] {
		return c
	}
	return a
}

// partition moves what is less than the pivot to the beginning of the list,
// what is greater to its end, and what is equal between them. It returns how
// many numbers are less and how many greater. On the way equal numbers are
// kept at both ends:
//
//	equal | less | not seen | greater | equal
//	      left   up      down         right
func partition(list []int, pivot int) (less, greater int) {
	left, up := 0, 0
	down, right := len(list)-1, len(list)-1
	for {
		for up <= down && list[up] <= pivot {
			if list[up] == pivot {
				list[left], list[up] = list[up], list[left]
				left++
			}
			up++
		}
		for up <= down && list[down] >= pivot {
			if list[down] == pivot {
				list[down], list[right] = list[right], list[down]
				right--
			}
			down--
		}
		if up > down {
			break
		}
		list[up], list[down] = list[down], list[up]
		up++
		down--
	}
	exchange(list[:up], left)
	exchange(list[up:], right-down)
	return up - left, right - down
}

// exchange swaps the first n numbers of the list with what follows them, in
// any order: as few as possible are moved.
func exchange(list []int, n int) {
	end := len(list) - 1
	for i := range min(n, len(list)-n) {
		list[i], list[end-i] = list[end-i], list[i]
	}
}
