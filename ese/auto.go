package ese

// Auto is a portfolio of strategies that take turns and share the best path. It ends early
// when every path was taken.
type Auto struct{}

// Search implements Strategy.
func (Auto) Search(g *Gate) error {
	g.setPolicy(PreferencesPolicy, g.bestPathPreference)
	p := &portfolio{g: g}
	defer p.stop()
	const learning = 7
	if g.opt.Policy != nil { // the learned policy is likely to find a costly path at once
		p.takeFirstTurn(p.add("nrpa", learning, alternatingNRPA{}))
	}
	p.takeFirstTurn(p.add("discrepancy", 2, Discrepancy{}))
	if in := g.target.Inputs; in != nil && p.inputBudget().Evaluations != 1 {
		p.scalars = uint64(in.Space().Sig.Inputs())
		a := p.add("inputs", 2, inputRounds{})
		a.gate.opt.Budget = p.inputBudget()
		p.takeFirstTurn(a)
	}
	if err := p.firstError(); err != nil || g.archive.Complete || g.Over() {
		return err
	}
	if g.opt.Policy == nil {
		p.add("nrpa", learning, alternatingNRPA{})
	}
	p.add("polish", 1.5, refineBest{})
	return p.run()
}

// Learns implements Learner.
func (Auto) Learns() string { return PreferencesPolicy }
