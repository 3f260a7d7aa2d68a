package ese

// QuicksortPaper sorts a list of at least one number by the quicksort of Bentley and McIlroy
// ("Engineering a sort function", 1993) as the paper describes its quicksort_jdk (section 4.2): around
// the middle number of less than 7, the median of three numbers up to 40, and the median of three such
// medians above. It has no insertion sort, which the JDK 1.5 and QuicksortJDK have below 7.
//
// The program is inferred, from these figures of the paper's Table V:
//
//   - The manual costs of 50, 75 and 100 numbers, 1665, 2528 and 3666, are those of a sorted list. They
//     grow linearly, which no quadratic input does. With the insertion sort, or with a function that
//     swaps, a sorted list costs hundreds more or less.
//   - The costs of DFS, 548, 673 and 798, and of WISE, 512, 635 and 764, are those of the walk with the
//     side true first after some thousand paths, and after about a thousand.
//
// Two things are set by the figures alone. One line in the medians of nine is not in the JDK: double
// stands for it. And the costs of 10 numbers do not fit: DFS has 248 there and 247 here, and the manual
// input costs 348, where a sorted list costs 262.
//
// A sorted list is no worst case: lists in random order cost more.
func QuicksortPaper(list []int) {
	quicksort(list)
}

func quicksort(list []int) {
	middle := len(list) / 2
	if len(list) >= 7 {
		low := 0
		high := len(list) - 1
		if len(list) > 40 {
			step := len(list) / 8
			double := 2 * step
			low = medianOf(list, low, low+step, low+double)
			middle = medianOf(list, middle-step, middle, middle+step)
			high = medianOf(list, high-double, high-step, high)
		}
		middle = medianOf(list, low, middle, high)
	}
	pivot := list[middle]
	left := 0 // the places as in partition
	up := left
	down := len(list) - 1
	right := down
	for up <= down {
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
		if up <= down {
			list[up], list[down] = list[down], list[up]
			up++
			down--
		}
	}
	end := len(list)
	equal := min(left, up-left)
	exchangeRuns(list, 0, up-equal, equal)
	equal = min(right-down, end-1-right)
	exchangeRuns(list, up, end-equal, equal)
	less := up - left
	if less > 1 {
		quicksort(list[:less])
	}
	greater := right - down
	if greater > 1 {
		quicksort(list[end-greater:])
	}
}

// exchangeRuns swaps the n numbers from a on with those from b on.
func exchangeRuns(list []int, a, b, n int) {
	for range n {
		list[a], list[b] = list[b], list[a]
		a++
		b++
	}
}
