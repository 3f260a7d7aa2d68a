package ga

// sample appends n picks by stochastic universal sampling: n pointers at equal
// distances go once around a wheel on which number i has a slice of width
// share(i), the shares being n together. start, from 0 up to 1, is where the
// first pointer stands. So number i is picked share(i) times, rounded up or
// down. The picks are in order.
func sample(picks []int, n int, start float64, share func(int) float64) []int {
	end, i := 0.0, -1
	for k := range n {
		for i < n-1 && (i < 0 || end <= start+float64(k)) {
			i++
			end += share(i)
		}
		picks = append(picks, i)
	}
	return picks
}
