package probe

// The mutants of the code under test, in a worker that was built with them (package mutant). A mutant has a number from 1 on.
var (
	mutant         int    // number of the mutant that runs, 0 for none
	reachedMutants []bool // by number: some run has come to the place of the mutant; nil if that does not count
)

// SetMutant makes the runs from now on those of a mutant, 0 for the code as it is. Numbers up to most are counted when runs come
// to their places.
func SetMutant(n, most int) {
	mutant, reachedMutants = n, nil
	if most > 0 {
		reachedMutants = make([]bool, most+1)
	}
}

// IsMutant reports whether a mutant runs. The code of a mutant calls it, so that it costs a statement: a mutant may be a loop
// without end.
func IsMutant(n int) bool {
	Cost(1)
	if n < len(reachedMutants) {
		reachedMutants[n] = true
	}
	return n == mutant
}

// TakeMutants returns the numbers of the mutants to whose places the code has come since the last call, in order.
func TakeMutants() (list []uint32) {
	for n, reached := range reachedMutants {
		if reached {
			list, reachedMutants[n] = append(list, uint32(n)), false
		}
	}
	return list
}
