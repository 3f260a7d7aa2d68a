// Package half is counted with the package that uses it.
package half

// Sum adds up one half of the elements that are even, and the others.
func Sum[T int | int8](list []T, state *int) (sum T) {
	for _, n := range list {
		switch n % 2 {
		case 0:
			sum += n / 2
		default:
			sum += n
		}
		*state++
	}
	return sum
}
