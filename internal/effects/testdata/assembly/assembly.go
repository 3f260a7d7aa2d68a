// Package assembly has a function that Go does not see into.
package assembly

// refused: reaches sum (assembly body)
func sum(a, b int) int

// refused: reaches sum (assembly body)
func twice(a int) int { return sum(a, a) }

func zero() int { return 0 }
