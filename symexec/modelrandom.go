package symexec

// randomModels are the random numbers of the runtime: those of a fixed seed in
// each run, so that an input has one path. Native runs draw others.
func randomModels() map[string]Model {
	return map[string]Model{
		"math/rand.runtime_rand":    draw,
		"math/rand/v2.runtime_rand": draw,
	}
}

// draw gives the next number of SplitMix64 (Steele, Lea, Flood, Fast splittable
// pseudorandom number generators, OOPSLA 2014, doi:10.1145/2660193.2660195).
func draw(c *Call) bool {
	m := c.m
	n := uint64(1)
	if m.epoch != 0 {
		m.path.Outside = "random numbers come from a fixed seed"
		m.draws++
		n += m.draws
	}
	z := n * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return c.answer(z ^ z>>31)
}
