// Package sorting is what the tests of symexec execute first.
package sorting

// Sum adds up the elements that are not negative.
func Sum(a []int) (sum int) {
	for _, x := range a {
		if x >= 0 {
			sum += x
		}
	}
	return sum
}

// Quick sorts a.
func Quick(a []int) {
	quick(a, 0, len(a)-1)
}

func quick(a []int, lo, hi int) {
	if lo >= hi {
		return
	}
	p := a[(lo+hi)/2]
	i, j := lo, hi
	for i <= j {
		for a[i] < p {
			i++
		}
		for a[j] > p {
			j--
		}
		if i <= j {
			a[i], a[j] = a[j], a[i]
			i++
			j--
		}
	}
	quick(a, lo, j)
	quick(a, i, hi)
}
