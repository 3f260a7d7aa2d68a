package avm

// korel is the local search of the paper's V.A. Exploratory moves find a
// direction; pattern moves go that way by δ = 2^it · dir · 10^-prec, it = 1, 2,
// …, as long as each improves; then it explores again, until nothing improves.
func (c *climber) korel() (improved bool) {
	for {
		up, ok := c.explore()
		if !ok {
			return improved
		}
		improved = true
		for n := uint64(2); !c.gate.Over() && c.move(up, n); n = double(n) {
		}
		if c.gate.Over() {
			return true
		}
	}
}
