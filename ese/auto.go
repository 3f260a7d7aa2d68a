package ese

// Auto is a portfolio of strategies that take turns and share the best path. It ends early
// when every path was taken.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(gate *Gate) error {
	gate.setPolicy(PreferencesPolicy, gate.bestPathPreference)
	p := &portfolio{gate: gate}
	defer p.stop()
	const learning = 7
	if gate.opt.Policy != nil { // the learned policy is likely to find a costly path at once
		p.takeFirstTurn(p.add("nrpa", learning, alternatingNRPA{}))
	}
	p.takeFirstTurn(p.add("discrepancy", 2, Discrepancy{}))
	if in := gate.target.Inputs; in != nil && p.inputBudget().Evaluations != 1 {
		p.scalars = uint64(in.Space().Sig.Inputs())
		a := p.add("inputs", 2, inputRounds{})
		a.gate.opt.Budget = p.inputBudget()
		p.takeFirstTurn(a)
	}
	if err := p.firstError(); err != nil || gate.archive.Complete || gate.Over() {
		return err
	}
	if gate.opt.Policy == nil {
		p.add("nrpa", learning, alternatingNRPA{})
	}
	p.add("polish", 1.5, refineBest{})
	return p.run()
}

// Learns implements Learner.
func (Auto) Learns() string { return PreferencesPolicy }
