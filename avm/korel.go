package avm

// korel is the local search of Baars et al. 2011, section V.A. Exploratory moves find a direction.
// Pattern moves continue in that direction by δ = 2^it · dir · 10^-prec for it = 1, 2, … while
// each improves; prec is the number of decimals of the variable, 0 for an integer. Both repeat until
// the exploratory moves do not improve.
func (c *climber) korel() (improved bool) {
	for {
		up, ok := c.explore()
		if !ok {
			return improved
		}
		improved = true
		for n := uint64(2); !c.gate.Over() && c.move(up, n); n = nextStep(n) {
		}
		if c.gate.Over() {
			return true
		}
	}
}
