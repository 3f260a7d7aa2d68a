package dse

import "fmt"

// Composite is what a Fitnex frontier computes for the node that it provides
// next for its first target.
func Composite(f Frontier) float64 {
	x := f.(*fitnex)
	return x.choose(&x.targets[0]).composite
}

// Gain is FGain of a branch for the first target.
func Gain(f Frontier, b Branch) float64 {
	x := f.(*fitnex)
	n, ok := x.paths.numbers[place{b, false}]
	if !ok {
		return 0
	}
	gain, _ := x.targets[0].gains[reached].of(n)
	return gain
}

// Repetitions describes the ways to repeat blocks of a list.
func Repetitions(n int) (list []string) {
	for _, r := range repetitions(0, n) {
		list = append(list, fmt.Sprint(r.from, r.to, r.second, r.until, r.goes))
	}
	return list
}
