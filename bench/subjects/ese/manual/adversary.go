// Code generated from quicksort.go of package ese by go test -update; DO NOT EDIT.

package manual

func (z *adversary) QuicksortJDK(list []int) {
	if len(list) < 7 {
		z.insertionSort(list)
		return
	}
	less, greater := z.partition(list, list[z.pivotOf(list)])
	if less > 1 {
		z.QuicksortJDK(list[:less])
	}
	if greater > 1 {
		z.QuicksortJDK(list[len(list)-greater:])
	}
}

func (z *adversary) insertionSort(list []int) {
	for i := range list {
		for j := i; j > 0 && z.compare(list[j-1], list[j]) > 0; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}

func (z *adversary) pivotOf(list []int) int {
	n := len(list)
	low, middle, high := 0, n/2, n-1
	if n > 7 {
		if n > 40 {
			step := n / 8
			low = z.medianOf(list, low, low+step, low+2*step)
			middle = z.medianOf(list, middle-step, middle, middle+step)
			high = z.medianOf(list, high-2*step, high-step, high)
		}
		middle = z.medianOf(list, low, middle, high)
	}
	return middle
}

func (z *adversary) medianOf(list []int, a, b, c int) int {
	if z.compare(list[a], list[b]) < 0 {
		if z.compare(list[b], list[c]) < 0 {
			return b
		}
		if z.compare(list[a], list[c]) < 0 {
			return c
		}
		return a
	}
	if z.compare(list[b], list[c]) > 0 {
		return b
	}
	if z.compare(list[a], list[c]) > 0 {
		return c
	}
	return a
}

func (z *adversary) partition(list []int, pivot int) (less, greater int) {
	left, up := 0, 0
	down, right := len(list)-1, len(list)-1
	for {
		for up <= down && z.compare(list[up], pivot) <= 0 {
			if z.compare(list[up], pivot) == 0 {
				list[left], list[up] = list[up], list[left]
				left++
			}
			up++
		}
		for up <= down && z.compare(list[down], pivot) >= 0 {
			if z.compare(list[down], pivot) == 0 {
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
	z.exchange(list[:up], left)
	z.exchange(list[up:], right-down)
	return up - left, right - down
}

func (z *adversary) exchange(list []int, n int) {
	end := len(list) - 1
	for i := range min(n, len(list)-n) {
		list[i], list[end-i] = list[end-i], list[i]
	}
}
